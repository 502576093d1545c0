/* SPDX-License-Identifier: MIT */
/* Node by node: stencils with images, layers, points, and the adjoint recursion in its direct form. */
#include "scalar_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double kPi = 3.14159265358979323846;

static int nodes(const reference *r) { return r->n[0] * r->n[1]; }

/* ---- Stencils ---------------------------------------------------------------------------------------------------- */

/* (R!)^2 / ((R - m)! (R + m)!) with the sign of (-1)^(m + 1): the common part of both centred derivatives. */
static double taylor_part(int radius, int m) {
  double value = m % 2 ? 1.0 : -1.0;
  for (int i = 1; i <= m; ++i) value *= (double)(radius - m + i) / (double)(radius + i);
  return value;
}
static double first_weight(const reference *r, int m) { return taylor_part(r->order / 2, m) / m; }
static double second_weight(const reference *r, int m) {
  if (m > 0) return 2.0 * taylor_part(r->order / 2, m) / (m * m);
  double sum = 0.0;
  for (int i = 1; i <= r->order / 2; ++i) sum -= 2.0 * second_weight(r, i);
  return sum;
}

/* Index of an axis -> the node it stands for, and the sign of its image; 0: nothing is there. */
static int fold(const reference *r, int axis, int *i) {
  const int last = r->n[axis] - 1;
  int sign = 1;
  for (int turn = 0; turn < 8 && (*i < 0 || *i > last); ++turn) {
    const char kind = r->face[axis][*i > last].kind;
    if (kind == 'f') {
      *i = *i < 0 ? -*i : 2 * last - *i;
      sign = -sign;
    } else if (kind == 'r') {
      *i = *i < 0 ? -1 - *i : 2 * last + 1 - *i;
    } else {
      return 0;
    }
  }
  return sign;
}

static double at(const reference *r, const double *u, const int node[2], int axis, int m) {
  int where[2] = {node[0], node[1]};
  where[axis] += m;
  const int sign = fold(r, axis, &where[axis]);
  return sign ? sign * u[where[0] * r->n[1] + where[1]] : 0.0;
}

static double first(const reference *r, const double *u, const int node[2], int axis) {
  double sum = 0.0;
  for (int m = 1; m <= r->order / 2; ++m)
    sum += first_weight(r, m) * (at(r, u, node, axis, m) - at(r, u, node, axis, -m));
  return sum / r->h[axis];
}

