// SPDX-License-Identifier: MIT
// Recovery of a schedule that uses everything: states in slots of any order, leaves and single tapes, both banks.
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>

#include "executor/executor.hpp"
#include "executor/pace.hpp"
#include "executor/recovery.hpp"
#include "expect.hpp"
#include "scripted.hpp"
#include "temporary_directory.hpp"

using namespace ebw;
using namespace ebw::validation;
using executor::Recovery;
using executor::RecoveryOptions;

namespace {

constexpr std::int64_t kSteps = 8;

ScriptedSchedule everything() {
  using K = ActionKind;
  std::vector<Action> a{{K::save, 0, -1, 2},
                        {K::advance, 0, 3, -1},
                        {K::save, 3, -1, 0},
                        {K::advance, 3, 5, -1},
                        {K::save, 5, -1, 1},
                        {K::advance_taped, 5, 8, 1},
                        {K::turn, 8, -1, -1},
                        {K::reverse, 7, 5, 1},
                        {K::discard, 5, -1, 1},
                        // A state and a tape of step 3 side by side, both in slot 0 of their banks.
                        {K::load, 3, -1, 0},
                        {K::advance_taped, 3, 4, -1},
                        {K::save_tape, 3, -1, 0},
                        {K::advance_taped, 4, 5, -1},
                        {K::save_tape, 4, -1, 3},
                        {K::load_tape, 4, -1, 3},
                        {K::discard, 4, -1, 3},
                        {K::reverse, 4, 4, -1},
                        {K::load, 3, -1, 0},
                        {K::discard, 3, -1, 0},
                        {K::reverse, 3, 3, -1},
                        {K::discard, 3, -1, 0},
                        {K::load, 0, -1, 2},
                        {K::advance, 0, 2, -1},
                        {K::save, 2, -1, 0},
                        {K::reverse, 2, 2, -1},
                        {K::discard, 2, -1, 0},
                        {K::load, 0, -1, 2},
                        {K::advance, 0, 1, -1},
                        {K::reverse, 1, 1, -1},
                        {K::load, 0, -1, 2},
                        {K::discard, 0, -1, 2},
                        {K::reverse, 0, 0, -1}};
  return {kSteps, ReverseKind::state_only, 3, 4, 6, std::move(a)};
}

// NumberStepper with adjoint callbacks; counts in the call that fails.
class ResumableStepper final : public executor::Stepper {
 public:
  explicit ResumableStepper(std::int64_t throw_at) { inner.throw_at = throw_at; }

  NumberStepper inner{ReverseKind::state_only};

  ReverseKind reverse_kind() const override { return inner.reverse_kind(); }
  std::int64_t state_bytes() const override { return inner.state_bytes(); }
  std::int64_t tape_bytes() const override { return inner.tape_bytes(); }
  std::int64_t adjoint_bytes() const override { return sizeof inner.gradient; }
  void start() override { inner.start(); }
  void advance(std::int64_t from, std::int64_t to) override { inner.advance(from, to); }
  // Long enough, when told to, that a generation is due afterwards and at no other place.
  void pause(bool here) const {
    if (slow && here) usleep(30000);
  }
  bool slow = false;

  void turn(std::int64_t n) override {
    inner.turn(n);
    pause(true);
  }
  void reverse(std::int64_t k) override {
    inner.reverse(k);
    if (k == 0) finished = true;
  }
  bool finished = false;  // a result that no generation holds
  void save(std::int64_t k, std::byte *bytes) override {
    inner.save(k, bytes);
    pause(k == 2);
  }
  void load(std::int64_t k, const std::byte *bytes) override { inner.load(k, bytes); }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    inner.advance_taped(from, to, tapes);
  }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    inner.reverse_taped(from, to, tapes);
  }
  void save_adjoint(std::int64_t, std::byte *bytes) override {
    std::memcpy(bytes, &inner.gradient, sizeof inner.gradient);
  }
  void load_adjoint(std::int64_t, const std::byte *bytes) override {
    std::memcpy(&inner.gradient, bytes, sizeof inner.gradient);
  }
};

// One process's part; true when it came to its end.
bool run(const RecoveryOptions &options, bool resume, std::int64_t throw_at, std::uint64_t &gradient,
         std::int64_t &restored, bool slow = false, bool clean = true) {
  ScriptedSchedule schedule = everything();
  ResumableStepper stepper(throw_at);
  stepper.slow = slow;
  storage::MemoryStore store;
  executor::Executor executor(schedule, store, stepper);
  Fingerprint problem;
  executor.add_to(problem);
  Recovery recovery(options, problem, resume);
  try {
    executor.run(nullptr, &recovery);
  } catch (const Error &error) {
    if (error.status() != Status::non_finite) throw;
    return false;
  }
  if (clean) recovery.finish();
  assert_true(stepper.finished);
  gradient = stepper.inner.gradient;
  restored += recovery.restored_steps();
  return true;
}

