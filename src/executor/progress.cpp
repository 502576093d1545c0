// SPDX-License-Identifier: MIT
// When to tell of progress.
#include "executor/progress.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace ebw::executor {

namespace {
constexpr std::chrono::milliseconds kBetweenReports{100};
// Chunks take from a quarter to a half of the time between reports: fine enough to be in time, coarse enough for a
// propagator that fuses steps.
constexpr std::chrono::milliseconds kLongChunk{50};
constexpr std::chrono::milliseconds kShortChunk{25};
constexpr std::int64_t kLargestChunk = std::int64_t{1} << 30;
}  // namespace

Progress::Progress(Function function, std::int64_t every) : function_(std::move(function)), every_(every) {
  if (every < 0) fail(Status::argument, "every = ", every, ", need a number of steps, or 0 for ten calls a second");
}

void Progress::begin(std::int64_t total) {
  done_ = recomputed_ = 0;
  total_ = total;
  told_ = -1;
  chunk_ = 1;
  last_add_ = last_report_ = Clock::now();
}

std::int64_t Progress::chunk() const {
  return every_ == 0 ? chunk_ : std::max<std::int64_t>(1, every_ - (done_ - std::max<std::int64_t>(0, told_)));
}

void Progress::add(std::int64_t steps, std::int64_t recomputed) {
  done_ += steps;
  recomputed_ += recomputed;
  if (due(steps)) report();
}

bool Progress::due(std::int64_t steps) {
  if (every_ > 0) return done_ - std::max<std::int64_t>(0, told_) >= every_;
  const Clock::time_point now = Clock::now();
  const Clock::duration taken = now - last_add_;
  last_add_ = now;
  // Single reverse steps say nothing about longer chunks.
  if (steps >= chunk_ && taken < kShortChunk) chunk_ = std::min(2 * chunk_, kLargestChunk);
  if (taken > kLongChunk) chunk_ = std::max<std::int64_t>(chunk_ / 2, 1);
  return now - last_report_ >= kBetweenReports;
}

void Progress::report() {
  told_ = done_;
  if (every_ == 0) last_report_ = Clock::now();
  if (const std::int32_t answer = function_(done_, total_, recomputed_); answer != 0)
    fail(Status::cancelled, "the progress callback returned ", answer, " after ", done_, " of ", total_,
         " steps; run again to begin anew");
}

void Progress::finish() {
  if (told_ != done_) report();
}

}  // namespace ebw::executor
