/* SPDX-License-Identifier: MIT */
/* Executor: runs a schedule with a propagator and a storage, forward and reverse, in the memory that its plan names.
 *
 * Example: the gradient of your own loop of 1000 steps with 10 states in memory.
 *
 *     ebw_schedule *schedule = NULL;
 *     ebw_storage *storage = NULL;
 *     ebw_propagator *propagator = NULL;
 *     ebw_executor *executor = NULL;
 *     if (ebw_schedule_create_revolve(1000, 10, EBW_REVERSE_FUSED, &schedule) != EBW_OK) return 1;
 *     if (ebw_storage_create_memory(&storage) != EBW_OK) return 1;
 *     if (ebw_propagator_create_user(EBW_REVERSE_FUSED, sizeof my.state, &my, NULL, &propagator) != EBW_OK) return 1;
 *     ebw_propagator_set_start(propagator, my_start);
 *     ebw_propagator_set_advance(propagator, my_advance);
 *     ebw_propagator_set_reverse(propagator, my_reverse);
 *     ebw_propagator_set_save(propagator, my_save);
 *     ebw_propagator_set_load(propagator, my_load);
 *     if (ebw_executor_create(schedule, storage, propagator, &executor) != EBW_OK) return 1;
 *     if (ebw_executor_run(executor) != EBW_OK) fprintf(stderr, "%s\n", ebw_last_error());
 *     ebw_executor_destroy(executor);
 *     ebw_propagator_destroy(propagator);
 *     ebw_storage_destroy(storage);
 *     ebw_schedule_destroy(schedule);
 */
#ifndef EBBWAVE_EXECUTOR_H
#define EBBWAVE_EXECUTOR_H

#include "base.h"
#include "plan.h"
#include "propagator.h"
#include "schedule.h"
#include "storage.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A schedule, a storage and a propagator that belong together. */
typedef struct ebw_executor ebw_executor;

/* Creates an executor.
 * schedule (in): the schedule; a run moves its stream from the first action to the last.
 * storage (in): where checkpoints go; several executors may share one, one run at a time.
 * propagator (in): the propagator, its tape callbacks set when the schedule keeps tapes.
 * executor (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (schedule without tapes of another reverse kind than the
 * propagator's; schedule with tapes and a propagator without; schedule of another number of steps than a built-in
 * propagator's); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle; the executor keeps the three alive. Threads: one at a time per handle.
 * Cost: constant. Since 0.1. */
EBW_API int32_t ebw_executor_create(ebw_schedule *schedule, ebw_storage *storage, ebw_propagator *propagator,
                                    ebw_executor **executor);

/* Tells what a run will do and hold. Nothing is allocated but the plan itself. Of a schedule of
 * unknown length (ebw_schedule_create_online) steps, forward and recomputed steps are 0: each run finds its own end.
 * executor (in): the executor.
 * plan (out): the new plan; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_OVERFLOW (steps or bytes beyond 64 bits); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the plan. Threads: one at a time per handle, its schedule, storage and propagator
 * included. Cost: that of counting the schedule. Since 0.1. */
EBW_API int32_t ebw_executor_plan(const ebw_executor *executor, ebw_plan **plan);

