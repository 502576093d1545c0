// SPDX-License-Identifier: MIT
// The paper on which pictures of a report are drawn: SVG with axes, in pixels of a fixed view that scales as a whole.
#pragma once

#include <string>
#include <string_view>

namespace ebw::verify {

// One axis: data from low to high on pixels from begin to end. A logarithmic axis takes log10 of the data.
struct Axis {
  double low = 0.0, high = 1.0, begin = 0.0, end = 1.0;
  double at(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

class Figure {
 public:
  static constexpr double kWidth = 460.0, kHeight = 320.0;
  static constexpr double kLeft = 60.0, kTop = 14.0, kBottom = 46.0;

  // margin: pixels right of the frame, for words. `description` is for those who cannot see it.
  Figure(Axis x, Axis y, double margin, std::string_view description);

  double x(double value) const { return x_.at(value); }
  double y(double value) const { return y_.at(value); }

  // Values along the axes are data; `css` names a class of the report's style sheet.
  void band(double y_low, double y_high, const char *css);
  void line(double x1, double y1, double x2, double y2, const char *css);
  void circle(double x, double y, const char *css);
  void square(double x, double y, const char *css);
  void triangle(double x, double y, const char *css);
  void tick_x(double value, std::string_view label);
  void tick_y(double value, std::string_view label);
  void label_x(std::string_view label);
  void label_y(std::string_view label);
  // At data (x, y), moved by (dx, dy) pixels.
  void words(double x, double y, double dx, double dy, std::string_view text, const char *css);
  // Right of the frame at a height in pixels from the top.
  void margin_words(double height, std::string_view text, const char *css);

  std::string svg() const;

 private:
  void element(const std::string &text) { body_ += text + "\n"; }
  Axis x_, y_;
  std::string description_, body_;
};

// "10" with a raised exponent.
std::string power_of_ten(int exponent);

}  // namespace ebw::verify
