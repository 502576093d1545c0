// SPDX-License-Identifier: MIT
// Time tiling by trapezoids: in which order the rows of several time steps are computed, so that they stay in the
// caches from step to step. Geometry only; what a row's step reads and writes is the kernels'.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/threads.hpp"

namespace ebw::wave::acoustic {

// Which tiles; steps = 1: plain sweeps.
struct TileShape {
  std::int64_t steps = 1;   // fused
  std::int64_t rows = 0;    // along y of one tile; without effect in 2-D
  std::int64_t planes = 0;  // along x of one block of a tile
  bool operator==(const TileShape &) const = default;
};

// A run of rows of one time step: planes i0..i1-1, rows j0..j1-1; step 0 is the first of those fused.
struct TileBlock {
  std::int64_t step, i0, i1, j0, j1;
};

// `steps` time steps of nx planes of ny rows, each step of a row reading rows within `radius` in x and y, on `team`
// threads. Two buffers in place are enough. First every thread takes the trapezoid of its own planes, without waiting:
// at step s they end radius * s before an inner bound, so that it needs nothing of its neighbour; then the valleys
// that are left at the inner bounds.
//
// Within a trapezoid tiles are parallelograms: blocks of step s lie radius * s towards the origin of those of step 0.
// A block of step s then follows all of step s - 1 that it reads, and goes before all of step s + 1 that overwrites
// what it reads.
class TilePlan {
 public:
  TilePlan(std::int64_t nx, std::int64_t ny, std::int64_t radius, int team, const TileShape &shape)
      : nx_(nx), ny_(ny), radius_(radius), team_(team), shape_(shape) {}

  // The most steps that can be fused: an inner bound's two valleys must not meet. At least 1.
  static std::int64_t most_steps(std::int64_t nx, std::int64_t radius, int team) {
    if (team == 1) return nx > 0 ? INT64_MAX : 1;
    std::int64_t least = nx;
    for (int thread = 0; thread < team; ++thread) {
      const Range own = planes_of(nx, thread, team);
      least = std::min(least, own.end - own.begin);
    }
    return std::max<std::int64_t>(1, least / (2 * radius));
  }

  // A thread's planes: bounds are even, since kernels take planes by two.
  static Range planes_of(std::int64_t nx, int thread, int team) {
    const Range pairs = share((nx + 1) / 2, thread, team);
    return {std::min(nx, 2 * pairs.begin), std::min(nx, 2 * pairs.end)};
  }

  // Calls visit(TileBlock) in the thread's order, without waiting for others. Then all threads must meet.
  template <class Visit>
  void trapezoid(int thread, const Visit &visit) const {
    const Range own = planes_of(nx_, thread, team_);
    if (own.begin == own.end) return;
    const std::int64_t reach = radius_ * (shape_.steps - 1), planes = within(shape_.planes, nx_ + reach);
    const bool skewed = ny_ > 1;
    const std::int64_t rows = skewed ? within(shape_.rows, ny_ + reach) : 1;
    for (std::int64_t y = 0; y < ny_ + (skewed ? reach : 0); y += rows)
      for (std::int64_t x = own.begin; x < own.end + reach; x += planes)
        for (std::int64_t s = 0; s < shape_.steps; ++s) {
          const std::int64_t shift = radius_ * s, across = skewed ? shift : 0;
          const std::int64_t low = own.begin > 0 ? own.begin + shift : 0, high = own.end < nx_ ? own.end - shift : nx_;
          const TileBlock block{s, std::max(low, x - shift), std::min(high, x - shift + planes),
                                std::max<std::int64_t>(0, y - across), std::min(ny_, y - across + rows)};
          if (block.i0 < block.i1 && block.j0 < block.j1) visit(block);
        }
  }

  bool has_valleys() const { return team_ > 1 && shape_.steps > 1; }
  // In 3-D the threads share the rows of a valley: after each step, all must meet. In 2-D each takes whole valleys.
  bool valleys_need_meeting() const { return ny_ > 1; }
  // The thread's part of step s = 1 .. steps - 1 of all valleys.
  template <class Visit>
  void valleys(std::int64_t s, int thread, const Visit &visit) const {
    const std::int64_t shift = radius_ * s;
    const Range own = share((team_ - 1) * ny_, thread, team_);
    for (std::int64_t row = own.begin; row < own.end;) {
      const std::int64_t bound = planes_of(nx_, static_cast<int>(row / ny_), team_).end, j = row % ny_;
      const std::int64_t count = std::min(own.end - row, ny_ - j);
      visit(TileBlock{s, bound - shift, bound + shift, j, j + count});
      row += count;
    }
  }

 private:
  // No larger than all there is, so that sums with it cannot overflow.
  static std::int64_t within(std::int64_t size, std::int64_t all) {
    return std::max<std::int64_t>(1, std::min(size, all));
  }

  std::int64_t nx_, ny_, radius_;
  int team_;
  TileShape shape_;
};

}  // namespace ebw::wave::acoustic
