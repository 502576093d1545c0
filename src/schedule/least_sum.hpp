// SPDX-License-Identifier: MIT
// The innermost loop of the tables: the least of many sums.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebw::schedule {

template <class T>
struct Least {
  T value;
  std::size_t index;  // 0 when there are none
};

// The first least sum a[i] + b[i], i < count; the type's largest value (infinity) where count is 0. No sum may
// overflow.
Least<double> least_sum(const double *a, const double *b, std::size_t count);
Least<std::int32_t> least_sum(const std::int32_t *a, const std::int32_t *b, std::size_t count);

}  // namespace ebw::schedule
