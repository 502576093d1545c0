/* SPDX-License-Identifier: MIT */
/* The gradient of a loop that chooses its own time steps and finds its own end: van der Pol's oscillator by the
 * embedded Runge-Kutta pair 3(2) of Bogacki and Shampine (1989), with 6 states in memory and a Taylor test.
 *
 *   adaptive_gradient [DIRECTORY [SECONDS]]
 *
 * The sizes of the steps are chosen once, by the first sweep, written down, and used again whenever a step is taken
 * again: the gradient is that of the method with these sizes. With a DIRECTORY the run leaves generations there,
 * SECONDS apart, and goes on from them when it was killed.
 */
#include <ebbwave/ebbwave.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 6, MOST_STEPS = 4096, PARAMETERS = 3 };
static const double kEnd = 12.0, kTolerance = 1e-5;

/* What a step needs. */
typedef struct {
  double x[2], time;
} State;

/* What reverse leaves: cotangent of x and gradient by mu, x0 and v0. */
typedef struct {
  double x[2], gradient[PARAMETERS];
} Adjoint;

/* What the first sweep leaves: the sizes of all steps so far, and the size that the next new step tries first. */
typedef struct {
  int64_t steps, rejected;
  double proposed, size[MOST_STEPS];
} Record;

typedef struct {
  double parameters[PARAMETERS]; /* mu, x0, v0 */
  State state;
  Adjoint adjoint;
  Record record;
  double misfit;
  ebw_schedule *schedule;
} Loop;

static void rate(double mu, const double *x, double *f) {
  f[0] = x[1];
  f[1] = mu * (1.0 - x[0] * x[0]) * x[1] - x[0];
}

/* x += J(x)^T f, mu += df/dmu . f. */
static void rate_adjoint(double mu, const double *at, const double *f, double *x, double *mu_sum) {
  x[0] += (-2.0 * mu * at[0] * at[1] - 1.0) * f[1];
  x[1] += f[0] + mu * (1.0 - at[0] * at[0]) * f[1];
  *mu_sum += (1.0 - at[0] * at[0]) * at[1] * f[1];
}

/* The points at which a step of size h evaluates the rate, and the rates there. */
typedef struct {
  double at[3][2], k[3][2];
} Stages;

static void step(double mu, double h, const double *x, double *next, Stages *s) {
  static const double kReach[3] = {0.0, 0.5, 0.75};
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 2; ++c) s->at[i][c] = x[c] + (i ? h * kReach[i] * s->k[i - 1][c] : 0.0);
    rate(mu, s->at[i], s->k[i]);
  }
  for (int c = 0; c < 2; ++c)
    next[c] = x[c] + h * (2.0 / 9.0 * s->k[0][c] + 1.0 / 3.0 * s->k[1][c] + 4.0 / 9.0 * s->k[2][c]);
}

/* Takes a size that keeps the error below the tolerance; leaves the next one's first try in the record. */
static double choose_size(Loop *loop) {
  const State *now = &loop->state;
  double h = loop->record.proposed;
  for (;; ++loop->record.rejected) {
    Stages s;
    double next[2], last[2], error = 0.0;
    if (now->time + h > kEnd) h = kEnd - now->time;
    step(loop->parameters[0], h, now->x, next, &s);
    rate(loop->parameters[0], next, last);
    for (int c = 0; c < 2; ++c)
      error = fmax(error, fabs(h * (-5.0 / 72.0 * s.k[0][c] + 1.0 / 12.0 * s.k[1][c] + 1.0 / 9.0 * s.k[2][c] -
                                    1.0 / 8.0 * last[c])));
    const double factor = 0.9 * cbrt(kTolerance / fmax(error, 1e-3 * kTolerance));
    loop->record.proposed = h * fmin(4.0, fmax(0.2, factor));
    if (error <= kTolerance) return h;
    h = loop->record.proposed;
  }
}

/* ---- The callbacks ----------------------------------------------------------------------------------------------- */

static int32_t start(void *user) {
  Loop *loop = user;
  memset(&loop->adjoint, 0, sizeof loop->adjoint);
  memset(&loop->record, 0, sizeof loop->record);
  loop->record.proposed = 1e-2;
  loop->state = (State){{loop->parameters[1], loop->parameters[2]}, 0.0};
  return 0;
}

static int32_t advance(int64_t from, int64_t to, void *user) {
  Loop *loop = user;
  for (int64_t k = from; k < to; ++k) {
    if (k == MOST_STEPS) return 1;
    State *now = &loop->state;
    Stages s;
    /* Chosen the first time only: the record knows the steps before. */
    const int is_new = k == loop->record.steps;
    if (is_new) loop->record.size[loop->record.steps++] = choose_size(loop);
    const double h = loop->record.size[k];
    step(loop->parameters[0], h, now->x, now->x, &s);
    now->time = now->time + h < kEnd ? now->time + h : kEnd;
    if (is_new && now->time == kEnd && ebw_schedule_finish(loop->schedule, k + 1) != EBW_OK) return 2;
  }
  return 0;
}

static double misfit_of(const double *x) { return 0.5 * ((x[0] - 1.0) * (x[0] - 1.0) + x[1] * x[1]); }

static int32_t turn(int64_t n, void *user) {
  (void)n;
  Loop *loop = user;
  loop->misfit = misfit_of(loop->state.x);
  loop->adjoint.x[0] = loop->state.x[0] - 1.0;
  loop->adjoint.x[1] = loop->state.x[1];
  return 0;
}

