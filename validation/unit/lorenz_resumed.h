/* SPDX-License-Identifier: MIT */
/* The loop of lorenz.h with its adjoint callbacks: what a run in a directory needs. */
#ifndef EBBWAVE_VALIDATION_LORENZ_RESUMED_H
#define EBBWAVE_VALIDATION_LORENZ_RESUMED_H

#include "lorenz.h"

/* All that reverse(k) leaves outside the state. */
typedef struct {
  double adjoint[CELLS + 1], gradient[CELLS];
  int64_t seeded;
} lorenz_adjoint;

static inline int32_t lorenz_save_adjoint(int64_t k, void *bytes, void *user) {
  lorenz *self = user;
  lorenz_adjoint *to = bytes;
  memcpy(to->adjoint, self->adjoint, sizeof to->adjoint);
  memcpy(to->gradient, self->gradient, sizeof to->gradient);
  to->seeded = self->seeded;
  return lorenz_note(self, "save_adjoint", k, -1);
}

static inline int32_t lorenz_load_adjoint(int64_t k, const void *bytes, void *user) {
  lorenz *self = user;
  const lorenz_adjoint *from = bytes;
  memcpy(self->adjoint, from->adjoint, sizeof from->adjoint);
  memcpy(self->gradient, from->gradient, sizeof from->gradient);
  self->seeded = (int)from->seeded;
  return lorenz_note(self, "load_adjoint", k, -1);
}

/* What a run computes, in one block. */
typedef struct {
  double adjoint[CELLS + 1], gradient[CELLS];
} lorenz_bits;

static inline lorenz_bits lorenz_bits_of(const lorenz *self) {
  lorenz_bits bits;
  memcpy(bits.adjoint, self->adjoint, sizeof bits.adjoint);
  memcpy(bits.gradient, self->gradient, sizeof bits.gradient);
  return bits;
}

/* An executor as lorenz_executor makes it, with adjoint callbacks and a generation at every chance in `directory`; what
 * the schedule means for a disk lies there too. Destroy `open` after a loop of unknown length. */
static inline ebw_executor *lorenz_resumable(lorenz *self, int64_t slots, const char *directory, int64_t disk_bytes) {
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(self);
  int32_t status = propagator ? EBW_OK : EBW_ERR_NO_MEMORY;
  if (!status)
    status = ebw_propagator_set_adjoint(propagator, sizeof(lorenz_adjoint), lorenz_save_adjoint, lorenz_load_adjoint);
  if (!status) status = lorenz_schedule(self, slots, &schedule);
  if (!status)
    status = slots > LORENZ_TWO_LEVEL && slots < LORENZ_ONLINE ? ebw_storage_create_tiered(directory, 0, 0, &storage)
                                                               : ebw_storage_create_memory(&storage);
  if (!status) status = ebw_executor_create(schedule, storage, propagator, &executor);
  if (!status) status = ebw_executor_set_directory(executor, directory, disk_bytes);
  if (!status) status = ebw_executor_set_generation_seconds(executor, 0.0);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  if (slots > LORENZ_ONLINE)
    self->open = schedule;
  else
    ebw_schedule_destroy(schedule);
  if (!status) return executor;
  ebw_executor_destroy(executor);
  return NULL;
}

#endif
