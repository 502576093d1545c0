/* SPDX-License-Identifier: MIT */
/* Plan group: what a plan tells, and that it tells it for every schedule as it comes true. */
#include "check.h"
#include "lorenz.h"

static const char *const kNames[] = {"work_fields",   "slots",        "tape_ring", "adjoint_state",
                                     "initial_state", "model_copies", "gradient",  "traces",
                                     "residuals",     "wavelets",     "scratch"};

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plan_tells_counts_and_named_bytes),
      cmocka_unit_test(a_plan_of_tapes_has_them_in_the_tape_ring),
      cmocka_unit_test(the_least_bytes_are_those_of_one_slot),
      cmocka_unit_test(a_plan_stays_when_its_executor_goes),
      cmocka_unit_test(wrong_handles_names_and_outputs_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
