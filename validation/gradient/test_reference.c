/* SPDX-License-Identifier: MIT */
/* The library against the scheme written out node by node: traces, states, wavelet gradients, imaging by parts. */
#include <stdlib.h>

#include "scalar_reference.h"
#include "wave_case.h"

static const wave_case kPlainFaces[] = {
    {"zero, order 2", EBW_F64, 2, 2, {13, 11}, {1.0, 0.8}, "z z z z", 40},
    {"zero, order 4", EBW_F64, 2, 4, {13, 11}, {1.0, 0.8}, "z z z z", 40},
    {"zero, order 12 on fewer nodes", EBW_F64, 2, 12, {5, 4}, {1.0, 0.8}, "z z z z", 40},
    {"free and rigid, order 4", EBW_F64, 2, 4, {13, 11}, {1.0, 0.8}, "f r r f", 40},
    {"free and zero, order 8", EBW_F64, 2, 8, {13, 11}, {1.0, 0.8}, "z f f f", 40},
    {"equal spacings, free and zero, order 12", EBW_F64, 2, 12, {13, 14}, {0.9, 0.9}, "z f z z", 40},
    {"a free strip of 2 nodes, order 2", EBW_F64, 2, 2, {3, 2}, {1.0, 0.8}, "r z f r", 40},
};
static const wave_case kLayers[] = {
    {"equal spacings, cpml and rigid, order 8", EBW_F64, 2, 8, {13, 11}, {0.9, 0.9}, "c5 c7 r c8", 60},
    {"cpml, order 2", EBW_F64, 2, 2, {13, 11}, {1.0, 0.8}, "c5 c7 c6 c8", 60},
    {"cpml, order 8", EBW_F64, 2, 8, {13, 11}, {1.0, 0.8}, "c5 c7 c6 c8", 60},
    {"cpml, order 12 around one node", EBW_F64, 2, 12, {1, 1}, {1.0, 0.8}, "c5 c7 c6 c8", 60},
    {"sponge, order 4", EBW_F64, 2, 4, {13, 11}, {1.0, 0.8}, "s5 s7 s6 s8", 60},
    {"cpml opposite sponge, free opposite cpml, order 4", EBW_F64, 2, 4, {13, 11}, {1.0, 0.8}, "c6 s5 f c7", 60},
    {"rigid opposite cpml, sponge opposite zero, order 8", EBW_F64, 2, 8, {13, 11}, {1.0, 0.8}, "r c5 s6 z", 60},
};

enum { SOURCES = 3, RECEIVERS = 5 };
/* By fractions of the grid: on a node, off nodes, beside edges and on one. */
static const double kSources[SOURCES][2] = {{0.5, 0.5}, {0.37, 0.61}, {0.03, 0.96}};
static const double kReceivers[RECEIVERS][2] = {{0.25, 0.5}, {0.62, 0.33}, {0.62, 0.33}, {0.98, 0.02}, {0.71, 0.0}};

/* One problem, in the library and in the reference. */
typedef struct {
  wave w;
  ebw_shot *shot;
  reference r;
  int n; /* nodes, layers included */
  double *velocity, *wavelets, *observed, *fields, weights[RECEIVERS];
} problem;

static void read_faces(reference *r, const char *words) {
  for (int face = 0; face < 4; ++face) {
    reference_face *to = &r->face[face / 2][face % 2];
    char *end;
    words += strspn(words, " ");
    to->kind = *words++;
    to->cells = (int)strtol(words, &end, 10);
    words = end;
  }
}

static double *random_array(int64_t count, uint64_t seed) {
  double *values = calloc((size_t)count, sizeof *values);
  for (int64_t i = 0; i < count; ++i) values[i] = wave_random(&seed);
  return values;
}

static int clamp(int i, int last) { return i < 0 ? 0 : i > last ? last : i; }

