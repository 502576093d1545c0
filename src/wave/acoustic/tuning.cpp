// SPDX-License-Identifier: MIT
// Reads EBW_TILE, and finds the fastest tiles.
#include "wave/acoustic/tuning.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/caches.hpp"
#include "base/error.hpp"

namespace ebw::wave::acoustic {

namespace {

// "k,by,bx" or "k,by,bx,threads", digits and commas only.
bool read_shape(std::string_view text, TileShape &shape) {
  std::int64_t *const numbers[] = {&shape.steps, &shape.rows, &shape.planes, &shape.threads};
  const char *at = text.data(), *const end = at + text.size();
  for (int i = 0; i < 4; ++i) {
    if (i == 3 && at == end) break;
    if (i > 0 && (at == end || *at++ != ',')) return false;
    const auto [next, error] = std::from_chars(at, end, *numbers[i]);
    if (error != std::errc() || *numbers[i] < 1) return false;
    at = next;
  }
  return at == end && shape.steps <= kMostFusedSteps;
}

}  // namespace

bool read_tile(std::string_view text, TileShape &shape) {
  shape = {};
  return text == "plain" || read_shape(text, shape);
}

TileChoice choose_tile() {
  // As for EBW_ISA: a privileged program must not be steered by its caller's environment.
  const char *forced = secure_getenv("EBW_TILE");
  if (!forced || !*forced) return {true, {}};
  const std::string_view value = forced;
  TileShape shape;
  if (!read_tile(value, shape))
    fail(Status::argument, "EBW_TILE = \"", value, "\", need plain, k,by,bx or k,by,bx,threads (k = 1 to ",
         kMostFusedSteps,
         " steps fused; rows by, planes bx and threads that share a tile from 1 on), or leave it unset");
  return {false, shape};
}

std::string name_of(const TileShape &shape) {
  if (shape.rows == 0) return "plain";
  return text(shape.steps, ",", shape.rows, ",", shape.planes, shape.threads > 1 ? text(",", shape.threads) : "");
}

std::string name_of(const TileChoice &choice) { return choice.tuned ? "tuned" : name_of(choice.shape); }

namespace {

// What the steps of one block read of both fields and of c, and find in a cache again if it holds so much.
std::int64_t tile_bytes(const Geometry &g, const TileShape &shape) {
  const std::int64_t lean = g.radius() * (shape.steps - 1), reach = 2 * g.radius();
  const std::int64_t planes = shape.planes + lean, rows = g.three_d() ? shape.rows + lean : 1;
  const std::int64_t read = (planes + reach) * (g.three_d() ? rows + reach : 1);
  return g.element * (2 * read * g.row + planes * rows * g.packed);
}

// The deepest narrow tile that holds so few bytes, of few rows only where none of more does; plain if none does at all.
TileShape narrow_tile(const Geometry &g, std::int64_t bytes) {
  const std::int64_t most = g.three_d() ? 6 : 16;
  for (const std::int64_t rows : {24, 12})
    for (const std::int64_t steps : {16, 8, 6, 4, 3, 2}) {
      const TileShape shape{steps, g.three_d() ? rows : 1, 2};
      if (steps <= most && tile_bytes(g, shape) <= bytes) return shape;
    }
  return {};
}

}  // namespace

std::vector<TileShape> tile_candidates(const Geometry &geometry, int threads) {
  std::vector<TileShape> shapes = {{}};
  const auto fused = [&](const TileShape &shape) {
    return std::min(shape.steps, TilePlan::most_steps(geometry.n[0], geometry.radius(), threads, shape.threads));
  };
  // One that has too few planes for each thread is fused in name only.
  const auto add = [&](const TileShape &shape) {
    const bool new_one = std::find(shapes.begin(), shapes.end(), shape) == shapes.end();
    if (fused(shape) > 1 && new_one) shapes.push_back(shape);
  };
  // For a second cache of each core; and for a reverse step, which has the gradient and its image beside.
  add(narrow_tile(geometry, second_cache_bytes()));
  add(narrow_tile(geometry, second_cache_bytes() * 2 / 3));
  if (!geometry.three_d()) {
    for (const std::int64_t steps : {4, 8, 16}) add({steps, 1, 8});
    return shapes;
  }
  // For a last cache that all share.
  add({4, 32, 4});
  add({4, 64, 4});
  add({8, 64, 4});
  if (geometry.n[1] > 96) add({4, 128, 4});
  // One tile for the threads of each last cache; and for as few as have planes enough between them.
  if (const int shared = threads_per_cache(); shared > 1 && shared < threads)
    for (const std::int64_t steps : {4, 8}) add({steps, 64, 4, shared});
  TileShape least{4, 64, 4};
  while (least.threads < threads && fused(least) < least.steps) ++least.threads;
  if (least.threads > 1) add(least);
  return shapes;
}

bool worth_tuning(const Geometry &geometry, std::int64_t gradients, int threads) {
  constexpr double kSeconds = 20.0, kPointsPerSecond = 1.5e9;  // per thread
  constexpr double kStepsOfGradient = 4.0;                     // advance, again with tape, reverse with imaging
  const double points = static_cast<double>(geometry.packed_elements);
  const double steps = kStepsOfGradient * static_cast<double>(geometry.setup.n_steps) * static_cast<double>(gradients);
  return points * steps > kSeconds * kPointsPerSecond * threads;
}

void TileTuner::note(std::int64_t left, double seconds) {
  if (!tries(left)) return;
  double &least = seconds_[tried_ % candidates_.size()];
  least = std::min(least, seconds / static_cast<double>(piece(left)));
  ++tried_;
  std::size_t best = 0;
  for (std::size_t n = 1; n < candidates_.size(); ++n)
    if (seconds_[n] < seconds_[best]) best = n;
  best_ = candidates_[best];
}

}  // namespace ebw::wave::acoustic
