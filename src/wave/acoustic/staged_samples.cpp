// SPDX-License-Identifier: MIT
// Values by step, then point, then node of its support.
#include "wave/acoustic/staged_samples.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace ebw::wave::acoustic {

template <class T>
std::int64_t StagedSamples<T>::bytes(std::int64_t nodes, std::int64_t steps) {
  if (steps < 2) return 0;
  // The last of the fused steps is sampled from the whole field.
  return checked_add(checked_multiply(nodes, sizeof(std::int64_t), "staged samples"),
                     checked_product({nodes, steps - 1, sizeof(T)}, "staged samples"), "staged samples");
}

template <class T>
StagedSamples<T>::StagedSamples(const Geometry &geometry, const Points &points, std::int64_t steps,
                                MemoryAccount &account)
    : points_(&points) {
  const std::int64_t count = points.node_count();
  if (steps < 2 || count == 0) return;
  steps_ = steps;
  plane_ = geometry.plane;
  row_ = geometry.row;
  rows_ = geometry.n[1];
  place_ = Array<std::int64_t>(account, MemoryUse::scratch, count);
  values_ = Array<T>(account, MemoryUse::scratch, checked_multiply(count, steps - 1, "staged samples"));
  around_ = {0, geometry.n[0], 0, rows_, 0};
  for (std::int64_t r = 0; r < geometry.rows(); ++r)
    for (std::int64_t e = points.row_begin()[r]; e < points.row_begin()[r + 1]; ++e) {
      const std::int64_t i = r / rows_, j = r % rows_;
      const stencil::RowEntry &entry = points.entries()[e];
      // Nodes of a point lie in ascending order.
      const PointNode *begin = points.nodes() + points.begin(entry.point),
                      *end = points.nodes() + points.begin(entry.point + 1);
      const PointNode *found =
          std::lower_bound(begin, end, i * plane_ + j * row_ + entry.k,
                           [](const PointNode &node, std::int64_t offset) { return node.offset < offset; });
      place_[e] = found - points.nodes();
      around_.i0 = std::min(around_.i0, i);
      around_.i1 = std::max(around_.i1, i + 1);
      around_.j0 = std::min(around_.j0, j);
      around_.j1 = std::max(around_.j1, j + 1);
    }
}

template <class T>
void StagedSamples<T>::gather(const TileBlock &block, const T *field_origin) {
  const std::int64_t i0 = std::max(block.i0, around_.i0), i1 = std::min(block.i1, around_.i1);
  const std::int64_t j0 = std::max(block.j0, around_.j0), j1 = std::min(block.j1, around_.j1);
  T *values = values_.data() + block.step * points_->node_count();
  for (std::int64_t i = i0; i < i1; ++i)
    for (std::int64_t j = j0; j < j1; ++j) {
      const T *row = field_origin + i * plane_ + j * row_;
      const std::int64_t *begin = points_->row_begin() + i * rows_ + j;
      for (std::int64_t e = begin[0]; e < begin[1]; ++e) values[place_[e]] = row[points_->entries()[e].k];
    }
}

template <class T>
double StagedSamples<T>::sample(std::int64_t point, std::int64_t step) const {
  const T *values = values_.data() + step * points_->node_count();
  return points_->sum(point, [values](std::int64_t e) { return static_cast<double>(values[e]); });
}

template class StagedSamples<float>;
template class StagedSamples<double>;

}  // namespace ebw::wave::acoustic
