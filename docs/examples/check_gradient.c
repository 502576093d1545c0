/* SPDX-License-Identifier: MIT */
/* Proves a wave gradient: a dot test of the whole forward map and a Taylor test through revolve with 3 slots.
 *
 *   check_gradient TRUE START NX NZ SPACING DT STEPS FREQUENCY LADDER.csv [THREADS]
 *
 * TRUE and START: velocities, raw float64 [NX][NZ]; the observed data are computed in the first, the gradient at the
 * second. The exit code is the worse of the two verdicts. The steps of the Taylor test go to LADDER.csv, for a plot.
 */
#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <stdlib.h>

/* The dot test takes random states, whose slowest part hardly leaves the layers: its rounding grows faster than the
 * test's bound, sqrt(steps), from some hundred steps on. The Taylor test takes all steps. */
enum { LAYER_CELLS = 20, SLOTS = 3, SOURCES = 2, NODES_PER_RECEIVER = 4, DOT_STEPS = 200 };

/* One experiment: a model, a shot, and the lengths of what goes in and out of the forward map. */
typedef struct {
  int64_t shape[2], samples, receivers, state_bytes;
  double spacing, dt, frequency;
  ebw_model *model;
  ebw_shot *shot;
} Experiment;

static void check(int32_t status) {
  if (status == EBW_OK) return;
  fprintf(stderr, "check_gradient: %s: %s\n", ebw_status_name(status), ebw_last_error());
  exit(EBW_VERDICT_FAIL);
}

static double *array(int64_t count) {
  double *values = calloc((size_t)count, sizeof *values);
  if (values) return values;
  fprintf(stderr, "check_gradient: no memory for %lld numbers\n", (long long)count);
  exit(EBW_VERDICT_FAIL);
}

static double *read_field(const char *path, int64_t count) {
  double *values = array(count);
  FILE *file = fopen(path, "rb");
  if (!file || fread(values, sizeof *values, (size_t)count, file) != (size_t)count) {
    fprintf(stderr, "check_gradient: cannot read %lld float64 from %s\n", (long long)count, path);
    exit(EBW_VERDICT_FAIL);
  }
  fclose(file);
  return values;
}

static int32_t set_velocity(const Experiment *e, const double *velocity) {
  return ebw_model_set_field(e->model, "velocity", velocity, EBW_F64, 2, e->shape, NULL);
}

/* Sources off the nodes, the first so near to the left face that its support reaches into the layer. */
static void add_points(Experiment *e) {
  const double width = (double)(e->shape[0] - 1) * e->spacing, depth = 2.3 * e->spacing;
  const double sources[SOURCES][2] = {{0.4 * e->spacing, depth}, {0.6 * width, depth}};
  double *wavelet = array(e->samples), *receivers = array(2 * e->receivers);
  check(ebw_ricker(e->frequency, 1.2 / e->frequency, e->dt, e->samples, wavelet));
  for (int s = 0; s < SOURCES; ++s) check(ebw_shot_add_source(e->shot, sources[s], wavelet, e->samples));
  for (int64_t r = 0; r < e->receivers; ++r) {
    receivers[2 * r] = (double)(NODES_PER_RECEIVER * r) * e->spacing;
    receivers[2 * r + 1] = depth;
  }
  check(ebw_shot_add_receivers(e->shot, e->receivers, receivers));
  free(receivers);
  free(wavelet);
}

static void make_experiment(Experiment *e, double v_ref, int32_t threads) {
  const double spacing[2] = {e->spacing, e->spacing};
  check(ebw_model_create(EBW_F64, 2, e->shape, spacing, &e->model));
  check(ebw_model_set_boundary(e->model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, LAYER_CELLS, v_ref, e->frequency));
  check(ebw_model_set_time(e->model, e->dt, e->samples - 1));
  check(ebw_model_set_threads(e->model, threads));
  check(ebw_model_get_state_bytes(e->model, &e->state_bytes));
  check(ebw_shot_create(e->model, &e->shot));
  add_points(e);
}

static void destroy_experiment(Experiment *e) {
  ebw_shot_destroy(e->shot);
  ebw_model_destroy(e->model);
}

/* ---- Dot test: (wavelets, initial state) -> (traces, final state), which is linear ------------------------------ */

static int32_t forward(const void *in, void *out, void *user) {
  const Experiment *e = user;
  const double *x = in;
  double *y = out;
  int32_t status = EBW_OK;
  for (int64_t s = 0; s < SOURCES && !status; ++s, x += e->samples)
    status = ebw_shot_set_wavelet(e->shot, s, x, e->samples);
  if (!status) status = ebw_shot_set_initial_state(e->shot, x, e->state_bytes);
  if (!status) status = ebw_forward(e->model, &e->shot, 1);
  if (!status) status = ebw_shot_get_traces(e->shot, y, e->receivers, e->samples, NULL);
  if (!status) status = ebw_shot_get_final_state(e->shot, y + e->receivers * e->samples, e->state_bytes);
  return status;
}

static int32_t adjoint(const void *in, void *out, void *user) {
  const Experiment *e = user;
  const double *y = in;
  double *x = out;
  int32_t status = ebw_shot_set_adjoint_sources(e->shot, y, e->receivers, e->samples, NULL);
  if (!status) status = ebw_shot_set_final_cotangent(e->shot, y + e->receivers * e->samples, e->state_bytes);
  if (!status) status = ebw_adjoint(e->model, &e->shot, 1, 0, NULL, NULL);
  for (int64_t s = 0; s < SOURCES && !status; ++s, x += e->samples)
    status = ebw_shot_get_wavelet_gradient(e->shot, s, x, e->samples);
  return status ? status : ebw_shot_get_initial_cotangent(e->shot, x, e->state_bytes);
}

