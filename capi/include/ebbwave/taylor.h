/* SPDX-License-Identifier: MIT */
/* Taylor test: is g the gradient of J at m, and H its Hessian? Any user code; nothing else of Ebbwave is needed.
 *
 *   ebw_taylor_test           one call
 *   ebw_taylor_create, _run   the same with options, parts of m, and all results
 *   ebw_taylor_run_hessian    the Hessian against the gradient, and its symmetry
 */
#ifndef EBBWAVE_TAYLOR_H
#define EBBWAVE_TAYLOR_H

#include "verdict.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tolerances of the Taylor test by what is tested. */
#define EBW_PROFILE_DEFAULT 0 /* 1e-6 (f64), 1e-3 (f32) */
#define EBW_PROFILE_EXACT 1   /* 1e-8, f64 only: gradients that are exact up to rounding */

/* Steps at which the Taylor test evaluates J. */
#define EBW_LADDER_FULL 0    /* 9 steps (f64), 10 (f32), 8 points for the noise: the best resolution */
#define EBW_LADDER_REDUCED 1 /* 3 steps (f64), 4 (f32), 4 points for the noise: for an expensive J */

/* What a direction covers: all elements, or a part of m. The kind of a part only chooses the words of a diagnosis. */
#define EBW_PART_ALL 0
#define EBW_PART_BLOCK 1     /* a parameter, such as the velocity, or the wavelets */
#define EBW_PART_REGION 2    /* any set of elements */
#define EBW_PART_BOUNDARY 3  /* the cells along the faces, absorbing layers included */
#define EBW_PART_SOURCES 4   /* the cells around the sources */
#define EBW_PART_RECEIVERS 5 /* the cells around the receivers */
#define EBW_PART_INTERFACE 6 /* the cells along the borders of the ranks of a parallel program */

/* Sets *J = J(m). m (in): array[n] of the test's dtype, must not be written. J (out): the value. user (in): as given.
 * Answer 0 to go on. Non-zero at a step of the ladder drops that step (the point may lie outside the domain of J),
 * anywhere else it ends the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_taylor_evaluate_fn)(const void *m, double *J, void *user);

/* Sets g = dJ/dm at m. m (in): array[n], must not be written. g (out): array[n], every element must be written.
 * user (in): as given. Answer 0 to go on, any other number to end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_taylor_gradient_fn)(const void *m, void *g, void *user);

/* Sets Hv = H(m) v, the derivative of the gradient along v. m (in): array[n], must not be written. v (in): array[n],
 * must not be written. Hv (out): array[n], every element must be written. user (in): as given. Answer 0 to go on, any
 * other number to end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_taylor_hessian_fn)(const void *m, const void *v, void *Hv, void *user);

/* ---- One call --------------------------------------------------------------------------------------------------- */

/* Tests whether g is the gradient of J at m, with the defaults of ebw_taylor_create.
 * dtype (in): EBW_F32 or EBW_F64, of m and g.
 * n (in): number of elements, at least 1.
 * m (in): array[n], the point; not NULL.
 * g (in): array[n], the gradient; not NULL.
 * evaluate (in): J; not NULL.
 * user (in): handed to evaluate; may be NULL.
 * verdict (out): EBW_VERDICT_*; not NULL.
 * error (out): error of the directional derivative relative to the gradient's size, the worst direction's; 0 when a
 * fault came first; NULL: not wanted.
 * resolution (out): uncertainty of error; 1 when nothing could be measured; NULL: not wanted.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL); EBW_ERR_DTYPE; EBW_ERR_SHAPE (n); EBW_ERR_OVERFLOW (n
 * elements exceed 64 bits); EBW_ERR_NO_MEMORY; EBW_ERR_CALLBACK.
 * Ownership: nothing is kept. Threads: any; evaluate comes on the caller's. Cost: 81 evaluations of J (f64), 87 (f32);
 * two vectors of n elements and n doubles. Since 0.1.
 * Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation). */
EBW_API int32_t ebw_taylor_test(int32_t dtype, int64_t n, const void *m, const void *g, ebw_taylor_evaluate_fn evaluate,
                                void *user, int32_t *verdict, double *error, double *resolution);

