// SPDX-License-Identifier: MIT
// Propagator group of the C ABI: the user's own propagator.
#include "propagator.hpp"

#include "executor/user_stepper.hpp"
#include "layout.hpp"

namespace ebw::capi {

namespace {

struct UserPropagator final : PropagatorObject {
  UserPropagator(ReverseKind kind, std::int64_t state_bytes, void *u) : steps(kind, state_bytes, u) {}
  executor::Stepper &stepper() override { return steps; }
  executor::UserStepper *user_stepper() override { return &steps; }

  executor::UserStepper steps;
  UserPointer user;
};

// Hands the callbacks of a user's propagator to `set`.
template <class Set>
std::int32_t set_callbacks(ebw_propagator *propagator, const Set &set) {
  return entry([&] {
    const auto object = use(propagator, "propagator");
    executor::UserStepper *stepper = object->user_stepper();
    if (!stepper)
      fail(Status::unsupported, "propagator is a built-in one and takes no callbacks; ",
           "create one with ebw_propagator_create_user");
    set(stepper->callbacks);
  });
}

template <class Function>
std::int32_t set_callback(ebw_propagator *propagator, Function executor::UserCallbacks::*which, Function function) {
  return set_callbacks(propagator,
                       [&](executor::UserCallbacks &callbacks) { callbacks.*which = require(function, "function"); });
}

void require_bytes(std::int64_t bytes, const char *name) {
  if (bytes < 1) fail(Status::argument, name, " = ", bytes, ", need at least 1");
}

template <class Read>
std::int32_t get_bytes(const ebw_propagator *propagator, std::int64_t *bytes, const Read &read) {
  return entry([&] {
    const auto object = use(propagator, "propagator");
    require(bytes, "bytes");
    *bytes = read(object->stepper());
  });
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;
using executor::Stepper;
using executor::UserCallbacks;

int32_t ebw_propagator_create_user(int32_t reverse_kind, int64_t state_bytes, void *user, ebw_release_fn release,
                                   ebw_propagator **propagator) {
  return entry([&] {
    require(propagator, "propagator");
    auto object = std::make_shared<UserPropagator>(checked_reverse_kind(reverse_kind), state_bytes, user);
    auto handle = std::make_unique<ebw_propagator>(object);
    // Last of all: a failure before leaves the user's data alone.
    object->user = UserPointer(user, release);
    *propagator = handle.release();
  });
}

int32_t ebw_propagator_set_start(ebw_propagator *propagator, ebw_start_fn function) {
  return set_callback(propagator, &UserCallbacks::start, function);
}

int32_t ebw_propagator_set_advance(ebw_propagator *propagator, ebw_advance_fn function) {
  return set_callback(propagator, &UserCallbacks::advance, function);
}

int32_t ebw_propagator_set_turn(ebw_propagator *propagator, ebw_turn_fn function) {
  return set_callback(propagator, &UserCallbacks::turn, function);
}

int32_t ebw_propagator_set_reverse(ebw_propagator *propagator, ebw_reverse_fn function) {
  return set_callback(propagator, &UserCallbacks::reverse, function);
}

int32_t ebw_propagator_set_save(ebw_propagator *propagator, ebw_save_fn function) {
  return set_callback(propagator, &UserCallbacks::save, function);
}

int32_t ebw_propagator_set_load(ebw_propagator *propagator, ebw_load_fn function) {
  return set_callback(propagator, &UserCallbacks::load, function);
}

int32_t ebw_propagator_set_tape(ebw_propagator *propagator, int64_t tape_bytes, ebw_advance_taped_fn advance_taped,
                                ebw_save_fn save_tape, ebw_load_fn load_tape) {
  return set_callbacks(propagator, [&](UserCallbacks &callbacks) {
    require_bytes(tape_bytes, "tape_bytes");
    require(advance_taped, "advance_taped");
    require(save_tape, "save_tape");
    require(load_tape, "load_tape");
    callbacks.tape_bytes = tape_bytes;
    callbacks.advance_taped = advance_taped;
    callbacks.save_tape = save_tape;
    callbacks.load_tape = load_tape;
  });
}

int32_t ebw_propagator_set_adjoint(ebw_propagator *propagator, int64_t adjoint_bytes, ebw_save_fn save_adjoint,
                                   ebw_load_fn load_adjoint) {
  return set_callbacks(propagator, [&](UserCallbacks &callbacks) {
    require_bytes(adjoint_bytes, "adjoint_bytes");
    require(save_adjoint, "save_adjoint");
    require(load_adjoint, "load_adjoint");
    callbacks.adjoint_bytes = adjoint_bytes;
    callbacks.save_adjoint = save_adjoint;
    callbacks.load_adjoint = load_adjoint;
  });
}

int32_t ebw_propagator_set_record(ebw_propagator *propagator, int64_t record_bytes, ebw_save_fn save_record,
                                  ebw_load_fn load_record) {
  return set_callbacks(propagator, [&](UserCallbacks &callbacks) {
    require_bytes(record_bytes, "record_bytes");
    require(save_record, "save_record");
    require(load_record, "load_record");
    callbacks.record_bytes = record_bytes;
    callbacks.save_record = save_record;
    callbacks.load_record = load_record;
  });
}

int32_t ebw_propagator_get_state_bytes(const ebw_propagator *propagator, int64_t *bytes) {
  return get_bytes(propagator, bytes, [](const Stepper &s) { return s.state_bytes(); });
}

int32_t ebw_propagator_get_tape_bytes(const ebw_propagator *propagator, int64_t *bytes) {
  return get_bytes(propagator, bytes, [](const Stepper &s) { return s.tape_bytes(); });
}

int32_t ebw_propagator_set_state_layout(ebw_propagator *propagator, int64_t parts, const int32_t *dtype,
                                        const int64_t *shape) {
  return entry([&] {
    const auto object = use(propagator, "propagator");
    executor::UserStepper *stepper = object->user_stepper();
    if (!stepper)
      fail(Status::unsupported, "propagator is a built-in one and tells its layout itself; ",
           "see ebw_propagator_get_state_layout");
    storage::Layout layout = make_storage_layout(parts, dtype, shape);
    if (!layout.empty()) storage::require_layout(layout, stepper->state_bytes());
    stepper->layout = std::move(layout);
  });
}

int32_t ebw_propagator_get_state_layout(const ebw_propagator *propagator, int64_t part, int32_t *dtype, int64_t *offset,
                                        int64_t *shape, int64_t *row_stride) {
  return entry([&] {
    const auto object = use(propagator, "propagator");
    require(dtype, "dtype");
    require(offset, "offset");
    require(shape, "shape");
    require(row_stride, "row_stride");
    if (part < 0) fail(Status::argument, "part = ", part, ", need at least 0");
    const storage::Layout layout = object->stepper().state_layout();
    const auto parts = static_cast<std::int64_t>(layout.size());
    if (part >= parts)
      fail(Status::not_found, "part = ", part, ": the layout has ", parts, " parts, counted from 0",
           parts == 0 ? "; set it with ebw_propagator_set_state_layout" : "");
    const storage::LayoutPart &found = layout[static_cast<std::size_t>(part)];
    *dtype = static_cast<std::int32_t>(found.real);
    *offset = found.offset;
    for (std::size_t axis = 0; axis < 3; ++axis) shape[axis] = found.shape[axis];
    *row_stride = found.row_stride;
  });
}

int32_t ebw_propagator_get_adjoint_bytes(const ebw_propagator *propagator, int64_t *bytes) {
  return get_bytes(propagator, bytes, [](const Stepper &s) { return s.adjoint_bytes(); });
}

void ebw_propagator_destroy(ebw_propagator *propagator) { delete propagator; }

}  // extern "C"
