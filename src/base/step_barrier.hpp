// SPDX-License-Identifier: MIT
// A barrier for the threads of one parallel region, met once per time step: spins for some microseconds, then sleeps.
// On a machine with other work to do a spinning thread uses up its time slice for nothing and is late at the next step;
// one that sleeps is scheduled at once when it is woken.
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__SSE2__)
#  include <immintrin.h>
#endif

namespace ebw {

class StepBarrier {
 public:
  // All `team` threads of the region call it alike.
  void wait(int team) noexcept {
    if (team == 1) return;
    const std::uint32_t phase = phase_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == team) {
      arrived_.store(0, std::memory_order_relaxed);
      phase_.store(phase + 1, std::memory_order_release);
      phase_.notify_all();
      return;
    }
    for (int spin = 0; spin < kSpins; ++spin) {
      if (phase_.load(std::memory_order_acquire) != phase) return;
      relax();
    }
    phase_.wait(phase, std::memory_order_acquire);
  }

 private:
  static constexpr int kSpins = 500;  // 10 to 30 microseconds

  static void relax() noexcept {
#if defined(__SSE2__)
    _mm_pause();
#endif
  }

  alignas(64) std::atomic<std::uint32_t> phase_{0};  // 32 bits: what the system can sleep on
  alignas(64) std::atomic<int> arrived_{0};
};

}  // namespace ebw
