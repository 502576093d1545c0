/* SPDX-License-Identifier: MIT */
/* The main calls: bad input, callbacks that fail, cancel or call back, handles in use; outputs stay, handles serve. */
#include <pthread.h>

#include "small_wave.h"

/* Outputs with a mark in them, which a failed call must leave. */
typedef struct {
  double misfit;
  float gradient[CELLS_ALL];
} marked;

static void mark(marked *m) {
  m->misfit = -7.0;
  for (int c = 0; c < CELLS_ALL; ++c) m->gradient[c] = -7.0f;
}
static void assert_marked(const marked *m) {
  assert_true(m->misfit == -7.0);
  for (int c = 0; c < CELLS_ALL; ++c) assert_true(m->gradient[c] == -7.0f);
}

/* All five main calls give this refusal and leave their outputs. */
static void assert_runs_refused(ebw_model *model, ebw_shot *const *shots, int64_t n, int32_t status, const char *word) {
  marked out;
  ebw_plan *plan = NULL;
  mark(&out);
  assert_refused(ebw_gradient(model, shots, n, 0, &out.misfit, out.gradient, NULL), status, word);
  assert_refused(ebw_gradient(model, shots, n, 0, &out.misfit, NULL, NULL), status, word);
  assert_refused(ebw_adjoint(model, shots, n, 0, out.gradient, NULL), status, word);
  assert_refused(ebw_forward(model, shots, n), status, word);
  assert_refused(ebw_misfit(model, shots, n, &out.misfit), status, word);
  assert_refused(ebw_gradient_plan(model, shots, n, 0, &plan), status, word);
  assert_null(plan);
  assert_marked(&out);
}

/* The handles still give what fresh ones do. */
static void assert_serves(ebw_model *model, ebw_shot *shot) {
  small_result fresh, used;
  small_reference(0, 115.0, &fresh);
  small_run(model, shot, &used);
  assert_same_result(&used, &fresh);
}

static void calls_out_of_order_name_what_is_missing(void **state) {
  (void)state;
  ebw_model *ready = small_model(), *model = NULL;
  ebw_shot *shot = NULL;
  assert_ok(ebw_shot_create(ready, &shot));
  assert_runs_refused(ready, &shot, 1, EBW_ERR_STATE, "neither a source nor an initial state");
  small_add_source(shot, 115.0, 63.0, 1e4);
  assert_runs_refused(ready, &shot, 1, EBW_ERR_STATE, "ebw_shot_add_receivers");
  small_add_receivers(shot, RECEIVERS);
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &model));
  assert_runs_refused(model, &shot, 1, EBW_ERR_STATE, "ebw_model_set_field first");
  small_set_field(model, 0);
  assert_runs_refused(model, &shot, 1, EBW_ERR_STATE, "left face has no boundary");
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_runs_refused(model, &shot, 1, EBW_ERR_STATE, "ebw_model_set_time first");
  assert_ok(ebw_model_set_time(model, DT, STEPS + 1));
  assert_runs_refused(model, &shot, 1, EBW_ERR_STATE, "for 30 steps, the model has 31");
  assert_ok(ebw_model_set_time(model, DT, STEPS));
  assert_ok(ebw_forward(model, &shot, 1));
  ebw_model_destroy(model);
  const int64_t other[2] = {NX + 1, NZ};
  assert_ok(ebw_model_create(EBW_F32, 2, other, kSpacing, &model));
  const float v = 1500.0f;
  const int64_t still[2] = {0, 0};
  assert_ok(ebw_model_set_field(model, "velocity", &v, EBW_F32, 2, other, still));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_ok(ebw_model_set_time(model, DT, STEPS));
  assert_runs_refused(model, &shot, 1, EBW_ERR_STATE, "another grid");
  ebw_model_destroy(model);
  assert_serves(ready, shot);
  ebw_shot_destroy(shot);
  ebw_model_destroy(ready);
}

