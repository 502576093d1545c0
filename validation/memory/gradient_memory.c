/* SPDX-License-Identifier: MIT */
/* One gradient whose peak heap is measured from outside: `gradient_memory CASE SLOTS [idle]`, SLOTS 0 for store_all and
 * below 0 for segment with that many bytes above the least that works.
 * Prints what the plan says, as JSON. With `idle` all is done but what uses the library: the baseline. */
#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int32_t status) {
  if (status == EBW_OK) return;
  fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  exit(1);
}

static void *room(int64_t count, size_t size) {
  void *memory = calloc((size_t)count, size);
  if (!memory) exit(1);
  return memory;
}

static void report(ebw_plan *plan, int64_t slot_bytes, int64_t own_peak) {
  int64_t planned, slots, tape_slots;
  const char *schedule;
  check(ebw_plan_get_total_bytes(plan, &planned));
  check(ebw_plan_get_slots(plan, &slots));
  check(ebw_plan_get_tape_slots(plan, &tape_slots));
  check(ebw_plan_get_schedule(plan, &schedule));
  /* What the plan names beside checkpoints; the states of both sweeps have halos, and memories that a stencil reads
   * have two buffers. */
  static const char *const kParts[] = {"work_fields", "adjoint_state", "tape_ring", "initial_state", "model_copies",
                                       "gradient",    "traces",        "residuals", "wavelets",      "scratch"};
  int64_t parts = 0;
  for (size_t i = 0; i < sizeof kParts / sizeof *kParts; ++i) {
    int64_t bytes;
    check(ebw_plan_get_bytes(plan, kParts[i], &bytes));
    parts += bytes;
  }
  printf(
      "{\"planned\": %lld, \"own_peak\": %lld, \"slots\": %lld, \"tape_slots\": %lld, \"slot_bytes\": %lld, "
      "\"parts\": %lld, \"schedule\": \"%s\"}\n",
      (long long)planned, (long long)own_peak, (long long)slots, (long long)tape_slots, (long long)slot_bytes,
      (long long)parts, schedule);
  ebw_plan_destroy(plan);
}

/* ---- Waves: points between the nodes, several shots -------------------------------------------------------------- */

typedef struct {
  const char *name;
  int32_t dtype, ndim, kind;
  int64_t shape[3], cells, steps, shots, receivers;
} wave_case;

static const wave_case kWaves[] = {
    {"cpml_3d_f32", EBW_F32, 3, EBW_BOUNDARY_CPML, {26, 22, 24}, 6, 24, 1, 40},
    {"sponge_2d_f64", EBW_F64, 2, EBW_BOUNDARY_SPONGE, {80, 70}, 8, 60, 3, 50},
};

#define SPACING 10.0

static void set_position(const wave_case *c, double share, double *position) {
  for (int32_t d = 0; d < c->ndim; ++d)
    position[d] = SPACING * (double)(c->shape[d] - 1) * (d == 0 ? 0.137 + 0.7 * share : 0.31 + 0.2 * share);
}

static ebw_model *make_model(const wave_case *c, const void *velocity, int64_t slots) {
  const double spacing[3] = {SPACING, SPACING, SPACING};
  ebw_model *model;
  double dt;
  check(ebw_model_create(c->dtype, c->ndim, c->shape, spacing, &model));
  check(ebw_model_set_field(model, "velocity", velocity, c->dtype, c->ndim, c->shape, NULL));
  check(ebw_model_set_boundary(model, EBW_FACE_ALL, c->kind, c->cells, 2000.0, 20.0));
  check(ebw_model_get_dt_max(model, &dt));
  check(ebw_model_set_time(model, 0.9 * dt, c->steps));
  check(ebw_model_set_slots(model, slots < 0 ? 0 : slots));
  if (slots < 0) check(ebw_model_set_schedule(model, "segment"));
  return model;
}

