/* SPDX-License-Identifier: MIT */
/* The acoustic propagator on an executor of one's own: the bits of ebw_gradient, and what it refuses. */
#include "small_wave.h"

typedef struct {
  ebw_model *model;
  ebw_shot *shot;
  ebw_propagator *propagator;
  ebw_storage *storage;
  ebw_executor *executor;
} driven;

/* slots = 0: store_all with tapes. */
static void drive(driven *d, int64_t steps, int64_t slots) {
  ebw_schedule *schedule = NULL;
  if (slots)
    assert_ok(ebw_schedule_create_revolve(steps, slots, EBW_REVERSE_STATE_ONLY, &schedule));
  else
    assert_ok(ebw_schedule_create_store_all(steps, EBW_REVERSE_STATE_ONLY, 1, &schedule));
  assert_ok(ebw_storage_create_memory(&d->storage));
  assert_ok(ebw_executor_create(schedule, d->storage, d->propagator, &d->executor));
  ebw_schedule_destroy(schedule);
}

static void setup_driven(driven *d, int64_t slots) {
  memset(d, 0, sizeof *d);
  d->model = small_model();
  d->shot = small_shot(d->model, 115.0);
  assert_ok(ebw_propagator_create_acoustic(d->model, d->shot, &d->propagator));
  drive(d, STEPS, slots);
}

static void teardown_driven(driven *d) {
  ebw_model_destroy(d->model); /* the executor keeps all alive */
  ebw_shot_destroy(d->shot);
  ebw_propagator_destroy(d->propagator);
  ebw_storage_destroy(d->storage);
  ebw_executor_destroy(d->executor);
}

static void run_and_get(driven *d, small_result *result) {
  memset(result, 0, sizeof *result);
  assert_ok(ebw_executor_run(d->executor));
  assert_ok(ebw_propagator_get_gradient(d->propagator, &result->misfit, result->gradient, NULL));
  assert_ok(ebw_shot_get_traces(d->shot, result->traces, RECEIVERS, SAMPLES, NULL));
  assert_ok(ebw_shot_get_wavelet_gradient(d->shot, 0, result->wavelet, SAMPLES));
}

static void an_executor_gives_the_bits_of_the_main_call(void **state) {
  (void)state;
  small_result fresh, used;
  for (int64_t slots = 0; slots <= 6; slots += 3) {
    driven d;
    setup_driven(&d, slots);
    small_reference(0, 115.0, &fresh);
    run_and_get(&d, &used);
    assert_same_result(&used, &fresh);
    small_set_field(d.model, 1); /* the field may change between runs */
    small_reference(1, 115.0, &fresh);
    run_and_get(&d, &used);
    assert_same_result(&used, &fresh);
    teardown_driven(&d);
  }
}

static void a_gradient_is_given_once_there_is_one_of_the_present_model(void **state) {
  (void)state;
  driven d;
  small_result kept;
  const int64_t overlapping[2] = {1, 1}, far[2] = {INT64_MAX, 1}, fortran[2] = {1, NX};
  float turned[CELLS_ALL];
  setup_driven(&d, 3);
  double misfit = -7.0;
  kept.gradient[0] = -7.0f;
  assert_refused(ebw_propagator_get_gradient(d.propagator, &misfit, kept.gradient, NULL), EBW_ERR_STATE,
                 "run an executor on it");
  assert_refused(ebw_propagator_get_gradient(NULL, &misfit, kept.gradient, NULL), EBW_ERR_ARGUMENT,
                 "propagator is NULL");
  assert_refused(ebw_propagator_get_gradient((ebw_propagator *)d.model, &misfit, kept.gradient, NULL), EBW_ERR_HANDLE,
                 "propagator is not a handle");
  assert_ok(ebw_executor_run(d.executor));
  assert_refused(ebw_propagator_get_gradient(d.propagator, &misfit, kept.gradient, overlapping), EBW_ERR_ARGUMENT,
                 "gradient: stride[");
  assert_refused(ebw_propagator_get_gradient(d.propagator, &misfit, kept.gradient, far), EBW_ERR_OVERFLOW,
                 "array span");
  assert_true(misfit == -7.0 && kept.gradient[0] == -7.0f);
  assert_ok(ebw_propagator_get_gradient(d.propagator, &misfit, NULL, NULL));
  assert_ok(ebw_propagator_get_gradient(d.propagator, NULL, kept.gradient, NULL));
  assert_ok(ebw_propagator_get_gradient(d.propagator, NULL, turned, fortran));
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) assert_memory_equal(&turned[k * NX + i], &kept.gradient[i * NZ + k], sizeof *turned);
  small_set_field(d.model, 1);
  assert_refused(ebw_propagator_get_gradient(d.propagator, &misfit, kept.gradient, NULL), EBW_ERR_STATE,
                 "of the model as it is now");
  teardown_driven(&d);
}

