/* SPDX-License-Identifier: MIT */
/* A model checker for schedules: runs any stream of actions, the library's or your own, on integers alone and names the
 * first action that is not legal. No state, no tape and no gradient is needed, and a fault is found before it becomes a
 * wrong gradient.
 *
 * Legal is: forward steps start from the state in work, which is that at 0 at first; a save takes a free slot within
 * the limits; a load or a discard names what its slot holds; steps are reversed one by one from n-1 to 0, each from its
 * own state or tape; the turn comes once, when the forward sweep has reached the state at n and before the first
 * reverse; at the end every step is reversed and no slot is in use. A slot on disk is one of the numbers that follow
 * those in memory. State slots and tape slots are counted apart.
 *
 * Example: four actions of one's own, of which the last is wrong.
 *
 *     ebw_checker *checker = NULL;
 *     if (ebw_checker_create(2, EBW_REVERSE_FUSED, 1, 0, 0, &checker) != EBW_OK) return 1;
 *     ebw_checker_take(checker, EBW_ACTION_SAVE, 0, -1, 0);
 *     ebw_checker_take(checker, EBW_ACTION_ADVANCE, 0, 1, -1);
 *     ebw_checker_take(checker, EBW_ACTION_REVERSE, 1, 1, -1);
 *     if (ebw_checker_take(checker, EBW_ACTION_REVERSE, 0, 0, -1) != EBW_OK) puts(ebw_last_error());
 *     ebw_checker_destroy(checker);
 */
#ifndef EBBWAVE_CHECKER_H
#define EBBWAVE_CHECKER_H

#include "base.h"
#include "schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A check of one stream of actions. */
typedef struct ebw_checker ebw_checker;

/* Creates a checker that has seen nothing yet.
 * steps (in): number of steps, 1 .. 2^62, or 0 when only the turn tells it.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED; the last two ask for a turn, in
 * the first one the forward sweep reaches the state at n by tapes only, and then turns.
 * memory_slots, disk_slots, tape_slots (in): the most states in memory, states on disk and tapes, at least 0.
 * checker (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, reverse_kind, a number of slots, NULL); EBW_ERR_OVERFLOW (memory and disk
 * slots together beyond 64 bits); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_checker_create(int64_t steps, int32_t reverse_kind, int64_t memory_slots, int64_t disk_slots,
                                   int64_t tape_slots, ebw_checker **checker);

/* Takes the next action of the stream.
 * checker (in): the checker.
 * kind, from, to, slot (in): the action, EBW_ACTION_ADVANCE .. EBW_ACTION_LOAD_TAPE; a field that its kind does not use
 * is -1.
 * Status: EBW_OK; EBW_ERR_STATE (the action is not legal: the text begins with its number, counted from 1, and says
 * what is wrong; every later call gives the same text); EBW_ERR_OVERFLOW (a count beyond 64 bits); EBW_ERR_ARGUMENT
 * (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant, for ranges of tapes one lookup per tape. Since 0.1. */
EBW_API int32_t ebw_checker_take(ebw_checker *checker, int32_t kind, int64_t from, int64_t to, int64_t slot);

/* Says that the stream has ended: every step must be reversed and no slot in use.
 * checker (in): the checker.
 * Status: EBW_OK; EBW_ERR_STATE (something is left, or an action was not legal: see the text); EBW_ERR_ARGUMENT (NULL);
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_checker_finish(ebw_checker *checker);

/* Gets a count of the stream so far by its name.
 * checker (in): the checker.
 * name (in): "actions", "advances", "taped", "saves", "loads", "peak_slots" (states in memory and tapes), "disk_saves",
 * "disk_loads", "peak_disk_slots", "tape_saves", "tape_loads", "peak_tape_slots" (tapes alone).
 * value (out): the count; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_checker_get_count(const ebw_checker *checker, const char *name, int64_t *value);

/* Checks a whole schedule, from its first action to its last: it is legal within the slots that it says it needs, which
 * are within the limits, and does just as many steps, saves and loads as it says. Its stream stays where it is.
 * schedule (in): the schedule; of unknown length only after ebw_schedule_finish.
 * memory_slots, disk_slots, tape_slots (in): the most that it may need; -1: as many as it says.
 * Status: EBW_OK; EBW_ERR_STATE (a fault, named as by ebw_checker_take, or an end that is not known); EBW_ERR_OVERFLOW
 * and EBW_ERR_UNSUPPORTED (counts that it refuses); EBW_ERR_ARGUMENT (NULL, slots below -1); EBW_ERR_HANDLE;
 * EBW_ERR_NO_MEMORY.
 * Threads: any, also while the stream is in use. Cost: that of every action and of all counts. Since 0.1. */
EBW_API int32_t ebw_schedule_check(const ebw_schedule *schedule, int64_t memory_slots, int64_t disk_slots,
                                   int64_t tape_slots);

/* Releases the handle.
 * checker (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_checker_destroy(ebw_checker *checker);

#ifdef __cplusplus
}
#endif

#endif
