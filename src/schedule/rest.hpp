// SPDX-License-Identifier: MIT
// What is left of a sweep, planned again when slots turned out to hold less than was thought: from the states that are
// stored, the state in work, and the room that there is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/binomial_sweep.hpp"
#include "schedule/leaves.hpp"
#include "schedule/schedule.hpp"

namespace ebw::schedule {

// bytes: what it takes of the room that some slots share; 0: its slot has a place of its own.
struct StoredState {
  std::int64_t step = -1, slot = -1, bytes = 0;
};

// In steps, or in leaves of a chain of leaves.
struct Remaining {
  std::int64_t end = 0;                    // the step behind the one that is reversed next; a due turn counts as a step
  std::int64_t turn_step = -1;             // that step; -1: the turn is past, or does not come
  bool last_is_done = false;               // in leaves: the last of the leaf that ends there is reversed, or has turned
  std::int64_t work = -1;                  // the state in work; -1: none is
  std::vector<StoredState> stored;         // ascending; the first is the state at 0
  std::vector<std::int64_t> own, sharing;  // free slots with a place of their own, and those that share
  std::int64_t room = 0;                   // of all that share
  std::int64_t assumed = 1;                // what each state that is saved from here on takes of it, at most
};

// One range per stored state that is kept, from it to the next one, reversed by the binomial rule from the last to the
// first with the slots that are free then. All that is saved on the way fits, as long as none takes more than assumed.
struct RestPlan {
  struct Range {
    std::int64_t first = 0, slot = 0, shares = 0;  // the stored state
    std::int64_t slots = 1;                        // its own, and those that are free while the range is reversed
  };
  std::int64_t end = 0, turn_step = -1, last_is_done = 0;
  std::int64_t load = -1;              // the slot that the state `work` comes out of first; -1: it is in work
  std::int64_t work = -1, split = -1;  // it is advanced to `split`, where the last range is parted; -1: no such part
  std::int64_t slots = 0;              // most that are in use at once
  std::vector<Range> ranges;
  std::vector<StoredState> dropped;  // discarded first
  std::vector<std::int64_t> own, sharing;

  // As a list, for files.
  std::vector<std::int64_t> numbers() const;
  // Status::corrupt for a list that numbers() does not give.
  static RestPlan from(const std::vector<std::int64_t> &numbers);
};

// The ranges with the fewest forward steps over all choices of what is kept. The search is exact while few choices are
// as good as each other in one way and better in another; of more than kMostStored stored states some are not looked
// at.
RestPlan plan_rest(const Remaining &remaining);
inline constexpr std::size_t kMostStored = 300;
// Its forward steps, those of a fused reverse aside.
Wide forward_steps(const RestPlan &plan);

// The stream of a plan.
class RestSweep {
 public:
  explicit RestSweep(RestPlan plan);
  Action next();

 private:
  std::vector<std::int64_t> free_slots(std::size_t range, std::int64_t length) const;
  void begin_range();

  RestPlan plan_;
  std::size_t dropped_ = 0;  // of plan_.dropped
  bool loaded_, advanced_, begun_ = false;
  std::size_t left_;  // ranges that are not begun
  std::int64_t end_;  // of the next one
  BinomialSweep sweep_;
};

// Whether the rest of this schedule can be planned again: it keeps states, at steps or between leaves.
bool can_go_on(const Schedule &schedule);

// A schedule from where another one stands to the end; its counts are those of the rest.
class Rest final : public Schedule {
 public:
  // The plan is in leaves where `of` has leaves.
  Rest(const Schedule &of, RestPlan plan);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override { return std::make_unique<Rest>(*this, plan_); }

  const char *name() const override { return name_; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool turns() const override { return turns_; }
  bool uses_tapes() const override { return tape_slots_ > 0; }
  const Leaves *leaves() const override { return leaves_.count > 0 ? &leaves_ : nullptr; }

  std::int64_t state_slots() const override { return state_slots_; }
  std::int64_t memory_slots() const override { return memory_slots_; }
  std::int64_t tape_slots() const override { return tape_slots_; }

  std::int64_t count_advances() const override { return tally_.advances; }
  std::int64_t count_taped() const override { return tally_.taped; }
  std::int64_t count_saves() const override { return tally_.saves; }
  std::int64_t count_loads() const override { return tally_.loads; }
  std::int64_t peak_slots() const override { return plan_.slots; }
  std::int64_t count_disk_saves() const override { return tally_.disk_saves; }
  std::int64_t count_disk_loads() const override { return tally_.disk_loads; }
  std::int64_t count_actions() const override { return tally_.actions; }

  const RestPlan &plan() const { return plan_; }
  // What it begins with, in steps.
  std::vector<StoredState> stored() const;

 private:
  struct Tally {
    std::int64_t advances = 0, taped = 0, saves = 0, loads = 0, disk_saves = 0, disk_loads = 0, actions = 0;
  };
  void count(const Action &action);

  const char *name_;
  std::int64_t steps_;
  ReverseKind kind_;
  bool turns_;
  Leaves leaves_{};  // count 0: none
  std::int64_t state_slots_, memory_slots_, tape_slots_;
  RestPlan plan_;
  RestSweep sweep_;
  LeafActions actions_;
  Tally tally_;
};

}  // namespace ebw::schedule
