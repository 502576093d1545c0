/* SPDX-License-Identifier: MIT */
/* The misfit as a function of one block, under the library's Taylor test. */
#include "wave_taylor.h"

#include <stdio.h>
#include <stdlib.h>

double wave_worst_error = 0.0, wave_worst_resolution = 0.0;

static const char *const kBlocks[WAVE_BLOCKS] = {"velocity", "slowness squared", "wavelets", "initial states"};

typedef struct {
  wave *w;
  int block;
} objective;

static int64_t length(const objective *o) {
  const wave *w = o->w;
  if (o->block == WAVE_BY_WAVELETS) return w->n_shots * WAVE_SOURCES * w->samples;
  if (o->block == WAVE_BY_INITIAL_STATES) return w->n_shots * w->state_nodes;
  return w->nodes;
}

static void set_point(const objective *o, const void *m) {
  wave *w = o->w;
  const unsigned char *bytes = m;
  double *wavelet = malloc((size_t)w->samples * sizeof *wavelet);
  void *state = malloc((size_t)w->state_bytes);
  if (o->block == WAVE_BY_VELOCITY) wave_set_field(w, "velocity", m);
  if (o->block == WAVE_BY_SLOWNESS_SQUARED) wave_set_field(w, "slowness_squared", m);
  if (o->block == WAVE_BY_WAVELETS)
    for (int64_t i = 0; i < w->n_shots * WAVE_SOURCES; ++i) {
      for (int64_t k = 0; k < w->samples; ++k) wavelet[k] = wave_get(w, m, i * w->samples + k);
      assert_ok(ebw_shot_set_wavelet(w->shot[i / WAVE_SOURCES], i % WAVE_SOURCES, wavelet, w->samples));
    }
  if (o->block == WAVE_BY_INITIAL_STATES)
    for (int64_t s = 0; s < w->n_shots; ++s) {
      wave_unpack_state(w, bytes + s * w->state_nodes * (int64_t)wave_size(w), state, 0.0);
      assert_ok(ebw_shot_set_initial_state(w->shot[s], state, w->state_bytes));
    }
  free(wavelet);
  free(state);
}

static int32_t evaluate(const void *m, double *J, void *user) {
  const objective *o = user;
  set_point(o, m);
  return ebw_misfit(o->w->model, o->w->shot, o->w->n_shots, J);
}

static void gradient_at(const objective *o, const void *m, void *g) {
  wave *w = o->w;
  unsigned char *bytes = g;
  double *wavelet = malloc((size_t)w->samples * sizeof *wavelet);
  void *state = malloc((size_t)w->state_bytes), *model = calloc((size_t)w->nodes, wave_size(w));
  set_point(o, m);
  assert_ok(ebw_model_set_parameter(
      w->model, o->block == WAVE_BY_SLOWNESS_SQUARED ? EBW_PARAMETER_SLOWNESS_SQUARED : EBW_PARAMETER_VELOCITY));
  assert_ok(ebw_gradient(w->model, w->shot, w->n_shots, 0, NULL, model, NULL));
  if (o->block == WAVE_BY_WAVELETS) {
    for (int64_t i = 0; i < w->n_shots * WAVE_SOURCES; ++i) {
      assert_ok(ebw_shot_get_wavelet_gradient(w->shot[i / WAVE_SOURCES], i % WAVE_SOURCES, wavelet, w->samples));
      for (int64_t k = 0; k < w->samples; ++k) wave_put(w, g, i * w->samples + k, wavelet[k]);
    }
  } else if (o->block == WAVE_BY_INITIAL_STATES) {
    for (int64_t s = 0; s < w->n_shots; ++s) {
      assert_ok(ebw_shot_get_initial_cotangent(w->shot[s], state, w->state_bytes));
      wave_pack_state(w, state, bytes + s * w->state_nodes * (int64_t)wave_size(w));
    }
  } else {
    memcpy(g, model, (size_t)w->nodes * wave_size(w));
  }
  free(wavelet);
  free(state);
  free(model);
}

