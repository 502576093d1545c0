// SPDX-License-Identifier: MIT
// States and tapes in one room, each where it saves most: the fewest forward steps of all schedules that keep both
// (Maddison 2024, J. Comput. Sci. 82, 102405), also where a state and a tape differ in size.
#pragma once

#include <memory>
#include <vector>

#include "schedule/mixed_table.hpp"
#include "schedule/schedule.hpp"

namespace ebw::schedule {

// Room is counted in units. What is kept lies as a stack: a slot's number is the first unit that it takes, so that
// states and tapes of any size share one arena. As in revolve, kind state_only is the chain of n + 1 steps with the
// turn as the last.
class Mixed final : public Schedule {
 public:
  Mixed(std::int64_t steps, std::int64_t units, std::int64_t state_units, std::int64_t tape_units, ReverseKind kind);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return "mixed"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool uses_tapes() const override { return true; }
  bool turns() const override { return kind_ == ReverseKind::state_only; }
  bool reverses_from_states() const override { return true; }
  std::int64_t state_slots() const override { return counts_.peak_units; }
  std::int64_t tape_slots() const override { return counts_.peak_units; }
  SharedRoom shared_room() const override { return {counts_.peak_units, state_units_, tape_units_}; }

  std::int64_t count_advances() const override { return counts_.advances; }
  std::int64_t count_taped() const override { return kind_ == ReverseKind::fused ? steps_ : 0; }
  std::int64_t count_saves() const override { return counts_.saves; }
  std::int64_t count_loads() const override { return counts_.loads; }
  // Units in use at once.
  std::int64_t peak_slots() const override { return counts_.peak_units; }
  std::int64_t count_actions() const override { return counts_.actions; }
  std::int64_t table_bytes() const override { return table_->bytes(); }
  // Of the saves those of tapes.
  std::int64_t count_tapes() const { return counts_.tapes; }

 private:
  enum class Stage { decide, save_tape, advance, load, discard_state, reverse_tape, discard_tape };
  struct Kept {
    std::int64_t step;
    bool tape;
  };
  struct Counts {
    std::int64_t advances = 0, saves = 0, tapes = 0, loads = 0, peak_units = 0, actions = 0;
  };
  struct FreshTag {};

  Mixed(const Mixed &other, FreshTag);
  Action decide();
  Action keep(ActionKind kind, bool tape);
  Action load();
  Action drop(Stage then);
  Counts counted() const;
  std::int64_t size_of(const Kept &kept) const { return kept.tape ? tape_units_ : state_units_; }
  std::int64_t free() const { return table_->units() - used_; }

  std::int64_t steps_, state_units_, tape_units_;
  ReverseKind kind_;
  std::int64_t chain_;
  std::shared_ptr<const MixedTable> table_;
  Counts counts_;

  Stage stage_ = Stage::decide;
  std::int64_t work_ = 0;  // the state in work
  std::int64_t end_;       // steps end_ .. chain_ - 1 are reversed
  std::int64_t used_ = 0;  // units
  std::vector<Kept> kept_;
};

}  // namespace ebw::schedule
