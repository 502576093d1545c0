// SPDX-License-Identifier: MIT
// Calls into the user's code, and what a missing or failing callback becomes.
#include "executor/user_stepper.hpp"

namespace ebw::executor {

namespace {

void check(std::int32_t answer, const char *callback, std::int64_t step) {
  if (answer != 0)
    throw Error(Status::callback, text("the callback '", callback, "' returned ", answer, " at step ", step), answer);
}

void require(bool set, const char *callback, const char *setter) {
  if (!set)
    fail(Status::state, "the callback '", callback, "' is not set and this schedule needs it; call ", setter, " first");
}

}  // namespace

UserStepper::UserStepper(ReverseKind kind, std::int64_t state_bytes, void *user)
    : kind_(kind), state_bytes_(state_bytes), user_(user) {
  if (state_bytes < 1) fail(Status::argument, "state_bytes = ", state_bytes, ", need at least 1");
}

void UserStepper::require_ready(bool states, bool tapes) const {
  require(callbacks.start, "start", "ebw_propagator_set_start");
  require(callbacks.reverse, "reverse", "ebw_propagator_set_reverse");
  if (states) {
    require(callbacks.advance, "advance", "ebw_propagator_set_advance");
    require(callbacks.save, "save", "ebw_propagator_set_save");
    require(callbacks.load, "load", "ebw_propagator_set_load");
  }
  if (tapes) require(callbacks.advance_taped, "advance_taped", "ebw_propagator_set_tape");
}

// In kind fused without tapes the sweep may stop at n - 1, and reverse(n - 1) seeds.
void UserStepper::require_turn() const { require(callbacks.turn, "turn", "ebw_propagator_set_turn"); }

void UserStepper::start() { check(callbacks.start(user_), "start", 0); }

void UserStepper::advance(std::int64_t from, std::int64_t to) {
  check(callbacks.advance(from, to, user_), "advance", from);
}

void UserStepper::turn(std::int64_t n) { check(callbacks.turn(n, user_), "turn", n); }

void UserStepper::reverse(std::int64_t k) { check(callbacks.reverse(k, user_), "reverse", k); }

void UserStepper::save(std::int64_t k, std::byte *bytes) { check(callbacks.save(k, bytes, user_), "save", k); }

void UserStepper::load(std::int64_t k, const std::byte *bytes) { check(callbacks.load(k, bytes, user_), "load", k); }

void UserStepper::advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) {
  for (std::int64_t k = from; k < to; ++k) {
    check(callbacks.advance_taped(k, user_), "advance_taped", k);
    check(callbacks.save_tape(k, tapes.of(k), user_), "save_tape", k);
  }
}

void UserStepper::reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) {
  for (std::int64_t k = from; k >= to; --k) {
    check(callbacks.load_tape(k, tapes.of(k), user_), "load_tape", k);
    reverse(k);
  }
}

void UserStepper::save_adjoint(std::int64_t k, std::byte *bytes) {
  if (!callbacks.save_adjoint) return Stepper::save_adjoint(k, bytes);
  check(callbacks.save_adjoint(k, bytes, user_), "save_adjoint", k);
}

void UserStepper::load_adjoint(std::int64_t k, const std::byte *bytes) {
  if (!callbacks.load_adjoint) return Stepper::load_adjoint(k, bytes);
  check(callbacks.load_adjoint(k, bytes, user_), "load_adjoint", k);
}

// Asked for only where record_bytes() is not 0: then they are set.
void UserStepper::save_record(std::int64_t reached, std::byte *bytes) {
  check(callbacks.save_record(reached, bytes, user_), "save_record", reached);
}

void UserStepper::load_record(std::int64_t reached, const std::byte *bytes) {
  check(callbacks.load_record(reached, bytes, user_), "load_record", reached);
}

}  // namespace ebw::executor
