// SPDX-License-Identifier: MIT
// Compiled for several instruction sets where the compiler can choose among them when the library is loaded; sums and
// minima are exact, so the answer is the same in all.
#include "schedule/least_sum.hpp"

#include <algorithm>
#include <array>
#include <limits>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#  define EBW_CLONED __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#  define EBW_CLONED
#endif

namespace ebw::schedule {

namespace {

// Blocks, so that the minimum is found without branches, and its place looked for in few of them.
template <class T, std::size_t kLanes>
[[gnu::always_inline]] inline Least<T> first_least(const T *a, const T *b, std::size_t count) {
  constexpr std::size_t kBlock = 8 * kLanes;
  using Limits = std::numeric_limits<T>;
  Least<T> least{Limits::has_infinity ? Limits::infinity() : Limits::max(), 0};
  std::size_t i = 0;
  for (; i + kBlock <= count; i += kBlock) {
    std::array<T, kLanes> lane;
    for (std::size_t k = 0; k < kLanes; ++k) lane[k] = a[i + k] + b[i + k];
    for (std::size_t j = kLanes; j < kBlock; j += kLanes)
      for (std::size_t k = 0; k < kLanes; ++k) {
        const T sum = a[i + j + k] + b[i + j + k];
        lane[k] = sum < lane[k] ? sum : lane[k];
      }
    T here = lane[0];
    for (std::size_t k = 1; k < kLanes; ++k) here = lane[k] < here ? lane[k] : here;
    if (here < least.value) least = {here, i};
  }
  const std::size_t rest = i;
  for (; i < count; ++i)
    if (a[i] + b[i] < least.value) least = {static_cast<T>(a[i] + b[i]), i};
  if (least.index < rest)
    while (a[least.index] + b[least.index] != least.value) ++least.index;
  return least;
}

}  // namespace

EBW_CLONED Least<double> least_sum(const double *a, const double *b, std::size_t count) {
  return first_least<double, 8>(a, b, count);
}

EBW_CLONED Least<std::int32_t> least_sum(const std::int32_t *a, const std::int32_t *b, std::size_t count) {
  return first_least<std::int32_t, 16>(a, b, count);
}

}  // namespace ebw::schedule
