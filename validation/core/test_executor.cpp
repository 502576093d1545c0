// SPDX-License-Identifier: MIT
// The executor over scripted schedules: every kind of action, every check, progress and failure at every call.
#include <chrono>
#include <thread>

#include "executor/executor.hpp"
#include "executor/user_stepper.hpp"
#include "expect.hpp"
#include "scripted.hpp"

using namespace ebw;
using namespace ebw::validation;
using executor::Executor;
using executor::Progress;
using storage::Bank;
using storage::MemoryStore;

namespace {

constexpr ReverseKind kFused = ReverseKind::fused, kStateOnly = ReverseKind::state_only;
using K = ActionKind;

Action advance(std::int64_t from, std::int64_t to) { return {K::advance, from, to, -1}; }
Action save(std::int64_t k, std::int64_t slot) { return {K::save, k, -1, slot}; }
Action load(std::int64_t k, std::int64_t slot) { return {K::load, k, -1, slot}; }
Action discard(std::int64_t k, std::int64_t slot) { return {K::discard, k, -1, slot}; }
Action turn(std::int64_t n) { return {K::turn, n, -1, -1}; }
Action reverse(std::int64_t from, std::int64_t to, std::int64_t slot) { return {K::reverse, from, to, slot}; }
Action reverse(std::int64_t k) { return reverse(k, k, -1); }
Action taped(std::int64_t from, std::int64_t to, std::int64_t slot) { return {K::advance_taped, from, to, slot}; }
Action save_tape(std::int64_t k, std::int64_t slot) { return {K::save_tape, k, -1, slot}; }
Action load_tape(std::int64_t k, std::int64_t slot) { return {K::load_tape, k, -1, slot}; }

// n steps in kind state_only with one slot.
ScriptedSchedule one_slot(std::int64_t n) {
  std::vector<Action> actions{save(0, 0), advance(0, n), turn(n)};
  for (std::int64_t k = n - 1; k >= 0; --k) {
    actions.push_back(load(0, 0));
    if (k == 0) actions.push_back(discard(0, 0));
    if (k > 0) actions.push_back(advance(0, k));
    actions.push_back(reverse(k));
  }
  return {n, kStateOnly, 1, 0, 1, actions};
}

ScriptedSchedule fused_two_steps() {
  return {2, kFused, 1, 0, 1, {save(0, 0), advance(0, 1), reverse(1), load(0, 0), discard(0, 0), reverse(0)}};
}

// Two slots: saves after advances, loads that are followed by their reverse, by a discard and it, and by an advance.
ScriptedSchedule two_slots() {
  return {4,
          kStateOnly,
          2,
          0,
          2,
          {save(0, 0), advance(0, 2), save(2, 1), advance(2, 4), turn(4), load(2, 1), advance(2, 3), reverse(3),
           load(2, 1), discard(2, 1), reverse(2), load(0, 0), advance(0, 1), save(1, 1), reverse(1), discard(1, 1),
           load(0, 0), reverse(0), discard(0, 0)}};
}

// Two leaves of three taped steps with one ring; the state slot has the number of the first tape slot, and its step.
ScriptedSchedule two_leaves(ReverseKind kind) {
  return {6,
          kind,
          1,
          3,
          4,
          {save(0, 0), advance(0, 3), taped(3, 6, 0), turn(6), reverse(5, 3, 0), load(0, 0), taped(0, 3, 0),
           discard(0, 0), reverse(2, 0, 0)}};
}

// Single tapes, named after the step was taken, used in their slots; discarded before or after the reverse.
ScriptedSchedule single_tapes(ReverseKind kind) {
  return {3,
          kind,
          1,
          2,
          3,
          {save(0, 0), advance(0, 1), taped(1, 2, -1), save_tape(1, 0), taped(2, 3, -1), save_tape(2, 1), turn(3),
           load_tape(2, 1), discard(2, 1), reverse(2), load_tape(1, 0), reverse(1), discard(1, 0), load(0, 0),
           discard(0, 0), taped(0, 1, 1), load_tape(0, 1), reverse(0), discard(0, 1)}};
}

void calls_come_in_the_documented_order(void **) {
  MemoryStore store;
  NumberStepper state_only(kStateOnly), fused(kFused);
  ScriptedSchedule a = one_slot(2), b = fused_two_steps();
  Executor(a, store, state_only).run();
  assert_string_equal(state_only.calls.c_str(),
                      "start, save 0, advance 0 2, turn 2, load 0, advance 0 1, reverse 1, load 0, reverse 0");
  Executor(b, store, fused).run();
  assert_string_equal(fused.calls.c_str(), "start, save 0, advance 0 1, reverse 1, load 0, reverse 0");
  assert_true(state_only.gradient == NumberStepper::expected(2));
  assert_true(fused.gradient == NumberStepper::expected(2));
}

void leaves_run_as_ranges_over_places_side_by_side(void **) {
  for (const ReverseKind kind : {kFused, kStateOnly}) {
    MemoryStore store;
    NumberStepper stepper(kind);
    ScriptedSchedule schedule = two_leaves(kind);
    Executor executor(schedule, store, stepper);
    executor.run();
    assert_true(stepper.gradient == NumberStepper::expected(6));
    assert_string_equal(stepper.calls.c_str(),
                        "start, save 0, advance 0 3, advance_taped 3 6, turn 6, reverse_taped 5 3, load 0, "
                        "advance_taped 0 3, reverse_taped 2 0");
    assert_int_equal(executor.stats().saves, 7);
    assert_int_equal(executor.stats().loads, 7);
    assert_int_equal(executor.stats().peak_slots, 4);
    assert_int_equal(executor.stats().forward_steps, 9);
    assert_int_equal(executor.stats().recomputed, 3);
  }
}

void leaves_run_step_by_step_over_scattered_places(void **) {
  ScatteredStore store;
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule schedule = two_leaves(kStateOnly);
  Executor(schedule, store, stepper).run();
  assert_true(stepper.gradient == NumberStepper::expected(6));
  assert_non_null(strstr(stepper.calls.c_str(),
                         "advance_taped 3 4, advance_taped 4 5, advance_taped 5 6, turn 6, "
                         "reverse_taped 5 5, reverse_taped 4 4, reverse_taped 3 3"));
}

void single_tapes_are_used_in_their_slots(void **) {
  for (const ReverseKind kind : {kFused, kStateOnly}) {
    MemoryStore store;
    NumberStepper stepper(kind);
    ScriptedSchedule schedule = single_tapes(kind);
    Executor executor(schedule, store, stepper);
    executor.run();
    assert_true(stepper.gradient == NumberStepper::expected(3));
    assert_string_equal(stepper.calls.c_str(),
                        "start, save 0, advance 0 1, advance_taped 1 2, advance_taped 2 3, turn 3, reverse_taped 2 2, "
                        "reverse_taped 1 1, load 0, advance_taped 0 1, reverse_taped 0 0");
    assert_int_equal(store.stats(Bank::tape).live_slots, 0);
  }
}

void states_are_saved_in_passing_and_used_in_their_slots(void **) {
  const auto calls = [](storage::Store &store, bool replay_check) {
    NumberStepper stepper(kStateOnly);
    stepper.spares_copies = true;
    ScriptedSchedule schedule = two_slots();
    Executor executor(schedule, store, stepper);
    executor.set_replay_check(replay_check);
    executor.run();
    assert_true(stepper.gradient == NumberStepper::expected(4));
    assert_int_equal(store.stats(Bank::state).live_slots, 0);
    assert_int_equal(executor.stats().saves, 3);
    assert_int_equal(executor.stats().loads, 4);
    return stepper.calls;
  };
  MemoryStore store;
  assert_string_equal(calls(store, false).c_str(),
                      "start, save 0, advance_saving 0 2, advance 2 4, turn 4, load 2, advance 2 3, reverse 3, "
                      "reverse_taped 2 2, load 0, advance_saving 0 1, reverse 1, reverse_taped 0 0");
  // A place that is valid for one save at a time is not held over an advance.
  ScatteredStore scattered;
  assert_string_equal(calls(scattered, false).c_str(),
                      "start, save 0, advance 0 2, save 2, advance 2 4, turn 4, load 2, advance 2 3, reverse 3, "
                      "reverse_taped 2 2, load 0, advance 0 1, save 1, reverse 1, reverse_taped 0 0");
  // The check wants each state that was loaded.
  assert_non_null(strstr(calls(store, true).c_str(), "load 2, save 2, reverse 2"));
}

void the_plan_needs_no_memory_and_is_what_is_measured(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule schedule = one_slot(5);
  Executor executor(schedule, store, stepper);
  const executor::Plan plan = executor.plan();
  assert_int_equal(store.account().peak(), 0);
  assert_string_equal(stepper.calls.c_str(), "");
  assert_int_equal(plan.steps, 5);
  assert_int_equal(plan.forward_steps, 15);
  assert_int_equal(plan.recomputed, 10);
  assert_int_equal(plan.slots, 1);
  assert_int_equal(plan.bytes[static_cast<int>(MemoryUse::slots)], 64);
  assert_int_equal(plan.total_bytes, total(plan.bytes));
  assert_int_equal(plan.least_bytes, plan.total_bytes);
  executor.run();
  assert_int_equal(executor.stats().forward_steps, plan.forward_steps);
  assert_int_equal(executor.stats().recomputed, plan.recomputed);
  assert_int_equal(executor.stats().reverse_steps, 5);
  assert_int_equal(executor.stats().planned_bytes, plan.total_bytes);
  assert_int_equal(executor.stats().peak_bytes, plan.total_bytes);
}

void one_store_serves_runs_of_different_sizes_truthfully(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule large = two_leaves(kStateOnly), small = one_slot(4);
  Executor first(large, store, stepper), second(small, store, stepper);
  for (int round = 0; round < 2; ++round) {
    first.run();
    assert_true(stepper.gradient == NumberStepper::expected(6));
    second.run();
    assert_true(stepper.gradient == NumberStepper::expected(4));
    assert_int_equal(second.stats().peak_bytes, second.plan().total_bytes);
  }
}

void work_that_differs_from_the_plan_is_an_error_with_both_numbers(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  const auto lie = [&](std::int64_t ScriptedSchedule::*count, const char *words) {
    ScriptedSchedule schedule = one_slot(3);
    schedule.*count += 1;
    expect_refused(Status::internal, words, [&] { Executor(schedule, store, stepper).run(); });
  };
  lie(&ScriptedSchedule::advances, "forward steps: measured 6, planned 7");
  lie(&ScriptedSchedule::saves, "saves: measured 1, planned 2");
  lie(&ScriptedSchedule::loads, "loads: measured 3, planned 4");
}

void bytes_that_differ_from_the_plan_are_an_error_with_their_name(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  MemoryAccount account;
  stepper.counted = &account;
  stepper.planned[static_cast<int>(MemoryUse::gradient)] = 100;
  ScriptedSchedule schedule = one_slot(3);
  Executor executor(schedule, store, stepper);
  expect_refused(Status::internal, "gradient: measured 0, planned 100", [&] { executor.run(); });
  account.add(MemoryUse::gradient, 100);
  executor.run();
  account.add(MemoryUse::gradient, -100);
}

void what_the_propagator_cannot_serve_is_refused_before_anything(void **) {
  MemoryStore store;
  NumberStepper fused(kFused, false), state_only(kStateOnly, false);
  ScriptedSchedule states = one_slot(3), tapes = two_leaves(kFused);
  expect_refused(Status::unsupported, "create the schedule with", [&] { Executor(states, store, fused); });
  expect_refused(Status::unsupported, "use revolve", [&] { Executor(tapes, store, fused); });
  expect_refused(Status::unsupported, "use revolve", [&] { Executor(tapes, store, state_only); });
  assert_int_equal(store.account().peak(), 0);
  // With tapes the kinds need not agree.
  NumberStepper taped_state_only(kStateOnly);
  ScriptedSchedule leaf{2, kFused, 0, 2, 2, {taped(0, 2, 0), turn(2), reverse(1, 0, 0)}};
  Executor(leaf, store, taped_state_only).run();
  assert_true(taped_state_only.gradient == NumberStepper::expected(2));
}

void a_plan_beyond_64_bits_is_refused(void **) {
  MemoryStore store;
  executor::UserStepper stepper(kStateOnly, std::int64_t{1} << 40, nullptr);
  ScriptedSchedule schedule{3, kStateOnly, std::int64_t{1} << 40, 0, std::int64_t{1} << 40, {}};
  expect_refused(Status::overflow, "bytes", [&] { Executor(schedule, store, stepper).plan(); });
}

void live_checkpoints_of_another_are_not_dropped(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 1, 8);
  store.begin_save(Bank::state, 0, 7);
  store.end_save(Bank::state, 0);
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule schedule = one_slot(3);
  Executor executor(schedule, store, stepper);
  expect_refused(Status::state, "discard them", [&] { executor.run(); });
  assert_true(store.holds(Bank::state, 0, 7));
  store.discard(Bank::state, 0);
  executor.run();
}