/* The node of the given grid whose value a node has. */
static int inner_node(const reference *r, int index) {
  const int i = clamp(index / r->n[1] - r->face[0][0].cells, r->inner[0] - 1);
  const int j = clamp(index % r->n[1] - r->face[1][0].cells, r->inner[1] - 1);
  return i * r->inner[1] + j;
}

static void fill_courant(problem *p) {
  reference *r = &p->r;
  for (int index = 0; index < p->n; ++index) {
    const double v = p->velocity[inner_node(r, index)];
    r->c[index] = v * v * r->dt * r->dt;
    for (int axis = 0; axis < 2; ++axis) {
      const int at = axis == 0 ? index / r->n[1] : index % r->n[1];
      if ((r->face[axis][0].kind == 'f' && at == 0) || (r->face[axis][1].kind == 'f' && at == r->n[axis] - 1))
        r->c[index] = 0.0;
    }
  }
}

static void open_reference(problem *p, const wave_case *of) {
  reference *r = &p->r;
  read_faces(r, of->faces);
  for (int axis = 0; axis < 2; ++axis) {
    r->inner[axis] = (int)of->shape[axis];
    r->n[axis] = r->inner[axis] + r->face[axis][0].cells + r->face[axis][1].cells;
    r->h[axis] = of->spacing[axis];
  }
  p->n = r->n[0] * r->n[1];
  r->order = of->order;
  r->steps = (int)of->steps;
  r->dt = p->w.dt;
  r->v_ref = 3000.0;
  r->f_ref = 150.0;
  r->c = calloc((size_t)p->n, sizeof(double));
  fill_courant(p);
  r->u0 = random_array(p->n, 11);
  r->before = random_array(p->n, 12);
  r->wavelets = p->wavelets;
  r->n_sources = SOURCES;
  r->n_receivers = RECEIVERS;
  for (int axis = 0; axis < 2; ++axis) {
    const double size = (double)(r->inner[axis] - 1) * r->h[axis];
    for (int s = 0; s < SOURCES; ++s) r->source[s][axis] = kSources[s][axis] * size;
    for (int q = 0; q < RECEIVERS; ++q) r->receiver[q][axis] = kReceivers[q][axis] * size;
  }
  p->fields = calloc((size_t)p->n * (size_t)(r->steps + 2), sizeof(double));
  reference_forward(r, p->fields);
}

static void open_shot(problem *p) {
  const int64_t samples = p->w.samples;
  assert_ok(ebw_shot_create(p->w.model, &p->shot));
  for (int s = 0; s < SOURCES; ++s)
    assert_ok(ebw_shot_add_source(p->shot, p->r.source[s], p->wavelets + s * samples, samples));
  assert_ok(ebw_shot_add_receivers(p->shot, RECEIVERS, p->r.receiver[0]));
  assert_ok(ebw_shot_set_observed(p->shot, p->observed, RECEIVERS, samples, NULL));
  assert_ok(ebw_shot_set_weights(p->shot, p->weights, RECEIVERS));
  assert_ok(ebw_shot_set_keep_states(p->shot, 1));
  double *packed = calloc((size_t)p->w.state_nodes, sizeof *packed); /* memories stay 0 */
  memcpy(packed, p->r.u0, (size_t)p->n * sizeof *packed);
  memcpy(packed + p->n, p->r.before, (size_t)p->n * sizeof *packed);
  void *state = malloc((size_t)p->w.state_bytes);
  wave_unpack_state(&p->w, packed, state, 0.0);
  assert_ok(ebw_shot_set_initial_state(p->shot, state, p->w.state_bytes));
  free(state);
  free(packed);
}

static void open_problem(problem *p, const wave_case *of) {
  memset(p, 0, sizeof *p);
  wave_open(&p->w, of, 0);
  p->velocity = calloc((size_t)p->w.nodes, sizeof(double));
  wave_fill_velocity(&p->w, 5, p->velocity);
  wave_set_field(&p->w, "velocity", p->velocity);
  p->wavelets = random_array(SOURCES * p->w.samples, 6);
  p->observed = random_array(RECEIVERS * p->w.samples, 7);
  for (int q = 0; q < RECEIVERS; ++q) p->weights[q] = 0.5 + 0.2 * q;
  open_reference(p, of);
  open_shot(p);
}