/* ---- Taylor test: options --------------------------------------------------------------------------------------- */

/* A Taylor test: its options and the results of its last run. */
typedef struct ebw_taylor ebw_taylor;

/* Creates a Taylor test of J with the default options: profile default, full ladder, 3 random directions, seed 1,
 * typical size |m| (1 where m is 0), no bounds, no parts, the plain sum as inner product.
 * dtype (in): EBW_F32 or EBW_F64, of all vectors.
 * n (in): number of elements of m, at least 1.
 * evaluate (in): J; not NULL.
 * user (in): handed to evaluate; may be NULL.
 * release (in): called once with user when the test is done with it, or NULL; not called when this function fails.
 * test (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_DTYPE; EBW_ERR_SHAPE (n); EBW_ERR_OVERFLOW; EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_create(int32_t dtype, int64_t n, ebw_taylor_evaluate_fn evaluate, void *user,
                                  ebw_release_fn release, ebw_taylor **test);

/* Releases the handle.
 * test (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_taylor_destroy(ebw_taylor *test);

/* Sets where the gradient comes from when ebw_taylor_run gets none.
 * test (in, out): the test.
 * gradient (in): the callback; NULL: none (default).
 * user (in): handed to gradient; may be NULL.
 * release (in): called once with user when the callback is replaced or the test goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_gradient(ebw_taylor *test, ebw_taylor_gradient_fn gradient, void *user,
                                        ebw_release_fn release);

/* Sets the Hessian. ebw_taylor_run then also gives the remainder R2 and its order; ebw_taylor_run_hessian tests it.
 * test (in, out): the test.
 * hessian (in): the callback; NULL: none (default).
 * user (in): handed to hessian; may be NULL.
 * release (in): called once with user when the callback is replaced or the test goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_hessian(ebw_taylor *test, ebw_taylor_hessian_fn hessian, void *user,
                                       ebw_release_fn release);

/* Sets the tolerance by a profile.
 * test (in, out): the test.
 * profile (in): EBW_PROFILE_*.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, profile); EBW_ERR_HANDLE; EBW_ERR_BUSY; EBW_ERR_UNSUPPORTED (exact in f32).
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_profile(ebw_taylor *test, int32_t profile);

/* Sets the tolerance by a number.
 * test (in, out): the test.
 * tolerance (in): largest error relative to the gradient's size that passes, in (0, 1).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL; tolerance out of range or NaN); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_tolerance(ebw_taylor *test, double tolerance);

/* Sets the steps at which J is evaluated.
 * test (in, out): the test.
 * ladder (in): EBW_LADDER_*.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, ladder); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_ladder(ebw_taylor *test, int32_t ladder);

/* Sets the seed of random directions.
 * test (in, out): the test.
 * seed (in): any number; the same seed gives the same directions on every machine up to the last bits of log and cos.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1.
 * Reference: Salmon et al. 2011 (Philox4x32-10). */
EBW_API int32_t ebw_taylor_set_seed(ebw_taylor *test, int64_t seed);

/* Sets the number of random directions, typical size times Gaussian, and forgets given ones.
 * test (in, out): the test.
 * count (in): at least 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, count); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_directions(ebw_taylor *test, int64_t count);

/* Takes given directions instead of random ones. Only where they point matters: each is scaled so that its largest
 * element is the typical size, and the error is measured against the gradient along its own elements.
 * test (in, out): the test.
 * count (in): at least 1.
 * directions (in): array[count][n] of the test's dtype, n fastest, finite, copied; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, count, not finite); EBW_ERR_OVERFLOW; EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_taylor_set_given_directions(ebw_taylor *test, int64_t count, const void *directions);

/* Sets the size that counts as a big change of each element; the largest step is 5 % of it (reduced ladder: 0.1 % in
 * f64, 4 % in f32).
 * test (in, out): the test.
 * size (in): array[n] of the test's dtype, in the unit of m, finite, at least 0, copied; 0 keeps an element fixed.
 * NULL: the default again, |m|, 1 where m is 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test; size negative or not finite); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_taylor_set_typical_size(ebw_taylor *test, const void *size);

/* Sets bounds that m and all points of the test respect: steps are cut element by element; an element on its bound
 * stays fixed.
 * test (in, out): the test.
 * lower (in): array[n] of the test's dtype, in the unit of m, infinities allowed, NaN not, copied. NULL: no such bound.
 * upper (in): as lower.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test, lower > upper, NaN); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: two copies. Since 0.1. */
