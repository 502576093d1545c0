/* SPDX-License-Identifier: MIT */
/* Propagator group: what create, setters and getters take and refuse. */
#include "check.h"
#include "lorenz.h"

static int32_t keep_adjoint(int64_t k, void *bytes, void *user) {
  (void)k, (void)bytes, (void)user;
  return 0;
}
static int32_t take_adjoint(int64_t k, const void *bytes, void *user) {
  (void)k, (void)bytes, (void)user;
  return 0;
}

static void a_propagator_tells_its_sizes(void **state) {
  (void)state;
  ebw_propagator *propagator = NULL;
  int64_t bytes = -1;
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_STATE_ONLY, 24, NULL, NULL, &propagator));
  assert_ok(ebw_propagator_get_state_bytes(propagator, &bytes));
  assert_int_equal(bytes, 24);
  assert_ok(ebw_propagator_get_tape_bytes(propagator, &bytes));
  assert_int_equal(bytes, 0);
  assert_ok(ebw_propagator_get_adjoint_bytes(propagator, &bytes));
  assert_int_equal(bytes, 0);
  assert_ok(ebw_propagator_set_tape(propagator, 8, lorenz_advance_taped, lorenz_save_tape, lorenz_load_tape));
  assert_ok(ebw_propagator_set_adjoint(propagator, 48, keep_adjoint, take_adjoint));
  assert_ok(ebw_propagator_get_tape_bytes(propagator, &bytes));
  assert_int_equal(bytes, 8);
  assert_ok(ebw_propagator_get_adjoint_bytes(propagator, &bytes));
  assert_int_equal(bytes, 48);
  ebw_propagator_destroy(propagator);
  ebw_propagator_destroy(NULL);
}

static void release_comes_once_and_only_for_what_was_taken(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 3, EBW_REVERSE_FUSED);
  ebw_propagator *propagator = NULL;
  assert_refused(ebw_propagator_create_user(EBW_REVERSE_FUSED, 0, &loop, lorenz_release, &propagator), EBW_ERR_ARGUMENT,
                 "state_bytes = 0");
  assert_refused(ebw_propagator_create_user(3, 8, &loop, lorenz_release, &propagator), EBW_ERR_ARGUMENT,
                 "reverse_kind = 3");
  assert_refused(ebw_propagator_create_user(EBW_REVERSE_FUSED, 8, &loop, lorenz_release, NULL), EBW_ERR_ARGUMENT,
                 "propagator is NULL");
  assert_null(propagator);
  assert_int_equal(loop.released, 0);
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_FUSED, 8, &loop, lorenz_release, &propagator));
  assert_int_equal(loop.released, 0);
  ebw_propagator_destroy(propagator);
  assert_int_equal(loop.released, 1);
}

static void setters_refuse_null(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 3, EBW_REVERSE_FUSED);
  ebw_propagator *p = lorenz_propagator(&loop);
  assert_refused(ebw_propagator_set_start(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_advance(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_turn(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_reverse(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_save(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_load(p, NULL), EBW_ERR_ARGUMENT, "function is NULL");
  assert_refused(ebw_propagator_set_tape(p, 0, lorenz_advance_taped, lorenz_save_tape, lorenz_load_tape),
                 EBW_ERR_ARGUMENT, "tape_bytes = 0");
  assert_refused(ebw_propagator_set_tape(p, 8, NULL, lorenz_save_tape, lorenz_load_tape), EBW_ERR_ARGUMENT,
                 "advance_taped is NULL");
  assert_refused(ebw_propagator_set_tape(p, 8, lorenz_advance_taped, NULL, lorenz_load_tape), EBW_ERR_ARGUMENT,
                 "save_tape is NULL");
  assert_refused(ebw_propagator_set_tape(p, 8, lorenz_advance_taped, lorenz_save_tape, NULL), EBW_ERR_ARGUMENT,
                 "load_tape is NULL");
  assert_refused(ebw_propagator_set_adjoint(p, -1, keep_adjoint, take_adjoint), EBW_ERR_ARGUMENT, "adjoint_bytes = -1");
  assert_refused(ebw_propagator_set_adjoint(p, 8, NULL, take_adjoint), EBW_ERR_ARGUMENT, "save_adjoint is NULL");
  assert_refused(ebw_propagator_set_adjoint(p, 8, keep_adjoint, NULL), EBW_ERR_ARGUMENT, "load_adjoint is NULL");
  assert_refused(ebw_propagator_get_state_bytes(p, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_refused(ebw_propagator_get_tape_bytes(p, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_refused(ebw_propagator_get_adjoint_bytes(p, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  int64_t bytes = 0;
  assert_ok(ebw_propagator_get_tape_bytes(p, &bytes));
  assert_int_equal(bytes, sizeof loop.tape);
  ebw_propagator_destroy(p);
}

/* Every function that takes a propagator answers `status` for this one. */
static void assert_all_refuse(ebw_propagator *p, int32_t status) {
  int64_t bytes = -5;
  assert_refused(ebw_propagator_set_start(p, lorenz_start), status, "propagator");
  assert_refused(ebw_propagator_set_advance(p, lorenz_advance), status, "propagator");
  assert_refused(ebw_propagator_set_turn(p, lorenz_turn), status, "propagator");
  assert_refused(ebw_propagator_set_reverse(p, lorenz_reverse), status, "propagator");
  assert_refused(ebw_propagator_set_save(p, lorenz_save), status, "propagator");
  assert_refused(ebw_propagator_set_load(p, lorenz_load), status, "propagator");
  assert_refused(ebw_propagator_set_tape(p, 8, lorenz_advance_taped, lorenz_save_tape, lorenz_load_tape), status,
                 "propagator");
  assert_refused(ebw_propagator_set_adjoint(p, 8, keep_adjoint, take_adjoint), status, "propagator");
  assert_refused(ebw_propagator_get_state_bytes(p, &bytes), status, "propagator");
  assert_refused(ebw_propagator_get_tape_bytes(p, &bytes), status, "propagator");
  assert_refused(ebw_propagator_get_adjoint_bytes(p, &bytes), status, "propagator");
  assert_int_equal(bytes, -5);
}

static void no_handle_and_other_handles_are_refused(void **state) {
  (void)state;
  ebw_storage *storage = NULL;
  assert_ok(ebw_storage_create_memory(&storage));
  assert_all_refuse(NULL, EBW_ERR_ARGUMENT);
  assert_all_refuse((ebw_propagator *)storage, EBW_ERR_HANDLE);
  ebw_storage_destroy(storage);
}

static int32_t use_it_inside(lorenz *self) {
  if (self->calls == 0) assert_all_refuse(self->extra, EBW_ERR_BUSY);
  return 0;
}

static void a_propagator_in_use_is_busy(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 3, EBW_REVERSE_FUSED);
  ebw_propagator *propagator = lorenz_propagator(&loop);
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  assert_ok(ebw_schedule_create_revolve(3, 1, EBW_REVERSE_FUSED, &schedule));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  loop.inside = use_it_inside;
  loop.extra = propagator;
  assert_ok(ebw_executor_run(executor));
  assert_ok(ebw_propagator_set_start(propagator, lorenz_start));
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_propagator_tells_its_sizes), cmocka_unit_test(release_comes_once_and_only_for_what_was_taken),
      cmocka_unit_test(setters_refuse_null),          cmocka_unit_test(no_handle_and_other_handles_are_refused),
      cmocka_unit_test(a_propagator_in_use_is_busy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