static void close_problem(problem *p) {
  ebw_shot_destroy(p->shot);
  wave_close(&p->w);
  free(p->velocity);
  free(p->wavelets);
  free(p->observed);
  free(p->fields);
  free(p->r.c);
  free(p->r.u0);
  free(p->r.before);
}

/* Rounding alone, relative to the largest value: both do the same sums in another order, over 40 to 60 steps. */
static const double kTolerance = 1e-12;
static double worst = 0.0;

static double difference(const double *got, const double *expected, int64_t count) {
  double most = 0.0, size = 0.0;
  for (int64_t i = 0; i < count; ++i) {
    size = fmax(size, fabs(expected[i]));
    if (!isfinite(got[i])) return INFINITY;
    most = fmax(most, fabs(got[i] - expected[i]));
  }
  return size > 0.0 ? most / size : INFINITY;
}

static void assert_array(const problem *p, const char *what, const double *got, const double *expected, int64_t count) {
  const double error = difference(got, expected, count);
  worst = fmax(worst, error);
  if (!(error <= kTolerance)) fail_msg("%s: %s differ by %.3g of the largest value", p->w.of.name, what, error);
}

static void compare_states(const problem *p, int32_t (*get)(const ebw_shot *, void *, int64_t), const char *what,
                           const double *first, const double *second) {
  void *state = malloc((size_t)p->w.state_bytes);
  double *packed = calloc((size_t)p->w.state_nodes, sizeof *packed);
  assert_ok(get(p->shot, state, p->w.state_bytes));
  wave_pack_state(&p->w, state, packed);
  assert_array(p, what, packed, first, p->n);
  assert_array(p, what, packed + p->n, second, p->n);
  free(state);
  free(packed);
}

static void compare_forward(const problem *p) {
  const int64_t count = RECEIVERS * p->w.samples;
  double *got = calloc((size_t)count, sizeof *got), *expected = calloc((size_t)count, sizeof *expected);
  const double *last = p->fields + (p->r.steps + 1) * p->n;
  assert_ok(ebw_forward(p->w.model, (ebw_shot *const *)&p->shot, 1));
  assert_ok(ebw_shot_get_traces(p->shot, got, RECEIVERS, p->w.samples, NULL));
  reference_sample(&p->r, p->fields, expected);
  for (int q = 0; q < RECEIVERS; ++q) { /* each against its own size; a point on a free face sees nothing */
    const double *trace = expected + q * p->w.samples;
    double size = 0.0;
    for (int64_t k = 0; k < p->w.samples; ++k) size = fmax(size, fabs(trace[k]));
    if (size > 0.0)
      assert_array(p, "traces", got + q * p->w.samples, trace, p->w.samples);
    else
      assert_memory_equal(got + q * p->w.samples, trace, (size_t)p->w.samples * sizeof *trace);
  }
  compare_states(p, ebw_shot_get_final_state, "final states", last, last - p->n);
  free(got);
  free(expected);
}

static void forward_sweep_agrees_without_layers(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kPlainFaces / sizeof *kPlainFaces; ++i) {
    problem p;
    open_problem(&p, &kPlainFaces[i]);
    compare_forward(&p);
    close_problem(&p);
  }
}

static void forward_sweep_agrees_in_cpml_and_sponge(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kLayers / sizeof *kLayers; ++i) {
    problem p;
    open_problem(&p, &kLayers[i]);
    compare_forward(&p);
    close_problem(&p);
  }
}

/* weight^2 (trace - observed) and the misfit. */
static double residual_of(const problem *p, double *residual) {
  double misfit = 0.0;
  reference_sample(&p->r, p->fields, residual);
  for (int q = 0; q < RECEIVERS; ++q)
    for (int64_t k = 0; k < p->w.samples; ++k) {
      double *at = residual + q * p->w.samples + k;
      const double weighted = p->weights[q] * (*at - p->observed[q * p->w.samples + k]);
      misfit += 0.5 * weighted * weighted;
      *at = p->weights[q] * weighted;
    }
  return misfit;
}