EBW_API int32_t ebw_taylor_set_bounds(ebw_taylor *test, const void *lower, const void *upper);

/* Sets the inner product in which g is the gradient: J(m + d) = J(m) + <g, d> + ... Given directions are then not
 * scaled but taken as they are, in the unit of m, and the gradient's size is a mean over random vectors.
 * test (in, out): the test.
 * inner_product (in): the callback; NULL: the sum of the products (default).
 * user (in): handed to inner_product; may be NULL.
 * release (in): called once with user when the callback is replaced or the test goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: two vectors more in a run. Since 0.1. */
EBW_API int32_t ebw_taylor_set_inner_product(ebw_taylor *test, ebw_inner_product_fn inner_product, void *user,
                                             ebw_release_fn release);

/* Sets which elements of the whole vector m is: random directions are drawn by the global number of an element, so that
 * ranks that hold a slice each move along slices of one direction, the same for any number of ranks.
 * test (in, out): the test.
 * offset (in): global number of element 0, at least 0; default 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, offset); EBW_ERR_OVERFLOW (offset + n); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_index_offset(ebw_taylor *test, int64_t offset);

/* Tells the value of a constant of the code under test, such as the time step: when the gradient is wrong by this
 * factor, its square, or the inverse of either, the diagnosis says so by name.
 * test (in, out): the test.
 * name (in): such as "dt", not empty, copied; a name that is there already gets the new value; not NULL.
 * value (in): finite and above 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, name, value); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_constant(ebw_taylor *test, const char *name, double value);

/* Tells noise of J that is known beforehand, such as the unit of the last digit to which J was rounded: the noise that
 * the test reckons with is never below it. A test of a Hessian does not use it.
 * test (in, out): the test.
 * noise (in): in the unit of J, finite and at least 0; default 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, noise); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_least_noise(ebw_taylor *test, double noise);

/* Sets the number K of operations that the Hessian applies one after another; the bound of its asymmetry is
 * 64 u sqrt(K), u = 2^-53 (f64), 2^-24 (f32), as in a dot test.
 * test (in, out): the test.
 * steps (in): K, at least 1; default 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, steps); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_steps(ebw_taylor *test, int64_t steps);

/* ---- Taylor test: parts of m ------------------------------------------------------------------------------------ */

/* Each part gets directions of its own, which move its elements alone, after those of all elements: an error that the
 * whole hides shows, measured against the gradient of the part, and a diagnosis can say where it is. Parts may overlap.
 * Blocks come first in no special order: directions follow the order in which parts were added. Complex numbers: the
 * real and the imaginary parts make two blocks. */

/* Adds a block: a range of elements.
 * test (in, out): the test.
 * name (in): for results and texts, not empty, copied; not NULL.
 * begin (in): first element, 0 to n.
 * end (in): the one after the last, begin to n; begin: no element here (other ranks may hold some).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, name, begin, end); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_add_block(ebw_taylor *test, const char *name, int64_t begin, int64_t end);

/* Adds blocks "block 0" to "block <count - 1>" by the number of each element's block.
 * test (in, out): the test.
 * count (in): number of blocks, at least 1.
 * ids (in): array[n], count - 1 at most; below 0: in none; copied; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, count, ids); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: 8 bytes an element. Since 0.1. */
EBW_API int32_t ebw_taylor_add_block_ids(ebw_taylor *test, int64_t count, const int32_t *ids);

/* Adds a region: a set of elements.
 * test (in, out): the test.
 * name (in): for results and texts, not empty, copied; not NULL.
 * kind (in): EBW_PART_BLOCK to EBW_PART_INTERFACE.
 * count (in): number of elements, 0 (other ranks may hold some) to n.
 * elements (in): array[count], 0 to n - 1 each, in any order, copied; may be NULL when count is 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, name, kind, count, elements); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: 8 bytes an element. Since 0.1. */
