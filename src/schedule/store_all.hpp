// SPDX-License-Identifier: MIT
// Every step keeps what its reverse needs: no step is run twice, and memory grows with the number of steps.
#pragma once

#include "schedule/schedule.hpp"

namespace ebw::schedule {

class StoreAll final : public Schedule {
 public:
  // tape: keep tapes (either kind), else states (state_only; Status::unsupported in kind fused).
  StoreAll(std::int64_t steps, ReverseKind kind, bool tape);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return "store_all"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool uses_tapes() const override { return tape_; }

  std::int64_t count_advances() const override { return kind_ == ReverseKind::fused ? 0 : steps_; }
  std::int64_t count_taped() const override { return steps_ - count_advances(); }
  std::int64_t count_saves() const override { return steps_; }
  std::int64_t count_loads() const override { return steps_; }
  std::int64_t peak_slots() const override { return steps_; }
  std::int64_t count_actions() const override;

 private:
  enum class Stage { tape_all, save, advance, turn, load, reverse, discard };

  std::int64_t steps_;
  ReverseKind kind_;
  bool tape_;
  Stage stage_;
  std::int64_t step_;  // the step that the next action is about; -1 when all is reversed
};

}  // namespace ebw::schedule
