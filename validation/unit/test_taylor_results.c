/* SPDX-License-Identifier: MIT */
/* Taylor test, interface: faults are named, callbacks may fail anywhere, options act, results are those of the run. */
#include "taylor_problem.h"

static void expect_fault(struct problem p, int32_t fault, int64_t index) {
  ebw_taylor *test = make_test(&p);
  int32_t got = -1, verdict = -1;
  int64_t at = -2;
  const char *text = NULL;
  assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_fault(test, &got, &at));
  assert_ok(ebw_taylor_get_verdict(test, &verdict));
  assert_ok(ebw_taylor_get_text(test, &text));
  assert_int_equal(verdict, EBW_VERDICT_FAIL);
  assert_int_equal(got, fault);
  assert_int_equal(at, index);
  assert_true(strncmp(text, "FAIL: ", 6) == 0 && strlen(text) > 12);
  ebw_taylor_destroy(test);
}

static void values_that_are_not_finite_fail_with_their_index(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    p.nan_call = 1;
    expect_fault(p, EBW_FAULT_VALUE_NON_FINITE, -1);
    p = make_problem(dtypes[d], SMOOTH);
    p.gradient_nan = 1;
    expect_fault(p, EBW_FAULT_GRADIENT_NON_FINITE, 9);
    p = make_problem(dtypes[d], SMOOTH);
    p.gradient_incomplete = 1;
    expect_fault(p, EBW_FAULT_GRADIENT_NON_FINITE, N - 1);
    p = make_problem(dtypes[d], SMOOTH);
    p.m[4] = INFINITY;
    expect_fault(p, EBW_FAULT_POINT_NON_FINITE, 4);
  }
}

static void code_that_writes_into_its_input_fails(void **state) {
  (void)state;
  const int calls[] = {1, 2, 5, 40}; /* at m, again, a noise point, the ladder */
  for (size_t k = 0; k < sizeof calls / sizeof *calls; ++k) {
    struct problem p = make_problem(EBW_F32, SMOOTH);
    p.write_call = calls[k];
    expect_fault(p, EBW_FAULT_INPUT_WRITTEN, 7);
  }
  struct problem p = make_problem(EBW_F64, SMOOTH);
  p.gradient_writes = 1;
  expect_fault(p, EBW_FAULT_INPUT_WRITTEN, 3);
}

static void code_that_leaves_state_behind_fails(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  p.leak = 1e-12;
  expect_fault(p, EBW_FAULT_STATE_LEAK, -1);
}

/* The code under test knows the caller's arrays and changes one of them, but never its own input. */
typedef struct {
  struct problem p;
  void *array;
  int call;
} meddler;
static int32_t evaluate_meddling(const void *m, double *J, void *user) {
  meddler *x = user;
  const int32_t status = evaluate(m, J, &x->p);
  if (x->p.calls == x->call) put(&x->p, x->array, 11, 0.25);
  return status;
}
static void code_that_changes_the_callers_arrays_fails(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int of_g = 0; of_g < 2; ++of_g)
      for (int call = 1; call <= 81; call += 20) {
        meddler x = {make_problem(dtypes[d], SMOOTH), NULL, call};
        double m[N], g[N];
        int32_t verdict = -1, fault = -1, restored = -1;
        int64_t index = -2;
        ebw_taylor *test = NULL;
        fill_point(&x.p, m);
        gradient(m, g, &x.p);
        x.array = of_g ? g : m;
        assert_ok(ebw_taylor_create(dtypes[d], N, evaluate_meddling, &x, NULL, &test));
        assert_ok(ebw_taylor_run(test, m, g, &verdict));
        assert_int_equal(verdict, EBW_VERDICT_FAIL);
        assert_ok(ebw_taylor_get_restored(test, &restored));
        assert_int_equal(restored, 0);
        assert_ok(ebw_taylor_get_fault(test, &fault, &index));
        assert_int_equal(fault, EBW_FAULT_INPUT_CHANGED);
        assert_int_equal(index, of_g ? -1 : 11);
        ebw_taylor_destroy(test);
      }
}

