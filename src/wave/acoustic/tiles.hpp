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
  // That share one trapezoid, neighbours by number: those of one last cache where the machine has several and threads
  // are bound close to each other (OMP_PROC_BIND), or so many threads that planes of their own would be too few.
  std::int64_t threads = 1;
  bool operator==(const TileShape &) const = default;
};

// A run of rows of one time step: planes i0..i1-1, rows j0..j1-1; step 0 is the first of those fused.
struct TileBlock {
  std::int64_t step, i0, i1, j0, j1;
};

// `steps` time steps of nx planes of ny rows, each step of a row reading rows within `radius` in x and y, on `team`
// threads. Two buffers in place are enough. First every thread, or group of threads, takes the trapezoid of its own
// planes, without waiting for others: at step s they end radius * s before an inner bound, so that it needs nothing of
// its neighbour; then the valleys that are left at the inner bounds. Threads of one group share the rows of each block
// and meet after it.
//
// Within a trapezoid tiles are parallelograms: blocks of step s lie radius * s towards the origin of those of step 0.
// A block of step s then follows all of step s - 1 that it reads, and goes before all of step s + 1 that overwrites
// what it reads.
class TilePlan {
 public:
  TilePlan(std::int64_t nx, std::int64_t ny, std::int64_t radius, int team, const TileShape &shape)
      : nx_(nx), ny_(ny), radius_(radius), team_(team), group_(group_size(team, shape.threads)), shape_(shape) {}

  // The most steps that can be fused: an inner bound's two valleys must not meet. At least 1.
  static std::int64_t most_steps(std::int64_t nx, std::int64_t radius, int team, std::int64_t threads = 1) {
    const int group = group_size(team, threads);
    if (group == team) return nx > 0 ? INT64_MAX : 1;
    std::int64_t least = nx;
    for (int first = 0; first < team; first += group) {
      const Range own = planes_of_group(nx, first, group, team);
      least = std::min(least, own.end - own.begin);
    }
    return std::max<std::int64_t>(1, least / (2 * radius));
  }

  // A thread's planes: bounds are even, since kernels take planes by two.
  static Range planes_of(std::int64_t nx, int thread, int team) {
    const Range pairs = share((nx + 1) / 2, thread, team);
    return {std::min(nx, 2 * pairs.begin), std::min(nx, 2 * pairs.end)};
  }

  int groups() const { return (team_ + group_ - 1) / group_; }
  int group_of(int thread) const { return thread / group_; }
  int threads_of_group(int group) const { return std::min(group_, team_ - group * group_); }

  // Calls visit(TileBlock) in the thread's order, and after each block meet(), by which its group waits for each other;
  // other groups are not waited for. Then all threads must meet.
  template <class Visit, class Meet>
  void trapezoid(int thread, const Visit &visit, const Meet &meet) const {
    const int group = group_of(thread), member = thread % group_, members = threads_of_group(group);
    const Range own = planes_of_group(nx_, group * group_, group_, team_);
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
          if (block.i0 >= block.i1 || block.j0 >= block.j1) continue;
          if (const TileBlock part = part_of(block, member, members); part.i0 < part.i1 && part.j0 < part.j1)
            visit(part);
          meet();
        }
  }

  // What the block that follows a thread's block `first` of step 0 along x will read and no earlier one has: calls
  // fields(step, block) for rows of the field that a step starts from, and own(step, block) for rows of all else that a
  // step uses at the nodes it computes. Beyond step 0 these are rows of the tile before, towards the origin of y.
  template <class Fields, class Own>
  void ahead(const TileBlock &first, const Fields &fields, const Own &own) const {
    const std::int64_t planes = within(shape_.planes, nx_ + radius_ * (shape_.steps - 1));
    const std::int64_t x = first.i0 + planes, r = radius_, across = ny_ > 1 ? r : 0;
    const auto within_grid = [&](TileBlock b) {
      return TileBlock{b.step, std::max<std::int64_t>(0, b.i0), std::min(nx_, b.i1), std::max<std::int64_t>(0, b.j0),
                       std::min(ny_, b.j1)};
    };
    fields(within_grid({0, x + r, x + planes + r, first.j0 - across, first.j1 + across}));
    own(within_grid({0, x, x + planes, first.j0, first.j1}));
    for (std::int64_t s = 1; s < shape_.steps && ny_ > 1; ++s) {
      const std::int64_t i = x - r * s, j = first.j0 - r * s;
      fields(within_grid({s, i + r, i + r + planes, j - r, j + r}));
      own(within_grid({s, i, i + planes, j, j + r}));
    }
  }

  bool has_valleys() const { return groups() > 1 && shape_.steps > 1; }
  // In 3-D the threads share the rows of a valley: after each step, all must meet. In 2-D each takes whole valleys.
  bool valleys_need_meeting() const { return ny_ > 1; }
  // The thread's part of step s = 1 .. steps - 1 of all valleys.
  template <class Visit>
  void valleys(std::int64_t s, int thread, const Visit &visit) const {
    const std::int64_t shift = radius_ * s;
    const Range own = share((groups() - 1) * ny_, thread, team_);
    for (std::int64_t row = own.begin; row < own.end;) {
      const int first = static_cast<int>(row / ny_) * group_;
      const std::int64_t bound = planes_of_group(nx_, first, group_, team_).end, j = row % ny_;
      const std::int64_t count = std::min(own.end - row, ny_ - j);
      visit(TileBlock{s, bound - shift, bound + shift, j, j + count});
      row += count;
    }
  }

 private:
  static int group_size(int team, std::int64_t threads) {
    return static_cast<int>(std::clamp<std::int64_t>(threads, 1, team));
  }
  // Of the group whose first thread is `first`: those of its threads.
  static Range planes_of_group(std::int64_t nx, int first, int group, int team) {
    return {planes_of(nx, first, team).begin, planes_of(nx, std::min(first + group, team) - 1, team).end};
  }
  // A member's rows of a block; in 2-D its pairs of planes.
  TileBlock part_of(TileBlock block, int member, int members) const {
    if (members == 1) return block;
    if (ny_ > 1) {
      const Range rows = share(block.j1 - block.j0, member, members);
      block.j1 = block.j0 + rows.end;
      block.j0 += rows.begin;
      return block;
    }
    const Range pairs = share((block.i1 - block.i0 + 1) / 2, member, members);
    block.i1 = std::min(block.i1, block.i0 + 2 * pairs.end);
    block.i0 += 2 * pairs.begin;
    return block;
  }
  // No larger than all there is, so that sums with it cannot overflow.
  static std::int64_t within(std::int64_t size, std::int64_t all) {
    return std::max<std::int64_t>(1, std::min(size, all));
  }

  std::int64_t nx_, ny_, radius_;
  int team_, group_;
  TileShape shape_;
};

}  // namespace ebw::wave::acoustic
