// SPDX-License-Identifier: MIT
// The picture of a schedule, drawn from its actions: above, the step that the sweeps are at; below, slots in use.
#include "plan_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "file.hpp"
#include "handles.hpp"
#include "numbers.hpp"
#include "plan_facts.hpp"
#include "refused.hpp"

namespace ebw::cli {

namespace {

using ScheduleHandle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;
using Row = std::array<std::int64_t, 4>;

constexpr std::int64_t kMostActions = 1'000'000;  // of some 20 bytes each in the file

std::vector<Row> actions_of(const ebw_plan *plan) {
  ebw_schedule *raw = nullptr;
  check(ebw_plan_create_schedule(plan, &raw));
  const ScheduleHandle schedule(raw, ebw_schedule_destroy);
  std::int64_t count = 0;
  check(ebw_schedule_export(raw, nullptr, 0, &count));
  if (count > kMostActions)
    refuse(EBW_ERR_ARGUMENT, "--plot: the schedule has ", count, " actions, at most ", kMostActions,
           " are drawn; leave --plot out or plan fewer --steps");
  std::vector<Row> rows(static_cast<std::size_t>(count));
  check(ebw_schedule_export(raw, rows.data()->data(), count, &count));
  return rows;
}

struct Point {
  double work, value;
};
using Line = std::vector<Point>;

// What the actions amount to, over the number of steps done, forward and reverse.
struct Course {
  enum Pen { kAdvance, kTaped, kReverse, kPens };
  std::array<std::vector<Line>, kPens> lines;  // position of the sweeps
  Line states, tapes;                          // slots in use
  double work = 0.0, steps = 0.0, most = 0.0;
};

class Tracer {
 public:
  explicit Tracer(double steps) { course_.steps = steps; }

  void take(const Row &row) {
    const auto [kind, from, to, slot] = row;
    const double a = static_cast<double>(from), b = static_cast<double>(to);
    switch (kind) {
      case EBW_ACTION_ADVANCE: sweep(Course::kAdvance, a, b); break;
      case EBW_ACTION_ADVANCE_TAPED:
        ramp(slot >= 0 ? b - a : 0.0, b - a);
        sweep(Course::kTaped, a, b);
        break;
      case EBW_ACTION_SAVE: keep(states_, 1.0); break;
      case EBW_ACTION_SAVE_TAPE: keep(tapes_, 1.0); break;
      case EBW_ACTION_DISCARD: keep(states_ > 0.0 ? states_ : tapes_, -1.0); break;
      case EBW_ACTION_REVERSE:
        ramp(slot >= 0 ? b - a - 1.0 : 0.0, a - b + 1.0);
        sweep(Course::kReverse, a + 1.0, b);
        break;
      default: break;
    }
  }

  Course finish() {
    mark();
    course_.work = work_;
    return std::move(course_);
  }

 private:
  void sweep(Course::Pen pen, double from, double to) {
    std::vector<Line> &lines = course_.lines[static_cast<std::size_t>(pen)];
    const Point begin{work_, from}, end{work_ + std::abs(to - from), to};
    // One line while the pen goes on where it was.
    if (!lines.empty() && lines.back().back().work == begin.work && lines.back().back().value == begin.value)
      lines.back().push_back(end);
    else
      lines.push_back({begin, end});
    work_ = end.work;
  }
  // Tapes that fill or empty while `work` steps are done.
  void ramp(double change, double work) {
    mark();
    tapes_ += change;
    const double now = work_;
    work_ += work;
    mark();
    work_ = now;
  }
  void keep(double &count, double change) {
    mark();
    count += change;
    mark();
  }
  void mark() {
    course_.states.push_back({work_, states_});
    course_.tapes.push_back({work_, states_ + tapes_});
    course_.most = std::max(course_.most, states_ + tapes_);
  }

  Course course_;
  double work_ = 0.0, states_ = 0.0, tapes_ = 0.0;
};

constexpr const char *kColours[] = {"#3b6ea5", "#e08a1e", "#b03060"};
constexpr const char *kStateColour = "#3b6ea5", *kTapeColour = "#e08a1e";
constexpr double kWidth = 960, kLeft = 84, kRight = 24, kTop = 64, kUpper = 300, kGap = 56, kLower = 130, kBottom = 56;

struct Panel {
  double top, height, work, most;
  double x(double at) const { return kLeft + (kWidth - kLeft - kRight) * at / std::max(work, 1.0); }
  double y(double value) const { return top + height * (1.0 - value / std::max(most, 1.0)); }
};

template <class... Parts>
void add(std::string &svg, const char *format, Parts... parts) {
  char text[512];
  std::snprintf(text, sizeof text, format, parts...);
  svg += text;
}

// 1, 2 or 5 times a power of ten, some five of them up to `most`.
double tick_of(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(most / 5.0, 1.0))));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power * 5.0 >= most) return factor * power;
  return 10.0 * power;
}

