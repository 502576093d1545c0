// SPDX-License-Identifier: MIT
// Schedules that keep tapes, run by the executor: the right adjoint, and the room that the plan names.
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "executor/executor.hpp"
#include "schedule/mixed.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "scripted.hpp"

// After our headers, as it makes a macro of the word `fail`; it does not say itself that it is C.
extern "C" {
#include <cmocka.h>
}

namespace {

using namespace ebw;
using executor::Executor;
using schedule::Mixed;
using schedule::Segment;
using schedule::StoreAll;
using validation::NumberStepper;
using validation::ScatteredStore;

constexpr ReverseKind kKinds[] = {ReverseKind::fused, ReverseKind::state_only};

// As NumberStepper, with states of another size than tapes, filled to the last byte.
class WideStepper final : public executor::Stepper {
 public:
  WideStepper(ReverseKind kind, std::int64_t state_bytes, std::int64_t tape_bytes)
      : inner(kind), state_bytes_(state_bytes), tape_bytes_(tape_bytes) {}
  NumberStepper inner;

  ReverseKind reverse_kind() const override { return inner.reverse_kind(); }
  std::int64_t state_bytes() const override { return state_bytes_; }
  std::int64_t tape_bytes() const override { return tape_bytes_; }
  void start() override { inner.start(); }
  void advance(std::int64_t from, std::int64_t to) override { inner.advance(from, to); }
  void turn(std::int64_t n) override { inner.turn(n); }
  void reverse(std::int64_t k) override { inner.reverse(k); }
  void save(std::int64_t k, std::byte *bytes) override { fill(bytes, state_bytes_), inner.save(k, bytes); }
  void load(std::int64_t k, const std::byte *bytes) override { inner.load(k, bytes); }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    for (std::int64_t k = from; k < to; ++k) fill(tapes.of(k), tape_bytes_);
    inner.advance_taped(from, to, tapes);
  }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    inner.reverse_taped(from, to, tapes);
  }

 private:
  static void fill(std::byte *bytes, std::int64_t count) { std::memset(bytes, 0xA5, static_cast<std::size_t>(count)); }
  std::int64_t state_bytes_, tape_bytes_;
};

void assert_right(schedule::Schedule &schedule, storage::Store &store, ReverseKind kind, std::int64_t state_bytes,
                  std::int64_t tape_bytes) {
  WideStepper stepper(kind, state_bytes, tape_bytes);
  Executor run(schedule, store, stepper);
  for (int twice = 0; twice < 2; ++twice) {
    run.run();  // holds counts and bytes against the plan
    if (stepper.inner.gradient != NumberStepper::expected(schedule.steps()))
      fail_msg("%s of %d steps: a wrong adjoint", schedule.name(), (int)schedule.steps());
    assert_int_equal(run.stats().planned_bytes, run.stats().peak_bytes);
  }
}

void every_small_run_gives_the_right_adjoint(void **) {
  storage::MemoryStore memory;
  ScatteredStore scattered;
  for (ReverseKind kind : kKinds)
    for (std::int64_t n = 1; n <= 24; ++n) {
      StoreAll all(n, kind, true);
      assert_right(all, memory, kind, 8, 8);
      assert_right(all, scattered, kind, 8, 8);
      for (std::int64_t s : {1, 2, 3, 5, 16}) {
        Mixed mixed(n, s, 1, 1, kind);
        assert_right(mixed, memory, kind, 8, 8);
        assert_right(mixed, scattered, kind, 8, 8);
        for (std::int64_t leaf : {1, 2, 3, 7}) {
          Segment segment(n, leaf, s, kind);
          assert_right(segment, memory, kind, 8, 8);
          assert_right(segment, scattered, kind, 8, 8);
        }
      }
    }
}

void states_and_tapes_of_unequal_sizes_share_a_room_of_units(void **) {
  storage::MemoryStore memory;
  for (ReverseKind kind : kKinds)
    for (std::int64_t n : {1, 2, 5, 11, 30})
      for (std::int64_t units : {4, 7, 12})
        for (const auto &[a, b] : {std::pair{3, 1}, std::pair{1, 3}, std::pair{2, 3}}) {
          Mixed mixed(n, units, a, b, kind);
          assert_right(mixed, memory, kind, 100 * a, 100 * b);
          // The unit is the larger share, rounded to a line: 128 bytes for 100.
          WideStepper wide(kind, 100 * a, 100 * b);
          const executor::Plan plan = Executor(mixed, memory, wide).plan();
          assert_int_equal(plan.bytes[static_cast<int>(MemoryUse::slots)], 128 * mixed.peak_slots());
          assert_true(mixed.peak_slots() <= units);
        }
}

void what_cannot_share_or_serve_is_refused(void **) {
  ScatteredStore scattered;
  storage::MemoryStore memory;
  WideStepper stepper(ReverseKind::fused, 200, 100);
  Mixed mixed(9, 6, 2, 1, ReverseKind::fused), other(9, 6, 2, 1, ReverseKind::state_only);
  const auto status_of = [](const auto &call) {
    try {
      call();
    } catch (const Error &error) {
      return error.status();
    }
    return Status::ok;
  };
  assert_true(status_of([&] { Executor(mixed, scattered, stepper).run(); }) == Status::unsupported);
  // A mixed schedule reverses from states too: its kind must be the propagator's.
  assert_true(status_of([&] { Executor(other, memory, stepper).run(); }) == Status::unsupported);
  // Of kind state_only segment does so too; of kind fused it reverses from tapes alone, and serves every propagator.
  Segment from_states(9, 2, 2, ReverseKind::state_only), segment(9, 2, 2, ReverseKind::fused);
  assert_true(status_of([&] { Executor(from_states, memory, stepper).run(); }) == Status::unsupported);
  WideStepper linear(ReverseKind::state_only, 200, 100);
  for (executor::Stepper *each : {&stepper, &linear})
    assert_true(status_of([&] { Executor(segment, memory, *each).run(); }) == Status::ok);
  NumberStepper without(ReverseKind::fused, false);
  assert_true(status_of([&] { Executor(segment, memory, without).run(); }) == Status::unsupported);
}

void leaves_are_one_call_forward_and_one_back(void **) {
  storage::MemoryStore memory;
  NumberStepper stepper(ReverseKind::state_only);
  Segment segment(7, 3, 1, ReverseKind::state_only);
  Executor(segment, memory, stepper).run();
  assert_string_equal(
      stepper.calls.c_str(),
      "start, save 0, advance 0 4, advance_taped 4 7, turn 7, reverse_taped 6 4, load 0, advance_taped 0 3, "
      "reverse 3, reverse_taped 2 0");
  StoreAll all(7, ReverseKind::state_only, true);
  stepper.calls.clear();
  Executor(all, memory, stepper).run();
  assert_string_equal(stepper.calls.c_str(), "start, advance_taped 0 7, turn 7, reverse_taped 6 0");
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_small_run_gives_the_right_adjoint),
      cmocka_unit_test(states_and_tapes_of_unequal_sizes_share_a_room_of_units),
      cmocka_unit_test(what_cannot_share_or_serve_is_refused),
      cmocka_unit_test(leaves_are_one_call_forward_and_one_back),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
