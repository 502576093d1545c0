// SPDX-License-Identifier: MIT
// One run of an executor: where the sweeps stand, and what each kind of action does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "executor/executor.hpp"

namespace ebw::executor {

class Run {
 public:
  Run(schedule::Schedule &schedule, storage::Store &store, Stepper &stepper, Progress *progress, Stats &stats)
      : schedule_(schedule), store_(store), stepper_(stepper), progress_(progress), stats_(stats) {}

  // Start, all actions of the schedule, and the check that every step was reversed.
  void all();

 private:
  using Action = schedule::Action;
  using Bank = storage::Bank;
  using Clock = std::chrono::steady_clock;

  void perform(const Action &action);
  void save(std::int64_t step, std::int64_t slot);
  void load(std::int64_t step, std::int64_t slot);
  void discard(std::int64_t step, std::int64_t slot);
  void turn(std::int64_t step);
  void advance(std::int64_t from, std::int64_t to);
  void advance_taped(std::int64_t from, std::int64_t to, std::int64_t slot);
  void save_tape(std::int64_t step, std::int64_t slot);
  void load_tape(std::int64_t step, std::int64_t slot);
  void reverse(std::int64_t from, std::int64_t to, std::int64_t slot);
  void reverse_with_state(std::int64_t step);
  void reverse_with_tape(std::int64_t step);
  void reverse_leaf(std::int64_t from, std::int64_t to, std::int64_t slot);

  // How many of `steps` to take in one call.
  std::int64_t piece(std::int64_t steps) const;
  std::int64_t taped_piece(std::int64_t steps) const;
  void count_forward(std::int64_t from, std::int64_t to);
  void count_reverse(std::int64_t steps);
  bool on_disk(std::int64_t slot) const { return slot >= memory_slots_; }  // of a state
  void count_state(std::int64_t slot);
  void count_memory_peak();
  void report(std::int64_t steps, std::int64_t recomputed);
  // Refuses an action that does not fit where the sweep stands: a wrong gradient must not come out.
  void require_at(std::int64_t step, const char *action) const;

  static constexpr std::int64_t kNone = -1;

  schedule::Schedule &schedule_;
  storage::Store &store_;
  Stepper &stepper_;
  Progress *progress_;
  Stats &stats_;

  const std::int64_t memory_slots_ = schedule_.memory_slots();
  std::int64_t live_on_disk_ = 0;

  std::int64_t position_ = 0;        // the step whose state the stepper holds; kNone after a reverse
  std::int64_t reached_ = 0;         // the steps below it were taken at least once
  std::int64_t next_reverse_ = 0;    // the step whose adjoint is due
  std::int64_t untaken_ = kNone;     // taped step without a slot: taken when save_tape names its place
  const std::byte *tape_ = nullptr;  // the loaded tape, left in its slot
  std::int64_t tape_step_ = kNone, tape_slot_ = kNone;
  bool discard_tape_ = false;  // its slot is to be discarded as soon as it was used
};

}  // namespace ebw::executor
