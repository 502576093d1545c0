/* SPDX-License-Identifier: MIT */
/* Checkpoint schedules: which steps to advance, save, load and reverse so that n steps are reversed with few slots.
 *
 * A schedule is integers only: it knows no time, no bytes and no physics. Steps are 0 .. n-1; the state at k is what
 * step k starts from. A slot is one place for a state (or, in store_all with tapes, for the tape of one step); slots
 * are counted with the one that holds the initial state. Read the actions one by one with ebw_schedule_next, or all at
 * once with ebw_schedule_export; an executor reads them itself.
 *
 * Example: the actions for 10 steps with 3 slots.
 *
 *     ebw_schedule *schedule = NULL;
 *     int32_t kind;
 *     int64_t from, to, slot;
 *     if (ebw_schedule_create_revolve(10, 3, EBW_REVERSE_FUSED, &schedule) != EBW_OK) return 1;
 *     while (ebw_schedule_next(schedule, &kind, &from, &to, &slot) == EBW_OK && kind != EBW_ACTION_END)
 *       printf("%d %lld %lld %lld\n", (int)kind, (long long)from, (long long)to, (long long)slot);
 *     ebw_schedule_destroy(schedule);
 */
#ifndef EBBWAVE_SCHEDULE_H
#define EBBWAVE_SCHEDULE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of action: for ever. An action is (kind, from, to, slot); a field that its kind does not use is -1. */
#define EBW_ACTION_END 0           /* no action: the schedule is exhausted */
#define EBW_ACTION_ADVANCE 1       /* (from, to): run steps from .. to-1, keep nothing */
#define EBW_ACTION_SAVE 2          /* (from, slot): the state at from into slot, which is free */
#define EBW_ACTION_LOAD 3          /* (from, slot): the state at from out of slot */
#define EBW_ACTION_DISCARD 4       /* (from, slot): slot is free again; it held from */
#define EBW_ACTION_TURN 5          /* (from): the forward sweep has reached the state at n = from */
#define EBW_ACTION_REVERSE 6       /* (from, to, slot): reverse from, from-1, .. to; tapes in slot + (k - to), or -1 */
#define EBW_ACTION_ADVANCE_TAPED 7 /* (from, to, slot): run steps from .. to-1, tapes into slot, slot+1, .. */
#define EBW_ACTION_SAVE_TAPE 8     /* (from, slot): the tape that kind 7 with slot -1 just took, into slot */
#define EBW_ACTION_LOAD_TAPE 9     /* (from, slot): the next reverse uses the tape of step from, which lies in slot */

/* What the reverse of a step needs: for ever. A propagator is of one of the first two kinds; the third is for schedules
 * that drive a propagator of kind fused and reach the state at n, where they turn. */
#define EBW_REVERSE_FUSED 1      /* the state before the step: it runs the step once more, taping, then reverses it */
#define EBW_REVERSE_STATE_ONLY 2 /* the state before the step and no forward step (linear waves) */
#define EBW_REVERSE_UNFUSED 3    /* as fused, in a loop that sees its end only after the last step */

/* A schedule and its place in the stream of its actions. */
typedef struct ebw_schedule ebw_schedule;

/* Creates the schedule that keeps what the reverse of each step needs, so that no step is run twice.
 * steps (in): number of steps, 1 .. 2^62.
 * reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY.
 * tape (in): non-zero keeps tapes (kinds 7 and 9, either reverse kind), 0 keeps states (EBW_REVERSE_STATE_ONLY only).
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, reverse_kind, NULL); EBW_ERR_UNSUPPORTED (fused without tapes: use revolve
 * with slots = steps); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant; the schedule takes `steps` slots.
 * Since 0.1. */
EBW_API int32_t ebw_schedule_create_store_all(int64_t steps, int32_t reverse_kind, int32_t tape,
                                              ebw_schedule **schedule);

/* Creates the schedule with the fewest advances for a given number of slots and, among those, the fewest saves.
 * steps (in): number of steps, 1 .. 2^62.
 * slots (in): most states held at once, the initial state's included, at least 1; more than can be used are not used.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, slots, reverse_kind, NULL); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: log(steps) evaluations of a binomial number.
 * Since 0.1. Reference: Griewank & Walther 2000, ACM TOMS 26(1), Algorithm 799. */
EBW_API int32_t ebw_schedule_create_revolve(int64_t steps, int64_t slots, int32_t reverse_kind,
                                            ebw_schedule **schedule);