static void arguments_out_of_range_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0), *other = small_shot(model, 60.0), *null = NULL;
  ebw_shot *twice[3] = {shot, other, shot}, *foreign = (ebw_shot *)model;
  marked out;
  ebw_plan *plan = NULL;
  const int64_t overlapping[2] = {1, 1}, still[2] = {NZ, 0}, far[2] = {INT64_MAX, 1};
  assert_runs_refused(NULL, &shot, 1, EBW_ERR_ARGUMENT, "model is NULL");
  assert_runs_refused((ebw_model *)shot, &shot, 1, EBW_ERR_HANDLE, "model is not a handle");
  assert_runs_refused(model, NULL, 1, EBW_ERR_ARGUMENT, "shots is NULL");
  assert_runs_refused(model, &null, 1, EBW_ERR_ARGUMENT, "shots[0] is NULL");
  assert_runs_refused(model, &foreign, 1, EBW_ERR_HANDLE, "shots[0] is not a handle");
  assert_runs_refused(model, &shot, 0, EBW_ERR_ARGUMENT, "n_shots = 0, need at least 1");
  assert_runs_refused(model, &shot, -1, EBW_ERR_ARGUMENT, "n_shots = -1");
  assert_runs_refused(model, twice, 3, EBW_ERR_ARGUMENT, "shots[2] is in the array twice");
  mark(&out);
  assert_refused(ebw_gradient(model, &shot, 1, -1, &out.misfit, out.gradient, NULL), EBW_ERR_ARGUMENT,
                 "memory_bytes = -1");
  assert_refused(ebw_gradient(model, &shot, 1, -1, &out.misfit, NULL, NULL), EBW_ERR_ARGUMENT, "memory_bytes = -1");
  assert_refused(ebw_adjoint(model, &shot, 1, -1, out.gradient, NULL), EBW_ERR_ARGUMENT, "memory_bytes = -1");
  assert_refused(ebw_gradient_plan(model, &shot, 1, -1, &plan), EBW_ERR_ARGUMENT, "memory_bytes = -1");
  assert_refused(ebw_gradient_plan(model, &shot, 1, 0, NULL), EBW_ERR_ARGUMENT, "plan is NULL");
  assert_refused(ebw_misfit(model, &shot, 1, NULL), EBW_ERR_ARGUMENT, "misfit is NULL");
  assert_refused(ebw_gradient(model, &shot, 1, 0, &out.misfit, out.gradient, overlapping), EBW_ERR_ARGUMENT,
                 "gradient: stride[");
  assert_refused(ebw_adjoint(model, &shot, 1, 0, out.gradient, still), EBW_ERR_ARGUMENT, "gradient: stride[1] = 0");
  assert_refused(ebw_gradient(model, &shot, 1, 0, &out.misfit, out.gradient, far), EBW_ERR_OVERFLOW, "array span");
  assert_marked(&out);
  assert_serves(model, shot);
  ebw_shot_destroy(shot);
  ebw_shot_destroy(other);
  ebw_model_destroy(model);
}

