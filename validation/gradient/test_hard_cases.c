/* SPDX-License-Identifier: MIT */
/* Right gradients that are hard to test, which must never be called wrong; broken ones near them, which must; and
 * verdicts that do not depend on the unit of J. Argument `full`: 1000 seeds instead of 20. */
#include "taylor_problem.h"
#include "wave_case.h"

#include <stdio.h>
#include <stdlib.h>

static int seeds = 20;

/* The same problem at another point with other coefficients and another centre; their sizes stay. */
static struct problem shuffled(struct problem p, int seed) {
  uint64_t state = (uint64_t)seed * 7919;
  for (int i = 0; i < N; ++i) {
    p.c[i] = 1.0 + 0.5 * wave_random(&state);
    p.m[i] = (float)((wave_random(&state) < 0.0 ? -1.0 : 1.0) * (1.0 + 0.5 * wave_random(&state)));
    p.centre[i] = (float)(0.4 * wave_random(&state));
  }
  return p;
}

static struct problem problem_of(int32_t dtype, enum kind kind, double scale, double offset, int seed) {
  struct problem p = shuffled(make_problem(dtype, kind), seed);
  p.scale = scale;
  p.offset = offset;
  return p;
}

/* ---- The cases --------------------------------------------------------------------------------------------------- */

static struct problem scale_small(int32_t t, int s) { return problem_of(t, SMOOTH, 1e-30, 0.0, s); }
static struct problem scale_large(int32_t t, int s) { return problem_of(t, SMOOTH, 1e30, 0.0, s); }
static struct problem linear(int32_t t, int s) { return problem_of(t, LINEAR, 1.0, 0.0, s); }
static struct problem linear_offset(int32_t t, int s) { return problem_of(t, LINEAR, 1.0, 1e6, s); }
static struct problem quadratic(int32_t t, int s) { return problem_of(t, QUADRATIC, 1.0, 0.0, s); }
static struct problem minimum(int32_t t, int s) { return at_centre(quadratic(t, s)); }
static struct problem minimum_offset(int32_t t, int s) { return at_centre(problem_of(t, QUADRATIC, 1.0, 1.0, s)); }
static struct problem quartic_minimum(int32_t t, int s) { return at_centre(problem_of(t, QUARTIC, 1.0, 0.0, s)); }
static struct problem zero_point(int32_t t, int s) {
  struct problem p = problem_of(t, SMOOTH, 1.0, 0.0, s);
  memset(p.m, 0, sizeof p.m);
  return p;
}
static struct problem wavy(int32_t t, int s) { return problem_of(t, WAVY, 1.0, 0.0, s); }
static struct problem ends(int32_t t, int s) {
  struct problem p = problem_of(t, SMOOTH, 1.0, 0.0, s);
  p.reach = 0.01;
  return p;
}
static struct problem noise_small(int32_t t, int s) {
  struct problem p = problem_of(t, SMOOTH, 1.0, 20.0, s);
  p.noise = 1e-8;
  return p;
}
static struct problem noise_large(int32_t t, int s) {
  struct problem p = noise_small(t, s);
  p.noise = 1e-3;
  return p;
}
static struct problem kink(int32_t t, int s) { return at_centre(problem_of(t, KINK, 1.0, 0.0, s)); }
static struct problem constant(int32_t t, int s) { return problem_of(t, CONSTANT, 1.0, 5.0, s); }

static struct problem zero_gradient(int32_t t, int s) {
  struct problem p = problem_of(t, SMOOTH, 1.0, 0.0, s);
  p.wrong_factor = 0.0;
  return p;
}
static struct problem small_and_wrong(int32_t t, int s) {
  struct problem p = scale_small(t, s);
  p.wrong_factor = 1.01;
  return p;
}

