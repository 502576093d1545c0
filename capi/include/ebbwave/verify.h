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

#include "dot.h"
#include "taylor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tells whether memory grows with the slots as it should: the line peak = base + slope slots by least squares, and
 * whether its slope is the size of a state.
 * count (in): number of measurements, at least 2, at two numbers of slots at least; 3 for a PASS.
 * slots (in): array[count], at least 0; not NULL.
 * peak (in): array[count], bytes at each, from ebw_get_memory, massif or the system; at least 0; not NULL.
 * state_bytes (in): bytes of a state, at least 1.
 * tolerance (in): largest |slope - state_bytes| / state_bytes that passes, in (0, 1), such as 1e-3.
 * verdict (out): EBW_VERDICT_*: the difference with its uncertainty against tolerance; not NULL.
 * base (out): bytes at no slots; NULL: not wanted.
 * slope (out): bytes a slot; NULL: not wanted.
 * uncertainty (out): of slope, in bytes, 95 %, from the residuals; 0 with 2 measurements; NULL: not wanted.
 * largest_residual (out): in bytes; NULL: not wanted.
 * Status: EBW_OK whatever the verdict; EBW_ERR_ARGUMENT (NULL, a value out of its range, all slots the same);
 * EBW_ERR_SHAPE (count); EBW_ERR_NO_MEMORY.
 * Threads: any. Cost: count operations. Since 0.1. */
EBW_API int32_t ebw_memory_fit(int64_t count, const int64_t *slots, const int64_t *peak, int64_t state_bytes,
                               double tolerance, int32_t *verdict, double *base, double *slope, double *uncertainty,
                               double *largest_residual);

#ifdef __cplusplus
}
#endif

#endif
