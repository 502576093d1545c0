// SPDX-License-Identifier: MIT
// Runs a schedule: the only room that calls both storage and propagator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "executor/plan.hpp"
#include "executor/progress.hpp"
#include "executor/replay_check.hpp"
#include "executor/room.hpp"
#include "executor/stepper.hpp"
#include "schedule/schedule.hpp"
#include "storage/store.hpp"

namespace ebw::executor {

// What the last run did; partial when it failed.
struct Stats {
  std::int64_t forward_steps = 0;  // taped ones included, also those inside a fused reverse
  std::int64_t reverse_steps = 0;
  std::int64_t recomputed = 0;                        // forward steps that repeat an earlier one
  std::int64_t saves = 0, loads = 0, peak_slots = 0;  // in memory
  std::int64_t disk_saves = 0, disk_loads = 0, peak_disk_slots = 0;
  std::int64_t planned_bytes = 0, peak_bytes = 0;
  // How often the rest of the run was planned again because a checkpoint did not fit; of the last time: the step that
  // the run was at, and the slots of states before and after.
  std::int64_t replans = 0, replan_step = -1, replan_slots_before = 0, replan_slots = 0;
  // Forward: start, advances, taped or not. Reverse: turn and reverses, the taped step of kind fused included. Total:
  // these, the copies from and to storage, and taking memory.
  double seconds_forward = 0.0, seconds_reverse = 0.0, seconds_total = 0.0;
};

class Recovery;

class Executor {
 public:
  // The three must outlive the executor. Refuses a schedule that the propagator cannot serve.
  Executor(schedule::Schedule &schedule, storage::Store &store, Stepper &stepper);

  // Runs hold each recomputed or loaded state against the first sweep, step by step; Status::corrupt names the step.
  void set_replay_check(bool on);

  // What run() will do and hold, with generations or without. Allocates nothing and moves nothing.
  Plan plan(bool generations = false) const;

  // Refuses whatever run() would refuse before it allocates or changes anything.
  void require_ready(bool generations = false) const;
  void require_exact(bool bounded_generations) const;

  // All that the bits of the gradient hang on, and the schedule, which says where a run stands.
  void add_to(Fingerprint &fingerprint) const;

  // One gradient: forward and reverse sweep from start to the reverse of step 0. Work and bytes are held against the
  // plan at the end (Status::internal when they differ). After a failure all slots are free, and the next run begins
  // anew. Adds plan().forward_steps + steps to `progress`, whose begin and finish are the caller's. With a recovery,
  // generations are written on the way, and the run begins where the recovery's generation stands; a failure leaves
  // them there. What a recovery computes again to fill slots is in none of the counts. When a checkpoint does not fit
  // in the bytes of the store, the rest is planned again from the step where the run stands (schedule/rest.hpp), and
  // the counts are held against that plan.
  void run(Progress *progress = nullptr, Recovery *recovery = nullptr);

  const Stats &stats() const { return stats_; }

  // For tests: told of every action that was performed, of all plans joined to one stream; a checkpoint that was lost
  // for want of room is told as its discard.
  using Observer = std::function<void(const schedule::Action &)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

 private:
  void require_compatible() const;
  void plan_steps(Plan &plan) const;
  // Tells the store what the stepper's states and tapes are made of, and which slots the schedule means for a disk.
  void describe_slots() const;
  void prepare();
  void compare_counts(const Plan &plan);
  void compare_with(const Plan &plan, const Recovery *recovery);

  schedule::Schedule &schedule_;
  storage::Store &store_;
  Stepper &stepper_;
  Room room_;
  std::optional<ReplayCheck> replay_check_;
  Observer observer_;
  Stats stats_;
};

}  // namespace ebw::executor
