/* SPDX-License-Identifier: MIT */
/* A survey small enough for valgrind: 24 x 20 nodes, cpml left and right, free top, sponge bottom, 30 steps in f32. */
#ifndef EBBWAVE_VALIDATION_SMALL_WAVE_H
#define EBBWAVE_VALIDATION_SMALL_WAVE_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

#define NX 24
#define NZ 20
#define CELLS_ALL (NX * NZ)
#define STEPS 30
#define SAMPLES (STEPS + 1)
#define RECEIVERS 5
#define SPACING 10.0
#define DT 1e-3

static const int64_t kShape[2] = {NX, NZ};
static const double kSpacing[2] = {SPACING, SPACING};

/* Velocities rise with depth from 1500 to 2070 m/s; `second` is another model of the same kind. */
static inline void small_velocity(float *v, int second) {
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) v[i * NZ + k] = 1500.0f + 30.0f * (float)k + (second ? 5.0f * (float)(i % 7) : 0.0f);
}

static inline void small_set_field(ebw_model *model, int second) {
  float v[CELLS_ALL];
  small_velocity(v, second);
  assert_ok(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, NULL));
}

static inline ebw_model *small_model(void) {
  ebw_model *model = NULL;
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &model));
  small_set_field(model, 0);
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 5, 1800.0, 25.0));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_TOP, EBW_BOUNDARY_FREE, 0, 0.0, 0.0));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_BOTTOM, EBW_BOUNDARY_SPONGE, 5, 1800.0, 0.0));
  assert_ok(ebw_model_set_time(model, DT, STEPS));
  assert_ok(ebw_model_set_threads(model, 1)); /* barriers of many threads cost more than so small a grid */
  return model;
}

/* A Ricker that has its peak at step 12. */
static inline void small_wavelet(double *wavelet, double amplitude) {
  assert_ok(ebw_ricker(40.0, 12 * DT, DT, SAMPLES, wavelet));
  for (int k = 0; k < SAMPLES; ++k) wavelet[k] *= amplitude;
}

static inline void small_add_source(ebw_shot *shot, double x, double z, double amplitude) {
  const double position[2] = {x, z};
  double wavelet[SAMPLES];
  small_wavelet(wavelet, amplitude);
  assert_ok(ebw_shot_add_source(shot, position, wavelet, SAMPLES));
}

/* `count` receivers along the line z = 37 m. */
static inline void small_add_receivers(ebw_shot *shot, int count) {
  double positions[2 * RECEIVERS];
  for (int r = 0; r < count; ++r) {
    positions[2 * r] = 20.0 + 41.0 * r;
    positions[2 * r + 1] = 37.0;
  }
  assert_ok(ebw_shot_add_receivers(shot, count, positions));
}

/* Source between nodes at x metres, receivers, no observed data. */
static inline ebw_shot *small_shot(const ebw_model *model, double x) {
  ebw_shot *shot = NULL;
  assert_ok(ebw_shot_create(model, &shot));
  small_add_source(shot, x, 63.0, 1e4);
  small_add_receivers(shot, RECEIVERS);
  return shot;
}

typedef struct {
  double misfit;
  float gradient[CELLS_ALL];
  double traces[RECEIVERS * SAMPLES];
  double wavelet[SAMPLES];
} small_result;

/* One gradient on the handles, and what the shot holds afterwards. */
static inline void small_run(ebw_model *model, ebw_shot *shot, small_result *result) {
  memset(result, 0, sizeof *result);
  assert_ok(ebw_gradient(model, &shot, 1, 0, &result->misfit, result->gradient, NULL));
  assert_ok(ebw_shot_get_traces(shot, result->traces, RECEIVERS, SAMPLES, NULL));
  assert_ok(ebw_shot_get_wavelet_gradient(shot, 0, result->wavelet, SAMPLES));
}

/* The same on fresh handles, which are then the measure for used ones. */
static inline void small_reference(int second, double x, small_result *result) {
  ebw_model *model = small_model();
  if (second) small_set_field(model, 1);
  ebw_shot *shot = small_shot(model, x);
  small_run(model, shot, result);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static inline void assert_same_result(const small_result *a, const small_result *b) {
  assert_memory_equal(&a->misfit, &b->misfit, sizeof a->misfit);
  assert_memory_equal(a->gradient, b->gradient, sizeof a->gradient);
  assert_memory_equal(a->traces, b->traces, sizeof a->traces);
  assert_memory_equal(a->wavelet, b->wavelet, sizeof a->wavelet);
}

/* Counts its releases. */
static inline void small_count_release(void *user) { ++*(int *)user; }

static inline int64_t small_count(const ebw_model *model, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_model_get_count(model, name, &value));
  return value;
}

#endif
