/* SPDX-License-Identifier: MIT */
/* Cases of the gradient tests: model, shots, points and data from a description. */
#include "wave_case.h"

#include <stdlib.h>

static const double kFastest = 3300.0; /* m/s, of the time step */

double wave_random(uint64_t *seed) {
  *seed += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t z = *seed;
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  z ^= z >> 31;
  return ((double)(z >> 11) + 0.5) / 4503599627370496.0 - 1.0;
}

size_t wave_size(const wave *w) { return w->of.dtype == EBW_F32 ? sizeof(float) : sizeof(double); }

double wave_get(const wave *w, const void *array, int64_t i) {
  return w->of.dtype == EBW_F32 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

void wave_put(const wave *w, void *array, int64_t i, double value) {
  if (w->of.dtype == EBW_F32)
    ((float *)array)[i] = (float)value;
  else
    ((double *)array)[i] = value;
}

/* ---- Medium ------------------------------------------------------------------------------------------------------ */

void wave_fill_velocity(const wave *w, uint64_t seed, void *velocity) {
  for (int64_t i = 0; i < w->nodes; ++i) wave_put(w, velocity, i, 2250.0 + 750.0 * wave_random(&seed));
}

void wave_set_field(wave *w, const char *name, const void *values) {
  assert_ok(ebw_model_set_field(w->model, name, values, w->of.dtype, w->of.ndim, w->of.shape, NULL));
}

void wave_set_random_velocity(wave *w, uint64_t seed) {
  void *velocity = calloc((size_t)w->nodes, wave_size(w));
  wave_fill_velocity(w, seed, velocity);
  wave_set_field(w, "velocity", velocity);
  free(velocity);
}

static void set_faces(wave *w) {
  static const int32_t order2[] = {EBW_FACE_LEFT, EBW_FACE_RIGHT, EBW_FACE_TOP, EBW_FACE_BOTTOM};
  const char *at = w->of.faces;
  for (int f = 0; f < 2 * w->of.ndim; ++f) {
    at += strspn(at, " ");
    const char letter = *at++;
    char *end;
    const int64_t cells = strtol(at, &end, 10);
    at = end;
    const int32_t kind = letter == 'c'   ? EBW_BOUNDARY_CPML
                         : letter == 's' ? EBW_BOUNDARY_SPONGE
                         : letter == 'f' ? EBW_BOUNDARY_FREE
                         : letter == 'r' ? EBW_BOUNDARY_RIGID
                                         : EBW_BOUNDARY_ZERO;
    assert_ok(ebw_model_set_boundary(w->model, w->of.ndim == 2 ? order2[f] : f, kind, cells, 3000.0, 150.0));
  }
}

static void set_time(wave *w) {
  void *fastest = calloc((size_t)w->nodes, wave_size(w));
  for (int64_t i = 0; i < w->nodes; ++i) wave_put(w, fastest, i, kFastest);
  wave_set_field(w, "velocity", fastest);
  free(fastest);
  double dt_max = 0.0;
  assert_ok(ebw_model_get_dt_max(w->model, &dt_max));
  w->dt = 0.8 * dt_max;
  assert_ok(ebw_model_set_time(w->model, w->dt, w->of.steps));
}

static void read_layout(wave *w) {
  w->state_nodes = 0;
  for (w->n_fields = 0;; ++w->n_fields) {
    assert_true(w->n_fields < WAVE_MAX_FIELDS);
    wave_field *f = &w->field[w->n_fields];
    const int32_t status = ebw_model_get_state_field(w->model, w->n_fields, &f->name, &f->offset, f->shape, f->stride);
    if (status == EBW_ERR_NOT_FOUND) break;
    assert_ok(status);
    if (w->of.ndim == 2) f->shape[2] = f->stride[2] = 1;
    f->nodes = f->shape[0] * f->shape[1] * f->shape[2];
    w->state_nodes += f->nodes;
  }
  assert_ok(ebw_model_get_state_bytes(w->model, &w->state_bytes));
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* Metres of a point that lies `fraction` along the axis, `more` spacings on, or on the node before when asked for. */
static double place(const wave *w, int axis, double fraction, double more, int on_node) {
  const double last = (double)(w->of.shape[axis] - 1);
  double at = fraction * last + more;
  if (on_node) at = floor(at);
  return fmin(fmax(at, 0.0), last) * w->of.spacing[axis];
}

static void add_points(wave *w, int number) {
  const double shift = 0.07 * number;
  const struct {
    double fraction, more;
    int on_node;
  } sources[WAVE_SOURCES] = {{0.5, 0, 1}, {0.371 + shift, 0, 0}, {0.371 + shift, 0, 0}, {0, 0.3, 0}, {1, 0, 1}},
    receivers[WAVE_RECEIVERS] = {
        {0.34, 0, 1}, {0.617 - shift, 0, 0}, {0.617 - shift, 0, 0}, {0.617 - shift, 0.05, 0}, {1, -0.4, 0}, {0, 0, 1},
        {0.7, 0, 0}};
  uint64_t seed = 100 + (uint64_t)number;
  double position[3], positions[WAVE_RECEIVERS * 3], weights[WAVE_RECEIVERS];
  double *samples = calloc((size_t)(WAVE_RECEIVERS * w->samples), sizeof *samples);
  for (int s = 0; s < WAVE_SOURCES; ++s) {
    for (int d = 0; d < w->of.ndim; ++d)
      position[d] = place(w, d, sources[s].fraction, sources[s].more, sources[s].on_node);
    for (int64_t k = 0; k < w->samples; ++k) samples[k] = (float)wave_random(&seed);
    assert_ok(ebw_shot_add_source(w->shot[number], position, samples, w->samples));
  }
  for (int r = 0; r < WAVE_RECEIVERS; ++r) {
    for (int d = 0; d < w->of.ndim; ++d)
      positions[r * w->of.ndim + d] = place(w, d, receivers[r].fraction, receivers[r].more, receivers[r].on_node);
    if (r == WAVE_RECEIVERS - 1) positions[(r + 1) * w->of.ndim - 1] = 0.0; /* on the top face */
    weights[r] = 1.0 + 0.5 * wave_random(&seed);
  }
  for (int64_t i = 0; i < WAVE_RECEIVERS * w->samples; ++i) samples[i] = 0.3 * wave_random(&seed);
  assert_ok(ebw_shot_add_receivers(w->shot[number], WAVE_RECEIVERS, positions));
  assert_ok(ebw_shot_set_observed(w->shot[number], samples, WAVE_RECEIVERS, w->samples, NULL));
  assert_ok(ebw_shot_set_weights(w->shot[number], weights, WAVE_RECEIVERS));
  assert_ok(ebw_shot_set_keep_states(w->shot[number], 1));
  free(samples);
}

void wave_open(wave *w, const wave_case *of, int n_shots) {
  memset(w, 0, sizeof *w);
  w->of = *of;
  w->n_shots = n_shots;
  w->samples = of->steps + 1;
  w->nodes = 1;
  for (int d = 0; d < of->ndim; ++d) w->nodes *= of->shape[d];
  assert_ok(ebw_model_create(of->dtype, of->ndim, of->shape, of->spacing, &w->model));
  assert_ok(ebw_model_set_order(w->model, of->order));
  assert_ok(ebw_model_set_threads(w->model, 1));
  set_faces(w);
  set_time(w);
  read_layout(w);
  wave_set_random_velocity(w, 1);
  for (int s = 0; s < n_shots; ++s) {
    assert_ok(ebw_shot_create(w->model, &w->shot[s]));
    add_points(w, s);
  }
}

void wave_close(wave *w) {
  for (int s = 0; s < w->n_shots; ++s) ebw_shot_destroy(w->shot[s]);
  ebw_model_destroy(w->model);
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* Copies between a state and its real nodes; to_state chooses the direction. */
static void copy_state(const wave *w, unsigned char *state, unsigned char *packed, int to_state) {
  const size_t size = wave_size(w);
  for (int i = 0; i < w->n_fields; ++i) {
    const wave_field *f = &w->field[i];
    for (int64_t a = 0; a < f->shape[0]; ++a)
      for (int64_t b = 0; b < f->shape[1]; ++b)
        for (int64_t c = 0; c < f->shape[2]; ++c, packed += size) {
          unsigned char *at =
              state + f->offset + (a * f->stride[0] + b * f->stride[1] + c * f->stride[2]) * (int64_t)size;
          if (to_state)
            memcpy(at, packed, size);
          else
            memcpy(packed, at, size);
        }
  }
}

void wave_pack_state(const wave *w, const void *state, void *packed) {
  copy_state(w, (unsigned char *)state, packed, 0);
}

void wave_unpack_state(const wave *w, const void *packed, void *state, double padding) {
  for (int64_t i = 0; i < w->state_bytes / (int64_t)wave_size(w); ++i) wave_put(w, state, i, padding);
  copy_state(w, state, (unsigned char *)packed, 1);
}

void wave_set_random_initial(wave *w, int shot, uint64_t seed, double amplitude) {
  void *packed = calloc((size_t)w->state_nodes, wave_size(w)), *state = malloc((size_t)w->state_bytes);
  for (int64_t i = 0; i < w->state_nodes; ++i) wave_put(w, packed, i, amplitude * wave_random(&seed));
  wave_unpack_state(w, packed, state, 0.0);
  assert_ok(ebw_shot_set_initial_state(w->shot[shot], state, w->state_bytes));
  free(packed);
  free(state);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

wave_bits wave_collect(wave *w, double misfit, const void *gradient) {
  const size_t gradient_bytes = gradient ? (size_t)w->nodes * wave_size(w) : 0;
  const size_t row = (size_t)w->samples * sizeof(double), state = (size_t)w->state_bytes;
  const size_t shot_bytes = (WAVE_RECEIVERS + WAVE_SOURCES) * row + 2 * state;
  wave_bits bits = {NULL, sizeof misfit + gradient_bytes + (size_t)w->n_shots * shot_bytes};
  unsigned char *at = bits.bytes = calloc(bits.size, 1);
  double *rows = malloc(WAVE_RECEIVERS * row);
  memcpy(at, &misfit, sizeof misfit);
  at += sizeof misfit;
  if (gradient) memcpy(at, gradient, gradient_bytes);
  at += gradient_bytes;
  for (int s = 0; s < w->n_shots; ++s) {
    assert_ok(ebw_shot_get_traces(w->shot[s], rows, WAVE_RECEIVERS, w->samples, NULL));
    memcpy(at, rows, WAVE_RECEIVERS * row);
    at += WAVE_RECEIVERS * row;
    for (int i = 0; i < WAVE_SOURCES; ++i, at += row) {
      assert_ok(ebw_shot_get_wavelet_gradient(w->shot[s], i, rows, w->samples));
      memcpy(at, rows, row);
    }
    assert_ok(ebw_shot_get_initial_cotangent(w->shot[s], at, w->state_bytes));
    assert_ok(ebw_shot_get_final_state(w->shot[s], at + state, w->state_bytes));
    at += 2 * state;
  }
  free(rows);
  return bits;
}

wave_bits wave_gradient_bits(wave *w) { return wave_gradient_bits_within(w, 0); }

wave_bits wave_gradient_bits_within(wave *w, int64_t memory_bytes) {
  double misfit = NAN;
  void *gradient = calloc((size_t)w->nodes, wave_size(w));
  assert_ok(ebw_gradient(w->model, w->shot, w->n_shots, memory_bytes, &misfit, gradient, NULL));
  wave_bits bits = wave_collect(w, misfit, gradient);
  free(gradient);
  return bits;
}

int wave_same_bits(const wave_bits *a, const wave_bits *b) {
  return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

void wave_drop(wave_bits *bits) {
  free(bits->bytes);
  bits->bytes = NULL;
}
