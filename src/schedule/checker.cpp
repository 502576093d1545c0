// SPDX-License-Identifier: MIT
// The rules, one function per kind of action.
#include "schedule/checker.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

Checker::Checker(std::int64_t steps, Sweep sweep, const CheckLimits &limits)
    : steps_(steps), sweep_(sweep), limits_(limits), pending_(steps - 1) {
  if (steps != 0) require_steps(steps);
  for (const std::int64_t slots : {limits.memory_slots, limits.disk_slots, limits.tape_slots})
    if (slots < 0) fail(Status::argument, "limits: ", slots, " slots, need 0 or more");
  checked_add(limits.memory_slots, limits.disk_slots, "limits: memory and disk slots");
}

template <class... Parts>
void Checker::refuse(const Parts &...parts) const {
  fail(Status::state, "action ", counts_.actions, " (kind ", static_cast<std::int32_t>(action_.kind), ", from ",
       action_.from, ", to ", action_.to, ", slot ", action_.slot, "): ", parts...);
}

void Checker::take(const Action &action) {
  if (!fault_.empty()) fail(Status::state, fault_);
  action_ = action;
  ++counts_.actions;
  try {
    if (finished_) refuse("the stream has ended already");
    take_kind(action);
  } catch (const Error &error) {
    fault_ = error.what();
    throw;
  }
}

void Checker::finish() {
  if (!fault_.empty()) fail(Status::state, fault_);
  action_ = {};
  try {
    if (pending_ != kNone || steps_ == 0)
      refuse("the stream ends before the reverse of step ", steps_ == 0 ? work_ : pending_);
    if (!states_.empty())
      refuse("the stream ends and slot ", states_.begin()->first, " still holds the state at ",
             states_.begin()->second);
    if (!tapes_.empty())
      refuse("the stream ends and tape slot ", tapes_.first_used(), " still holds the tape of step ",
             tapes_.step_of(tapes_.first_used()));
  } catch (const Error &error) {
    fault_ = error.what();
    throw;
  }
  finished_ = true;
}

void Checker::take_kind(const Action &a) {
  const bool at_end = steps_ > 0 && work_ == steps_ && !turned_;
  if (untaken_ != kNone && a.kind != ActionKind::save_tape)
    refuse("the tape of step ", untaken_, " was taken and is not saved");
  if (at_end && a.kind != ActionKind::turn && a.kind != ActionKind::save_tape)
    refuse("the state at ", steps_, " is in work and waits for its turn");
  if (tape_step_ != kNone && a.kind != ActionKind::reverse && a.kind != ActionKind::discard)
    refuse("the tape of step ", tape_step_, " is loaded and waits for its reverse");
  switch (a.kind) {
    case ActionKind::advance: return advance(a);
    case ActionKind::save: return save(a);
    case ActionKind::load: return load(a);
    case ActionKind::discard: return discard(a);
    case ActionKind::turn: return turn(a);
    case ActionKind::reverse: return a.slot >= 0 ? reverse_leaf(a) : reverse(a);
    case ActionKind::advance_taped: return advance_taped(a);
    case ActionKind::save_tape: return save_tape(a);
    case ActionKind::load_tape: return load_tape(a);
    case ActionKind::end: break;
  }
  refuse("there is no such kind; pass 1 to 9");
}

// ---- What several kinds ask for

void Checker::require_work(std::int64_t step) const {
  if (work_ == kNone) refuse("no state is in work since the last reverse; load one first");
  if (work_ != step) refuse("the state at ", work_, " is in work");
}

void Checker::require_held(const Slots &slots, std::int64_t slot, std::int64_t step) const {
  const auto found = slots.find(slot);
  if (found == slots.end()) refuse("slot ", slot, " is free");
  if (found->second != step) refuse("slot ", slot, " holds step ", found->second);
}

void Checker::require_tape(std::int64_t slot, std::int64_t step) const {
  const std::int64_t held = tapes_.step_of(slot);
  if (held == TapeSlots::kNone) refuse("tape slot ", slot, " is free");
  if (held != step) refuse("tape slot ", slot, " holds step ", held);
}

void Checker::require_unused(const Action &a, bool to, bool slot) const {
  if (to && a.to != kNone) refuse("this kind has no field `to`; pass -1");
  if (slot && a.slot != kNone) refuse("this kind has no field `slot`; pass -1");
}

