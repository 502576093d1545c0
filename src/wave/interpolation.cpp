// SPDX-License-Identifier: MIT
// Kaiser-windowed sinc on one axis, folded at mirror faces.
#include "wave/interpolation.hpp"

#include <cmath>
#include <map>
#include <numbers>

namespace ebw::wave {

namespace {

constexpr std::int64_t kHalfWidth = 4;
constexpr double kShape = 6.31;    // Hicks 2002, table for half-width 4
constexpr double kOnNode = 1e-6;   // of a spacing
constexpr double kOutside = 1e-6;  // of a spacing

double kaiser_sinc(double x) {
  const double r = x / static_cast<double>(kHalfWidth);
  if (std::fabs(r) >= 1.0) return 0.0;
  const double window = std::cyl_bessel_i(0.0, kShape * std::sqrt(1.0 - r * r)) / std::cyl_bessel_i(0.0, kShape);
  const double phase = std::numbers::pi * x;
  return std::sin(phase) / phase * window;
}

}  // namespace

void check_inside(const Grid &grid, const Position &position, const char *what, std::int64_t number) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid.has(axis)) continue;
    const double h = grid.spacing[axis], end = static_cast<double>(grid.shape[axis] - 1) * h, p = position[axis];
    if (!std::isfinite(p))
      fail(Status::argument, what, " ", number, ": ", kAxisNames[axis], " = ", p, ", need a finite number of metres");
    if (p < -kOutside * h || p > end + kOutside * h)
      fail(Status::argument, what, " ", number, " lies outside the grid: ", kAxisNames[axis], " = ", p,
           " m, need 0 to ", end, " m; move it or enlarge the model");
  }
}

std::vector<AxisWeight> axis_weights(const Grid &grid, const Boundary &boundary, int axis, double position) {
  const std::int64_t n = grid.shape[axis];
  const Face &low = boundary[2 * axis], &high = boundary[2 * axis + 1];
  const std::int64_t first = -low.cells, last = n - 1 + high.cells;
  const double at = position / grid.spacing[axis];
  const auto nearest = static_cast<std::int64_t>(std::llround(at));

  // By node of the given grid; std::map adds in ascending order of raw nodes, so the fold's order is fixed.
  std::map<std::int64_t, double> weights;
  const auto put = [&](std::int64_t node, double weight) {
    double sign = 1.0;
    // A mirror axis has at least `order` nodes, so that an image can lie beyond the other mirror only on tiny grids:
    // fold until the node is inside or no mirror is left.
    for (bool moved = true; moved;) {
      moved = false;
      if (node < 0 && low.kind == FaceKind::free) node = -node, sign = -sign, moved = true;
      if (node < 0 && low.kind == FaceKind::rigid) node = -1 - node, moved = true;
      if (node > n - 1 && high.kind == FaceKind::free) node = 2 * (n - 1) - node, sign = -sign, moved = true;
      if (node > n - 1 && high.kind == FaceKind::rigid) node = 2 * n - 1 - node, moved = true;
    }
    if (node < first || node > last) return;
    if ((node == 0 && low.kind == FaceKind::free) || (node == n - 1 && high.kind == FaceKind::free)) return;
    weights[node] += sign * weight;
  };
  if (std::fabs(at - static_cast<double>(nearest)) <= kOnNode) {
    put(nearest, 1.0);
  } else {
    const auto base = static_cast<std::int64_t>(std::floor(at));
    for (std::int64_t node = base - kHalfWidth + 1; node <= base + kHalfWidth; ++node)
      put(node, kaiser_sinc(at - static_cast<double>(node)));
  }
  std::vector<AxisWeight> out;
  for (const auto &[node, weight] : weights) out.push_back({node - first, weight});
  return out;
}

}  // namespace ebw::wave
