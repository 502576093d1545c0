/* SPDX-License-Identifier: MIT */
/* Taylor test, parts of m: errors that the whole hides show in their part, diagnoses name place and factor, and the
 * random directions bound the whole gradient. */
#include "taylor_problem.h"

/* The gradient of all elements is right but for a factor in elements `begin` to `end` - 1. */
typedef struct {
  struct problem p;
  double factor;
  int begin, end;
} part_error;

static int32_t evaluate_part(const void *m, double *J, void *user) { return evaluate(m, J, &((part_error *)user)->p); }
static int32_t gradient_part(const void *m, void *g, void *user) {
  part_error *e = user;
  const int32_t status = gradient(m, g, &e->p);
  for (int i = e->begin; i < e->end; ++i) put(&e->p, g, i, e->factor * get(&e->p, g, i));
  return status;
}

static part_error make_error(int32_t dtype, double factor, int begin, int end) {
  part_error e = {make_problem(dtype, SMOOTH), factor, begin, end};
  return e;
}
static ebw_taylor *part_test(part_error *e) {
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(e->p.dtype, N, evaluate_part, e, NULL, &test));
  assert_ok(ebw_taylor_set_gradient(test, gradient_part, e, NULL));
  return test;
}
static int32_t run_part(ebw_taylor *test, part_error *e) {
  double m[N];
  int32_t verdict = -1;
  fill_point(&e->p, m);
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  return verdict;
}

/* Three elements whose coefficients are 1e-10 of the others': their gradient is nothing beside the whole one. */
static void an_error_that_the_whole_hides_shows_in_its_block(void **state) {
  (void)state;
  part_error e = make_error(EBW_F64, 2.0, 8, 11);
  int32_t verdict = -1, kind = -1;
  int64_t count = 0;
  const char *name = NULL, *diagnosis = NULL;
  for (int i = 8; i < 11; ++i) e.p.c[i] *= 1e-10;
  ebw_taylor *test = part_test(&e);
  assert_int_equal(run_part(test, &e), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_add_block(test, "first", 0, 8));
  assert_ok(ebw_taylor_add_block(test, "small", 8, 11));
  assert_ok(ebw_taylor_add_block(test, "last", 11, N));
  assert_ok(ebw_taylor_set_tolerance(test, 1e-4)); /* noise of J, 1e-16 relative, is 1e-6 of what this block does */
  assert_int_equal(run_part(test, &e), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_count_directions(test, &count));
  assert_int_equal(count, 6);
  for (int64_t k = 0; k < count; ++k) {
    assert_ok(ebw_taylor_get_direction(test, k, &verdict, NULL, NULL));
    assert_int_equal(verdict, k == 4 ? EBW_VERDICT_FAIL : EBW_VERDICT_PASS);
    assert_ok(ebw_taylor_get_part(test, k, &name, &kind));
    assert_string_equal(name, k < 3 ? "all" : k == 3 ? "first" : k == 4 ? "small" : "last");
    assert_int_equal(kind, k < 3 ? EBW_PART_ALL : EBW_PART_BLOCK);
  }
  assert_ok(ebw_taylor_get_part(test, EBW_WORST, &name, NULL));
  assert_string_equal(name, "small");
  assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
  assert_non_null(strstr(diagnosis, "only block 'small' is wrong: a factor 2 too much"));
  assert_ok(ebw_taylor_clear_parts(test));
  assert_int_equal(run_part(test, &e), EBW_VERDICT_PASS);
  ebw_taylor_destroy(test);
}