static void compare_gradient(problem *p) {
  const size_t n = (size_t)p->n;
  const int64_t samples = p->w.samples;
  double *residual = calloc((size_t)(RECEIVERS * samples), sizeof(double));
  double *by_wavelets = calloc((size_t)(SOURCES * samples), sizeof(double)), *by_model = calloc(n, sizeof(double));
  double *by_u0 = calloc(n, sizeof(double)), *by_before = calloc(n, sizeof(double)), *got = calloc(n, sizeof(double));
  double *wavelet = calloc((size_t)samples, sizeof(double)), misfit = NAN;
  const double expected = residual_of(p, residual);
  reference_adjoint(&p->r, p->fields, residual, by_model, by_wavelets, by_u0, by_before);
  for (size_t i = 0; i < n; ++i) by_model[i] *= 2.0 * p->velocity[i] * p->r.dt * p->r.dt; /* no layers: same nodes */
  assert_ok(ebw_gradient(p->w.model, (ebw_shot *const *)&p->shot, 1, 0, &misfit, got, NULL));
  ebw_assert_close(misfit, expected, kTolerance * expected);
  assert_array(p, "model gradients", got, by_model, p->n);
  for (int s = 0; s < SOURCES; ++s) {
    assert_ok(ebw_shot_get_wavelet_gradient(p->shot, s, wavelet, samples));
    assert_array(p, "wavelet gradients", wavelet, by_wavelets + s * samples, samples);
  }
  compare_states(p, ebw_shot_get_initial_cotangent, "initial cotangents", by_u0, by_before);
  free(residual);
  free(by_wavelets);
  free(by_model);
  free(by_u0);
  free(by_before);
  free(got);
  free(wavelet);
}

static void imaging_by_parts_agrees_with_the_direct_sum(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kPlainFaces / sizeof *kPlainFaces; ++i) {
    problem p;
    open_problem(&p, &kPlainFaces[i]);
    compare_gradient(&p);
    close_problem(&p);
  }
}

/* Of the comparison with one value off, and of a speed that differs in one cell: its traces are not those expected. */
static void a_difference_of_1e_11_is_seen(void **state) {
  (void)state;
  problem p;
  open_problem(&p, &kLayers[0]);
  const int64_t count = RECEIVERS * p.w.samples;
  double *expected = calloc((size_t)count, sizeof *expected), *got = calloc((size_t)count, sizeof *got);
  reference_sample(&p.r, p.fields, expected);
  memcpy(got, expected, (size_t)count * sizeof *got);
  assert_true(difference(got, expected, count) == 0.0);
  int64_t largest = 0;
  for (int64_t i = 0; i < count; ++i)
    if (fabs(expected[i]) > fabs(expected[largest])) largest = i;
  got[largest] *= 1.0 + 1e-11;
  assert_true(difference(got, expected, count) > kTolerance);

  p.velocity[p.w.nodes / 2] *= 1.0 + 1e-10;
  wave_set_field(&p.w, "velocity", p.velocity);
  assert_ok(ebw_forward(p.w.model, (ebw_shot *const *)&p.shot, 1));
  assert_ok(ebw_shot_get_traces(p.shot, got, RECEIVERS, p.w.samples, NULL));
  assert_true(difference(got, expected, count) > kTolerance);
  free(got);
  free(expected);
  close_problem(&p);
}

static int show_worst(void **state) {
  (void)state;
  print_message("# largest difference %.3g of %.3g\n", worst, kTolerance);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forward_sweep_agrees_without_layers),
      cmocka_unit_test(forward_sweep_agrees_in_cpml_and_sponge),
      cmocka_unit_test(imaging_by_parts_agrees_with_the_direct_sum),
      cmocka_unit_test(a_difference_of_1e_11_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, show_worst);
}
