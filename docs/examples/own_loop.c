/* SPDX-License-Identifier: MIT */
/* The gradient of one's own time loop under Revolve: Lorenz's model of 1996 with a forcing per cell, explicit Euler.
 *
 * The problem is written down in docs/examples/README.md; examples in other languages print the same numbers. Every
 * number of slots gives the same bits, in both reverse kinds.
 */
#include <ebbwave/ebbwave.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 40, STEPS = 60 };
static const double kDt = 0.01;

typedef struct {
  int fused, seeded;
  double first[N + 1], forcing[N], final[N + 1];    /* final: dJ/d(final state) */
  double state[N + 1], adjoint[N + 1], gradient[N]; /* state: x and the running cost c */
} Loop;

static void set_up(Loop *loop, int32_t kind) {
  memset(loop, 0, sizeof *loop);
  loop->fused = kind == EBW_REVERSE_FUSED;
  for (int i = 0; i < N; ++i) {
    loop->first[i] = 2.0 + 0.37 * (7 * i % N) - 0.11 * i;
    loop->forcing[i] = 8.0 + 0.05 * i;
    loop->final[i] = 1.0 - 0.2 * (5 * i % N);
  }
  loop->final[N] = 0.5;
}

/* Cell i + shift on the ring of cells. */
static int at(int i, int shift) { return (i + shift + N) % N; }

static void step(double *state, const double *forcing) {
  double x[N], cost = 0.0;
  memcpy(x, state, sizeof x);
  for (int i = 0; i < N; ++i) {
    state[i] += kDt * ((x[at(i, 1)] - x[at(i, -2)]) * x[at(i, -1)] - x[i] + forcing[i]);
    cost += x[i] * x[i];
  }
  state[N] += kDt * cost;
}

/* From the cotangent after a step to that before it; x: the state before the step. */
static void step_adjoint(double *cotangent, double *gradient, const double *x) {
  double a[N];
  memcpy(a, cotangent, sizeof a);
  for (int i = 0; i < N; ++i) {
    gradient[i] += kDt * a[i];
    cotangent[i] = (1.0 - kDt) * a[i] + 2.0 * kDt * cotangent[N] * x[i];
  }
  for (int i = 0; i < N; ++i) {
    cotangent[at(i, 1)] += kDt * x[at(i, -1)] * a[i];
    cotangent[at(i, -2)] -= kDt * x[at(i, -1)] * a[i];
    cotangent[at(i, -1)] += kDt * (x[at(i, 1)] - x[at(i, -2)]) * a[i];
  }
}

/* ---- What the library calls; a number other than 0 would end the run --------------------------------------------- */

static int32_t start(void *user) {
  Loop *loop = user;
  memcpy(loop->state, loop->first, sizeof loop->state);
  memset(loop->adjoint, 0, sizeof loop->adjoint);
  memset(loop->gradient, 0, sizeof loop->gradient);
  loop->seeded = 0;
  return 0;
}

static int32_t advance(int64_t from, int64_t to, void *user) {
  Loop *loop = user;
  for (int64_t k = from; k < to; ++k) step(loop->state, loop->forcing);
  return 0;
}

static int32_t turn(int64_t n, void *user) {
  Loop *loop = user;
  (void)n;
  memcpy(loop->adjoint, loop->final, sizeof loop->adjoint);
  loop->seeded = 1;
  return 0;
}

static int32_t reverse(int64_t k, void *user) {
  Loop *loop = user;
  double x[N];
  memcpy(x, loop->state, sizeof x);
  if (loop->fused) step(loop->state, loop->forcing); /* once more; a loop with a tape would fill it here */
  if (!loop->seeded) turn(k + 1, user);
  step_adjoint(loop->adjoint, loop->gradient, x);
  return 0;
}

static int32_t save(int64_t k, void *checkpoint, void *user) {
  (void)k;
  memcpy(checkpoint, ((Loop *)user)->state, sizeof((Loop *)user)->state);
  return 0;
}