void Checker::count_memory_peak() {
  const std::int64_t tapes = tapes_.count();
  const auto memory = static_cast<std::int64_t>(states_.size()) - live_on_disk_;
  counts_.peak_tape_slots = std::max(counts_.peak_tape_slots, tapes);
  const SharedRoom &room = limits_.room;
  if (room.units == 0) {
    counts_.peak_slots = std::max(counts_.peak_slots, memory + tapes);
    return;
  }
  const std::int64_t units = memory * room.state_units + tapes * room.tape_units;
  if (units > room.units) refuse(memory, " states and ", tapes, " tapes do not fit in ", room.units, " units");
  counts_.peak_slots = std::max(counts_.peak_slots, units);
}

// ---- Forward

void Checker::advance(const Action &a) {
  require_unused(a, false, true);
  require_work(a.from);
  if (a.to <= a.from) refuse("advances to no later state");
  // Kind fused takes its last step taped; nothing that is reversed is needed again.
  const bool whole = !turned_ && !reversed_ && sweep_.turns;
  if (steps_ > 0 && a.to > (whole ? steps_ : pending_))
    refuse("step ", whole ? steps_ : pending_, whole ? " does not exist" : " needs no advance beyond its state");
  counts_.advances = checked_add(counts_.advances, a.to - a.from, "advances");
  work_ = a.to;
}

void Checker::advance_taped(const Action &a) {
  require_work(a.from);
  const std::int64_t last = steps_ == 0 ? INT64_MAX : turned_ || reversed_ ? pending_ + 1 : steps_;
  if (a.to <= a.from || a.to > last) refuse("takes no step, or steps that are not left to reverse");
  if (a.slot < 0) {
    if (a.slot != kNone || a.to != a.from + 1) refuse("without a tape slot one step is taken, with slot -1");
    untaken_ = a.from;
  } else {
    if (a.to - a.from > limits_.tape_slots) refuse("more tapes than the ", limits_.tape_slots, " tape slots");
    fill_tapes(a.from, a.slot, a.to - a.from);
  }
  std::int64_t &count = sweep_.kind == ReverseKind::fused ? counts_.taped : counts_.advances;
  count = checked_add(count, a.to - a.from, "forward steps");
  work_ = a.to;
}

void Checker::fill_tapes(std::int64_t step, std::int64_t slot, std::int64_t count) {
  const std::int64_t most = slot < 0 ? 0 : limits_.tape_slots - slot;
  const std::int64_t used = tapes_.first_used(slot, count);
  // The first slot that is wrong, and of one that is wrong twice the graver.
  if (count > most && (used == TapeSlots::kNone || used >= slot + std::max<std::int64_t>(most, 0)))
    refuse("tape slot ", slot + std::max<std::int64_t>(most, 0), " does not exist, there are ", limits_.tape_slots);
  if (used != TapeSlots::kNone) refuse("tape slot ", used, " still holds step ", tapes_.step_of(used));
  tapes_.fill(slot, count, step);
  counts_.saves += count;
  counts_.tape_saves += count;
  count_memory_peak();
}

void Checker::save_tape(const Action &a) {
  require_unused(a, true, false);
  if (untaken_ == kNone || untaken_ != a.from) refuse("this step was not just taken with slot -1");
  untaken_ = kNone;
  fill_tapes(a.from, a.slot, 1);
}

void Checker::turn(const Action &a) {
  require_unused(a, true, true);
  if (turned_ || reversed_) refuse("the turn comes once, before the first reverse");
  require_work(a.from);
  if (steps_ == 0) {
    require_steps(a.from);
    steps_ = a.from;
    pending_ = steps_ - 1;
  }
  if (a.from != steps_) refuse("the turn is at the state ", steps_);
  turned_ = true;
}

// ---- States

void Checker::save(const Action &a) {
  require_unused(a, true, false);
  require_work(a.from);
  if (steps_ > 0 && a.from > pending_) refuse("no step is left to reverse from this state");
  const std::int64_t all = limits_.memory_slots + limits_.disk_slots;
  if (a.slot < 0 || a.slot >= all)
    refuse("slot ", a.slot, " does not exist, there are ", limits_.memory_slots, " in memory and ", limits_.disk_slots,
           " on disk");
  if (const auto [at, free] = states_.emplace(a.slot, a.from); !free)
    refuse("slot ", a.slot, " still holds the state at ", at->second);
  if (on_disk(a.slot)) {
    ++counts_.disk_saves;
    counts_.peak_disk_slots = std::max(counts_.peak_disk_slots, ++live_on_disk_);
  } else {
    ++counts_.saves;
    count_memory_peak();
  }
}

void Checker::load(const Action &a) {
  require_unused(a, true, false);
  require_held(states_, a.slot, a.from);
  if (steps_ > 0 && a.from > pending_) refuse("no step is left to reverse from this state");
  ++(on_disk(a.slot) ? counts_.disk_loads : counts_.loads);
  work_ = a.from;
}