static void dt_max_is_accepted_and_a_thousandth_more_is_not(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  double dt_max = 0.0, misfit;
  char word[64];
  for (int32_t order = 2; order <= 12; order += 2) {
    assert_ok(ebw_model_set_order(model, order));
    assert_ok(ebw_model_get_dt_max(model, &dt_max));
    assert_ok(ebw_model_set_time(model, 1.001 * dt_max, STEPS));
    snprintf(word, sizeof word, "need at most dt_max = %.6g", dt_max);
    assert_runs_refused(model, &shot, 1, EBW_ERR_UNSTABLE, strtok(word, "e"));
    assert_ok(ebw_model_set_time(model, dt_max, STEPS));
    assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  }
  assert_ok(ebw_model_set_order(model, 8));
  assert_ok(ebw_model_set_time(model, DT, STEPS));
  assert_serves(model, shot);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void a_mirror_needs_order_nodes(void **state) {
  (void)state;
  const int32_t mirrors[2] = {EBW_BOUNDARY_FREE, EBW_BOUNDARY_RIGID};
  const int64_t thin[2] = {NX, 7}, still[2] = {0, 0};
  const float v = 1500.0f;
  const double at[2] = {30.0, 30.0};
  double wavelet[SAMPLES];
  small_wavelet(wavelet, 1.0);
  for (int m = 0; m < 2; ++m) {
    ebw_model *model = NULL;
    ebw_shot *shot = NULL;
    assert_ok(ebw_model_create(EBW_F32, 2, thin, kSpacing, &model));
    assert_ok(ebw_model_set_field(model, "velocity", &v, EBW_F32, 2, thin, still));
    assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
    assert_ok(ebw_model_set_boundary(model, EBW_FACE_TOP, mirrors[m], 0, 0.0, 0.0));
    assert_ok(ebw_model_set_time(model, DT, STEPS));
    assert_ok(ebw_shot_create(model, &shot));
    assert_ok(ebw_shot_add_source(shot, at, wavelet, SAMPLES));
    assert_ok(ebw_shot_add_receivers(shot, 1, at));
    assert_runs_refused(model, &shot, 1, EBW_ERR_SHAPE, "top face is a mirror and axis z has 7 nodes");
    assert_ok(ebw_model_set_order(model, 6));
    assert_ok(ebw_forward(model, &shot, 1));
    ebw_shot_destroy(shot);
    ebw_model_destroy(model);
  }
}

static void given_states_must_fit_and_be_finite(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  int64_t bytes = 0;
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  float *values = calloc((size_t)bytes, 1);
  assert_ok(ebw_shot_set_initial_state(shot, values, bytes - 64));
  assert_runs_refused(model, &shot, 1, EBW_ERR_SHAPE, "see ebw_model_get_state_bytes");
  values[100] = NAN;
  assert_ok(ebw_shot_set_initial_state(shot, values, bytes));
  assert_runs_refused(model, &shot, 1, EBW_ERR_NON_FINITE, "u at (3, 0, 4) is nan");
  assert_ok(ebw_shot_set_initial_state(shot, NULL, 0));
  assert_ok(ebw_shot_set_final_cotangent(shot, values, bytes));
  assert_runs_refused(model, &shot, 1, EBW_ERR_NON_FINITE, "u at (3, 0, 4) is nan");
  assert_ok(ebw_shot_set_final_cotangent(shot, NULL, 0));
  assert_serves(model, shot);
  free(values);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void steps_beyond_64_bits_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = NULL;
  ebw_plan *plan = NULL;
  int64_t bytes = 0;
  assert_ok(ebw_model_set_time(model, DT, INT64_C(1) << 40));
  assert_ok(ebw_model_set_slots(model, 1));
  assert_ok(ebw_shot_create(model, &shot));
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  float *zero = calloc((size_t)bytes, 1);
  assert_ok(ebw_shot_set_initial_state(shot, zero, bytes));
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  /* One slot repeats n (n - 1) / 2 steps. */
  assert_refused(ebw_gradient_plan(model, &shot, 1, 0, &plan), EBW_ERR_OVERFLOW, "");
  assert_refused(ebw_gradient(model, &shot, 1, 0, NULL, zero, NULL), EBW_ERR_OVERFLOW, "");
  assert_null(plan);
  free(zero);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* Single precision ends at 3e38. */
static void a_wavefield_that_is_not_finite_ends_the_run_with_its_step(void **state) {
  (void)state;
  double wavelet[SAMPLES], traces[RECEIVERS * SAMPLES];
  const double at_receiver[2] = {61.0, 37.0};
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  marked out;
  mark(&out);
  small_wavelet(wavelet, 1e44);
  assert_ok(ebw_shot_add_source(shot, at_receiver, wavelet, SAMPLES));
  assert_refused(ebw_gradient(model, &shot, 1, 0, &out.misfit, out.gradient, NULL), EBW_ERR_NON_FINITE,
                 "receiver 1 is not finite at step ");
  assert_refused(ebw_misfit(model, &shot, 1, &out.misfit), EBW_ERR_NON_FINITE, "at step ");
  assert_refused(ebw_forward(model, &shot, 1), EBW_ERR_NON_FINITE, "at step ");
  assert_marked(&out);
  assert_refused(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, NULL), EBW_ERR_STATE, "no traces");
  memset(wavelet, 0, sizeof wavelet);
  assert_ok(ebw_shot_set_wavelet(shot, 1, wavelet, SAMPLES));
  assert_ok(ebw_gradient(model, &shot, 1, 0, &out.misfit, out.gradient, NULL));
  assert_true(isfinite(out.misfit) && out.misfit > 0.0);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void states_and_wavelet_gradients_that_are_not_finite_are_no_results(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = NULL;
  const double at[2] = {115.0, 63.0};
  double wavelet[SAMPLES], data[RECEIVERS * SAMPLES];
  small_wavelet(wavelet, 1e44);
  /* Nobody listens but the one who asks for the final state. */
  assert_ok(ebw_shot_create(model, &shot));
  assert_ok(ebw_shot_add_source(shot, at, wavelet, SAMPLES));
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  assert_refused(ebw_forward(model, &shot, 1), EBW_ERR_NON_FINITE, "state is not finite at step 30");
  int64_t bytes = 0;
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  float *held = malloc((size_t)bytes);
  assert_refused(ebw_shot_get_final_state(shot, held, bytes), EBW_ERR_STATE, "no such state");
  ebw_shot_destroy(shot);
  /* The forward sweep is tame, the adjoint is not. */
  shot = small_shot(model, 115.0);
  for (int e = 0; e < RECEIVERS * SAMPLES; ++e) data[e] = e % 2 ? 1e39 : -1e39;
  assert_ok(ebw_shot_set_adjoint_sources(shot, data, RECEIVERS, SAMPLES, NULL));
  assert_refused(ebw_adjoint(model, &shot, 1, 0, NULL, NULL), EBW_ERR_NON_FINITE, "source 0 is not finite at step ");
  assert_refused(ebw_adjoint(model, &shot, 1, 0, held, NULL), EBW_ERR_NON_FINITE, "not finite");
  assert_refused(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES), EBW_ERR_STATE, "no wavelet gradient");
  free(held);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* ---- Callbacks */

enum { FINE, FAIL, NAN_MISFIT, NAN_RESIDUAL, INFINITE_MISFIT };

typedef struct {
  int deed;          /* what it does at call `at` */
  int64_t at, calls; /* counted from 0 */
  ebw_model *model;
  ebw_shot *shot;
  int64_t done, total, recomputed; /* as told last */
} actor;

static int32_t acting_misfit(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces, double *misfit,
                             double *residual, void *user) {
  actor *self = user;
  (void)shot;
  const int now = self->calls++ == self->at;
  *misfit = now && self->deed == NAN_MISFIT ? NAN : now && self->deed == INFINITE_MISFIT ? INFINITY : 1.0;
  for (int64_t e = 0; residual && e < n_receivers * n_samples; ++e) residual[e] = traces[e];
  if (now && self->deed == NAN_RESIDUAL && residual) residual[2 * n_samples + 5] = NAN;
  return now && self->deed == FAIL ? 40 + (int32_t)self->at : 0;
}

static int32_t acting_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  actor *self = user;
  self->done = done;
  self->total = total;
  self->recomputed = recomputed;
  return self->calls++ == self->at ? 7 : 0;
}

static void a_misfit_failing_at_any_shot_passes_its_number_on(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shots[3] = {small_shot(model, 115.0), small_shot(model, 60.0), small_shot(model, 170.0)};
  marked out;
  mark(&out);
  for (int64_t slots = 0; slots <= 3; slots += 3)
    for (int64_t at = 0; at < 3; ++at)
      for (int call = 0; call < 3; ++call) {
        actor self = {FAIL, at, 0, model, shots[0], 0, 0, 0};
        assert_ok(ebw_model_set_slots(model, slots));
        assert_ok(ebw_model_set_misfit(model, acting_misfit, &self, NULL));
        if (call == 0)
          assert_refused(ebw_gradient(model, shots, 3, 0, &out.misfit, out.gradient, NULL), EBW_ERR_CALLBACK,
                         "'misfit' returned 4");
        else if (call == 1)
          assert_refused(ebw_gradient(model, shots, 3, 0, &out.misfit, NULL, NULL), EBW_ERR_CALLBACK, "'misfit'");
        else
          assert_refused(ebw_misfit(model, shots, 3, &out.misfit), EBW_ERR_CALLBACK, "'misfit' returned 4");
        assert_int_equal(ebw_last_callback_status(), 40 + at);
        assert_int_equal(self.calls, at + 1);
        assert_marked(&out);
        assert_ok(ebw_model_set_misfit(model, NULL, NULL, NULL));
        if (call == 0) assert_serves(model, shots[0]);
      }
  for (int s = 0; s < 3; ++s) ebw_shot_destroy(shots[s]);
  ebw_model_destroy(model);
}

static void a_misfit_or_residual_that_is_not_finite_is_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shots[2] = {small_shot(model, 115.0), small_shot(model, 60.0)};
  const struct {
    int deed;
    const char *word;
  } cases[] = {{NAN_MISFIT, "shot 1: the misfit is nan"},
               {INFINITE_MISFIT, "shot 1: the misfit is inf"},
               {NAN_RESIDUAL, "shot 1: residual[2][5] is nan"}};
  marked out;
  mark(&out);
  for (int c = 0; c < 3; ++c) {
    actor self = {cases[c].deed, 1, 0, model, shots[0], 0, 0, 0};
    assert_ok(ebw_model_set_misfit(model, acting_misfit, &self, NULL));
    assert_refused(ebw_gradient(model, shots, 2, 0, &out.misfit, out.gradient, NULL), EBW_ERR_NON_FINITE,
                   cases[c].word);
    self.calls = 0;
    if (cases[c].deed != NAN_RESIDUAL)
      assert_refused(ebw_misfit(model, shots, 2, &out.misfit), EBW_ERR_NON_FINITE, cases[c].word);
    assert_marked(&out);
    assert_ok(ebw_model_set_misfit(model, NULL, NULL, NULL));
    assert_serves(model, shots[0]);
  }
  ebw_shot_destroy(shots[0]);
  ebw_shot_destroy(shots[1]);
  ebw_model_destroy(model);
}

