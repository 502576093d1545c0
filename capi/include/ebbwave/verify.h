/* SPDX-License-Identifier: MIT */
/* Proves gradients and adjoints of any user code right or wrong; nothing else of Ebbwave is needed.
 *
 *   ebw_taylor_test    is g the gradient of J at m?           one call
 *   ebw_dot_test       is A^T the adjoint of A?               one call
 *   ebw_taylor_*       the same with options and all results
 *   ebw_dot_*          the same with options and all results
 *
 * A verdict is PASS, FAIL or INCONCLUSIVE: the noise of J is measured, the error is known to within a resolution, and
 * where that does not suffice the tests say so instead of guessing. No verdict depends on units: J may be 1e-60.
 *
 * Example: J(m) = sum m^2 / 2 with gradient m.
 *
 *   static int32_t energy(const void *m, double *J, void *user) {
 *     const double *x = m;
 *     (void)user;
 *     *J = 0.5 * (x[0] * x[0] + x[1] * x[1]);
 *     return 0;
 *   }
 *   double m[2] = {1.0, 2.0}, g[2] = {1.0, 2.0};
 *   int32_t verdict;
 *   if (ebw_taylor_test(EBW_F64, 2, m, g, energy, NULL, &verdict, NULL, NULL) == EBW_OK) return verdict;
 */
#ifndef EBBWAVE_VERIFY_H
#define EBBWAVE_VERIFY_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Verdicts; also the exit codes of a program that runs a test. */
#define EBW_VERDICT_PASS 0 /* the error is below the tolerance, its uncertainty included */
#define EBW_VERDICT_FAIL 1 /* the error is above the tolerance, its uncertainty taken off; or a fault was seen */
#define EBW_VERDICT_INCONCLUSIVE 2 /* neither; the text tells what would help */

/* Tolerances of the Taylor test by what is tested. */
#define EBW_PROFILE_DEFAULT 0 /* 1e-6 (f64), 1e-3 (f32) */
#define EBW_PROFILE_EXACT 1   /* 1e-8, f64 only: gradients that are exact up to rounding */

/* Steps at which the Taylor test evaluates J. */
#define EBW_LADDER_FULL 0    /* 9 steps (f64), 10 (f32), 8 points for the noise: the best resolution */
#define EBW_LADDER_REDUCED 1 /* 3 steps (f64), 4 (f32), 4 points for the noise: for an expensive J */

/* Faults: seen in the code under test, each makes the verdict FAIL. */
#define EBW_FAULT_NONE 0
#define EBW_FAULT_POINT_NON_FINITE 1    /* m holds a NaN or an infinity */
#define EBW_FAULT_VALUE_NON_FINITE 2    /* J(m) is one, or evaluate did not write it */
#define EBW_FAULT_GRADIENT_NON_FINITE 3 /* g holds one, or the gradient callback did not write that element */
#define EBW_FAULT_INPUT_WRITTEN 4       /* a callback wrote into its input */
#define EBW_FAULT_STATE_LEAK 5          /* J(m) has other bits after the test than before, although it repeats */
#define EBW_FAULT_FORWARD_NON_FINITE 6  /* A x holds one, or was not written there */
#define EBW_FAULT_ADJOINT_NON_FINITE 7  /* A^T y holds one, or was not written there */

/* In place of the index of a direction or pair: the one that decides the verdict. */
#define EBW_WORST (-1)

/* Sets *J = J(m). m (in): array[n] of the test's dtype, must not be written. J (out): the value. user (in): as given.
 * Answer 0 to go on. Non-zero at a step of the ladder drops that step (the point may lie outside the domain of J),
 * anywhere else it ends the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_taylor_evaluate_fn)(const void *m, double *J, void *user);

/* Sets g = dJ/dm at m. m (in): array[n], must not be written. g (out): array[n], every element must be written.
 * user (in): as given. Answer 0 to go on, any other number to end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_taylor_gradient_fn)(const void *m, void *g, void *user);

/* Sets y = A x. x (in): array[n_x] of the test's dtype, must not be written. y (out): array[n_y], every element must be
 * written (its content on entry is NaN: do not add to it). user (in): as given. Answer 0 to go on, any other number to
 * end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_dot_forward_fn)(const void *x, void *y, void *user);

/* Sets x = A^T y. y (in): array[n_y], must not be written. x (out): array[n_x], every element must be written, as
 * above. user (in): as given. Answer 0 to go on, any other number to end the call with EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_dot_adjoint_fn)(const void *y, void *x, void *user);

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

/* ---- Taylor test: options --------------------------------------------------------------------------------------- */

/* A Taylor test: its options and the results of its last run. */
typedef struct ebw_taylor ebw_taylor;

/* Creates a Taylor test of J with the default options: profile default, full ladder, 3 random directions, seed 1,
 * typical size |m| (1 where m is 0), no bounds.
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
 * doubles, one more vector with the gradient callback. Since 0.1.
 * Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation). */
EBW_API int32_t ebw_taylor_run(ebw_taylor *test, const void *m, const void *g, int32_t *verdict);

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

/* Gets the fault that was seen.
 * fault (out): EBW_FAULT_*.
 * index (out): of the element; -1 where none can be named. Since 0.1. */
EBW_API int32_t ebw_taylor_get_fault(const ebw_taylor *test, int32_t *fault, int64_t *index);

/* Gets the value at m.
 * J (out): J(m).
 * repeatable (out): 1 when a second evaluation gave the same bits, else 0 (the difference then counts as noise). Since
 * 0.1. */
EBW_API int32_t ebw_taylor_get_value(const ebw_taylor *test, double *J, int32_t *repeatable);

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

/* Gets the derivative along a direction d, all in the unit of J.
 * g_dot_d (out): by the gradient.
 * finite_difference (out): by J; 0 when it could not be measured.
 * scale (out): the gradient's size that error refers to. Since 0.1. */
EBW_API int32_t ebw_taylor_get_derivative(const ebw_taylor *test, int64_t direction, double *g_dot_d,
                                          double *finite_difference, double *scale);

/* Gets the noise of J along a direction.
 * noise (out): standard deviation in the unit of J. Since 0.1. */
EBW_API int32_t ebw_taylor_get_noise(const ebw_taylor *test, int64_t direction, double *noise);

/* Gets the order with which a Taylor remainder falls.
 * remainder (in): 0: J(m + h d) - J (order 1), 1: that minus h g.d (order 2 for a right gradient, 1 for a wrong one).
 * order (out): the order, 0 when not known.
 * points (out): number of steps at which the remainder is above 10 times the noise.
 * known (out): 1 when there are at least 2 such points, else 0.
 * Status: also EBW_ERR_ARGUMENT (remainder) and EBW_ERR_UNSUPPORTED (remainder 2 needs a Hessian). Since 0.1. */
EBW_API int32_t ebw_taylor_get_order(const ebw_taylor *test, int64_t direction, int32_t remainder, double *order,
                                     int64_t *points, int32_t *known);

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