/* Creates revolve over leaves of steps: the tapes of one leaf are kept while it runs and are read by one ranged
 * reverse; states stand between leaves by the binomial rule; the last leaf is taped on the first sweep. Where a state
 * is larger than a tape (waves: 2 to 3 fields against one) it takes fewer forward steps than revolve in the same
 * memory. No reverse makes a forward step of its own. In kind fused it has the fewest advances of all schedules with
 * these limits. In kind state_only a leaf has one step more than tapes: the last is reversed from its state, as soon as
 * that is reached.
 * steps (in): number of steps, 1 .. 2^62.
 * leaf (in): tapes of a leaf, which is the number of tape slots, at least 1; more than `steps` are not used.
 * slots (in): most states held at once, the initial state's included, at least 1; more than can be used are not used.
 * reverse_kind (in): EBW_REVERSE_FUSED, which serves propagators of either kind, as it reverses from tapes alone; or
 * EBW_REVERSE_STATE_ONLY, where the propagator must be of that kind.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, leaf, slots, reverse_kind, NULL); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: as ebw_schedule_create_revolve.
 * Since 0.1. Reference: the rule of Griewank & Walther 2000, ACM TOMS 26(1), Algorithm 799, over leaves. */
EBW_API int32_t ebw_schedule_create_segment(int64_t steps, int64_t leaf, int64_t slots, int32_t reverse_kind,
                                            ebw_schedule **schedule);

/* Chooses the leaf and the slots of a segment schedule together: the least cost F * advances + (FT + A) * steps +
 * COPY * (saves + loads of states) of all pairs that fit in a room.
 * steps (in): number of steps, 1 .. 2^62.
 * room (in): what states and tapes may take together, in any unit, such as bytes.
 * state_size, tape_size (in): what one state and one tape take, in that unit, at least 1.
 * costs (in): costs[4], F an advance (above 0), FT an advance that keeps its tape, A a reverse step, COPY the save or
 * load of one state, in one unit (such as seconds), 0 to 1e100; NULL takes 1, 1, 0, 0.
 * leaf (out): tape slots; not NULL. slots (out): state slots, 0 when one leaf takes all steps (pass 1 then); not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, sizes, costs, NULL); EBW_ERR_BUDGET (the text names the least room);
 * EBW_ERR_NO_MEMORY.
 * Threads: any. Cost: at most some 4000 evaluations of the cost, milliseconds. Since 0.1. */
EBW_API int32_t ebw_schedule_choose_segment(int64_t steps, int64_t room, int64_t state_size, int64_t tape_size,
                                            const double *costs, int64_t *leaf, int64_t *slots);

/* Creates the schedule with the fewest forward steps where states and tapes share one room, each where it saves most.
 * A kept tape spares its step's second run but cannot restart the sweep; it is read once and then free. A slot's number
 * is the first unit that it takes; what is kept lies as a stack.
 * steps (in): number of steps, 1 .. 40000.
 * units (in): the room; enough for one state, or for the tapes of all steps but the last.
 * restart_units, tape_units (in): units that one state and one tape take, at least 1.
 * reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY, as the propagator's: some steps are reversed from
 * their states.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, units, sizes, reverse_kind, NULL); EBW_ERR_BUDGET (units; the text names the
 * least); EBW_ERR_UNSUPPORTED (too many steps, or steps^2 * units / 2 above 1e10: use coarser units, or segment);
 * EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: a table of steps * units numbers, which takes
 * steps^2 * units / 2 additions.
 * Since 0.1. Reference: Maddison 2024, J. Comput. Sci. 82, 102405 (equal sizes). */
EBW_API int32_t ebw_schedule_create_mixed(int64_t steps, int64_t units, int64_t restart_units, int64_t tape_units,
                                          int32_t reverse_kind, ebw_schedule **schedule);
/* Creates the schedule of a loop whose length is not known until it ends. While slots last each state is kept; then a
 * new state takes the slot of another where that makes it cheaper to end two steps on. It has the fewest advances for
 * the length that comes out as long as steps + 1 <= (slots + 1)(slots + 2) / 2, and beyond that at most 4.2 % more with
 * 5 slots or more, 16 % more with fewer (measured for all lengths up to 1e5). The first sweep advances step by step;
 * ebw_schedule_finish says where it ends.
 * slots (in): most states held at once, the initial state's included, at least 1.
 * reverse_kind (in): EBW_REVERSE_UNFUSED (with a propagator of kind fused) or EBW_REVERSE_STATE_ONLY.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (slots, reverse_kind, NULL); EBW_ERR_UNSUPPORTED (EBW_REVERSE_FUSED: the end is seen
 * only after the last step); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant; an action of the first sweep takes O(1), and
 * O(slots) where a state is dropped; each count of a known length runs through the decisions of the first sweep.
 * Since 0.1. Reference: Heuveline & Walther 2006 (the greedy rule), here with two steps of foresight; Stumm & Walther
 * 2010, SIAM J. Sci. Comput. 32(2), eq. 2.2 (the range in which it is optimal). */
