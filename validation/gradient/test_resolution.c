/* SPDX-License-Identifier: MIT */
/* The Taylor test's resolution on a wave problem: 2-D, 40 x 36 nodes, 160 steps, order 4, 8 cells of CPML, 2 sources,
 * 12 receivers, random smooth model of seed 1. What it resolves, what that costs, and that no unit matters. */
#include <stdlib.h>

#include "wave_case.h"

enum { NX = 40, NZ = 36, NODES = NX * NZ, STEPS = 160, SAMPLES = STEPS + 1, SOURCES = 2, RECEIVERS = 12, CELLS = 8 };
static const int64_t kShape[2] = {NX, NZ};
static const double kSpacing[2] = {10.0, 10.0}, kDt = 1.5e-3, kFreq = 15.0;
static const double kSource[SOURCES][2] = {{120.0, 40.0}, {290.0, 310.0}};

/* The misfit by velocity, times `scale`; its gradient, times `factor`. */
typedef struct {
  int32_t dtype;
  double scale, factor;
  ebw_model *model;
  ebw_shot *shot;
  int64_t evaluations;
} problem;

static double get(const problem *p, const void *a, int64_t i) {
  return p->dtype == EBW_F32 ? (double)((const float *)a)[i] : ((const double *)a)[i];
}
static void put(const problem *p, void *a, int64_t i, double value) {
  if (p->dtype == EBW_F32)
    ((float *)a)[i] = (float)value;
  else
    ((double *)a)[i] = value;
}

/* Ten waves of random direction, length and phase, 2000 m/s +- 300 m/s about. */
static void fill_velocity(const problem *p, uint64_t seed, void *v) {
  double k[10][3];
  for (int j = 0; j < 10; ++j)
    for (int d = 0; d < 3; ++d) k[j][d] = 3.0 * wave_random(&seed);
  for (int i = 0; i < NX; ++i)
    for (int z = 0; z < NZ; ++z) {
      double sum = 0.0;
      for (int j = 0; j < 10; ++j) sum += cos(k[j][0] * i / 8.0 + k[j][1] * z / 8.0 + k[j][2]);
      put(p, v, i * NZ + z, 2000.0 + 100.0 * sum);
    }
}

static int32_t evaluate(const void *m, double *J, void *user) {
  problem *p = user;
  ++p->evaluations;
  int32_t status = ebw_model_set_field(p->model, "velocity", m, p->dtype, 2, kShape, NULL);
  if (status == EBW_OK) status = ebw_misfit(p->model, &p->shot, 1, J);
  *J *= p->scale;
  return status;
}
static int32_t gradient(const void *m, void *g, void *user) {
  problem *p = user;
  int32_t status = ebw_model_set_field(p->model, "velocity", m, p->dtype, 2, kShape, NULL);
  if (status == EBW_OK) status = ebw_gradient(p->model, &p->shot, 1, 0, NULL, g, NULL);
  for (int64_t i = 0; i < NODES; ++i) put(p, g, i, p->factor * p->scale * get(p, g, i));
  return status;
}

/* Observed data are those of the model of seed 2; J of seed 1 is about 1 by the amplitude of the wavelets. */
static problem open_problem(int32_t dtype, void *m) {
  problem p = {dtype, 1.0, 1.0, NULL, NULL, 0};
  double wavelet[SAMPLES], receivers[RECEIVERS][2], J = 0.0;
  double *traces = calloc(RECEIVERS * SAMPLES, sizeof *traces);
  fill_velocity(&p, 2, m);
  assert_ok(ebw_model_create(dtype, 2, kShape, kSpacing, &p.model));
  assert_ok(ebw_model_set_field(p.model, "velocity", m, dtype, 2, kShape, NULL));
  assert_ok(ebw_model_set_order(p.model, 4));
  assert_ok(ebw_model_set_boundary(p.model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, CELLS, 2300.0, kFreq));
  assert_ok(ebw_model_set_time(p.model, kDt, STEPS));
  assert_ok(ebw_model_set_threads(p.model, 1));
  assert_ok(ebw_shot_create(p.model, &p.shot));
  assert_ok(ebw_ricker(kFreq, 1.2 / kFreq, kDt, SAMPLES, wavelet));
  for (int s = 0; s < SOURCES; ++s) assert_ok(ebw_shot_add_source(p.shot, kSource[s], wavelet, SAMPLES));
  for (int r = 0; r < RECEIVERS; ++r) {
    receivers[r][0] = 15.0 + 32.7 * r;
    receivers[r][1] = r % 2 ? 20.0 : 330.0;
  }
  assert_ok(ebw_shot_add_receivers(p.shot, RECEIVERS, &receivers[0][0]));
  assert_ok(ebw_forward(p.model, &p.shot, 1));
  assert_ok(ebw_shot_get_traces(p.shot, traces, RECEIVERS, SAMPLES, NULL));
  assert_ok(ebw_shot_set_observed(p.shot, traces, RECEIVERS, SAMPLES, NULL));
  fill_velocity(&p, 1, m);
  assert_ok(evaluate(m, &J, &p));
  assert_true(J > 0.0);
  p.scale = 1.0 / J;
  p.evaluations = 0;
  free(traces);
  return p;
}
static void close_problem(problem *p) {
  ebw_shot_destroy(p->shot);
  ebw_model_destroy(p->model);
}
static ebw_taylor *make_test(problem *p) {
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(p->dtype, NODES, evaluate, p, NULL, &test));
  assert_ok(ebw_taylor_set_gradient(test, gradient, p, NULL));
  return test;
}
static int32_t run(ebw_taylor *test, const void *m) {
  int32_t verdict = -1;
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  return verdict;
}

static const int32_t dtypes[] = {EBW_F32, EBW_F64};

