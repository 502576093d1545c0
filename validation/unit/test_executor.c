/* SPDX-License-Identifier: MIT */
/* Executor group: a nonlinear loop of the user's own through every schedule: order of calls, bits, counts, bytes,
 * cotangents in and out, progress. */
#include "check.h"
#include "lorenz.h"

static const int32_t kKinds[] = {EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY};

static int64_t stat(const ebw_executor *executor, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_executor_get_stat(executor, name, &value));
  return value;
}

static double seconds(const ebw_executor *executor, const char *name) {
  double value = -1.0;
  assert_ok(ebw_executor_get_seconds(executor, name, &value));
  return value;
}

/* Gradient and cotangent of the initial state have the bits of the plain loop that keeps every state. */
static void assert_bits(const lorenz *loop) {
  double adjoint[CELLS + 1], gradient[CELLS];
  lorenz_reference(loop, adjoint, gradient);
  assert_memory_equal(loop->adjoint, adjoint, sizeof adjoint);
  assert_memory_equal(loop->gradient, gradient, sizeof gradient);
}

static void assert_calls(int32_t kind, int64_t slots, const char *calls) {
  lorenz loop;
  lorenz_init(&loop, 2, kind);
  ebw_executor *executor = lorenz_executor(&loop, slots, NULL);
  assert_ok(ebw_executor_run(executor));
  assert_string_equal(loop.log, calls);
  ebw_executor_destroy(executor);
  assert_int_equal(loop.released, 1);
}

static void calls_come_in_the_documented_order(void **state) {
  (void)state;
  const char *tapes =
      "start, advance_taped 0, save_tape 0, advance_taped 1, save_tape 1, turn 2, "
      "load_tape 1, reverse 1, load_tape 0, reverse 0";
  assert_calls(EBW_REVERSE_FUSED, 1, "start, save 0, advance 0 1, reverse 1, load 0, reverse 0");
  assert_calls(EBW_REVERSE_STATE_ONLY, 1,
               "start, save 0, advance 0 2, turn 2, load 0, advance 0 1, reverse 1, load 0, reverse 0");
  assert_calls(EBW_REVERSE_FUSED, 0, tapes);
  assert_calls(EBW_REVERSE_STATE_ONLY, 0, tapes);
}

/* One run: bits, and every count against the schedule's, the loop's own and the plan's. */
static void check_run(lorenz *loop, ebw_executor *executor) {
  ebw_plan *plan = NULL;
  int64_t forward = -1, recomputed = -1, slots = -1, bytes = -1;
  assert_ok(ebw_executor_plan(executor, &plan));
  assert_ok(ebw_plan_get_forward_steps(plan, &forward));
  assert_ok(ebw_plan_get_recomputed(plan, &recomputed));
  assert_ok(ebw_plan_get_slots(plan, &slots));
  assert_ok(ebw_plan_get_total_bytes(plan, &bytes));
  ebw_plan_destroy(plan);

  loop->log[0] = 0;
  assert_ok(ebw_executor_run(executor));
  assert_bits(loop);
  assert_int_equal(stat(executor, "forward_steps"), loop->forward_steps);
  assert_int_equal(stat(executor, "forward_steps"), forward);
  assert_int_equal(stat(executor, "recomputed"), recomputed);
  assert_int_equal(stat(executor, "recomputed"), forward - loop->steps);
  assert_int_equal(stat(executor, "reverse_steps"), loop->steps);
  assert_int_equal(stat(executor, "peak_slots"), slots);
  assert_int_equal(stat(executor, "planned_bytes"), bytes);
  assert_int_equal(stat(executor, "peak_bytes"), bytes);
}

