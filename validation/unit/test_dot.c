/* SPDX-License-Identifier: MIT */
/* Dot test: right adjoints pass in both precisions at every amplitude, broken ones and maps that are not linear fail.
 */
#include <stdlib.h>

#include "check.h"

#define NX 60
#define NY 45
#define SEEDS 20
#define STEPS 40 /* time steps of the operator: one diffusion step each, with an asymmetric drift */

enum flaw {
  NONE,
  SIGN,
  FACTOR,
  SHIFT,         /* the drift is not transposed */
  LAST_STEP,     /* the adjoint skips a step */
  ONE_ELEMENT,   /* one output element * 1.165 */
  TINY,          /* factor 1 + 1e-12 */
  NO_ADJOINT,    /* A^T y = 0 */
  OFFSET,        /* A x + 1e-3: affine */
  SQUARE,        /* A x + 1e-3 (A x)^2 */
  ZERO,          /* A = 0 and A^T = 0 */
  FORWARD_NAN,   /* element 7 of A x */
  ADJOINT_NAN,   /* element 8 of A^T y */
  FORWARD_SHORT, /* the last element of A x is never written */
  FORWARD_WRITES,
  ADJOINT_WRITES,
};
struct map {
  int32_t dtype;
  enum flaw flaw;
  double amplitude;
  int forwards, adjoints;
  int fail_forward, fail_adjoint; /* these calls return 5 and 6; from 1 on; 0: none */
};

#define DEFINE_OPERATOR(T, name)                                                                               \
  /* v <- (I + D) v or its transpose, STEPS times; then every (i * 3 / 4)-th place is what y sees */           \
  static void name##_steps(T *v, int transposed, int steps, int broken) {                                      \
    for (int k = 0; k < steps; ++k) {                                                                          \
      T next[NX];                                                                                              \
      const T left = (T)(transposed && !broken ? 0.15 : 0.3), right = (T)(transposed && !broken ? 0.3 : 0.15); \
      for (int i = 0; i < NX; ++i)                                                                             \
        next[i] = (T)0.55 * v[i] + (i > 0 ? left * v[i - 1] : 0) + (i < NX - 1 ? right * v[i + 1] : 0);        \
      memcpy(v, next, sizeof next);                                                                            \
    }                                                                                                          \
  }                                                                                                            \
  static void name##_forward(const struct map *p, const T *x, T *y) {                                          \
    T v[NX];                                                                                                   \
    memcpy(v, x, sizeof v);                                                                                    \
    name##_steps(v, 0, STEPS, 0);                                                                              \
    for (int j = 0; j < NY - (p->flaw == FORWARD_SHORT); ++j) {                                                \
      y[j] = (T)p->amplitude * v[j * 4 / 3];                                                                   \
      if (p->flaw == OFFSET) y[j] += (T)1e-3;                                                                  \
      if (p->flaw == SQUARE) y[j] += (T)1e-3 * y[j] * y[j];                                                    \
      if (p->flaw == ZERO) y[j] = 0;                                                                           \
    }                                                                                                          \
    if (p->flaw == FORWARD_NAN) y[7] = (T)NAN;                                                                 \
    if (p->flaw == FORWARD_WRITES) ((T *)(uintptr_t)x)[4] = 9;                                                 \
  }                                                                                                            \
  static void name##_adjoint(const struct map *p, const T *y, T *x) {                                          \
    T v[NX] = {0};                                                                                             \
    for (int j = 0; j < NY; ++j) v[j * 4 / 3] += (T)p->amplitude * y[j];                                       \
    name##_steps(v, 1, STEPS - (p->flaw == LAST_STEP), p->flaw == SHIFT);                                      \
    for (int i = 0; i < NX; ++i) {                                                                             \
      if (p->flaw == SIGN) v[i] = -v[i];                                                                       \
      if (p->flaw == FACTOR) v[i] *= 2;                                                                        \
      if (p->flaw == ONE_ELEMENT && i == 20) v[i] *= (T)1.165;                                                 \
      if (p->flaw == TINY) v[i] *= (T)(1.0 + 1e-12);                                                           \
      if (p->flaw == NO_ADJOINT || p->flaw == ZERO) v[i] = 0;                                                  \
    }                                                                                                          \
    if (p->flaw == ADJOINT_NAN) v[8] = (T)NAN;                                                                 \
    memcpy(x, v, sizeof v);                                                                                    \
    if (p->flaw == ADJOINT_WRITES) ((T *)(uintptr_t)y)[2] = 9;                                                 \
  }