static ebw_shot *make_shot(const wave_case *c, const ebw_model *model, double share, const double *wavelet) {
  double position[3];
  ebw_shot *shot;
  check(ebw_shot_create(model, &shot));
  set_position(c, share, position);
  check(ebw_shot_add_source(shot, position, wavelet, c->steps + 1));
  for (int64_t r = 0; r < c->receivers; ++r) {
    set_position(c, (double)r / (double)c->receivers, position);
    check(ebw_shot_add_receivers(shot, 1, position));
  }
  return shot;
}

static void run_waves(const wave_case *c, int64_t slots, int idle) {
  int64_t memory_bytes = 4000000000;
  int64_t nodes = 1, state_bytes, peak;
  for (int32_t d = 0; d < c->ndim; ++d) nodes *= c->shape[d];
  const size_t element = c->dtype == EBW_F32 ? sizeof(float) : sizeof(double);
  void *velocity = room(nodes, element), *gradient = room(nodes, element);
  for (int64_t i = 0; i < nodes; ++i)
    if (c->dtype == EBW_F32)
      ((float *)velocity)[i] = 2000.0f;
    else
      ((double *)velocity)[i] = 2000.0;
  double *wavelet = room(c->steps + 1, sizeof(double)), misfit;
  for (int64_t k = 0; k <= c->steps; ++k) wavelet[k] = k < 8 ? 1.0 : 0.0;
  ebw_shot **shots = room(c->shots, sizeof *shots);
  if (!idle) {
    ebw_model *model = make_model(c, velocity, slots);
    for (int64_t n = 0; n < c->shots; ++n) shots[n] = make_shot(c, model, (double)n / (double)c->shots, wavelet);
    ebw_plan *plan;
    check(ebw_gradient_plan(model, shots, c->shots, memory_bytes, &plan));
    if (slots < 0) { /* the bound from the least, and the plan within it */
      check(ebw_plan_get_least_bytes(plan, &memory_bytes));
      memory_bytes -= slots;
      ebw_plan_destroy(plan);
      check(ebw_gradient_plan(model, shots, c->shots, memory_bytes, &plan));
    }
    check(ebw_gradient(model, shots, c->shots, memory_bytes, &misfit, gradient, NULL));
    check(ebw_model_get_state_bytes(model, &state_bytes));
    check(ebw_model_get_count(model, "peak_bytes", &peak));
    report(plan, state_bytes, peak);
    for (int64_t n = 0; n < c->shots; ++n) ebw_shot_destroy(shots[n]);
    ebw_model_destroy(model);
  }
  free(shots);
  free(wavelet);
  free(gradient);
  free(velocity);
}

/* ---- The user's own loop: x' = x + dt (1 - x^2), J = sum of the final x ------------------------------------------ */

enum { LOOP_STEPS = 60, LOOP_CELLS = 30000 };
#define LOOP_DT 0.01

typedef struct {
  double *state, *tape, *adjoint;
} loop;

