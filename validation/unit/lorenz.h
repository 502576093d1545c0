/* SPDX-License-Identifier: MIT */
/* A nonlinear time loop with its adjoint by hand, as a user would write it: Lorenz's 1996 model with a forcing per
 * cell, explicit Euler, and a running cost as part of the state. Serves both reverse kinds, with and without tapes,
 * writes down its calls and fails at one of them when told to.
 *
 *   x'_i = x_i + dt ((x_{i+1} - x_{i-2}) x_{i-1} - x_i + f_i),   c' = c + dt sum_i x_i^2
 *   J = sum_i final_i x^n_i + final_c c^n; final is the cotangent of the final state, given from outside.
 */
#ifndef EBBWAVE_VALIDATION_LORENZ_H
#define EBBWAVE_VALIDATION_LORENZ_H

#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <string.h>

#define CELLS 12
#define LORENZ_DT 0.01

typedef struct lorenz lorenz;
struct lorenz {
  int64_t steps;
  int32_t kind;
  double first[CELLS + 1];   /* x and c at step 0 */
  double forcing[CELLS];     /* f */
  double final[CELLS + 1];   /* cotangent of the final state: an input */
  double state[CELLS + 1];   /* x and c now */
  double tape[CELLS];        /* x of the taped step */
  double adjoint[CELLS + 1]; /* after reverse(0): the cotangent of the initial state, an output */
  double gradient[CELLS];    /* dJ/df */
  int has_tape, seeded;
  ebw_schedule *open;    /* of a loop whose length is not known: is told the end when it is reached; else NULL */
  int64_t forward_steps; /* all that were taken */
  int64_t reverse_steps;
  int64_t calls, fail_at;          /* the call with this number fails; -1: none does */
  int32_t (*inside)(lorenz *self); /* called in every callback, or NULL */
  void *extra;                     /* for `inside` */
  int released;
  char log[4096];
};

static inline void lorenz_init(lorenz *self, int64_t steps, int32_t kind) {
  memset(self, 0, sizeof *self);
  self->steps = steps;
  self->kind = kind;
  self->fail_at = -1;
  for (int i = 0; i < CELLS; ++i) {
    self->first[i] = 2.0 + 0.37 * ((i * 7) % CELLS) - 0.11 * i;
    self->forcing[i] = 8.0 + 0.05 * i;
    self->final[i] = 1.0 - 0.2 * ((i * 5) % CELLS);
  }
  self->final[CELLS] = 0.5;
}

static inline void lorenz_step(double *state, const double *forcing) {
  double next[CELLS], cost = 0.0;
  for (int i = 0; i < CELLS; ++i) {
    const double *x = state;
    next[i] = x[i] + LORENZ_DT * ((x[(i + 1) % CELLS] - x[(i + CELLS - 2) % CELLS]) * x[(i + CELLS - 1) % CELLS] -
                                  x[i] + forcing[i]);
    cost += x[i] * x[i];
  }
  memcpy(state, next, sizeof next);
  state[CELLS] += LORENZ_DT * cost;
}

/* From the cotangent after a step to that before it; x is the state before. */
static inline void lorenz_step_adjoint(const double *x, double *adjoint, double *gradient) {
  double before[CELLS];
  for (int i = 0; i < CELLS; ++i) before[i] = adjoint[i] * (1.0 - LORENZ_DT) + 2.0 * LORENZ_DT * x[i] * adjoint[CELLS];
  for (int i = 0; i < CELLS; ++i) {
    const int next = (i + 1) % CELLS, last = (i + CELLS - 1) % CELLS, second = (i + CELLS - 2) % CELLS;
    before[next] += LORENZ_DT * x[last] * adjoint[i];
    before[second] -= LORENZ_DT * x[last] * adjoint[i];
    before[last] += LORENZ_DT * (x[next] - x[second]) * adjoint[i];
    gradient[i] += LORENZ_DT * adjoint[i];
  }
  memcpy(adjoint, before, sizeof before);
}

static inline double lorenz_misfit(const lorenz *self) {
  double state[CELLS + 1], misfit = 0.0;
  memcpy(state, self->first, sizeof state);
  for (int64_t k = 0; k < self->steps; ++k) lorenz_step(state, self->forcing);
  for (int i = 0; i <= CELLS; ++i) misfit += self->final[i] * state[i];
  return misfit;
}

