/* SPDX-License-Identifier: MIT */
/* Runs ebw_forward and ebw_adjoint as a matrix and its transpose under the library's dot test. */
#include "wave_dot.h"

#include <stdio.h>
#include <stdlib.h>

double wave_worst_dot = 0.0;

typedef struct {
  wave *w;
  int in, out;
  double corrupt;
  double *rows; /* samples of all points of one kind */
  void *packed; /* all real nodes of a state */
  unsigned char *state;
} map;

/* Nodes of the packed state that a block holds. */
static void block_of(const wave *w, int block, int64_t *begin, int64_t *end) {
  const int64_t n = w->field[0].nodes;
  *begin = block == WAVE_U ? 0 : block == WAVE_U_PREV ? n : 2 * n;
  *end = block == WAVE_U ? n : block == WAVE_U_PREV ? 2 * n : w->state_nodes;
}

static int64_t length(const wave *w, int blocks, int64_t points) {
  int64_t n = blocks & WAVE_SAMPLES ? points * w->samples : 0;
  for (int block = WAVE_U; block <= WAVE_MEMORIES; block *= 2) {
    int64_t begin, end;
    block_of(w, block, &begin, &end);
    if (blocks & block) n += end - begin;
  }
  return n;
}

/* Vector -> samples and state; blocks that the vector lacks become 0. */
static void spread(map *m, int blocks, int64_t points, const void *vector) {
  wave *w = m->w;
  int64_t at = 0;
  for (int64_t i = 0; i < points * w->samples; ++i)
    m->rows[i] = blocks & WAVE_SAMPLES ? wave_get(w, vector, at++) : 0.0;
  for (int block = WAVE_U; block <= WAVE_MEMORIES; block *= 2) {
    int64_t begin, end;
    block_of(w, block, &begin, &end);
    for (int64_t i = begin; i < end; ++i) wave_put(w, m->packed, i, blocks & block ? wave_get(w, vector, at++) : 0.0);
  }
  wave_unpack_state(w, m->packed, m->state, 0.0);
}

/* Samples and state -> vector, times factor. */
static void gather(map *m, int blocks, int64_t points, void *vector, double factor) {
  wave *w = m->w;
  int64_t at = 0;
  for (int64_t i = 0; blocks & WAVE_SAMPLES && i < points * w->samples; ++i)
    wave_put(w, vector, at++, m->rows[i] * factor);
  wave_pack_state(w, m->state, m->packed);
  for (int block = WAVE_U; block <= WAVE_MEMORIES; block *= 2) {
    int64_t begin, end;
    block_of(w, block, &begin, &end);
    for (int64_t i = begin; blocks & block && i < end; ++i)
      wave_put(w, vector, at++, wave_get(w, m->packed, i) * factor);
  }
}

/* A state that no block asks for is not set at all. */
static const void *state_or_none(const map *m, int blocks, int64_t *bytes) {
  const int any = blocks & (WAVE_ALL - WAVE_SAMPLES);
  *bytes = any ? m->w->state_bytes : 0;
  return any ? m->state : NULL;
}

static int32_t forward(const void *x, void *y, void *user) {
  map *m = user;
  wave *w = m->w;
  ebw_shot *shot = w->shot[0];
  int64_t bytes;
  spread(m, m->in, WAVE_SOURCES, x);
  for (int s = 0; s < WAVE_SOURCES; ++s) assert_ok(ebw_shot_set_wavelet(shot, s, m->rows + s * w->samples, w->samples));
  const void *state = state_or_none(m, m->in, &bytes);
  assert_ok(ebw_shot_set_initial_state(shot, state, bytes));
  assert_ok(ebw_forward(w->model, &shot, 1));
  assert_ok(ebw_shot_get_traces(shot, m->rows, WAVE_RECEIVERS, w->samples, NULL));
  assert_ok(ebw_shot_get_final_state(shot, m->state, w->state_bytes));
  gather(m, m->out, WAVE_RECEIVERS, y, 1.0);
  return 0;
}

static int32_t adjoint(const void *y, void *x, void *user) {
  map *m = user;
  wave *w = m->w;
  ebw_shot *shot = w->shot[0];
  int64_t bytes;
  spread(m, m->out, WAVE_RECEIVERS, y);
  assert_ok(ebw_shot_set_adjoint_sources(shot, m->rows, WAVE_RECEIVERS, w->samples, NULL));
  const void *state = state_or_none(m, m->out, &bytes);
  assert_ok(ebw_shot_set_final_cotangent(shot, state, bytes));
  assert_ok(ebw_adjoint(w->model, &shot, 1, 0, NULL, NULL));
  for (int s = 0; s < WAVE_SOURCES; ++s)
    assert_ok(ebw_shot_get_wavelet_gradient(shot, s, m->rows + s * w->samples, w->samples));
  assert_ok(ebw_shot_get_initial_cotangent(shot, m->state, w->state_bytes));
  gather(m, m->in, WAVE_SOURCES, x, 1.0 + m->corrupt);
  return 0;
}

wave_dot_result wave_dot(wave *w, int in, int out, double corrupt) {
  map m = {w, in, out, corrupt, NULL, NULL, NULL};
  m.rows = calloc((size_t)(WAVE_RECEIVERS * w->samples), sizeof(double));
  m.packed = calloc((size_t)w->state_nodes, wave_size(w));
  m.state = calloc((size_t)w->state_bytes, 1);
  ebw_dot *test = NULL;
  const char *text = NULL;
  wave_dot_result result = {-1, NAN, NAN, NAN, ""};
  assert_ok(ebw_dot_create(w->of.dtype, length(w, in, WAVE_SOURCES), length(w, out, WAVE_RECEIVERS), forward, adjoint,
                           &m, NULL, &test));
  assert_ok(ebw_dot_set_steps(test, w->of.steps));
  assert_ok(ebw_dot_run(test, &result.verdict));
  assert_ok(ebw_dot_get_pair(test, EBW_WORST, NULL, &result.error, &result.linearity));
  assert_ok(ebw_dot_get_bound(test, &result.bound));
  assert_ok(ebw_dot_get_text(test, &text));
  snprintf(result.text, sizeof result.text, "%s", text);
  ebw_dot_destroy(test);
  free(m.rows);
  free(m.packed);
  free(m.state);
  return result;
}

void wave_assert_dot(wave *w, int in, int out) {
  const wave_dot_result result = wave_dot(w, in, out, 0.0);
  wave_worst_dot = fmax(wave_worst_dot, result.error / result.bound);
  if (result.verdict != EBW_VERDICT_PASS) fail_msg("%s, blocks %d to %d: %s", w->of.name, in, out, result.text);
}

void wave_assert_case(const wave_case *of) {
  wave w;
  wave_open(&w, of, 1);
  wave_assert_dot(&w, WAVE_ALL, WAVE_ALL);
  wave_close(&w);
}
