/* SPDX-License-Identifier: MIT */
/* Taylor tests of a case's misfit by one block of its inputs. */
#ifndef EBBWAVE_VALIDATION_WAVE_TAYLOR_H
#define EBBWAVE_VALIDATION_WAVE_TAYLOR_H

#include "wave_case.h"

/* What the misfit is differentiated by; wavelets and initial states are those of all shots. */
enum { WAVE_BY_VELOCITY, WAVE_BY_SLOWNESS_SQUARED, WAVE_BY_WAVELETS, WAVE_BY_INITIAL_STATES, WAVE_BLOCKS };

/* How a test is made; all zero is the plain one. */
typedef struct {
  int64_t slots;   /* of the schedule of the gradient, 0: store_all */
  int edges_only;  /* random directions on the grid's edge cells instead of everywhere (models) */
  double spoil;    /* the middle element of the gradient is wrong by this share of the whole gradient's size */
  int stale_point; /* the gradient is taken at the point before the one that is tested */
} wave_taylor_options;

typedef struct {
  int32_t verdict;
  double error, resolution;
  char text[512];
} wave_taylor_result;

/* Runs the test with profile EXACT in f64 and the default one in f32, three directions. A gradient at another point is
 * computed on the same handles first. */
wave_taylor_result wave_taylor(wave *w, int block, wave_taylor_options options);

/* The largest error and resolution that passed the calls below so far, f64 only. */
extern double wave_worst_error, wave_worst_resolution;

/* Fails the test unless the verdict is PASS, in f64 with a resolution of 1e-8 or better. */
void wave_assert_taylor(wave *w, int block, wave_taylor_options options);

#endif
