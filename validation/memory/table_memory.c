/* SPDX-License-Identifier: MIT */
/* A loop of one's own under a schedule that runs by tables, its peak heap measured from outside:
 * `table_memory KIND DIRECTORY [idle]`. Prints what the plan says, as JSON. With `idle` all is done but what uses the
 * library: the baseline. */
#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int32_t status) {
  if (status == EBW_OK) return;
  fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  exit(1);
}

/* Costs: of an advance, a taped one, a reverse, a copy in memory; of a save to disk and a load from it. */
typedef struct {
  const char *kind;
  int64_t steps, memory, disk_slots;
  double costs[6];
} table_case;

static const table_case kCases[] = {
    {"two_level", 1000, 1500000, 100, {1, 1, 1, 0, 0.1, 0.1}},
    {"disk", 50000, 4000000, 400, {1, 1, 1, 0, 20, 20}},
    {"mixed", 1000, 2500000, 0, {1, 1, 1, 0, 0, 0}},
    {"segment_disk", 20000, 2500000, 200, {1, 1, 1, 0, 2, 2}},
};

/* x' = x + dt (1 - x^2), J = the sum of the final x. The tape is the state before the step. */
enum { CELLS = 1000 };
#define DT 1e-4

typedef struct {
  double state[CELLS], tape[CELLS], adjoint[CELLS];
  int64_t tape_step;
} loop;

static int32_t start(void *user) {
  loop *self = user;
  for (int i = 0; i < CELLS; ++i) self->state[i] = 1e-3 * i;
  self->tape_step = -1;
  return 0;
}
static int32_t advance(int64_t from, int64_t to, void *user) {
  loop *self = user;
  for (int64_t k = from; k < to; ++k)
    for (int i = 0; i < CELLS; ++i) self->state[i] += DT * (1.0 - self->state[i] * self->state[i]);
  return 0;
}
static int32_t turn(int64_t n, void *user) {
  (void)n;
  for (int i = 0; i < CELLS; ++i) ((loop *)user)->adjoint[i] = 1.0;
  return 0;
}
static int32_t reverse(int64_t k, void *user) {
  loop *self = user;
  const double *before = self->tape_step == k ? self->tape : self->state;
  for (int i = 0; i < CELLS; ++i) self->adjoint[i] *= 1.0 - 2.0 * DT * before[i];
  return 0;
}
static int32_t save(int64_t k, void *bytes, void *user) {
  (void)k;
  memcpy(bytes, ((loop *)user)->state, sizeof(double) * CELLS);
  return 0;
}
static int32_t load(int64_t k, const void *bytes, void *user) {
  (void)k;
  memcpy(((loop *)user)->state, bytes, sizeof(double) * CELLS);
  return 0;
}
static int32_t advance_taped(int64_t k, void *user) {
  loop *self = user;
  memcpy(self->tape, self->state, sizeof self->tape);
  return advance(k, k + 1, user);
}
static int32_t save_tape(int64_t k, void *bytes, void *user) {
  (void)k;
  memcpy(bytes, ((loop *)user)->tape, sizeof(double) * CELLS);
  return 0;
}
static int32_t load_tape(int64_t k, const void *bytes, void *user) {
  loop *self = user;
  memcpy(self->tape, bytes, sizeof self->tape);
  self->tape_step = k;
  return 0;
}

static ebw_propagator *propagator_of(loop *self) {
  ebw_propagator *propagator;
  check(ebw_propagator_create_user(EBW_REVERSE_STATE_ONLY, sizeof self->state, self, NULL, &propagator));
  check(ebw_propagator_set_start(propagator, start));
  check(ebw_propagator_set_advance(propagator, advance));
  check(ebw_propagator_set_turn(propagator, turn));
  check(ebw_propagator_set_reverse(propagator, reverse));
  check(ebw_propagator_set_save(propagator, save));
  check(ebw_propagator_set_load(propagator, load));
  check(ebw_propagator_set_tape(propagator, sizeof self->tape, advance_taped, save_tape, load_tape));
  return propagator;
}

/* A state on disk takes its bytes and a header of at most a block. */
static int64_t disk_of(const table_case *c) { return c->disk_slots * ((int64_t)sizeof(double) * CELLS + 200); }

static void run(const table_case *c, const char *directory) {
  static loop self;
  ebw_schedule *schedule;
  ebw_storage *storage;
  ebw_executor *executor;
  ebw_plan *plan;
  int64_t peak, planned, tables, on_disk;
  check(ebw_plan_choose_places(c->steps, EBW_REVERSE_STATE_ONLY, sizeof self.state, sizeof self.tape, c->memory,
                               disk_of(c), c->kind, c->costs, &plan));
  check(ebw_plan_get_total_bytes(plan, &planned));
  check(ebw_plan_get_bytes(plan, "schedule_tables", &tables));
  check(ebw_plan_get_disk_slots(plan, &on_disk));
  check(ebw_plan_create_schedule(plan, &schedule));
  check(ebw_plan_create_storage(plan, directory, &storage));
  ebw_propagator *propagator = propagator_of(&self);
  check(ebw_executor_create(schedule, storage, propagator, &executor));
  check(ebw_executor_run(executor));
  check(ebw_executor_get_stat(executor, "peak_bytes", &peak));
  printf("{\"planned\": %lld, \"own_peak\": %lld, \"tables\": %lld, \"memory\": %lld, \"disk_slots\": %lld}\n",
         (long long)planned, (long long)peak, (long long)tables, (long long)c->memory, (long long)on_disk);
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  ebw_plan_destroy(plan);
}

int main(int argc, char **argv) {
  if (argc < 3) return 3;
  for (size_t n = 0; n < sizeof kCases / sizeof *kCases; ++n)
    if (!strcmp(argv[1], kCases[n].kind)) {
      if (argc > 3)
        printf("{}\n"); /* stdio's buffer is part of the baseline */
      else
        run(&kCases[n], argv[2]);
      return 0;
    }
  return 3;
}