enum { PASSES = EBW_VERDICT_PASS, FAILS = EBW_VERDICT_FAIL, OPEN = EBW_VERDICT_INCONCLUSIVE };
typedef struct {
  const char *name;
  struct problem (*make)(int32_t dtype, int seed);
  int32_t f64, f32;
  int misses_f32; /* that many of 1000 seeds may have another verdict in f32 */
} hard_case;

static const hard_case kRight[] = {
    {"J at a scale of 1e-30", scale_small, PASSES, PASSES, 0},
    {"J at a scale of 1e30", scale_large, PASSES, PASSES, 0},
    {"linear", linear, PASSES, PASSES, 0},
    {"linear with an offset of 1e6", linear_offset, PASSES, PASSES, 0},
    {"quadratic", quadratic, PASSES, PASSES, 0},
    {"minimum with J = 0 and g = 0", minimum, PASSES, PASSES, 0},
    {"minimum with an offset", minimum_offset, PASSES, PASSES, 0},
    {"minimum of fourth order", quartic_minimum, PASSES, PASSES, 0},
    {"m = 0", zero_point, PASSES, PASSES, 0},
    {"sin(40 x)", wavy, PASSES, PASSES, 0},
    {"J = NaN at a distance of 0.01", ends, PASSES, PASSES, 0},
    {"noise of 1e-8", noise_small, OPEN, PASSES, 0},
    {"noise of 1e-3", noise_large, OPEN, OPEN, 0},
    {"kink", kink, OPEN, OPEN, 0},
    {"constant", constant, OPEN, OPEN, 0},
};
static const hard_case kBroken[] = {
    {"g = 0", zero_gradient, FAILS, FAILS, 0},
    /* Ten times the tolerance: three directions miss it with a probability of (0.8 / 10)^3 = 5e-4. */
    {"1 % wrong at a scale of 1e-30", small_and_wrong, FAILS, FAILS, 4},
};

static const char *name_of(int32_t verdict) {
  return verdict == PASSES ? "PASS" : verdict == FAILS ? "FAIL" : "INCONCLUSIVE";
}

/* Runs the case with every seed; all verdicts must be the expected one, or nearly all where that is all that three
 * random directions promise. Prints how many were what. */
static void expect(const hard_case *of, int32_t dtype) {
  const int32_t expected = dtype == EBW_F32 ? of->f32 : of->f64;
  int count[3] = {0, 0, 0};
  char first[512] = "";
  for (int seed = 1; seed <= seeds; ++seed) {
    struct problem p = of->make(dtype, seed);
    const char *text = NULL;
    ebw_taylor *test = make_test(&p);
    assert_ok(ebw_taylor_set_seed(test, seed));
    const int32_t verdict = run(test, &p);
    assert_ok(ebw_taylor_get_text(test, &text));
    ++count[verdict];
    if (verdict != expected && !*first) snprintf(first, sizeof first, "seed %d: %s", seed, text);
    ebw_taylor_destroy(test);
  }
  print_message("# %-32s %s %5d PASS %5d FAIL %5d INCONCLUSIVE\n", of->name, dtype == EBW_F32 ? "f32" : "f64", count[0],
                count[1], count[2]);
  const int allowed = dtype == EBW_F32 ? of->misses_f32 * seeds / 1000 : 0;
  if (seeds - count[expected] > allowed)
    fail_msg("%s, %s must be %s; %s", of->name, dtype == EBW_F32 ? "f32" : "f64", name_of(expected), first);
}

static void right_gradients_get_the_verdict_they_deserve(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kRight / sizeof *kRight; ++i)
    for (int d = 0; d < 2; ++d) expect(&kRight[i], dtypes[d]);
}

