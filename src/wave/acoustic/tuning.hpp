// SPDX-License-Identifier: MIT
// Which tiles a propagator uses: plain sweeps, those that the environment names, or the fastest of some that were tried
// on the run's own steps. No choice changes a bit of the result.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "wave/acoustic/geometry.hpp"
#include "wave/acoustic/tiles.hpp"

namespace ebw::wave::acoustic {

inline constexpr std::int64_t kMostFusedSteps = 16;

struct TileChoice {
  bool tuned = false;  // else `shape`
  TileShape shape{};
  bool operator==(const TileChoice &) const = default;
};

// Tuned, or what the environment variable EBW_TILE says: "plain", "k,by,bx" or "k,by,bx,threads" (steps fused, rows and
// planes of a tile, threads that share it, all from 1 on, k at most kMostFusedSteps); anything else is refused
// (Status::argument).
TileChoice choose_tile();

// "plain", "k,by,bx" or "k,by,bx,threads"; false for anything else.
bool read_tile(std::string_view text, TileShape &shape);

// "tuned", "plain", "k,by,bx", or "k,by,bx,threads" where several threads share a tile.
std::string name_of(const TileShape &shape);
std::string name_of(const TileChoice &choice);

// The shapes that are tried for these fields on so many threads, plain first.
std::vector<TileShape> tile_candidates(const Geometry &geometry, int threads);

// Whether `gradients` gradients take so long that trying pays: their time at a usual speed, without running anything.
bool worth_tuning(const Geometry &geometry, std::int64_t gradients, int threads);

// The shape of one kind of sweep. Shapes are tried in turn, some steps of the run each, and the one with the shortest
// step is kept.
class TileTuner {
 public:
  // Without candidates: plain for ever. With one: that one.
  explicit TileTuner(std::vector<TileShape> candidates = {}) : candidates_(std::move(candidates)) {
    seconds_.assign(candidates_.size(), std::numeric_limits<double>::infinity());
    if (candidates_.size() == 1) best_ = candidates_.front();
  }
  // Ranges still to be tried.
  int trials() const { return candidates_.size() < 2 ? 0 : static_cast<int>(kRounds * candidates_.size() - tried_); }
  bool settled() const { return trials() == 0; }
  // NULL while it is not settled, or nothing was to be tried.
  const TileShape *found() const { return settled() && !candidates_.empty() ? &best_ : nullptr; }
  // Of the next `left` steps, how many to take with shape(left).
  std::int64_t piece(std::int64_t left) const { return tries(left) ? std::min(left, kPiece) : left; }
  const TileShape &shape(std::int64_t left) const {
    return tries(left) ? candidates_[tried_ % candidates_.size()] : best_;
  }
  // A piece of `left` took so long.
  void note(std::int64_t left, double seconds);

 private:
  static constexpr std::size_t kRounds = 2;
  static constexpr std::int64_t kPiece = 16, kLeastPiece = 4;
  // Too short a range tells nothing.
  bool tries(std::int64_t left) const { return !settled() && left >= kLeastPiece; }

  std::vector<TileShape> candidates_;
  std::vector<double> seconds_;  // least per step
  std::size_t tried_ = 0;
  TileShape best_{};
};

}  // namespace ebw::wave::acoustic