/* The promise: 1e-9 in f64, 5e-4 in f32, with either ladder; the reduced one at 11 and 13 evaluations a direction. */
static void the_resolution_is_1e_9_in_f64_and_5e_4_in_f32(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d)
    for (int ladder = 0; ladder < 2; ++ladder) {
      const int single = dtypes[d] == EBW_F32;
      double m[NODES], worst = 0.0, error = 0.0, resolution = 0.0;
      int64_t evaluations = 0;
      problem p = open_problem(dtypes[d], m);
      ebw_taylor *test = make_test(&p);
      assert_ok(ebw_taylor_set_ladder(test, ladder));
      if (!single) assert_ok(ebw_taylor_set_profile(test, EBW_PROFILE_EXACT));
      for (int64_t seed = 1; seed <= 3; ++seed) {
        assert_ok(ebw_taylor_set_seed(test, seed));
        p.evaluations = 0;
        assert_int_equal(run(test, m), EBW_VERDICT_PASS);
        for (int64_t k = 0; k < 3; ++k) {
          assert_ok(ebw_taylor_get_direction(test, k, NULL, &error, &resolution));
          worst = fmax(worst, resolution);
        }
        assert_ok(ebw_taylor_get_evaluations(test, &evaluations));
        assert_int_equal(evaluations, p.evaluations);
        if (ladder == EBW_LADDER_REDUCED) assert_true(evaluations <= 3 * (single ? 13 : 11));
      }
      print_message("# %s, %s ladder: resolution %.2g\n", single ? "f32" : "f64", ladder ? "reduced" : "full", worst);
      assert_true(worst <= (single ? 5e-4 : 1e-9));
      ebw_taylor_destroy(test);
      close_problem(&p);
    }
}

static void the_verdict_is_the_same_with_J_scaled_by_60_decades(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    const int single = dtypes[d] == EBW_F32;
    double m[NODES];
    problem p = open_problem(dtypes[d], m);
    ebw_taylor *test = make_test(&p);
    const double unit = p.scale;
    for (int power = -1; power <= 1; ++power) {
      p.scale = unit * pow(10.0, power * (single ? 30 : 60));
      p.factor = 1.0;
      assert_int_equal(run(test, m), EBW_VERDICT_PASS);
      p.factor = single ? 1.01 : 1.0001;
      assert_int_equal(run(test, m), EBW_VERDICT_FAIL);
    }
    ebw_taylor_destroy(test);
    close_problem(&p);
  }
}

static void add_around(ebw_taylor *test, const char *name, int32_t kind, int64_t at_x, int64_t at_z, int64_t reach) {
  int64_t nodes[NODES], count = 0;
  for (int64_t i = 0; i < NX; ++i)
    for (int64_t k = 0; k < NZ; ++k)
      if (llabs(i - at_x) <= reach && llabs(k - at_z) <= reach) nodes[count++] = i * NZ + k;
  assert_ok(ebw_taylor_add_region(test, name, kind, count, nodes));
}

/* In a region the gradient is smaller, and so is what can be seen of it: the ring along the faces, a source, a
 * receiver. A gradient that is wrong along the faces alone is said to be so. */
static void regions_pass_and_name_the_place_of_an_error(void **state) {
  (void)state;
  for (int d = 0; d < 2; ++d) {
    const int single = dtypes[d] == EBW_F32;
    double m[NODES], g[NODES], bound = 0.0, miss = 0.0, resolution = 0.0;
    int64_t ring[NODES], count = 0;
    int32_t known = 0, verdict = -1;
    const char *diagnosis = NULL;
    problem p = open_problem(dtypes[d], m);
    ebw_taylor *test = make_test(&p);
    for (int64_t i = 0; i < NODES; ++i)
      if (i / NZ == 0 || i / NZ == NX - 1 || i % NZ == 0 || i % NZ == NZ - 1) ring[count++] = i;
    assert_ok(ebw_taylor_add_region(test, "faces", EBW_PART_BOUNDARY, count, ring));
    add_around(test, "source", EBW_PART_SOURCES, 12, 4, 3);
    add_around(test, "receiver", EBW_PART_RECEIVERS, 18, 32, 2);
    add_around(test, "inside", EBW_PART_REGION, 20, 18, 12);
    assert_int_equal(run(test, m), EBW_VERDICT_PASS);
    for (int64_t k = 3; k < 7; ++k) {
      assert_ok(ebw_taylor_get_direction(test, k, NULL, NULL, &resolution));
      assert_true(resolution <= (single ? 1e-3 : 1e-9)); /* or it could not pass in f32 */
    }
    assert_ok(ebw_taylor_get_certificate(test, 10.0, &miss, &bound, &known));
    assert_int_equal(known, 1);
    ebw_assert_close(miss, 0.08 * 0.08 * 0.08, 1e-12);
    assert_true(bound > 0.0 &&
                bound < (single ? 6e-3 : 6e-6)); /* 5.1 times the largest error and resolution that pass */
    assert_ok(gradient(m, g, &p));
    for (int64_t i = 0; i < count; ++i) put(&p, g, ring[i], 0.0);
    assert_ok(ebw_taylor_run(test, m, g, &verdict));
    assert_int_equal(verdict, EBW_VERDICT_FAIL);
    assert_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
    if (!strstr(diagnosis, "only region 'faces' is wrong")) fail_msg("the diagnosis is: %s", diagnosis);
    assert_non_null(strstr(diagnosis, "boundary condition"));
    ebw_taylor_destroy(test);
    close_problem(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_resolution_is_1e_9_in_f64_and_5e_4_in_f32),
      cmocka_unit_test(the_verdict_is_the_same_with_J_scaled_by_60_decades),
      cmocka_unit_test(regions_pass_and_name_the_place_of_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
