/* SPDX-License-Identifier: MIT */
/* Taylor test, Hessian: R2 falls with order 3 for a right one; wrong, asymmetric and nonlinear ones fail; faults are
 * named and callbacks may fail anywhere. */
#include "check.h"

#define N 30

/* J(x) = sum c (sin x + 0.3 x^2) + (a.x)^2 / 2 + (b.x)^3 / 6: a Hessian with all its elements, and what is wrong with
 * it. */
typedef struct {
  int32_t dtype;
  double scale;
  double factor;    /* of H v */
  double skew;      /* H v + skew a (b.v) */
  double bend;      /* H v + bend |v| in element 3 */
  double wrong_row; /* element 5 of H v times that */
  double gradient_factor;
  int zero; /* J = 0 */
  int gradient_calls, hessian_calls, fail_gradient, fail_hessian, nan_gradient, nan_hessian, write_m, write_v;
  int gradient_leaks;
} problem;

static double get(const problem *p, const void *a, int i) {
  return p->dtype == EBW_F32 ? (double)((const float *)a)[i] : ((const double *)a)[i];
}
static void put(const problem *p, void *a, int i, double value) {
  if (p->dtype == EBW_F32)
    ((float *)a)[i] = (float)value;
  else
    ((double *)a)[i] = value;
}
static double c_of(int i) { return 1.0 + 0.5 * sin(1.7 * i); }
static double a_of(int i) { return 0.3 * cos(0.7 * i); }
static double b_of(int i) { return 0.2 * sin(1.1 * i + 0.4); }
static double x_of(int i) { return (i % 2 ? -1.0 : 1.0) * (1.0 + 0.4 * sin(2.3 * i)); }

static double along(const problem *p, const void *x, double (*of)(int)) {
  double sum = 0.0;
  for (int i = 0; i < N; ++i) sum += of(i) * get(p, x, i);
  return sum;
}

static int32_t evaluate(const void *m, double *J, void *user) {
  const problem *p = user;
  const double a = along(p, m, a_of), b = along(p, m, b_of);
  double sum = 0.5 * a * a + b * b * b / 6.0;
  for (int i = 0; i < N; ++i) sum += c_of(i) * (sin(get(p, m, i)) + 0.3 * get(p, m, i) * get(p, m, i));
  *J = p->zero ? 0.0 : p->scale * sum;
  return 0;
}

static int32_t gradient(const void *m, void *g, void *user) {
  problem *p = user;
  const double a = along(p, m, a_of), b = along(p, m, b_of);
  if (++p->gradient_calls == p->fail_gradient) return 31;
  for (int i = 0; i < N; ++i) {
    const double x = get(p, m, i);
    const double slope = c_of(i) * (cos(x) + 0.6 * x) + a * a_of(i) + 0.5 * b * b * b_of(i);
    put(p, g, i, p->zero ? 0.0 : p->gradient_factor * p->scale * slope);
  }
  if (p->gradient_calls == p->nan_gradient) put(p, g, 4, NAN);
  if (p->gradient_leaks && p->gradient_calls >= 4) put(p, g, 4, 2.0 * get(p, g, 4));
  return 0;
}

static int32_t hessian(const void *m, const void *v, void *Hv, void *user) {
  problem *p = user;
  const double b = along(p, m, b_of), av = along(p, v, a_of), bv = along(p, v, b_of);
  double size = 0.0;
  if (++p->hessian_calls == p->fail_hessian) return 32;
  for (int i = 0; i < N; ++i) size += get(p, v, i) * get(p, v, i);
  for (int i = 0; i < N; ++i) {
    double value = c_of(i) * (0.6 - sin(get(p, m, i))) * get(p, v, i) + a_of(i) * av + b * b_of(i) * bv;
    value = p->factor * value + p->skew * a_of(i) * bv + (i == 3 ? p->bend * sqrt(size) : 0.0);
    put(p, Hv, i, p->zero ? 0.0 : (i == 5 ? p->wrong_row : 1.0) * p->scale * value);
  }
  if (p->hessian_calls == p->nan_hessian) put(p, Hv, 7, INFINITY);
  if (p->hessian_calls == p->write_m) put(p, (void *)(uintptr_t)m, 2, 0.0);
  if (p->hessian_calls == p->write_v) put(p, (void *)(uintptr_t)v, 6, 0.0);
  return 0;
}