/* The same gradient without the library: every state is kept in a plain array. */
static inline void lorenz_reference(const lorenz *self, double *adjoint, double *gradient) {
  enum { most = 64 };
  double states[most + 1][CELLS + 1];
  memcpy(states[0], self->first, sizeof states[0]);
  for (int64_t k = 0; k < self->steps; ++k) {
    memcpy(states[k + 1], states[k], sizeof states[0]);
    lorenz_step(states[k + 1], self->forcing);
  }
  memcpy(adjoint, self->final, sizeof self->final);
  memset(gradient, 0, sizeof self->gradient);
  for (int64_t k = self->steps - 1; k >= 0; --k) lorenz_step_adjoint(states[k], adjoint, gradient);
}

static inline int32_t lorenz_note(lorenz *self, const char *name, int64_t a, int64_t b) {
  const size_t used = strlen(self->log);
  const char *comma = used ? ", " : "";
  if (a < 0)
    snprintf(self->log + used, sizeof self->log - used, "%s%s", comma, name);
  else if (b < 0)
    snprintf(self->log + used, sizeof self->log - used, "%s%s %d", comma, name, (int)a);
  else
    snprintf(self->log + used, sizeof self->log - used, "%s%s %d %d", comma, name, (int)a, (int)b);
  if (self->inside) {
    const int32_t answer = self->inside(self);
    if (answer) return answer;
  }
  return self->calls++ == self->fail_at ? (int32_t)(1000 + self->fail_at) : 0;
}

static inline int32_t lorenz_start(void *user) {
  lorenz *self = user;
  memcpy(self->state, self->first, sizeof self->state);
  memset(self->gradient, 0, sizeof self->gradient);
  memset(self->adjoint, 0, sizeof self->adjoint);
  self->has_tape = self->seeded = 0;
  self->forward_steps = self->reverse_steps = 0;
  return lorenz_note(self, "start", -1, -1);
}

static inline int32_t lorenz_advance(int64_t from, int64_t to, void *user) {
  lorenz *self = user;
  for (int64_t k = from; k < to; ++k) lorenz_step(self->state, self->forcing);
  self->forward_steps += to - from;
  if (self->open && to == self->steps) {
    const int32_t status = ebw_schedule_finish(self->open, to);
    if (status) return status;
  }
  return lorenz_note(self, "advance", from, to);
}

static inline void lorenz_seed(lorenz *self) {
  memcpy(self->adjoint, self->final, sizeof self->adjoint);
  self->seeded = 1;
}

static inline int32_t lorenz_turn(int64_t n, void *user) {
  lorenz *self = user;
  lorenz_seed(self);
  return lorenz_note(self, "turn", n, -1);
}

static inline int32_t lorenz_reverse(int64_t k, void *user) {
  lorenz *self = user;
  if (!self->has_tape) {
    memcpy(self->tape, self->state, sizeof self->tape);
    if (self->kind == EBW_REVERSE_FUSED) {
      lorenz_step(self->state, self->forcing);
      ++self->forward_steps;
    }
  }
  self->has_tape = 0;
  if (!self->seeded) lorenz_seed(self);
  lorenz_step_adjoint(self->tape, self->adjoint, self->gradient);
  ++self->reverse_steps;
  /* Whoever uses the forward state after a reverse gets nothing. */
  memset(self->state, 0x7f, sizeof self->state);
  return lorenz_note(self, "reverse", k, -1);
}

static inline int32_t lorenz_save(int64_t k, void *bytes, void *user) {
  lorenz *self = user;
  memcpy(bytes, self->state, sizeof self->state);
  return lorenz_note(self, "save", k, -1);
}

static inline int32_t lorenz_load(int64_t k, const void *bytes, void *user) {
  lorenz *self = user;
  memcpy(self->state, bytes, sizeof self->state);
  return lorenz_note(self, "load", k, -1);
}

static inline int32_t lorenz_advance_taped(int64_t k, void *user) {
  lorenz *self = user;
  memcpy(self->tape, self->state, sizeof self->tape);
  lorenz_step(self->state, self->forcing);
  ++self->forward_steps;
  return lorenz_note(self, "advance_taped", k, -1);
}