static double second(const reference *r, const double *u, const int node[2], int axis) {
  double sum = second_weight(r, 0) * at(r, u, node, axis, 0);
  for (int m = 1; m <= r->order / 2; ++m)
    sum += second_weight(r, m) * (at(r, u, node, axis, m) + at(r, u, node, axis, -m));
  return sum / (r->h[axis] * r->h[axis]);
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

/* Distance of an index into a layer of the kind, over the layer's cells: beyond 1 outside the array; 0 elsewhere. */
static double depth(const reference *r, int axis, int i, char kind, reference_face *face) {
  for (int side = 0; side < 2; ++side) {
    *face = r->face[axis][side];
    const int m = side == 0 ? face->cells - i : i - (r->n[axis] - 1 - face->cells);
    if (face->kind == kind && m > 0) return (double)m / face->cells;
  }
  return 0.0;
}

static double cpml_b(const reference *r, int axis, int i, double *a) {
  reference_face face;
  const double x = depth(r, axis, i, 'c', &face);
  *a = 0.0;
  if (x == 0.0) return 0.0;
  const double d = -3.0 * r->v_ref * log(1e-4) / (2.0 * face.cells * r->h[axis]) * x * x;
  const double alpha = kPi * r->f_ref * fmax(0.0, 1.0 - x);
  *a = exp(-(d + alpha) * r->dt);
  return d / (d + alpha) * (*a - 1.0);
}

static double sponge_e(const reference *r, int axis, int i) {
  reference_face face;
  const double x = depth(r, axis, i, 's', &face);
  return x == 0.0 ? 0.0 : 0.5 * r->dt * -3.0 * r->v_ref * log(1e-3) / (face.cells * r->h[axis]) * x * x;
}

/* Memories psi and zeta of both axes, over all nodes. */
typedef struct {
  double *psi[2], *zeta[2];
} memories;

/* w of one axis at a node, and the new memories there: t = (1+b) D2 u + (D b) (D u) + D (a psi),
 * w = (1+b) t + a zeta, psi+ = a psi + b D u, zeta+ = a zeta + b t. */
static double layered_second(const reference *r, const double *u, const memories *old, const memories *new,
                             const double *a_psi, const int node[2], int axis) {
  const int index = node[0] * r->n[1] + node[1];
  double a, unused, db = 0.0;
  const double b = cpml_b(r, axis, node[axis], &a);
  for (int m = 1; m <= r->order / 2; ++m)
    db += first_weight(r, m) * (cpml_b(r, axis, node[axis] + m, &unused) - cpml_b(r, axis, node[axis] - m, &unused)) /
          r->h[axis];
  const double du = first(r, u, node, axis);
  const double t = (1.0 + b) * second(r, u, node, axis) + db * du + first(r, a_psi, node, axis);
  new->psi[axis][index] = a * old->psi[axis][index] + b *du;
  new->zeta[axis][index] = a * old->zeta[axis][index] + b *t;
  return (1.0 + b) * t + a * old->zeta[axis][index];
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static double bessel_i0(double x) {
  double term = 1.0, sum = 1.0;
  for (int k = 1; k < 60; ++k) {
    term *= (x / (2.0 * k)) * (x / (2.0 * k));
    sum += term;
  }
  return sum;
}

/* Weight of the raw index i of an axis for a point at `position` metres. */
static double axis_weight(const reference *r, int axis, double position, int i) {
  const double low = r->face[axis][0].cells, x = position / r->h[axis] - (i - low);
  if (fabs(position / r->h[axis] - round(position / r->h[axis])) <= 1e-6) return fabs(x) < 0.5 ? 1.0 : 0.0;
  if (fabs(x) >= 4.0) return 0.0;
  return sin(kPi * x) / (kPi * x) * bessel_i0(6.31 * sqrt(1.0 - x * x / 16.0)) / bessel_i0(6.31);
}

/* S of one point as an array over all nodes. */
static void point_weights(const reference *r, const double position[2], double *weights) {
  memset(weights, 0, (size_t)nodes(r) * sizeof *weights);
  for (int x = -6; x < r->n[0] + 6; ++x)
    for (int z = -6; z < r->n[1] + 6; ++z) {
      int i = x, j = z;
      const int sign = fold(r, 0, &i) * fold(r, 1, &j);
      if (!sign || r->c[i * r->n[1] + j] == 0.0) continue; /* nothing there, or a free plane */
      weights[i * r->n[1] + j] += sign * axis_weight(r, 0, position[0], x) * axis_weight(r, 1, position[1], z);
    }
}

static double product(const reference *r, const double *a, const double *b) {
  double sum = 0.0;
  for (int i = 0; i < nodes(r); ++i) sum += a[i] * b[i];
  return sum;
}

/* ---- Sweeps ------------------------------------------------------------------------------------------------------ */

static memories new_memories(const reference *r) {
  memories m;
  for (int axis = 0; axis < 2; ++axis) {
    m.psi[axis] = calloc((size_t)nodes(r), sizeof(double));
    m.zeta[axis] = calloc((size_t)nodes(r), sizeof(double));
  }
  return m;
}

static void free_memories(memories *m) {
  for (int axis = 0; axis < 2; ++axis) {
    free(m->psi[axis]);
    free(m->zeta[axis]);
  }
}

/* B f^k over all nodes. */
static void injected(const reference *r, int k, const double *weights, double *out) {
  memset(out, 0, (size_t)nodes(r) * sizeof *out);
  for (int s = 0; s < r->n_sources; ++s)
    for (int i = 0; i < nodes(r); ++i)
      out[i] += weights[s * nodes(r) + i] / (r->h[0] * r->h[1]) * r->wavelets[s * (r->steps + 1) + k];
}

static double *all_weights(const reference *r, const double (*positions)[2], int count) {
  double *weights = calloc((size_t)(count * nodes(r)), sizeof *weights);
  for (int p = 0; p < count; ++p) point_weights(r, positions[p], weights + p * nodes(r));
  return weights;
}

static void step(const reference *r, int k, const double *force, double *fields, const memories *old,
                 const memories *new) {
  const double *u = fields + (k + 1) * nodes(r), *before = u - nodes(r);
  double *next = fields + (k + 2) * nodes(r), *a_psi[2];
  for (int axis = 0; axis < 2; ++axis) {
    a_psi[axis] = calloc((size_t)nodes(r), sizeof(double));
    for (int i = 0; i < nodes(r); ++i) {
      double a;
      cpml_b(r, axis, axis == 0 ? i / r->n[1] : i % r->n[1], &a);
      a_psi[axis][i] = a * old->psi[axis][i];
    }
  }
  for (int i = 0; i < r->n[0]; ++i)
    for (int j = 0; j < r->n[1]; ++j) {
      const int node[2] = {i, j}, index = i * r->n[1] + j;
      const double e = sponge_e(r, 0, i) + sponge_e(r, 1, j);
      double w = force[index];
      for (int axis = 0; axis < 2; ++axis) w += layered_second(r, u, old, new, a_psi[axis], node, axis);
      next[index] = (2.0 * u[index] - (1.0 - e) * before[index] + r->c[index] * w) / (1.0 + e);
    }
  free(a_psi[0]);
  free(a_psi[1]);
}

void reference_forward(const reference *r, double *fields) {
  memories memory[2] = {new_memories(r), new_memories(r)};
  double *weights = all_weights(r, r->source, r->n_sources), *force = calloc((size_t)nodes(r), sizeof *force);
  for (int i = 0; i < nodes(r); ++i) { /* 0 on free planes */
    fields[i] = r->c[i] == 0.0 ? 0.0 : r->before[i];
    fields[nodes(r) + i] = r->c[i] == 0.0 ? 0.0 : r->u0[i];
  }
  for (int k = 0; k < r->steps; ++k) {
    injected(r, k, weights, force);
    step(r, k, force, fields, &memory[k % 2], &memory[(k + 1) % 2]);
  }
  free(weights);
  free(force);
  free_memories(&memory[0]);
  free_memories(&memory[1]);
}

void reference_sample(const reference *r, const double *fields, double *traces) {
  double *weights = all_weights(r, r->receiver, r->n_receivers);
  for (int p = 0; p < r->n_receivers; ++p)
    for (int k = 0; k <= r->steps; ++k)
      traces[p * (r->steps + 1) + k] = product(r, weights + p * nodes(r), fields + (k + 1) * nodes(r));
  free(weights);
}

static double laplacian(const reference *r, const double *u, int index) {
  const int node[2] = {index / r->n[1], index % r->n[1]};
  return second(r, u, node, 0) + second(r, u, node, 1);
}

/* a^k = 2 a^{k+1} - a^{k+2} + L (c a^{k+1}) + S^T r[k], without the nodes of free planes, where L is not symmetric. */
void reference_adjoint(const reference *r, const double *fields, const double *residual, double *by_c,
                       double *by_wavelets, double *by_u0, double *by_before) {
  const int n = nodes(r), samples = r->steps + 1;
  double *sources = all_weights(r, r->source, r->n_sources), *receivers = all_weights(r, r->receiver, r->n_receivers);
  double *a = calloc((size_t)(3 * n), sizeof *a), *ca = calloc((size_t)n, sizeof *ca);
  double *force = calloc((size_t)n, sizeof *force);
  memset(by_c, 0, (size_t)n * sizeof *by_c);
  for (int k = r->steps; k >= 0; --k) {
    double *now = a + k % 3 * n; /* holds a^{k+3} */
    const double *next = a + (k + 1) % 3 * n, *after = a + (k + 2) % 3 * n, *u = fields + (k + 1) * n;
    for (int i = 0; i < n; ++i) ca[i] = r->c[i] * next[i];
    if (k < r->steps) injected(r, k, sources, force);
    for (int s = 0; s < r->n_sources; ++s)
      by_wavelets[s * samples + k] = product(r, sources + s * n, ca) / (r->h[0] * r->h[1]);
    for (int i = 0; i < n; ++i) {
      now[i] = 0.0;
      if (r->c[i] == 0.0) continue;
      if (k < r->steps) by_c[i] += next[i] * (laplacian(r, u, i) + force[i]);
      now[i] = 2.0 * next[i] - after[i] + laplacian(r, ca, i);
      for (int p = 0; p < r->n_receivers; ++p) now[i] += receivers[p * n + i] * residual[p * samples + k];
    }
  }
  for (int i = 0; i < n; ++i) {
    by_u0[i] = a[i];
    by_before[i] = -a[n + i];
  }
  free(sources);
  free(receivers);
  free(a);
  free(ca);
  free(force);
}
