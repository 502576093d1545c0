// SPDX-License-Identifier: MIT
// The rules of replay.hpp, one function per kind of action.
#include "replay.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/error.hpp"

namespace ebw::validation {

using schedule::Action;
using schedule::ActionKind;
using schedule::Schedule;

Tally counts_of(const Schedule &schedule) {
  return {schedule.count_advances(), schedule.count_taped(), schedule.count_saves(),
          schedule.count_loads(),    schedule.peak_slots(),  schedule.count_actions()};
}

namespace {

constexpr std::int64_t kNone = -1;

class Replay {
 public:
  Replay(const Schedule &schedule, std::int64_t slots, Tally &seen)
      : steps_(schedule.steps()),
        fused_(schedule.reverse_kind() == ReverseKind::fused),
        tapes_(schedule.uses_tapes()),
        states_(schedule.reverses_from_states()),
        room_(schedule.shared_room()),
        slots_(slots),
        state_slots_(schedule.state_slots()),
        tape_slots_(schedule.tape_slots()),
        seen_(seen),
        pending_(steps_ - 1) {}

  const char *take(const Action &action) {
    ++seen_.actions;
    const bool waits = action.kind == ActionKind::turn || action.kind == ActionKind::save_tape;
    if (work_ == steps_ && !turned_ && !waits) return "the state at n waits for its turn";
    const char *fault = take_kind(action);
    previous_ = action;
    return fault;
  }

  const char *at_end() const {
    if (pending_ != kNone) return "steps are left that were never reversed";
    if (!live_.empty()) return "a slot is live at the end";
    return nullptr;
  }

 private:
  const char *take_kind(const Action &action) {
    switch (action.kind) {
      case ActionKind::advance: return advance(action);
      case ActionKind::save: return save(action);
      case ActionKind::load: return load(action);
      case ActionKind::discard: return discard(action);
      case ActionKind::turn: return turn(action);
      case ActionKind::reverse: return reverse(action);
      case ActionKind::advance_taped: return advance_taped(action);
      case ActionKind::save_tape: return save_tape(action);
      case ActionKind::load_tape: return load_tape(action);
      default: return "an action of a kind that this schedule has no use for";
    }
  }

  const char *advance(const Action &a) {
    if (a.slot != kNone) return "advance names a slot";
    if (work_ != a.from) return "advance from a state that is not in work";
    const std::int64_t last = fused_ || turned_ ? pending_ : steps_;
    if (a.to <= a.from || a.to > last) return "advance to no later state, or beyond what is left to reverse";
    seen_.advances += a.to - a.from;
    work_ = a.to;
    return nullptr;
  }

  const char *advance_taped(const Action &a) {
    if (!tapes_) return "tapes in a schedule that says it uses none";
    const std::int64_t last = fused_ && states_ ? pending_ : steps_;
    if (work_ != a.from || a.to <= a.from || a.to > last) return "taped advance of steps that are not next";
    if (a.slot == kNone && a.to != a.from + 1) return "steps of which only the last tape can be saved";
    for (std::int64_t k = a.from; a.slot != kNone && k < a.to; ++k)
      if (const char *fault = fill(k, true, a.slot + (k - a.from))) return fault;
    (fused_ ? seen_.taped : seen_.advances) += a.to - a.from;
    work_ = a.to;
    return nullptr;
  }

  const char *save_tape(const Action &a) {
    if (a.to != kNone) return "save of a tape names a second step";
    if (previous_.kind != ActionKind::advance_taped || previous_.slot != kNone || previous_.from != a.from)
      return "save of a tape that was not just taken";
    return fill(a.from, true, a.slot);
  }

  const char *save(const Action &a) {
    if (a.to != kNone) return "save names a second step";
    if (work_ != a.from) return "save of a state that is not in work";
    return fill(a.from, false, a.slot);
  }

  // Slots of states and of tapes are numbered apart, unless they share a room and lie there unit by unit.
  const char *fill(std::int64_t step, bool tape, std::int64_t slot) {
    if (slot < 0 || slot + size(tape) > limit(tape)) return "a slot beyond the limit";
    for (std::int64_t unit = slot; unit < slot + size(tape); ++unit)
      if (!used_.emplace(key(tape, unit)).second) return "a live slot is overwritten";
    live_.emplace(key(tape, slot), Kept{step, tape});
    seen_.peak_slots = std::max<std::int64_t>(seen_.peak_slots, static_cast<std::int64_t>(used_.size()));
    ++seen_.saves;
    return seen_.peak_slots > slots_ ? "more slots in use than allowed" : nullptr;
  }