static void options_and_state_of_the_run_are_told(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F32, SMOOTH);
  ebw_taylor *test = make_test(&p);
  int32_t dtype = 0, ladder = -1, restored = -1;
  int64_t n = 0, seed = 0;
  double tolerance = 0.0;
  const char *text = NULL;
  assert_ok(ebw_taylor_set_seed(test, -9));
  assert_ok(ebw_taylor_set_tolerance(test, 0.01));
  assert_ok(ebw_taylor_set_ladder(test, EBW_LADDER_REDUCED));
  run(test, &p);
  assert_ok(ebw_taylor_set_seed(test, 4));
  assert_ok(ebw_taylor_set_ladder(test, EBW_LADDER_FULL));
  assert_ok(ebw_taylor_get_options(test, &dtype, &n, &tolerance, &seed, &ladder));
  assert_true(dtype == EBW_F32 && n == N && tolerance == 0.01 && seed == -9 && ladder == EBW_LADDER_REDUCED);
  assert_ok(ebw_taylor_get_restored(test, &restored));
  assert_int_equal(restored, 1);
  assert_ok(ebw_taylor_get_reason(test, 0, &text));
  assert_string_equal(text, "");
  p.restless = 1;
  run(test, &p);
  assert_ok(ebw_taylor_get_restored(test, &restored));
  assert_int_equal(restored, 0);
  ebw_taylor_destroy(test);
}

static void a_value_that_does_not_repeat_counts_as_noise(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  int32_t repeatable = -1;
  assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_get_value(test, NULL, &repeatable));
  assert_int_equal(repeatable, 1);
  p.restless = 1;
  assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_get_value(test, NULL, &repeatable));
  assert_int_equal(repeatable, 0);
  ebw_taylor_destroy(test);
}

static void a_failing_callback_ends_the_call_everywhere_but_on_the_ladder(void **state) {
  (void)state;
  double m[N];
  /* Calls 1, 2: at m. 3 to 26: noise of 3 directions. 27 to 80: their ladders. 81: the last, at m. */
  for (int call = 1; call <= 81; ++call) {
    struct problem p = make_problem(EBW_F64, SMOOTH);
    ebw_taylor *test = make_test(&p);
    int32_t verdict = -7;
    const int ladder = call > 26 && call < 81;
    p.fail_call = call;
    fill_point(&p, m);
    if (ladder) {
      assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
      assert_int_equal(verdict, EBW_VERDICT_PASS);
    } else {
      assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_CALLBACK, "evaluate");
      assert_int_equal(ebw_last_callback_status(), 17);
      assert_int_equal(verdict, -7);
      assert_refused(ebw_taylor_get_verdict(test, &verdict), EBW_ERR_STATE, "run");
    }
    ebw_taylor_destroy(test);
  }
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  int32_t verdict = -7;
  p.gradient_status = 23;
  assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_CALLBACK, "gradient");
  assert_int_equal(ebw_last_callback_status(), 23);
  ebw_taylor_destroy(test);
}

static void the_number_of_evaluations_is_the_documented_one(void **state) {
  (void)state;
  const int64_t expected[2][2] = {{3 + 3 * 28, 3 + 3 * 12}, {3 + 3 * 26, 3 + 3 * 10}};
  for (int d = 0; d < 2; ++d)
    for (int ladder = 0; ladder < 2; ++ladder) {
      struct problem p = make_problem(dtypes[d], SMOOTH);
      ebw_taylor *test = make_test(&p);
      int64_t evaluations = 0;
      assert_ok(ebw_taylor_set_ladder(test, ladder));
      run(test, &p);
      assert_ok(ebw_taylor_get_evaluations(test, &evaluations));
      assert_int_equal(evaluations, expected[d][ladder]);
      assert_int_equal(p.calls, expected[d][ladder]);
      ebw_taylor_destroy(test);
    }
}

