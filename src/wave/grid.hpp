// SPDX-License-Identifier: MIT
// The regular grid of a model: axes x, y, z by index 0, 1, 2 throughout; in 2-D the y axis has one node and no
// operator.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "base/array_view.hpp"

namespace ebw::wave {

inline constexpr int kX = 0, kY = 1, kZ = 2;
inline constexpr std::array<const char *, 3> kAxisNames = {"x", "y", "z"};

struct Grid {
  int ndim = 0;
  std::array<std::int64_t, 3> shape{1, 1, 1};
  std::array<double, 3> spacing{1.0, 1.0, 1.0};

  bool operator==(const Grid &) const = default;
  bool has(int axis) const { return axis != kY || ndim == 3; }
  bool equal_spacing() const { return spacing[kX] == spacing[kZ] && (!has(kY) || spacing[kY] == spacing[kZ]); }
  std::int64_t nodes() const { return shape[0] * shape[1] * shape[2]; }
  // Axis of the d-th logical index: x, z in 2-D; x, y, z in 3-D.
  int axis_of(int d) const { return ndim == 2 && d == 1 ? kZ : d; }
};

// Refuses sizes below 1, products beyond 64 bits and spacings that are not positive numbers.
inline Grid make_grid(int ndim, const std::int64_t *shape, const double *spacing) {
  if (ndim != 2 && ndim != 3) fail(Status::shape, "ndim = ", ndim, ", need 2 (x, z) or 3 (x, y, z)");
  if (!shape) fail(Status::argument, "shape is NULL; pass ndim = ", ndim, " sizes");
  if (!spacing) fail(Status::argument, "spacing is NULL; pass ndim = ", ndim, " spacings in metres");
  Grid grid;
  grid.ndim = ndim;
  for (int d = 0; d < ndim; ++d) {
    if (shape[d] < 1) fail(Status::shape, "shape[", d, "] = ", shape[d], ", need at least 1 node");
    if (!std::isfinite(spacing[d]) || spacing[d] <= 0.0)
      fail(Status::argument, "spacing[", d, "] = ", spacing[d], ", need a positive number of metres");
    grid.shape[grid.axis_of(d)] = shape[d];
    grid.spacing[grid.axis_of(d)] = spacing[d];
  }
  // Bytes of a handful of fields must be countable too.
  const std::int64_t nodes = checked_product({grid.shape[0], grid.shape[1], grid.shape[2]}, "nodes of the grid");
  checked_multiply(nodes, 1024, "bytes of the grid's fields");
  return grid;
}

// The caller's array of the grid's shape, strides moved to the axes x, y, z.
inline std::array<std::int64_t, 3> axis_strides(const Grid &grid, const ArrayLayout &layout) {
  std::array<std::int64_t, 3> stride{0, 0, 0};
  for (int d = 0; d < grid.ndim; ++d) stride[grid.axis_of(d)] = layout.stride[d];
  return stride;
}

// Layout of a caller's array that must have the grid's shape.
inline ArrayLayout layout_on(const Grid &grid, const std::int64_t *stride) {
  std::array<std::int64_t, 3> shape{};
  for (int d = 0; d < grid.ndim; ++d) shape[d] = grid.shape[grid.axis_of(d)];
  return make_layout(grid.ndim, shape.data(), stride);
}

}  // namespace ebw::wave
