// SPDX-License-Identifier: MIT
// The judge of schedules: runs any stream of actions on integers and names the first that is not legal.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "schedule/schedule.hpp"
#include "schedule/sweep.hpp"
#include "schedule/tape_slots.hpp"

namespace ebw::schedule {

// The slots that a stream may use; states on disk are counted on from the memory slots.
struct CheckLimits {
  std::int64_t memory_slots = 0, disk_slots = 0, tape_slots = 0;
  SharedRoom room{};  // not 0 units: states in memory and tapes must fit in it together
};

// What a stream has done. Without "disk" states in memory and tapes together, as schedules count them.
struct CheckCounts {
  std::int64_t actions = 0, advances = 0, taped = 0;
  std::int64_t saves = 0, loads = 0, peak_slots = 0;
  std::int64_t disk_saves = 0, disk_loads = 0, peak_disk_slots = 0;
  std::int64_t tape_saves = 0, tape_loads = 0, peak_tape_slots = 0;
  bool operator==(const CheckCounts &) const = default;
};

// Legal is: forward steps start from the state in work, which is that at 0 at first, and stay below the steps that are
// reversed; a save takes a free slot within the limits; a load or a discard names what its slot holds; steps are
// reversed one by one from n-1 to 0, each from its own state or tape; the turn comes once, when the forward sweep has
// reached the state at n, which it may do in kind fused only with tapes; at the end every step is reversed and no slot
// is live. A fault is an Error with Status::state whose text begins with the number of the action, counted from 1;
// after it every call is refused with the same text.
class Checker {
 public:
  // steps = 0: not known, the turn tells.
  Checker(std::int64_t steps, Sweep sweep, const CheckLimits &limits);

  void take(const Action &action);
  // The stream has ended.
  void finish();

  const CheckCounts &counts() const { return counts_; }

 private:
  using Slots = std::unordered_map<std::int64_t, std::int64_t>;  // slot -> step

  void take_kind(const Action &a);
  void advance(const Action &a);
  void advance_taped(const Action &a);
  void save(const Action &a);
  void save_tape(const Action &a);
  void load(const Action &a);
  void load_tape(const Action &a);
  void discard(const Action &a);
  void turn(const Action &a);
  void reverse(const Action &a);
  void reverse_leaf(const Action &a);

  void fill_tapes(std::int64_t step, std::int64_t slot, std::int64_t count);
  void require_work(std::int64_t step) const;
  void require_held(const Slots &slots, std::int64_t slot, std::int64_t step) const;
  void require_tape(std::int64_t slot, std::int64_t step) const;
  void require_unused(const Action &a, bool to, bool slot) const;
  bool on_disk(std::int64_t slot) const { return slot >= limits_.memory_slots; }
  void count_memory_peak();
  template <class... Parts>
  [[noreturn]] void refuse(const Parts &...parts) const;

  static constexpr std::int64_t kNone = -1;

  std::int64_t steps_;
  Sweep sweep_;
  CheckLimits limits_;
  CheckCounts counts_;
  Slots states_;
  TapeSlots tapes_;
  std::int64_t live_on_disk_ = 0;
  std::int64_t pending_;            // the step to reverse next; kNone when all are
  std::int64_t work_ = 0;           // the state in work, kNone when undefined
  std::int64_t tape_step_ = kNone;  // the step whose tape is loaded
  std::int64_t untaken_ = kNone;    // the step taken with a tape that was not saved yet
  bool turned_ = false, reversed_ = false, finished_ = false;
  Action action_;
  std::string fault_;
};

// Runs a fresh copy of the schedule: it is legal within the slots that it says it needs, or within `limits` where
// given, and its counts are what it says.
void check(const Schedule &schedule, const CheckLimits *limits = nullptr);

}  // namespace ebw::schedule