static void orders_are_1_and_2_for_a_right_gradient_1_and_1_for_a_wrong_one(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int wrong = 0; wrong < 2; ++wrong) {
      struct problem p = make_problem(dtypes[d], SMOOTH);
      ebw_taylor *test = make_test(&p);
      double order = -1;
      int64_t points = -1;
      int32_t known = -1;
      double size[N]; /* small, so that no higher term bends the lines */
      for (int i = 0; i < N; ++i) put(&p, size, i, 0.02);
      assert_ok(ebw_taylor_set_typical_size(test, size));
      p.wrong_factor = wrong ? 2.0 : 1.0;
      run(test, &p);
      for (int64_t k = 0; k < 3; ++k) {
        assert_ok(ebw_taylor_get_order(test, k, 0, &order, &points, &known));
        assert_int_equal(known, 1);
        assert_true(points >= 3);
        ebw_assert_close(order, 1.0, 0.1);
        assert_ok(ebw_taylor_get_order(test, k, 1, &order, &points, &known));
        assert_int_equal(known, 1);
        ebw_assert_close(order, wrong ? 1.0 : 2.0, 0.1);
      }
      assert_refused(ebw_taylor_get_order(test, 0, 2, &order, &points, &known), EBW_ERR_UNSUPPORTED, "Hessian");
      assert_refused(ebw_taylor_get_order(test, 0, 3, &order, &points, &known), EBW_ERR_ARGUMENT, "remainder");
      ebw_taylor_destroy(test);
    }
}

static void an_order_without_points_is_flagged_and_never_nan(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, CONSTANT);
  ebw_taylor *test = make_test(&p);
  double order = -1, error = -1, resolution = -1;
  int64_t points = -1;
  int32_t known = -1;
  run(test, &p);
  assert_ok(ebw_taylor_get_order(test, 0, 1, &order, &points, &known));
  assert_true(order == 0.0);
  assert_int_equal(points, 0);
  assert_int_equal(known, 0);
  assert_ok(ebw_taylor_get_direction(test, 0, NULL, &error, &resolution));
  assert_true(error == 0.0 && resolution == 1.0);
  ebw_taylor_destroy(test);
}

static void ladder_rows_hold_what_evaluate_gave(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, QUADRATIC);
  ebw_taylor *test = make_test(&p);
  int64_t levels = 0;
  double J = 0, g_dot_d = 0, fd = 0, scale = 0, last = INFINITY;
  run(test, &p);
  assert_ok(ebw_taylor_get_value(test, &J, NULL));
  assert_ok(ebw_taylor_get_derivative(test, 1, &g_dot_d, &fd, &scale));
  /* Quadratic: finite differences are exact up to rounding of J / (2 h) at h = 0.05. */
  ebw_assert_close(fd, g_dot_d, 1e-12 * scale);
  assert_true(scale >= fabs(fd));
  assert_ok(ebw_taylor_count_levels(test, 1, &levels));
  assert_int_equal(levels, 9);
  for (int64_t k = 0; k < levels; ++k) {
    double h, plus, minus, R0, R1;
    assert_ok(ebw_taylor_get_level(test, 1, k, &h, &plus, &minus, &R0, &R1));
    assert_true(h > 0.0 && h < last);
    last = h;
    assert_true(R0 == plus - J);
    ebw_assert_close(R0 - R1, h * g_dot_d, 1e-13 * scale);
    ebw_assert_close((plus - minus) / (2.0 * h), g_dot_d, 1e-14 * J / h);
  }
  assert_refused(ebw_taylor_get_level(test, 1, levels, NULL, NULL, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "level");
  assert_refused(ebw_taylor_get_level(test, 1, -1, NULL, NULL, NULL, NULL, NULL), EBW_ERR_NOT_FOUND, "level");
  ebw_taylor_destroy(test);
}