DEFINE_OPERATOR(float, single)
DEFINE_OPERATOR(double, twice)

static int32_t forward(const void *x, void *y, void *user) {
  struct map *p = user;
  if (++p->forwards == p->fail_forward) return 5;
  if (p->dtype == EBW_F32)
    single_forward(p, x, y);
  else
    twice_forward(p, x, y);
  return 0;
}
static int32_t adjoint(const void *y, void *x, void *user) {
  struct map *p = user;
  if (++p->adjoints == p->fail_adjoint) return 6;
  if (p->dtype == EBW_F32)
    single_adjoint(p, y, x);
  else
    twice_adjoint(p, y, x);
  return 0;
}

static struct map make_map(int32_t dtype, enum flaw flaw, double amplitude) {
  struct map p = {dtype, flaw, amplitude, 0, 0, 0, 0};
  return p;
}

static ebw_dot *make_test(struct map *p) {
  ebw_dot *test = NULL;
  assert_ok(ebw_dot_create(p->dtype, NX, NY, forward, adjoint, p, NULL, &test));
  assert_ok(ebw_dot_set_steps(test, STEPS));
  return test;
}

/* Every one of SEEDS seeds, each with its image vector, must give the expected verdict. */
static void expect(int32_t dtype, enum flaw flaw, double amplitude, int32_t expected) {
  struct map p = make_map(dtype, flaw, amplitude);
  ebw_dot *test = make_test(&p);
  assert_ok(ebw_dot_set_image(test, 1));
  for (int seed = 1; seed <= SEEDS; ++seed) {
    int32_t verdict = -1;
    const char *text = NULL;
    assert_ok(ebw_dot_set_seeds(test, seed, 1));
    assert_ok(ebw_dot_run(test, &verdict));
    assert_ok(ebw_dot_get_text(test, &text));
    if (verdict != expected)
      fail_msg("dtype %d, flaw %d, amplitude %g, seed %d: expected verdict %d, got %s", (int)dtype, (int)flaw,
               amplitude, seed, (int)expected, text);
  }
  ebw_dot_destroy(test);
}

static const int32_t dtypes[] = {EBW_F32, EBW_F64};

static void right_adjoints_pass_at_every_amplitude(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    const double amplitudes[] = {1.0, 1e-12, 1e12, dtypes[d] == EBW_F32 ? 1e-30 : 1e-200,
                                 dtypes[d] == EBW_F32 ? 1e30 : 1e200};
    for (int k = 0; k < 5; ++k) expect(dtypes[d], NONE, amplitudes[k], EBW_VERDICT_PASS);
  }
}

static void broken_adjoints_fail_at_every_amplitude(void **state) {
  (void)state;
  const double amplitudes[] = {1.0, 1e-12};
  for (int d = 0; d < 2; ++d)
    for (int k = 0; k < 2; ++k)
      for (enum flaw flaw = SIGN; flaw <= ONE_ELEMENT; ++flaw) expect(dtypes[d], flaw, amplitudes[k], EBW_VERDICT_FAIL);
}

/* 1e-12 times the size for independent vectors is 20 times the bound 64 * 1.1e-16 * sqrt(40) = 4.5e-14; a pair whose
 * product is small by chance hides it, so all of 20 seeds are judged together. */
