/* SPDX-License-Identifier: MIT */
/* Dot test: is A^T the adjoint of A? Any user code; nothing else of Ebbwave is needed.
 *
 *   ebw_dot_test       one call
 *   ebw_dot_*          the same with options and all results
 */
#ifndef EBBWAVE_DOT_H
#define EBBWAVE_DOT_H

#include "verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets y = A x. x (in): array[n_x] of the test's dtype, must not be written. y (out): array[n_y], every element must be
 * written (its content on entry is NaN: do not add to it). user (in): as given. Answer 0 to go on, any other number to
 * end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_dot_forward_fn)(const void *x, void *y, void *user);

/* Sets x = A^T y. y (in): array[n_y], must not be written. x (out): array[n_x], every element must be written, as
 * above. user (in): as given. Answer 0 to go on, any other number to end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_dot_adjoint_fn)(const void *y, void *x, void *user);

/* ---- One call --------------------------------------------------------------------------------------------------- */

/* Tests whether adjoint is the transpose of forward, and forward linear, with the defaults of ebw_dot_create.
 * dtype (in): EBW_F32 or EBW_F64, of x and y.
 * n_x (in): length of x, at least 1.
 * n_y (in): length of y, at least 1.
 * forward (in): A; not NULL.
 * adjoint (in): A^T; not NULL.
 * user (in): handed to both; may be NULL.
 * steps (in): operations that A applies one after another (time steps; 1 for a single product), at least 1.
 * verdict (out): EBW_VERDICT_*, as ebw_dot_run gives it; not NULL.
 * error (out): |<Ax,y> - <x,A^T y>| relative to its size for independent vectors, the worst pair's; 0 when a fault came
 * first; NULL: not wanted.
 * bound (out): what rounding allows; NULL: not wanted.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL, steps); EBW_ERR_DTYPE; EBW_ERR_SHAPE (n_x or n_y);
 * EBW_ERR_OVERFLOW; EBW_ERR_NO_MEMORY; EBW_ERR_CALLBACK.
 * Ownership: nothing is kept. Threads: any; the callbacks come on the caller's. Cost: 9 forward, 3 adjoint; 5 vectors
 * of each length. Since 0.1.
 * Reference: Claerbout 1992, chapter 5. */
EBW_API int32_t ebw_dot_test(int32_t dtype, int64_t n_x, int64_t n_y, ebw_dot_forward_fn forward,
                             ebw_dot_adjoint_fn adjoint, void *user, int64_t steps, int32_t *verdict, double *error,
                             double *bound);

/* ---- Dot test: options ------------------------------------------------------------------------------------------ */

/* A dot test: its options and the results of its last run. */
typedef struct ebw_dot ebw_dot;

/* Creates a dot test with the default options: 1 step, bound factor 64, 3 seeds from 1, no image vectors.
 * dtype (in): EBW_F32 or EBW_F64, of all vectors.
 * n_x (in): length of x, at least 1.
 * n_y (in): length of y, at least 1.
 * forward (in): A; not NULL.
 * adjoint (in): A^T; not NULL.
 * user (in): handed to both; may be NULL.
 * release (in): called once with user when the test is done with it, or NULL; not called when this function fails.
 * test (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_DTYPE; EBW_ERR_SHAPE (n_x or n_y); EBW_ERR_OVERFLOW;
 * EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_create(int32_t dtype, int64_t n_x, int64_t n_y, ebw_dot_forward_fn forward,
                               ebw_dot_adjoint_fn adjoint, void *user, ebw_release_fn release, ebw_dot **test);

/* Releases the handle.
 * test (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_dot_destroy(ebw_dot *test);

/* Sets the number K of operations that A applies one after another; the bound grows with sqrt(K).
 * test (in, out): the test.
 * steps (in): K, at least 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, steps); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_set_steps(ebw_dot *test, int64_t steps);

/* Sets the factor C of the bound C u sqrt(K), u = 2^-53 (f64), 2^-24 (f32).
 * test (in, out): the test.
 * factor (in): C, finite and above 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, factor); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_set_bound_factor(ebw_dot *test, double factor);

/* Sets the seed of the random vectors and how many seeds are tried; every one must pass, there are no second tries.
 * test (in, out): the test.
 * seed (in): any number.
 * count (in): at least 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, count); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_set_seeds(ebw_dot *test, int64_t seed, int64_t count);

/* Sets whether each seed has a second pair of vectors, y = A x' scaled to size 1, which lies where A has its energy.
 * test (in, out): the test.
 * on (in): 1, which costs one more adjoint per seed, or 0 (default).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_set_image(ebw_dot *test, int32_t on);

/* Sets the inner products in which A^T is the adjoint: <A x, y> = <x, A^T y>.
 * test (in, out): the test.
 * product_x (in): of the space of x; NULL: the sum of the products (default).
 * product_y (in): of the space of y; NULL: the same.
 * user (in): handed to both; may be NULL.
 * release (in): called once with user when the callbacks are replaced or the test goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: two vectors more of each length in a run. Since 0.1. */
