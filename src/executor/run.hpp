// SPDX-License-Identifier: MIT
// One run of an executor: where the sweeps stand, and what each kind of action does.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "executor/executor.hpp"
#include "executor/look_ahead.hpp"
#include "executor/recovery.hpp"
#include "executor/room.hpp"
#include "schedule/rest.hpp"

namespace ebw::executor {

class Run {
 public:
  Run(schedule::Schedule &schedule, Room &store, Stepper &stepper, Progress *progress, Recovery *recovery,
      ReplayCheck *replay_check, Stats &stats, const Executor::Observer &observer)
      : first_schedule_(schedule),
        schedule_(&schedule),
        store_(store),
        stepper_(stepper),
        progress_(progress),
        recovery_(recovery),
        replay_check_(replay_check),
        stats_(stats),
        observer_(observer) {
    look_ahead_.emplace(schedule, store.store());
  }

  // Start, all actions of the schedule from the first or from where the recovery says, and the check that every step
  // was reversed.
  void all();

 private:
  using Action = schedule::Action;
  using Bank = storage::Bank;
  using Clock = std::chrono::steady_clock;

  // The next action of the schedule, which may have been read already.
  Action next();
  // Performs what is left of an action, all of it as a rule, with its time and its place in generations.
  void take(const Action &action, const Action &rest);
  void note_done(const Action &action);
  void perform(const Action &action);
  void save(std::int64_t step, std::int64_t slot);
  void load(std::int64_t step, std::int64_t slot);
  // Copies a state that a load has left in its slot; or is done with it.
  void fetch_left();
  void end_left();
  void discard(std::int64_t step, std::int64_t slot);
  void turn(std::int64_t step);
  void advance(std::int64_t from, std::int64_t to);
  // The slot of the save that follows the present action, if it is of this step and can be done in passing; or kNone.
  std::int64_t slot_saved_next(std::int64_t step);
  void advance_saving(std::int64_t from, std::int64_t to, std::int64_t slot);
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
  void check_replay(std::int64_t step, const char *how) const;

  // Where a generation may be written: between two actions (next = kNone), or inside the present one with step `next`
  // due. `steps` were taken since the last such place.
  void safe_point(std::int64_t steps, std::int64_t next);
  // Puts everything back to where it stood and finishes the action that was under way.
  void restore(const Standing &standing);

  // Whether slots have room for less than their number, so that a save may find none.
  bool may_lack_room();
  // A checkpoint did not fit: the rest becomes another schedule, which goes on from here with what is stored. False
  // when there is none.
  bool plan_again(const Error &why);
  schedule::Remaining remaining();
  std::vector<schedule::StoredState> stored_states();
  void drop_tapes();
  // Forgets the checkpoints that the store has lost.
  void drop_lost();
  void go_on_with(schedule::RestPlan plan);
  void go_on_online(const std::vector<schedule::StoredState> &stored);
  void expect_counts();
  void compare_with_rest() const;
  // What a generation holds of this, and back.
  std::vector<std::int64_t> rest_numbers() const;
  void restore_rest(const std::vector<std::int64_t> &numbers);
  // Refuses an action that does not fit where the sweep stands: a wrong gradient must not come out.
  void require_at(std::int64_t step, const char *action) const;

  static constexpr std::int64_t kNone = -1;

  schedule::Schedule &first_schedule_;
  schedule::Schedule *schedule_;              // the first, or rest_
  std::unique_ptr<schedule::Schedule> rest_;  // planned again
  Room &store_;
  Stepper &stepper_;
  Progress *progress_;
  Recovery *recovery_;
  ReplayCheck *replay_check_;
  Stats &stats_;
  const Executor::Observer &observer_;
  std::optional<LookAhead> look_ahead_;

  const std::int64_t memory_slots_ = first_schedule_.memory_slots();
  std::int64_t live_on_disk_ = 0;

  Action action_;                    // under way
  std::optional<Action> following_;  // read ahead
  std::int64_t actions_ = 0;         // performed whole, and their hash
  std::uint64_t action_hash_ = 0;
  bool keeps_live_ = false;
  LiveSlots live_;            // kept for a recovery, and where room may be lacking
  bool has_adjoint_ = false;  // turned, or a step was reversed

  std::int64_t position_ = 0;        // the step whose state the stepper holds; kNone after a reverse
  std::int64_t reached_ = 0;         // the steps below it were taken at least once
  std::int64_t next_reverse_ = 0;    // the step whose adjoint is due
  std::int64_t untaken_ = kNone;     // taped step without a slot: taken when save_tape names its place
  const std::byte *tape_ = nullptr;  // the loaded tape, left in its slot
  std::int64_t tape_step_ = kNone, tape_slot_ = kNone;
  bool discard_tape_ = false;  // its slot is to be discarded as soon as it was used

  // Copies of states that can be spared. A state that is loaded for its reverse alone is used in its slot; one that is
  // saved right after an advance is written by the advance's last step.
  bool leaves_states_ = false, saves_in_passing_ = false;
  const std::byte *left_ = nullptr;  // the state of position_, still to be copied from its slot
  std::int64_t left_slot_ = kNone;
  bool discard_left_ = false;
  std::int64_t saved_slot_ = kNone;  // written already, its save is the next action

  // Since the rest was planned again.
  std::int64_t assumed_ = 0;            // bytes of a checkpoint
  std::vector<std::int64_t> replan_;    // what it was planned to be, as numbers; empty: never
  std::vector<std::int64_t> expected_;  // counts at the end, in the order of counts(); empty: not known
};

}  // namespace ebw::executor
