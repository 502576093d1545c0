/* SPDX-License-Identifier: MIT */
/* Plan group: what a plan tells, and that it tells it for every schedule as it comes true. */
#include "check.h"
#include "lorenz.h"

static const char *const kNames[] = {"work_fields",   "slots",        "tape_ring", "adjoint_state",
                                     "initial_state", "model_copies", "gradient",  "traces",
                                     "residuals",     "wavelets",     "scratch",   "schedule_tables"};

static int64_t bytes_of(const ebw_plan *plan, const char *name) {
  int64_t bytes = -1;
  assert_ok(ebw_plan_get_bytes(plan, name, &bytes));
  return bytes;
}

static ebw_plan *plan_of(const ebw_executor *executor) {
  ebw_plan *plan = NULL;
  assert_ok(ebw_executor_plan(executor, &plan));
  return plan;
}

static void a_plan_tells_counts_and_named_bytes(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 10, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 3, NULL);
  ebw_plan *plan = plan_of(executor);
  int64_t value = -1;
  double dt = -1.0;
  const char *schedule = NULL;
  assert_ok(ebw_plan_get_steps(plan, &value));
  assert_int_equal(value, 10);
  /* t(10, 3) = 2 * 10 - beta(4, 1) = 15 advances, and one taped step each. */
  assert_ok(ebw_plan_get_forward_steps(plan, &value));
  assert_int_equal(value, 25);
  assert_ok(ebw_plan_get_recomputed(plan, &value));
  assert_int_equal(value, 15);
  assert_ok(ebw_plan_get_slots(plan, &value));
  assert_int_equal(value, 3);
  assert_ok(ebw_plan_get_dt(plan, &dt));
  assert_true(dt == 0.0);
  assert_ok(ebw_plan_get_schedule(plan, &schedule));
  assert_string_equal(schedule, "revolve");
  /* 13 doubles in lines of 64 bytes. */
  assert_int_equal(bytes_of(plan, "slots"), 3 * 128);
  assert_int_equal(bytes_of(plan, "tape_ring"), 0);
  int64_t sum = 0;
  for (size_t i = 0; i < sizeof kNames / sizeof *kNames; ++i) sum += bytes_of(plan, kNames[i]);
  assert_ok(ebw_plan_get_total_bytes(plan, &value));
  assert_int_equal(value, sum);
  assert_int_equal(loop.calls, 0);
  ebw_plan_destroy(plan);
  ebw_executor_destroy(executor);
  ebw_plan_destroy(NULL);
}

static void a_plan_of_tapes_has_them_in_the_tape_ring(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 10, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 0, NULL);
  ebw_plan *plan = plan_of(executor);
  int64_t value = -1;
  const char *schedule = NULL;
  assert_int_equal(bytes_of(plan, "slots"), 0);
  assert_int_equal(bytes_of(plan, "tape_ring"), 10 * 128);
  assert_ok(ebw_plan_get_recomputed(plan, &value));
  assert_int_equal(value, 0);
  assert_ok(ebw_plan_get_schedule(plan, &schedule));
  assert_string_equal(schedule, "store_all");
  ebw_plan_destroy(plan);
  ebw_executor_destroy(executor);
}

static void the_least_bytes_are_those_of_one_slot(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 10, EBW_REVERSE_STATE_ONLY);
  int64_t least = -1, with_one_slot = -1;
  for (int64_t slots = 4; slots >= 1; --slots) {
    ebw_executor *executor = lorenz_executor(&loop, slots, NULL);
    ebw_plan *plan = plan_of(executor);
    int64_t value = -1;
    assert_ok(ebw_plan_get_least_bytes(plan, &value));
    assert_true(least < 0 || value == least);
    least = value;
    assert_ok(ebw_plan_get_total_bytes(plan, &with_one_slot));
    ebw_plan_destroy(plan);
    ebw_executor_destroy(executor);
  }
  assert_int_equal(least, with_one_slot);
}

static void a_plan_stays_when_its_executor_goes(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 2, NULL);
  ebw_plan *plan = plan_of(executor);
  ebw_executor_destroy(executor);
  int64_t steps = 0;
  assert_ok(ebw_plan_get_steps(plan, &steps));
  assert_int_equal(steps, 4);
  ebw_plan_destroy(plan);
}

