// SPDX-License-Identifier: MIT
// The last part of imaging by parts, once per shot (fold) and once per survey (division).
#include "wave/acoustic/imaging.hpp"
#include "base/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace ebw::wave::acoustic {

bool on_free_plane(const Setup &s, int axis, std::int64_t node) {
  const auto d = static_cast<std::size_t>(axis);
  return (s.boundary[2 * d].kind == FaceKind::free && node == 0) ||
         (s.boundary[2 * d + 1].kind == FaceKind::free && node == s.grid.shape[d] - 1);
}

namespace {

// Rows of n elements, `step` apart: the first `low` are added to the one behind them, first to last, and those after
// `edge` to it, last to first.
template <class T>
void fold_rows(T *first, std::int64_t step, std::int64_t low, std::int64_t edge, std::int64_t last, std::int64_t n) {
  const auto add = [=](std::int64_t from, std::int64_t to) {
    const T *a = first + from * step;
    T *b = first + to * step;
    for (std::int64_t k = 0; k < n; ++k) b[k] += a[k];
  };
  for (std::int64_t i = 0; i < low; ++i) add(i, low);
  for (std::int64_t i = last; i > edge; --i) add(i, edge);
}

}  // namespace

// A line of an axis belongs to one thread, and the axes follow one another.
template <class T>
void fold_layers(const Geometry &g, T *packed, int threads) {
  const std::int64_t nx = g.n[kX], ny = g.n[kY], nz = g.n[kZ], row = g.packed, plane = row * ny;
  const auto low = [&g](int axis) { return g.profile[static_cast<std::size_t>(axis)].cells[0]; };
  const auto edge = [&g](int axis) {
    const auto d = static_cast<std::size_t>(axis);
    return g.n[d] - 1 - g.profile[d].cells[1];
  };
#pragma omp parallel num_threads(safe_threads(threads))
  {
    const FloatMode mode(false);
#pragma omp for schedule(static)
    for (std::int64_t j = 0; j < ny; ++j) fold_rows(packed + j * row, plane, low(kX), edge(kX), nx - 1, nz);
#pragma omp for schedule(static)
    for (std::int64_t i = low(kX); i <= edge(kX); ++i)
      fold_rows(packed + i * plane, row, low(kY), edge(kY), ny - 1, nz);
#pragma omp for schedule(static)
    for (std::int64_t i = low(kX); i <= edge(kX); ++i)
      for (std::int64_t j = low(kY); j <= edge(kY); ++j)
        fold_rows<T>(packed + i * plane + j * row, 1, low(kZ), edge(kZ), nz - 1, 1);
  }
}

template <class T>
void copy_grid(const Geometry &g, const T *packed, T *dense, int threads) {
  const auto &shape = g.setup.grid.shape;
#pragma omp parallel for schedule(static) num_threads(safe_threads(threads))
  for (std::int64_t i = 0; i < shape[kX]; ++i)
    for (std::int64_t j = 0; j < shape[kY]; ++j) {
      const std::int64_t row = (i + g.profile[kX].cells[0]) * g.n[kY] + j + g.profile[kY].cells[0];
      std::copy_n(packed + row * g.packed + g.profile[kZ].cells[0], shape[kZ], dense + (i * shape[kY] + j) * shape[kZ]);
    }
}

template void fold_layers(const Geometry &, float *, int);
template void fold_layers(const Geometry &, double *, int);
template void copy_grid(const Geometry &, const float *, float *, int);
template void copy_grid(const Geometry &, const double *, double *, int);

namespace {

// A row of the gradient, and the first of its nodes whose value is not finite, or `count`.
template <class T, class Slope>
std::int64_t finish_row(Parameter kind, double dt, const T *field, T *row, std::int64_t count, const Slope &slope) {
  bool finite = true;
  for (std::int64_t k = 0; k < count; ++k) {
    const double value = static_cast<double>(field[k]);
    // The c that the kernels used, rounded as they had it.
    const double c = static_cast<double>(static_cast<T>(courant_squared(kind, value, dt)));
    row[k] = static_cast<T>(static_cast<double>(row[k]) / c * slope(value));
    finite &= std::isfinite(row[k]);
  }
  return finite ? count : std::find_if(row, row + count, [](T v) { return !std::isfinite(v); }) - row;
}

// The first node, in the order of memory, whose value is not finite; -1: all are.
template <class T>
std::int64_t finish(const Model &model, Parameter by, T *dense, int threads) {
  const Setup &s = model.setup();
  const auto &shape = s.grid.shape;
  const Parameter kind = model.field_kind();
  const std::int64_t ny = shape[kY], nz = shape[kZ], begin = on_free_plane(s, kZ, 0) ? 1 : 0,
                     end = on_free_plane(s, kZ, nz - 1) ? nz - 1 : nz;
  std::atomic<std::int64_t> first_bad{INT64_MAX};
#pragma omp parallel num_threads(safe_threads(threads))
  {
    const FloatMode mode(false);
#pragma omp for schedule(static)
    for (std::int64_t r = 0; r < shape[kX] * ny; ++r) {
      T *row = dense + r * nz;
      if (on_free_plane(s, kX, r / ny) || on_free_plane(s, kY, r % ny) || begin >= end) {
        std::fill_n(row, nz, T(0));
        continue;
      }
      std::fill(row, row + begin, T(0));
      std::fill(row + end, row + nz, T(0));
      const std::int64_t bad = finish_row(kind, s.dt, model.field<T>() + r * nz + begin, row + begin, end - begin,
                                          [&](double value) { return courant_slope(kind, value, s.dt, by); });
      if (bad == end - begin) continue;
      std::int64_t seen = first_bad.load();
      while (r * nz + begin + bad < seen && !first_bad.compare_exchange_weak(seen, r * nz + begin + bad)) {
      }
    }
  }
  const std::int64_t bad = first_bad.load();
  return bad == INT64_MAX ? -1 : bad;
}

}  // namespace

void finish_gradient(const Model &model, Parameter by, std::byte *dense, int threads) {
  const std::int64_t bad = model.setup().dtype == Dtype::f32
                               ? finish(model, by, reinterpret_cast<float *>(dense), threads)
                               : finish(model, by, reinterpret_cast<double *>(dense), threads);
  if (bad < 0) return;
  const auto &shape = model.grid().shape;
  fail(Status::non_finite, "the gradient at node (", bad / shape[kZ] / shape[kY], ", ", bad / shape[kZ] % shape[kY],
       ", ", bad % shape[kZ], ") is not finite; lower the wavelet's amplitude or use f64");
}

}  // namespace ebw::wave::acoustic