EBW_API int32_t ebw_schedule_create_online(int64_t slots, int32_t reverse_kind, ebw_schedule **schedule);

/* Creates the cheapest schedule for slots in memory and slots on disk; copies in memory cost nothing.
 * steps (in): number of steps, 1 .. 2^62; where memory does not hold all states a table is made, whose size is limited.
 * slots (in): most states in memory, the initial state's included, at least 0 (at least 1 without disk slots).
 * disk_slots (in): most states on disk, at least 0; they are numbered on from the memory slots.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
 * costs (in): costs[4], uf per forward step, ub per reverse step, wd per save to disk, rd per load from disk, in one
 * unit (such as seconds), 0 to 1e100, uf above 0; copied. NULL: the fewest forward
 * steps and, among those schedules, the fewest disk operations.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, slots, disk_slots, reverse_kind, costs, NULL); EBW_ERR_UNSUPPORTED (a table
 * of more than 5e7 numbers or 1e10 sums: use periodic or async); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: disk_slots steps^2 / 2 sums, some ms for 1000 steps
 * and 10 disk slots; 4 bytes per step and disk slot. Since 0.1. Reference: Herrmann & Pallez 2020, ACM TOMS 46(2). */
EBW_API int32_t ebw_schedule_create_two_level(int64_t steps, int64_t slots, int64_t disk_slots, int32_t reverse_kind,
                                              const double *costs, ebw_schedule **schedule);

/* Creates the cheapest schedule for slots in memory and as many on disk as are of use.
 * steps (in): number of steps, 1 .. 2^62; where memory does not hold all states a table is made, whose size is limited.
 * slots (in): most states in memory, the initial state's included, at least 0.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
 * costs (in): costs[4], uf per forward step, ub per reverse step, wd per save to disk, rd per load from disk, in one
 * unit (such as seconds), 0 to 1e100, uf above 0; copied. NULL: the fewest forward
 * steps (every state that memory cannot hold goes to disk) and, among those schedules, the fewest disk operations.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, slots, reverse_kind, costs, NULL); EBW_ERR_UNSUPPORTED (a table of more than
 * 1e7 steps or 3e9 sums: use periodic or async); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: per step as many sums as there are distances between
 * two states on disk that can pay, some ten; 4 bytes per step. Since 0.1. Reference: Aupy, Herrmann, Hovland & Robert
 * 2016, SIAM J. Sci. Comput. 38(3). */
EBW_API int32_t ebw_schedule_create_disk(int64_t steps, int64_t slots, int32_t reverse_kind, const double *costs,
                                         ebw_schedule **schedule);

/* Creates the schedule with a state on disk every `period` steps; within a period memory and that state are used the
 * cheapest way. The last part, which is reversed first, is longer than a period where that costs no more.
 * steps (in): number of steps, 1 .. 2^62.
 * slots (in): most states in memory, at least 0; a state on disk is one slot more for its period.
 * period (in): steps between two states on disk, at least 1; 0 takes the cheapest for the costs, of those up to 4096.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
 * costs (in): costs[4], uf per forward step, ub per reverse step, wd per save to disk, rd per load from disk, in one
 * unit (such as seconds), 0 to 1e100, uf above 0; copied. NULL, with a period:
 * the fewest forward steps and then the fewest disk operations.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, slots, period, reverse_kind, costs, NULL); EBW_ERR_UNSUPPORTED (a period too
 * long for its table, some 3e5); EBW_ERR_OVERFLOW (a count beyond 64 bits); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: period^2 / 2 sums, with period = 0 8e6 sums.
 * Since 0.1. Reference: Aupy & Herrmann 2017, Optim. Methods Softw. 32(3); Pringle et al. 2016. */
EBW_API int32_t ebw_schedule_create_periodic(int64_t steps, int64_t slots, int64_t period, int32_t reverse_kind,
                                             const double *costs, ebw_schedule **schedule);

