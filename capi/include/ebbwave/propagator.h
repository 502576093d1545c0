/* SPDX-License-Identifier: MIT */
/* Propagators: a state, its advance and its reverse. Here the user's own, by callbacks.
 *
 * Order of calls. start, then what the schedule says. reverse(k) is called with the state at k, k = n-1 first, then
 * n-2, ..., 0. After a reverse the forward state is undefined until the next load. Whenever the forward sweep reaches
 * the state at n, turn(n) is called once with it and seeds the adjoint; reverse(n-1) seeds it only when turn was not
 * called, that is in kind fused without tapes. Two steps with one slot:
 *   EBW_REVERSE_FUSED       start, save 0, advance 0 1, reverse 1, load 0, reverse 0
 *   EBW_REVERSE_STATE_ONLY  start, save 0, advance 0 2, turn 2, load 0, advance 0 1, reverse 1, load 0, reverse 0
 *   either kind with tapes  start, advance_taped 0, save_tape 0, advance_taped 1, save_tape 1, turn 2,
 *                           load_tape 1, reverse 1, load_tape 0, reverse 0
 * In kind fused reverse(k) first takes step k once more from the state, keeping what its adjoint needs; after a
 * load_tape(k) it uses the tape instead and finds no state.
 *
 * The cotangent of the final state is an input: seed it in turn, or in reverse(n-1). That of the initial state is what
 * your adjoint holds after reverse(0). Every callback returns 0, or any other number to end the run, which then returns
 * EBW_ERR_CALLBACK (the number: ebw_last_callback_status()); the next run begins anew with start.
 */
#ifndef EBBWAVE_PROPAGATOR_H
#define EBBWAVE_PROPAGATOR_H

#include "base.h"
#include "schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A propagator of any kind. */
typedef struct ebw_propagator ebw_propagator;

/* state := the initial state, gradient and adjoint := 0; once at the begin of every run. */
typedef int32_t (*ebw_start_fn)(void *user);
/* Takes steps from .. to-1; the state is that at `from` before and that at `to` afterwards. Any cut of a range into
 * several must give the same bits. */
typedef int32_t (*ebw_advance_fn)(int64_t from, int64_t to, void *user);
/* The state is that at n, the number of steps: seed the adjoint. */
typedef int32_t (*ebw_turn_fn)(int64_t n, void *user);
/* Takes the adjoint from k+1 to k and adds to the gradient. */
typedef int32_t (*ebw_reverse_fn)(int64_t k, void *user);
/* Writes the state at k, state_bytes of it, aligned to 64; reads it back. For save_tape and load_tape: the tape of step
 * k. For save_adjoint and load_adjoint: the adjoint after reverse(k), gradient included. For save_record and
 * load_record: what the first k steps have left. */
typedef int32_t (*ebw_save_fn)(int64_t k, void *bytes, void *user);
typedef int32_t (*ebw_load_fn)(int64_t k, const void *bytes, void *user);
/* Takes step k and remembers what its adjoint needs, until save_tape(k) asks for it right after. */
typedef int32_t (*ebw_advance_taped_fn)(int64_t k, void *user);

