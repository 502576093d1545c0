/* SPDX-License-Identifier: MIT */
/* Storage: where checkpoints lie. Bytes only; an executor fills and empties it, and it can be used alone.
 *
 * Example: one state kept and taken back without an executor.
 *
 *     ebw_storage *storage = NULL;
 *     double state[3] = {1.0, 2.0, 3.0};
 *     if (ebw_storage_create_memory(&storage) != EBW_OK) return 1;
 *     if (ebw_storage_reserve(storage, 1, sizeof state) != EBW_OK) return 1;
 *     if (ebw_storage_save(storage, 0, 42, state) != EBW_OK) return 1;
 *     if (ebw_storage_load(storage, 0, 42, state) != EBW_OK) return 1;
 *     ebw_storage_destroy(storage);
 */
#ifndef EBBWAVE_STORAGE_H
#define EBBWAVE_STORAGE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Places for checkpoints, counted from 0. */
typedef struct ebw_storage ebw_storage;

/* Creates a storage in memory; it takes none before it is reserved or run.
 * storage (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle; an executor keeps the storage alive. Threads: any. Cost: constant; a run
 * takes slots * state_bytes, each slot rounded up to 64 bytes, and keeps them for later runs of the same size.
 * Since 0.1. */
EBW_API int32_t ebw_storage_create_memory(ebw_storage **storage);

/* Makes room for checkpoints. Not needed before a run: an executor reserves what its plan says.
 * storage (in): the storage. What it holds is dropped and its counts begin anew.
 * slots (in): number of slots, at least 0; 0 gives the memory back.
 * slot_bytes (in): bytes of one checkpoint, at least 1 when slots > 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slots, slot_bytes); EBW_ERR_OVERFLOW (slots * slot_bytes beyond 64 bits; the
 * storage is as before); EBW_ERR_NO_MEMORY (the storage is empty then); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: writes every byte once, unless the same size was reserved before.
 * Since 0.1. */
EBW_API int32_t ebw_storage_reserve(ebw_storage *storage, int64_t slots, int64_t slot_bytes);

/* Copies a checkpoint into a free slot.
 * storage (in): the storage.
 * slot (in): 0 .. slots-1; must be free.
 * step (in): number of the step that the checkpoint belongs to, at least 0.
 * bytes (in): the checkpoint, as many bytes as were reserved for a slot; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot, step); EBW_ERR_STATE (nothing reserved since the last run, or the
 * slot is not free: discard it first); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_storage_save(ebw_storage *storage, int64_t slot, int64_t step, const void *bytes);

/* Copies a checkpoint out of its slot; the slot keeps it.
 * storage (in): the storage.
 * slot (in): 0 .. slots-1.
 * step (in): the step with which the slot was saved.
 * bytes (out): room for as many bytes as were reserved for a slot; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot); EBW_ERR_STATE (nothing reserved since the last run, or the
 * slot is free or holds another step); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_storage_load(ebw_storage *storage, int64_t slot, int64_t step, void *bytes);

/* Frees a slot.
 * storage (in): the storage.
 * slot (in): 0 .. slots-1; must hold a checkpoint.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot); EBW_ERR_STATE (the slot is free already); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_storage_discard(ebw_storage *storage, int64_t slot);

/* Gets one count by its name.
 * storage (in): the storage.
 * name (in): "saves", "loads", "discards" (since the last reserve or run), "live_slots", "peak_slots" (most at once
 * since then), "bytes" (held now), "peak_bytes" (most since then). Slots of tapes and of states count together.
 * value (out): the count; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_storage_get_stat(const ebw_storage *storage, const char *name, int64_t *value);

/* Releases the handle; the storage goes with the last executor that uses it.
 * storage (in): the handle, or NULL. Threads: any, also during a run. Cost: constant. Since 0.1. */
EBW_API void ebw_storage_destroy(ebw_storage *storage);

#ifdef __cplusplus
}
#endif

#endif
