/* SPDX-License-Identifier: MIT */
/* Sampling S and injection B alone, in runs of one step: transposes, and B is S^T over the product of the spacings. */
#include <float.h>
#include <stdlib.h>

#include "wave_dot.h"

static const wave_case kCases[] = {
    {"2-D cpml f64", EBW_F64, 2, 8, {9, 10}, {1.0, 0.8}, "c5 c6 c7 c5", 1},
    {"2-D zero f64", EBW_F64, 2, 4, {9, 10}, {1.0, 0.8}, "z z z z", 1},
    {"2-D free f64", EBW_F64, 2, 8, {9, 10}, {1.0, 0.8}, "f f f f", 1},
    {"2-D rigid f64", EBW_F64, 2, 8, {9, 10}, {1.0, 0.8}, "r r r r", 1},
    {"2-D sponge f64", EBW_F64, 2, 8, {9, 10}, {1.0, 0.8}, "s5 s6 s7 s5", 1},
    {"2-D free top, cpml elsewhere f32", EBW_F32, 2, 8, {9, 10}, {1.0, 0.8}, "c5 c6 f c5", 1},
    {"2-D fewer nodes than a support between mirrors f64", EBW_F64, 2, 2, {3, 4}, {1.0, 0.8}, "f r r f", 1},
    {"2-D one node on x f64", EBW_F64, 2, 8, {1, 10}, {1.0, 0.8}, "c5 c6 f z", 1},
    {"3-D a kind per face f64", EBW_F64, 3, 4, {7, 6, 8}, {1.0, 0.9, 1.1}, "c5 z r c6 f c5", 1},
    {"3-D a kind per face f32", EBW_F32, 3, 8, {9, 8, 9}, {1.0, 0.9, 1.1}, "r f s5 z c5 s6", 1},
};
enum { CASES = sizeof kCases / sizeof *kCases };

static void sampling_and_its_transpose_agree(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    wave_open(&w, &kCases[i], 1);
    wave_assert_dot(&w, WAVE_U, WAVE_SAMPLES);
    wave_assert_dot(&w, WAVE_U | WAVE_U_PREV, WAVE_SAMPLES);
    wave_close(&w);
  }
}

static void injection_and_its_transpose_agree(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    wave_open(&w, &kCases[i], 1);
    wave_assert_dot(&w, WAVE_SAMPLES, WAVE_U);
    wave_assert_dot(&w, WAVE_SAMPLES, WAVE_SAMPLES); /* S c B, what a receiver sees of a source after one step */
    wave_close(&w);
  }
}

static void sampling_and_injection_stay_transposes_in_runs_of_few_steps(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i)
    for (int64_t steps = 2; steps <= 5; ++steps) {
      wave_case few = kCases[i];
      few.steps = steps;
      wave w;
      wave_open(&w, &few, 1);
      wave_assert_dot(&w, WAVE_U, WAVE_SAMPLES);
      wave_assert_dot(&w, WAVE_SAMPLES, WAVE_U);
      wave_close(&w);
    }
}

/* Source and receiver at one place: u^1 of a unit wavelet is c B, the cotangent of u^0 of a unit residual is S^T. */
static void compare_at(wave *w, const double *position, double c_over_volume) {
  const double unit[2] = {1.0, 0.0};
  ebw_shot *shot = NULL;
  assert_ok(ebw_shot_create(w->model, &shot));
  assert_ok(ebw_shot_add_source(shot, position, unit, 2));
  assert_ok(ebw_shot_add_receivers(shot, 1, position));
  assert_ok(ebw_shot_set_adjoint_sources(shot, unit, 1, 2, NULL));
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  assert_ok(ebw_adjoint(w->model, &shot, 1, 0, NULL, NULL));
  void *injected = malloc((size_t)w->state_bytes), *sampled = malloc((size_t)w->state_bytes);
  void *b = calloc((size_t)w->state_nodes, wave_size(w)), *s = calloc((size_t)w->state_nodes, wave_size(w));
  assert_ok(ebw_shot_get_final_state(shot, injected, w->state_bytes));
  assert_ok(ebw_shot_get_initial_cotangent(shot, sampled, w->state_bytes));
  wave_pack_state(w, injected, b);
  wave_pack_state(w, sampled, s);
  /* Six roundings apart: c, weight times volume, their product, and the division by c. */
  const double rounding = w->of.dtype == EBW_F32 ? FLT_EPSILON : DBL_EPSILON;
  int64_t reached = 0;
  for (int64_t i = 0; i < w->field[0].nodes; ++i) {
    const double expected = c_over_volume * wave_get(w, s, i);
    ebw_assert_close(wave_get(w, b, i), expected, 6 * rounding * fabs(expected));
    reached += expected != 0.0;
  }
  assert_true(reached > 0);
  free(injected);
  free(sampled);
  free(b);
  free(s);
  ebw_shot_destroy(shot);
}

static void injection_is_the_transpose_of_sampling_over_the_product_of_spacings(void **state) {
  (void)state;
  static const double kFractions[] = {0.5, 0.41, 0.043, 0.97}; /* off nodes: near the middle and near both edges */
  for (int i = 0; i < CASES; ++i) {
    if (strchr(kCases[i].faces, 's')) continue; /* a sponge damps u^1 and its cotangent alike, which hides S */
    wave w;
    wave_open(&w, &kCases[i], 0);
    const double speed = 2048.0;
    void *uniform = calloc((size_t)w.nodes, wave_size(&w));
    for (int64_t n = 0; n < w.nodes; ++n) wave_put(&w, uniform, n, speed);
    wave_set_field(&w, "velocity", uniform);
    free(uniform);
    double volume = 1.0, position[3];
    for (int d = 0; d < w.of.ndim; ++d) volume *= w.of.spacing[d];
    for (size_t f = 0; f < sizeof kFractions / sizeof *kFractions; ++f) {
      for (int d = 0; d < w.of.ndim; ++d) position[d] = kFractions[f] * (double)(w.of.shape[d] - 1) * w.of.spacing[d];
      compare_at(&w, position, speed * speed * w.dt * w.dt / volume);
    }
    wave_close(&w);
  }
}

/* What the comparisons above would say of an operator that is wrong in the tenth digit. */
static void a_wrong_transpose_of_one_step_fails(void **state) {
  (void)state;
  wave w;
  wave_open(&w, &kCases[0], 1);
  assert_int_equal(wave_dot(&w, WAVE_U, WAVE_SAMPLES, 1e-9).verdict, EBW_VERDICT_FAIL);
  assert_int_equal(wave_dot(&w, WAVE_SAMPLES, WAVE_U, 1e-9).verdict, EBW_VERDICT_FAIL);
  wave_close(&w);
}

static int show_worst(void **state) {
  (void)state;
  print_message("# largest error over bound: %.3g\n", wave_worst_dot);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sampling_and_its_transpose_agree),
      cmocka_unit_test(injection_and_its_transpose_agree),
      cmocka_unit_test(sampling_and_injection_stay_transposes_in_runs_of_few_steps),
      cmocka_unit_test(injection_is_the_transpose_of_sampling_over_the_product_of_spacings),
      cmocka_unit_test(a_wrong_transpose_of_one_step_fails),
  };
  return cmocka_run_group_tests(tests, NULL, show_worst);
}
