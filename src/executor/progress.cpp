// SPDX-License-Identifier: MIT
// When to tell of progress.
#include "executor/progress.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"

namespace ebw::executor {

namespace {
constexpr std::chrono::milliseconds kBetweenReports{100};
}  // namespace

Progress::Progress(Function function, std::int64_t every)
    : function_(std::move(function)), every_(every), pace_(kBetweenReports) {
  if (every < 0) fail(Status::argument, "every = ", every, ", need a number of steps, or 0 for ten calls a second");
}

void Progress::begin(std::int64_t total) {
  done_ = recomputed_ = 0;
  total_ = total;
  told_ = -1;
  pace_.restart();
}

std::int64_t Progress::chunk() const {
  return every_ == 0 ? pace_.chunk() : std::max<std::int64_t>(1, every_ - (done_ - std::max<std::int64_t>(0, told_)));
}

void Progress::add(std::int64_t steps, std::int64_t recomputed) {
  done_ += steps;
  recomputed_ += recomputed;
  if (due(steps)) report();
}

bool Progress::due(std::int64_t steps) {
  if (every_ > 0) return done_ - std::max<std::int64_t>(0, told_) >= every_;
  return pace_.add(steps);
}

void Progress::report() {
  told_ = done_;
  if (every_ == 0) pace_.done();
  if (const std::int32_t answer = function_(done_, total_, recomputed_); answer != 0)
    fail(Status::cancelled, "the progress callback returned ", answer, " after ", done_, " of ", total_,
         " steps; run again to begin anew");
}

void Progress::finish() {
  if (told_ != done_) report();
}

}  // namespace ebw::executor
