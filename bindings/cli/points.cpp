// SPDX-License-Identifier: MIT
// Positions of sources and receivers, from a CSV file or from `line:BEGIN:END:N`.
#include "points.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "file.hpp"
#include "numbers.hpp"
#include "refused.hpp"

namespace ebw::cli {
namespace {

constexpr std::string_view kLinePrefix = "line:";
constexpr std::int64_t kMostPoints = 10000000;  // a slip of the keyboard must not fill the memory

const char *axes_of(int ndim) { return ndim == 2 ? "x,z" : "x,y,z"; }

// ---- line:x0,z0:x1,z1:N

std::vector<double> read_end(const std::string &option, const std::string &text, std::string_view end, int ndim) {
  std::vector<double> coordinates;
  for (const std::string_view part : split(end, ',')) {
    double value;
    if (!parse_real(part, value)) refuse_usage(option, " = '", text, "': '", part, "' is no coordinate; write metres");
    coordinates.push_back(value);
  }
  if (coordinates.size() != static_cast<std::size_t>(ndim))
    refuse(EBW_ERR_SHAPE, option, " = '", text, "': an end has ", coordinates.size(), " coordinates, the model has ",
           ndim, " axes; write ", axes_of(ndim), " for each end");
  return coordinates;
}

Points read_line(const std::string &option, const std::string &text, int ndim) {
  const auto parts = split(std::string_view(text).substr(kLinePrefix.size()), ':');
  std::int64_t count = 0;
  if (parts.size() != 3 || !parse_integer(parts[2], count))
    refuse_usage(option, " = '", text,
                 "' is no line of points; write line:x0,z0:x1,z1:N, with y between x and z in 3-D");
  const auto begin = read_end(option, text, parts[0], ndim);
  const auto end = read_end(option, text, parts[1], ndim);
  if (count < 1 || count > kMostPoints)
    refuse(EBW_ERR_ARGUMENT, option, " = '", text, "': ", count, " points, need 1 to ", kMostPoints, "; change N");
  if (count == 1 && begin != end)
    refuse(EBW_ERR_ARGUMENT, option, " = '", text,
           "': one point cannot be at both ends; make them equal or N at least 2");
  for (std::size_t d = 0; d < begin.size(); ++d)
    if (!std::isfinite(end[d] - begin[d]))
      refuse(EBW_ERR_ARGUMENT, option, " = '", text, "': from ", begin[d], " to ", end[d],
             " is farther than float64 can hold; write metres within the model");
  Points points{.origin = text, .ndim = ndim, .position = {}, .shot = {}, .line = {}};
  for (std::int64_t i = 0; i < count; ++i)
    for (std::size_t d = 0; d < begin.size(); ++d) {
      const double fraction = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
      // The last point is the end itself, free of rounding.
      points.position.push_back(i == count - 1 ? end[d] : begin[d] + (end[d] - begin[d]) * fraction);
    }
  return points;
}

// ---- CSV

class CsvReader {
 public:
  CsvReader(const std::string &path, int ndim) : path_(path), points_{path, ndim, {}, {}, {}} {}

  Points read() {
    const std::string text = read_text(path_);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // the byte order mark of UTF-8
    for (const std::string_view raw : split(rest, '\n')) {
      ++line_;
      check_characters(raw);
      const auto line = trimmed(raw.substr(0, raw.find('#')));
      if (line.empty()) continue;
      if (header_seen_) {
        read_row(line);
      } else {
        read_header(line);
      }
    }
    if (points_.position.empty())
      refuse(EBW_ERR_ARGUMENT, path_, " holds no points; write the header ", axes_of(points_.ndim),
             " and a line for each point");
    return std::move(points_);
  }

 private:
  // Before comments are cut off: a file with CR alone would be one line, and its first '#' would hide the rest.
  void check_characters(std::string_view line) const {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find('\r') != std::string_view::npos)
      refuse(EBW_ERR_ARGUMENT, path_, ", line ", line_, ": a carriage return (CR) without line feed; end the lines ",
             "with LF or CRLF");
    if (line.find('\0') != std::string_view::npos)
      refuse(EBW_ERR_ARGUMENT, path_, ", line ", line_, ": a NUL byte; save the file as plain text in UTF-8");
  }

  void read_header(std::string_view line) {
    std::string names;
    for (const std::string_view name : split(line, ',')) names.append(names.empty() ? "" : ",").append(trimmed(name));
    const std::string wanted = axes_of(points_.ndim);
    has_shots_ = names == "shot," + wanted;
    if (!has_shots_ && names != wanted)
      refuse(EBW_ERR_ARGUMENT, path_, ", line ", line_, ": the header is '", line, "', a model with ", points_.ndim,
             " axes needs '", wanted, "' or 'shot,", wanted, "'");
    header_seen_ = true;
  }

  void read_row(std::string_view line) {
    auto parts = split(line, ',');
    const std::size_t columns = static_cast<std::size_t>(points_.ndim) + (has_shots_ ? 1 : 0);
    if (parts.size() != columns)
      refuse(EBW_ERR_ARGUMENT, path_, ", line ", line_, ": ", parts.size(), " columns, the header has ", columns,
             "; write one number in each");
    if (has_shots_) {
      std::int64_t shot;
      if (!parse_integer(parts.front(), shot)) bad_number(parts.front(), "an integer");
      points_.shot.push_back(shot);
      parts.erase(parts.begin());
    }
    for (const std::string_view part : parts) {
      double value;
      if (!parse_real(part, value)) bad_number(part, "a finite number with a decimal point");
      points_.position.push_back(value);
    }
    points_.line.push_back(line_);
  }

  [[noreturn]] void bad_number(std::string_view part, const char *wanted) const {
    refuse(EBW_ERR_ARGUMENT, path_, ", line ", line_, ": '", trimmed(part), "' is not ", wanted, "; correct the line");
  }

  const std::string &path_;
  Points points_;
  std::int64_t line_ = 0;
  bool header_seen_ = false;
  bool has_shots_ = false;
};

}  // namespace

std::string Points::name_of(std::int64_t point) const {
  if (line.empty()) return joined(origin, ", point ", point);
  return joined(origin, ", line ", line[static_cast<std::size_t>(point)]);
}

Points read_points(const std::string &option, const std::string &text, int ndim) {
  if (text.starts_with(kLinePrefix)) return read_line(option, text, ndim);
  return CsvReader(text, ndim).read();
}

}  // namespace ebw::cli
