// SPDX-License-Identifier: MIT
// Pictures of a report: remainders of a Taylor test over the step, peak memory over the slots.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "verify/figure.hpp"
#include "verify/markup.hpp"
#include "verify/report.hpp"

namespace ebw::verify {

namespace {

constexpr const char *kNames[] = {"R0", "R1", "R2"};
constexpr const char *kClasses[] = {"r0", "r1", "r2"};

double remainder_of(const Rung &rung, int which) {
  return std::abs(which == 0 ? rung.R0 : which == 1 ? rung.R1 : rung.R2);
}

bool drawable(double value) { return std::isfinite(value) && value > 0.0; }

// Whole decades around all that is drawn.
struct Decades {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void add(double value) {
    if (!drawable(value)) return;
    low = std::min(low, std::floor(std::log10(value)));
    high = std::max(high, std::ceil(std::log10(value)));
  }
  Axis axis() const { return {.low = low, .high = std::max(high, low + 1.0)}; }
  bool empty() const { return !(low <= high); }
};

// A tick every 1, 2, 5, ... decades, at most nine.
template <class Tick>
void tick_decades(const Axis &axis, const Tick &tick) {
  int every = 1;
  while ((axis.high - axis.low) / every > 8.0) every += every == 1 ? 1 : every == 2 ? 3 : every;
  for (int e = static_cast<int>(axis.low); e <= axis.high; ++e)
    if (e % every == 0) tick(e, power_of_ten(e));
}

// From the largest step down, with the slope that a right gradient has; ends at the bottom or at the smallest step.
void guide(Figure &figure, const Axis &x, const Axis &y, double h, double size, int slope) {
  const double from_x = std::log10(h), from_y = std::log10(size);
  const double to_y = std::max(y.low, from_y - slope * (from_x - x.low));
  figure.line(from_x, from_y, from_x - (from_y - to_y) / slope, to_y, "guide");
}

void mark(Figure &figure, int which, double x, double y) {
  if (which == 0) figure.circle(x, y, kClasses[which]);
  if (which == 1) figure.square(x, y, kClasses[which]);
  if (which == 2) figure.triangle(x, y, kClasses[which]);
}

// The largest step at which there is something to draw; rungs fall.
const Rung *first_of(const LadderPicture &picture, int which) {
  for (const Rung &rung : picture.rungs)
    if (drawable(rung.h) && drawable(remainder_of(rung, which))) return &rung;
  return nullptr;
}

void draw_curve(Figure &figure, const Axis &x, const Axis &y, const LadderPicture &picture, int which) {
  const Rung *before = nullptr;
  const auto size = [&](const Rung &rung) { return std::log10(remainder_of(rung, which)); };
  if (const Rung *first = first_of(picture, which))
    guide(figure, x, y, first->h, remainder_of(*first, which), which + 1);
  for (const Rung &rung : picture.rungs) {
    if (!drawable(rung.h) || !drawable(remainder_of(rung, which))) continue;
    if (before) figure.line(std::log10(before->h), size(*before), std::log10(rung.h), size(rung), kClasses[which]);
    mark(figure, which, std::log10(rung.h), size(rung));
    before = &rung;
  }
}

// Beside the frame, each at the height where its curve begins, or below the one before where they would touch.
void label_curves(Figure &figure, const LadderPicture &picture, int curves) {
  constexpr double kLine = 15.0;
  double free = 0.0;
  for (int which = 0; which < curves; ++which) {
    const Rung *first = first_of(picture, which);
    if (!first) continue;
    const double height = std::max(free, figure.y(std::log10(remainder_of(*first, which))));
    const std::string order = picture.orders[which] ? "order " + readable(*picture.orders[which]) : "no order";
    figure.margin_words(height, kNames[which], kClasses[which]);
    figure.margin_words(height + kLine, order, kClasses[which]);
    free = height + 2.4 * kLine;
  }
}

std::string draw_picture(const LadderPicture &picture) {
  Decades steps, sizes;
  const int curves = picture.has_R2 ? 3 : 2;
  for (const Rung &rung : picture.rungs) {
    steps.add(rung.h);
    for (int which = 0; which < curves; ++which) sizes.add(remainder_of(rung, which));
  }
  if (steps.empty() || sizes.empty()) return "";
  sizes.add(picture.noise / 10.0);  // the band has a height
  const Axis x = steps.axis(), y = sizes.axis();
  Figure figure(x, y, 84.0, "Remainders of the Taylor expansion over the step, both logarithmic");
  if (drawable(picture.noise)) {
    figure.band(y.low, std::log10(picture.noise), "noise");
    figure.words(x.low, std::log10(picture.noise), 6.0, -5.0, "noise of J", "note");
  }
  tick_decades(x, [&](int e, const std::string &label) { figure.tick_x(e, label); });
  tick_decades(y, [&](int e, const std::string &label) { figure.tick_y(e, label); });
  figure.label_x("step h, in typical sizes");
  figure.label_y("|remainder|, unit of J");
  for (int which = 0; which < curves; ++which) draw_curve(figure, x, y, picture, which);
  label_curves(figure, picture, curves);
  return figure.svg();
}

// A step of 1, 2 or 5 times a power of ten that gives at most `most` ticks.
double round_step(double range, int most) {
  double step = std::pow(10.0, std::floor(std::log10(range / most)));
  for (const double factor : {2.0, 2.5, 2.0})
    if (range / step > most) step *= factor;
  return step;
}

std::string draw_picture(const MemoryLine &line) {
  if (line.slots.empty()) return "";
  const auto most_slots = static_cast<double>(*std::max_element(line.slots.begin(), line.slots.end()));
  const auto most_bytes = static_cast<double>(*std::max_element(line.bytes.begin(), line.bytes.end()));
  if (!(most_slots > 0.0 && most_bytes > 0.0)) return "";
  constexpr double kMega = 1e6, kRoom = 1.08;
  const Axis x{.low = 0.0, .high = most_slots * kRoom}, y{.low = 0.0, .high = most_bytes / kMega * kRoom};
  Figure figure(x, y, 16.0, "Peak memory over the number of slots");
  for (double v = 0.0, step = round_step(x.high, 8); v <= x.high; v += step) figure.tick_x(v, readable(v));
  for (double v = 0.0, step = round_step(y.high, 7); v <= y.high; v += step) figure.tick_y(v, readable(v));
  figure.label_x("slots");
  figure.label_y("peak, MB");
  const auto fit = [&](double slots) { return (line.base + line.slope * slots) / kMega; };
  figure.line(0.0, std::clamp(fit(0.0), y.low, y.high), most_slots, std::clamp(fit(most_slots), y.low, y.high), "r0");
  for (std::size_t i = 0; i < line.slots.size(); ++i)
    figure.circle(static_cast<double>(line.slots[i]), static_cast<double>(line.bytes[i]) / kMega, "r0");
  const std::string words =
      text("fit: ", readable(line.base / kMega), " MB + ", exact(std::round(line.slope)), " bytes a slot");
  figure.words(0.0, y.high, 12.0, 20.0, words, "note");
  return figure.svg();
}

std::string draw_picture(std::monostate) { return ""; }

}  // namespace

std::string draw(const ReportCheck &check) {
  return std::visit([](const auto &picture) { return draw_picture(picture); }, check.picture);
}

}  // namespace ebw::verify