static void a_factor_of_1_plus_1e_12_fails_in_f64(void **state) {
  (void)state;
  struct map p = make_map(EBW_F64, TINY, 1e-12);
  ebw_dot *test = make_test(&p);
  int32_t verdict = -1;
  assert_ok(ebw_dot_set_seeds(test, 1, SEEDS));
  assert_ok(ebw_dot_run(test, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_FAIL);
  ebw_dot_destroy(test);
}

static void an_adjoint_of_zeros_fails(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) expect(dtypes[d], NO_ADJOINT, 1.0, EBW_VERDICT_FAIL);
}

static void maps_that_are_not_linear_fail(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (enum flaw flaw = OFFSET; flaw <= SQUARE; ++flaw) {
      struct map p = make_map(dtypes[d], flaw, 1.0);
      ebw_dot *test = make_test(&p);
      double linearity, bound;
      expect(dtypes[d], flaw, 1.0, EBW_VERDICT_FAIL);
      assert_ok(ebw_dot_run(test, &(int32_t){0}));
      assert_ok(ebw_dot_get_pair(test, EBW_WORST, NULL, NULL, &linearity));
      assert_ok(ebw_dot_get_bound(test, &bound));
      assert_true(linearity > bound);
      ebw_dot_destroy(test);
    }
}

static void an_operator_of_zeros_is_inconclusive(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) expect(dtypes[d], ZERO, 1.0, EBW_VERDICT_INCONCLUSIVE);
}

/* 64 u sqrt(K) with K = 2^50 is 128 in f32; in f64 the factor brings it to 3.7. */
static void a_bound_above_a_tenth_is_never_a_pass(void **state) {
  (void)state;
  static const enum flaw kFlaws[] = {NONE, SHIFT, ONE_ELEMENT, TINY, OFFSET};
  for (int i = 0; i < 5; ++i)
    for (int single = 0; single < 2; ++single) {
      struct map p = make_map(single ? EBW_F32 : EBW_F64, kFlaws[i], 1.0);
      ebw_dot *test = make_test(&p);
      int32_t verdict = -1;
      double bound = 0.0;
      assert_ok(ebw_dot_set_steps(test, INT64_C(1) << 50));
      if (!single) assert_ok(ebw_dot_set_bound_factor(test, 1e9));
      assert_ok(ebw_dot_run(test, &verdict));
      assert_ok(ebw_dot_get_bound(test, &bound));
      assert_true(bound > 0.1);
      if (kFlaws[i] == NONE) assert_int_equal(verdict, EBW_VERDICT_INCONCLUSIVE);
      assert_int_not_equal(verdict, EBW_VERDICT_PASS);
      ebw_dot_destroy(test);
      double one_call = 0.0;
      if (!single) continue;
      assert_ok(ebw_dot_test(EBW_F32, NX, NY, forward, adjoint, &p, INT64_C(1) << 50, &verdict, NULL, &one_call));
      assert_true(one_call > 0.1);
      assert_int_not_equal(verdict, EBW_VERDICT_PASS);
    }
}

