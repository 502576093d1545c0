/* SPDX-License-Identifier: MIT */
/* The 2-D scheme written out node by node in double, from the equations alone: slow, plain, and of no common code with
 * the library. Forward for every kind of face; adjoint and direct imaging for faces without layers. */
#ifndef EBBWAVE_VALIDATION_SCALAR_REFERENCE_H
#define EBBWAVE_VALIDATION_SCALAR_REFERENCE_H

#include <stdint.h>

enum { REFERENCE_MAX_POINTS = 6 };

/* A face: z zero, f free, r rigid, c cpml, s sponge. */
typedef struct {
  char kind;
  int cells;
} reference_face;

/* Axis 0 is x, 1 is z; sides 0 low, 1 high. Arrays over nodes, layers included, are [x][z]. */
typedef struct {
  int n[2], inner[2], order, steps; /* nodes with and without layers */
  double h[2], dt, v_ref, f_ref;
  reference_face face[2][2];
  double *c;           /* v^2 dt^2, 0 on free planes */
  double *u0, *before; /* u^0 and u^{-1} */
  int n_sources, n_receivers;
  double source[REFERENCE_MAX_POINTS][2], receiver[REFERENCE_MAX_POINTS][2]; /* metres */
  const double *wavelets;                                                    /* [source][sample] */
} reference;

/* Fields u^k, k = -1 .. steps, at fields + (k + 1) * nodes. */
void reference_forward(const reference *r, double *fields);

/* Traces [receiver][sample] of the fields. */
void reference_sample(const reference *r, const double *fields, double *traces);

/* From residuals [receiver][sample]: dJ/dc = sum a^{k+1} (L u^k + B f^k) per node, dJ/dwavelet [source][sample], and
 * the cotangents of u^0 and u^{-1}. For faces z, f and r. */
void reference_adjoint(const reference *r, const double *fields, const double *residual, double *by_c,
                       double *by_wavelets, double *by_u0, double *by_before);

#endif
