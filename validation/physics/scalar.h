/* SPDX-License-Identifier: MIT */
/* The discrete Laplacian and time step once more, in plain scalar C and from another formula: what the library is
 * compared with. Faces: free, rigid, zero. */
#ifndef EBBWAVE_VALIDATION_SCALAR_H
#define EBBWAVE_VALIDATION_SCALAR_H

#include "wave_box.h"

#define MAX_RADIUS 6

/* Weights w[0..order/2] of the central second derivative with unit spacing. */
void second_derivative_weights(int32_t order, long double *w);

/* Eigenvalue of minus the second difference on a mode of phase angle (radians) per node, unit spacing. */
long double second_difference_eigenvalue(int32_t order, long double angle);

/* out = L u on the box; 0 on the planes of free faces, where the field is 0 for ever. */
void laplacian(const Box *box, const double *u, double *out);

/* u_next (given: u^{k-1}) becomes u^{k+1} = 2u - u_next + c L u for one c; work[nodes]. */
void scalar_step(const Box *box, double c, const double *u, double *u_next, double *work);

/* 1 on the plane of a free face. Node by its place in a dense array. */
int on_free_plane(const Box *box, int64_t node);

#endif