void a_wrong_schedule_is_named_and_never_gives_a_result(void **) {
  const struct {
    std::vector<Action> actions;
    const char *words;
  } cases[] = {
      {{save(1, 0)}, "while the state is at 0"},
      {{advance(1, 2)}, "while the state is at 0"},
      {{advance(0, 1), turn(1)}, "turns at step 1 of 2"},
      {{advance(0, 2), turn(2), reverse(0)}, "that of 1 is due"},
      {{advance(0, 2), turn(2), reverse(1)}, "while the state is at 2"},
      {{save(0, 0), advance(0, 1), reverse(1), reverse(0)}, "after a reverse without a load"},
      {{save(0, 0), advance(0, 1), reverse(1)}, "ended before the reverse of step 0"},
      {{save(0, 0), discard(1, 0)}, "discards step 1"},
      {{taped(0, 2, -1)}, "with one tape"},
      {{taped(0, 1, -1), advance(1, 2)}, "keeps none"},
      {{taped(0, 1, -1), save_tape(1, 0)}, "not taken just before"},
      {{taped(0, 2, 0), load_tape(1, 1), load_tape(0, 0)}, "before that of 1 was used"},
      {{taped(0, 2, 0), turn(2), load_tape(0, 0), reverse(1)}, "that of 1 is due"},
      {{taped(0, 2, 0), turn(2), reverse(1, 0, -1)}, "that of 1 is due"},
      {{{static_cast<K>(42), 0, 0, 0}}, "of kind 42"},
  };
  for (const auto &wrong : cases) {
    MemoryStore store;
    NumberStepper stepper(kFused);
    ScriptedSchedule schedule{2, kFused, 2, 2, 2, wrong.actions};
    expect_refused(Status::internal, wrong.words, [&] {
      ScriptedSchedule copy = schedule;
      Executor(copy, store, stepper).run();
    });
    assert_int_equal(store.stats(Bank::state).live_slots + store.stats(Bank::tape).live_slots, 0);
  }
}

