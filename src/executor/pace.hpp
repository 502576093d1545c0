// SPDX-License-Identifier: MIT
// How many steps to take at once so that something that is due every so often is done in time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ebw::executor {

// Chunks take from a quarter to a half of the time between two dues: fine enough to be in time, coarse enough for a
// propagator that fuses steps.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Pace(Clock::duration between) : between_(between) { restart(); }

  void restart() {
    chunk_ = 1;
    last_add_ = last_done_ = Clock::now();
  }
  // At least 1.
  std::int64_t chunk() const { return chunk_; }
  // `steps` more were taken at once. True when it is due.
  bool add(std::int64_t steps) {
    const Clock::time_point now = Clock::now();
    const Clock::duration taken = now - last_add_;
    last_add_ = now;
    // Single reverse steps say nothing about longer chunks.
    if (steps >= chunk_ && taken < between_ / 4) chunk_ = std::min(2 * chunk_, kLargestChunk);
    if (taken > between_ / 2) chunk_ = std::max<std::int64_t>(chunk_ / 2, 1);
    return now - last_done_ >= between_;
  }
  // It was done; the time that it took is no step's.
  void done() { last_add_ = last_done_ = Clock::now(); }

 private:
  static constexpr std::int64_t kLargestChunk = std::int64_t{1} << 30;
  Clock::duration between_;
  std::int64_t chunk_ = 1;
  Clock::time_point last_add_, last_done_;
};

}  // namespace ebw::executor
