// SPDX-License-Identifier: MIT
// A barrier for the threads of one parallel region, met once per time step: spins for some microseconds, then gives the
// core away, so that a machine with other work to do does not lose whole time slices at every step.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#if defined(__SSE2__)
#  include <immintrin.h>
#endif

namespace ebw {

class StepBarrier {
 public:
  // All `team` threads of the region call it alike.
  void wait(int team) noexcept {
    if (team == 1) return;
    const std::uint64_t phase = phase_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == team) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      return;
    }
    for (int spin = 0; phase_.load(std::memory_order_acquire) == phase; ++spin) {
      if (spin >= kSpins)
        std::this_thread::yield();
      else
        relax();
    }
  }

 private:
  static constexpr int kSpins = 1000;  // about 20 microseconds

  static void relax() noexcept {
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

  alignas(64) std::atomic<std::uint64_t> phase_{0};
  alignas(64) std::atomic<int> arrived_{0};
};

}  // namespace ebw
