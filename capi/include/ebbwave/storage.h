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

/* Where a user's own storage is asked to put things: EBW_BANK_STATE and EBW_BANK_TAPE have slots of their own. */
#define EBW_BANK_STATE 0 /* states; also checkpoints of the caller's own */
#define EBW_BANK_TAPE 1  /* tapes */

/* `slots` checkpoints of at most `slot_bytes` are to come; all that the bank holds has been discarded. */
typedef int32_t (*ebw_store_begin_fn)(int32_t bank, int64_t slots, int64_t slot_bytes, void *user);
/* Keeps `size` bytes, which are the library's, until they are discarded. The slot is free. */
typedef int32_t (*ebw_store_save_fn)(int32_t bank, int64_t slot, int64_t step, const void *bytes, int64_t size,
                                     void *user);
/* Gives the same `size` bytes back; may be asked for several times. */
typedef int32_t (*ebw_store_load_fn)(int32_t bank, int64_t slot, int64_t step, void *bytes, int64_t size, void *user);
/* Forgets them; after a failed run too, when the answer is not looked at. */
typedef int32_t (*ebw_store_discard_fn)(int32_t bank, int64_t slot, int64_t step, void *user);

/* Creates a storage in files. A file has no name as soon as it is open, so that nothing is left behind however the
 * process ends, holds one checkpoint, and is gone with it. What is read is checked: header, length, and a CRC-32C for
 * every MiB (against accidents, not against attackers).
 * directory (in): path of a directory of the caller's own, no symbolic link; its last part is made (mode 0700) when it
 * is missing. It is opened now and once: what happens to the path later does not matter.
 * bytes (in): the most that all files together may take, headers included, or 0 for no limit.
 * storage (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, empty, bytes); EBW_ERR_PERMISSION, EBW_ERR_STORAGE (the
 * directory cannot be opened; the text says why); EBW_ERR_NO_MEMORY. Later, from whatever saves and loads:
 * EBW_ERR_NO_SPACE (disk full, or RLIMIT_FSIZE, whose signal SIGXFSZ the host must ignore), EBW_ERR_BUDGET (bytes),
 * EBW_ERR_CORRUPT (with slot and step), EBW_ERR_STORAGE. A save that failed leaves its slot free and all others as they
 * were.
 * Ownership: the caller destroys the handle; an executor keeps the storage alive. Threads: any. Cost: constant. Memory
 * while reserved: one checkpoint per bank. A slot in use holds a file open. Since 0.1. */
EBW_API int32_t ebw_storage_create_disk(const char *directory, int64_t bytes, ebw_storage **storage);

/* Creates a storage in two tiers: the first slots of states, and all tapes, in memory, the other slots in files as
 * those of ebw_storage_create_disk, written in the background and read before they are needed as far as the schedule
 * tells. A thread of the library's own does it; it lives from the first reservation until the storage goes and takes
 * none of the host's signals. Its errors come out of the next call, with their own status.
 * directory (in), bytes (in): as for ebw_storage_create_disk; bytes limits the files.
 * memory_slots (in): slots 0 .. memory_slots-1 lie in memory, at least 0. A schedule that has disk slots of its own
 * says itself which they are; this number is for all others and for checkpoints of the caller's.
 * storage (out): the new handle; not NULL.
 * Status: as for ebw_storage_create_disk, EBW_ERR_ARGUMENT also for memory_slots; EBW_ERR_NO_MEMORY also from a run
 * when the machine refuses a thread.
 * Ownership: the caller destroys the handle, which waits for a write that is under way; an executor keeps the storage
 * alive. Threads: any. In the child of a fork the storage is empty until it is reserved or run. Cost: constant. Memory
 * while reserved: the slots in memory and two checkpoints more. Since 0.1. */
EBW_API int32_t ebw_storage_create_tiered(const char *directory, int64_t bytes, int64_t memory_slots,
                                          ebw_storage **storage);

/* Measures what a checkpoint costs in a directory: the middle of three saves and of three loads, as a storage on disk
 * makes them. What the system's cache of files hides, it hides here too.
 * directory (in): path of a directory, as for ebw_storage_create_disk; nothing is left in it.
 * slot_bytes (in): bytes of a checkpoint, at least 1.
 * save (out), load (out): seconds; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot_bytes); EBW_ERR_NO_MEMORY; of the directory and its files as for a run
 * with ebw_storage_create_disk.
 * Threads: any. Cost: three saves and three loads; two checkpoints in memory and three on disk meanwhile. Since 0.1. */
