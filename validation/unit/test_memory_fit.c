/* SPDX-License-Identifier: MIT */
/* The fit of memory against slots, and the library's own count of bytes. */
#include "check.h"

#define STATE 2097152

static int32_t fit(int64_t count, const int64_t *slots, const int64_t *peak, double *slope, double *uncertainty) {
  int32_t verdict = -1;
  assert_ok(ebw_memory_fit(count, slots, peak, STATE, 1e-3, &verdict, NULL, slope, uncertainty, NULL));
  return verdict;
}

static void exact_lines_pass_with_base_and_slope(void **state) {
  (void)state;
  const int64_t slots[] = {5, 10, 20, 40};
  int64_t peak[4];
  double base = -1, slope = -1, uncertainty = -1, residual = -1;
  int32_t verdict = -1;
  for (int i = 0; i < 4; ++i) peak[i] = 12345678 + STATE * slots[i];
  assert_ok(ebw_memory_fit(4, slots, peak, STATE, 1e-3, &verdict, &base, &slope, &uncertainty, &residual));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  /* Rounding of sums of 1e8 in double. */
  ebw_assert_close(slope, STATE, 1e-6);
  ebw_assert_close(base, 12345678, 1e-5);
  ebw_assert_close(uncertainty, 0.0, 1e-5);
  ebw_assert_close(residual, 0.0, 1e-5);
}

/* Residuals +e, -e, -e, +e at slots 1, 2, 3, 4: slope unchanged, its standard error sqrt(4 e^2 / 2 / 5). */
static void uncertainty_and_residual_are_those_of_least_squares(void **state) {
  (void)state;
  const int64_t slots[] = {1, 2, 3, 4};
  const int64_t e = 1000;
  int64_t peak[4];
  double slope = -1, uncertainty = -1, residual = -1;
  int32_t verdict = -1;
  for (int i = 0; i < 4; ++i) peak[i] = STATE * slots[i] + (i == 0 || i == 3 ? e : -e);
  assert_ok(ebw_memory_fit(4, slots, peak, STATE, 1e-3, &verdict, NULL, &slope, &uncertainty, &residual));
  ebw_assert_close(slope, STATE, 1e-6);
  ebw_assert_close(residual, (double)e, 1e-6);
  ebw_assert_close(uncertainty, 4.303 * sqrt(2.0 * (double)(e * e) / 5.0), 1e-3); /* digits of the table */
  /* 2722 bytes are 1.3e-3 of a state: more than the tolerance. */
  assert_int_equal(verdict, EBW_VERDICT_INCONCLUSIVE);
}

static void a_wrong_slope_fails_and_two_points_prove_nothing(void **state) {
  (void)state;
  const int64_t slots[] = {5, 10, 20, 40};
  int64_t peak[4];
  double slope = -1, uncertainty = -1;
  for (int wrong = 0; wrong < 2; ++wrong) {
    for (int i = 0; i < 4; ++i) peak[i] = 1000 + (wrong ? STATE + STATE / 500 : STATE) * slots[i];
    assert_int_equal(fit(4, slots, peak, &slope, NULL), wrong ? EBW_VERDICT_FAIL : EBW_VERDICT_PASS);
    assert_int_equal(fit(3, slots, peak, &slope, NULL), wrong ? EBW_VERDICT_FAIL : EBW_VERDICT_PASS);
    assert_int_equal(fit(2, slots, peak, &slope, &uncertainty), wrong ? EBW_VERDICT_FAIL : EBW_VERDICT_INCONCLUSIVE);
    assert_true(uncertainty == 0.0);
  }
  /* Memory that does not grow at all, or by half a state more with every slot. */
  for (int i = 0; i < 4; ++i) peak[i] = 1000;
  assert_int_equal(fit(4, slots, peak, &slope, NULL), EBW_VERDICT_FAIL);
  for (int i = 0; i < 4; ++i) peak[i] = STATE * slots[i] + STATE / 2 * slots[i] * slots[i];
  assert_true(fit(4, slots, peak, &slope, NULL) != EBW_VERDICT_PASS);
}

static void bad_measurements_are_refused(void **state) {
  (void)state;
  const int64_t slots[] = {1, 2, 3}, same[] = {2, 2, 2}, negative[] = {1, -2, 3};
  int32_t v = -4;
  const double t = 1e-3;
  assert_refused(ebw_memory_fit(1, slots, slots, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_SHAPE, "count = 1");
  assert_refused(ebw_memory_fit(0, slots, slots, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_SHAPE, "count = 0");
  assert_refused(ebw_memory_fit(3, NULL, slots, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "slots");
  assert_refused(ebw_memory_fit(3, slots, NULL, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "peak");
  assert_refused(ebw_memory_fit(3, slots, slots, 0, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT,
                 "state_bytes = 0");
  assert_refused(ebw_memory_fit(3, slots, slots, 1, 0, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "tolerance = 0");
  assert_refused(ebw_memory_fit(3, slots, slots, 1, NAN, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "tolerance");
  assert_refused(ebw_memory_fit(3, slots, slots, 1, t, NULL, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_refused(ebw_memory_fit(3, same, slots, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "all 2");
  assert_refused(ebw_memory_fit(3, negative, slots, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT,
                 "slots[1] = -2");
  assert_refused(ebw_memory_fit(3, slots, negative, 1, t, &v, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT,
                 "peak[1] = -2");
  assert_int_equal(v, -4);
}

static int32_t square(const void *m, double *J, void *user) {
  int64_t *now = user;
  *J = ((const double *)m)[0];
  ebw_get_memory(now, NULL);
  return 0;
}

/* A test of n elements holds two vectors of n elements and n doubles while it runs, and nothing afterwards. */
static void the_count_of_bytes_rises_and_falls_with_what_is_held(void **state) {
  (void)state;
  enum { COUNT = 5000 };
  static double m[COUNT], g[COUNT];
  int64_t before = -1, during = -1, after = -1, peak = -1;
  int32_t verdict = -1;
  for (int i = 0; i < COUNT; ++i) m[i] = g[i] = 1.0;
  ebw_get_memory(&before, NULL);
  ebw_reset_memory_peak();
  ebw_get_memory(NULL, &peak);
  assert_int_equal(peak, before);
  assert_ok(ebw_taylor_test(EBW_F64, COUNT, m, g, square, &during, &verdict, NULL, NULL));
  ebw_get_memory(&after, &peak);
  assert_int_equal(during - before, 3 * 8 * COUNT);
  assert_int_equal(peak, during);
  assert_int_equal(after, before);
  ebw_reset_memory_peak();
  ebw_get_memory(NULL, &peak);
  assert_int_equal(peak, before);
  ebw_get_memory(NULL, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_lines_pass_with_base_and_slope),
      cmocka_unit_test(uncertainty_and_residual_are_those_of_least_squares),
      cmocka_unit_test(a_wrong_slope_fails_and_two_points_prove_nothing),
      cmocka_unit_test(bad_measurements_are_refused),
      cmocka_unit_test(the_count_of_bytes_rises_and_falls_with_what_is_held),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