static problem make_problem(int32_t dtype) {
  problem p;
  memset(&p, 0, sizeof p);
  p.dtype = dtype;
  p.scale = p.factor = p.wrong_row = p.gradient_factor = 1.0;
  return p;
}
static ebw_taylor *make_test(problem *p) {
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(p->dtype, N, evaluate, p, NULL, &test));
  assert_ok(ebw_taylor_set_gradient(test, gradient, p, NULL));
  assert_ok(ebw_taylor_set_hessian(test, hessian, p, NULL));
  return test;
}
static void fill_point(const problem *p, void *m) {
  for (int i = 0; i < N; ++i) put(p, m, i, x_of(i));
}
static int32_t run_hessian(ebw_taylor *test, problem *p) {
  double m[N];
  int32_t verdict = -1;
  p->gradient_calls = p->hessian_calls = 0;
  fill_point(p, m);
  assert_ok(ebw_taylor_run_hessian(test, m, &verdict));
  return verdict;
}

static const int32_t dtypes[] = {EBW_F32, EBW_F64};

static void expect(problem p, int32_t expected, const char *words) {
  ebw_taylor *test = make_test(&p);
  for (int ladder = 0; ladder < 2; ++ladder)
    for (int seed = 1; seed <= 10; ++seed) {
      const char *text = NULL;
      assert_ok(ebw_taylor_set_ladder(test, ladder));
      assert_ok(ebw_taylor_set_seed(test, seed));
      const int32_t verdict = run_hessian(test, &p);
      assert_ok(ebw_taylor_get_text(test, &text));
      if (verdict != expected || !strstr(text, words))
        fail_msg("dtype %d, ladder %d, seed %d: expected verdict %d with '%s', got %s", (int)p.dtype, ladder, seed,
                 (int)expected, words, text);
    }
  ebw_taylor_destroy(test);
}

static void right_hessians_pass_at_any_scale(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int s = -1; s <= 1; ++s) {
      problem p = make_problem(dtypes[d]);
      p.scale = pow(10.0, s * (p.dtype == EBW_F32 ? 20 : 60)); /* f32 vectors end at 1e38 */
      expect(p, EBW_VERDICT_PASS, "Hessian: error");
    }
}

static void wrong_hessians_fail(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    problem p = make_problem(dtypes[d]);
    p.factor = 2.0;
    expect(p, EBW_VERDICT_FAIL, "a factor 2 too much");
    p.factor = -1.0;
    expect(p, EBW_VERDICT_FAIL, "the sign is wrong");
    p.factor = 0.98;
    expect(p, EBW_VERDICT_FAIL, "");
    p.factor = 1.0;
    p.skew = 0.5;
    expect(p, EBW_VERDICT_FAIL, "");
  }
}