EBW_API int32_t ebw_storage_measure_disk(const char *directory, int64_t slot_bytes, double *save, double *load);

/* Creates a storage over callbacks of the user's. They are called on the thread that made the call, one at a time.
 * begin (in): called when the storage is reserved or a run begins, or NULL.
 * save (in), load (in), discard (in): keep, give back, forget; not NULL. Each returns 0, or a number that ends the call
 * with EBW_ERR_CALLBACK; a slot whose save failed is free.
 * user (in): handed to every callback; may be NULL.
 * release (in): called once with user when the storage goes, or NULL; not called when this function fails.
 * storage (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NO_MEMORY. Later, from whatever saves and loads: EBW_ERR_CALLBACK
 * (the number: ebw_last_callback_status()).
 * Ownership: the caller destroys the handle; an executor keeps the storage, and with it user, alive. Threads: any.
 * Cost: constant. Memory while reserved: one checkpoint per bank. Since 0.1. */
EBW_API int32_t ebw_storage_create_user(ebw_store_begin_fn begin, ebw_store_save_fn save, ebw_store_load_fn load,
                                        ebw_store_discard_fn discard, void *user, ebw_release_fn release,
                                        ebw_storage **storage);

/* Limits what slots in memory may take; for storages of ebw_storage_create_memory.
 * storage (in): the storage, without live checkpoints. What was reserved is given back.
 * bytes (in): the most bytes of all slots, compressed ones counted as they are, or 0 for no limit (the default).
 * Without a codec a reservation or run that needs more is refused with EBW_ERR_BUDGET before it begins; with one, the
 * save that does not fit is, and all earlier checkpoints are kept.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, bytes); EBW_ERR_UNSUPPORTED (another kind of storage); EBW_ERR_STATE (live
 * checkpoints); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_storage_set_limit(ebw_storage *storage, int64_t bytes);

/* Sets how checkpoints are encoded. The default is "none". What would not become smaller is kept as it is.
 *   none    as they come
 *   zstd    lossless; parameter is the level, 1 to 22, 0 for 1
 *   bf16    lossy: 16-bit floating point with the range of single precision, relative error 2^-8
 *   fp16    lossy: 16-bit floating point with a power of two per row, error 2^-11 of the row's largest value
 *   int16   lossy: whole numbers with one scale per row, error 1/65534 of the row's largest value
 *   zfp     lossy: zfp, error at most parameter times the largest value of the array
 * Lossy ones change the gradient: by how much is for the caller to judge, by a run with each and by
 * ebw_storage_get_codec_error. They need the layout of what they encode: built-in propagators tell it, for others see
 * ebw_propagator_set_state_layout and ebw_storage_set_layout. zstd and zfp take tables of their own, about 1 MiB, that
 * no plan names.
 * storage (in): the storage, without live checkpoints. What was reserved is given back.
 * name (in): one of the names above; not NULL.
 * parameter (in): see above; 0 for codecs without one.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, parameter); EBW_ERR_NOT_FOUND (name); EBW_ERR_UNSUPPORTED (the library was
 * built without it; later from plans, reserves and runs: no layout); EBW_ERR_STATE (live checkpoints); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY; EBW_ERR_NO_MEMORY. Later, from saves: EBW_ERR_NON_FINITE (lossy codecs).
 * Threads: one at a time per handle. Cost: constant. Memory while reserved: up to one checkpoint per bank more.
 * Source: Zstandard is RFC 8878; zfp is Lindstrom (2014), IEEE TVCG 20(12), 2674-2683. Since 0.1. */
EBW_API int32_t ebw_storage_set_codec(ebw_storage *storage, const char *name, double parameter);

/* Gets the largest error that a lossy codec made: of any real number that was saved since the last reserve or run, as a
 * part of the largest magnitude in its array at that save. For zfp its tolerance, which bounds the error.
 * storage (in): the storage.
 * error (out): the relative error; 0 without a lossy codec; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant; waits for background writes. Since 0.1. */