/* Creates a propagator from the user's own code; its callbacks are set one by one afterwards.
 * reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY; a schedule without tapes must have the same.
 * state_bytes (in): bytes of one state, at least 1.
 * user (in): handed to every callback; may be NULL.
 * release (in): called once with user when the propagator goes, or NULL; not called when this function fails.
 * propagator (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (reverse_kind, state_bytes, NULL); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle; an executor keeps the propagator, and with it user, alive.
 * Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_create_user(int32_t reverse_kind, int64_t state_bytes, void *user,
                                           ebw_release_fn release, ebw_propagator **propagator);

/* Sets the callback that begins a run. Needed always.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_start(ebw_propagator *propagator, ebw_start_fn function);

/* Sets the callback that takes forward steps. Needed by schedules that keep states.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_advance(ebw_propagator *propagator, ebw_advance_fn function);

/* Sets the callback that seeds the adjoint at the final state. Needed in kind state_only, and with tapes.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_turn(ebw_propagator *propagator, ebw_turn_fn function);

/* Sets the callback that takes one adjoint step. Needed always.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_reverse(ebw_propagator *propagator, ebw_reverse_fn function);

/* Sets the callback that writes a state into a checkpoint. Needed by schedules that keep states.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_save(ebw_propagator *propagator, ebw_save_fn function);

/* Sets the callback that takes a state out of a checkpoint. Needed by schedules that keep states.
 * propagator (in): a user's propagator. function (in): not NULL; replaces an earlier one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_load(ebw_propagator *propagator, ebw_load_fn function);

/* Sets the three callbacks of tapes, which belong together: they allow schedules that keep tapes.
 * propagator (in): a user's propagator.
 * tape_bytes (in): bytes of the tape of one step, at least 1.
 * advance_taped, save_tape, load_tape (in): none is NULL; replace earlier ones. A load_tape(k) is followed by
 * reverse(k), which uses the tape and no state.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, tape_bytes); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_tape(ebw_propagator *propagator, int64_t tape_bytes,
                                        ebw_advance_taped_fn advance_taped, ebw_save_fn save_tape,
                                        ebw_load_fn load_tape);

/* Sets the two callbacks of the adjoint state, gradient included, which belong together: they are for resuming a
 * killed run (ebw_executor_set_directory). save_adjoint(k) is called after reverse(k), with k = n after turn(n);
 * load_adjoint(k) after start, in another process perhaps, and must put back all that your code has kept outside the
 * state: adjoint, gradient, and that it has seeded. Neither may touch the state.
 * propagator (in): a user's propagator.
 * adjoint_bytes (in): bytes of the adjoint state and gradient, at least 1.
 * save_adjoint, load_adjoint (in): none is NULL; replace earlier ones.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, adjoint_bytes); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_adjoint(ebw_propagator *propagator, int64_t adjoint_bytes, ebw_save_fn save_adjoint,
                                           ebw_load_fn load_adjoint);

/* Sets the two callbacks of what the forward sweep leaves beside its state (traces, step sizes that were chosen), which
 * belong together: for resuming a killed run. Not needed by a loop that leaves nothing.
 * propagator (in): a user's propagator.
 * record_bytes (in): bytes of all that is left in the end, at least 1.
 * save_record, load_record (in): none is NULL; replace earlier ones. Their first argument is the number of steps that
 * were taken so far; load_record comes after start and before the steps that a resume takes again, which may read
 * it. Neither may touch the state.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, record_bytes); EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_record(ebw_propagator *propagator, int64_t record_bytes, ebw_save_fn save_record,
                                          ebw_load_fn load_record);

/* Gets the bytes of one state.
 * propagator (in): any propagator. bytes (out): bytes; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_get_state_bytes(const ebw_propagator *propagator, int64_t *bytes);

/* Gets the bytes of the tape of one step.
 * propagator (in): any propagator. bytes (out): bytes, 0 when it keeps no tapes; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_get_tape_bytes(const ebw_propagator *propagator, int64_t *bytes);

/* Tells of what a state of a user's propagator is made, for the lossy codecs of a storage; nothing else needs it.
 * propagator (in): a user's propagator.
 * parts (in): number of arrays, which lie one after the other and together are a state; 0 when nothing is known.
 * dtype (in): EBW_F32 or EBW_F64 for each part; not NULL when parts > 0.
 * shape (in): three extents for each part, last axis fastest, 1 in front where it has fewer; each at least 1; not NULL
 * when parts > 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, parts); EBW_ERR_DTYPE; EBW_ERR_SHAPE (an extent, or not state_bytes in all);
 * EBW_ERR_OVERFLOW; EBW_ERR_UNSUPPORTED (a built-in propagator); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_state_layout(ebw_propagator *propagator, int64_t parts, const int32_t *dtype,
                                                const int64_t *shape);

/* Gets one array of a state: bytes only, without names or coordinates.
 * propagator (in): any propagator.
 * part (in): number of the array, from 0 on in the order in which they lie.
 * dtype (out): EBW_F32 or EBW_F64; not NULL.
 * offset (out): its first byte; not NULL.
 * shape (out): three extents, last axis fastest; not NULL.
 * row_stride (out): elements from one row to the next, at least shape[2]; rows lie one after the other; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, part below 0); EBW_ERR_NOT_FOUND (no such part; 0 is none when the layout is
 * not known); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_get_state_layout(const ebw_propagator *propagator, int64_t part, int32_t *dtype,
                                                int64_t *offset, int64_t *shape, int64_t *row_stride);

/* Gets the bytes of the adjoint state, gradient included.
 * propagator (in): any propagator. bytes (out): bytes, 0 when it cannot be saved; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_get_adjoint_bytes(const ebw_propagator *propagator, int64_t *bytes);

/* Releases the handle; the propagator goes with the last executor that uses it.
 * propagator (in): the handle, or NULL. Threads: any, also during a run. Cost: constant. Since 0.1. */
EBW_API void ebw_propagator_destroy(ebw_propagator *propagator);

#ifdef __cplusplus
}
#endif

#endif