/* The tolerance of the Taylor part is opened, so that only symmetry and linearity are left to see it. */
static void asymmetric_and_nonlinear_hessians_fail_by_symmetry_and_linearity(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int bent = 0; bent < 2; ++bent) {
      problem p = make_problem(dtypes[d]);
      double error = -1, linearity = -1, bound = -1;
      int32_t verdict = -1;
      const char *diagnosis = NULL;
      ebw_taylor *test = make_test(&p);
      assert_ok(ebw_taylor_set_tolerance(test, 0.5));
      assert_int_equal(run_hessian(test, &p), EBW_VERDICT_PASS);
      for (int64_t k = 0; k < 3; ++k) {
        assert_ok(ebw_taylor_get_symmetry(test, k, &verdict, &error, &linearity, &bound));
        assert_int_equal(verdict, EBW_VERDICT_PASS);
        assert_true(error <= bound && linearity <= bound);
        ebw_assert_close(bound / (64 * (p.dtype == EBW_F32 ? 0x1p-24 : 0x1p-53)), 1.0, 1e-12);
      }
      p.skew = bent ? 0.0 : 1e-2;
      p.bend = bent ? 1e-2 : 0.0;
      assert_int_equal(run_hessian(test, &p), EBW_VERDICT_FAIL);
      assert_ok(ebw_taylor_get_symmetry(test, 0, &verdict, &error, &linearity, &bound));
      assert_int_equal(verdict, EBW_VERDICT_FAIL);
      assert_true(bent ? linearity > bound : error > bound && linearity <= bound);
      assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
      assert_string_equal(diagnosis, "the Hessian is not symmetric"); /* a bend breaks the symmetry, too */
      assert_ok(ebw_taylor_set_steps(test, 10000));
      assert_ok(ebw_taylor_get_symmetry(test, 0, NULL, NULL, NULL, &error));
      assert_true(error == bound); /* results are those of the run */
      run_hessian(test, &p);
      assert_ok(ebw_taylor_get_symmetry(test, 0, NULL, NULL, NULL, &error));
      ebw_assert_close(error / bound, 100.0, 1e-9);
      ebw_taylor_destroy(test);
    }
}

static void R2_falls_with_order_3_for_a_right_hessian_and_2_for_a_wrong_one(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 2; ++wrong) {
    problem p = make_problem(EBW_F64);
    double m[N], order = 0, half_width = -1, R1 = 0, R2 = 0, h = 0, curvature = 0, odd = 0, even = 0;
    double J_plus = 0, J_minus = 0, J = 0;
    int32_t verdict = -1, known = 0;
    int64_t points = 0;
    ebw_taylor *test = make_test(&p);
    p.factor = wrong ? 1.1 : 1.0;
    fill_point(&p, m);
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_PASS); /* the Hessian informs, the verdict is the gradient's */
    for (int64_t k = 0; k < 3; ++k) {
      assert_ok(ebw_taylor_get_order(test, k, 2, &order, &points, &known));
      assert_int_equal(known, 1);
      assert_true(points >= 3);
      ebw_assert_close(order, wrong ? 2.0 : 3.0, 0.25); /* the largest steps bend the line */
      assert_ok(ebw_taylor_get_order_interval(test, k, 2, &half_width));
      assert_true(half_width > 0.0 && half_width < 0.5);
      assert_ok(ebw_taylor_get_order_interval(test, k, 0, &half_width));
      assert_true(half_width > 0.0 && half_width < 0.5);
    }
    assert_ok(ebw_taylor_get_value(test, &J, NULL));
    assert_ok(ebw_taylor_get_curvature(test, 1, &curvature));
    assert_ok(ebw_taylor_get_level(test, 1, 2, &h, &J_plus, &J_minus, NULL, &R1));
    assert_ok(ebw_taylor_get_remainders(test, 1, 2, &R2, &odd, &even));
    ebw_assert_close(R2, R1 - 0.5 * h * h * curvature, 1e-15);
    if (!wrong) ebw_assert_close(even / (h * h), curvature, 1e-3 * fabs(curvature)); /* terms of h^4 */
    ebw_assert_close(even, J_plus + J_minus - 2.0 * J, 1e-13);                       /* rounding of the steps */
    assert_refused(ebw_taylor_get_remainders(test, 1, 9, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "level = 9");
    assert_refused(ebw_taylor_get_symmetry(test, 0, NULL, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "Hessian");
    ebw_taylor_destroy(test);
  }
}