EBW_API int32_t ebw_taylor_add_region(ebw_taylor *test, const char *name, int32_t kind, int64_t count,
                                      const int64_t *elements);

/* Forgets all parts.
 * test (in, out): the test.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_clear_parts(ebw_taylor *test);

/* Sets the number of random directions of each part.
 * test (in, out): the test.
 * count (in): at least 1; default 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, count); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_taylor_set_part_directions(ebw_taylor *test, int64_t count);

/* ---- Taylor test: run and results ------------------------------------------------------------------------------- */

/* Runs the test at m. A run that fails leaves no results.
 * test (in, out): the test.
 * m (in): array[n], within the bounds; not NULL.
 * g (in): array[n], gradient of J at m; NULL: taken from the gradient callback.
 * verdict (out): EBW_VERDICT_*: FAIL when any direction fails or a fault was seen, else INCONCLUSIVE when any direction
 * is; not NULL.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL, m outside the bounds); EBW_ERR_NO_MEMORY; EBW_ERR_STATE
 * (g NULL and no gradient callback); EBW_ERR_CALLBACK (evaluate at m or at a noise point, or gradient, answered
 * non-zero); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle; callbacks come on the caller's thread.
 * Cost: 3 evaluations of J, and per direction 26 (f64) or 28 (f32), reduced 10 or 12; two vectors of n elements and n
 * doubles, one more vector with the gradient callback, three with a Hessian, which is called once per direction. Since
 * 0.1.
 * Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation). */
EBW_API int32_t ebw_taylor_run(ebw_taylor *test, const void *m, const void *g, int32_t *verdict);

/* Tests the Hessian callback against the gradient callback at m: the same test for J' = <w, gradient> and its gradient
 * H w, along each direction with a random w of its own; and that <w, H v> = <v, H w> and H is linear, to what rounding
 * allows. The results are read as those of ebw_taylor_run, J' in the place of J. A run that fails leaves no results.
 * test (in, out): the test.
 * m (in): array[n], within the bounds; not NULL.
 * verdict (out): EBW_VERDICT_*, as ebw_taylor_run, and FAIL for a Hessian that is not symmetric or not linear; not
 * NULL.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL, m outside the bounds); EBW_ERR_NO_MEMORY; EBW_ERR_STATE
 * (no gradient or no Hessian callback); EBW_ERR_CALLBACK; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle; callbacks come on the caller's thread.
 * Cost: per direction 29 gradients (f64) or 31 (f32), reduced 13 or 15, and 4 Hessians; 13 vectors of n elements and n
 * doubles. Since 0.1. */
EBW_API int32_t ebw_taylor_run_hessian(ebw_taylor *test, const void *m, int32_t *verdict);

/* All functions ebw_taylor_get_* and ebw_taylor_count_* below read the last run.
 * test (in): the test.
 * direction (in): 0 to the number of directions - 1, or EBW_WORST.
 * Outputs may be NULL: not wanted.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL test); EBW_ERR_STATE (no run yet); EBW_ERR_NOT_FOUND (no such direction or
 * level; EBW_WORST when a fault came before the first direction); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. */

/* Gets the verdict of the whole run.
 * verdict (out): EBW_VERDICT_*. Since 0.1. */
EBW_API int32_t ebw_taylor_get_verdict(const ebw_taylor *test, int32_t *verdict);

/* Gets the result in words, on one line.
 * text (out): the words. Ownership: the test's, valid until its next run or its end. Since 0.1. */
EBW_API int32_t ebw_taylor_get_text(const ebw_taylor *test, const char **text);

/* Gets what is likely wrong with a gradient that fails: a sign, a factor, a constant, the part that fails alone.
 * text (out): the words, "" when there is nothing to say. Ownership: as ebw_taylor_get_text. Since 0.1. */
EBW_API int32_t ebw_taylor_get_diagnosis(const ebw_taylor *test, const char **text);

/* Gets the options of the run.
 * dtype (out): EBW_F32 or EBW_F64.
 * n (out): number of elements.
 * tolerance (out): largest error that passes.
 * seed (out): of random directions.
 * ladder (out): EBW_LADDER_*. Since 0.1. */