/* Every function that takes a plan answers `status` for this one, and touches no output. */
static void assert_all_refuse(const ebw_plan *plan, int32_t status) {
  int64_t value = -5;
  double dt = -5.0;
  const char *schedule = NULL;
  assert_refused(ebw_plan_get_steps(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_forward_steps(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_recomputed(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_slots(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_total_bytes(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_least_bytes(plan, &value), status, "plan");
  assert_refused(ebw_plan_get_dt(plan, &dt), status, "plan");
  assert_refused(ebw_plan_get_schedule(plan, &schedule), status, "plan");
  assert_refused(ebw_plan_get_bytes(plan, "slots", &value), status, "plan");
  assert_int_equal(value, -5);
  assert_true(dt == -5.0);
  assert_null(schedule);
}

static void wrong_handles_names_and_outputs_are_refused(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 2, NULL);
  ebw_plan *plan = plan_of(executor);
  int64_t value = -5;
  assert_all_refuse(NULL, EBW_ERR_ARGUMENT);
  assert_all_refuse((ebw_plan *)executor, EBW_ERR_HANDLE);
  assert_refused(ebw_plan_get_steps(plan, NULL), EBW_ERR_ARGUMENT, "steps is NULL");
  assert_refused(ebw_plan_get_forward_steps(plan, NULL), EBW_ERR_ARGUMENT, "forward_steps is NULL");
  assert_refused(ebw_plan_get_recomputed(plan, NULL), EBW_ERR_ARGUMENT, "recomputed is NULL");
  assert_refused(ebw_plan_get_slots(plan, NULL), EBW_ERR_ARGUMENT, "slots is NULL");
  assert_refused(ebw_plan_get_total_bytes(plan, NULL), EBW_ERR_ARGUMENT, "total_bytes is NULL");
  assert_refused(ebw_plan_get_least_bytes(plan, NULL), EBW_ERR_ARGUMENT, "least_bytes is NULL");
  assert_refused(ebw_plan_get_dt(plan, NULL), EBW_ERR_ARGUMENT, "dt is NULL");
  assert_refused(ebw_plan_get_schedule(plan, NULL), EBW_ERR_ARGUMENT, "schedule is NULL");
  assert_refused(ebw_plan_get_bytes(plan, "slots", NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_refused(ebw_plan_get_bytes(plan, NULL, &value), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_plan_get_bytes(plan, "fields", &value), EBW_ERR_NOT_FOUND, "work_fields, slots");
  assert_int_equal(value, -5);
  ebw_plan_destroy(plan);
  ebw_executor_destroy(executor);
}

static ebw_plan *choose(int64_t steps, int64_t state, int64_t tape, int64_t memory, const char *name,
                        const double *costs) {
  ebw_plan *plan = NULL;
  assert_ok(ebw_plan_choose(steps, EBW_REVERSE_STATE_ONLY, state, tape, memory, name, costs, &plan));
  return plan;
}

static void assert_plan(ebw_plan *plan, const char *name, int64_t slots, int64_t tape_slots, int64_t forward) {
  const char *schedule = NULL;
  int64_t value = -1;
  assert_ok(ebw_plan_get_schedule(plan, &schedule));
  assert_string_equal(schedule, name);
  assert_ok(ebw_plan_get_slots(plan, &value));
  assert_int_equal(value, slots);
  assert_ok(ebw_plan_get_tape_slots(plan, &value));
  assert_int_equal(value, tape_slots);
  assert_ok(ebw_plan_get_forward_steps(plan, &value));
  assert_int_equal(value, forward);
  /* The schedule that it speaks of says the same. */
  ebw_schedule *made = NULL;
  int64_t advances = -1, taped = -1;
  assert_ok(ebw_plan_create_schedule(plan, &made));
  assert_ok(ebw_schedule_count_advances(made, &advances));
  assert_ok(ebw_schedule_count_taped(made, &taped));
  assert_int_equal(advances + taped, forward);
  ebw_schedule_destroy(made);
  ebw_plan_destroy(plan);
}

static void a_budget_chooses_a_schedule_for_any_loop(void **state) {
  (void)state;
  /* States of 3200 and tapes of 1280 bytes, each with a mark of 8. */
  const int64_t all = 100 * (1280 + 8), least = 3200 + 8;
  assert_plan(choose(100, 3200, 1280, all, NULL, NULL), "store_all", 100, 100, 100);
  assert_plan(choose(100, 3200, 1280, all, "auto", NULL), "store_all", 100, 100, 100);
  /* 10 slots: t(101, 10) = 3 * 101 - beta(11, 2) = 225 */
  assert_plan(choose(100, 3200, 1280, 10 * least, NULL, NULL), "revolve", 10, 0, 225);
  assert_plan(choose(100, 3200, 1280, 10 * least, "revolve", NULL), "revolve", 10, 0, 225);
  /* The same bytes hold 5 states and 12 tapes, the turn is the last of 101 steps in 8 leaves of 13 each: outside of
   * them 2 * 101 - 13 beta(6, 1) = 111 steps, and with tapes all but the last of each, 93. */
  assert_plan(choose(100, 3200, 1280, 10 * least, "auto", NULL), "segment", 5, 12, 204);
  assert_plan(choose(100, 3200, 1280, 10 * least, "segment", NULL), "segment", 5, 12, 204);
  assert_plan(choose(100, 3200, 0, 10 * least, "auto", NULL), "revolve", 10, 0, 225);
  assert_plan(choose(100, 3200, 1280, least, NULL, NULL), "revolve", 1, 0, 5050);
}

static void alternatives_stand_side_by_side_with_their_forecast(void **state) {
  (void)state;
  const double costs[4] = {1.0, 1.0, 2.0, 0.0};
  ebw_plan *plan = choose(100, 3200, 1280, 20 * 3208, "auto", costs), *other = NULL;
  int64_t count = -1, limit = -1;
  double last = 0.0;
  assert_ok(ebw_plan_count_alternatives(plan, &count));
  assert_int_equal(count, 3);
  assert_ok(ebw_plan_get_memory_limit(plan, &limit));
  assert_int_equal(limit, 20 * 3208);
  int fitting = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t total = -1, forward = -1, least = -1;
    double cost = -1.0, seconds = -1.0;
    assert_ok(ebw_plan_get_alternative(plan, i, &other));
    assert_ok(ebw_plan_get_total_bytes(other, &total));
    assert_ok(ebw_plan_get_least_bytes(other, &least));
    assert_ok(ebw_plan_get_forward_steps(other, &forward));
    assert_ok(ebw_plan_get_cost(other, &cost));
    assert_ok(ebw_plan_get_seconds(other, &seconds));
    assert_true(cost >= last && seconds == cost && cost == (double)(forward + 200));
    const char *name = NULL;
    assert_ok(ebw_plan_get_schedule(other, &name));
    const int has_tapes_alone = !strcmp(name, "store_all"), has_both = !strcmp(name, "segment");
    assert_int_equal(least, has_tapes_alone ? 128800 : has_both ? 4496 : 3208);
    last = cost;
    fitting += total <= limit;
    ebw_plan_destroy(other);
  }
  assert_int_equal(fitting, 2); /* all tapes do not fit */
  assert_refused(ebw_plan_get_alternative(plan, 3, &other), EBW_ERR_ARGUMENT, "index = 3");
  assert_refused(ebw_plan_get_alternative(plan, -1, &other), EBW_ERR_ARGUMENT, "index");
  assert_refused(ebw_plan_get_alternative(plan, 0, NULL), EBW_ERR_ARGUMENT, "alternative");
  ebw_plan_destroy(plan);
}

static void choices_that_cannot_be_are_refused_with_the_least(void **state) {
  (void)state;
  ebw_plan *plan = NULL;
  const int32_t kind = EBW_REVERSE_STATE_ONLY;
  assert_refused(ebw_plan_choose(100, kind, 3200, 1280, 3207, NULL, NULL, &plan), EBW_ERR_BUDGET, "at least 3208");
  assert_refused(ebw_plan_choose(100, kind, 3200, 1280, 3207, "auto", NULL, &plan), EBW_ERR_BUDGET, "at least 3208");
  assert_refused(ebw_plan_choose(100, kind, 3200, 1280, 4000, "segment", NULL, &plan), EBW_ERR_BUDGET, "at least 4496");
  assert_refused(ebw_plan_choose(100, kind, 3200, 1280, 4000, "store_all", NULL, &plan), EBW_ERR_BUDGET, "128800");
  assert_refused(ebw_plan_choose(100, kind, 3200, 0, 4000, "segment", NULL, &plan), EBW_ERR_UNSUPPORTED, "tapes");
  assert_refused(ebw_plan_choose(100, kind, 3200, 0, 4000, "best", NULL, &plan), EBW_ERR_NOT_FOUND, "segment");
  assert_refused(ebw_plan_choose(0, kind, 3200, 0, 4000, NULL, NULL, &plan), EBW_ERR_ARGUMENT, "steps");
  assert_refused(ebw_plan_choose(9, kind, 0, 0, 4000, NULL, NULL, &plan), EBW_ERR_ARGUMENT, "state_bytes");
  assert_refused(ebw_plan_choose(9, kind, 1, -1, 4000, NULL, NULL, &plan), EBW_ERR_ARGUMENT, "tape_bytes");
  assert_refused(ebw_plan_choose(9, kind, 1, 1, -1, NULL, NULL, &plan), EBW_ERR_ARGUMENT, "memory_bytes");
  assert_refused(ebw_plan_choose(9, 7, 1, 1, 1, NULL, NULL, &plan), EBW_ERR_ARGUMENT, "reverse_kind");
  assert_refused(ebw_plan_choose(9, kind, 1, 1, 1, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "plan");
  assert_null(plan);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plan_tells_counts_and_named_bytes),
      cmocka_unit_test(a_plan_of_tapes_has_them_in_the_tape_ring),
      cmocka_unit_test(the_least_bytes_are_those_of_one_slot),
      cmocka_unit_test(a_plan_stays_when_its_executor_goes),
      cmocka_unit_test(wrong_handles_names_and_outputs_are_refused),
      cmocka_unit_test(a_budget_chooses_a_schedule_for_any_loop),
      cmocka_unit_test(alternatives_stand_side_by_side_with_their_forecast),
      cmocka_unit_test(choices_that_cannot_be_are_refused_with_the_least),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
