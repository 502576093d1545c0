// SPDX-License-Identifier: MIT
// The stream of store_all: one sweep forward, one back.
#include "schedule/store_all.hpp"

#include "schedule/limits.hpp"

namespace ebw::schedule {

StoreAll::StoreAll(std::int64_t steps, ReverseKind kind, bool tape) : steps_(steps), kind_(kind), tape_(tape) {
  require_steps(steps);
  if (kind == ReverseKind::fused && !tape)
    fail(Status::unsupported, "tape = 0 with the reverse kind fused: store_all keeps the tape that a fused reverse ",
         "needs, not the state; pass tape = 1, or use revolve with slots = ", steps);
  reset();
}

void StoreAll::reset() {
  stage_ = tape_ ? Stage::tape_all : Stage::save;
  step_ = 0;
}

std::unique_ptr<Schedule> StoreAll::fresh() const { return std::make_unique<StoreAll>(steps_, kind_, tape_); }

// States are copied out of their slot, which is free before the reverse; a tape is read where it lies, until its
// reverse is done.
Action StoreAll::next() {
  const std::int64_t k = step_;
  switch (stage_) {
    case Stage::tape_all: stage_ = Stage::turn; return {ActionKind::advance_taped, 0, steps_, 0};
    case Stage::save: stage_ = Stage::advance; return {ActionKind::save, k, -1, k};
    case Stage::advance:
      stage_ = ++step_ < steps_ ? Stage::save : Stage::turn;
      return {ActionKind::advance, k, k + 1, -1};
    case Stage::turn:
      stage_ = Stage::load;
      step_ = steps_ - 1;
      return {ActionKind::turn, steps_, -1, -1};
    case Stage::load:
      if (k < 0) return {};
      stage_ = tape_ ? Stage::reverse : Stage::discard;
      return {tape_ ? ActionKind::load_tape : ActionKind::load, k, -1, k};
    case Stage::reverse:
      stage_ = tape_ ? Stage::discard : Stage::load;
      if (!tape_) --step_;
      return {ActionKind::reverse, k, k, -1};
    case Stage::discard:
      stage_ = tape_ ? Stage::load : Stage::reverse;
      if (tape_) --step_;
      return {ActionKind::discard, k, -1, k};
  }
  return {};
}

std::int64_t StoreAll::count_actions() const {
  const Wide n = static_cast<Wide>(steps_);
  const Wide forward = tape_ ? 1 : 2 * n;
  return require_fit(forward + 1 + 3 * n, "actions", steps_);
}

}  // namespace ebw::schedule
