// SPDX-License-Identifier: MIT
// Numbers in words: reals, integers and bytes, read and written alike in every locale.
#include "numbers.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "refused.hpp"

namespace ebw::cli {
namespace {

struct Unit {
  const char *name;
  std::int64_t bytes;
};
constexpr Unit kUnits[] = {{"", 1},
                           {"B", 1},
                           {"kB", 1000},
                           {"MB", 1000000},
                           {"GB", 1000000000},
                           {"TB", 1000000000000},
                           {"KiB", std::int64_t{1} << 10},
                           {"MiB", std::int64_t{1} << 20},
                           {"GiB", std::int64_t{1} << 30},
                           {"TiB", std::int64_t{1} << 40}};

// from_chars takes no plus sign.
std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

template <class T>
bool parse_all(std::string_view text, T &value) {
  text = without_plus(trimmed(text));
  T parsed;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error != std::errc() || end != text.data() + text.size()) return false;
  value = parsed;
  return true;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool parse_real(std::string_view text, double &value) {
  double parsed;
  if (!parse_all(text, parsed) || !std::isfinite(parsed)) return false;
  value = parsed;
  return true;
}

bool parse_integer(std::string_view text, std::int64_t &value) { return parse_all(text, value); }

double parse_real_option(const std::string &option, const std::string &text) {
  double value = 0.0;
  if (!parse_real(text, value))
    refuse_usage(option, " = '", text, "' is no finite decimal number; write for example 0.001 or 1e-3");
  return value;
}

std::int64_t parse_integer_option(const std::string &option, const std::string &text, std::int64_t limit) {
  std::int64_t value = 0;
  if (!parse_integer(text, value))
    refuse_usage(option, " = '", text, "' is no decimal integer of 64 bits; write digits alone, such as 100");
  if (value > limit || value < -limit)
    refuse_usage(option, " = '", text, "' is out of range, -", limit, " to ", limit, "; use a number within it");
  return value;
}

std::string exact_text(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::int64_t parse_bytes(const std::string &option, std::string_view text) {
  const std::string_view whole = trimmed(text);
  const auto number = whole.substr(0, whole.find_last_of("0123456789.") + 1);
  const auto unit_name = trimmed(whole.substr(number.size()));
  const Unit *unit = nullptr;
  for (const Unit &candidate : kUnits)
    if (unit_name == candidate.name) unit = &candidate;
  std::int64_t count = 0;
  double real = 0.0;
  const bool is_integer = parse_integer(number, count);
  if (!unit || (!is_integer && !parse_real(number, real)))
    refuse_usage(option, " = '", text, "' is no number of bytes; write for example 2GB, 512MiB or 800000");
  if (is_integer) {
    if (!__builtin_mul_overflow(count, unit->bytes, &count)) return count;
  } else if (std::abs(real) * static_cast<double>(unit->bytes) < 9.2e18) {
    return static_cast<std::int64_t>(real * static_cast<double>(unit->bytes));
  }
  refuse_usage(option, " = '", text, "' is beyond 64 bits; use a smaller number");
}

std::string readable_bytes(std::int64_t bytes) {
  constexpr const char *kNames[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 999.5 would be shown as 1e+03.
  while (std::abs(value) >= 999.5 && unit + 1 < std::size(kNames)) value /= 1000.0, ++unit;
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 ? "%.0f %s" : "%.3g %s", value, kNames[unit]);
  return text;
}

}  // namespace ebw::cli