static void every_schedule_gives_the_same_bits_with_the_planned_work(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; ++kind)
    for (int64_t steps = 1; steps <= 13; ++steps)
      for (int64_t slots = 0; slots <= steps + 1; ++slots) {
        lorenz loop;
        lorenz_init(&loop, steps, kKinds[kind]);
        ebw_executor *executor = lorenz_executor(&loop, slots, NULL);
        for (int run = 0; run < 3; ++run) {
          /* Every handle serves again, at a second point and with a second final cotangent too. */
          if (run == 2) loop.forcing[3] += 0.25, loop.final[1] -= 0.5, loop.first[0] = 3.0;
          check_run(&loop, executor);
        }
        /* With room for all states kind fused still takes each step but the last twice: once more to tape it. */
        if (slots == 0 || slots >= steps) {
          const int twice = slots > 0 && kKinds[kind] == EBW_REVERSE_FUSED;
          assert_int_equal(stat(executor, "recomputed"), twice ? steps - 1 : 0);
        }
        ebw_executor_destroy(executor);
        assert_int_equal(loop.released, 1);
      }
}

static void states_of_every_step_need_no_repeated_step(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 9, EBW_REVERSE_STATE_ONLY);
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(&loop);
  assert_ok(ebw_schedule_create_store_all(9, EBW_REVERSE_STATE_ONLY, 0, &schedule));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  check_run(&loop, executor);
  assert_int_equal(stat(executor, "saves"), 9);
  assert_int_equal(stat(executor, "loads"), 9);
  assert_int_equal(stat(executor, "recomputed"), 0);
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
}

static void the_gradient_is_the_derivative(void **state) {
  (void)state;
  lorenz loop, moved;
  lorenz_init(&loop, 40, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 3, NULL);
  assert_ok(ebw_executor_run(executor));
  const double h = 1e-5;
  double derivative = 0.0, misfits[2];
  for (int side = 0; side < 2; ++side) {
    moved = loop;
    for (int i = 0; i < CELLS; ++i) {
      const double direction = 1.0 - 0.3 * ((i * 5) % 7);
      moved.forcing[i] += (side ? h : -h) * direction;
      moved.first[i] += (side ? h : -h) * 0.5 * direction;
      if (side) derivative += (loop.gradient[i] + 0.5 * loop.adjoint[i]) * direction;
    }
    misfits[side] = lorenz_misfit(&moved);
  }
  /* Central difference: truncation about h^2, rounding about 2e-16 |J| / h, both below 1e-8 of the derivative. */
  ebw_assert_close((misfits[1] - misfits[0]) / (2.0 * h) / derivative, 1.0, 1e-7);
  ebw_executor_destroy(executor);
}

static void executors_share_a_storage_one_after_the_other(void **state) {
  (void)state;
  lorenz loops[2];
  ebw_executor *executors[2];
  ebw_storage *storage = NULL;
  assert_ok(ebw_storage_create_memory(&storage));
  for (int i = 0; i < 2; ++i) {
    lorenz_init(&loops[i], 8 + 3 * i, kKinds[i]);
    executors[i] = lorenz_executor(&loops[i], i == 0 ? 0 : 4, storage);
  }
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 2; ++i) check_run(&loops[i], executors[i]);
  for (int i = 0; i < 2; ++i) ebw_executor_destroy(executors[i]);
  ebw_storage_destroy(storage);
}

static void times_are_told_after_a_run(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 30, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 3, NULL);
  assert_ok(ebw_executor_run(executor));
  assert_true(seconds(executor, "forward") > 0.0);
  assert_true(seconds(executor, "reverse") > 0.0);
  assert_true(seconds(executor, "total") >= seconds(executor, "forward") + seconds(executor, "reverse"));
  ebw_executor_destroy(executor);
}

typedef struct {
  int64_t calls, done, total, recomputed, cancel_at;
  int released;
} watcher;

static int32_t watch(int64_t done, int64_t total, int64_t recomputed, void *user) {
  watcher *self = user;
  assert_true(done > self->done && done <= total);
  assert_true(recomputed >= self->recomputed && recomputed <= done);
  assert_true(self->total == 0 || self->total == total);
  self->done = done;
  self->total = total;
  self->recomputed = recomputed;
  return self->calls++ == self->cancel_at ? 17 : 0;
}

static void release_watcher(void *user) { ++((watcher *)user)->released; }

