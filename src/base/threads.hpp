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

// Sets flush-to-zero and denormals-are-zero for one thread of a parallel region and restores the control word on
// leaving. Denormals ahead of a wavefront cost up to a factor of two and carry nothing.
class FlushToZero {
 public:
#if defined(__SSE2__)
  explicit FlushToZero(bool on) noexcept : saved_(_mm_getcsr()) {
    const unsigned int bits = 0x8040;  // FTZ | DAZ
    _mm_setcsr(on ? saved_ | bits : saved_ & ~bits);
  }
  ~FlushToZero() { _mm_setcsr(saved_); }

 private:
  unsigned int saved_;
#else
  explicit FlushToZero(bool) noexcept {}
#endif
 public:
  FlushToZero(const FlushToZero &) = delete;
  FlushToZero &operator=(const FlushToZero &) = delete;
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
