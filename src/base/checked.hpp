// SPDX-License-Identifier: MIT
// Integer arithmetic that refuses to wrap.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "base/error.hpp"

namespace ebw {

inline std::int64_t checked_add(std::int64_t a, std::int64_t b, const char *what) {
  std::int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) fail(Status::overflow, what, ": ", a, " + ", b, " does not fit 64 bits");
  return sum;
}

inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b, const char *what) {
  std::int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) fail(Status::overflow, what, ": ", a, " * ", b, " does not fit 64 bits");
  return product;
}

inline std::int64_t checked_product(std::initializer_list<std::int64_t> factors, const char *what) {
  std::int64_t product = 1;
  for (std::int64_t factor : factors) product = checked_multiply(product, factor, what);
  return product;
}

// Smallest multiple of `step` that is >= value; value >= 0, step > 0.
inline std::int64_t round_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

}  // namespace ebw