/* A direction of a part moves the elements of the part and no other. */
typedef struct {
  struct problem p;
  int moved[N];
} watcher;
static int32_t evaluate_watched(const void *m, double *J, void *user) {
  watcher *w = user;
  for (int i = 0; i < N; ++i) w->moved[i] += get(&w->p, m, i) != w->p.m[i];
  return evaluate(m, J, &w->p);
}
static void directions_of_a_part_move_its_elements_alone(void **state) {
  (void)state;
  const int64_t ring[] = {23, 0, 7};
  for (int d = 0; d < 2; ++d) {
    watcher w = {make_problem(dtypes[d], SMOOTH), {0}};
    double m[N], size[N];
    int32_t verdict = -1, ids[N], kind = -1;
    int64_t count = 0;
    const char *name = NULL;
    ebw_taylor *test = NULL;
    fill_point(&w.p, m);
    for (int i = 0; i < N; ++i) put(&w.p, size, i, i == 2 ? 1.0 : 0.0);
    assert_ok(ebw_taylor_create(dtypes[d], N, evaluate_watched, &w, NULL, &test));
    assert_ok(ebw_taylor_set_gradient(test, gradient, &w.p, NULL));
    /* With size 0 everywhere but at one element, the directions of all elements move that one. */
    assert_ok(ebw_taylor_set_typical_size(test, size));
    assert_ok(ebw_taylor_add_region(test, "ring", EBW_PART_BOUNDARY, 3, ring));
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_INCONCLUSIVE); /* no element of the ring can move */
    assert_ok(ebw_taylor_get_reason(test, 3, &name));
    assert_non_null(strstr(name, "no element can move"));
    for (int i = 0; i < N; ++i) assert_true((w.moved[i] > 0) == (i == 2));

    assert_ok(ebw_taylor_set_typical_size(test, NULL));
    assert_ok(ebw_taylor_clear_parts(test));
    for (int i = 0; i < N; ++i) ids[i] = i % 3 - 1; /* a third in none, two blocks */
    assert_ok(ebw_taylor_add_block_ids(test, 2, ids));
    assert_ok(ebw_taylor_add_region(test, "ring", EBW_PART_BOUNDARY, 3, ring));
    assert_ok(ebw_taylor_set_part_directions(test, 2));
    assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_PASS);
    assert_ok(ebw_taylor_count_directions(test, &count));
    assert_int_equal(count, 3 + 3 * 2);
    assert_ok(ebw_taylor_get_part(test, 6, &name, NULL));
    assert_string_equal(name, "block 1");
    assert_ok(ebw_taylor_get_part(test, 8, &name, &kind));
    assert_string_equal(name, "ring");
    assert_int_equal(kind, EBW_PART_BOUNDARY);
    ebw_taylor_destroy(test);
  }
}