void add_axes(std::string &svg, const Panel &p, const char *label, bool work) {
  const double bottom = p.top + p.height, right = kWidth - kRight;
  for (double value = 0.0; value <= p.most; value += tick_of(p.most)) {
    add(svg, "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#ddd'/>\n", kLeft, p.y(value), right, p.y(value));
    add(svg, "<text x='%.1f' y='%.1f' text-anchor='end'>%.0f</text>\n", kLeft - 8, p.y(value) + 4, value);
  }
  add(svg, "<path d='M%.1f %.1fV%.1fH%.1f' fill='none' stroke='#444'/>\n", kLeft, p.top, bottom, right);
  add(svg, "<text transform='translate(20 %.1f) rotate(-90)' text-anchor='middle'>%s</text>\n", p.top + p.height / 2,
      label);
  if (!work) return;
  for (double at = 0.0; at <= p.work; at += tick_of(p.work))
    add(svg, "<text x='%.1f' y='%.1f' text-anchor='middle'>%.0f</text>\n", p.x(at), bottom + 18, at);
  add(svg, "<text x='%.1f' y='%.1f' text-anchor='middle'>work done, in steps forward and back</text>\n",
      (kLeft + right) / 2, bottom + 40);
}

void add_line(std::string &svg, const Panel &p, const Line &line, bool closed) {
  char pen = 'M';
  double last_x = -1.0, last_y = -1.0;
  for (const Point &point : line) {
    const double x = std::round(10.0 * p.x(point.work)) / 10.0, y = std::round(10.0 * p.y(point.value)) / 10.0;
    if (x == last_x && y == last_y) continue;
    add(svg, "%c%.1f %.1f", pen, x, y);
    pen = 'L';
    last_x = x;
    last_y = y;
  }
  if (closed) add(svg, "L%.1f %.1fL%.1f %.1fZ", p.x(p.work), p.y(0.0), p.x(0.0), p.y(0.0));
}

void add_legend(std::string &svg, double y, const std::vector<std::pair<const char *, const char *>> &entries) {
  double x = kLeft;
  for (const auto &[colour, words] : entries) {
    add(svg, "<rect x='%.1f' y='%.1f' width='22' height='5' fill='%s'/>\n", x, y - 6, colour);
    add(svg, "<text x='%.1f' y='%.1f'>%s</text>\n", x + 28, y, words);
    x += 190;
  }
}

std::string draw(const PlanFacts &facts, const Course &course) {
  const double height = kTop + kUpper + kGap + kLower + kBottom;
  const Panel upper{kTop, kUpper, course.work, course.steps};
  const Panel lower{kTop + kUpper + kGap, kLower, course.work, course.most};
  std::string svg;
  add(svg,
      "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' viewBox='0 0 %.0f %.0f' "
      "font-family='sans-serif' font-size='13' fill='#222'>\n",
      kWidth, height, kWidth, height);
  add(svg, "<rect width='%.0f' height='%.0f' fill='#fff'/>\n", kWidth, height);
  const bool leaves = facts.schedule.starts_with("segment") && facts.tape_slots < facts.steps;
  std::string title = facts.schedule + ": " + std::to_string(facts.steps) + " steps, " + std::to_string(facts.slots) +
                      (leaves                 ? " states, leaves of " + std::to_string(facts.tape_slots) + " steps"
                       : facts.tape_slots > 0 ? " tapes"
                                              : " states");
  add(svg, "<text x='%.1f' y='26' font-size='16'>%s; %.2f forward sweeps, %s</text>\n", kLeft, title.c_str(),
      static_cast<double>(facts.forward_steps) / static_cast<double>(facts.steps),
      readable_bytes(facts.total_bytes).c_str());
  add_legend(svg, 50, {{kColours[0], "advance"}, {kColours[1], "advance, tape kept"}, {kColours[2], "reverse"}});
  add_axes(svg, upper, "step", false);
  for (std::size_t pen = 0; pen < course.lines.size(); ++pen) {
    if (course.lines[pen].empty()) continue;
    svg += "<path fill='none' stroke-width='1.5' stroke='";
    svg += kColours[pen];
    svg += "' d='";
    for (const Line &line : course.lines[pen]) add_line(svg, upper, line, false);
    svg += "'/>\n";
  }
  add_legend(svg, lower.top - 12, {{kStateColour, "states in slots"}, {kTapeColour, "tapes in slots"}});
  add_axes(svg, lower, "slots", true);
  for (const auto &[line, colour] : {std::pair{&course.tapes, kTapeColour}, std::pair{&course.states, kStateColour}}) {
    svg += "<path fill='";
    svg += colour;
    svg += "' fill-opacity='0.75' d='";
    add_line(svg, lower, *line, true);
    svg += "'/>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace

void write_plot(const std::string &path, const ebw_plan *plan) {
  const PlanFacts facts = facts_of(plan);
  Tracer tracer(static_cast<double>(facts.steps));
  for (const Row &row : actions_of(plan)) tracer.take(row);
  const std::string svg = draw(facts, tracer.finish());
  OutputFile file(path);
  file.write(svg.data(), svg.size());
  file.flush();
  file.commit();
}

}  // namespace ebw::cli