static void expect_fault(enum flaw flaw, int32_t fault, int64_t index) {
  for (int d = 0; d < 2; ++d) {
    struct map p = make_map(dtypes[d], flaw, 1.0);
    ebw_dot *test = make_test(&p);
    int32_t verdict = -1, got = -1;
    int64_t at = -2, pairs = -1;
    const char *text = NULL;
    assert_ok(ebw_dot_run(test, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
    assert_ok(ebw_dot_get_verdict(test, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
    assert_ok(ebw_dot_get_fault(test, &got, &at));
    assert_int_equal(got, fault);
    assert_int_equal(at, index);
    assert_ok(ebw_dot_get_text(test, &text));
    assert_true(strncmp(text, "FAIL: ", 6) == 0 && strlen(text) > 12);
    assert_ok(ebw_dot_count_pairs(test, &pairs));
    assert_int_equal(pairs, 0);
    assert_refused(ebw_dot_get_pair(test, EBW_WORST, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "fault");
    ebw_dot_destroy(test);
  }
}
static void faults_fail_with_their_index(void **state) {
  (void)state;
  expect_fault(FORWARD_NAN, EBW_FAULT_FORWARD_NON_FINITE, 7);
  expect_fault(ADJOINT_NAN, EBW_FAULT_ADJOINT_NON_FINITE, 8);
  expect_fault(FORWARD_SHORT, EBW_FAULT_FORWARD_NON_FINITE, NY - 1);
  expect_fault(FORWARD_WRITES, EBW_FAULT_INPUT_WRITTEN, 4);
  expect_fault(ADJOINT_WRITES, EBW_FAULT_INPUT_WRITTEN, 2);
}

static void a_failing_callback_ends_the_call(void **state) {
  (void)state;
  for (int call = 1; call <= 12; ++call) { /* 3 seeds: 9 forward, 3 adjoint */
    struct map p = make_map(EBW_F64, NONE, 1.0);
    ebw_dot *test = make_test(&p);
    int32_t verdict = -7;
    p.fail_forward = call <= 9 ? call : 0;
    p.fail_adjoint = call <= 9 ? 0 : call - 9;
    assert_refused(ebw_dot_run(test, &verdict), EBW_ERR_CALLBACK, call <= 9 ? "forward" : "adjoint");
    assert_int_equal(ebw_last_callback_status(), call <= 9 ? 5 : 6);
    assert_int_equal(verdict, -7);
    assert_refused(ebw_dot_get_verdict(test, &verdict), EBW_ERR_STATE, "run");
    ebw_dot_destroy(test);
  }
}

static void numbers_are_those_of_the_definition(void **state) {
  (void)state;
  struct map p = make_map(EBW_F64, FACTOR, 1.0);
  ebw_dot *test = make_test(&p);
  int32_t verdict;
  int64_t pairs;
  double a, b, scale, error, bound;
  assert_ok(ebw_dot_set_image(test, 1));
  assert_ok(ebw_dot_set_bound_factor(test, 32.0));
  assert_ok(ebw_dot_run(test, &verdict));
  assert_ok(ebw_dot_get_bound(test, &bound));
  ebw_assert_close(bound, 32.0 * 0x1p-53 * sqrt(STEPS), 1e-18);
  assert_ok(ebw_dot_count_pairs(test, &pairs));
  assert_int_equal(pairs, 6);
  assert_int_equal(p.forwards, 9);
  assert_int_equal(p.adjoints, 6);
  for (int64_t k = 0; k < pairs; ++k) {
    assert_ok(ebw_dot_get_products(test, k, &a, &b, &scale));
    ebw_assert_close(b, 2.0 * a, 1e-12 * scale);
    assert_ok(ebw_dot_get_pair(test, k, &verdict, &error, NULL));
    ebw_assert_close(error, fabs(a - b) / scale, 1e-14 * error);
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
  }
  assert_refused(ebw_dot_get_pair(test, pairs, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "pair = 6");
  assert_refused(ebw_dot_get_products(test, -2, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "pair = -2");
  ebw_dot_destroy(test);
}

/* Lengths of 1: y = 3 x. */
static int32_t triple(const void *x, void *y, void *user) {
  (void)user;
  *(double *)y = 3.0 * *(const double *)x;
  return 0;
}
static int32_t refuse(const void *x, void *y, void *user) {
  (void)x, (void)y, (void)user;
  return 9;
}
static void one_call_gives_verdict_error_and_bound_for_one_element(void **state) {
  (void)state;
  int32_t v = -1;
  double error = -1, bound = -1;
  assert_ok(ebw_dot_test(EBW_F64, 1, 1, triple, triple, NULL, 1, &v, &error, &bound));
  assert_int_equal(v, EBW_VERDICT_PASS);
  assert_true(error >= 0.0 && error <= bound);
  assert_refused(ebw_dot_test(7, 1, 1, triple, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_DTYPE, "dtype = 7");
  assert_refused(ebw_dot_test(EBW_F64, 0, 1, triple, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_SHAPE, "n_x = 0");
  assert_refused(ebw_dot_test(EBW_F64, 1, -1, triple, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_SHAPE, "n_y = -1");
  assert_refused(ebw_dot_test(EBW_F64, 1, INT64_MAX, triple, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_OVERFLOW, "n_y");
  assert_refused(ebw_dot_test(EBW_F64, (int64_t)1 << 58, 1, triple, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_NO_MEMORY,
                 "");
  assert_refused(ebw_dot_test(EBW_F64, 1, 1, NULL, triple, NULL, 1, &v, NULL, NULL), EBW_ERR_ARGUMENT, "forward");
  assert_refused(ebw_dot_test(EBW_F64, 1, 1, triple, NULL, NULL, 1, &v, NULL, NULL), EBW_ERR_ARGUMENT, "adjoint");
  assert_refused(ebw_dot_test(EBW_F64, 1, 1, triple, triple, NULL, 0, &v, NULL, NULL), EBW_ERR_ARGUMENT, "steps = 0");
  assert_refused(ebw_dot_test(EBW_F64, 1, 1, triple, triple, NULL, 1, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_refused(ebw_dot_test(EBW_F64, 1, 1, triple, refuse, NULL, 1, &v, NULL, NULL), EBW_ERR_CALLBACK, "adjoint");
}

static void bad_options_and_handles_are_refused(void **state) {
  (void)state;
  struct map p = make_map(EBW_F64, NONE, 1.0);
  ebw_dot *test = make_test(&p), *made = NULL;
  uint64_t other[8] = {0};
  ebw_dot *bad[2] = {NULL, (ebw_dot *)other};
  const int32_t status[2] = {EBW_ERR_ARGUMENT, EBW_ERR_HANDLE};
  int32_t verdict;
  assert_refused(ebw_dot_set_steps(test, 0), EBW_ERR_ARGUMENT, "steps = 0");
  assert_refused(ebw_dot_set_bound_factor(test, 0.0), EBW_ERR_ARGUMENT, "factor = 0");
  assert_refused(ebw_dot_set_bound_factor(test, NAN), EBW_ERR_ARGUMENT, "factor");
  assert_refused(ebw_dot_set_bound_factor(test, INFINITY), EBW_ERR_ARGUMENT, "factor");
  assert_refused(ebw_dot_set_seeds(test, 1, 0), EBW_ERR_ARGUMENT, "count = 0");
  assert_refused(ebw_dot_set_image(test, 2), EBW_ERR_ARGUMENT, "on = 2");
  assert_refused(ebw_dot_run(test, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_refused(ebw_dot_get_text(test, NULL), EBW_ERR_STATE, "run");
  assert_ok(ebw_dot_run(test, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  ebw_dot_destroy(test);
  for (int k = 0; k < 2; ++k) {
    ebw_dot *t = bad[k];
    const int32_t s = status[k];
    assert_refused(ebw_dot_set_steps(t, 1), s, "test");
    assert_refused(ebw_dot_set_bound_factor(t, 1.0), s, "test");
    assert_refused(ebw_dot_set_seeds(t, 1, 1), s, "test");
    assert_refused(ebw_dot_set_image(t, 1), s, "test");
    assert_refused(ebw_dot_set_inner_products(t, NULL, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_dot_get_options(t, NULL, NULL, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_dot_get_calls(t, NULL, NULL), s, "test");
    assert_refused(ebw_dot_run(t, &verdict), s, "test");
    assert_refused(ebw_dot_get_verdict(t, NULL), s, "test");
    assert_refused(ebw_dot_get_text(t, NULL), s, "test");
    assert_refused(ebw_dot_get_fault(t, NULL, NULL), s, "test");
    assert_refused(ebw_dot_get_bound(t, NULL), s, "test");
    assert_refused(ebw_dot_count_pairs(t, NULL), s, "test");
    assert_refused(ebw_dot_get_pair(t, 0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_dot_get_products(t, 0, NULL, NULL, NULL), s, "test");
  }
  ebw_dot_destroy(NULL);
  assert_refused(ebw_dot_create(EBW_F64, 1, 1, triple, triple, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_dot_create(EBW_F64, 1, 1, triple, NULL, NULL, NULL, &made), EBW_ERR_ARGUMENT, "adjoint");
  assert_refused(ebw_dot_create(EBW_F64, 1, 0, triple, triple, NULL, NULL, &made), EBW_ERR_SHAPE, "n_y = 0");
  assert_refused(ebw_dot_create(EBW_F64, INT64_MAX, 1, triple, triple, NULL, NULL, &made), EBW_ERR_OVERFLOW, "n_x");
  assert_refused(ebw_dot_create(0, 1, 1, triple, triple, NULL, NULL, &made), EBW_ERR_DTYPE, "dtype = 0");
  assert_null(made);
}

static void options_and_calls_of_the_run_are_told(void **state) {
  (void)state;
  struct map p = make_map(EBW_F32, NONE, 1.0);
  ebw_dot *test = make_test(&p);
  int32_t dtype = 0, verdict = -1;
  int64_t n_x = 0, n_y = 0, steps = 0, seed = 0, forward = 0, adjoint = 0;
  assert_ok(ebw_dot_set_seeds(test, -3, 2));
  assert_ok(ebw_dot_set_image(test, 1));
  assert_ok(ebw_dot_run(test, &verdict));
  assert_ok(ebw_dot_set_steps(test, 77));
  assert_ok(ebw_dot_set_seeds(test, 5, 1));
  assert_ok(ebw_dot_get_options(test, &dtype, &n_x, &n_y, &steps, &seed));
  assert_true(dtype == EBW_F32 && n_x == NX && n_y == NY && steps != 77 && seed == -3);
  assert_ok(ebw_dot_get_calls(test, &forward, &adjoint));
  assert_true(forward == 2 * 3 && adjoint == 2 * 2);
  assert_true(forward == p.forwards && adjoint == p.adjoints);
  ebw_dot_destroy(test);
}

static void count_release(void *user) { ++*(int *)user; }
static void the_user_pointer_is_released_once(void **state) {
  (void)state;
  int releases = 0;
  ebw_dot *test = NULL;
  assert_refused(ebw_dot_create(EBW_F64, 0, 1, triple, triple, &releases, count_release, &test), EBW_ERR_SHAPE, "n_x");
  assert_int_equal(releases, 0);
  assert_ok(ebw_dot_create(EBW_F64, 1, 1, triple, triple, &releases, count_release, &test));
  assert_int_equal(releases, 0);
  ebw_dot_destroy(test);
  assert_int_equal(releases, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_adjoints_pass_at_every_amplitude),
      cmocka_unit_test(broken_adjoints_fail_at_every_amplitude),
      cmocka_unit_test(a_factor_of_1_plus_1e_12_fails_in_f64),
      cmocka_unit_test(an_adjoint_of_zeros_fails),
      cmocka_unit_test(maps_that_are_not_linear_fail),
      cmocka_unit_test(an_operator_of_zeros_is_inconclusive),
      cmocka_unit_test(a_bound_above_a_tenth_is_never_a_pass),
      cmocka_unit_test(faults_fail_with_their_index),
      cmocka_unit_test(a_failing_callback_ends_the_call),
      cmocka_unit_test(numbers_are_those_of_the_definition),
      cmocka_unit_test(one_call_gives_verdict_error_and_bound_for_one_element),
      cmocka_unit_test(bad_options_and_handles_are_refused),
      cmocka_unit_test(options_and_calls_of_the_run_are_told),
      cmocka_unit_test(the_user_pointer_is_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
