// SPDX-License-Identifier: MIT
// The rules of replay.hpp, one function per kind of action.
#include "replay.hpp"

#include <algorithm>
#include <unordered_map>

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
        slots_(slots),
        seen_(seen),
        pending_(steps_ - 1) {}

  const char *take(const Action &action) {
    ++seen_.actions;
    if (work_ == steps_ && !turned_ && action.kind != ActionKind::turn) return "the state at n waits for its turn";
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
    if (work_ != a.from || a.to <= a.from || a.to > steps_) return "taped advance of steps that are not next";
    for (std::int64_t k = a.from; k < a.to; ++k)
      if (const char *fault = fill(k, a.slot + (k - a.from))) return fault;
    (fused_ ? seen_.taped : seen_.advances) += a.to - a.from;
    work_ = a.to;
    return nullptr;
  }

  const char *save(const Action &a) {
    if (a.to != kNone) return "save names a second step";
    if (tapes_) return "a state saved among tapes";
    if (work_ != a.from) return "save of a state that is not in work";
    return fill(a.from, a.slot);
  }

  const char *fill(std::int64_t step, std::int64_t slot) {
    if (slot < 0 || slot >= slots_) return "a slot beyond the limit";
    if (!live_.emplace(slot, step).second) return "a live slot is overwritten";
    seen_.peak_slots = std::max<std::int64_t>(seen_.peak_slots, static_cast<std::int64_t>(live_.size()));
    ++seen_.saves;
    return nullptr;
  }

  const char *load(const Action &a) {
    if (tapes_ || a.to != kNone) return "load of a state among tapes, or of two steps";
    if (!holds(a)) return "load of a state that its slot does not hold";
    if (a.from > pending_) return "load of a state whose step is reversed";
    ++seen_.loads;
    work_ = a.from;
    return nullptr;
  }

  const char *load_tape(const Action &a) {
    if (!tapes_ || a.to != kNone) return "load of a tape among states, or of two steps";
    if (!holds(a)) return "load of a tape that its slot does not hold";
    ++seen_.loads;
    taped_ = a.from;
    return nullptr;
  }

  const char *discard(const Action &a) {
    if (!holds(a) || a.to != kNone) return "discard of a step that the slot does not hold";
    const ActionKind before = tapes_ ? ActionKind::reverse : ActionKind::load;
    if (previous_.kind != before || previous_.from != a.from) return "discard not right after the slot's last use";
    live_.erase(a.slot);
    return nullptr;
  }

  const char *turn(const Action &a) {
    if (turned_ || pending_ != steps_ - 1) return "a second or a late turn";
    if (a.from != steps_ || work_ != steps_) return "turn without the state at n";
    turned_ = true;
    return nullptr;
  }

  const char *reverse(const Action &a) {
    if (a.from != pending_ || a.to != a.from || a.slot != kNone) return "reverse of a step that is not next";
    if ((tapes_ ? taped_ : work_) != a.from) return "reverse without the step's own state or tape";
    if (turned_ != (!fused_ || tapes_)) return "reverse before the turn, or a turn in a fused sweep";
    if (fused_ && !tapes_) ++seen_.taped;
    --pending_;
    work_ = taped_ = kNone;
    return nullptr;
  }

  bool holds(const Action &a) const {
    const auto found = live_.find(a.slot);
    return found != live_.end() && found->second == a.from;
  }

  const std::int64_t steps_;
  const bool fused_, tapes_;
  const std::int64_t slots_;
  Tally &seen_;
  std::unordered_map<std::int64_t, std::int64_t> live_;  // slot -> step
  std::int64_t pending_;                                 // the step to reverse next
  std::int64_t work_ = 0;                                // the state in work, kNone when undefined
  std::int64_t taped_ = kNone;                           // the step whose tape is loaded
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