void a_failure_at_any_call_frees_all_slots_and_the_next_run_is_right(void **) {
  const ScriptedSchedule schedules[] = {one_slot(4), two_slots(), two_leaves(kStateOnly), single_tapes(kStateOnly)};
  for (int i = 0; i < 8; ++i) {
    ScriptedSchedule schedule = schedules[i / 2];
    MemoryStore store;
    NumberStepper stepper(kStateOnly);
    stepper.spares_copies = i % 2 == 1;
    Executor executor(schedule, store, stepper);
    executor.run();
    const std::int64_t calls = stepper.made;
    for (std::int64_t call = 0; call < calls; ++call) {
      stepper.made = 0;
      stepper.throw_at = call;
      expect_refused(Status::non_finite, "told to fail", [&] { executor.run(); });
      assert_int_equal(store.stats(Bank::state).live_slots + store.stats(Bank::tape).live_slots, 0);
      stepper.throw_at = -1;
      executor.run();
      assert_true(stepper.gradient == NumberStepper::expected(schedule.steps()));
    }
  }
}

void progress_cuts_ranges_and_counts_over_several_runs(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule schedule = one_slot(10);
  Executor executor(schedule, store, stepper);
  executor.run();
  assert_non_null(strstr(stepper.calls.c_str(), "save 0, advance 0 10, turn 10"));

  const executor::Plan plan = executor.plan();
  const std::int64_t all = 3 * (plan.forward_steps + plan.steps);
  std::vector<std::int64_t> seen;
  std::int64_t repeated = 0;
  Progress progress(
      [&](std::int64_t done, std::int64_t total, std::int64_t recomputed) {
        assert_int_equal(total, all);
        assert_true(seen.empty() || done > seen.back());
        assert_true(recomputed >= repeated && recomputed <= done);
        repeated = recomputed;
        seen.push_back(done);
        return 0;
      },
      4);
  progress.begin(all);
  stepper.calls.clear();
  for (int shot = 0; shot < 3; ++shot) executor.run(&progress);
  progress.finish();
  assert_non_null(strstr(stepper.calls.c_str(), "save 0, advance 0 4, advance 4 8, advance 8 10, turn 10"));
  assert_int_equal(seen.back(), all);
  assert_int_equal(repeated, 3 * plan.recomputed);
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) assert_int_equal(seen[i], 4 * static_cast<std::int64_t>(i + 1));
  assert_true(stepper.gradient == NumberStepper::expected(10));
}

