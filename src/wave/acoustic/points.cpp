// SPDX-License-Identifier: MIT
// Builds the weight tables of a set of points.
#include "wave/acoustic/points.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "base/threads.hpp"

namespace ebw::wave::acoustic {

namespace {

std::array<std::vector<AxisWeight>, 3> support(const Geometry &geometry, const Position &position) {
  std::array<std::vector<AxisWeight>, 3> weights;
  const Setup &setup = geometry.setup;
  for (int axis = 0; axis < 3; ++axis) {
    auto &w = weights[static_cast<std::size_t>(axis)];
    if (setup.grid.has(axis))
      w = axis_weights(setup.grid, setup.boundary, axis, position[static_cast<std::size_t>(axis)]);
    else
      w = {{0, 1.0}};
  }
  return weights;
}

std::int64_t support_size(const std::array<std::vector<AxisWeight>, 3> &weights) {
  return static_cast<std::int64_t>(weights[0].size() * weights[1].size() * weights[2].size());
}

}  // namespace

std::int64_t Points::count_nodes(const Geometry &geometry, const std::vector<Position> &positions) {
  const FloatMode mode(false);
  std::int64_t nodes = 0;
  for (const Position &p : positions) nodes += support_size(support(geometry, p));
  return nodes;
}

std::int64_t Points::bytes(const Geometry &geometry, const std::vector<Position> &positions) {
  if (positions.empty()) return 0;
  const std::int64_t nodes = count_nodes(geometry, positions);
  return (static_cast<std::int64_t>(positions.size()) + 1 + geometry.rows() + 1) * std::int64_t{sizeof(std::int64_t)} +
         nodes * std::int64_t{sizeof(PointNode) + sizeof(stencil::RowEntry)};
}

void Points::make_way(const Geometry &geometry, const std::vector<Position> &positions) {
  if (positions_ == positions) return;
  positions_.clear();
  if (count() != static_cast<std::int64_t>(positions.size()) || node_count() != count_nodes(geometry, positions))
    *this = {};
}

void Points::set(const Geometry &geometry, const std::vector<Position> &positions, double scale,
                 MemoryAccount &account) {
  if (positions_ == positions) return;
  const auto count = static_cast<std::int64_t>(positions.size());
  if (count > std::numeric_limits<std::int32_t>::max())
    fail(Status::overflow, "a shot has ", count, " points of one kind, need at most 2^31 - 1");
  // Zero again where they are kept.
  const auto take = [&account](auto &array, std::int64_t size) {
    if (array.size() != size)
      array = std::decay_t<decltype(array)>(account, MemoryUse::scratch, size);
    else
      std::fill(array.begin(), array.end(), std::decay_t<decltype(*array.data())>{});
  };
  take(begin_, count + 1);
  take(row_begin_, geometry.rows() + 1);
  for (std::int64_t p = 0; p < count; ++p)
    begin_[p + 1] = begin_[p] + support_size(support(geometry, positions[static_cast<std::size_t>(p)]));
  take(nodes_, begin_[count]);
  take(entries_, begin_[count]);
  positions_ = positions;

  const auto for_each = [&](const auto &visit) {
    for (std::int64_t p = 0; p < count; ++p) {
      const auto w = support(geometry, positions[static_cast<std::size_t>(p)]);
      for (const AxisWeight &x : w[0])
        for (const AxisWeight &y : w[1])
          for (const AxisWeight &z : w[2]) visit(p, x, y, z);
    }
  };
  std::int64_t e = 0;
  for_each([&](std::int64_t, const AxisWeight &x, const AxisWeight &y, const AxisWeight &z) {
    nodes_[e++] = {x.node * geometry.plane + y.node * geometry.row + z.node, x.weight * y.weight * z.weight * scale};
    ++row_begin_[x.node * geometry.n[1] + y.node + 1];
  });
  for (std::int64_t r = 0; r < geometry.rows(); ++r) row_begin_[r + 1] += row_begin_[r];
  // Stable by row: within a row the entries keep the order of point numbers. row_begin_[r] serves as the cursor of
  // row r and ends as the begin of row r + 1; shifted back below.
  e = 0;
  for_each([&](std::int64_t p, const AxisWeight &x, const AxisWeight &y, const AxisWeight &z) {
    entries_[row_begin_[x.node * geometry.n[1] + y.node]++] = {static_cast<std::int32_t>(p),
                                                               static_cast<std::int32_t>(z.node), nodes_[e++].weight};
  });
  for (std::int64_t r = geometry.rows(); r > 0; --r) row_begin_[r] = row_begin_[r - 1];
  row_begin_[0] = 0;
}

}  // namespace ebw::wave::acoustic
