// SPDX-License-Identifier: MIT
// What each action does to slots.
#include "executor/live_slots.hpp"

namespace ebw::executor {

using schedule::Action;
using schedule::ActionKind;
using storage::Bank;

void LiveSlots::apply(const Action &a) {
  switch (a.kind) {
    case ActionKind::save: slots_[{Bank::state, a.slot}] = a.from; return;
    case ActionKind::save_tape: slots_[{Bank::tape, a.slot}] = a.from; return;
    case ActionKind::discard: {
      // As the run does it: the state of that step, else the tape.
      const auto state = slots_.find({Bank::state, a.slot});
      if (state != slots_.end() && state->second == a.from)
        slots_.erase(state);
      else
        slots_.erase({Bank::tape, a.slot});
      return;
    }
    case ActionKind::advance_taped: return apply_part(a, a.to);
    case ActionKind::reverse: return apply_part(a, a.to - 1);
    default: return;
  }
}

void LiveSlots::apply_part(const Action &a, std::int64_t next) {
  if (a.slot < 0) return;
  if (a.kind == ActionKind::advance_taped)
    for (std::int64_t k = a.from; k < next; ++k) slots_[{Bank::tape, a.slot + (k - a.from)}] = k;
  // The tapes of a leaf are free once they were used.
  if (a.kind == ActionKind::reverse)
    for (std::int64_t k = a.from; k > next; --k) slots_.erase({Bank::tape, a.slot + (k - a.to)});
}

Action rest_of(const Action &action, std::int64_t next) {
  Action rest = action;
  if (action.kind == ActionKind::advance_taped) rest.slot += next - action.from;
  rest.from = next;
  return rest;
}

}  // namespace ebw::executor
