// SPDX-License-Identifier: MIT
// Binomial checkpointing of a known number of steps: fewest advances, and among those schedules fewest saves
// (Griewank & Walther 2000, Algorithm 799).
#pragma once

#include <vector>

#include "schedule/binomial.hpp"
#include "schedule/schedule.hpp"

namespace ebw::schedule {

// Slot i holds the i-th checkpoint from the left, so slots fill and empty as a stack. Kind state_only is the chain of
// n + 1 steps in which the turn stands for the reverse of step n: it too needs a state and nothing else.
class Revolve final : public Schedule {
 public:
  Revolve(std::int64_t steps, std::int64_t slots, ReverseKind kind);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return "revolve"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }

  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override { return kind_ == ReverseKind::fused ? steps_ : 0; }
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override { return chain_ - 1; }
  std::int64_t peak_slots() const override { return chain_ == 1 ? 0 : slots_; }
  std::int64_t count_actions() const override;

 private:
  enum class Stage { begin, split, arrived, load, discard, reverse };
  struct Checkpoint {
    std::int64_t position;
    Repetition at;  // of the range from here to end_, once that is this checkpoint's own
  };

  Action push(std::int64_t position, Repetition at);
  Action advance();
  Action reverse_or_turn(std::int64_t step);

  std::int64_t steps_;
  std::int64_t chain_;  // steps to reverse, the turn of kind state_only counted as one
  std::int64_t slots_;  // those that the chain can use
  ReverseKind kind_;
  Repetition whole_;

  Stage stage_ = Stage::begin;
  std::int64_t end_;       // steps end_ .. chain_ - 1 are reversed
  std::int64_t work_ = 0;  // where the last advance ended
  Repetition of_right_;    // of the range work_ .. end_
  std::vector<Checkpoint> live_;
};

}  // namespace ebw::schedule