/* Few steps may leave a verdict open, but make no right gradient wrong. */
static void no_right_gradient_fails_on_the_reduced_ladder(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kRight / sizeof *kRight; ++i)
    for (int d = 0; d < 2; ++d)
      for (int seed = 1; seed <= seeds; ++seed) {
        struct problem p = kRight[i].make(dtypes[d], seed);
        const char *text = NULL;
        ebw_taylor *test = make_test(&p);
        assert_ok(ebw_taylor_set_seed(test, seed));
        assert_ok(ebw_taylor_set_ladder(test, EBW_LADDER_REDUCED));
        const int32_t verdict = run(test, &p);
        assert_ok(ebw_taylor_get_text(test, &text));
        if (verdict == EBW_VERDICT_FAIL)
          fail_msg("%s, dtype %d, seed %d: %s", kRight[i].name, (int)dtypes[d], seed, text);
        if (verdict == EBW_VERDICT_PASS && kRight[i].f64 == OPEN && kRight[i].f32 == OPEN)
          fail_msg("%s, dtype %d, seed %d must stay open: %s", kRight[i].name, (int)dtypes[d], seed, text);
        ebw_taylor_destroy(test);
      }
}

/* J as a program prints it: how many digits there are must decide between PASS and INCONCLUSIVE only. */
static void no_right_gradient_fails_on_a_decimal_grid(void **state) {
  (void)state;
  const enum kind kinds[] = {QUARTIC, SMOOTH, LINEAR};
  for (int d = 0; d < 2; ++d)
    for (int ladder = EBW_LADDER_FULL; ladder <= EBW_LADDER_REDUCED; ++ladder)
      for (int digits = 4; digits <= 13; ++digits) {
        int count[3] = {0, 0, 0};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; ++k)
          for (int seed = 1; seed <= seeds; ++seed) {
            struct problem p = problem_of(dtypes[d], kinds[k], 0.25, 0.0, seed);
            const char *text = NULL;
            p.digits = digits;
            ebw_taylor *test = make_test(&p);
            assert_ok(ebw_taylor_set_seed(test, seed));
            assert_ok(ebw_taylor_set_ladder(test, ladder));
            const int32_t verdict = run(test, &p);
            assert_ok(ebw_taylor_get_text(test, &text));
            if (verdict == FAILS)
              fail_msg("%d digits, kind %d, dtype %d, ladder %d, seed %d: %s", digits, (int)kinds[k], (int)dtypes[d],
                       ladder, seed, text);
            ++count[verdict];
            ebw_taylor_destroy(test);
          }
        print_message("# %2d digits, %s, %s ladder: %5d PASS %5d INCONCLUSIVE\n", digits,
                      dtypes[d] == EBW_F32 ? "f32" : "f64", ladder == EBW_LADDER_FULL ? "full" : "reduced",
                      count[PASSES], count[OPEN]);
        /* Far more digits than the tolerance asks for. */
        if (ladder == EBW_LADDER_FULL && digits >= (dtypes[d] == EBW_F32 ? 8 : 12))
          assert_int_equal(count[PASSES], 3 * seeds);
      }
}

static void broken_gradients_fail(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kBroken / sizeof *kBroken; ++i)
    for (int d = 0; d < 2; ++d) expect(&kBroken[i], dtypes[d]);
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
  for (int d = 0; d < 2; ++d)
    for (int seed = 1; seed <= seeds; ++seed) {
      struct problem p = minimum(dtypes[d], seed);
      ebw_taylor *test = make_test(&p);
      assert_ok(ebw_taylor_set_gradient(test, small_gradient, &p, NULL));
      assert_ok(ebw_taylor_set_seed(test, seed));
      assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
      ebw_taylor_destroy(test);
    }
}

/* ---- A wave gradient near the limit of its time step ------------------------------------------------------------- */

typedef struct {
  wave w;
  int refused;
} near_limit;

static int32_t wave_misfit(const void *m, double *J, void *user) {
  near_limit *c = user;
  int32_t status = ebw_model_set_field(c->w.model, "velocity", m, c->w.of.dtype, 2, c->w.of.shape, NULL);
  if (status == EBW_OK) status = ebw_misfit(c->w.model, c->w.shot, 1, J);
  c->refused += status != EBW_OK;
  return status;
}