/* The error's size is that of the gradient's error, not of its ratio to one lucky derivative. */
static void the_reported_error_is_the_size_of_the_gradients_error(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  double error, resolution;
  p.wrong_factor = 1.001;
  assert_ok(ebw_taylor_set_directions(test, 10));
  assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_direction(test, EBW_WORST, NULL, &error, &resolution));
  /* The largest of 10 |Gaussian| exceeds 0.5 but for a chance of 7e-5; the scale grows with it from 1 on. */
  assert_true(error > 0.5e-3 && error < 1.001e-3);
  assert_true(resolution < 1e-8);
  ebw_taylor_destroy(test);
}

static void given_directions_find_what_lies_along_them_and_nothing_else(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    ebw_taylor *test = make_test(&p);
    double directions[2 * N];
    int64_t count = 0;
    int32_t verdict;
    for (int i = 0; i < 2 * N; ++i) put(&p, directions, i, 0.0);
    put(&p, directions, 5, 1e-7);    /* along the wrong element; its length does not matter */
    put(&p, directions, N + 6, 3e4); /* along a right one */
    p.wrong_element = 1.165;
    assert_ok(ebw_taylor_set_given_directions(test, 2, directions));
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_count_directions(test, &count));
    assert_int_equal(count, 2);
    assert_ok(ebw_taylor_get_direction(test, 0, &verdict, NULL, NULL));
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_get_direction(test, 1, &verdict, NULL, NULL));
    assert_int_equal(verdict, EBW_VERDICT_PASS);
    put(&p, directions, 5, 0.0);
    assert_ok(ebw_taylor_set_given_directions(test, 1, directions));
    assert_int_equal(run(test, &p), EBW_VERDICT_INCONCLUSIVE);
    assert_ok(ebw_taylor_set_directions(test, 4));
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_count_directions(test, &count));
    assert_int_equal(count, 4);
    ebw_taylor_destroy(test);
  }
}

static void typical_size_0_keeps_an_element_out_of_the_test(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    ebw_taylor *test = make_test(&p);
    double size[N];
    for (int i = 0; i < N; ++i) put(&p, size, i, i == 5 ? 0.0 : 0.5);
    p.wrong_element = 1.165;
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_set_typical_size(test, size));
    assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
    assert_ok(ebw_taylor_set_typical_size(test, NULL));
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    ebw_taylor_destroy(test);
  }
}

struct bounded {
  struct problem p;
  double lower[N], upper[N];
  int outside;
};
static int32_t evaluate_inside(const void *m, double *J, void *user) {
  struct bounded *b = user;
  for (int i = 0; i < N; ++i)
    b->outside += get(&b->p, m, i) < get(&b->p, b->lower, i) || get(&b->p, m, i) > get(&b->p, b->upper, i);
  return evaluate(m, J, &b->p);
}
static void bounds_are_kept_and_no_room_is_inconclusive(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct bounded b;
    double m[N];
    int32_t verdict = -1;
    b.p = make_problem(dtypes[d], SMOOTH);
    b.outside = 0;
    fill_point(&b.p, m);
    for (int i = 0; i < N; ++i) { /* every third element lies on its lower bound */
      put(&b.p, b.lower, i, b.p.m[i] - (i % 3 ? 0.01 : 0.0));
      put(&b.p, b.upper, i, b.p.m[i] + 0.003);
    }
    ebw_taylor *test = NULL;
    assert_ok(ebw_taylor_create(dtypes[d], N, evaluate_inside, &b, NULL, &test));
    assert_ok(ebw_taylor_set_gradient(test, gradient, &b.p, NULL));
    assert_ok(ebw_taylor_set_bounds(test, b.lower, b.upper));
    for (int seed = 1; seed <= SEEDS; ++seed) {
      assert_ok(ebw_taylor_set_seed(test, seed));
      assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
      assert_int_equal(verdict, EBW_VERDICT_PASS);
    }
    assert_int_equal(b.outside, 0);
    b.p.wrong_factor = 1.01;
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_set_bounds(test, m, m));
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_INCONCLUSIVE);
    put(&b.p, m, 2, 1e3);
    assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_ARGUMENT, "m[2]");
    put(&b.p, m, 2, -1e3);
    assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_ARGUMENT, "m[2]");
    ebw_taylor_destroy(test);
  }
}