static void without_a_hessian_R2_is_0_and_has_no_order(void **state) {
  (void)state;
  problem p = make_problem(EBW_F64);
  double m[N], R2 = -1, curvature = -1;
  int32_t verdict = -1;
  ebw_taylor *test = make_test(&p);
  fill_point(&p, m);
  assert_ok(ebw_taylor_set_hessian(test, NULL, NULL, NULL));
  assert_refused(ebw_taylor_run_hessian(test, m, &verdict), EBW_ERR_STATE, "ebw_taylor_set_hessian");
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  assert_ok(ebw_taylor_get_curvature(test, 0, &curvature));
  assert_ok(ebw_taylor_get_remainders(test, 0, 0, &R2, NULL, NULL));
  assert_true(curvature == 0.0 && R2 == 0.0);
  assert_refused(ebw_taylor_get_order_interval(test, 0, 2, NULL), EBW_ERR_UNSUPPORTED, "remainder = 2");
  assert_refused(ebw_taylor_get_order_interval(test, 0, -1, NULL), EBW_ERR_ARGUMENT, "remainder = -1");
  assert_ok(ebw_taylor_set_hessian(test, hessian, &p, NULL));
  assert_ok(ebw_taylor_set_gradient(test, NULL, NULL, NULL));
  assert_refused(ebw_taylor_run_hessian(test, m, &verdict), EBW_ERR_STATE, "ebw_taylor_set_gradient");
  assert_refused(ebw_taylor_run_hessian(test, NULL, &verdict), EBW_ERR_ARGUMENT, "m is NULL");
  assert_refused(ebw_taylor_run_hessian(test, m, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_refused(ebw_taylor_set_steps(test, 0), EBW_ERR_ARGUMENT, "steps = 0");
  ebw_taylor_destroy(test);
}

static void expect_fault(problem p, int of_run, int32_t fault, int64_t index) {
  ebw_taylor *test = make_test(&p);
  double m[N];
  int32_t verdict = -1, got = -1;
  int64_t at = -2;
  fill_point(&p, m);
  if (of_run)
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  else
    assert_ok(ebw_taylor_run_hessian(test, m, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_fault(test, &got, &at));
  assert_int_equal(got, fault);
  assert_int_equal(at, index);
  ebw_taylor_destroy(test);
}

static void faults_of_gradient_and_hessian_are_named(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    const problem sound = make_problem(dtypes[d]);
    for (int call = 1; call <= 4; ++call) {
      problem p = sound;
      p.nan_hessian = call;
      expect_fault(p, 0, EBW_FAULT_HESSIAN_NON_FINITE, 7);
      p = sound;
      p.write_m = call;
      expect_fault(p, 0, EBW_FAULT_INPUT_WRITTEN, 2);
      p = sound;
      p.write_v = call;
      expect_fault(p, 0, EBW_FAULT_INPUT_WRITTEN, 6);
    }
    problem p = sound;
    p.nan_gradient = 1;
    expect_fault(p, 0, EBW_FAULT_GRADIENT_NON_FINITE, 4);
    p = sound;
    p.gradient_leaks = 1;
    expect_fault(p, 0, EBW_FAULT_STATE_LEAK, -1);
    /* In the Taylor test of the gradient it is called once per direction. */
    p = sound;
    p.nan_hessian = 2;
    expect_fault(p, 1, EBW_FAULT_HESSIAN_NON_FINITE, 7);
    p = sound;
    p.write_m = 1;
    expect_fault(p, 1, EBW_FAULT_INPUT_WRITTEN, 2);
    p = sound;
    p.write_v = 1;
    expect_fault(p, 1, EBW_FAULT_INPUT_WRITTEN, 6);
  }
}

static void a_failing_callback_ends_the_call(void **state) {
  (void)state;
  problem p = make_problem(EBW_F64);
  ebw_taylor *test = make_test(&p);
  double m[N];
  int32_t verdict = -7;
  fill_point(&p, m);
  for (int call = 1; call <= 4; ++call) {
    p.fail_hessian = call;
    p.gradient_calls = p.hessian_calls = 0;
    assert_refused(ebw_taylor_run_hessian(test, m, &verdict), EBW_ERR_CALLBACK, call == 1 ? "gradient" : "hessian");
    assert_int_equal(ebw_last_callback_status(), 32);
  }
  p.fail_hessian = 0;
  p.fail_gradient = 2;
  p.gradient_calls = 0;
  assert_refused(ebw_taylor_run_hessian(test, m, &verdict), EBW_ERR_CALLBACK, "evaluate");
  assert_int_equal(ebw_last_callback_status(), 31);
  p.fail_gradient = 0;
  p.fail_hessian = 1;
  p.hessian_calls = 0;
  assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_CALLBACK, "hessian");
  assert_int_equal(verdict, -7);
  ebw_taylor_destroy(test);
}

static void a_hessian_of_a_zero_functional_is_inconclusive(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    problem p = make_problem(dtypes[d]);
    p.zero = 1;
    expect(p, EBW_VERDICT_INCONCLUSIVE, "does not react");
  }
}

