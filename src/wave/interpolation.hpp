// SPDX-License-Identifier: MIT
// Weights of a point on the nodes around it: Kaiser-windowed sinc, half-width 4 cells (Hicks 2002).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wave/boundary.hpp"
#include "wave/grid.hpp"

namespace ebw::wave {

using Position = std::array<double, 3>;  // metres along x, y, z; y = 0 in 2-D

// Refuses positions that are not finite or lie outside the grid by more than 1e-6 of a spacing; `what` names the point.
void check_inside(const Grid &grid, const Position &position, const char *what, std::int64_t number);

// One node of an axis with its weight; node counts layer cells, 0 .. length - 1.
struct AxisWeight {
  std::int64_t node;
  double weight;
};

// Weights along one axis in ascending node order, after the face rules: free folds with odd sign and drops its own
// plane, rigid folds node -1-j on j, all others drop what lies beyond the outermost cell. May be empty.
std::vector<AxisWeight> axis_weights(const Grid &grid, const Boundary &boundary, int axis, double position);

}  // namespace ebw::wave
