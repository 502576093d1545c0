/* SPDX-License-Identifier: MIT */
/* Scalar stencil, one axis and one neighbour at a time. */
#include "scalar.h"

/* The even derivatives of an even interpolant in m^2: w_m m^2 is Lagrange's basis polynomial of the nodes 1, 4, ...
 * R^2 at 0, so that m^2 is differentiated exactly and m^4 .. m^{2R} give 0. */
void second_derivative_weights(int32_t order, long double *w) {
  const int radius = order / 2;
  w[0] = 0.0L;
  for (int m = 1; m <= radius; ++m) {
    long double basis = 1.0L;
    for (int j = 1; j <= radius; ++j)
      if (j != m) basis *= (long double)(j * j) / (j * j - m * m);
    w[m] = basis / (m * m);
    w[0] -= 2.0L * w[m];
  }
}

long double second_difference_eigenvalue(int32_t order, long double angle) {
  long double w[MAX_RADIUS + 1], sum = 0.0L;
  second_derivative_weights(order, w);
  for (int m = 1; m <= order / 2; ++m) sum += 4.0L * w[m] * powl(sinl(0.5L * m * angle), 2);
  return sum;
}

/* Value at node i of a line of n nodes, inside or beyond its ends. */
static double value_at(const double *line, int64_t stride, int64_t n, int64_t i, const int32_t *faces) {
  if (i >= 0 && i < n) return line[i * stride];
  const int high = i >= n;
  const int64_t beyond = high ? i - (n - 1) : -i; /* 1, 2, ... nodes outside */
  if (faces[high] == EBW_BOUNDARY_FREE) return -line[(high ? n - 1 - beyond : beyond) * stride];
  if (faces[high] == EBW_BOUNDARY_RIGID) return line[(high ? n - beyond : beyond - 1) * stride];
  return 0.0;
}

static int64_t stride_of(const Box *box, int axis) {
  int64_t stride = 1;
  for (int d = box->ndim - 1; d > axis; --d) stride *= box->shape[d];
  return stride;
}

int on_free_plane(const Box *box, int64_t node) {
  for (int d = 0; d < box->ndim; ++d) {
    const int64_t i = node / stride_of(box, d) % box->shape[d];
    if ((i == 0 && box->faces[d][0] == EBW_BOUNDARY_FREE) ||
        (i == box->shape[d] - 1 && box->faces[d][1] == EBW_BOUNDARY_FREE))
      return 1;
  }
  return 0;
}

void laplacian(const Box *box, const double *u, double *out) {
  long double weights[MAX_RADIUS + 1];
  double w[MAX_RADIUS + 1];
  second_derivative_weights(box->order, weights);
  for (int m = 0; m <= box->order / 2; ++m) w[m] = (double)weights[m];
  for (int64_t node = 0; node < box_nodes(box); ++node) {
    out[node] = 0.0;
    if (on_free_plane(box, node)) continue;
    for (int d = 0; d < box->ndim; ++d) {
      const int64_t stride = stride_of(box, d), n = box->shape[d], i = node / stride % n;
      const double *line = u + node - i * stride;
      double sum = w[0] * u[node];
      for (int m = 1; m <= box->order / 2; ++m)
        sum +=
            w[m] * (value_at(line, stride, n, i - m, box->faces[d]) + value_at(line, stride, n, i + m, box->faces[d]));
      out[node] += sum / (box->spacing[d] * box->spacing[d]);
    }
  }
}

void scalar_step(const Box *box, double c, const double *u, double *u_next, double *work) {
  laplacian(box, u, work);
  for (int64_t i = 0; i < box_nodes(box); ++i) u_next[i] = 2.0 * u[i] - u_next[i] + c * work[i];
}