/* Creates the schedule for a disk that is written and read in the background: a state on disk every `interval` steps,
 * so many that the transfer hides behind them, loaded once on the way back; within an interval the binomial rule in
 * memory.
 * steps (in): number of steps, 1 .. 2^62.
 * slots (in): most states in memory, that at the begin of an interval included, at least 1; buffers of transfers are
 * the storage's own.
 * interval (in): steps between two states on disk, at least 1; 0 takes the shortest that hides both transfers.
 * reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
 * costs (in): costs[4], uf per forward step, ub per reverse step, wd per save to disk, rd per load from disk, in one
 * unit (such as seconds), 0 to 1e100, uf above 0; copied. NULL, with an
 * interval. ebw_schedule_get_cost counts of wd and rd only what the steps between do not hide.
 * schedule (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps, slots, interval, reverse_kind, costs, NULL); EBW_ERR_UNSUPPORTED (as
 * ebw_schedule_count_saves); EBW_ERR_OVERFLOW (a count beyond 64 bits); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: that of the saves of one interval. Since 0.1.
 * Reference: Kukreja, Hueckelheim & Gorman 2018, arXiv 1806.01117. */
EBW_API int32_t ebw_schedule_create_async(int64_t steps, int64_t slots, int64_t interval, int32_t reverse_kind,
                                          const double *costs, ebw_schedule **schedule);

/* Takes the next action out of the stream.
 * schedule (in): the schedule.
 * kind (out): EBW_ACTION_*; EBW_ACTION_END when all is done, and again on every later call.
 * from, to, slot (out): as said at the kind, -1 where unused. None of the four is NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant; memory grows to some 24 bytes per live checkpoint.
 * Since 0.1. */
EBW_API int32_t ebw_schedule_next(ebw_schedule *schedule, int32_t *kind, int64_t *from, int64_t *to, int64_t *slot);

/* Takes the next actions out of the stream, several in one call, for languages in which a call is dear.
 * schedule (in): the schedule.
 * actions (out): actions[count][4], kind, from, to, slot, the last axis fastest; not NULL.
 * capacity (in): rows that `actions` has room for, at least 1.
 * count (out): rows that were written, 0 only when all is done, otherwise 1 .. capacity: fewer than capacity near the
 * end, and where what comes next is not decided yet; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, capacity); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY (no action was
 * taken).
 * Threads: one at a time per handle. Cost: that of so many calls of ebw_schedule_next, without their overhead.
 * Since 0.1. */
EBW_API int32_t ebw_schedule_next_many(ebw_schedule *schedule, int64_t *actions, int64_t capacity, int64_t *count);

/* Puts the stream back to the first action.
 * schedule (in): the schedule.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_reset(ebw_schedule *schedule);

/* Says where a loop of unknown length ends, for schedules made by ebw_schedule_create_online. The next action is then
 * the turn at that state. Call it when the loop has seen its end: from the callback `advance` that took the last step,
 * or between two calls of ebw_schedule_next. ebw_schedule_reset, and with it the begin of a run of an executor, forgets
 * it.
 * schedule (in): the schedule, also one that a run is using.
 * steps (in): the number n of steps: the state at n is the last one; at least 1 and at least where the last action
 * `advance` led. When it lies further ahead, the schedule goes on until there, and decides as if it did not know.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (steps behind the loop or beyond 2^62, NULL); EBW_ERR_STATE (another end was given
 * already); EBW_ERR_UNSUPPORTED (a schedule whose length is known); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_finish(ebw_schedule *schedule, int64_t steps);

/* Writes all actions from the first to the last (without EBW_ACTION_END); the stream stays where it is.
 * schedule (in): the schedule.
 * actions (out): actions[count][4], kind, from, to, slot, the last axis fastest; NULL only asks for the count.
 * capacity (in): rows that `actions` has room for; not read when actions is NULL.
 * count (out): number of actions; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL count); EBW_ERR_SHAPE (capacity too small, the text names the number that is
 * needed; nothing is written); EBW_ERR_OVERFLOW (more than 2^63 - 1 actions); EBW_ERR_UNSUPPORTED (as
 * ebw_schedule_count_saves); EBW_ERR_HANDLE; EBW_ERR_NO_MEMORY.
 * Threads: any, also while the stream is in use. Cost: that of ebw_schedule_count_saves and of every action.
 * Since 0.1. */
EBW_API int32_t ebw_schedule_export(const ebw_schedule *schedule, int64_t *actions, int64_t capacity, int64_t *count);

/* Counts the forward steps that keep nothing (in store_all of kind state_only all forward steps), without running.
 * schedule (in): the schedule.
 * count (out): number of steps; not NULL. All forward steps are this and ebw_schedule_count_taped together.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_OVERFLOW (more than 2^63 - 1); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: as create. Since 0.1.
 * Reference: Griewank 1992; t = r n - beta(s+1, r-1) with beta(s, r) = C(s+r, s) and the least r with beta(s, r) >= n.
 */
EBW_API int32_t ebw_schedule_count_advances(const ebw_schedule *schedule, int64_t *count);