/* Sets the function that is told of progress, and may cancel.
 * executor (in): the executor.
 * function (in): called with done, total and recomputed steps, forward and reverse, always once at the end; total is 0
 * with a schedule of unknown length; NULL: none.
 * every (in): steps between calls, or 0 for about ten calls a second; at least 0. Without a function a range of the
 * schedule is one call of advance; with one, ranges are cut so that calls come in time, which changes no bits.
 * user (in): handed to function; may be NULL.
 * release (in): called once with user when the function is replaced or the executor goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL executor, every); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_executor_set_progress(ebw_executor *executor, ebw_progress_fn function, int64_t every, void *user,
                                          ebw_release_fn release);

/* Runs forward and reverse sweep once: one gradient. May be called again, also after a failure: it begins anew, which a
 * directory with an unfinished run refuses (EBW_ERR_STATE): resume that or remove its files ebw-*. With a directory the
 * statuses of ebw_executor_resume that speak of it may come too. With a schedule of unknown length
 * (ebw_schedule_create_online) the callback `advance` is called step by step in the first sweep and says
 * ebw_schedule_finish when it has taken the last step; each run finds its end anew.
 * executor (in): the executor.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED and EBW_ERR_OVERFLOW (as create and plan); EBW_ERR_STATE
 * (a callback that is needed is not set: the text names its setter; or the storage holds checkpoints of the caller's);
 * EBW_ERR_NO_MEMORY; EBW_ERR_CALLBACK (a callback returned non-zero); EBW_ERR_CANCELLED (the progress function did);
 * EBW_ERR_CORRUPT (the replay check found a difference);
 * EBW_ERR_INTERNAL (work or bytes were not as planned: a fault of the library); EBW_ERR_HANDLE; EBW_ERR_BUSY. On
 * failure all slots are free again; memory stays for the next run.
 * Threads: one at a time per handle, its schedule, storage and propagator included; callbacks come on the caller's
 * thread. Cost: the plan's forward steps, as many reverse steps as steps, the schedule's saves and loads; the plan's
 * bytes. With a codec and a limit on the storage a checkpoint may not fit; then the rest is planned again from that
 * step with what does, which takes more forward steps and changes no bits; EBW_ERR_BUDGET comes only when the initial
 * state, a tape, or what a schedule `mixed` keeps does not fit. Since 0.1. */
EBW_API int32_t ebw_executor_run(ebw_executor *executor);

/* Sets whether a run holds each state that it computes again, or loads, against the one of the first sweep, by a hash
 * of what the propagator saves. Finds an advance that is not deterministic, and a load that does not give back all that
 * its save took: either makes a gradient wrong without a sign. For tests of a loop of your own, not for every day.
 * executor (in, out): the executor.
 * on (in): 1 or 0 (default). On, a difference ends a run with EBW_ERR_CORRUPT; the text names the step.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: of a run one save and one hash after each step and each load, ranges cut
 * into single steps; 8 bytes per step and one state, which the plan counts in scratch. A run on a storage with a lossy
 * codec is refused with EBW_ERR_UNSUPPORTED: its states are never the same. Since 0.1. */
EBW_API int32_t ebw_executor_set_replay_check(ebw_executor *executor, int32_t on);

/* Sets the directory in which runs leave generations, from which a killed run can be resumed. A generation holds where
 * the schedule stands, the present state, the adjoint with its gradient, and copies of the states in slots as far as
 * disk_bytes allow; states without a copy, and tapes, are computed again on resume. The last two generations are kept;
 * all files go when a run succeeds, and stay when it fails or is killed. Order of writing: arrays, fsync, manifest,
 * fsync, rename, fsync of the directory; a kill at any moment leaves a whole generation. Every block has a checksum,
 * against accidents; whoever can write into the directory can change results.
 * executor (in, out): the executor; its propagator must have its adjoint callbacks.
 * directory (in): path of a directory of your own, in UTF-8; its last part is made (mode 0700) by the run when it is
 * missing; no symbolic link. One run at a time may use it. NULL: no generations (the default).
 * disk_bytes (in): bytes, bound on what lies in the directory, at least three generations without slots; 0: no bound.
 * With a bound a run on a storage with a lossy codec is refused (EBW_ERR_UNSUPPORTED): a resume would have other bits.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL executor, empty directory, disk_bytes below 0); EBW_ERR_HANDLE; EBW_ERR_BUSY;
 * EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant; a run holds one buffer more, which the plan counts in scratch.
 * Since 0.1. */
EBW_API int32_t ebw_executor_set_directory(ebw_executor *executor, const char *directory, int64_t disk_bytes);

