// SPDX-License-Identifier: MIT
// The last part of imaging by parts, once per shot (fold) and once per survey (division).
#include "wave/acoustic/imaging.hpp"
#include "base/threads.hpp"

#include <algorithm>
#include <cmath>

namespace ebw::wave::acoustic {

bool on_free_plane(const Setup &s, int axis, std::int64_t node) {
  const auto d = static_cast<std::size_t>(axis);
  return (s.boundary[2 * d].kind == FaceKind::free && node == 0) ||
         (s.boundary[2 * d + 1].kind == FaceKind::free && node == s.grid.shape[d] - 1);
}

template <class T>
void fold_layers(const Geometry &g, T *packed) {
  const FloatMode mode(false);
  const std::array<std::int64_t, 3> stride{g.packed * g.n[kY], g.packed, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t a = axis == 0 ? 1 : 0, b = axis == 2 ? 1 : 2;
    const std::int64_t step = stride[axis], low = g.profile[axis].cells[0];
    const std::int64_t last = g.n[axis] - 1, edge = last - g.profile[axis].cells[1];
    for (std::int64_t p = 0; p < g.n[a]; ++p)
      for (std::int64_t q = 0; q < g.n[b]; ++q) {
        T *line = packed + p * stride[a] + q * stride[b];
        for (std::int64_t i = 0; i < low; ++i) line[low * step] += line[i * step];
        for (std::int64_t i = last; i > edge; --i) line[edge * step] += line[i * step];
      }
  }
}

template <class T>
void copy_grid(const Geometry &g, const T *packed, T *dense) {
  const auto &shape = g.setup.grid.shape;
  for (std::int64_t i = 0; i < shape[kX]; ++i)
    for (std::int64_t j = 0; j < shape[kY]; ++j) {
      const std::int64_t row = (i + g.profile[kX].cells[0]) * g.n[kY] + j + g.profile[kY].cells[0];
      std::copy_n(packed + row * g.packed + g.profile[kZ].cells[0], shape[kZ], dense + (i * shape[kY] + j) * shape[kZ]);
    }
}

template void fold_layers(const Geometry &, float *);
template void fold_layers(const Geometry &, double *);
template void copy_grid(const Geometry &, const float *, float *);
template void copy_grid(const Geometry &, const double *, double *);

namespace {

template <class T>
void finish(const Model &model, Parameter by, T *dense) {
  const FloatMode mode(false);
  const Setup &s = model.setup();
  const auto &shape = s.grid.shape;
  const T *field = model.field<T>();
  for (std::int64_t i = 0; i < shape[kX]; ++i)
    for (std::int64_t j = 0; j < shape[kY]; ++j)
      for (std::int64_t k = 0; k < shape[kZ]; ++k) {
        const std::int64_t at = (i * shape[kY] + j) * shape[kZ] + k;
        if (on_free_plane(s, kX, i) || on_free_plane(s, kY, j) || on_free_plane(s, kZ, k)) {
          dense[at] = T(0);
          continue;
        }
        const double value = static_cast<double>(field[at]);
        // The c that the kernels used, rounded as they had it.
        const double c = static_cast<double>(static_cast<T>(courant_squared(model.field_kind(), value, s.dt)));
        const double slope = courant_slope(model.field_kind(), value, s.dt, by);
        dense[at] = static_cast<T>(static_cast<double>(dense[at]) / c * slope);
        if (!std::isfinite(dense[at]))
          fail(Status::non_finite, "the gradient at node (", i, ", ", j, ", ", k,
               ") is not finite; lower the wavelet's amplitude or use f64");
      }
}

}  // namespace

void finish_gradient(const Model &model, Parameter by, std::byte *dense) {
  if (model.setup().dtype == Dtype::f32)
    finish(model, by, reinterpret_cast<float *>(dense));
  else
    finish(model, by, reinterpret_cast<double *>(dense));
}

}  // namespace ebw::wave::acoustic
