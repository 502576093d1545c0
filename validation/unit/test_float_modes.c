/* SPDX-License-Identifier: MIT */
/* Flush-to-zero acts as documented, and the caller's own floating-point modes neither change results nor are changed.
 */
#include <fenv.h>
#if defined(__x86_64__)
#  include <xmmintrin.h>
#endif

#include "small_wave.h"

/* Control word without its sticky exception flags; elsewhere the rounding mode. */
static unsigned modes_now(void) {
#if defined(__x86_64__)
  return _mm_getcsr() & ~0x3Fu;
#else
  return (unsigned)fegetround();
#endif
}

/* Flush to zero and denormals are zero, where there is such a thing. */
static void flush_here(void) {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040u);
#endif
}

/* Wavelet in f32's smallest normal numbers, weights so large that the gradient is of their size too. */
static ebw_shot *faint_shot(const ebw_model *model) {
  ebw_shot *shot = NULL;
  double weights[RECEIVERS];
  for (int r = 0; r < RECEIVERS; ++r) weights[r] = 1e18;
  assert_ok(ebw_shot_create(model, &shot));
  small_add_source(shot, 115.0, 63.0, 1e-36);
  small_add_receivers(shot, RECEIVERS);
  assert_ok(ebw_shot_set_weights(shot, weights, RECEIVERS));
  return shot;
}

static int64_t denormal_cells(const small_result *result) {
  int64_t count = 0;
  for (int i = 0; i < CELLS_ALL; ++i) count += fpclassify(result->gradient[i]) == FP_SUBNORMAL;
  return count;
}

static void flush_to_zero_changes_traces_and_gradient_of_faint_waves_alike_on_all_threads(void **state) {
  (void)state;
#if defined(__x86_64__)
  small_result result[2], other;
  ebw_model *model = small_model();
  ebw_shot *shot = faint_shot(model);
  for (int32_t on = 0; on < 2; ++on) {
    assert_ok(ebw_model_set_flush_to_zero(model, on));
    small_run(model, shot, &result[on]);
    for (int32_t threads = 2; threads <= 4; threads += 2) {
      assert_ok(ebw_model_set_threads(model, threads));
      small_run(model, shot, &other);
      assert_same_result(&other, &result[on]);
    }
    assert_ok(ebw_model_set_threads(model, 1));
  }
  assert_true(denormal_cells(&result[0]) > 0); /* the waves are as faint as they should be */
  assert_true(memcmp(result[0].traces, result[1].traces, sizeof result[0].traces) != 0);
  assert_true(memcmp(result[0].gradient, result[1].gradient, sizeof result[0].gradient) != 0);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
#else
  skip();
#endif
}

/* One run under the caller's modes; afterwards they are what they were. */
static void run_under(ebw_model *model, ebw_shot *shot, int rounding, int flush, small_result *result) {
  const int32_t statuses[] = {EBW_OK, EBW_OK, EBW_OK, EBW_OK};
  int32_t got[4];
  double misfit = NAN;
  fenv_t host;
  memset(result, 0, sizeof *result);
  fegetenv(&host);
  fesetround(rounding);
  if (flush) flush_here();
  const unsigned before = modes_now();
  got[0] = ebw_misfit(model, &shot, 1, &misfit);
  got[1] = ebw_gradient(model, &shot, 1, 0, &result->misfit, result->gradient, NULL);
  got[2] = ebw_shot_get_traces(shot, result->traces, RECEIVERS, SAMPLES, NULL);
  got[3] = ebw_shot_get_wavelet_gradient(shot, 0, result->wavelet, SAMPLES);
  const unsigned after = modes_now();
  const int rounding_after = fegetround();
  fesetenv(&host);
  assert_memory_equal(got, statuses, sizeof got);
  assert_int_equal(after, before);
  assert_int_equal(rounding_after, rounding);
  assert_memory_equal(&misfit, &result->misfit, sizeof misfit);
}

static void modes_of_the_caller_change_no_bit_and_stay_set(void **state) {
  (void)state;
  static const int kRounding[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int faint = 0; faint < 2; ++faint)
    for (int32_t on = 0; on < 2; ++on) {
      small_result expected, got;
      ebw_model *model = small_model();
      ebw_shot *shot = faint ? faint_shot(model) : small_shot(model, 115.0);
      assert_ok(ebw_model_set_flush_to_zero(model, on));
      run_under(model, shot, FE_TONEAREST, 0, &expected);
      for (int32_t threads = 1; threads <= 2; ++threads)
        for (int mode = 0; mode < 8; ++mode) {
          assert_ok(ebw_model_set_threads(model, threads));
          run_under(model, shot, kRounding[mode / 2], mode % 2, &got);
          assert_same_result(&got, &expected);
        }
      ebw_shot_destroy(shot);
      ebw_model_destroy(model);
    }
}

/* Point weights and layer profiles are computed when memory is first set up: these too are the library's own. */
static void modes_of_the_caller_do_not_enter_what_is_kept(void **state) {
  (void)state;
  small_result expected, got;
  small_reference(0, 115.0, &expected);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  run_under(model, shot, FE_UPWARD, 1, &got);
  assert_same_result(&got, &expected);
  small_run(model, shot, &got);
  assert_same_result(&got, &expected);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flush_to_zero_changes_traces_and_gradient_of_faint_waves_alike_on_all_threads),
      cmocka_unit_test(modes_of_the_caller_change_no_bit_and_stay_set),
      cmocka_unit_test(modes_of_the_caller_do_not_enter_what_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