EBW_API int32_t ebw_taylor_get_options(const ebw_taylor *test, int32_t *dtype, int64_t *n, double *tolerance,
                                       int64_t *seed, int32_t *ladder);

/* Gets the fault that was seen.
 * fault (out): EBW_FAULT_*.
 * index (out): of the element; -1 where none can be named. Since 0.1. */
EBW_API int32_t ebw_taylor_get_fault(const ebw_taylor *test, int32_t *fault, int64_t *index);

/* Gets the value at m.
 * J (out): J(m).
 * repeatable (out): 1 when a second evaluation gave the same bits, else 0 (the difference then counts as noise). Since
 * 0.1. */
EBW_API int32_t ebw_taylor_get_value(const ebw_taylor *test, double *J, int32_t *repeatable);

/* Gets whether the test and the code under test left everything as it was.
 * restored (out): 1 when J(m) has the bits at the end that it had at the begin, and m and g are as they were; 0 when
 * not, or when a fault ended the run before, or J(m) does not repeat anyway. Since 0.1. */
EBW_API int32_t ebw_taylor_get_restored(const ebw_taylor *test, int32_t *restored);

/* Gets the number of evaluations of J that the run made.
 * evaluations (out): the number. Since 0.1. */
EBW_API int32_t ebw_taylor_get_evaluations(const ebw_taylor *test, int64_t *evaluations);

/* Gets the number of directions that were tested.
 * count (out): the number; fewer than set when a fault ended the run. Since 0.1. */
EBW_API int32_t ebw_taylor_count_directions(const ebw_taylor *test, int64_t *count);

/* Gets the result along a direction.
 * verdict (out): EBW_VERDICT_*.
 * error (out): |finite difference - g.d| / scale.
 * resolution (out): uncertainty of error; 1 when nothing could be measured. Since 0.1. */
EBW_API int32_t ebw_taylor_get_direction(const ebw_taylor *test, int64_t direction, int32_t *verdict, double *error,
                                         double *resolution);

/* Gets what the random directions prove of the whole gradient, parts aside.
 * factor (in): above 0.8; size of an error in tolerances.
 * miss_probability (out): at most, that an error of this size passes all directions unseen: (0.8 / factor)^directions.
 * bound (out): what the whole gradient's error is not above, relative to its size, with 99 %: from chi-square. A bound
 * of the elements makes both an estimate.
 * known (out): 1, or 0 when there is no such proof (then 1 and 0 above): given directions, a fault, a direction that
 * could not be measured.
 * Status: also EBW_ERR_ARGUMENT (factor). Since 0.1. */
EBW_API int32_t ebw_taylor_get_certificate(const ebw_taylor *test, double factor, double *miss_probability,
                                           double *bound, int32_t *known);

/* Gets what a direction covers.
 * name (out): of the part, "all" for all elements. Ownership: as ebw_taylor_get_text.
 * kind (out): EBW_PART_*. Since 0.1. */
EBW_API int32_t ebw_taylor_get_part(const ebw_taylor *test, int64_t direction, const char **name, int32_t *kind);

/* Gets why a direction is inconclusive.
 * text (out): the words, "" when it is not. Ownership: as ebw_taylor_get_text. Since 0.1. */
EBW_API int32_t ebw_taylor_get_reason(const ebw_taylor *test, int64_t direction, const char **text);

/* Gets how wrong the gradient is as a factor.
 * ratio (out): finite difference / g.d, 1 for a right gradient; 0 when not known.
 * known (out): 1, or 0 when g.d or the finite difference is 0, or nothing was measured. Since 0.1. */
EBW_API int32_t ebw_taylor_get_ratio(const ebw_taylor *test, int64_t direction, double *ratio, int32_t *known);

/* Gets the derivative along a direction d, all in the unit of J.
 * g_dot_d (out): by the gradient.
 * finite_difference (out): by J; 0 when it could not be measured.
 * scale (out): the gradient's size that error refers to. Since 0.1. */
EBW_API int32_t ebw_taylor_get_derivative(const ebw_taylor *test, int64_t direction, double *g_dot_d,
                                          double *finite_difference, double *scale);

/* Gets the noise of J along a direction.
 * noise (out): standard deviation in the unit of J; a remainder counts as signal above the floor, 10 times that. Since
 * 0.1. */