static void expect_diagnosis(part_error e, const char *constant, double value, const char *words) {
  const int64_t ring[] = {0, 1, 22, 23}, inner[] = {4, 5, 6, 7, 8, 9, 10, 11, 12};
  const char *diagnosis = NULL, *text = NULL;
  ebw_taylor *test = part_test(&e);
  if (constant) assert_ok(ebw_taylor_set_constant(test, constant, value));
  assert_ok(ebw_taylor_add_region(test, "faces", EBW_PART_BOUNDARY, 4, ring));
  assert_ok(ebw_taylor_add_region(test, "inside", EBW_PART_REGION, 9, inner));
  assert_int_equal(run_part(test, &e), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
  assert_ok(ebw_taylor_get_text(test, &text));
  if (!strstr(diagnosis, words)) fail_msg("expected \"%s\" in \"%s\"", words, diagnosis);
  assert_non_null(strstr(text, diagnosis));
  ebw_taylor_destroy(test);
}

static void the_diagnosis_names_sign_factor_constant_and_place(void **state) {
  (void)state;
  const double dt = 1.7e-3;
  for (int d = 0; d < 2; ++d) {
    const int32_t t = dtypes[d];
    expect_diagnosis(make_error(t, -1.0, 0, N), NULL, 0.0, "the sign is wrong");
    expect_diagnosis(make_error(t, 2.0, 0, N), "dt", dt, "a factor 2 too much");
    expect_diagnosis(make_error(t, 0.5, 0, N), "dt", dt, "a factor 2 is missing");
    expect_diagnosis(make_error(t, dt, 0, N), "dt", dt, "a factor dt too much");
    expect_diagnosis(make_error(t, dt * dt, 0, N), "dt", dt, "a factor dt^2 too much");
    expect_diagnosis(make_error(t, 1.0 / dt, 0, N), "dt", dt, "a factor dt is missing");
    expect_diagnosis(make_error(t, -1.0 / (dt * dt), 0, N), "dt", dt,
                     "the sign is wrong, and a factor dt^2 is missing");
    expect_diagnosis(make_error(t, 1.4, 0, N), "dt", dt, "1.4 times what it should be, everywhere");
    if (t == EBW_F64) expect_diagnosis(make_error(t, 1.001, 0, N), "dt", dt, "1.001 times what it should be");
    expect_diagnosis(make_error(t, 0.0, 0, N), NULL, 0.0, "the gradient is 0 where J changes");
    expect_diagnosis(make_error(t, 0.0, 22, N), NULL, 0.0, "only region 'faces' is wrong: ");
    expect_diagnosis(make_error(t, 0.0, 22, N), NULL, 0.0, "boundary condition");
    expect_diagnosis(make_error(t, -1.0, 5, 6), NULL, 0.0, "only region 'inside' is wrong: ");
    expect_diagnosis(make_error(t, -1.0, 2, 8), NULL, 0.0, "only region 'inside'");
    expect_diagnosis(make_error(t, -1.0, 15, 20), NULL, 0.0, "no common factor");
  }
}

static void a_right_gradient_has_no_diagnosis_and_ratio_1(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    part_error e = make_error(dtypes[d], 1.0, 0, N);
    const char *diagnosis = NULL;
    double ratio = 0.0;
    int32_t known = 0;
    ebw_taylor *test = part_test(&e);
    assert_int_equal(run_part(test, &e), EBW_VERDICT_PASS);
    assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
    assert_string_equal(diagnosis, "");
    assert_ok(ebw_taylor_get_ratio(test, 0, &ratio, &known));
    assert_int_equal(known, 1);
    ebw_assert_close(ratio, 1.0, dtypes[d] == EBW_F32 ? 1e-3 : 1e-6); /* the tolerances */
    e.factor = 2.0;
    run_part(test, &e);
    assert_ok(ebw_taylor_get_ratio(test, 0, &ratio, NULL));
    ebw_assert_close(ratio, 0.5, 1e-3);
    e.factor = 0.0;
    run_part(test, &e);
    assert_ok(ebw_taylor_get_ratio(test, 0, &ratio, &known));
    assert_int_equal(known, 0);
    assert_true(ratio == 0.0);
    ebw_taylor_destroy(test);
  }
}