static void a_propagator_of_the_user_has_no_wave_gradient(void **state) {
  (void)state;
  ebw_propagator *propagator = NULL;
  double misfit = -7.0;
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_FUSED, 8, NULL, NULL, &propagator));
  assert_refused(ebw_propagator_get_gradient(propagator, &misfit, NULL, NULL), EBW_ERR_HANDLE, "not an acoustic one");
  assert_true(misfit == -7.0);
  ebw_propagator_destroy(propagator);
}

static void a_run_refuses_a_model_of_another_structure(void **state) {
  (void)state;
  driven d;
  small_result fresh, used;
  small_reference(0, 115.0, &fresh);
  setup_driven(&d, 3);
  assert_ok(ebw_model_set_order(d.model, 4));
  assert_refused(ebw_executor_run(d.executor), EBW_ERR_STATE, "create the propagator anew");
  assert_ok(ebw_model_set_order(d.model, 8));
  assert_ok(ebw_model_set_time(d.model, 0.5 * DT, STEPS));
  assert_refused(ebw_executor_run(d.executor), EBW_ERR_STATE, "create the propagator anew");
  assert_ok(ebw_model_set_time(d.model, 10.0 * DT, STEPS));
  assert_refused(ebw_executor_run(d.executor), EBW_ERR_UNSTABLE, "dt_max");
  assert_ok(ebw_model_set_time(d.model, DT, STEPS));
  assert_ok(ebw_model_set_boundary(d.model, EBW_FACE_LEFT, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_refused(ebw_executor_run(d.executor), EBW_ERR_STATE, "create the propagator anew");
  assert_ok(ebw_model_set_boundary(d.model, EBW_FACE_LEFT, EBW_BOUNDARY_CPML, 5, 1800.0, 25.0));
  run_and_get(&d, &used);
  assert_same_result(&used, &fresh);
  teardown_driven(&d);
}

static void points_may_change_between_runs(void **state) {
  (void)state;
  driven d;
  float gradient[CELLS_ALL], expected[CELLS_ALL];
  setup_driven(&d, 3);
  assert_ok(ebw_executor_run(d.executor));
  small_add_source(d.shot, 60.0, 90.0, 1e4);
  small_add_receivers(d.shot, 2);
  assert_ok(ebw_executor_run(d.executor));
  assert_ok(ebw_propagator_get_gradient(d.propagator, NULL, gradient, NULL));
  assert_ok(ebw_gradient(d.model, &d.shot, 1, 0, NULL, expected, NULL));
  assert_memory_equal(gradient, expected, sizeof gradient);
  teardown_driven(&d);
}

static void a_schedule_of_another_length_is_refused(void **state) {
  (void)state;
  driven d;
  setup_driven(&d, 3);
  const int64_t lengths[2] = {STEPS - 1, STEPS + 1};
  for (int l = 0; l < 2; ++l) {
    ebw_schedule *schedule = NULL;
    ebw_executor *executor = NULL;
    assert_ok(ebw_schedule_create_revolve(lengths[l], 3, EBW_REVERSE_STATE_ONLY, &schedule));
    assert_refused(ebw_executor_create(schedule, d.storage, d.propagator, &executor), EBW_ERR_UNSUPPORTED,
                   "the propagator 30");
    assert_null(executor);
    ebw_schedule_destroy(schedule);
  }
  teardown_driven(&d);
}

static int32_t unit_misfit(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces, double *misfit,
                           double *residual, void *user) {
  (void)shot, (void)n_receivers, (void)n_samples, (void)traces, (void)residual;
  ++*(int *)user;
  *misfit = 1.0;
  return 0;
}

static void a_propagator_follows_the_misfit_of_its_model(void **state) {
  (void)state;
  driven d;
  small_result fresh, used;
  int calls = 0;
  small_reference(0, 115.0, &fresh);
  setup_driven(&d, 3);
  assert_ok(ebw_model_set_misfit(d.model, unit_misfit, &calls, NULL));
  run_and_get(&d, &used);
  assert_true(used.misfit == 1.0 && calls == 1);
  assert_ok(ebw_model_set_misfit(d.model, NULL, NULL, NULL));
  run_and_get(&d, &used);
  assert_same_result(&used, &fresh);
  teardown_driven(&d);
  /* Made while a function was set, which goes before the run. */
  memset(&d, 0, sizeof d);
  d.model = small_model();
  d.shot = small_shot(d.model, 115.0);
  assert_ok(ebw_model_set_misfit(d.model, unit_misfit, &calls, NULL));
  assert_ok(ebw_propagator_create_acoustic(d.model, d.shot, &d.propagator));
  assert_ok(ebw_model_set_misfit(d.model, NULL, NULL, NULL));
  drive(&d, STEPS, 3);
  run_and_get(&d, &used);
  assert_same_result(&used, &fresh);
  assert_int_equal(calls, 1);
  teardown_driven(&d);
}

static void create_refuses_what_a_run_would(void **state) {
  (void)state;
  ebw_model *model = small_model(), *bare = NULL;
  ebw_shot *shot = small_shot(model, 115.0), *empty = NULL;
  ebw_propagator *p = NULL;
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &bare));
  assert_ok(ebw_shot_create(model, &empty));
  assert_refused(ebw_propagator_create_acoustic(model, shot, NULL), EBW_ERR_ARGUMENT, "propagator is NULL");
  assert_refused(ebw_propagator_create_acoustic(NULL, shot, &p), EBW_ERR_ARGUMENT, "model is NULL");
  assert_refused(ebw_propagator_create_acoustic(model, NULL, &p), EBW_ERR_ARGUMENT, "shot is NULL");
  assert_refused(ebw_propagator_create_acoustic((ebw_model *)shot, shot, &p), EBW_ERR_HANDLE, "model is not a handle");
  assert_refused(ebw_propagator_create_acoustic(model, (ebw_shot *)model, &p), EBW_ERR_HANDLE, "shot is not a handle");
  assert_refused(ebw_propagator_create_acoustic(bare, shot, &p), EBW_ERR_STATE, "ebw_model_set_field first");
  assert_refused(ebw_propagator_create_acoustic(model, empty, &p), EBW_ERR_STATE, "neither a source");
  assert_ok(ebw_model_set_time(model, 10.0 * DT, STEPS));
  assert_refused(ebw_propagator_create_acoustic(model, shot, &p), EBW_ERR_UNSTABLE, "dt_max");
  assert_null(p);
  ebw_shot_destroy(empty);
  ebw_shot_destroy(shot);
  ebw_model_destroy(bare);
  ebw_model_destroy(model);
}

