// SPDX-License-Identifier: MIT
// Euclidean norm of any scale: squares neither underflow nor overflow, so verdicts do not depend on units.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/sums.hpp"

namespace ebw::verify {

// Norm of term(0), ..., term(count - 1).
template <class Term>
double norm_of(std::int64_t count, const Term &term) {
  double largest = 0.0;
  for (std::int64_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(static_cast<double>(term(i))));
  if (largest == 0.0 || !std::isfinite(largest)) return largest;
  // A power of two: scaling by it rounds nothing.
  const int exponent = std::ilogb(largest);
  const double sum = tree_sum(0, count, [&](std::int64_t i) {
    const double t = std::scalbn(static_cast<double>(term(i)), -exponent);
    return t * t;
  });
  return std::scalbn(std::sqrt(sum), exponent);
}

// The first element that is NaN or infinite; -1 when there is none.
template <class T>
std::int64_t first_non_finite(const T *values, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    if (!std::isfinite(values[i])) return i;
  return -1;
}

}  // namespace ebw::verify
