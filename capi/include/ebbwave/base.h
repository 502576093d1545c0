/* SPDX-License-Identifier: MIT */
/* Status numbers, dtypes, version, error text and log: what every other header of Ebbwave builds on.
 *
 * Rules that hold for every function of the library
 *  - Status: int32_t, EBW_OK or one of EBW_ERR_*. On failure outputs are untouched and ebw_last_error() tells the
 *    argument, the value, the limit and the remedy.
 *  - Handles are opaque. A create function gives one reference, the matching destroy releases it; what depends on a
 *    handle keeps it alive, so the order of destroys is free. destroy(NULL) does nothing; destroy may be called from
 *    any thread and never fails. Using a handle after its destroy is undefined; a handle of another kind is refused
 *    (EBW_ERR_HANDLE).
 *  - Threads: different handles may be used from different threads at the same time. One handle from two threads at the
 *    same time is detected and refused (EBW_ERR_BUSY).
 *  - Arrays stay the caller's; the library copies, unless a function's name ends in _borrow. Strides count elements; a
 *    NULL stride means dense with the last axis fastest.
 *  - Callbacks get the `void *user` given with them, run only on the thread that made the call, return int32_t 0 to go
 *    on; any other answer stops the call, which returns EBW_ERR_CALLBACK (the number: ebw_last_callback_status()).
 *    No exception and no longjmp may cross. Where a `release` function is given, it is called once with `user` when the
 *    library has no more use for it.
 *  - Local: every function of this header and of those it serves is local to the process; the collective ones come with
 *    the MPI header and say so.
 *  - Strings are UTF-8 and end with a NUL; those that are returned belong to the library.
 */
#ifndef EBBWAVE_BASE_H
#define EBBWAVE_BASE_H

#include <stdint.h>

#if defined(__GNUC__)
#  define EBW_API __attribute__((visibility("default")))
#else
#  define EBW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Status numbers: for ever, never reused, never renumbered. */
#define EBW_OK 0
#define EBW_ERR_ARGUMENT 10       /* a value out of its range, a NULL where none is allowed */
#define EBW_ERR_SHAPE 11          /* wrong number of axes or elements, too few nodes */
#define EBW_ERR_DTYPE 12          /* another element type than the object's */
#define EBW_ERR_OVERFLOW 13       /* a size or count beyond 64 bits */
#define EBW_ERR_NOT_FOUND 14      /* no such name, index or file */
#define EBW_ERR_UNSUPPORTED 15    /* not offered for this combination */
#define EBW_ERR_STATE 20          /* call out of order */
#define EBW_ERR_BUSY 21           /* handle in use by another thread, or by the call whose callback this is */
#define EBW_ERR_HANDLE 22         /* handle of another kind */
#define EBW_ERR_CANCELLED 23      /* the progress callback asked to stop */
#define EBW_ERR_NO_MEMORY 30      /* the machine refused memory */
#define EBW_ERR_BUDGET 31         /* the given memory or number of slots is too small; the text names the least */
#define EBW_ERR_STORAGE 40        /* a checkpoint could not be stored or read */
#define EBW_ERR_NO_SPACE 41       /* storage is full */
#define EBW_ERR_CORRUPT 42        /* a checkpoint or file is damaged */
#define EBW_ERR_PERMISSION 43     /* the system denies access */
#define EBW_ERR_NOT_RESUMABLE 44  /* nothing to resume from */
#define EBW_ERR_NON_FINITE 50     /* a NaN or an infinity; the text names the step or index */
#define EBW_ERR_UNSTABLE 51       /* the time step is above the stability limit */
#define EBW_ERR_NOT_CONVERGED 52  /* an iteration did not converge */
#define EBW_ERR_CALLBACK 60       /* a user callback returned non-zero; see ebw_last_callback_status */
#define EBW_ERR_MPI 70            /* an MPI call failed */
#define EBW_ERR_DECOMPOSITION 71  /* the domain cannot be split so */
#define EBW_ERR_RANKS_DISAGREE 72 /* ranks passed different arguments */
#define EBW_ERR_RANK_FAILED 73    /* another rank failed */
#define EBW_ERR_INTERNAL 90       /* a fault of the library: please report it with the text */

/* Element types. */
#define EBW_F32 1 /* IEEE single precision */
#define EBW_F64 2 /* IEEE double precision */

/* Release called for a user pointer when the library no longer needs it. */
typedef void (*ebw_release_fn)(void *user);

/* Receives remarks of the library. level: 0 information. message: valid during the call. user: as given to
 * ebw_set_log. */
typedef void (*ebw_log_fn)(int32_t level, const char *message, void *user);

/* Progress of a long call: done of total steps (forward and reverse, over all shots), of which recomputed repeat a
 * forward step. Non-zero cancels: the call returns EBW_ERR_CANCELLED. */
typedef int32_t (*ebw_progress_fn)(int64_t done, int64_t total, int64_t recomputed, void *user);

/* Release of the library as "major.minor.patch". Never fails. Threads: any. Cost: none. Since 0.1. */
EBW_API const char *ebw_version(void);

/* Number of the binary interface, also the number in the library's file name. Bindings compare it when they load.
 * Never fails. Threads: any. Cost: none. Since 0.1. */
EBW_API int32_t ebw_abi_version(void);

/* How the library was built: compiler, instruction sets, options; one line. Never fails. Threads: any. Cost: none.
 * Since 0.1. */
EBW_API const char *ebw_build_info(void);

/* Short English name of a status, such as "budget too small".
 * status [in]: any number; one that is no status has the name "unknown status".
 * Never fails. Threads: any. Cost: none. Since 0.1. */
EBW_API const char *ebw_status_name(int32_t status);

/* Text of the last failed call of this thread; "" when none failed yet. Valid until the next failing call of the same
 * thread. Never fails. Threads: any, each has its own. Cost: none. Since 0.1. */
EBW_API const char *ebw_last_error(void);

/* What the user's callback returned in the last call of this thread that failed with EBW_ERR_CALLBACK; 0 when none did.
 * Never fails. Threads: any, each has its own. Cost: none. Since 0.1. */
EBW_API int32_t ebw_last_callback_status(void);

/* Gets the bytes that all handles of the process hold in fields, states, tapes, traces and other large arrays, counted
 * where they are allocated (what massif sees of them, to the byte); small objects, code and stacks are not in it.
 * now (out): bytes held; NULL: not wanted.
 * peak (out): the most that was held since the process began or since ebw_reset_memory_peak; NULL: not wanted.
 * Never fails. Threads: any. Cost: none. Since 0.1. */
EBW_API void ebw_get_memory(int64_t *now, int64_t *peak);

/* Lets the peak of ebw_get_memory begin again from what is held now. Never fails. Threads: any; a peak that another
 * thread makes at the same moment may be lost. Cost: none. Since 0.1. */
EBW_API void ebw_reset_memory_peak(void);

/* Sets the process's log function. Errors are never logged: they are statuses.
 * function [in]: called from any thread that calls the library, must outlive its use; NULL (the default) silences.
 * user [in]: handed to function as it is; may be NULL.
 * Never fails. Threads: any. Cost: none. Since 0.1. */
EBW_API void ebw_set_log(ebw_log_fn function, void *user);

#ifdef __cplusplus
}
#endif

#endif