void Checker::discard(const Action &a) {
  require_unused(a, true, false);
  if (const auto state = states_.find(a.slot); state != states_.end() && state->second == a.from) {
    if (on_disk(a.slot)) --live_on_disk_;
    states_.erase(state);
    return;
  }
  if (tapes_.empty()) require_held(states_, a.slot, a.from);
  require_tape(a.slot, a.from);
  tapes_.free(a.slot, 1);
}

// ---- Reverse

void Checker::load_tape(const Action &a) {
  require_unused(a, true, false);
  require_tape(a.slot, a.from);
  ++counts_.loads;
  ++counts_.tape_loads;
  tape_step_ = a.from;
}

void Checker::reverse(const Action &a) {
  if (steps_ == 0) refuse("a reverse before the turn, which tells how many steps there are");
  if (a.from != pending_) refuse("step ", pending_, " is the next to reverse");
  if (a.to != a.from || a.slot != kNone) refuse("a range is reversed from tape slots only; pass to = from, slot = -1");
  if (sweep_.turns && !turned_) refuse("a reverse before the turn");
  if (tape_step_ != kNone) {
    if (tape_step_ != a.from) refuse("the tape of step ", tape_step_, " is loaded");
  } else {
    require_work(a.from);
    if (sweep_.kind == ReverseKind::fused) ++counts_.taped;
  }
  --pending_;
  work_ = tape_step_ = kNone;
  reversed_ = true;
}

void Checker::reverse_leaf(const Action &a) {
  if (steps_ == 0) refuse("a reverse before the turn, which tells how many steps there are");
  if (a.from != pending_) refuse("step ", pending_, " is the next to reverse");
  if (a.to > a.from || a.to < 0) refuse("reverses from a step down to an earlier one");
  if (tape_step_ != kNone) refuse("the tape of step ", tape_step_, " is loaded");
  if (sweep_.turns && !turned_) refuse("a reverse before the turn");
  const std::int64_t count = a.from - a.to + 1;
  checked_add(a.slot, count - 1, "tape slot");
  const std::int64_t other = tapes_.last_other(a.slot, count, a.to);
  if (other != TapeSlots::kNone) require_tape(other, a.to + (other - a.slot));
  tapes_.free(a.slot, count);
  counts_.loads += count;
  counts_.tape_loads += count;
  pending_ = a.to - 1;
  work_ = kNone;
  reversed_ = true;
}

// ---- A whole schedule

void check(const Schedule &schedule, const CheckLimits *limits) {
  if (schedule.steps() == 0)
    fail(Status::state, "the schedule '", schedule.name(),
         "' does not end before it was told where; call ebw_schedule_finish first");
  const std::int64_t memory = schedule.memory_slots();
  const CheckLimits own{memory, schedule.state_slots() - memory, schedule.tape_slots(), schedule.shared_room()};
  if (limits && (own.memory_slots > limits->memory_slots || own.disk_slots > limits->disk_slots ||
                 own.tape_slots > limits->tape_slots))
    fail(Status::state, "the schedule '", schedule.name(), "' takes ", own.memory_slots, " slots in memory, ",
         own.disk_slots, " on disk and ", own.tape_slots, " of tapes; allowed are ", limits->memory_slots, ", ",
         limits->disk_slots, " and ", limits->tape_slots);
  Sweep sweep(schedule.reverse_kind());
  if (schedule.turns() && !schedule.uses_tapes()) sweep.turns = true;
  Checker checker(schedule.steps(), sweep, own);
  const std::unique_ptr<Schedule> stream = schedule.fresh();
  for (Action a = stream->next(); a.kind != ActionKind::end; a = stream->next()) checker.take(a);
  checker.finish();
  if (stream->next().kind != ActionKind::end) fail(Status::state, "an action after the end");

  const CheckCounts &seen = checker.counts();
  const auto require_equal = [&](const char *what, std::int64_t ran, std::int64_t said) {
    if (ran != said)
      fail(Status::state, "the schedule '", schedule.name(), "' says that it has ", what, " = ", said, ", it has ",
           ran);
  };
  require_equal("actions", seen.actions, schedule.count_actions());
  require_equal("advances", seen.advances, schedule.count_advances());
  require_equal("taped", seen.taped, schedule.count_taped());
  require_equal("saves", seen.saves, schedule.count_saves());
  require_equal("loads", seen.loads, schedule.count_loads());
  require_equal("peak_slots", seen.peak_slots, schedule.peak_slots());
  require_equal("disk_saves", seen.disk_saves, schedule.count_disk_saves());
  require_equal("disk_loads", seen.disk_loads, schedule.count_disk_loads());
  require_equal("peak_disk_slots", seen.peak_disk_slots, schedule.peak_disk_slots());
}

}  // namespace ebw::schedule
