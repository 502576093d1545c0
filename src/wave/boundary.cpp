// SPDX-License-Identifier: MIT
// Checks of faces, and layer profiles.
#include "wave/boundary.hpp"

#include <cmath>
#include <numbers>

#include "base/threads.hpp"

namespace ebw::wave {

namespace {

constexpr std::int64_t kLeastLayerCells = 5;  // thinner layers grow instead of damp
constexpr int kPad = stencil::kMaxRadius;

void require_positive(double value, const char *name, const char *unit) {
  if (!std::isfinite(value) || value <= 0.0)
    fail(Status::argument, name, " = ", value, ", need a positive number of ", unit, " for this kind of layer");
}

struct Damping {
  double a, b;
};

// x = m / cells; beyond 1 the profile goes on, which keeps orders >= 8 stable.
Damping cpml_at(const Face &face, double spacing, double dt, double x) {
  const double length = static_cast<double>(face.cells) * spacing;
  const double d = -3.0 * face.v_ref * std::log(1e-4) / (2.0 * length) * x * x;
  const double alpha = std::numbers::pi * face.f_ref * std::fmax(0.0, 1.0 - x);
  const double a = std::exp(-(d + alpha) * dt);
  return {a, d / (d + alpha) * (a - 1.0)};
}

double sponge_at(const Face &face, double spacing, double dt, double x) {
  const double length = static_cast<double>(face.cells) * spacing;
  return 0.5 * dt * (-3.0 * face.v_ref * std::log(1e-3) / length) * x * x;
}

}  // namespace

Face make_face(std::int32_t kind, std::int64_t cells, double v_ref, double f_ref) {
  if (kind < 1 || kind > 5)
    fail(Status::argument, "kind = ", kind, ", need one of EBW_BOUNDARY_CPML .. EBW_BOUNDARY_ZERO");
  Face face;
  face.kind = static_cast<FaceKind>(kind);
  if (!is_layer(face.kind)) {
    if (cells != 0) fail(Status::argument, "cells = ", cells, ", need 0: only cpml and sponge have a layer");
    return face;
  }
  if (cells < kLeastLayerCells)
    fail(Status::argument, "cells = ", cells, ", need at least ", kLeastLayerCells, " in a layer (20 is usual)");
  if (cells > (std::int64_t{1} << 24)) fail(Status::argument, "cells = ", cells, ", need at most 16777216");
  require_positive(v_ref, "v_ref", "m/s");
  face.cells = cells;
  face.v_ref = v_ref;
  if (face.kind == FaceKind::cpml) {
    require_positive(f_ref, "f_ref", "Hz");
    face.f_ref = f_ref;
  }
  return face;
}

void check_boundary(const Boundary &boundary, const Grid &grid, int order) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid.has(axis)) continue;
    for (int side = 0; side < 2; ++side) {
      const Face &face = boundary[2 * axis + side];
      const char *name = kFaceNames[2 * axis + side];
      if (face.kind == FaceKind::unset)
        fail(Status::state, "the ", name, " face has no boundary; call ebw_model_set_boundary first");
      const bool mirror = face.kind == FaceKind::free || face.kind == FaceKind::rigid;
      if (mirror && grid.shape[axis] < order)
        fail(Status::shape, "the ", name, " face is a mirror and axis ", kAxisNames[axis], " has ", grid.shape[axis],
             " nodes, need at least order = ", order, "; use a lower order or more nodes");
    }
  }
}

AxisProfile make_profile(const Boundary &boundary, const Grid &grid, int axis, const stencil::Coefficients &w,
                         double dt) {
  const FloatMode mode(false);
  AxisProfile p;
  p.length = grid.shape[axis];
  if (!grid.has(axis)) return p;
  for (int side = 0; side < 2; ++side) {
    const Face &face = boundary[2 * axis + side];
    p.cells[side] = face.cells;
    p.cpml_cells[side] = face.kind == FaceKind::cpml ? face.cells : 0;
    if (face.kind == FaceKind::sponge) p.has_sponge = true;
    p.length += face.cells;
  }
  const double h = grid.spacing[axis];
  const auto count = static_cast<std::size_t>(p.length + 2 * kPad);
  std::vector<double> b(count + 2 * kPad, 0.0);  // kPad more than the tables, for Db at their ends
  p.a.assign(count, 0.0);
  p.sponge.assign(count, 0.0);
  for (std::int64_t i = -2 * kPad; i < p.length + 2 * kPad; ++i) {
    const std::int64_t low = p.cells[0] - i, high = i - (p.length - 1 - p.cells[1]);
    const int side = low > 0 ? 0 : 1;
    const std::int64_t m = side == 0 ? low : high;
    const Face &face = boundary[2 * axis + side];
    if (m <= 0 || !is_layer(face.kind)) continue;
    const double x = static_cast<double>(m) / static_cast<double>(face.cells);
    const bool inside = i >= 0 && i < p.length;
    if (face.kind == FaceKind::cpml) {
      const Damping damping = cpml_at(face, h, dt, x);
      b[static_cast<std::size_t>(i + 2 * kPad)] = damping.b;
      if (inside) p.a[static_cast<std::size_t>(i + kPad)] = damping.a;
    } else if (inside) {
      p.sponge[static_cast<std::size_t>(i + kPad)] = sponge_at(face, h, dt, x);
    }
  }
  p.b1.assign(count, 1.0);
  p.ab.assign(count, 0.0);
  p.db.assign(count, 0.0);
  for (std::int64_t i = 0; i < p.length; ++i) {
    const auto at = static_cast<std::size_t>(i + kPad), in_b = static_cast<std::size_t>(i + 2 * kPad);
    p.b1[at] = 1.0 + b[in_b];
    p.ab[at] = p.a[at] * b[in_b];
    for (int m = 1; m <= w.radius; ++m)
      p.db[at] += w.first[static_cast<std::size_t>(m)] *
                  (b[in_b + static_cast<std::size_t>(m)] - b[in_b - static_cast<std::size_t>(m)]) / h;
  }
  return p;
}

}  // namespace ebw::wave