  void free(bool tape, std::int64_t slot) {
    live_.erase(key(tape, slot));
    for (std::int64_t unit = slot; unit < slot + size(tape); ++unit) used_.erase(key(tape, unit));
  }

  const char *load(const Action &a) {
    if (a.to != kNone) return "load of two steps";
    if (!holds(false, a.slot, a.from)) return "load of a state that its slot does not hold";
    if (a.from > pending_) return "load of a state whose step is reversed";
    ++seen_.loads;
    work_ = a.from;
    return nullptr;
  }

  const char *load_tape(const Action &a) {
    if (!tapes_ || a.to != kNone) return "load of a tape among states, or of two steps";
    if (!holds(true, a.slot, a.from)) return "load of a tape that its slot does not hold";
    ++seen_.loads;
    taped_ = a.from;
    return nullptr;
  }

  const char *discard(const Action &a) {
    const bool tape = previous_.kind == ActionKind::reverse;
    if (!holds(tape, a.slot, a.from) || a.to != kNone) return "discard of a step that the slot does not hold";
    if ((!tape && previous_.kind != ActionKind::load) || previous_.from != a.from)
      return "discard not right after the slot's last use";
    free(tape, a.slot);
    return nullptr;
  }

  const char *turn(const Action &a) {
    if (turned_ || pending_ != steps_ - 1) return "a second or a late turn";
    if (a.from != steps_ || work_ != steps_) return "turn without the state at n";
    turned_ = true;
    return nullptr;
  }

  const char *reverse(const Action &a) {
    if (a.from != pending_ || a.to > a.from || a.to < 0) return "reverse of a step that is not next";
    if (turned_ != (!fused_ || !states_)) return "reverse before the turn, or a turn in a fused sweep";
    if (a.slot != kNone) {  // a leaf: its tapes are read once and are free
      for (std::int64_t k = a.from; k >= a.to; --k, ++seen_.loads) {
        if (!holds(true, a.slot + (k - a.to), k)) return "reverse of a leaf whose slots do not hold its tapes";
        free(true, a.slot + (k - a.to));
      }
    } else {
      if (a.to != a.from) return "reverse of several steps without their tapes";
      const bool from_tape = taped_ == a.from;
      if (!from_tape && (!states_ || work_ != a.from)) return "reverse without the step's own state or tape";
      if (fused_ && !from_tape) ++seen_.taped;
    }
    pending_ = a.to - 1;
    work_ = taped_ = kNone;
    return nullptr;
  }

  std::int64_t limit(bool tape) const { return shared() ? slots_ : tape ? tape_slots_ : state_slots_; }
  bool shared() const { return room_.units > 0; }
  std::int64_t size(bool tape) const { return !shared() ? 1 : tape ? room_.tape_units : room_.state_units; }
  std::int64_t key(bool tape, std::int64_t slot) const { return 2 * slot + (tape && !shared() ? 1 : 0); }
  bool holds(bool tape, std::int64_t slot, std::int64_t step) const {
    const auto found = live_.find(key(tape, slot));
    return found != live_.end() && found->second.step == step && found->second.tape == tape;
  }

  const std::int64_t steps_;
  struct Kept {
    std::int64_t step;
    bool tape;
  };

  const bool fused_, tapes_;
  const bool states_;  // steps are reversed from states
  const schedule::SharedRoom room_;
  const std::int64_t slots_, state_slots_, tape_slots_;
  Tally &seen_;
  std::unordered_map<std::int64_t, Kept> live_;  // by key of the slot
  std::unordered_set<std::int64_t> used_;        // keys of all units
  std::int64_t pending_;                         // the step to reverse next
  std::int64_t work_ = 0;                        // the state in work, kNone when undefined
  std::int64_t taped_ = kNone;                   // the step whose tape is loaded
  bool turned_ = false;
  Action previous_;
};

}  // namespace

std::string replay(Schedule &schedule, std::int64_t slots, Tally &seen, std::int64_t most) {
  Replay state(schedule, slots, seen);
  const auto told = [&](const char *fault, const Action &a) {
    return text(schedule.name(), " ", name_of(schedule.reverse_kind()), " of ", schedule.steps(), " steps, ", slots,
                " slots, action ", seen.actions, " (", static_cast<std::int32_t>(a.kind), " ", a.from, " ", a.to, " ",
                a.slot, "): ", fault);
  };
  while (seen.actions < most) {
    const Action action = schedule.next();
    if (action.kind == ActionKind::end) {
      if (const char *fault = state.at_end()) return told(fault, action);
      return schedule.next() == Action{} ? "" : told("an action after the end", action);
    }
    if (const char *fault = state.take(action)) return told(fault, action);
  }
  return "";
}

}  // namespace ebw::validation