static int32_t load(int64_t k, const void *checkpoint, void *user) {
  (void)k;
  memcpy(((Loop *)user)->state, checkpoint, sizeof((Loop *)user)->state);
  return 0;
}

/* ---- The run ----------------------------------------------------------------------------------------------------- */

/* The gradient with so many states in memory is left in the loop. */
static int32_t run(Loop *loop, int32_t kind, int64_t slots, int64_t *forward_steps) {
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_propagator *propagator = NULL;
  ebw_executor *executor = NULL;
  set_up(loop, kind);
  int32_t status = ebw_schedule_create_revolve(STEPS, slots, kind, &schedule);
  if (!status) status = ebw_storage_create_memory(&storage);
  if (!status) status = ebw_propagator_create_user(kind, sizeof loop->state, loop, NULL, &propagator);
  if (!status) status = ebw_propagator_set_start(propagator, start);
  if (!status) status = ebw_propagator_set_advance(propagator, advance);
  if (!status) status = ebw_propagator_set_turn(propagator, turn);
  if (!status) status = ebw_propagator_set_reverse(propagator, reverse);
  if (!status) status = ebw_propagator_set_save(propagator, save);
  if (!status) status = ebw_propagator_set_load(propagator, load);
  if (!status) status = ebw_executor_create(schedule, storage, propagator, &executor);
  if (!status) status = ebw_executor_run(executor);
  if (!status) status = ebw_executor_get_stat(executor, "forward_steps", forward_steps);
  if (status) fprintf(stderr, "own_loop: %s: %s\n", ebw_status_name(status), ebw_last_error());
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  return status;
}

/* The functional by itself, at any forcing. */
static int32_t functional(const void *forcing, double *J, void *user) {
  const Loop *loop = user;
  double state[N + 1];
  memcpy(state, loop->first, sizeof state);
  for (int k = 0; k < STEPS; ++k) step(state, forcing);
  *J = 0.0;
  for (int i = 0; i <= N; ++i) *J += loop->final[i] * state[i];
  return 0;
}

static double norm(const double *values, int count) {
  double sum = 0.0;
  for (int i = 0; i < count; ++i) sum += values[i] * values[i];
  return sqrt(sum);
}

static int32_t taylor_test(Loop *loop) {
  ebw_taylor *test = NULL;
  const char *words = "";
  int32_t verdict = EBW_VERDICT_FAIL;
  int32_t status = ebw_taylor_create(EBW_F64, N, functional, loop, NULL, &test);
  if (!status) status = ebw_taylor_run(test, loop->forcing, loop->gradient, &verdict);
  if (!status) status = ebw_taylor_get_text(test, &words);
  puts(status ? ebw_last_error() : words);
  ebw_taylor_destroy(test);
  return status ? EBW_VERDICT_FAIL : verdict;
}

int main(void) {
  static const int64_t kSlots[] = {1, 2, 3, 5, 10, STEPS};
  static Loop loop, reference;
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (size_t s = 0; s < sizeof kSlots / sizeof *kSlots; ++s) {
      int64_t steps = 0;
      if (run(&loop, kind, kSlots[s], &steps) != EBW_OK) return 1;
      if (kind == EBW_REVERSE_FUSED && s == 0) reference = loop;
      const int same = !memcmp(reference.gradient, loop.gradient, sizeof loop.gradient) &&
                       !memcmp(reference.adjoint, loop.adjoint, sizeof loop.adjoint);
      printf("%-10s %3" PRId64 " slots %6" PRId64 " forward steps  %s\n",
             kind == EBW_REVERSE_FUSED ? "fused" : "state_only", kSlots[s], steps, same ? "same bits" : "other bits");
      if (!same) return 1;
    }
  const int32_t verdict = taylor_test(&loop);
  double J = 0.0;
  functional(loop.forcing, &J, &loop);
  printf("misfit        %.17g\n", J);
  printf("gradient norm %.17g\n", norm(loop.gradient, N));
  printf("adjoint norm  %.17g\n", norm(loop.adjoint, N + 1));
  return verdict;
}
