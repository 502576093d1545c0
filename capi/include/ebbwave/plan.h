/* SPDX-License-Identifier: MIT */
/* A plan: what a run will do and hold, told before anything is allocated and held against what was done afterwards. */
#ifndef EBBWAVE_PLAN_H
#define EBBWAVE_PLAN_H

#include "base.h"
#include "schedule.h"
#include "storage.h"

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

/* Gets the number of checkpoints held at once: states, or tapes where no states are kept (store_all with tapes, segment
 * in one leaf), or units of a room that both share (mixed).
 * plan (in): the plan. slots (out): number of slots; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_slots(const ebw_plan *plan, int64_t *slots);

/* Gets the sum of all bytes that the library will hold at most; a user's propagator is not ours to count.
 * plan (in): the plan. total_bytes (out): bytes; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_total_bytes(const ebw_plan *plan, int64_t *total_bytes);

/* Gets the least total of bytes with which the run is possible: by the schedule that was named, or by whichever may be
 * taken (without a name store_all or revolve), on the disk that there is. Of an alternative it is that kind's.
 * plan (in): the plan. least_bytes (out): bytes, 0 when not known; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_least_bytes(const ebw_plan *plan, int64_t *least_bytes);

/* Gets the time step.
 * plan (in): the plan. dt (out): seconds, 0 for a user's propagator; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_dt(const ebw_plan *plan, double *dt);

/* Gets the name of the schedule, as "store_all", "revolve", "segment", "two_level", "segment_disk".
 * plan (in): the plan. schedule (out): the name; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Ownership: the text is the plan's and goes with it.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_schedule(const ebw_plan *plan, const char **schedule);

/* Gets the bytes of one use.
 * plan (in): the plan.
 * name (in): "work_fields", "slots", "tape_ring", "adjoint_state", "initial_state", "model_copies", "gradient",
 * "traces", "residuals", "wavelets", "scratch" or "schedule_tables".
 * bytes (out): bytes, 0 when nothing is held for it; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_bytes(const ebw_plan *plan, const char *name, int64_t *bytes);

/* Gets the number of slots that hold tapes alone.
 * plan (in): the plan. tape_slots (out): number of slots; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_tape_slots(const ebw_plan *plan, int64_t *tape_slots);

/* Gets the cost that the schedule was chosen by: advances, taped advances, reverse steps and copies of states, each
 * times its own cost.
 * plan (in): the plan. cost (out): in the unit of the costs (usual ratios to an advance unless given or measured), 0
 * where nothing was chosen; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_cost(const ebw_plan *plan, double *cost);

/* Gets the forecast of the time of one shot.
 * plan (in): the plan. seconds (out): seconds, 0 when no costs in seconds were given or measured; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_seconds(const ebw_plan *plan, double *seconds);

/* Gets the number of slots on disk.
 * plan (in): the plan. disk_slots (out): number of slots, 0 where all lie in memory; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_disk_slots(const ebw_plan *plan, int64_t *disk_slots);

/* Gets the bytes that slots on disk take there at most.
 * plan (in): the plan. disk_bytes (out): bytes, 0 where all lie in memory; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_disk_bytes(const ebw_plan *plan, int64_t *disk_bytes);

/* Gets a number of the plan by its name.
 * plan (in): the plan.
 * name (in): "interval" (steps from one state on disk to the next where they are even: of periodic and async; leaves of
 * segment_disk), "state_units", "tape_units" (of a room that states and tapes share, as in mixed, of which get_slots
 * counts the units), "disk_saves", "disk_loads" (of a gradient), "disk_limit" (bytes that states may take on disk,
 * INT64_MAX without a bound, 0 without a disk), "least_disk_bytes" (the disk_bytes with which this kind of schedule is
 * possible at all), "shots_at_once" (1, or how many of a gradient's shots run at a time, each with the plan's slots;
 * the bytes are those of all).
 * value (out): the number, 0 where it does not apply; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_number(const ebw_plan *plan, const char *name, int64_t *value);

/* Gets the bound on memory that the plan was made for.
 * plan (in): the plan. bytes (out): bytes, 0 where no schedule was chosen by memory; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_memory_limit(const ebw_plan *plan, int64_t *bytes);

/* Counts the plans of other kinds of schedule that stood beside this one when it was chosen, itself included.
 * plan (in): the plan. count (out): number of plans, 0 where nothing was chosen; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_count_alternatives(const ebw_plan *plan, int64_t *count);

/* Gets one of these plans, the cheapest first; of equal cost the one with fewer forward steps, then with fewer bytes.
 * One that does not fit is given at its least: its total bytes are above its memory limit.
 * plan (in): the plan.
 * index (in): 0 to count - 1.
 * alternative (out): a plan of its own; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, index); EBW_ERR_HANDLE; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys it. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_get_alternative(const ebw_plan *plan, int64_t index, ebw_plan **alternative);

/* Creates the schedule that the plan speaks of.
 * plan (in): a plan by ebw_plan_choose, ebw_plan_choose_places or ebw_gradient_plan, or one of its alternatives.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a plan without checkpoints, or of an executor with
 * another kind of schedule); EBW_ERR_HANDLE; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys it. Threads: any. Cost: constant for a plan that was chosen, whose tables are shared.
 * Since 0.1. */
