// SPDX-License-Identifier: MIT
// Digits by writing and reading back.
#include "verify/decimal_grid.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ebw::verify {

// The shortest decimal that is read back as the same double: to_chars knows no locale.
void DecimalGrid::take(double value) {
  if (digits_ > kMost || value == 0.0 || !std::isfinite(value)) return;
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  int digits = 0;
  for (const char *letter = text; letter < end && *letter != 'e'; ++letter) digits += *letter >= '0' && *letter <= '9';
  digits_ = std::max(digits_, digits);
  largest_ = std::max(largest_, std::abs(value));
}

double DecimalGrid::unit() const {
  if (digits_ == 0 || digits_ > kMost) return 0.0;
  return std::pow(10.0, std::floor(std::log10(largest_)) + 1.0 - digits_);
}

}  // namespace ebw::verify