static void a_wave_gradient_near_the_limit_of_its_time_step_passes(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    const wave_case of = {"near the limit", dtypes[d], 2, 4, {14, 13}, {1.0, 1.0}, "c5 c5 f c5", 40};
    near_limit c = {.refused = 0};
    ebw_taylor *test = NULL;
    int tests_with_refusals = 0, passed_reduced = 0;
    wave_open(&c.w, &of, 1);
    double m[14 * 13], g[14 * 13], dt_max = 0.0;
    uint64_t medium = 5;
    /* Nearly uniform: anywhere a step may leave what the time step allows. */
    for (int64_t i = 0; i < c.w.nodes; ++i) wave_put(&c.w, m, i, 2950.0 + 50.0 * wave_random(&medium));
    wave_set_field(&c.w, "velocity", m);
    assert_ok(ebw_model_get_dt_max(c.w.model, &dt_max));
    assert_ok(ebw_model_set_time(c.w.model, 0.9 * dt_max, of.steps));
    assert_ok(ebw_gradient(c.w.model, c.w.shot, 1, 0, NULL, g, NULL));
    assert_ok(ebw_taylor_create(dtypes[d], c.w.nodes, wave_misfit, &c, NULL, &test));
    for (int seed = 1; seed <= seeds; ++seed) {
      const char *text = NULL;
      int32_t verdict = -1;
      c.refused = 0;
      assert_ok(ebw_taylor_set_seed(test, seed));
      assert_ok(ebw_taylor_set_ladder(test, EBW_LADDER_FULL));
      assert_ok(ebw_taylor_run(test, m, g, &verdict));
      assert_ok(ebw_taylor_get_text(test, &text));
      if (verdict != EBW_VERDICT_PASS) fail_msg("dtype %d, seed %d: %s", (int)dtypes[d], seed, text);
      tests_with_refusals += c.refused > 0;
      assert_ok(ebw_taylor_set_ladder(test, EBW_LADDER_REDUCED));
      assert_ok(ebw_taylor_run(test, m, g, &verdict));
      assert_ok(ebw_taylor_get_text(test, &text));
      if (verdict == EBW_VERDICT_FAIL) fail_msg("dtype %d, seed %d, reduced: %s", (int)dtypes[d], seed, text);
      passed_reduced += verdict == EBW_VERDICT_PASS;
    }
    print_message(
        "# wave at 0.9 of the largest time step, %s: %d PASS, in %d of them steps were refused; reduced ladder: "
        "%d PASS, no FAIL\n",
        d ? "f64" : "f32", seeds, tests_with_refusals, passed_reduced);
    assert_true(tests_with_refusals > seeds / 2);
    ebw_taylor_destroy(test);
    wave_close(&c.w);
  }
}

/* ---- Never a PASS ------------------------------------------------------------------------------------------------ */

/* J(m) twice, 8 points next to m for each of 3 directions, the ladder, J(m) once more. */
enum { BASE = 2, NOISE = 24 };

static void no_pass_when_a_call_off_the_ladder_gives_nan_or_fails(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    struct problem p = make_problem(dtypes[d], SMOOTH);
    ebw_taylor *test = make_test(&p);
    double m[N];
    int32_t verdict = -1;
    assert_int_equal(run(test, &p), EBW_VERDICT_PASS);
    const int calls = p.calls;
    fill_point(&p, m);
    for (int call = 1; call <= calls; ++call) {
      const int on_ladder = call > BASE + NOISE && call < calls;
      p.calls = 0;
      p.nan_call = call;
      assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
      if (!on_ladder) assert_int_not_equal(verdict, EBW_VERDICT_PASS);
      p.calls = p.nan_call = 0;
      p.fail_call = call;
      verdict = -1;
      const int32_t status = ebw_taylor_run(test, m, NULL, &verdict);
      assert_int_equal(status, on_ladder ? EBW_OK : EBW_ERR_CALLBACK);
      if (!on_ladder) assert_int_equal(verdict, -1);
      p.fail_call = 0;
    }
    p.gradient_nan = 1;
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    p.gradient_nan = 0;
    p.gradient_incomplete = 1;
    assert_int_equal(run(test, &p), EBW_VERDICT_FAIL);
    p.gradient_incomplete = 0;
    p.gradient_status = 9;
    verdict = -1;
    assert_int_equal(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_CALLBACK);
    assert_int_equal(verdict, -1);
    ebw_taylor_destroy(test);
  }
}

