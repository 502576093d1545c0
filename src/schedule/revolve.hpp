// SPDX-License-Identifier: MIT
// Binomial checkpointing of a known number of steps: fewest advances, and among those schedules fewest saves
// (Griewank & Walther 2000, Algorithm 799).
#pragma once

#include "schedule/binomial_sweep.hpp"
#include "schedule/schedule.hpp"
#include "schedule/sweep.hpp"

namespace ebw::schedule {

// A sweep that turns is the chain of n + 1 steps in which the turn stands for the reverse of step n.
class Revolve final : public Schedule {
 public:
  Revolve(std::int64_t steps, std::int64_t slots, Sweep sweep);

  Action next() override { return stream_.next(); }
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return "revolve"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return sweep_.kind; }
  bool turns() const override { return sweep_.turns; }

  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override { return sweep_.taped(steps_); }
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override { return chain_ - 1; }
  std::int64_t peak_slots() const override { return chain_ == 1 ? 0 : slots_; }
  std::int64_t count_actions() const override;

 private:
  std::int64_t steps_;
  Sweep sweep_;
  std::int64_t chain_;  // steps to reverse, a turn counted as one
  std::int64_t slots_;  // those that the chain can use
  BinomialSweep stream_;
};

}  // namespace ebw::schedule
