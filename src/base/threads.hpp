// SPDX-License-Identifier: MIT
// Thread counts, and the floating-point environment of our parallel regions.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#  include <immintrin.h>
#endif

namespace ebw {

// What `threads = 0` means: OpenMP's own limit (OMP_NUM_THREADS, the affinity mask).
int default_threads() noexcept;

// How many threads a region may have in this process: `wanted`, but 1 in the child of a fork whose parent ran a region
// of several: the OpenMP runtime's threads are not there, and waiting for them would hang. Same bits for any number.
int safe_threads(int wanted) noexcept;

// Whether the calling thread may start others that compute beside it: not where a region of the caller is around us,
// not where threads are bound to places (a thread that OpenMP did not start has its team bound to the first of them),
// not in the child of a fork as above.
bool may_start_threads() noexcept;

// The floating-point mode of one thread while it computes for us: round to nearest, denormals flushed or kept, whatever
// the caller has set; put back on leaving. Denormals ahead of a wavefront cost up to a factor of two and carry nothing.
class FloatMode {
 public:
#if defined(__SSE2__)
  explicit FloatMode(bool flush_to_zero) noexcept : saved_(_mm_getcsr()) {
    const unsigned int flush = 0x8040, rounding = 0x6000;  // FTZ | DAZ, and the two bits of the rounding mode
    const unsigned int cleared = saved_ & ~(flush | rounding);
    _mm_setcsr(flush_to_zero ? cleared | flush : cleared);
  }
  ~FloatMode() { _mm_setcsr(saved_); }

 private:
  unsigned int saved_;
#else
  explicit FloatMode(bool) noexcept {}
#endif
 public:
  FloatMode(const FloatMode &) = delete;
  FloatMode &operator=(const FloatMode &) = delete;
};

// Block `index` of `parts` nearly equal consecutive blocks of 0..count-1, as [begin, end).
struct Range {
  std::int64_t begin, end;
};
inline Range share(std::int64_t count, int index, int parts) noexcept {
  const std::int64_t base = count / parts, rest = count % parts;
  const std::int64_t begin = base * index + (index < rest ? index : rest);
  return {begin, begin + base + (index < rest ? 1 : 0)};
}

}  // namespace ebw
