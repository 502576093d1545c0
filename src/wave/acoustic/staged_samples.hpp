// SPDX-License-Identifier: MIT
// Samples at points of steps that are fused in tiles: no moment has a whole wavefield, so that the nodes of a point's
// support are kept as their rows are written, and summed in Points::sample's order when all are there.
#pragma once

#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "wave/acoustic/points.hpp"
#include "wave/acoustic/tiles.hpp"

namespace ebw::wave::acoustic {

template <class T>
class StagedSamples {
 public:
  StagedSamples() = default;
  // For `points`, which outlive it, and sweeps that fuse up to `steps` steps.
  StagedSamples(const Geometry &geometry, const Points &points, std::int64_t steps, MemoryAccount &account);
  static std::int64_t bytes(std::int64_t nodes, std::int64_t steps);
  // It was made for that many steps; 1 when there are no points or nothing is fused.
  std::int64_t steps() const { return steps_; }

  // Keeps what the block has written of a field, by the block's step.
  void gather(const TileBlock &block, const T *field_origin);
  // Point `point` of the field that step `step` has written.
  double sample(std::int64_t point, std::int64_t step) const;

 private:
  const Points *points_ = nullptr;
  std::int64_t steps_ = 1, plane_ = 0, row_ = 0, rows_ = 0;
  TileBlock around_{};         // the nodes of all points
  Array<std::int64_t> place_;  // of an entry by row: its number by point
  Array<T> values_;
};

extern template class StagedSamples<float>;
extern template class StagedSamples<double>;

}  // namespace ebw::wave::acoustic