/* Sets the time between two generations, and with it the work that a kill can lose.
 * executor (in, out): the executor.
 * seconds (in): at least 0; 60 by default; 0: after every action of the schedule, and after every piece of a long one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, seconds below 0 or not a number); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_executor_set_generation_seconds(ebw_executor *executor, double seconds);

/* Sets whether a generation follows each checkpoint that goes to disk, beside those by time: each state that is saved
 * in a slot which the storage keeps in a file. The generation links that file, so it writes no more than the present
 * state and the adjoint. A storage in memory has no such slots.
 * executor (in, out): the executor.
 * on (in): 1 or 0 (default).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant; of a run the wait for each save in the background. Since 0.1. */
EBW_API int32_t ebw_executor_set_disk_generations(ebw_executor *executor, int32_t on);

/* Tells the library what tells your problem from another: parameters, initial state, data. A directory with generations
 * of another fingerprint is not resumed. The sizes of state, tape and adjoint, the schedule, the release and build of
 * the library, and all of a built-in propagator's problem count without this call.
 * executor (in, out): the executor.
 * data (in): bytes, of which a 128-bit fingerprint is kept; may be NULL when bytes is 0.
 * bytes (in): their number, at least 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, bytes below 0); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: that of reading the bytes. Since 0.1. */
EBW_API int32_t ebw_executor_set_fingerprint(ebw_executor *executor, const void *data, int64_t bytes);

/* Goes on with a run that was killed, or that failed, from the newest whole generation in the directory, forward or in
 * reverse; begins anew when there is none. The gradient has the bits of a run that was never stopped. Calls start, then
 * advance, save and advance_taped as needed to fill slots again, then load_adjoint and load. The log function is told
 * which generation is used, at which step it goes on, and what was wrong with a damaged one.
 * executor (in): the executor, its directory set, over the same schedule and problem as in the killed run.
 * Status: those of ebw_executor_run; EBW_ERR_STATE (no directory is set); EBW_ERR_UNSUPPORTED (no adjoint callbacks);
 * EBW_ERR_NOT_RESUMABLE (the directory holds a run of another problem or schedule); EBW_ERR_CORRUPT (no generation is
 * whole); EBW_ERR_BUSY (another run uses the directory); EBW_ERR_BUDGET (disk_bytes; the text names the least);
 * EBW_ERR_NO_SPACE, EBW_ERR_PERMISSION, EBW_ERR_STORAGE (the directory cannot be used; older generations stay whole).
 * Threads: as ebw_executor_run. Cost: that of the steps left, of reading one generation, and at most one forward sweep
 * more to fill slots. Since 0.1. */
EBW_API int32_t ebw_executor_resume(ebw_executor *executor);

/* Gets a count of the last run by its name; partial when the run failed.
 * executor (in): the executor.
 * name (in): "forward_steps" (all, taped ones included), "reverse_steps", "recomputed" (forward steps that repeat an
 * earlier one), "saves", "loads", "peak_slots" (in memory), "disk_saves", "disk_loads", "peak_disk_slots",
 * "planned_bytes", "peak_bytes" (own count, 0 when the run failed), "replans" (how often the rest was planned again
 * because a checkpoint did not fit in the storage's bytes), of the last time "replan_step" (where the run stood, -1:
 * never), "replan_slots_before" and "replan_slots" (of states), "generations" (written by this run), "restored_steps"
 * (forward steps that a resume took to fill slots again; all other counts of a resumed run include
 * what was done before the kill).
 * value (out): the count; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_STATE (no run
 * yet); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_executor_get_stat(const ebw_executor *executor, const char *name, int64_t *value);

/* Gets a time of the last run by its name; partial when the run failed.
 * executor (in): the executor.
 * name (in): "forward" (start and advances), "reverse" (turn and reverses, the taped step of kind fused included),
 * "total" (these, the copies from and to storage, and taking memory).
 * seconds (out): seconds of wall clock; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_STATE (no run
 * yet); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_executor_get_seconds(const ebw_executor *executor, const char *name, double *seconds);

/* Releases the handle; a run that is under way ends first.
 * executor (in): the handle, or NULL. Threads: any, also during a run and inside its callbacks. Cost: constant, or that
 * of freeing what nothing else holds. Since 0.1. */
EBW_API void ebw_executor_destroy(ebw_executor *executor);

#ifdef __cplusplus
}
#endif

#endif
