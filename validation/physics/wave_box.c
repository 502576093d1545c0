/* SPDX-License-Identifier: MIT */
/* Models, states and runs of a box. */
#include "wave_box.h"

#include <float.h>
#include <stdlib.h>

double unit_roundoff(int32_t dtype) { return dtype == EBW_F32 ? FLT_EPSILON / 2 : DBL_EPSILON / 2; }
const char *dtype_name(int32_t dtype) { return dtype == EBW_F32 ? "f32" : "f64"; }
const char *kind_name(int32_t kind) {
  static const char *const names[] = {"?", "cpml", "sponge", "free", "rigid", "zero"};
  return names[kind];
}

Box make_box(int32_t dtype, int32_t ndim, int32_t order, const int64_t *shape, const double *spacing, int32_t kind,
             int64_t cells) {
  Box box = {.dtype = dtype, .ndim = ndim, .order = order, .cells = cells, .v_ref = 2000.0, .f_ref = 15.0};
  for (int d = 0; d < ndim; ++d) {
    box.shape[d] = shape[d];
    box.spacing[d] = spacing[d];
    box.faces[d][0] = box.faces[d][1] = kind;
  }
  return box;
}

int64_t box_nodes(const Box *box) {
  int64_t nodes = 1;
  for (int d = 0; d < box->ndim; ++d) nodes *= box->shape[d];
  return nodes;
}