static void progress_grows_to_the_total_and_changes_no_bits(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; ++kind)
    for (int64_t slots = 0; slots <= 4; ++slots)
      for (int64_t every = 0; every <= 30; every += every < 4 ? 1 : 13) {
        lorenz loop;
        watcher seen = {.cancel_at = -1};
        lorenz_init(&loop, 13, kKinds[kind]);
        ebw_executor *executor = lorenz_executor(&loop, slots, NULL);
        assert_ok(ebw_executor_set_progress(executor, watch, every, &seen, release_watcher));
        check_run(&loop, executor);
        assert_int_equal(seen.done, seen.total);
        assert_int_equal(seen.total, stat(executor, "forward_steps") + 13);
        assert_int_equal(seen.recomputed, stat(executor, "recomputed"));
        if (every > 0) {
          /* A fused reverse is two steps, and a call may come one step late by it. */
          assert_true(seen.calls >= seen.total / (every + 1));
          assert_true(seen.calls <= (seen.total + every - 1) / every);
        }
        ebw_executor_destroy(executor);
        assert_int_equal(seen.released, 1);
      }
}

static void cancelling_at_any_call_ends_the_run_and_the_next_is_right(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; ++kind)
    for (int64_t slots = 0; slots <= 2; ++slots) {
      lorenz loop;
      watcher seen = {.cancel_at = -1};
      ebw_storage *storage = NULL;
      lorenz_init(&loop, 7, kKinds[kind]);
      assert_ok(ebw_storage_create_memory(&storage));
      ebw_executor *executor = lorenz_executor(&loop, slots, storage);
      assert_ok(ebw_executor_set_progress(executor, watch, 1, &seen, NULL));
      assert_ok(ebw_executor_run(executor));
      const int64_t calls = seen.calls;
      for (int64_t call = 0; call < calls; ++call) {
        int64_t live = -1;
        seen = (watcher){.cancel_at = call};
        assert_refused(ebw_executor_run(executor), EBW_ERR_CANCELLED, "returned 17");
        assert_int_equal(seen.calls, call + 1);
        assert_ok(ebw_storage_get_stat(storage, "live_slots", &live));
        assert_int_equal(live, 0);
        seen = (watcher){.cancel_at = -1};
        loop.log[0] = 0;
        assert_ok(ebw_executor_run(executor));
        assert_bits(&loop);
      }
      ebw_executor_destroy(executor);
      ebw_storage_destroy(storage);
    }
}

static void progress_can_be_replaced_and_taken_away(void **state) {
  (void)state;
  lorenz loop;
  watcher first = {.cancel_at = 0}, second = {.cancel_at = 0};
  lorenz_init(&loop, 5, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 2, NULL);
  assert_refused(ebw_executor_set_progress(executor, watch, -1, &first, release_watcher), EBW_ERR_ARGUMENT,
                 "every = -1");
  assert_int_equal(first.released, 0);
  assert_ok(ebw_executor_set_progress(executor, watch, 1, &first, release_watcher));
  assert_ok(ebw_executor_set_progress(executor, watch, 1, &second, release_watcher));
  assert_int_equal(first.released, 1);
  assert_refused(ebw_executor_run(executor), EBW_ERR_CANCELLED, "progress");
  assert_int_equal(first.calls, 0);
  assert_ok(ebw_executor_set_progress(executor, NULL, 0, NULL, NULL));
  assert_int_equal(second.released, 1);
  assert_ok(ebw_executor_run(executor));
  assert_int_equal(second.calls, 1);
  ebw_executor_destroy(executor);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_come_in_the_documented_order),
      cmocka_unit_test(every_schedule_gives_the_same_bits_with_the_planned_work),
      cmocka_unit_test(states_of_every_step_need_no_repeated_step),
      cmocka_unit_test(the_gradient_is_the_derivative),
      cmocka_unit_test(executors_share_a_storage_one_after_the_other),
      cmocka_unit_test(times_are_told_after_a_run),
      cmocka_unit_test(progress_grows_to_the_total_and_changes_no_bits),
      cmocka_unit_test(cancelling_at_any_call_ends_the_run_and_the_next_is_right),
      cmocka_unit_test(progress_can_be_replaced_and_taken_away),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