/* Counts the forward steps that keep adjoint data: `steps` in kind fused, 0 in kind state_only.
 * schedule (in): the schedule.
 * count (out): number of steps; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_count_taped(const ebw_schedule *schedule, int64_t *count);

/* Counts the saves of states (of tapes in store_all with tapes), without running.
 * schedule (in): the schedule.
 * count (out): number of saves; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (revolve: more than 5e7 distinct sub-ranges, as for 1e16
 * steps with 2 slots: count while running); EBW_ERR_HANDLE; EBW_ERR_NO_MEMORY.
 * Threads: any, also while the stream is in use. Cost: revolve: about slots * r distinct sub-ranges (r as above, at
 * most sqrt(2 steps) with 2 slots), a second for the largest; store_all: constant. Since 0.1. Reference: Griewank &
 * Walther 2000, p. 34 (the split with the fewest saves). */
EBW_API int32_t ebw_schedule_count_saves(const ebw_schedule *schedule, int64_t *count);

/* Counts the loads of states (of tapes in store_all with tapes), without running.
 * schedule (in): the schedule.
 * count (out): number of loads; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_count_loads(const ebw_schedule *schedule, int64_t *count);

/* Counts the saves of states to disk, without running.
 * schedule (in): the schedule.
 * count (out): number of saves; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_OVERFLOW (more than 2^63 - 1); EBW_ERR_STATE (online before
 * ebw_schedule_finish); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_count_disk_saves(const ebw_schedule *schedule, int64_t *count);

/* Counts the loads of states from disk, without running.
 * schedule (in): the schedule.
 * count (out): number of loads; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_OVERFLOW (more than 2^63 - 1); EBW_ERR_STATE (online before
 * ebw_schedule_finish); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_count_disk_loads(const ebw_schedule *schedule, int64_t *count);

/* Counts the states on disk that the schedule has not discarded at its end: 0 for every kind of this library.
 * schedule (in): the schedule.
 * count (out): number of states; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_count_left_on_disk(const ebw_schedule *schedule, int64_t *count);

/* Weighs the schedule: uf * all forward steps + ub * reverse steps + wd * saves to disk + rd * loads from disk.
 * schedule (in): the schedule.
 * costs (in): costs[4], uf, ub, wd, rd in one unit (such as seconds), 0 to 1e100, uf above 0; for segment they
 * are F, FT, A, COPY of ebw_schedule_choose_segment, and the sum is that of its cost. NULL takes the
 * costs that the schedule was created with, without such the number of forward steps.
 * cost (out): the sum, in that unit; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (costs, NULL); EBW_ERR_OVERFLOW (a count beyond 64 bits, or a sum beyond a double);
 * EBW_ERR_STATE (online before ebw_schedule_finish); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: that of the counts. Since 0.1. */
EBW_API int32_t ebw_schedule_get_cost(const ebw_schedule *schedule, const double *costs, double *cost);

/* Gets the number of steps.
 * schedule (in): the schedule.
 * steps (out): number of steps; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_steps(const ebw_schedule *schedule, int64_t *steps);

/* Gets the most slots that are in use at once; slot numbers are below it.
 * schedule (in): the schedule.
 * slots (out): number of slots, of states (of tapes in store_all with tapes); not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_peak_slots(const ebw_schedule *schedule, int64_t *slots);

/* Gets the most states that are on disk at once.
 * schedule (in): the schedule.
 * slots (out): number of slots; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_peak_disk_slots(const ebw_schedule *schedule, int64_t *slots);

/* Gets the number of the first slot on disk: slots of states below it are memory.
 * schedule (in): the schedule.
 * slots (out): number of memory slots; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_memory_slots(const ebw_schedule *schedule, int64_t *slots);

/* Gets the number of slots that hold tapes alone; slots of tapes are numbered apart from those of states.
 * schedule (in): the schedule.
 * slots (out): number of slots, 0 where no tapes are kept or where they share units with states; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_tape_slots(const ebw_schedule *schedule, int64_t *slots);

/* Gets the reverse kind that the schedule was made for.
 * schedule (in): the schedule.
 * reverse_kind (out): EBW_REVERSE_*; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE.
 * Threads: any, also while the stream is in use. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_schedule_get_reverse_kind(const ebw_schedule *schedule, int32_t *reverse_kind);

/* Releases the handle; an executor that runs the schedule keeps it alive.
 * schedule (in): the schedule; NULL does nothing.
 * Ownership: the handle is the library's again. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_schedule_destroy(ebw_schedule *schedule);

#ifdef __cplusplus
}
#endif

#endif