static void progress_may_cancel_at_every_call(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  marked out;
  mark(&out);
  for (int64_t slots = 0; slots <= 4; slots += 4) {
    actor self = {FAIL, -1, 0, model, shot, 0, 0, 0};
    assert_ok(ebw_model_set_slots(model, slots));
    assert_ok(ebw_model_set_progress(model, acting_progress, 3, &self, NULL));
    small_result fresh, used;
    small_reference(0, 115.0, &fresh);
    small_run(model, shot, &used);
    assert_same_result(&used, &fresh); /* being told changes no bits */
    assert_int_equal(self.done, self.total);
    assert_int_equal(self.total, small_count(model, "forward_steps") + STEPS);
    assert_int_equal(self.recomputed, small_count(model, "forward_steps") - STEPS);
    const int64_t calls = self.calls;
    assert_true(calls >= self.total / 6);
    for (int64_t at = 0; at < calls; ++at) {
      self.calls = 0;
      self.at = at;
      assert_refused(ebw_gradient(model, &shot, 1, 0, &out.misfit, out.gradient, NULL), EBW_ERR_CANCELLED,
                     "the progress callback returned 7");
      assert_int_equal(self.calls, at + 1);
      assert_marked(&out);
    }
    self.at = -1;
    small_run(model, shot, &used);
    assert_same_result(&used, &fresh);
    self.calls = self.at = 0;
    assert_refused(ebw_forward(model, &shot, 1), EBW_ERR_CANCELLED, "returned 7");
    self.calls = 0;
    assert_refused(ebw_misfit(model, &shot, 1, &out.misfit), EBW_ERR_CANCELLED, "returned 7");
    self.calls = 0;
    assert_refused(ebw_adjoint(model, &shot, 1, 0, NULL, NULL), EBW_ERR_CANCELLED, "returned 7");
    assert_marked(&out);
  }
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* ---- Handles in use */

static int32_t reentering_misfit(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces,
                                 double *misfit, double *residual, void *user) {
  actor *self = user;
  (void)shot, (void)n_receivers, (void)n_samples, (void)traces, (void)residual;
  ++self->calls;
  *misfit = 1.0;
  assert_runs_refused(self->model, &self->shot, 1, EBW_ERR_BUSY, "model is in use");
  /* Other handles are free, also for a whole run of their own. */
  ebw_model *model = small_model();
  ebw_shot *other = small_shot(model, 115.0);
  assert_runs_refused(model, &self->shot, 1, EBW_ERR_BUSY, "shots[0] is in use");
  assert_serves(model, other);
  ebw_shot_destroy(other);
  ebw_model_destroy(model);
  return 0;
}

static void a_callback_that_calls_back_is_told_busy(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  actor self = {FINE, 0, 0, model, shot, 0, 0, 0};
  double misfit = 0.0;
  assert_ok(ebw_model_set_misfit(model, reentering_misfit, &self, NULL));
  assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  assert_true(misfit == 1.0 && self.calls == 1);
  assert_ok(ebw_model_set_misfit(model, NULL, NULL, NULL));
  assert_serves(model, shot);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

typedef struct {
  ebw_model *model, *other;
  ebw_shot *shot;
  int32_t by_model, by_shot, from_setter;
  int calls;
} contest;

/* The second thread: cmocka's assertions are the main thread's, hence statuses only. */
static void *second_thread(void *user) {
  contest *c = user;
  float gradient[CELLS_ALL];
  c->by_model = ebw_gradient(c->model, &c->shot, 1, 0, NULL, gradient, NULL);
  c->by_shot = ebw_gradient(c->other, &c->shot, 1, 0, NULL, gradient, NULL);
  c->from_setter = ebw_model_set_order(c->model, 2);
  return NULL;
}

/* Holds model and shot while the other thread tries. */
static int32_t holding_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  contest *c = user;
  pthread_t thread;
  (void)done, (void)total, (void)recomputed;
  if (c->calls++) return 0;
  if (pthread_create(&thread, NULL, second_thread, c)) return 1;
  return pthread_join(thread, NULL);
}

static void a_second_thread_on_one_handle_is_told_busy(void **state) {
  (void)state;
  ebw_model *model = small_model(), *other = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  contest c = {model, other, shot, -1, -1, -1, 0};
  assert_ok(ebw_model_set_progress(model, holding_progress, 1, &c, NULL));
  assert_serves(model, shot);
  assert_int_equal(c.by_model, EBW_ERR_BUSY);
  assert_int_equal(c.by_shot, EBW_ERR_BUSY);
  assert_int_equal(c.from_setter, EBW_ERR_BUSY);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
  ebw_model_destroy(other);
}

typedef struct {
  ebw_model **model;
  ebw_shot **shot;
  int released, released_inside;
} leaver;

static void leaver_release(void *user) { ++((leaver *)user)->released; }
static int32_t leaving_misfit(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces,
                              double *misfit, double *residual, void *user) {
  leaver *self = user;
  (void)shot, (void)n_receivers, (void)n_samples, (void)traces, (void)residual;
  ebw_model_destroy(*self->model);
  ebw_shot_destroy(*self->shot);
  *self->model = NULL;
  *self->shot = NULL;
  self->released_inside = self->released;
  *misfit = 3.0;
  return 0;
}

static void handles_destroyed_in_a_callback_live_to_the_end_of_the_run(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  leaver self = {&model, &shot, 0, -1};
  float gradient[CELLS_ALL];
  double misfit = 0.0;
  assert_ok(ebw_model_set_misfit(model, leaving_misfit, &self, leaver_release));
  assert_ok(ebw_gradient(model, &shot, 1, 0, &misfit, gradient, NULL));
  assert_true(misfit == 3.0);
  assert_int_equal(self.released_inside, 0);
  assert_int_equal(self.released, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(calls_out_of_order_name_what_is_missing),
      cmocka_unit_test(arguments_out_of_range_are_refused),
      cmocka_unit_test(dt_max_is_accepted_and_a_thousandth_more_is_not),
      cmocka_unit_test(a_mirror_needs_order_nodes),
      cmocka_unit_test(given_states_must_fit_and_be_finite),
      cmocka_unit_test(steps_beyond_64_bits_are_refused),
      cmocka_unit_test(a_wavefield_that_is_not_finite_ends_the_run_with_its_step),
      cmocka_unit_test(states_and_wavelet_gradients_that_are_not_finite_are_no_results),
      cmocka_unit_test(a_misfit_failing_at_any_shot_passes_its_number_on),
      cmocka_unit_test(a_misfit_or_residual_that_is_not_finite_is_refused),
      cmocka_unit_test(progress_may_cancel_at_every_call),
      cmocka_unit_test(a_callback_that_calls_back_is_told_busy),
      cmocka_unit_test(a_second_thread_on_one_handle_is_told_busy),
      cmocka_unit_test(handles_destroyed_in_a_callback_live_to_the_end_of_the_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