static int32_t square(const void *m, double *J, void *user) {
  (void)user;
  *J = 0.5 * ((const double *)m)[0] * ((const double *)m)[0];
  return 0;
}
static void one_call_gives_verdict_error_and_resolution_for_one_element(void **state) {
  (void)state;
  const double m = 3.0, right = 3.0, wrong = 3.03;
  int32_t verdict = -1;
  double error = -1, resolution = -1;
  assert_ok(ebw_taylor_test(EBW_F64, 1, &m, &right, square, NULL, &verdict, &error, &resolution));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  assert_true(error + resolution <= 1e-6);
  assert_ok(ebw_taylor_test(EBW_F64, 1, &m, &wrong, square, NULL, &verdict, NULL, NULL));
  assert_int_equal(verdict, EBW_VERDICT_FAIL);
  assert_refused(ebw_taylor_test(EBW_F64, 0, &m, &right, square, NULL, &verdict, NULL, NULL), EBW_ERR_SHAPE, "n = 0");
  assert_refused(ebw_taylor_test(EBW_F64, INT64_MAX, &m, &right, square, NULL, &verdict, NULL, NULL), EBW_ERR_OVERFLOW,
                 "n");
  assert_refused(ebw_taylor_test(EBW_F64, (int64_t)1 << 58, &m, &right, square, NULL, &verdict, NULL, NULL),
                 EBW_ERR_NO_MEMORY, "");
  assert_refused(ebw_taylor_test(3, 1, &m, &right, square, NULL, &verdict, NULL, NULL), EBW_ERR_DTYPE, "dtype = 3");
  assert_refused(ebw_taylor_test(EBW_F64, 1, NULL, &right, square, NULL, &verdict, NULL, NULL), EBW_ERR_ARGUMENT, "m");
  assert_refused(ebw_taylor_test(EBW_F64, 1, &m, NULL, square, NULL, &verdict, NULL, NULL), EBW_ERR_ARGUMENT, "g");
  assert_refused(ebw_taylor_test(EBW_F64, 1, &m, &right, NULL, NULL, &verdict, NULL, NULL), EBW_ERR_ARGUMENT,
                 "evaluate");
  assert_refused(ebw_taylor_test(EBW_F64, 1, &m, &right, square, NULL, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "verdict");
  struct problem p = make_problem(EBW_F64, SMOOTH);
  p.fail_call = 1;
  assert_refused(ebw_taylor_test(EBW_F64, N, p.m, p.m, evaluate, &p, &verdict, NULL, NULL), EBW_ERR_CALLBACK,
                 "evaluate");
  p.fail_call = 0;
  p.nan_call = 2;
  assert_ok(ebw_taylor_test(EBW_F64, N, p.m, p.m, evaluate, &p, &verdict, &error, &resolution));
  assert_int_equal(verdict, EBW_VERDICT_FAIL);
  assert_true(error == 0.0 && resolution == 1.0);
}

static void same_seed_gives_the_same_numbers_and_another_seed_others(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  double first, again, other;
  run(test, &p);
  assert_ok(ebw_taylor_get_derivative(test, 2, &first, NULL, NULL));
  run(test, &p);
  assert_ok(ebw_taylor_get_derivative(test, 2, &again, NULL, NULL));
  assert_ok(ebw_taylor_set_seed(test, -5));
  run(test, &p);
  assert_ok(ebw_taylor_get_derivative(test, 2, &other, NULL, NULL));
  assert_true(first == again && first != other);
  ebw_taylor_destroy(test);
}

static void bad_options_are_refused_and_change_nothing(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH), single = make_problem(EBW_F32, SMOOTH);
  ebw_taylor *test = make_test(&p), *single_test = make_test(&single);
  double values[N], bad[N];
  int32_t verdict = -7;
  for (int i = 0; i < N; ++i) values[i] = bad[i] = 1.0;
  bad[3] = NAN;
  assert_refused(ebw_taylor_set_profile(test, 2), EBW_ERR_ARGUMENT, "profile = 2");
  assert_refused(ebw_taylor_set_profile(single_test, EBW_PROFILE_EXACT), EBW_ERR_UNSUPPORTED, "f64");
  assert_refused(ebw_taylor_set_tolerance(test, 0.0), EBW_ERR_ARGUMENT, "tolerance = 0");
  assert_refused(ebw_taylor_set_tolerance(test, 1.0), EBW_ERR_ARGUMENT, "tolerance = 1");
  assert_refused(ebw_taylor_set_tolerance(test, NAN), EBW_ERR_ARGUMENT, "tolerance");
  assert_refused(ebw_taylor_set_ladder(test, -1), EBW_ERR_ARGUMENT, "ladder = -1");
  assert_refused(ebw_taylor_set_directions(test, 0), EBW_ERR_ARGUMENT, "count = 0");
  assert_refused(ebw_taylor_set_given_directions(test, 0, values), EBW_ERR_ARGUMENT, "count = 0");
  assert_refused(ebw_taylor_set_given_directions(test, 1, NULL), EBW_ERR_ARGUMENT, "directions");
  assert_refused(ebw_taylor_set_given_directions(test, 1, bad), EBW_ERR_ARGUMENT, "directions[0][3]");
  assert_refused(ebw_taylor_set_given_directions(test, INT64_MAX, values), EBW_ERR_OVERFLOW, "directions");
  assert_refused(ebw_taylor_set_typical_size(test, bad), EBW_ERR_ARGUMENT, "size[3]");
  bad[3] = -1.0;
  assert_refused(ebw_taylor_set_typical_size(test, bad), EBW_ERR_ARGUMENT, "size[3] = -1");
  assert_refused(ebw_taylor_set_bounds(test, values, bad), EBW_ERR_ARGUMENT, "lower[3] = 1");
  bad[3] = NAN;
  assert_refused(ebw_taylor_set_bounds(test, bad, NULL), EBW_ERR_ARGUMENT, "lower[3]");
  assert_refused(ebw_taylor_run(test, NULL, NULL, &verdict), EBW_ERR_ARGUMENT, "m is NULL");
  assert_refused(ebw_taylor_run(test, p.m, NULL, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_set_gradient(test, NULL, NULL, NULL));
  assert_refused(ebw_taylor_run(test, p.m, NULL, &verdict), EBW_ERR_STATE, "ebw_taylor_set_gradient");
  assert_int_equal(verdict, -7);
  ebw_taylor_destroy(test);
  ebw_taylor_destroy(single_test);
}

static void a_looser_tolerance_lets_a_small_error_pass(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  p.wrong_factor = 1.0001;
  assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_set_tolerance(test, 1e-3));
  assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_set_profile(test, EBW_PROFILE_DEFAULT));
  assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
  ebw_taylor_destroy(test);
}