static void a_plan_lists_work_memory_and_slots(void **state) {
  (void)state;
  driven d;
  ebw_plan *plan = NULL;
  int64_t slots = 0, traces = -1, state_bytes = 0, planned = 0, peak = 0, total = 0;
  setup_driven(&d, 3);
  assert_ok(ebw_executor_plan(d.executor, &plan));
  assert_ok(ebw_plan_get_bytes(plan, "slots", &slots));
  assert_ok(ebw_plan_get_bytes(plan, "traces", &traces));
  assert_ok(ebw_plan_get_total_bytes(plan, &total));
  assert_ok(ebw_model_get_state_bytes(d.model, &state_bytes));
  assert_true(slots >= 3 * state_bytes);
  assert_int_equal(traces, 0); /* the shot's own */
  assert_ok(ebw_executor_run(d.executor));
  assert_ok(ebw_executor_get_stat(d.executor, "planned_bytes", &planned));
  assert_ok(ebw_executor_get_stat(d.executor, "peak_bytes", &peak));
  assert_true(planned == total && peak == total);
  ebw_plan_destroy(plan);
  teardown_driven(&d);
}

static int32_t busy_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  driven *d = user;
  double misfit;
  ebw_propagator *p = NULL;
  (void)done, (void)total, (void)recomputed;
  assert_refused(ebw_propagator_get_gradient(d->propagator, &misfit, NULL, NULL), EBW_ERR_BUSY, "propagator is in use");
  assert_refused(ebw_propagator_create_acoustic(d->model, d->shot, &p), EBW_ERR_BUSY, "model is in use");
  assert_refused(ebw_forward(d->model, &d->shot, 1), EBW_ERR_BUSY, "model is in use");
  assert_refused(ebw_shot_set_keep_states(d->shot, 1), EBW_ERR_BUSY, "shot is in use");
  return 0;
}

static void a_run_holds_model_and_shot(void **state) {
  (void)state;
  driven d;
  setup_driven(&d, 3);
  assert_ok(ebw_executor_set_progress(d.executor, busy_progress, STEPS, &d, NULL));
  assert_ok(ebw_executor_run(d.executor));
  teardown_driven(&d);
}

static void a_built_in_propagator_takes_no_callbacks(void **state) {
  (void)state;
  driven d;
  int64_t bytes = 0, expected = 0;
  setup_driven(&d, 3);
  assert_refused(ebw_propagator_set_start(d.propagator, (ebw_start_fn)1), EBW_ERR_UNSUPPORTED, "built-in");
  assert_ok(ebw_propagator_get_state_bytes(d.propagator, &bytes));
  assert_ok(ebw_model_get_state_bytes(d.model, &expected));
  assert_int_equal(bytes, expected);
  assert_ok(ebw_propagator_get_tape_bytes(d.propagator, &bytes));
  assert_true(bytes > 0 && 2 * bytes < expected); /* u^k alone, without u^{k-1} and memories */
  teardown_driven(&d);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_executor_gives_the_bits_of_the_main_call),
      cmocka_unit_test(a_gradient_is_given_once_there_is_one_of_the_present_model),
      cmocka_unit_test(a_propagator_of_the_user_has_no_wave_gradient),
      cmocka_unit_test(a_run_refuses_a_model_of_another_structure),
      cmocka_unit_test(points_may_change_between_runs),
      cmocka_unit_test(a_schedule_of_another_length_is_refused),
      cmocka_unit_test(a_propagator_follows_the_misfit_of_its_model),
      cmocka_unit_test(create_refuses_what_a_run_would),
      cmocka_unit_test(a_plan_lists_work_memory_and_slots),
      cmocka_unit_test(a_run_holds_model_and_shot),
      cmocka_unit_test(a_built_in_propagator_takes_no_callbacks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
