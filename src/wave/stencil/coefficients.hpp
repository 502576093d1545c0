// SPDX-License-Identifier: MIT
// Centred finite-difference coefficients of order 2..12 (Fornberg 1988; closed form of the central case).
#pragma once

#include <array>

namespace ebw::wave::stencil {

inline constexpr int kMaxRadius = 6;
inline constexpr int kMaxOrder = 2 * kMaxRadius;

// Radius R = order / 2, spacing 1.
struct Coefficients {
  int radius = 0;
  std::array<double, kMaxRadius + 1> first{};   // du/dx = sum_m first[m] (u(m) - u(-m)); first[0] = 0
  std::array<double, kMaxRadius + 1> second{};  // d2u/dx2 = second[0] u(0) + sum_m second[m] (u(m) + u(-m))

  // Sum of |second-derivative coefficients|: the symbol's largest value.
  double second_sum() const;
};

// order: 2, 4, ..., 12; others are refused (Status::argument).
Coefficients coefficients(int order);

}  // namespace ebw::wave::stencil
