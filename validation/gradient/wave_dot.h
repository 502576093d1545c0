/* SPDX-License-Identifier: MIT */
/* The forward map of a case as a matrix: x = (wavelets, initial state) to y = (traces, final state), block by block. */
#ifndef EBBWAVE_VALIDATION_WAVE_DOT_H
#define EBBWAVE_VALIDATION_WAVE_DOT_H

#include "wave_case.h"

/* Blocks of x and of y, to be combined by |. The first is the wavelets in x and the traces in y. */
enum { WAVE_SAMPLES = 1, WAVE_U = 2, WAVE_U_PREV = 4, WAVE_MEMORIES = 8, WAVE_ALL = 15 };

/* What a dot test said; worst pair. */
typedef struct {
  int32_t verdict;
  double error, linearity, bound;
  char text[256];
} wave_dot_result;

/* Tests the blocks `in` against the blocks `out`, in the case's own precision. corrupt: the adjoint's answer is
 * multiplied by 1 + corrupt, to see the test fail. */
wave_dot_result wave_dot(wave *w, int in, int out, double corrupt);

/* The largest error over bound of the calls below so far. */
extern double wave_worst_dot;

/* Fails the test unless the verdict is PASS. */
void wave_assert_dot(wave *w, int in, int out);

/* As wave_assert_dot on a case of its own: all blocks together. */
void wave_assert_case(const wave_case *of);

#endif
