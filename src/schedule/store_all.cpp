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

// A state is copied out of its slot, which is free before the reverse; all tapes are read by one ranged reverse.
Action StoreAll::next() {
  const std::int64_t k = step_;
  switch (stage_) {
    case Stage::tape_all: stage_ = Stage::turn; return {ActionKind::advance_taped, 0, steps_, 0};
    case Stage::save: stage_ = Stage::advance; return {ActionKind::save, k, -1, k};
    case Stage::advance:
      stage_ = ++step_ < steps_ ? Stage::save : Stage::turn;
      return {ActionKind::advance, k, k + 1, -1};
    case Stage::turn:
      stage_ = tape_ ? Stage::reverse : Stage::load;
      step_ = steps_ - 1;
      return {ActionKind::turn, steps_, -1, -1};
    case Stage::load:
      if (k < 0) return {};
      stage_ = Stage::discard;
      return {ActionKind::load, k, -1, k};
    case Stage::discard: stage_ = Stage::reverse; return {ActionKind::discard, k, -1, k};
    case Stage::reverse:
      stage_ = Stage::load;
      step_ = tape_ ? -1 : k - 1;
      return {ActionKind::reverse, k, tape_ ? 0 : k, tape_ ? 0 : -1};
  }
  return {};
}

std::int64_t StoreAll::count_actions() const {
  if (tape_) return 3;
  return require_fit(5 * static_cast<Wide>(steps_) + 1, "actions", steps_);
}

}  // namespace ebw::schedule
