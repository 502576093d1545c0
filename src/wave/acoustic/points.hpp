// SPDX-License-Identifier: MIT
// Sources or receivers of a shot on the grid: one table of weights, read by point (sampling, S) and by row (injection,
// S transposed), so that the two are exact transposes.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "wave/acoustic/geometry.hpp"
#include "wave/interpolation.hpp"
#include "wave/stencil/step.hpp"

namespace ebw::wave::acoustic {

struct PointNode {
  std::int64_t offset;  // element within a wavefield, from node (0, 0, 0)
  double weight;
};

class Points {
 public:
  // Gives up what cannot hold these positions; the rest waits for set().
  void make_way(const Geometry &geometry, const std::vector<Position> &positions);
  // All weights are multiplied by scale.
  void set(const Geometry &geometry, const std::vector<Position> &positions, double scale, MemoryAccount &account);
  static std::int64_t bytes(const Geometry &geometry, const std::vector<Position> &positions);
  // Nodes of all supports.
  static std::int64_t count_nodes(const Geometry &geometry, const std::vector<Position> &positions);

  std::int64_t count() const { return begin_.empty() ? 0 : begin_.size() - 1; }
  // What the table was made of.
  const std::vector<Position> &positions() const { return positions_; }
  // S u for one point: support nodes in ascending order, in double.
  template <class T>
  double sample(std::int64_t point, const T *field_origin) const {
    return sum(point, [&](std::int64_t e) { return static_cast<double>(field_origin[nodes_[e].offset]); });
  }
  // The same with value(e) at node e of all points.
  template <class Value>
  double sum(std::int64_t point, const Value &value) const {
    double sum = 0.0;
    for (std::int64_t e = begin_[point]; e < begin_[point + 1]; ++e) sum += nodes_[e].weight * value(e);
    return sum;
  }
  // Nodes of point p: begin(p) .. begin(p + 1) - 1, offsets ascending.
  std::int64_t begin(std::int64_t point) const { return begin_[point]; }
  const PointNode *nodes() const { return nodes_.data(); }
  std::int64_t node_count() const { return nodes_.empty() ? 0 : nodes_.size(); }
  const std::int64_t *row_begin() const { return count() ? row_begin_.data() : nullptr; }
  const stencil::RowEntry *entries() const { return entries_.data(); }

 private:
  std::vector<Position> positions_;
  Array<std::int64_t> begin_, row_begin_;
  Array<PointNode> nodes_;
  Array<stencil::RowEntry> entries_;
};

}  // namespace ebw::wave::acoustic