EBW_API int32_t ebw_taylor_get_noise(const ebw_taylor *test, int64_t direction, double *noise);

/* Gets the second derivative along a direction d.
 * curvature (out): d'Hd in the unit of J; 0 without a Hessian. Since 0.1. */
EBW_API int32_t ebw_taylor_get_curvature(const ebw_taylor *test, int64_t direction, double *curvature);

/* Gets the order with which a Taylor remainder falls.
 * remainder (in): 0: J(m + h d) - J (order 1), 1: that minus h g.d (order 2 for a right gradient, 1 for a wrong
 * one), 2: that minus h^2/2 d'Hd (order 3 for a right Hessian).
 * order (out): the order, 0 when not known.
 * points (out): number of steps at which the remainder is above 10 times the noise.
 * known (out): 1 when there are at least 2 such points, else 0.
 * Status: also EBW_ERR_ARGUMENT (remainder) and EBW_ERR_UNSUPPORTED (remainder 2 without a Hessian). Since 0.1. */
EBW_API int32_t ebw_taylor_get_order(const ebw_taylor *test, int64_t direction, int32_t remainder, double *order,
                                     int64_t *points, int32_t *known);

/* Gets how well an order is known.
 * remainder (in): as in ebw_taylor_get_order.
 * half_width (out): the 95 % interval is order +- this; 0 when the order is not known.
 * Status: as ebw_taylor_get_order, EBW_ERR_ARGUMENT and EBW_ERR_UNSUPPORTED. Since 0.1. */
EBW_API int32_t ebw_taylor_get_order_interval(const ebw_taylor *test, int64_t direction, int32_t remainder,
                                              double *half_width);

/* Gets the steps of the ladder that were dropped because J was not to be had there.
 * levels (out): their number.
 * last_status (out): what evaluate answered at the last of them; 0: J or the step was not finite. Since 0.1. */
EBW_API int32_t ebw_taylor_get_dropped(const ebw_taylor *test, int64_t direction, int64_t *levels,
                                       int32_t *last_status);

/* Gets the number of steps of the ladder that were kept.
 * count (out): the number. Since 0.1. */
EBW_API int32_t ebw_taylor_count_levels(const ebw_taylor *test, int64_t direction, int64_t *count);

/* Gets one step of the ladder, for plots.
 * level (in): 0 (largest step) to the number of levels - 1.
 * h (out): step in typical sizes.
 * J_plus (out): J(m + h d).
 * J_minus (out): J(m - h d).
 * R0 (out): J_plus - J.
 * R1 (out): R0 minus g times the step as it was rounded. Since 0.1. */
EBW_API int32_t ebw_taylor_get_level(const ebw_taylor *test, int64_t direction, int64_t level, double *h,
                                     double *J_plus, double *J_minus, double *R0, double *R1);

/* Gets more of a step of the ladder, for plots.
 * level (in): as in ebw_taylor_get_level.
 * R2 (out): R1 minus h^2/2 d'Hd; 0 without a Hessian.
 * odd (out): (J_plus - J_minus - g times both steps) / 2h: the error of g.d and terms of h^2.
 * even (out): J_plus + J_minus - 2 J, less what g says of the steps' rounding: falls as h^2 where J is smooth. Since
 * 0.1. */
EBW_API int32_t ebw_taylor_get_remainders(const ebw_taylor *test, int64_t direction, int64_t level, double *R2,
                                          double *odd, double *even);

/* Gets the symmetry of a Hessian, after ebw_taylor_run_hessian.
 * verdict (out): EBW_VERDICT_*.
 * error (out): |<w,Hv> - <v,Hw>| relative to its size for independent vectors; direction EBW_WORST: of that direction.
 * linearity (out): |H(p v + q w) - p H v - q H w| / (|p H v| + |q H w|).
 * bound (out): what rounding allows both to be.
 * Status: also EBW_ERR_NOT_FOUND after a run that was not of a Hessian. Since 0.1. */
EBW_API int32_t ebw_taylor_get_symmetry(const ebw_taylor *test, int64_t direction, int32_t *verdict, double *error,
                                        double *linearity, double *bound);

#ifdef __cplusplus
}
#endif

#endif
