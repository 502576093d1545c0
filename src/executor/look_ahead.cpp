// SPDX-License-Identifier: MIT
// The copy of the schedule, and when its loads are announced.
#include "executor/look_ahead.hpp"

#include "base/error.hpp"

namespace ebw::executor {

using schedule::ActionKind;
using storage::Bank;

namespace {
// Actions of the copy for one of the run.
constexpr int kPace = 16;
}  // namespace

bool LookAhead::is_worth_it() {
  if (mode_ != Mode::unknown) return mode_ == Mode::on;
  // The last slots are the far ones.
  const bool slow = (schedule_.state_slots() > 0 && store_.takes_time(Bank::state, schedule_.state_slots() - 1)) ||
                    (schedule_.tape_slots() > 0 && store_.takes_time(Bank::tape, schedule_.tape_slots() - 1));
  mode_ = slow ? Mode::on : Mode::off;
  if (slow) ahead_ = schedule_.fresh();
  return slow;
}

bool LookAhead::is_slow_load(const schedule::Action &action) const {
  if (action.kind == ActionKind::load) return store_.takes_time(Bank::state, action.slot);
  return action.kind == ActionKind::load_tape && store_.takes_time(Bank::tape, action.slot);
}

void LookAhead::search() {
  try {
    for (int i = 0; i < kPace && next_.kind == ActionKind::end; ++i) {
      const schedule::Action action = ahead_->next();
      if (action.kind == ActionKind::end) {
        mode_ = Mode::off;
        return;
      }
      // What lies behind the run is not ahead of it.
      if (++ahead_at_ > run_at_ && is_slow_load(action)) next_ = action;
    }
  } catch (const Error &) {
    // The copy waits for something that only the run knows.
    mode_ = Mode::off;
  }
}

void LookAhead::before(const schedule::Action &action) {
  if (!is_worth_it()) return;
  ++run_at_;
  if (next_.kind != ActionKind::end && (action == next_ || run_at_ >= ahead_at_)) {
    next_ = {};
    told_ = false;
  }
  if (next_.kind == ActionKind::end) search();
  if (next_.kind == ActionKind::end) return;
  // A save into the far slots may have taken the place of what was announced: it is announced again.
  if (after_slow_save_) told_ = false;
  after_slow_save_ = action.kind == ActionKind::save && store_.takes_time(Bank::state, action.slot);
  const Bank bank = next_.kind == ActionKind::load ? Bank::state : Bank::tape;
  if (told_ || !store_.holds(bank, next_.slot, next_.from)) return;
  told_ = true;
  store_.expect_load(bank, next_.slot, next_.from);
}

}  // namespace ebw::executor