static int32_t test_adjoint(Experiment *e) {
  const int64_t state = e->state_bytes / (int64_t)sizeof(double);
  const int64_t n_x = SOURCES * e->samples + state, n_y = e->receivers * e->samples + state;
  int32_t verdict;
  const char *text;
  ebw_dot *test;
  check(ebw_shot_set_keep_states(e->shot, 1));
  check(ebw_dot_create(EBW_F64, n_x, n_y, forward, adjoint, e, NULL, &test));
  check(ebw_dot_set_steps(test, e->samples - 1));
  check(ebw_dot_run(test, &verdict));
  check(ebw_dot_get_text(test, &text));
  printf("Dot test     %s, %lld steps\n", text, (long long)(e->samples - 1));
  ebw_dot_destroy(test);
  return verdict;
}

/* ---- Taylor test: misfit by velocity ---------------------------------------------------------------------------- */

static int32_t misfit_at(const void *velocity, double *misfit, void *user) {
  const Experiment *e = user;
  const int32_t status = set_velocity(e, velocity);
  return status ? status : ebw_misfit(e->model, &e->shot, 1, misfit);
}

static void write_ladder(const ebw_taylor *test, const char *path) {
  int64_t levels;
  double h, r0, r1, noise, order[2];
  FILE *file = fopen(path, "w");
  if (!file) {
    fprintf(stderr, "check_gradient: cannot write %s\n", path);
    exit(EBW_VERDICT_FAIL);
  }
  check(ebw_taylor_get_noise(test, EBW_WORST, &noise));
  for (int32_t r = 0; r < 2; ++r) check(ebw_taylor_get_order(test, EBW_WORST, r, &order[r], NULL, NULL));
  check(ebw_taylor_count_levels(test, EBW_WORST, &levels));
  fprintf(file, "h,r0,r1,noise,order_r0,order_r1\n");
  for (int64_t k = 0; k < levels; ++k) {
    check(ebw_taylor_get_level(test, EBW_WORST, k, &h, NULL, NULL, &r0, &r1));
    fprintf(file, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", h, r0, r1, noise, order[0], order[1]);
  }
  fclose(file);
}

static int32_t test_gradient(Experiment *e, const double *truth, const double *start, const char *ladder) {
  double *traces = array(e->receivers * e->samples), *gradient = array(e->shape[0] * e->shape[1]);
  const char *text;
  int32_t verdict;
  ebw_taylor *test;
  check(set_velocity(e, truth));
  check(ebw_forward(e->model, &e->shot, 1));
  check(ebw_shot_get_traces(e->shot, traces, e->receivers, e->samples, NULL));
  check(ebw_shot_set_observed(e->shot, traces, e->receivers, e->samples, NULL));

  check(set_velocity(e, start));
  check(ebw_model_set_slots(e->model, SLOTS));
  check(ebw_gradient(e->model, &e->shot, 1, 0, NULL, gradient, NULL));
  check(ebw_taylor_create(EBW_F64, e->shape[0] * e->shape[1], misfit_at, e, NULL, &test));
  check(ebw_taylor_set_profile(test, EBW_PROFILE_EXACT));
  check(ebw_taylor_run(test, start, gradient, &verdict));
  check(ebw_taylor_get_text(test, &text));
  printf("Taylor test  %s\n", text);
  write_ladder(test, ladder);
  ebw_taylor_destroy(test);
  free(gradient);
  free(traces);
  return verdict;
}

int main(int argc, char **argv) {
  if (argc < 10 || argc > 11) {
    fprintf(stderr, "usage: check_gradient TRUE START NX NZ SPACING DT STEPS FREQUENCY LADDER.csv [THREADS]\n");
    return 3;
  }
  Experiment e = {.shape = {atoll(argv[3]), atoll(argv[4])}, .samples = atoll(argv[7]) + 1};
  e.receivers = (e.shape[0] + NODES_PER_RECEIVER - 1) / NODES_PER_RECEIVER;
  e.spacing = atof(argv[5]), e.dt = atof(argv[6]), e.frequency = atof(argv[8]);
  const int64_t nodes = e.shape[0] * e.shape[1];
  double *truth = read_field(argv[1], nodes), *start = read_field(argv[2], nodes), v_ref = 0.0;
  for (int64_t i = 0; i < nodes; ++i) v_ref = truth[i] > v_ref ? truth[i] : v_ref;

  const int32_t threads = argc == 11 ? atoi(argv[10]) : 0;
  make_experiment(&e, v_ref, threads);
  const int32_t taylor = test_gradient(&e, truth, start, argv[9]);
  destroy_experiment(&e);
  if (e.samples > DOT_STEPS + 1) e.samples = DOT_STEPS + 1;
  make_experiment(&e, v_ref, threads);
  check(set_velocity(&e, start));
  const int32_t dot = test_adjoint(&e);
  destroy_experiment(&e);
  free(start);
  free(truth);
  /* FAIL outweighs INCONCLUSIVE. */
  return taylor == EBW_VERDICT_FAIL || dot == EBW_VERDICT_FAIL ? EBW_VERDICT_FAIL : taylor > dot ? taylor : dot;
}