EBW_API int32_t ebw_dot_set_inner_products(ebw_dot *test, ebw_inner_product_fn product_x,
                                           ebw_inner_product_fn product_y, void *user, ebw_release_fn release);

/* Sets which elements of the whole vectors x and y are: random vectors are drawn by the global number of an element, so
 * that ranks that hold a slice each have slices of the same vectors, for any number of ranks.
 * test (in, out): the test.
 * offset_x (in): global number of element 0 of x, at least 0; default 0.
 * offset_y (in): the same of y.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, offset_x, offset_y); EBW_ERR_OVERFLOW (offset + length); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_dot_set_index_offsets(ebw_dot *test, int64_t offset_x, int64_t offset_y);

/* ---- Dot test: run and results ---------------------------------------------------------------------------------- */

/* Runs the test. A run that fails leaves no results.
 * test (in, out): the test.
 * verdict (out): EBW_VERDICT_*: PASS when |a - b| <= bound * scale and A is linear to the bound in all pairs;
 * INCONCLUSIVE when A x and A^T y vanish; not NULL.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NO_MEMORY; EBW_ERR_CALLBACK; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle; callbacks come on the caller's thread. Cost: per seed 3 forward, 1 adjoint (2 with
 * image vectors); 5 vectors of each length. Since 0.1.
 * Reference: Claerbout 1992, chapter 5. */
EBW_API int32_t ebw_dot_run(ebw_dot *test, int32_t *verdict);

/* All functions ebw_dot_get_* and ebw_dot_count_* below read the last run.
 * test (in): the test.
 * pair (in): 0 to the number of pairs - 1, or EBW_WORST.
 * Outputs may be NULL: not wanted.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_STATE (no run yet); EBW_ERR_NOT_FOUND (no such pair;
 * EBW_WORST when a fault came before the first pair); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. */

/* Gets the verdict of the whole run.
 * verdict (out): EBW_VERDICT_*. Since 0.1. */
EBW_API int32_t ebw_dot_get_verdict(const ebw_dot *test, int32_t *verdict);

/* Gets the result in words, on one line.
 * text (out): the words. Ownership: the test's, valid until its next run or its end. Since 0.1. */
EBW_API int32_t ebw_dot_get_text(const ebw_dot *test, const char **text);

/* Gets the fault that was seen.
 * fault (out): EBW_FAULT_*.
 * index (out): of the element; -1 where none can be named. Since 0.1. */
EBW_API int32_t ebw_dot_get_fault(const ebw_dot *test, int32_t *fault, int64_t *index);

/* Gets what rounding allows error and linearity to be.
 * bound (out): C u sqrt(K). Since 0.1. */
EBW_API int32_t ebw_dot_get_bound(const ebw_dot *test, double *bound);

/* Gets the options of the run.
 * dtype (out): EBW_F32 or EBW_F64.
 * n_x (out): length of x.
 * n_y (out): length of y.
 * steps (out): operations inside A.
 * seed (out): the first. Since 0.1. */
EBW_API int32_t ebw_dot_get_options(const ebw_dot *test, int32_t *dtype, int64_t *n_x, int64_t *n_y, int64_t *steps,
                                    int64_t *seed);

/* Gets how often the run called the code under test.
 * forward (out): calls of A.
 * adjoint (out): calls of A^T. Since 0.1. */
EBW_API int32_t ebw_dot_get_calls(const ebw_dot *test, int64_t *forward, int64_t *adjoint);

/* Gets the number of pairs of vectors that were tested: one per seed, two with image vectors (the random one first).
 * count (out): the number. Since 0.1. */
EBW_API int32_t ebw_dot_count_pairs(const ebw_dot *test, int64_t *count);

/* Gets the result of a pair.
 * verdict (out): EBW_VERDICT_*.
 * error (out): |a - b| / scale.
 * linearity (out): |A(p x + q x') - p A x - q A x'| / (|p A x| + |q A x'|) of the pair's seed. Since 0.1. */
EBW_API int32_t ebw_dot_get_pair(const ebw_dot *test, int64_t pair, int32_t *verdict, double *error, double *linearity);

/* Gets the inner products of a pair.
 * a (out): <A x, y>.
 * b (out): <x, A^T y>.
 * scale (out): the size that a has for independent vectors, sqrt(|Ax| |y| / sqrt(n_y) |x| |A^T y| / sqrt(n_x)). Since
 * 0.1. */
EBW_API int32_t ebw_dot_get_products(const ebw_dot *test, int64_t pair, double *a, double *b, double *scale);

#ifdef __cplusplus
}
#endif

#endif
