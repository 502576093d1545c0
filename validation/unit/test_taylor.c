/* SPDX-License-Identifier: MIT */
/* Taylor test, verdicts: right gradients pass, wrong ones fail, hard functionals are never called wrong. */
#include "taylor_problem.h"

/* Runs with SEEDS seeds and both ladders where `ladders` is 2; all verdicts must be the expected one. */
static void expect(struct problem p, int ladders, int32_t expected, const char *name) {
  ebw_taylor *test = make_test(&p);
  for (int ladder = 0; ladder < ladders; ++ladder) {
    assert_ok(ebw_taylor_set_ladder(test, ladder));
    for (int seed = 1; seed <= SEEDS; ++seed) {
      const char *text = NULL;
      assert_ok(ebw_taylor_set_seed(test, seed));
      const int32_t verdict = run(test, &p);
      assert_ok(ebw_taylor_get_text(test, &text));
      if (verdict != expected)
        fail_msg("%s, dtype %d, ladder %d, seed %d: expected verdict %d, got %s", name, (int)p.dtype, ladder, seed,
                 (int)expected, text);
    }
  }
  ebw_taylor_destroy(test);
}

static void right_gradients_pass_in_both_precisions_and_ladders(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    expect(make_problem(dtypes[d], SMOOTH), 2, EBW_VERDICT_PASS, "smooth");
    expect(make_problem(dtypes[d], QUADRATIC), 2, EBW_VERDICT_PASS, "quadratic");
    expect(make_problem(dtypes[d], LINEAR), 2, EBW_VERDICT_PASS, "linear");
    expect(make_problem(dtypes[d], QUARTIC), 2, EBW_VERDICT_PASS, "quartic");
  }
}

static void right_gradients_pass_at_the_profile_exact(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  ebw_taylor *test = make_test(&p);
  assert_ok(ebw_taylor_set_profile(test, EBW_PROFILE_EXACT));
  for (int seed = 1; seed <= SEEDS; ++seed) {
    double error, resolution;
    assert_ok(ebw_taylor_set_seed(test, seed));
    assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
    assert_ok(ebw_taylor_get_direction(test, EBW_WORST, NULL, &error, &resolution));
    assert_true(error + resolution <= 1e-8);
  }
  ebw_taylor_destroy(test);
}

/* Relative gradient errors, least first: all must be seen in f64 at 1e-6, those of 1 % and more in f32 at 1e-3. */
static void wrong_gradients_fail(void **state) {
  (void)state;
  const double factors[] = {0.0, -1.0, 2.0, 0.5, 1.01, 0.99};
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    for (size_t k = 0; k < sizeof factors / sizeof *factors; ++k) {
      p.wrong_factor = factors[k];
      expect(p, 2, EBW_VERDICT_FAIL, "wrong factor");
    }
    p.wrong_factor = 1.0;
    p.wrong_element = 1.165;
    expect(p, 2, EBW_VERDICT_FAIL, "one element");
  }
  struct problem p = make_problem(EBW_F64, SMOOTH);
  p.wrong_factor = 1.0001;
  expect(p, 2, EBW_VERDICT_FAIL, "+0.01 %");
}

static void the_verdict_does_not_depend_on_the_scale_of_J(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    const double largest = p.dtype == EBW_F32 ? 1e30 : 1e60;
    for (int inverse = 0; inverse < 2; ++inverse) {
      p.scale = inverse ? 1.0 / largest : largest;
      p.wrong_factor = 1.0;
      expect(p, 2, EBW_VERDICT_PASS, "scaled");
      p.wrong_factor = 1.01;
      expect(p, 2, EBW_VERDICT_FAIL, "scaled, 1 % wrong");
      struct problem kink = at_centre(make_problem(dtypes[d], KINK));
      kink.scale = p.scale;
      expect(kink, 1, EBW_VERDICT_INCONCLUSIVE, "scaled kink");
    }
  }
}

static void linear_functionals_pass_with_a_large_offset_and_at_their_zero(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], LINEAR);
    p.offset = 1e6;
    expect(p, 1, EBW_VERDICT_PASS, "linear with offset 1e6");
    expect(at_centre(make_problem(dtypes[d], LINEAR)), 2, EBW_VERDICT_PASS, "linear at its zero");
  }
}

static void minima_pass(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = at_centre(make_problem(dtypes[d], QUADRATIC));
    expect(p, 2, EBW_VERDICT_PASS, "J = 0 and g = 0");
    p.offset = 1.0;
    expect(p, 1, EBW_VERDICT_PASS, "minimum with offset");
    p = at_centre(make_problem(dtypes[d], QUARTIC));
    expect(p, 1, EBW_VERDICT_PASS, "quartic minimum");
  }
}

/* The gradient of a neighbour problem at its minimum: small, and wrong. */
static int32_t small_gradient(const void *m, void *g, void *user) {
  struct problem *p = user;
  (void)m;
  for (int i = 0; i < N; ++i) put(p, g, i, 0.1 * p->c[i]);
  return 0;
}
static void an_error_at_a_minimum_fails(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = at_centre(make_problem(dtypes[d], QUADRATIC));
    ebw_taylor *test = make_test(&p);
    assert_ok(ebw_taylor_set_gradient(test, small_gradient, &p, NULL));
    for (int seed = 1; seed <= SEEDS; ++seed) {
      assert_ok(ebw_taylor_set_seed(test, seed));
      assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    }
    ebw_taylor_destroy(test);
  }
}