EBW_API int32_t ebw_storage_get_codec_error(const ebw_storage *storage, double *error);

/* Has checkpoints in memory, or at the user's, summed (CRC-32C) when they are saved and compared at every load: one
 * that changed is EBW_ERR_CORRUPT, with slot and step. Files are summed always.
 * storage (in): the storage, without live checkpoints. What was reserved is given back.
 * on (in): non-zero for sums, 0 for none (the default).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_STATE (live checkpoints); EBW_ERR_HANDLE; EBW_ERR_BUSY;
 * EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant; then one read of the bytes per save and load, 4 bytes per slot.
 * Since 0.1. */
EBW_API int32_t ebw_storage_set_checksums(ebw_storage *storage, int32_t on);

/* Tells of what the caller's own checkpoints are made, for lossy codecs; an executor tells it for its runs. Taken up by
 * the next ebw_storage_reserve.
 * storage (in): the storage.
 * parts (in): number of arrays, which lie one after the other and together are a checkpoint; 0 when nothing is known.
 * dtype (in): EBW_F32 or EBW_F64 for each part; not NULL when parts > 0.
 * shape (in): three extents for each part, last axis fastest, 1 in front where it has fewer; each at least 1; not NULL
 * when parts > 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, parts); EBW_ERR_DTYPE; EBW_ERR_SHAPE; EBW_ERR_OVERFLOW; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY. Later, from reserves: EBW_ERR_SHAPE (not the bytes of a slot).
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_storage_set_layout(ebw_storage *storage, int64_t parts, const int32_t *dtype, const int64_t *shape);

/* Makes room for checkpoints. Not needed before a run: an executor reserves what its plan says.
 * storage (in): the storage. What it holds is dropped and its counts begin anew.
 * slots (in): number of slots, at least 0; 0 gives the memory back.
 * slot_bytes (in): bytes of one checkpoint, at least 1 when slots > 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slots, slot_bytes); EBW_ERR_OVERFLOW (slots * slot_bytes beyond 64 bits; the
 * storage is as before); EBW_ERR_BUDGET (beyond the storage's limit; as before); EBW_ERR_UNSUPPORTED (more slots on
 * disk than files may be open, or a codec without a layout); EBW_ERR_SHAPE (a layout of other bytes); EBW_ERR_CALLBACK
 * (a storage of the user's); EBW_ERR_NO_MEMORY (the storage is empty then); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: writes every byte once, unless the same size was reserved before.
 * Since 0.1. */
EBW_API int32_t ebw_storage_reserve(ebw_storage *storage, int64_t slots, int64_t slot_bytes);

/* Copies a checkpoint into a free slot.
 * storage (in): the storage.
 * slot (in): 0 .. slots-1; must be free.
 * step (in): number of the step that the checkpoint belongs to, at least 0.
 * bytes (in): the checkpoint, as many bytes as were reserved for a slot; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot, step); EBW_ERR_STATE (nothing reserved since the last run, or the
 * slot is not free: discard it first); EBW_ERR_HANDLE; EBW_ERR_BUSY; and what the kind of storage adds: see its create
 * function.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_storage_save(ebw_storage *storage, int64_t slot, int64_t step, const void *bytes);

/* Copies a checkpoint out of its slot; the slot keeps it.
 * storage (in): the storage.
 * slot (in): 0 .. slots-1.
 * step (in): the step with which the slot was saved.
 * bytes (out): room for as many bytes as were reserved for a slot; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slot); EBW_ERR_STATE (nothing reserved since the last run, or the
 * slot is free or holds another step); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_CORRUPT (with checksums); and what the
 * kind of storage adds: see its create function. After a failure bytes may be overwritten.
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
 * since then), "bytes" (memory held now), "peak_bytes" (most since then); "held_bytes", "peak_held_bytes" (what live
 * slots take, as encoded, and most since then), "raw_bytes", "kept_bytes" (of all saves: as they came and as they were
 * kept; their ratio is the codec's), "disk_bytes", "peak_disk_bytes" (in files), "disk_saves", "disk_loads" (files
 * written and read), "prefetched" (loads that found a tier's bytes in memory). Slots of tapes and of states count
 * together; peaks of two banks or tiers are added.
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
