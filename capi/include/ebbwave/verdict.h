/* SPDX-License-Identifier: MIT */
/* Verdicts and faults: what the tests of verify.h have in common. */
#ifndef EBBWAVE_VERDICT_H
#define EBBWAVE_VERDICT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Verdicts; also the exit codes of a program that runs a test. */
#define EBW_VERDICT_PASS 0 /* the error is below the tolerance, its uncertainty included */
#define EBW_VERDICT_FAIL 1 /* the error is above the tolerance, its uncertainty taken off; or a fault was seen */
#define EBW_VERDICT_INCONCLUSIVE 2 /* neither; the text tells what would help */

/* Faults: seen in the code under test, each makes the verdict FAIL. */
#define EBW_FAULT_NONE 0
#define EBW_FAULT_POINT_NON_FINITE 1    /* m holds a NaN or an infinity */
#define EBW_FAULT_VALUE_NON_FINITE 2    /* J(m) is one, or evaluate did not write it */
#define EBW_FAULT_GRADIENT_NON_FINITE 3 /* g holds one, or the gradient callback did not write that element */
#define EBW_FAULT_INPUT_WRITTEN 4       /* a callback wrote into its input */
#define EBW_FAULT_STATE_LEAK 5          /* J(m) has other bits after the test than before, although it repeats */
#define EBW_FAULT_FORWARD_NON_FINITE 6  /* A x holds one, or was not written there */
#define EBW_FAULT_ADJOINT_NON_FINITE 7  /* A^T y holds one, or was not written there */
#define EBW_FAULT_INPUT_CHANGED 8       /* m or g of the caller has other values after the test than before */
#define EBW_FAULT_HESSIAN_NON_FINITE 9  /* H v holds one, or was not written there */

/* In place of the index of a direction or pair: the one that decides the verdict. */
#define EBW_WORST (-1)

/* Sets *product = <a, b>, an inner product of two vectors: symmetric, linear in both, positive. Without it the tests
 * take the sum of the products of the elements. A parallel program, whose ranks hold a slice of each vector, sums over
 * all ranks here, in double, so that every rank gets the same number: then all ranks come to the same verdict. The
 * answers of all callbacks must then be the same on all ranks, and so must J. a (in): array[n] of the test's dtype. b
 * (in): array[n].
 * product (out): the product. user (in): as given. Answer 0 to go on, any other number to end the call with
 * EBW_ERR_CALLBACK. */
typedef int32_t (*ebw_inner_product_fn)(const void *a, const void *b, double *product, void *user);

#ifdef __cplusplus
}
#endif

#endif