static int32_t start(void *user) {
  loop *self = user;
  for (int i = 0; i < LOOP_CELLS; ++i) self->state[i] = 1e-5 * i;
  return 0;
}
static int32_t advance(int64_t from, int64_t to, void *user) {
  loop *self = user;
  for (int64_t k = from; k < to; ++k)
    for (int i = 0; i < LOOP_CELLS; ++i) self->state[i] += LOOP_DT * (1.0 - self->state[i] * self->state[i]);
  return 0;
}
static int32_t turn(int64_t n, void *user) {
  loop *self = user;
  (void)n;
  for (int i = 0; i < LOOP_CELLS; ++i) self->adjoint[i] = 1.0;
  return 0;
}
/* `tape` is the state before the step, from a load_tape or as it stands. */
static int32_t reverse(int64_t k, void *user) {
  loop *self = user;
  (void)k;
  for (int i = 0; i < LOOP_CELLS; ++i) self->adjoint[i] *= 1.0 - 2.0 * LOOP_DT * self->tape[i];
  return 0;
}
static int32_t save(int64_t k, void *bytes, void *user) {
  (void)k;
  memcpy(bytes, ((loop *)user)->state, LOOP_CELLS * sizeof(double));
  return 0;
}
static int32_t load(int64_t k, const void *bytes, void *user) {
  loop *self = user;
  (void)k;
  memcpy(self->state, bytes, LOOP_CELLS * sizeof(double));
  return 0;
}
static int32_t reverse_from_state(int64_t k, void *user) {
  loop *self = user;
  memcpy(self->tape, self->state, LOOP_CELLS * sizeof(double));
  return reverse(k, user);
}
static int32_t advance_taped(int64_t k, void *user) {
  loop *self = user;
  memcpy(self->tape, self->state, LOOP_CELLS * sizeof(double));
  return advance(k, k + 1, user);
}
static int32_t save_tape(int64_t k, void *bytes, void *user) {
  (void)k;
  memcpy(bytes, ((loop *)user)->tape, LOOP_CELLS * sizeof(double));
  return 0;
}
static int32_t load_tape(int64_t k, const void *bytes, void *user) {
  (void)k;
  memcpy(((loop *)user)->tape, bytes, LOOP_CELLS * sizeof(double));
  return 0;
}

static void run_loop(int64_t slots, int idle) {
  const int64_t state_bytes = LOOP_CELLS * sizeof(double);
  loop self = {room(LOOP_CELLS, sizeof(double)), room(LOOP_CELLS, sizeof(double)), room(LOOP_CELLS, sizeof(double))};
  if (!idle) {
    ebw_schedule *schedule;
    ebw_storage *storage;
    ebw_propagator *propagator;
    ebw_executor *executor;
    ebw_plan *plan;
    int64_t peak;
    if (slots)
      check(ebw_schedule_create_revolve(LOOP_STEPS, slots, EBW_REVERSE_STATE_ONLY, &schedule));
    else
      check(ebw_schedule_create_store_all(LOOP_STEPS, EBW_REVERSE_STATE_ONLY, 1, &schedule));
    check(ebw_storage_create_memory(&storage));
    check(ebw_propagator_create_user(EBW_REVERSE_STATE_ONLY, state_bytes, &self, NULL, &propagator));
    check(ebw_propagator_set_start(propagator, start));
    check(ebw_propagator_set_advance(propagator, advance));
    check(ebw_propagator_set_turn(propagator, turn));
    check(ebw_propagator_set_reverse(propagator, slots ? reverse_from_state : reverse));
    check(ebw_propagator_set_save(propagator, save));
    check(ebw_propagator_set_load(propagator, load));
    check(ebw_propagator_set_tape(propagator, state_bytes, advance_taped, save_tape, load_tape));
    check(ebw_executor_create(schedule, storage, propagator, &executor));
    check(ebw_executor_plan(executor, &plan));
    check(ebw_executor_run(executor));
    check(ebw_executor_get_stat(executor, "peak_bytes", &peak));
    report(plan, state_bytes, peak);
    ebw_executor_destroy(executor);
    ebw_propagator_destroy(propagator);
    ebw_storage_destroy(storage);
    ebw_schedule_destroy(schedule);
  }
  free(self.state);
  free(self.tape);
  free(self.adjoint);
}

int main(int argc, char **argv) {
  if (argc < 3) return 3;
  const int64_t slots = atoll(argv[2]);
  const int idle = argc > 3 && !strcmp(argv[3], "idle");
  if (idle) printf("{}\n"); /* stdio's buffer is part of the baseline */
  for (size_t n = 0; n < sizeof kWaves / sizeof *kWaves; ++n)
    if (!strcmp(argv[1], kWaves[n].name)) return run_waves(&kWaves[n], slots, idle), 0;
  if (strcmp(argv[1], "user_loop")) return 3;
  run_loop(slots, idle);
  return 0;
}