void progress_by_the_clock_comes_about_ten_times_a_second(void **) {
  using Clock = std::chrono::steady_clock;
  std::int64_t calls = 0, last = 0;
  Progress progress(
      [&](std::int64_t done, std::int64_t, std::int64_t) {
        ++calls;
        last = done;
        return 0;
      },
      0);
  const std::int64_t steps = 400;
  progress.begin(steps);
  const Clock::time_point begin = Clock::now();
  for (std::int64_t done = 0; done < steps;) {
    const std::int64_t piece = std::min(progress.chunk(), steps - done);
    std::this_thread::sleep_for(std::chrono::milliseconds(piece));
    progress.add(piece, 0);
    done += piece;
  }
  progress.finish();
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  assert_int_equal(last, steps);
  // Never less than a tenth of a second apart, the last call excepted; and 0.4 s of steps are not silent.
  assert_true(static_cast<double>(calls - 1) <= seconds / 0.1);
  assert_true(calls >= 2);
}

void progress_cancels_with_its_answer_and_the_place(void **) {
  MemoryStore store;
  NumberStepper stepper(kStateOnly);
  ScriptedSchedule schedule = one_slot(4);
  Executor executor(schedule, store, stepper);
  Progress progress([](std::int64_t done, std::int64_t, std::int64_t) { return done == 6 ? 7 : 0; }, 1);
  progress.begin(14);
  expect_refused(Status::cancelled, "returned 7 after 6 of 14 steps", [&] { executor.run(&progress); });
  assert_int_equal(store.stats(Bank::state).live_slots, 0);
  executor.run();
  assert_true(stepper.gradient == NumberStepper::expected(4));
  expect_refused(Status::argument, "every = -1", [] { Progress(nullptr, -1); });
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(calls_come_in_the_documented_order),
      cmocka_unit_test(leaves_run_as_ranges_over_places_side_by_side),
      cmocka_unit_test(leaves_run_step_by_step_over_scattered_places),
      cmocka_unit_test(single_tapes_are_used_in_their_slots),
      cmocka_unit_test(states_are_saved_in_passing_and_used_in_their_slots),
      cmocka_unit_test(the_plan_needs_no_memory_and_is_what_is_measured),
      cmocka_unit_test(one_store_serves_runs_of_different_sizes_truthfully),
      cmocka_unit_test(work_that_differs_from_the_plan_is_an_error_with_both_numbers),
      cmocka_unit_test(bytes_that_differ_from_the_plan_are_an_error_with_their_name),
      cmocka_unit_test(what_the_propagator_cannot_serve_is_refused_before_anything),
      cmocka_unit_test(a_plan_beyond_64_bits_is_refused),
      cmocka_unit_test(live_checkpoints_of_another_are_not_dropped),
      cmocka_unit_test(a_wrong_schedule_is_named_and_never_gives_a_result),
      cmocka_unit_test(a_failure_at_any_call_frees_all_slots_and_the_next_run_is_right),
      cmocka_unit_test(progress_cuts_ranges_and_counts_over_several_runs),
      cmocka_unit_test(progress_by_the_clock_comes_about_ten_times_a_second),
      cmocka_unit_test(progress_cancels_with_its_answer_and_the_place),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