void every_call_is_a_place_to_go_on_from(void **) {
  const std::int64_t least = 3 * (8 + 8);
  for (const double seconds : {0.0, 1e-4})
    for (const std::int64_t disk : {std::int64_t{0}, least, least + 8}) {
      std::int64_t at = 0, restored = 0;
      for (bool done = false; !done; ++at) {
        const TemporaryDirectory place;
        RecoveryOptions options;
        options.directory = place.path();
        options.disk_bytes = disk;
        options.seconds = seconds;
        std::uint64_t gradient = 0;
        done = run(options, false, at, gradient, restored);
        if (!done) {
          // Stopped once more, a few calls on.
          if (!run(options, true, 7, gradient, restored)) assert_true(run(options, true, -1, gradient, restored));
        }
        assert_true(gradient == NumberStepper::expected(kSteps));
        assert_int_equal(place.count(), 0);
      }
      assert_true(at > 20);
      if (seconds == 0.0) assert_true(restored > 0);
    }
}

// Slot 0 holds step 3 in one generation and step 2 in the next.
void a_slot_that_was_filled_again_is_written_again(void **) {
  bool by_time = false;  // a stopped run that paused has left a generation
  for (std::int64_t at = 0, stopped = 1; stopped; ++at) {
    const TemporaryDirectory place;
    RecoveryOptions options;
    options.directory = place.path();
    options.seconds = 0.02;
    std::uint64_t gradient = 0;
    std::int64_t restored = 0;
    stopped = !run(options, false, at, gradient, restored, true);
    by_time = by_time || (stopped && place.count() > 0);
    if (stopped) assert_true(run(options, true, -1, gradient, restored));
    assert_true(gradient == NumberStepper::expected(kSteps));
  }
  assert_true(by_time);
}

// By a clock of the test's own: due when the time has passed, never before, and not again before it has passed again.
void a_pace_is_due_when_its_time_has_passed(void **) {
  using Clock = executor::Pace::Clock;
  constexpr auto kBetween = std::chrono::milliseconds(10);
  const Clock::time_point made = Clock::now();
  executor::Pace pace(kBetween);
  Clock::time_point first = made, last = Clock::now();  // its time began between these two
  int dues = 0;
  while (dues < 5) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const Clock::time_point before = Clock::now();
    const bool due = pace.add(1);
    const Clock::time_point after = Clock::now();
    if (before - last >= kBetween) assert_true(due);
    if (after - first < kBetween) assert_false(due);
    if (!due) continue;
    ++dues;
    first = Clock::now();
    pace.done();
    last = Clock::now();
  }
}

// Killed when all was done but the files had not gone.
void the_last_reverse_is_taken_again(void **) {
  const TemporaryDirectory place;
  RecoveryOptions options;
  options.directory = place.path();
  options.seconds = 0.0;
  std::uint64_t gradient = 0;
  std::int64_t restored = 0;
  assert_true(run(options, false, -1, gradient, restored, false, false));
  assert_true(place.count() > 0);
  assert_true(run(options, true, -1, gradient, restored));
  assert_true(gradient == NumberStepper::expected(kSteps));
}

void another_stream_is_not_resumed(void **) {
  const TemporaryDirectory place;
  RecoveryOptions options;
  options.directory = place.path();
  options.seconds = 0.0;
  std::uint64_t gradient = 0;
  std::int64_t restored = 0;
  assert_false(run(options, false, 40, gradient, restored));
  // The same counts and sizes, but two actions have changed places.
  ScriptedSchedule same = everything();
  std::vector<Action> actions;
  for (Action a = same.next(); a.kind != ActionKind::end; a = same.next()) actions.push_back(a);
  for (Action &a : actions)
    if (a.slot == 2)
      a.slot = 1;
    else if (a.slot == 1 && a.kind != ActionKind::advance_taped && a.kind != ActionKind::reverse)
      a.slot = 2;
  ScriptedSchedule other(kSteps, ReverseKind::state_only, 3, 4, 6, actions);
  ResumableStepper stepper(-1);
  storage::MemoryStore store;
  executor::Executor executor(other, store, stepper);
  Fingerprint problem;
  executor.add_to(problem);
  const long files = place.count();
  {
    Recovery recovery(options, problem, true);
    expect_refused(Status::not_resumable, "another schedule", [&] { executor.run(nullptr, &recovery); });
  }
  assert_int_equal(place.count(), files);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_call_is_a_place_to_go_on_from),
      cmocka_unit_test(a_slot_that_was_filled_again_is_written_again),
      cmocka_unit_test(a_pace_is_due_when_its_time_has_passed),
      cmocka_unit_test(the_last_reverse_is_taken_again),
      cmocka_unit_test(another_stream_is_not_resumed),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
