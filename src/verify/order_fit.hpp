// SPDX-License-Identifier: MIT
// The power of h with which a remainder falls, from the points that stand clear of the noise; never NaN.
#pragma once

#include <cstdint>
#include <span>

namespace ebw::verify {

struct Order {
  double value = 0.0;       // 0 unless known
  double half_width = 0.0;  // of the 95 % interval
  std::int64_t points = 0;  // above the floor
  bool known = false;
};

// In units of the noise's standard deviation: a remainder above is signal.
inline constexpr double kFloor = 10.0;

// Slope of log|remainder| over log h, by weighted least squares over the points with |remainder| > kFloor noise; known
// from 2 points on.
Order fit_order(std::span<const double> h, std::span<const double> remainder, double noise);

// Median of the slopes between neighbouring points that are not 0; known from 3 points on. One bad level moves a fit,
// not a median.
Order median_order(std::span<const double> h, std::span<const double> remainder);

}  // namespace ebw::verify