static void calls_are_the_documented_ones(void **state) {
  (void)state;
  const int expected[2][2] = {{31, 15}, {29, 13}};
  for (int d = 0; d < 2; ++d)
    for (int ladder = 0; ladder < 2; ++ladder) {
      problem p = make_problem(dtypes[d]);
      int64_t evaluations = 0;
      ebw_taylor *test = make_test(&p);
      assert_ok(ebw_taylor_set_ladder(test, ladder));
      run_hessian(test, &p);
      assert_int_equal(p.gradient_calls, 3 * expected[d][ladder]);
      assert_int_equal(p.hessian_calls, 3 * 4);
      assert_ok(ebw_taylor_get_evaluations(test, &evaluations));
      assert_int_equal(evaluations, p.gradient_calls);
      ebw_taylor_destroy(test);
    }
}

static void parts_of_a_hessian_are_tested_and_named(void **state) {
  (void)state;
  problem p = make_problem(EBW_F64);
  const char *diagnosis = NULL;
  int64_t count = 0;
  ebw_taylor *test = make_test(&p);
  assert_ok(ebw_taylor_add_block(test, "low", 0, N / 2));
  assert_ok(ebw_taylor_add_block(test, "high", N / 2, N));
  assert_int_equal(run_hessian(test, &p), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_count_directions(test, &count));
  assert_int_equal(count, 5);
  p.wrong_row = 3.0;
  assert_int_equal(run_hessian(test, &p), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
  assert_non_null(strstr(diagnosis, "only block 'low' is wrong"));
  ebw_taylor_destroy(test);
}

static void count_release(void *user) { ++*(int *)user; }
static void pointers_are_released_once(void **state) {
  (void)state;
  problem p = make_problem(EBW_F64);
  int first = 0, second = 0, refused = 0;
  ebw_taylor *test = make_test(&p);
  assert_refused(ebw_taylor_set_hessian(NULL, hessian, &refused, count_release), EBW_ERR_ARGUMENT, "test");
  assert_ok(ebw_taylor_set_hessian(test, hessian, &first, count_release));
  assert_ok(ebw_taylor_set_hessian(test, hessian, &second, count_release));
  assert_int_equal(first, 1);
  ebw_taylor_destroy(test);
  assert_true(first == 1 && second == 1 && refused == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_hessians_pass_at_any_scale),
      cmocka_unit_test(wrong_hessians_fail),
      cmocka_unit_test(asymmetric_and_nonlinear_hessians_fail_by_symmetry_and_linearity),
      cmocka_unit_test(R2_falls_with_order_3_for_a_right_hessian_and_2_for_a_wrong_one),
      cmocka_unit_test(without_a_hessian_R2_is_0_and_has_no_order),
      cmocka_unit_test(faults_of_gradient_and_hessian_are_named),
      cmocka_unit_test(a_failing_callback_ends_the_call),
      cmocka_unit_test(a_hessian_of_a_zero_functional_is_inconclusive),
      cmocka_unit_test(calls_are_the_documented_ones),
      cmocka_unit_test(parts_of_a_hessian_are_tested_and_named),
      cmocka_unit_test(pointers_are_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