/* J falls by nothing along any direction, so that the error can only be measured against what J does over a step: in
 * f64 over one so small that 1e-9 of the curvature shows. In f32 the point itself is known to 6e-8 only. */
static int32_t tiny_gradient(const void *m, void *g, void *user) {
  struct problem *p = user;
  (void)m;
  for (int i = 0; i < N; ++i) put(p, g, i, (p->dtype == EBW_F32 ? 1e-3 : 1e-9) * p->c[i]);
  return 0;
}
static void a_tiny_gradient_at_a_minimum_fails(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = at_centre(make_problem(dtypes[d], QUADRATIC));
    ebw_taylor *test = make_test(&p);
    assert_ok(ebw_taylor_set_gradient(test, tiny_gradient, &p, NULL));
    int fails = 0;
    for (int seed = 1; seed <= SEEDS; ++seed) {
      assert_ok(ebw_taylor_set_seed(test, seed));
      fails += run(test, &p) == EBW_VERDICT_FAIL;
    }
    assert_int_equal(fails, SEEDS);
    ebw_taylor_destroy(test);
  }
}

static void the_zero_point_and_fast_oscillation_pass(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    memset(p.m, 0, sizeof p.m);
    expect(p, 2, EBW_VERDICT_PASS, "m = 0");
    expect(make_problem(dtypes[d], WAVY), 1, EBW_VERDICT_PASS, "sin(40 x)");
  }
}

static void steps_at_which_J_is_not_to_be_had_are_dropped_and_counted(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int refuse = 0; refuse < 2; ++refuse) {
      struct problem p = make_problem(dtypes[d], SMOOTH);
      int64_t dropped = 0, levels = 0;
      int32_t last = -1;
      p.reach = 0.01;
      p.refuse = refuse ? 42 : 0;
      expect(p, 1, EBW_VERDICT_PASS, "J ends at a distance of 0.01");
      ebw_taylor *test = make_test(&p);
      run(test, &p);
      assert_ok(ebw_taylor_get_dropped(test, EBW_WORST, &dropped, &last));
      assert_ok(ebw_taylor_count_levels(test, EBW_WORST, &levels));
      assert_true(dropped >= 1);
      assert_int_equal(dropped + levels, p.dtype == EBW_F32 ? 10 : 9);
      assert_int_equal(last, refuse ? 42 : 0);
      ebw_taylor_destroy(test);
    }
}

static void too_few_steps_are_inconclusive(void **state) {
  (void)state;
  struct problem p = make_problem(EBW_F64, SMOOTH);
  p.reach = 1e-6; /* below the smallest but one step, beyond the noise points */
  expect(p, 2, EBW_VERDICT_INCONCLUSIVE, "J ends at a distance of 1e-6");
}

static void noise_is_measured_and_leaves_the_verdict_open(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    double noise, J;
    p.offset = 20.0;
    p.noise = 1e-3;
    expect(p, 1, EBW_VERDICT_INCONCLUSIVE, "noise 1e-3");
    p.noise = 1e-8;
    expect(p, 1, p.dtype == EBW_F32 ? EBW_VERDICT_PASS : EBW_VERDICT_INCONCLUSIVE, "noise 1e-8");
    ebw_taylor *test = make_test(&p);
    run(test, &p);
    assert_ok(ebw_taylor_get_noise(test, 0, &noise));
    assert_ok(ebw_taylor_get_value(test, &J, NULL));
    /* Uniform in [-1, 1): standard deviation 0.58; nine values tell it within a factor of 5. */
    assert_true(noise > 0.58e-8 * J / 5 && noise < 0.58e-8 * J * 5);
    ebw_taylor_destroy(test);
  }
}

static void functionals_that_do_not_react_are_inconclusive(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], CONSTANT);
    expect(p, 2, EBW_VERDICT_INCONCLUSIVE, "J = 0");
    p.offset = 5.0;
    expect(p, 2, EBW_VERDICT_INCONCLUSIVE, "J = 5");
  }
}

static void a_kink_is_inconclusive_even_where_the_odd_part_agrees(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    expect(at_centre(make_problem(dtypes[d], KINK)), 2, EBW_VERDICT_INCONCLUSIVE, "kink");
    struct problem p = at_centre(make_problem(dtypes[d], KINK));
    p.offset = 1.0;
    expect(p, 2, EBW_VERDICT_INCONCLUSIVE, "kink with offset");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_gradients_pass_in_both_precisions_and_ladders),
      cmocka_unit_test(right_gradients_pass_at_the_profile_exact),
      cmocka_unit_test(wrong_gradients_fail),
      cmocka_unit_test(the_verdict_does_not_depend_on_the_scale_of_J),
      cmocka_unit_test(linear_functionals_pass_with_a_large_offset_and_at_their_zero),
      cmocka_unit_test(minima_pass),
      cmocka_unit_test(an_error_at_a_minimum_fails),
      cmocka_unit_test(a_tiny_gradient_at_a_minimum_fails),
      cmocka_unit_test(the_zero_point_and_fast_oscillation_pass),
      cmocka_unit_test(steps_at_which_J_is_not_to_be_had_are_dropped_and_counted),
      cmocka_unit_test(too_few_steps_are_inconclusive),
      cmocka_unit_test(noise_is_measured_and_leaves_the_verdict_open),
      cmocka_unit_test(functionals_that_do_not_react_are_inconclusive),
      cmocka_unit_test(a_kink_is_inconclusive_even_where_the_odd_part_agrees),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
