/* SPDX-License-Identifier: MIT */
/* Shot group: points, samples and states that a shot takes, gives and refuses. */
#include "small_wave.h"

static ebw_shot *empty_shot(ebw_model **model) {
  ebw_shot *shot = NULL;
  *model = small_model();
  assert_ok(ebw_shot_create(*model, &shot));
  return shot;
}

static void a_shot_needs_the_time_axis_of_its_model(void **state) {
  (void)state;
  ebw_model *model = NULL;
  ebw_shot *shot = NULL;
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &model));
  assert_refused(ebw_shot_create(model, &shot), EBW_ERR_STATE, "ebw_model_set_time first");
  assert_refused(ebw_shot_create(model, NULL), EBW_ERR_ARGUMENT, "shot is NULL");
  assert_null(shot);
  ebw_model_destroy(model);
  ebw_shot_destroy(NULL);
}

static void sizes_count_what_was_added(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  int64_t sources = -1, receivers = -1, samples = -1;
  assert_ok(ebw_shot_get_sizes(shot, &sources, &receivers, &samples));
  assert_true(sources == 0 && receivers == 0 && samples == SAMPLES);
  small_add_source(shot, 55.0, 55.0, 1.0);
  small_add_source(shot, 60.0, 50.0, 1.0);
  small_add_receivers(shot, 3);
  small_add_receivers(shot, 2);
  assert_ok(ebw_shot_get_sizes(shot, &sources, &receivers, NULL));
  assert_true(sources == 2 && receivers == 5);
  assert_ok(ebw_shot_get_sizes(shot, NULL, NULL, NULL));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void points_on_the_edge_are_inside_and_beyond_it_outside(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  const double end_x = (NX - 1) * SPACING, end_z = (NZ - 1) * SPACING;
  const double inside[][2] = {{0, 0},     {end_x, end_z},         {0, end_z},
                              {end_x, 0}, {-0.9e-6 * SPACING, 5}, {5, end_z + 9e-6}};
  const double outside[][2] = {{-2e-6 * SPACING, 5}, {end_x + 2e-5, 5}, {5, -1},
                               {5, end_z + 5},       {NAN, 5},          {5, INFINITY}};
  double wavelet[SAMPLES];
  small_wavelet(wavelet, 1.0);
  for (size_t p = 0; p < sizeof inside / sizeof *inside; ++p) {
    assert_ok(ebw_shot_add_source(shot, inside[p], wavelet, SAMPLES));
    assert_ok(ebw_shot_add_receivers(shot, 1, inside[p]));
  }
  for (size_t p = 0; p < sizeof outside / sizeof *outside; ++p) {
    const int finite = isfinite(outside[p][0]) && isfinite(outside[p][1]);
    const double two[4] = {5, 5, outside[p][0], outside[p][1]};
    assert_refused(ebw_shot_add_source(shot, outside[p], wavelet, SAMPLES), EBW_ERR_ARGUMENT,
                   finite ? "source 6 lies outside" : "need a finite number");
    assert_refused(ebw_shot_add_receivers(shot, 2, two), EBW_ERR_ARGUMENT,
                   finite ? "receiver 7 lies outside" : "receiver 7: ");
  }
  int64_t sources = 0, receivers = 0;
  assert_ok(ebw_shot_get_sizes(shot, &sources, &receivers, NULL));
  assert_true(sources == 6 && receivers == 6); /* of the refused ones none was added */
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void wavelets_must_fit_and_be_finite(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  const double at[2] = {50.0, 50.0};
  double wavelet[SAMPLES];
  small_wavelet(wavelet, 1.0);
  assert_refused(ebw_shot_add_source(shot, NULL, wavelet, SAMPLES), EBW_ERR_ARGUMENT, "position is NULL");
  assert_refused(ebw_shot_add_source(shot, at, NULL, SAMPLES), EBW_ERR_ARGUMENT, "wavelet is NULL");
  assert_refused(ebw_shot_add_source(shot, at, wavelet, STEPS), EBW_ERR_SHAPE, "n_samples = 30, need n_steps + 1 = 31");
  assert_refused(ebw_shot_set_wavelet(shot, 0, wavelet, SAMPLES), EBW_ERR_NOT_FOUND, "source = 0, the shot has 0");
  assert_ok(ebw_shot_add_source(shot, at, wavelet, SAMPLES));
  assert_refused(ebw_shot_set_wavelet(shot, 1, wavelet, SAMPLES), EBW_ERR_NOT_FOUND, "source = 1, the shot has 1");
  assert_refused(ebw_shot_set_wavelet(shot, -1, wavelet, SAMPLES), EBW_ERR_NOT_FOUND, "source = -1");
  assert_refused(ebw_shot_set_wavelet(shot, 0, NULL, SAMPLES), EBW_ERR_ARGUMENT, "wavelet is NULL");
  assert_refused(ebw_shot_set_wavelet(shot, 0, wavelet, 32), EBW_ERR_SHAPE, "n_samples = 32");
  wavelet[4] = NAN;
  assert_refused(ebw_shot_add_source(shot, at, wavelet, SAMPLES), EBW_ERR_NON_FINITE, "wavelet[4] = nan");
  assert_refused(ebw_shot_set_wavelet(shot, 0, wavelet, SAMPLES), EBW_ERR_NON_FINITE, "wavelet[4] = nan");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void receivers_refuse_counts_that_are_none(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  const double at[2] = {50.0, 50.0};
  assert_refused(ebw_shot_add_receivers(shot, 0, at), EBW_ERR_ARGUMENT, "n_receivers = 0, need at least 1");
  assert_refused(ebw_shot_add_receivers(shot, -1, at), EBW_ERR_ARGUMENT, "n_receivers = -1");
  assert_refused(ebw_shot_add_receivers(shot, 1, NULL), EBW_ERR_ARGUMENT, "positions is NULL");
  /* Refused before the positions are read. */
  assert_refused(ebw_shot_add_receivers(shot, INT64_MAX, at), EBW_ERR_OVERFLOW, "trace bytes");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

typedef int32_t (*set_traces_fn)(ebw_shot *, const double *, int64_t, int64_t, const int64_t *);

static void trace_shaped_inputs_must_fit_and_be_finite(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  const set_traces_fn setters[2] = {ebw_shot_set_observed, ebw_shot_set_adjoint_sources};
  double data[RECEIVERS * SAMPLES] = {0};
  const int64_t far[2] = {INT64_MAX / 2, 1};
  for (int s = 0; s < 2; ++s)
    assert_refused(setters[s](shot, data, 1, SAMPLES, NULL), EBW_ERR_SHAPE, "n_receivers = 1, the shot has 0");
  small_add_receivers(shot, RECEIVERS);
  for (int s = 0; s < 2; ++s) {
    data[2 * SAMPLES + 9] = 0.0;
    assert_ok(setters[s](shot, data, RECEIVERS, SAMPLES, NULL));
    assert_refused(setters[s](shot, NULL, RECEIVERS, SAMPLES, NULL), EBW_ERR_ARGUMENT, "is NULL");
    assert_refused(setters[s](shot, data, 4, SAMPLES, NULL), EBW_ERR_SHAPE, "n_receivers = 4, the shot has 5");
    assert_refused(setters[s](shot, data, 0, SAMPLES, NULL), EBW_ERR_SHAPE, "n_receivers = 0");
    assert_refused(setters[s](shot, data, RECEIVERS, STEPS, NULL), EBW_ERR_SHAPE, "n_samples = 30");
    assert_refused(setters[s](shot, data, RECEIVERS, -1, NULL), EBW_ERR_SHAPE, "n_samples = -1");
    assert_refused(setters[s](shot, data, RECEIVERS, SAMPLES, far), EBW_ERR_OVERFLOW, "array span");
    data[2 * SAMPLES + 9] = INFINITY;
    assert_refused(setters[s](shot, data, RECEIVERS, SAMPLES, NULL), EBW_ERR_NON_FINITE, "[2][9] = inf");
  }
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void weights_must_fit_and_be_finite(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  double weights[RECEIVERS] = {1, 1, 1, 1, 1};
  small_add_receivers(shot, RECEIVERS);
  assert_ok(ebw_shot_set_weights(shot, weights, RECEIVERS));
  assert_refused(ebw_shot_set_weights(shot, NULL, RECEIVERS), EBW_ERR_ARGUMENT, "weights is NULL");
  assert_refused(ebw_shot_set_weights(shot, weights, 4), EBW_ERR_SHAPE, "n_receivers = 4, the shot has 5");
  weights[3] = NAN;
  assert_refused(ebw_shot_set_weights(shot, weights, RECEIVERS), EBW_ERR_NON_FINITE, "weights[3] = nan");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void states_need_bytes_and_flags_are_flags(void **state) {
  (void)state;
  ebw_model *model;
  ebw_shot *shot = empty_shot(&model);
  float some[4] = {0};
  assert_refused(ebw_shot_set_initial_state(shot, NULL, 16), EBW_ERR_ARGUMENT, "bytes = 16");
  assert_refused(ebw_shot_set_initial_state(shot, some, -1), EBW_ERR_ARGUMENT, "bytes = -1");
  assert_refused(ebw_shot_set_final_cotangent(shot, NULL, 16), EBW_ERR_ARGUMENT, "bytes = 16");
  assert_refused(ebw_shot_set_final_cotangent(shot, some, -1), EBW_ERR_ARGUMENT, "bytes = -1");
  assert_refused(ebw_shot_set_initial_state(shot, some, INT64_C(1) << 60), EBW_ERR_NO_MEMORY, "");
  assert_ok(ebw_shot_set_initial_state(shot, NULL, 0));
  assert_ok(ebw_shot_set_final_cotangent(shot, NULL, 0));
  assert_refused(ebw_shot_set_keep_states(shot, 2), EBW_ERR_ARGUMENT, "keep = 2");
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void nothing_is_given_before_a_run_and_after_a_new_point(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  double traces[RECEIVERS * SAMPLES], wavelet[SAMPLES];
  int64_t bytes = 0;
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  unsigned char *held = malloc((size_t)bytes);
  for (int round = 0; round < 2; ++round) {
    assert_refused(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, NULL), EBW_ERR_STATE, "no traces yet");
    assert_refused(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES), EBW_ERR_STATE, "no wavelet gradient yet");
    assert_refused(ebw_shot_get_final_state(shot, held, bytes), EBW_ERR_STATE, "ebw_shot_set_keep_states");
    assert_refused(ebw_shot_get_initial_cotangent(shot, held, bytes), EBW_ERR_STATE, "ebw_shot_set_keep_states");
    if (round == 1) break;
    assert_ok(ebw_shot_set_keep_states(shot, 1));
    assert_ok(ebw_gradient(model, &shot, 1, 0, NULL, NULL, NULL));
    assert_ok(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, NULL));
    assert_ok(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES));
    assert_ok(ebw_shot_get_final_state(shot, held, bytes));
    assert_ok(ebw_shot_get_initial_cotangent(shot, held, bytes));
    small_add_source(shot, 60.0, 60.0, 1.0);
  }
  free(held);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void getters_refuse_what_does_not_fit(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  double traces[RECEIVERS * SAMPLES], turned[RECEIVERS * SAMPLES], wavelet[SAMPLES];
  const int64_t overlapping[2] = {SAMPLES - 1, 1}, by_sample[2] = {1, RECEIVERS}, far[2] = {INT64_MAX / 2, 1};
  int64_t bytes = 0;
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  unsigned char *held = malloc((size_t)bytes);
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  assert_ok(ebw_gradient(model, &shot, 1, 0, NULL, NULL, NULL));
  assert_ok(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, NULL));
  assert_ok(ebw_shot_get_traces(shot, turned, RECEIVERS, SAMPLES, by_sample));
  for (int r = 0; r < RECEIVERS; ++r)
    for (int k = 0; k < SAMPLES; ++k)
      assert_memory_equal(&turned[k * RECEIVERS + r], &traces[r * SAMPLES + k], sizeof *traces);
  assert_refused(ebw_shot_get_traces(shot, NULL, RECEIVERS, SAMPLES, NULL), EBW_ERR_ARGUMENT, "data is NULL");
  assert_refused(ebw_shot_get_traces(shot, traces, 4, SAMPLES, NULL), EBW_ERR_SHAPE, "n_receivers = 4");
  assert_refused(ebw_shot_get_traces(shot, traces, RECEIVERS, 30, NULL), EBW_ERR_SHAPE, "n_samples = 30");
  assert_refused(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, overlapping), EBW_ERR_ARGUMENT,
                 "stride[0] = 30 lets elements overlap");
  assert_refused(ebw_shot_get_traces(shot, traces, RECEIVERS, SAMPLES, far), EBW_ERR_OVERFLOW, "array span");
  assert_refused(ebw_shot_get_wavelet_gradient(shot, 0, NULL, SAMPLES), EBW_ERR_ARGUMENT, "wavelet_gradient is NULL");
  assert_refused(ebw_shot_get_wavelet_gradient(shot, 1, wavelet, SAMPLES), EBW_ERR_NOT_FOUND, "source = 1");
  assert_refused(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, 30), EBW_ERR_SHAPE, "n_samples = 30");
  assert_ok(ebw_shot_get_wavelet_gradient(shot, 0, wavelet, SAMPLES));
  assert_true(wavelet[SAMPLES - 1] == 0.0 && wavelet[0] != 0.0); /* the last sample acts on nothing */
  assert_refused(ebw_shot_get_final_state(shot, NULL, bytes), EBW_ERR_ARGUMENT, "state is NULL");
  assert_refused(ebw_shot_get_final_state(shot, held, bytes - 1), EBW_ERR_SHAPE, "ebw_model_get_state_bytes");
  assert_refused(ebw_shot_get_initial_cotangent(shot, NULL, bytes), EBW_ERR_ARGUMENT, "cotangent is NULL");
  assert_refused(ebw_shot_get_initial_cotangent(shot, held, bytes + 4), EBW_ERR_SHAPE, "ebw_model_get_state_bytes");
  free(held);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void a_ricker_has_its_peak_at_its_delay(void **state) {
  (void)state;
  double w[5];
  assert_ok(ebw_ricker(25.0, 2e-3, 1e-3, 5, w));
  assert_true(w[2] == 1.0 && w[1] < 1.0);
  ebw_assert_close(w[1], w[3], 1e-15); /* symmetric but for the rounding of k dt */
  const double q = pow(3.14159265358979323846 * 25.0 * 1e-3, 2);
  ebw_assert_close(w[3], (1 - 2 * q) * exp(-q), 1e-15);
  assert_refused(ebw_ricker(0.0, 0.0, 1e-3, 5, w), EBW_ERR_ARGUMENT, "f0 = 0");
  assert_refused(ebw_ricker(25.0, NAN, 1e-3, 5, w), EBW_ERR_ARGUMENT, "t0 = nan");
  assert_refused(ebw_ricker(25.0, 0.0, -1e-3, 5, w), EBW_ERR_ARGUMENT, "dt = -0.001");
  assert_refused(ebw_ricker(25.0, 0.0, 1e-3, 0, w), EBW_ERR_ARGUMENT, "n_samples = 0");
  assert_refused(ebw_ricker(25.0, 0.0, 1e-3, 5, NULL), EBW_ERR_ARGUMENT, "wavelet is NULL");
}

/* Every function that takes a shot, with this one; all must answer `status`. */
static void assert_all_refuse(ebw_shot *s, int32_t status, const char *word) {
  double room[RECEIVERS * SAMPLES] = {0};
  const double at[2] = {50.0, 50.0};
  assert_refused(ebw_shot_add_source(s, at, room, SAMPLES), status, word);
  assert_refused(ebw_shot_set_wavelet(s, 0, room, SAMPLES), status, word);
  assert_refused(ebw_shot_add_receivers(s, 1, at), status, word);
  assert_refused(ebw_shot_set_observed(s, room, RECEIVERS, SAMPLES, NULL), status, word);
  assert_refused(ebw_shot_set_weights(s, room, RECEIVERS), status, word);
  assert_refused(ebw_shot_set_adjoint_sources(s, room, RECEIVERS, SAMPLES, NULL), status, word);
  assert_refused(ebw_shot_set_initial_state(s, NULL, 0), status, word);
  assert_refused(ebw_shot_set_final_cotangent(s, NULL, 0), status, word);
  assert_refused(ebw_shot_set_keep_states(s, 1), status, word);
  assert_refused(ebw_shot_get_traces(s, room, RECEIVERS, SAMPLES, NULL), status, word);
  assert_refused(ebw_shot_get_wavelet_gradient(s, 0, room, SAMPLES), status, word);
  assert_refused(ebw_shot_get_final_state(s, room, 8), status, word);
  assert_refused(ebw_shot_get_initial_cotangent(s, room, 8), status, word);
  assert_refused(ebw_shot_get_sizes(s, NULL, NULL, NULL), status, word);
}

static int32_t refuse_in_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done, (void)total, (void)recomputed;
  assert_all_refuse(user, EBW_ERR_BUSY, "shot is in use");
  return 0;
}

static void null_foreign_and_busy_shots_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_all_refuse(NULL, EBW_ERR_ARGUMENT, "shot is NULL");
  assert_all_refuse((ebw_shot *)model, EBW_ERR_HANDLE, "shot is not a handle of this kind");
  assert_ok(ebw_model_set_progress(model, refuse_in_progress, STEPS, shot, NULL));
  assert_ok(ebw_forward(model, &shot, 1));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_shot_needs_the_time_axis_of_its_model),
      cmocka_unit_test(sizes_count_what_was_added),
      cmocka_unit_test(points_on_the_edge_are_inside_and_beyond_it_outside),
      cmocka_unit_test(wavelets_must_fit_and_be_finite),
      cmocka_unit_test(receivers_refuse_counts_that_are_none),
      cmocka_unit_test(trace_shaped_inputs_must_fit_and_be_finite),
      cmocka_unit_test(weights_must_fit_and_be_finite),
      cmocka_unit_test(states_need_bytes_and_flags_are_flags),
      cmocka_unit_test(nothing_is_given_before_a_run_and_after_a_new_point),
      cmocka_unit_test(getters_refuse_what_does_not_fit),
      cmocka_unit_test(a_ricker_has_its_peak_at_its_delay),
      cmocka_unit_test(null_foreign_and_busy_shots_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