static int32_t reverse(int64_t k, void *user) {
  static const double kReach[3] = {0.0, 0.5, 0.75}, kWeight[3] = {2.0 / 9.0, 1.0 / 3.0, 4.0 / 9.0};
  Loop *loop = user;
  const double h = loop->record.size[k], mu = loop->parameters[0];
  double next[2], rates[3][2], *gradient = loop->adjoint.gradient;
  Stages s;
  step(mu, h, loop->state.x, next, &s);
  double *x = loop->adjoint.x;
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 2; ++c) rates[i][c] = h * kWeight[i] * x[c];
  for (int i = 2; i >= 0; --i) {
    double at[2] = {0.0, 0.0};
    rate_adjoint(mu, s.at[i], rates[i], at, &gradient[0]);
    for (int c = 0; c < 2; ++c) {
      x[c] += at[c];
      if (i) rates[i - 1][c] += h * kReach[i] * at[c];
    }
  }
  if (k == 0) memcpy(&gradient[1], x, 2 * sizeof *x);
  return 0;
}

#define COPIES(name, type, member)                                       \
  static int32_t save_##name(int64_t k, void *bytes, void *user) {       \
    (void)k;                                                             \
    memcpy(bytes, &((Loop *)user)->member, sizeof(type));                \
    return 0;                                                            \
  }                                                                      \
  static int32_t load_##name(int64_t k, const void *bytes, void *user) { \
    (void)k;                                                             \
    memcpy(&((Loop *)user)->member, bytes, sizeof(type));                \
    return 0;                                                            \
  }
COPIES(state, State, state)
COPIES(adjoint, Adjoint, adjoint)
COPIES(record, Record, record)

/* ---- The run ----------------------------------------------------------------------------------------------------- */

static int32_t make_propagator(Loop *loop, ebw_propagator **p) {
  int32_t status = ebw_propagator_create_user(EBW_REVERSE_STATE_ONLY, sizeof(State), loop, NULL, p);
  if (!status) status = ebw_propagator_set_start(*p, start);
  if (!status) status = ebw_propagator_set_advance(*p, advance);
  if (!status) status = ebw_propagator_set_turn(*p, turn);
  if (!status) status = ebw_propagator_set_reverse(*p, reverse);
  if (!status) status = ebw_propagator_set_save(*p, save_state);
  if (!status) status = ebw_propagator_set_load(*p, load_state);
  if (!status) status = ebw_propagator_set_adjoint(*p, sizeof(Adjoint), save_adjoint, load_adjoint);
  if (!status) status = ebw_propagator_set_record(*p, sizeof(Record), save_record, load_record);
  return status;
}

static int32_t run(Loop *loop, const char *directory, double seconds) {
  ebw_propagator *propagator = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  int32_t status = ebw_schedule_create_online(SLOTS, EBW_REVERSE_STATE_ONLY, &loop->schedule);
  if (!status) status = ebw_storage_create_memory(&storage);
  if (!status) status = make_propagator(loop, &propagator);
  if (!status) status = ebw_executor_create(loop->schedule, storage, propagator, &executor);
  if (!status) status = ebw_executor_set_replay_check(executor, 1);
  if (!status && directory) {
    status = ebw_executor_set_directory(executor, directory, 0);
    if (!status) status = ebw_executor_set_generation_seconds(executor, seconds);
    if (!status) status = ebw_executor_set_fingerprint(executor, loop->parameters, sizeof loop->parameters);
  }
  if (!status) status = directory ? ebw_executor_resume(executor) : ebw_executor_run(executor);
  int64_t forward = 0;
  if (!status) status = ebw_executor_get_stat(executor, "forward_steps", &forward);
  if (!status)
    printf("%lld steps, %lld rejected, %lld forward steps with %d slots\n", (long long)loop->record.steps,
           (long long)loop->record.rejected, (long long)forward, SLOTS);
  if (status) fprintf(stderr, "adaptive_gradient: %s: %s\n", ebw_status_name(status), ebw_last_error());
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(loop->schedule);
  return status;
}

/* ---- The proof: the misfit of the same method with the sizes that were chosen ------------------------------------ */

static int32_t misfit_at(const void *m, double *misfit, void *user) {
  const Loop *loop = user;
  const double *parameters = m;
  double x[2] = {parameters[1], parameters[2]};
  Stages s;
  for (int64_t k = 0; k < loop->record.steps; ++k) step(parameters[0], loop->record.size[k], x, x, &s);
  *misfit = misfit_of(x);
  return 0;
}

int main(int argc, char **argv) {
  static Loop loop = {.parameters = {2.0, 1.5, -0.3}};
  ebw_taylor *test = NULL;
  const char *words = "";
  int32_t verdict = EBW_VERDICT_FAIL;
  if (run(&loop, argc > 1 ? argv[1] : NULL, argc > 2 ? atof(argv[2]) : 60.0) != EBW_OK) return EBW_VERDICT_FAIL;
  const double *g = loop.adjoint.gradient;
  printf("misfit %.17g, gradient by mu, x0, v0: %.17g %.17g %.17g\n", loop.misfit, g[0], g[1], g[2]);
  int32_t status = ebw_taylor_create(EBW_F64, PARAMETERS, misfit_at, &loop, NULL, &test);
  if (!status) status = ebw_taylor_run(test, loop.parameters, g, &verdict);
  if (!status) status = ebw_taylor_get_text(test, &words);
  printf("Taylor test  %s\n", status ? ebw_last_error() : words);
  ebw_taylor_destroy(test);
  return status ? EBW_VERDICT_FAIL : verdict;
}