/* The point of test `number`. */
static void fill_point(const objective *o, uint64_t number, void *m) {
  uint64_t seed = 70 + number;
  const wave *w = o->w;
  if (o->block <= WAVE_BY_SLOWNESS_SQUARED) {
    wave_fill_velocity(w, seed, m);
    for (int64_t i = 0; o->block == WAVE_BY_SLOWNESS_SQUARED && i < w->nodes; ++i)
      wave_put(w, m, i, 1.0 / (wave_get(w, m, i) * wave_get(w, m, i)));
  } else {
    for (int64_t i = 0; i < length(o); ++i) wave_put(w, m, i, wave_random(&seed));
  }
}

static int on_edge(const wave *w, int64_t node) {
  for (int d = w->of.ndim - 1; d >= 0; --d) {
    const int64_t at = node % w->of.shape[d];
    if (at == 0 || at == w->of.shape[d] - 1) return 1;
    node /= w->of.shape[d];
  }
  return 0;
}

static void give_edge_directions(const wave *w, ebw_taylor *test) {
  enum { COUNT = 3 };
  uint64_t seed = 3;
  void *directions = calloc((size_t)(COUNT * w->nodes), wave_size(w));
  for (int64_t i = 0; i < COUNT * w->nodes; ++i)
    wave_put(w, directions, i, on_edge(w, i % w->nodes) ? wave_random(&seed) : 0.0);
  assert_ok(ebw_taylor_set_given_directions(test, COUNT, directions));
  free(directions);
}

/* Adds spoil times |D g| to D g at one element, D the typical sizes |m| of the test. */
static void spoil_gradient(const objective *o, const void *m, void *g, double spoil) {
  double sum = 0.0;
  const int64_t n = length(o), middle = n / 2;
  for (int64_t i = 0; i < n; ++i) sum += pow(wave_get(o->w, m, i) * wave_get(o->w, g, i), 2.0);
  wave_put(o->w, g, middle, wave_get(o->w, g, middle) + spoil * sqrt(sum) / fabs(wave_get(o->w, m, middle)));
}

wave_taylor_result wave_taylor(wave *w, int block, wave_taylor_options options) {
  objective o = {w, block};
  wave_taylor_result result = {-1, NAN, NAN, ""};
  ebw_taylor *test = NULL;
  const char *text = NULL;
  void *m = calloc((size_t)length(&o), wave_size(w)), *g = calloc((size_t)length(&o), wave_size(w));
  assert_ok(ebw_model_set_slots(w->model, options.slots));
  fill_point(&o, 0, m);
  gradient_at(&o, m, g);
  fill_point(&o, 1, m);
  if (!options.stale_point) gradient_at(&o, m, g);
  spoil_gradient(&o, m, g, options.spoil);
  assert_ok(ebw_taylor_create(w->of.dtype, length(&o), evaluate, &o, NULL, &test));
  if (w->of.dtype == EBW_F64) assert_ok(ebw_taylor_set_profile(test, EBW_PROFILE_EXACT));
  if (options.edges_only) give_edge_directions(w, test);
  assert_ok(ebw_taylor_run(test, m, g, &result.verdict));
  assert_ok(ebw_taylor_get_direction(test, EBW_WORST, NULL, &result.error, &result.resolution));
  assert_ok(ebw_taylor_get_text(test, &text));
  snprintf(result.text, sizeof result.text, "%s", text);
  ebw_taylor_destroy(test);
  assert_ok(ebw_model_set_slots(w->model, 0));
  free(m);
  free(g);
  return result;
}

void wave_assert_taylor(wave *w, int block, wave_taylor_options options) {
  const wave_taylor_result result = wave_taylor(w, block, options);
  if (result.verdict != EBW_VERDICT_PASS) fail_msg("%s by %s: %s", w->of.name, kBlocks[block], result.text);
  if (w->of.dtype != EBW_F64) return;
  if (!(result.resolution <= 1e-8))
    fail_msg("%s by %s: resolution %.3g", w->of.name, kBlocks[block], result.resolution);
  wave_worst_error = fmax(wave_worst_error, result.error);
  wave_worst_resolution = fmax(wave_worst_resolution, result.resolution);
}