EBW_API int32_t ebw_plan_create_schedule(const ebw_plan *plan, ebw_schedule **schedule);

/* Creates the storage in which the plan places checkpoints: memory, or memory and files as ebw_storage_create_tiered
 * with the plan's disk_bytes as the bound.
 * plan (in): as for ebw_plan_create_schedule, chosen by bytes.
 * directory (in): path of a directory for the files, in UTF-8; may be NULL where the plan has no slots on disk.
 * storage (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a plan that was not chosen by bytes); EBW_ERR_HANDLE;
 * EBW_ERR_NO_MEMORY; of the directory as ebw_storage_create_disk.
 * Ownership: the caller destroys it. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_plan_create_storage(const ebw_plan *plan, const char *directory, ebw_storage **storage);

/* Chooses a schedule for any time loop from a budget in bytes, with checkpoints in memory.
 * steps (in): number of steps, 1 .. 2^62.
 * reverse_kind (in): the propagator's, EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY.
 * state_bytes (in): bytes of a state, at least 1.
 * tape_bytes (in): bytes of the tape of one step, 0: the propagator keeps none.
 * memory_bytes (in): bound on the memory of checkpoints; 0: half of the machine's.
 * schedule (in): "auto" (the cheapest of the three), "store_all", "revolve", "segment", or NULL for store_all if it
 * fits and else revolve; the names of ebw_plan_choose_places that need no disk are taken too.
 * costs (in): costs[4], seconds of an advance (above 0), of an advance that keeps its tape, of a reverse step, of one
 * copy of a state; NULL: each forward step 1, all else 0, and no forecast in seconds.
 * plan (out): the new plan, its bytes those of the checkpoints alone; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (a number out of its range, NULL; steps and tape_bytes with which "store_all" would
 * hold more than 2^62 bytes); EBW_ERR_NOT_FOUND (no such schedule);
 * EBW_ERR_BUDGET (the text names the least that works); EBW_ERR_UNSUPPORTED (tapes that the propagator does not keep);
 * EBW_ERR_OVERFLOW; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys it. Threads: any. Cost: milliseconds. Since 0.1. */
EBW_API int32_t ebw_plan_choose(int64_t steps, int32_t reverse_kind, int64_t state_bytes, int64_t tape_bytes,
                                int64_t memory_bytes, const char *schedule, const double *costs, ebw_plan **plan);

/* Chooses a schedule for any time loop from a budget in bytes for memory and one for a disk: the one that costs least,
 * of equal ones that with fewer forward steps, then with fewer bytes. Side by side stand store_all, segment, mixed
 * (with tapes), revolve, and with a disk two_level, disk, periodic, async, and segment_disk (with tapes: the leaves of
 * segment, their states in memory and on disk), each with the leaf, interval and slots that cost least in the budget.
 * Transfers count in full for all but async, which counts what steps do not hide.
 * steps (in), reverse_kind (in), state_bytes (in), tape_bytes (in), memory_bytes (in): as for ebw_plan_choose.
 * disk_bytes (in): bound on the files of checkpoints, each state one file of its bytes and a header; 0: no disk;
 * INT64_MAX: no bound. A process holds a file open for each state on disk, and its limit (ulimit -n) bounds them too.
 * schedule (in): one of these names, "auto", or NULL for store_all if it fits and else revolve.
 * costs (in): costs[6], seconds of an advance (above 0), of an advance that keeps its tape, of a reverse step, of one
 * copy of a state in memory, of a state to disk, of one from disk; 0 to 1e100; ebw_storage_measure_disk
 * measures the last two. NULL: each forward step 1, all else 0, and no forecast in seconds.
 * plan (out): the new plan, its bytes those of the checkpoints alone; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (a number out of its range, NULL; steps and tape_bytes with which "store_all" would
 * hold more than 2^62 bytes); EBW_ERR_NOT_FOUND (no such schedule); EBW_ERR_BUDGET (the text names the place and the
 * least that works there); EBW_ERR_UNSUPPORTED (tapes that the propagator does not keep, a schedule on disk without
 * one, a table that takes too long: more than some 30 000 steps of two_level, steps^2 * units above 1e9 of mixed;
 * the text names what to take instead); EBW_ERR_OVERFLOW; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys it. Threads: any. Cost: milliseconds; with "auto", mixed or a disk up to some seconds
 * for thousands of steps. Since 0.1. */
EBW_API int32_t ebw_plan_choose_places(int64_t steps, int32_t reverse_kind, int64_t state_bytes, int64_t tape_bytes,
                                       int64_t memory_bytes, int64_t disk_bytes, const char *schedule,
                                       const double *costs, ebw_plan **plan);

/* Releases the plan.
 * plan (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_plan_destroy(ebw_plan *plan);

#ifdef __cplusplus
}
#endif

#endif