static inline int32_t lorenz_save_tape(int64_t k, void *bytes, void *user) {
  lorenz *self = user;
  memcpy(bytes, self->tape, sizeof self->tape);
  return lorenz_note(self, "save_tape", k, -1);
}

static inline int32_t lorenz_load_tape(int64_t k, const void *bytes, void *user) {
  lorenz *self = user;
  memcpy(self->tape, bytes, sizeof self->tape);
  self->has_tape = 1;
  return lorenz_note(self, "load_tape", k, -1);
}

static inline void lorenz_release(void *user) { ++((lorenz *)user)->released; }

/* A propagator with all callbacks, those of tapes included. */
static inline ebw_propagator *lorenz_propagator(lorenz *self) {
  ebw_propagator *propagator = NULL;
  int32_t status = ebw_propagator_create_user(self->kind, sizeof self->state, self, lorenz_release, &propagator);
  if (!status) status = ebw_propagator_set_start(propagator, lorenz_start);
  if (!status) status = ebw_propagator_set_advance(propagator, lorenz_advance);
  if (!status) status = ebw_propagator_set_turn(propagator, lorenz_turn);
  if (!status) status = ebw_propagator_set_reverse(propagator, lorenz_reverse);
  if (!status) status = ebw_propagator_set_save(propagator, lorenz_save);
  if (!status) status = ebw_propagator_set_load(propagator, lorenz_load);
  if (!status)
    status = ebw_propagator_set_tape(propagator, sizeof self->tape, lorenz_advance_taped, lorenz_save_tape,
                                     lorenz_load_tape);
  return status ? NULL : propagator;
}

/* slots: 0: store_all with tapes; below 0: segment with two states and leaves of -slots steps; beyond one of these: the
 * schedule of that name with so many units or slots in memory, beside three slots on disk or some; else revolve. */
enum {
  LORENZ_MIXED = 1000,
  LORENZ_TWO_LEVEL = 2000,
  LORENZ_ASYNC = 3000,
  LORENZ_DISK = 4000,
  LORENZ_PERIODIC = 5000,
  LORENZ_ONLINE = 6000, /* in memory; lorenz_resumable keeps the handle in `open` */
};
static inline int32_t lorenz_schedule(const lorenz *self, int64_t slots, ebw_schedule **schedule) {
  /* With a dear disk, or `disk` would keep all states there. */
  static const double costs[] = {1.0, 1.0, 3.0, 3.0};
  if (slots > LORENZ_ONLINE) return ebw_schedule_create_online(slots - LORENZ_ONLINE, self->kind, schedule);
  if (slots > LORENZ_PERIODIC)
    return ebw_schedule_create_periodic(self->steps, slots - LORENZ_PERIODIC, 9, self->kind, NULL, schedule);
  if (slots > LORENZ_DISK)
    return ebw_schedule_create_disk(self->steps, slots - LORENZ_DISK, self->kind, costs, schedule);
  if (slots > LORENZ_ASYNC)
    return ebw_schedule_create_async(self->steps, slots - LORENZ_ASYNC, 4, self->kind, NULL, schedule);
  if (slots > LORENZ_TWO_LEVEL)
    return ebw_schedule_create_two_level(self->steps, slots - LORENZ_TWO_LEVEL, 3, self->kind, NULL, schedule);
  if (slots > LORENZ_MIXED)
    return ebw_schedule_create_mixed(self->steps, slots - LORENZ_MIXED, 3, 2, self->kind, schedule);
  if (slots < 0) return ebw_schedule_create_segment(self->steps, -slots, 2, self->kind, schedule);
  return slots ? ebw_schedule_create_revolve(self->steps, slots, self->kind, schedule)
               : ebw_schedule_create_store_all(self->steps, self->kind, 1, schedule);
}

/* The executor of a loop over the schedule that lorenz_schedule makes of slots. NULL when refused. The other
 * handles are destroyed: the executor keeps what it needs. `storage` may be NULL, or take the one to use. */
static inline ebw_executor *lorenz_executor(lorenz *self, int64_t slots, ebw_storage *storage) {
  ebw_schedule *schedule = NULL;
  ebw_storage *own = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(self);
  lorenz_schedule(self, slots, &schedule);
  if (!storage) ebw_storage_create_memory(&own);
  ebw_executor_create(schedule, storage ? storage : own, propagator, &executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(own);
  ebw_schedule_destroy(schedule);
  return executor;
}

#endif
