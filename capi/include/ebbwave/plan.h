/* SPDX-License-Identifier: MIT */
/* A plan: what a run will do and hold, told before anything is allocated and held against what was done afterwards. */
#ifndef EBBWAVE_PLAN_H
#define EBBWAVE_PLAN_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A plan never changes once it is made. */
typedef struct ebw_plan ebw_plan;

/* Gets the number of steps.
 * plan (in): the plan. steps (out): number of steps; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_steps(const ebw_plan *plan, int64_t *steps);

/* Gets the number of all forward steps, those that are taped included.
 * plan (in): the plan. forward_steps (out): number of steps; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_forward_steps(const ebw_plan *plan, int64_t *forward_steps);

/* Gets the number of forward steps beyond the first sweep's.
 * plan (in): the plan. recomputed (out): number of steps; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_recomputed(const ebw_plan *plan, int64_t *recomputed);

/* Gets the number of checkpoints held at once: states, or tapes in store_all with tapes.
 * plan (in): the plan. slots (out): number of slots; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_slots(const ebw_plan *plan, int64_t *slots);

/* Gets the sum of all bytes that the library will hold at most; a user's propagator is not ours to count.
 * plan (in): the plan. total_bytes (out): bytes; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_total_bytes(const ebw_plan *plan, int64_t *total_bytes);

/* Gets the least total of bytes with which the run is possible at all, by whatever schedule.
 * plan (in): the plan. least_bytes (out): bytes, 0 when not known; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_least_bytes(const ebw_plan *plan, int64_t *least_bytes);

/* Gets the time step.
 * plan (in): the plan. dt (out): seconds, 0 for a user's propagator; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_dt(const ebw_plan *plan, double *dt);

/* Gets the name of the schedule: "store_all", "revolve".
 * plan (in): the plan. schedule (out): the name; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Ownership: the text is the plan's and goes with it.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_schedule(const ebw_plan *plan, const char **schedule);

/* Gets the bytes of one use.
 * plan (in): the plan.
 * name (in): "work_fields", "slots", "tape_ring", "adjoint_state", "initial_state", "model_copies", "gradient",
 * "traces", "residuals", "wavelets" or "scratch".
 * bytes (out): bytes, 0 when nothing is held for it; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_bytes(const ebw_plan *plan, const char *name, int64_t *bytes);

/* Releases the plan.
 * plan (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_plan_destroy(ebw_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