static void no_pass_on_a_functional_that_is_zero(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int wrong = 0; wrong < 2; ++wrong) {
      struct problem p = make_problem(dtypes[d], CONSTANT);
      ebw_taylor *test = make_test(&p);
      if (wrong) assert_ok(ebw_taylor_set_gradient(test, small_gradient, &p, NULL));
      assert_int_equal(run(test, &p), wrong ? EBW_VERDICT_FAIL : EBW_VERDICT_INCONCLUSIVE);
      ebw_taylor_destroy(test);
    }
}

/* ---- Units ------------------------------------------------------------------------------------------------------- */

/* Every case, right and wrong, also next to the tolerance, in units in which J is 1e60 (f32: 1e30) times as large or
 * small. */
static void verdicts_do_not_depend_on_the_unit_of_J(void **state) {
  (void)state;
  const int some = seeds < 20 ? seeds : 20;
  /* Not 1e-6 and 1e-3: where all of the gradient is wrong by the tolerance, the last bits of g decide. */
  const double errors[] = {0.0, 1e-7, 9e-7, 1.1e-6, 1e-5, 1e-4, 9e-4, 1.1e-3, 1e-2};
  for (int d = 0; d < 2; ++d)
    for (size_t i = 2; i < sizeof kRight / sizeof *kRight; ++i)
      for (size_t e = 0; e < sizeof errors / sizeof *errors; ++e)
        for (int seed = 1; seed <= some; ++seed) {
          int32_t verdict[3];
          double error[3], resolution[3];
          for (int unit = 0; unit < 3; ++unit) {
            const double large = dtypes[d] == EBW_F32 ? 1e30 : 1e60;
            struct problem p = kRight[i].make(dtypes[d], seed);
            p.scale = unit == 0 ? 1.0 : unit == 1 ? large : 1.0 / large;
            p.wrong_factor = 1.0 + errors[e];
            ebw_taylor *test = make_test(&p);
            assert_ok(ebw_taylor_set_seed(test, seed));
            verdict[unit] = run(test, &p);
            assert_ok(ebw_taylor_get_direction(test, EBW_WORST, NULL, &error[unit], &resolution[unit]));
            ebw_taylor_destroy(test);
          }
          if (verdict[1] != verdict[0] || verdict[2] != verdict[0])
            fail_msg(
                "%s, dtype %d, gradient wrong by %g, seed %d: verdicts %d, %d, %d; errors %g, %g, %g; resolutions "
                "%g, %g, %g",
                kRight[i].name, (int)dtypes[d], errors[e], seed, (int)verdict[0], (int)verdict[1], (int)verdict[2],
                error[0], error[1], error[2], resolution[0], resolution[1], resolution[2]);
        }
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "full") == 0) seeds = 1000;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_gradients_get_the_verdict_they_deserve),
      cmocka_unit_test(no_right_gradient_fails_on_the_reduced_ladder),
      cmocka_unit_test(no_right_gradient_fails_on_a_decimal_grid),
      cmocka_unit_test(broken_gradients_fail),
      cmocka_unit_test(an_error_at_a_minimum_fails),
      cmocka_unit_test(a_wave_gradient_near_the_limit_of_its_time_step_passes),
      cmocka_unit_test(no_pass_when_a_call_off_the_ladder_gives_nan_or_fails),
      cmocka_unit_test(no_pass_on_a_functional_that_is_zero),
      cmocka_unit_test(verdicts_do_not_depend_on_the_unit_of_J),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