/* Every accessor and setter through one pointer type, to refuse what is no test. */
static void handles_that_are_none_are_refused_by_every_function(void **state) {
  (void)state;
  uint64_t other[8] = {0};
  ebw_taylor *bad[2] = {NULL, (ebw_taylor *)other};
  const int32_t status[2] = {EBW_ERR_ARGUMENT, EBW_ERR_HANDLE};
  double m[N] = {0};
  int32_t verdict;
  for (int k = 0; k < 2; ++k) {
    ebw_taylor *t = bad[k];
    const int32_t s = status[k];
    assert_refused(ebw_taylor_set_gradient(t, gradient, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_set_profile(t, 0), s, "test");
    assert_refused(ebw_taylor_set_tolerance(t, 1e-3), s, "test");
    assert_refused(ebw_taylor_set_ladder(t, 0), s, "test");
    assert_refused(ebw_taylor_set_seed(t, 0), s, "test");
    assert_refused(ebw_taylor_set_directions(t, 1), s, "test");
    assert_refused(ebw_taylor_set_given_directions(t, 1, m), s, "test");
    assert_refused(ebw_taylor_set_typical_size(t, NULL), s, "test");
    assert_refused(ebw_taylor_set_bounds(t, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_set_hessian(t, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_set_inner_product(t, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_set_index_offset(t, 0), s, "test");
    assert_refused(ebw_taylor_set_constant(t, "dt", 1.0), s, "test");
    assert_refused(ebw_taylor_set_steps(t, 1), s, "test");
    assert_refused(ebw_taylor_set_least_noise(t, 0.0), s, "test");
    assert_refused(ebw_taylor_add_block(t, "a", 0, 0), s, "test");
    assert_refused(ebw_taylor_add_block_ids(t, 1, NULL), s, "test");
    assert_refused(ebw_taylor_add_region(t, "a", EBW_PART_REGION, 0, NULL), s, "test");
    assert_refused(ebw_taylor_clear_parts(t), s, "test");
    assert_refused(ebw_taylor_set_part_directions(t, 1), s, "test");
    assert_refused(ebw_taylor_run(t, m, m, &verdict), s, "test");
    assert_refused(ebw_taylor_run_hessian(t, m, &verdict), s, "test");
    assert_refused(ebw_taylor_get_diagnosis(t, NULL), s, "test");
    assert_refused(ebw_taylor_get_options(t, NULL, NULL, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_restored(t, NULL), s, "test");
    assert_refused(ebw_taylor_get_certificate(t, 10.0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_part(t, 0, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_reason(t, 0, NULL), s, "test");
    assert_refused(ebw_taylor_get_ratio(t, 0, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_curvature(t, 0, NULL), s, "test");
    assert_refused(ebw_taylor_get_order_interval(t, 0, 0, NULL), s, "test");
    assert_refused(ebw_taylor_get_remainders(t, 0, 0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_symmetry(t, 0, NULL, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_verdict(t, NULL), s, "test");
    assert_refused(ebw_taylor_get_text(t, NULL), s, "test");
    assert_refused(ebw_taylor_get_fault(t, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_value(t, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_evaluations(t, NULL), s, "test");
    assert_refused(ebw_taylor_count_directions(t, NULL), s, "test");
    assert_refused(ebw_taylor_get_direction(t, 0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_derivative(t, 0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_noise(t, 0, NULL), s, "test");
    assert_refused(ebw_taylor_get_order(t, 0, 0, NULL, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_get_dropped(t, 0, NULL, NULL), s, "test");
    assert_refused(ebw_taylor_count_levels(t, 0, NULL), s, "test");
    assert_refused(ebw_taylor_get_level(t, 0, 0, NULL, NULL, NULL, NULL, NULL), s, "test");
  }
  ebw_taylor_destroy(NULL);
  assert_refused(ebw_taylor_create(EBW_F64, 1, square, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_taylor_create(EBW_F64, 1, NULL, NULL, NULL, &bad[0]), EBW_ERR_ARGUMENT, "evaluate");
  assert_refused(ebw_taylor_create(EBW_F64, 0, square, NULL, NULL, &bad[0]), EBW_ERR_SHAPE, "n = 0");
  assert_refused(ebw_taylor_create(EBW_F64, INT64_MAX, square, NULL, NULL, &bad[0]), EBW_ERR_OVERFLOW, "n");
  assert_refused(ebw_taylor_create(0, 1, square, NULL, NULL, &bad[0]), EBW_ERR_DTYPE, "dtype = 0");
  assert_null(bad[0]);
}

static void results_before_a_run_and_beyond_the_last_are_refused(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  assert_refused(ebw_taylor_get_text(test, NULL), EBW_ERR_STATE, "run");
  run(test, &p);
  assert_refused(ebw_taylor_get_noise(test, 3, NULL), EBW_ERR_NOT_FOUND, "direction = 3");
  assert_refused(ebw_taylor_get_noise(test, -2, NULL), EBW_ERR_NOT_FOUND, "direction = -2");
  p.nan_call = 1;
  run(test, &p);
  assert_refused(ebw_taylor_get_noise(test, EBW_WORST, NULL), EBW_ERR_NOT_FOUND, "fault");
  ebw_taylor_destroy(test);
}

static void a_test_used_from_its_own_callback_is_busy(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  p.busy = test;
  assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
  assert_int_equal(p.busy_status, EBW_ERR_BUSY);
  ebw_taylor_destroy(test);
}

static void count_release(void *user) { ++*(int *)user; }
static void user_pointers_are_released_once(void **state) {
  (void)state;
  int evaluate_releases = 0, gradient_releases = 0, refused = 0;
  ebw_taylor *test = NULL;
  assert_refused(ebw_taylor_create(EBW_F64, 0, square, &refused, count_release, &test), EBW_ERR_SHAPE, "n");
  assert_int_equal(refused, 0);
  assert_ok(ebw_taylor_create(EBW_F64, 1, square, &evaluate_releases, count_release, &test));
  assert_ok(ebw_taylor_set_gradient(test, gradient, &gradient_releases, count_release));
  assert_ok(ebw_taylor_set_gradient(test, NULL, NULL, NULL));
  assert_int_equal(gradient_releases, 1);
  assert_int_equal(evaluate_releases, 0);
  ebw_taylor_destroy(test);
  assert_int_equal(evaluate_releases, 1);
  assert_int_equal(gradient_releases, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_that_are_not_finite_fail_with_their_index),
      cmocka_unit_test(code_that_writes_into_its_input_fails),
      cmocka_unit_test(code_that_leaves_state_behind_fails),
      cmocka_unit_test(code_that_changes_the_callers_arrays_fails),
      cmocka_unit_test(options_and_state_of_the_run_are_told),
      cmocka_unit_test(a_value_that_does_not_repeat_counts_as_noise),
      cmocka_unit_test(a_failing_callback_ends_the_call_everywhere_but_on_the_ladder),
      cmocka_unit_test(the_number_of_evaluations_is_the_documented_one),
      cmocka_unit_test(orders_are_1_and_2_for_a_right_gradient_1_and_1_for_a_wrong_one),
      cmocka_unit_test(an_order_without_points_is_flagged_and_never_nan),
      cmocka_unit_test(ladder_rows_hold_what_evaluate_gave),
      cmocka_unit_test(the_reported_error_is_the_size_of_the_gradients_error),
      cmocka_unit_test(given_directions_find_what_lies_along_them_and_nothing_else),
      cmocka_unit_test(typical_size_0_keeps_an_element_out_of_the_test),
      cmocka_unit_test(bounds_are_kept_and_no_room_is_inconclusive),
      cmocka_unit_test(one_call_gives_verdict_error_and_resolution_for_one_element),
      cmocka_unit_test(same_seed_gives_the_same_numbers_and_another_seed_others),
      cmocka_unit_test(bad_options_are_refused_and_change_nothing),
      cmocka_unit_test(a_looser_tolerance_lets_a_small_error_pass),
      cmocka_unit_test(handles_that_are_none_are_refused_by_every_function),
      cmocka_unit_test(results_before_a_run_and_beyond_the_last_are_refused),
      cmocka_unit_test(a_test_used_from_its_own_callback_is_busy),
      cmocka_unit_test(user_pointers_are_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
