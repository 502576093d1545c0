// SPDX-License-Identifier: MIT
// The paper on which pictures of a report are drawn.
#include "verify/figure.hpp"

#include <locale>
#include <sstream>

#include "verify/markup.hpp"

namespace ebw::verify {

namespace {

// Joins an element's parts; pixels with one decimal.
template <class... Parts>
std::string drawn(const Parts &...parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(std::ios::fixed);
  out.precision(1);
  (out << ... << parts);
  return out.str();
}

}  // namespace

Figure::Figure(Axis x, Axis y, double margin, std::string_view description)
    : x_(x), y_(y), description_(escaped(description)) {
  x_.begin = kLeft, x_.end = kWidth - margin;
  y_.begin = kHeight - kBottom, y_.end = kTop;  // upwards
}

void Figure::band(double y_low, double y_high, const char *css) {
  element(drawn("<rect x=\"", x_.begin, "\" y=\"", y(y_high), "\" width=\"", x_.end - x_.begin, "\" height=\"",
                y(y_low) - y(y_high), "\" class=\"", css, "\"/>"));
}

void Figure::line(double x1, double y1, double x2, double y2, const char *css) {
  element(
      drawn("<line x1=\"", x(x1), "\" y1=\"", y(y1), "\" x2=\"", x(x2), "\" y2=\"", y(y2), "\" class=\"", css, "\"/>"));
}

void Figure::circle(double px, double py, const char *css) {
  element(drawn("<circle cx=\"", x(px), "\" cy=\"", y(py), "\" r=\"4\" class=\"", css, "\"/>"));
}

void Figure::square(double px, double py, const char *css) {
  element(
      drawn("<rect x=\"", x(px) - 3.5, "\" y=\"", y(py) - 3.5, "\" width=\"7\" height=\"7\" class=\"", css, "\"/>"));
}

void Figure::triangle(double px, double py, const char *css) {
  const double cx = x(px), cy = y(py);
  element(drawn("<path d=\"M", cx, " ", cy - 4.5, " L", cx + 4.5, " ", cy + 3.5, " L", cx - 4.5, " ", cy + 3.5,
                " Z\" class=\"", css, "\"/>"));
}

void Figure::tick_x(double value, std::string_view label) {
  line(value, y_.low, value, y_.high, "grid");
  element(drawn("<text x=\"", x(value), "\" y=\"", y_.begin + 16.0, "\" class=\"tick\" text-anchor=\"middle\">", label,
                "</text>"));
}

void Figure::tick_y(double value, std::string_view label) {
  line(x_.low, value, x_.high, value, "grid");
  element(drawn("<text x=\"", x_.begin - 7.0, "\" y=\"", y(value) + 4.0, "\" class=\"tick\" text-anchor=\"end\">",
                label, "</text>"));
}

void Figure::label_x(std::string_view label) {
  element(drawn("<text x=\"", (x_.begin + x_.end) / 2, "\" y=\"", kHeight - 8.0,
                "\" class=\"axis\" text-anchor=\"middle\">", escaped(label), "</text>"));
}

void Figure::label_y(std::string_view label) {
  const double middle = (y_.begin + y_.end) / 2;
  element(drawn("<text x=\"14\" y=\"", middle, "\" class=\"axis\" text-anchor=\"middle\" transform=\"rotate(-90 14 ",
                middle, ")\">", escaped(label), "</text>"));
}

void Figure::words(double px, double py, double dx, double dy, std::string_view text, const char *css) {
  element(drawn("<text x=\"", x(px) + dx, "\" y=\"", y(py) + dy, "\" class=\"", css, "\">", escaped(text), "</text>"));
}

void Figure::margin_words(double height, std::string_view text, const char *css) {
  element(
      drawn("<text x=\"", x_.end + 8.0, "\" y=\"", height + 4.0, "\" class=\"", css, "\">", escaped(text), "</text>"));
}

std::string Figure::svg() const {
  const std::string frame = drawn("<rect x=\"", x_.begin, "\" y=\"", y_.end, "\" width=\"", x_.end - x_.begin,
                                  "\" height=\"", y_.begin - y_.end, "\" class=\"frame\"/>\n");
  return drawn("<svg viewBox=\"0 0 ", kWidth, " ", kHeight, "\" role=\"img\" aria-label=\"", description_, "\">\n",
               body_, frame, "</svg>");
}

std::string power_of_ten(int exponent) {
  return "10<tspan dy=\"-5\" font-size=\"9\">" + std::to_string(exponent) + "</tspan>";
}

}  // namespace ebw::verify
