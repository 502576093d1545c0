// SPDX-License-Identifier: MIT
// Values that came as decimals of few digits, as what one program prints and another reads.
#pragma once

namespace ebw::verify {

class DecimalGrid {
 public:
  void take(double value);
  // What the last digit is worth at the largest value; 0 when the values have all the digits that a double has. Numbers
  // that are computed do: one in ten is by chance that of 15 digits, nine in a row are not.
  double unit() const;

 private:
  static constexpr int kMost = 14;
  int digits_ = 0;  // that all values need; above kMost: no grid
  double largest_ = 0.0;
};

}  // namespace ebw::verify