/* Quantiles of chi-square at 1 %: 0.00015709 (1 degree), 0.11483 (3), 1.6465 (8), from tables. */
static void the_certificate_is_that_of_chi_square(void **state) {
  (void)state;
  const int64_t counts[] = {1, 3, 8};
  const double quantiles[] = {0.000157088, 0.114832, 1.646497};
  part_error e = make_error(EBW_F64, 1.0 + 1e-4, 0, N);
  ebw_taylor *test = part_test(&e);
  double m[N], g[N], size = 0.0; /* |Dg| */
  fill_point(&e.p, m);
  gradient_part(m, g, &e);
  for (int i = 0; i < N; ++i) size += m[i] * g[i] * m[i] * g[i];
  size = sqrt(size);
  for (int k = 0; k < 3; ++k) {
    double miss = -1, bound = -1, sum = 0.0;
    int32_t known = -1;
    assert_ok(ebw_taylor_set_directions(test, counts[k]));
    run_part(test, &e);
    assert_ok(ebw_taylor_get_certificate(test, 10.0, &miss, &bound, &known));
    assert_int_equal(known, 1);
    ebw_assert_close(miss, pow(0.08, (double)counts[k]), 1e-15);
    for (int64_t i = 0; i < counts[k]; ++i) {
      double error, resolution, scale;
      assert_ok(ebw_taylor_get_direction(test, i, NULL, &error, &resolution));
      assert_ok(ebw_taylor_get_derivative(test, i, NULL, NULL, &scale));
      sum += pow((error + resolution) * scale / size, 2.0);
    }
    ebw_assert_close(bound / sqrt(sum / quantiles[k]), 1.0, 1e-5); /* digits of the tables */
    /* The error is 1e-4 of the whole gradient: the bound covers it, for these seeds. */
    assert_true(bound >= 1e-4);
    assert_ok(ebw_taylor_get_certificate(test, 0.9, &miss, NULL, NULL));
    assert_true(miss < 1.0);
  }
  assert_refused(ebw_taylor_get_certificate(test, 0.8, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "factor = 0.8");
  assert_refused(ebw_taylor_get_certificate(test, NAN, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "factor");
  ebw_taylor_destroy(test);
}

static int seeds = 300; /* in the full tests 1000 */

/* Gradients wrong in random elements by random amounts, of a linear J: 99 % of all bounds must hold; misses by chance
 * may be 3 standard deviations more. */
static void the_bound_holds_the_whole_error_in_99_percent(void **state) {
  (void)state;
  int misses = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    part_error e = make_error(EBW_F64, 1.0 + 1e-3 * (seed % 7 + 1), seed % 20, seed % 20 + 1 + seed % 4);
    e.p.kind = LINEAR;
    double m[N], g[N], whole = 0.0, error = 0.0, bound = 0.0;
    ebw_taylor *test = part_test(&e);
    fill_point(&e.p, m);
    gradient_part(m, g, &e);
    for (int i = 0; i < N; ++i) {
      const double Dg = m[i] * g[i];
      whole += Dg * Dg;
      if (i >= e.begin && i < e.end) error += pow(Dg * (1.0 - 1.0 / e.factor), 2.0);
    }
    assert_ok(ebw_taylor_set_seed(test, seed));
    run_part(test, &e);
    assert_ok(ebw_taylor_get_certificate(test, 10.0, NULL, &bound, NULL));
    misses += bound < sqrt(error / whole);
    ebw_taylor_destroy(test);
  }
  print_message("# the bound missed the error in %d of %d\n", misses, seeds);
  assert_true(misses <= 0.01 * seeds + 3.0 * sqrt(0.01 * seeds));
}

static void there_is_no_certificate_without_random_directions(void **state) {
  (void)state;
  part_error e = make_error(EBW_F64, 1.0, 0, N);
  double miss = -1, bound = -1, given[N];
  int32_t known = -1;
  ebw_taylor *test = part_test(&e);
  for (int i = 0; i < N; ++i) given[i] = 1.0;
  assert_ok(ebw_taylor_set_given_directions(test, 1, given));
  run_part(test, &e);
  assert_ok(ebw_taylor_get_certificate(test, 10.0, &miss, &bound, &known));
  assert_true(known == 0 && miss == 1.0 && bound == 0.0);
  assert_ok(ebw_taylor_set_directions(test, 2));
  e.p.kind = CONSTANT; /* nothing is measured */
  assert_int_equal(run_part(test, &e), EBW_VERDICT_INCONCLUSIVE);
  assert_ok(ebw_taylor_get_certificate(test, 10.0, &miss, &bound, &known));
  assert_true(known == 0 && miss == 1.0 && bound == 0.0);
  e.p.nan_call = e.p.calls + 1;
  assert_int_equal(run_part(test, &e), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_get_certificate(test, 10.0, NULL, NULL, &known));
  assert_int_equal(known, 0);
  ebw_taylor_destroy(test);
}

static void bad_parts_are_refused_and_change_nothing(void **state) {
  (void)state;
  part_error e = make_error(EBW_F64, 1.0, 0, N);
  int32_t ids[N] = {0};
  int64_t elements[] = {0, N}, count = 0;
  ebw_taylor *test = part_test(&e);
  assert_refused(ebw_taylor_add_block(test, NULL, 0, 1), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_taylor_add_block(test, "", 0, 1), EBW_ERR_ARGUMENT, "name is empty");
  assert_refused(ebw_taylor_add_block(test, "a", -1, 1), EBW_ERR_ARGUMENT, "begin = -1");
  assert_refused(ebw_taylor_add_block(test, "a", N + 1, N + 1), EBW_ERR_ARGUMENT, "begin = 25");
  assert_refused(ebw_taylor_add_block(test, "a", 3, 2), EBW_ERR_ARGUMENT, "end = 2");
  assert_refused(ebw_taylor_add_block(test, "a", 3, INT64_MAX), EBW_ERR_ARGUMENT, "end");
  assert_refused(ebw_taylor_add_block_ids(test, 0, ids), EBW_ERR_ARGUMENT, "count = 0");
  assert_refused(ebw_taylor_add_block_ids(test, INT64_MAX, ids), EBW_ERR_ARGUMENT, "count");
  assert_refused(ebw_taylor_add_block_ids(test, 1, NULL), EBW_ERR_ARGUMENT, "ids");
  ids[6] = 3;
  assert_refused(ebw_taylor_add_block_ids(test, 3, ids), EBW_ERR_ARGUMENT, "ids[6] = 3");
  assert_refused(ebw_taylor_add_region(test, NULL, EBW_PART_REGION, 0, NULL), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_taylor_add_region(test, "a", EBW_PART_ALL, 1, elements), EBW_ERR_ARGUMENT, "kind = 0");
  assert_refused(ebw_taylor_add_region(test, "a", 7, 1, elements), EBW_ERR_ARGUMENT, "kind = 7");
  assert_refused(ebw_taylor_add_region(test, "a", EBW_PART_REGION, -1, elements), EBW_ERR_ARGUMENT, "count = -1");
  assert_refused(ebw_taylor_add_region(test, "a", EBW_PART_REGION, N + 1, elements), EBW_ERR_ARGUMENT, "count = 25");
  assert_refused(ebw_taylor_add_region(test, "a", EBW_PART_REGION, 1, NULL), EBW_ERR_ARGUMENT, "elements");
  assert_refused(ebw_taylor_add_region(test, "a", EBW_PART_REGION, 2, elements), EBW_ERR_ARGUMENT, "elements[1] = 24");
  assert_refused(ebw_taylor_set_part_directions(test, 0), EBW_ERR_ARGUMENT, "count = 0");
  assert_refused(ebw_taylor_set_constant(test, "", 1.0), EBW_ERR_ARGUMENT, "name is empty");
  assert_refused(ebw_taylor_set_constant(test, NULL, 1.0), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_taylor_set_constant(test, "dt", 0.0), EBW_ERR_ARGUMENT, "value = 0");
  assert_refused(ebw_taylor_set_constant(test, "dt", NAN), EBW_ERR_ARGUMENT, "'dt'");
  assert_int_equal(run_part(test, &e), EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_count_directions(test, &count));
  assert_int_equal(count, 3);
  /* An empty part is no error, as another rank may hold its elements; alone it cannot be tested. */
  assert_ok(ebw_taylor_add_block(test, "nothing", N, N));
  assert_ok(ebw_taylor_add_region(test, "nowhere", EBW_PART_REGION, 0, NULL));
  assert_int_equal(run_part(test, &e), EBW_VERDICT_INCONCLUSIVE);
  assert_ok(ebw_taylor_set_part_directions(test, INT64_MAX));
  double m[N];
  int32_t verdict = -3;
  fill_point(&e.p, m);
  assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_OVERFLOW, "directions");
  assert_int_equal(verdict, -3);
  ebw_taylor_destroy(test);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "full") == 0) seeds = 1000;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_error_that_the_whole_hides_shows_in_its_block),
      cmocka_unit_test(directions_of_a_part_move_its_elements_alone),
      cmocka_unit_test(the_diagnosis_names_sign_factor_constant_and_place),
      cmocka_unit_test(a_right_gradient_has_no_diagnosis_and_ratio_1),
      cmocka_unit_test(the_certificate_is_that_of_chi_square),
      cmocka_unit_test(the_bound_holds_the_whole_error_in_99_percent),
      cmocka_unit_test(there_is_no_certificate_without_random_directions),
      cmocka_unit_test(bad_parts_are_refused_and_change_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