/* Sequence of Weyl with the mixing function of splitmix64 (Steele, Lea and Flood 2014). */
double next_uniform(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

void fill_uniform(double *values, int64_t count, double low, double high, uint64_t seed) {
  for (int64_t i = 0; i < count; ++i) values[i] = low + (high - low) * next_uniform(&seed);
}

void *zeros(int64_t count, int64_t size) {
  void *memory = calloc((size_t)count, (size_t)size);
  assert_non_null(memory);
  return memory;
}

static void set_velocity(ebw_model *model, const Box *box, const double *velocity) {
  const int64_t nodes = box_nodes(box);
  float *single = zeros(nodes, sizeof *single);
  double *real = zeros(nodes, sizeof *real);
  for (int64_t i = 0; i < nodes; ++i) single[i] = (float)(real[i] = velocity ? velocity[i] : 2000.0);
  assert_ok(ebw_model_set_field(model, "velocity", box->dtype == EBW_F32 ? (void *)single : (void *)real, box->dtype,
                                box->ndim, box->shape, NULL));
  free(single);
  free(real);
}

ebw_model *open_model(const Box *box, const double *velocity) {
  ebw_model *model = NULL;
  assert_ok(ebw_model_create(box->dtype, box->ndim, box->shape, box->spacing, &model));
  set_velocity(model, box, velocity);
  assert_ok(ebw_model_set_order(model, box->order));
  assert_ok(ebw_model_set_threads(model, 1));
  for (int d = 0; d < box->ndim; ++d)
    for (int side = 0; side < 2; ++side) {
      const int32_t kind = box->faces[d][side];
      const int layer = kind == EBW_BOUNDARY_CPML || kind == EBW_BOUNDARY_SPONGE;
      /* A 2-D box has no y faces: its second axis is z. */
      const int32_t face = (d == box->ndim - 1 ? EBW_FACE_TOP : 2 * d) + side;
      assert_ok(ebw_model_set_boundary(model, face, kind, layer ? box->cells : 0, box->v_ref, box->f_ref));
    }
  return model;
}

double dt_max_of(const ebw_model *model) {
  double dt_max = 0.0;
  assert_ok(ebw_model_get_dt_max(model, &dt_max));
  return dt_max;
}

State new_state(const ebw_model *model, const Box *box) {
  State state = {.dtype = box->dtype, .ndim = box->ndim};
  assert_ok(ebw_model_get_state_bytes(model, &state.size));
  state.bytes = zeros(state.size, 1);
  return state;
}

void free_state(State *state) {
  free(state->bytes);
  state->bytes = NULL;
}

typedef struct Layout {
  int64_t offset, shape[3], stride[3];
} Layout;

/* Both as three axes; a missing axis comes first and has one node. */
static Layout layout_of(const ebw_model *model, int32_t ndim, int32_t index) {
  Layout layout = {.shape = {1, 1, 1}};
  const char *name = NULL;
  assert_ok(ebw_model_get_state_field(model, index, &name, &layout.offset, layout.shape + 3 - ndim,
                                      layout.stride + 3 - ndim));
  assert_string_equal(name, index == 0 ? "u" : "u_prev");
  return layout;
}

static int32_t axes_of(const ebw_model *model) {
  /* Room for three axes whatever the model has; a 2-D model leaves the third alone. */
  Layout layout = {.shape = {0, 0, 0}};
  const char *name = NULL;
  assert_ok(ebw_model_get_state_field(model, 0, &name, &layout.offset, layout.shape, layout.stride));
  return layout.shape[2] ? 3 : 2;
}

int64_t state_nodes(const ebw_model *model) {
  const Layout layout = layout_of(model, axes_of(model), 0);
  return layout.shape[0] * layout.shape[1] * layout.shape[2];
}

static void copy_field(const ebw_model *model, const State *state, int32_t index, double *out, const double *in) {
  const Layout l = layout_of(model, state->ndim, index);
  char *base = (char *)state->bytes + l.offset;
  int64_t at = 0;
  for (int64_t i = 0; i < l.shape[0]; ++i)
    for (int64_t j = 0; j < l.shape[1]; ++j)
      for (int64_t k = 0; k < l.shape[2]; ++k, ++at) {
        const int64_t element = i * l.stride[0] + j * l.stride[1] + k * l.stride[2];
        float *single = (float *)base + element;
        double *real = (double *)base + element;
        if (in && state->dtype == EBW_F32) *single = (float)in[at];
        if (in && state->dtype == EBW_F64) *real = in[at];
        if (out) out[at] = state->dtype == EBW_F32 ? (double)*single : *real;
      }
}

void put_field(const ebw_model *model, State *state, int32_t index, const double *dense) {
  copy_field(model, state, index, NULL, dense);
}
void get_field(const ebw_model *model, const State *state, int32_t index, double *dense) {
  copy_field(model, state, index, dense, NULL);
}

void advance_state(ebw_model *model, double dt, int64_t steps, State *state) {
  ebw_shot *shot = NULL;
  assert_ok(ebw_model_set_time(model, dt, steps));
  assert_ok(ebw_shot_create(model, &shot));
  assert_ok(ebw_shot_set_initial_state(shot, state->bytes, state->size));
  assert_ok(ebw_shot_set_keep_states(shot, 1));
  assert_ok(ebw_forward(model, &shot, 1));
  assert_ok(ebw_shot_get_final_state(shot, state->bytes, state->size));
  ebw_shot_destroy(shot);
}

void run_source(ebw_model *model, double dt, int64_t steps, const double *source, const double *wavelet,
                int64_t n_receivers, const double *receivers, double *traces) {
  ebw_shot *shot = NULL;
  assert_ok(ebw_model_set_time(model, dt, steps));
  assert_ok(ebw_shot_create(model, &shot));
  assert_ok(ebw_shot_add_source(shot, source, wavelet, steps + 1));
  assert_ok(ebw_shot_add_receivers(shot, n_receivers, receivers));
  assert_ok(ebw_forward(model, &shot, 1));
  assert_ok(ebw_shot_get_traces(shot, traces, n_receivers, steps + 1, NULL));
  ebw_shot_destroy(shot);
}

double largest(const double *values, int64_t count) {
  double most = 0.0;
  for (int64_t i = 0; i < count; ++i) most = worse_of(most, fabs(values[i]));
  return most;
}

double worse_of(double a, double b) { return isfinite(a) && isfinite(b) ? fmax(a, b) : INFINITY; }

double norm(const double *values, int64_t count) {
  double sum = 0.0;
  for (int64_t i = 0; i < count; ++i) sum += values[i] * values[i];
  return sqrt(sum);
}

double norm_of_difference(const double *a, const double *b, int64_t count) {
  double sum = 0.0;
  for (int64_t i = 0; i < count; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}
