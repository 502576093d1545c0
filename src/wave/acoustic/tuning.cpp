// SPDX-License-Identifier: MIT
// Reads EBW_TILE, and finds the fastest tiles.
#include "wave/acoustic/tuning.hpp"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"

namespace ebw::wave::acoustic {

namespace {

// "k,by,bx", digits and commas only.
bool read_shape(std::string_view text, TileShape &shape) {
  std::int64_t *const numbers[] = {&shape.steps, &shape.rows, &shape.planes};
  const char *at = text.data(), *const end = at + text.size();
  for (int i = 0; i < 3; ++i) {
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
    fail(Status::argument, "EBW_TILE = \"", value, "\", need plain or k,by,bx (k = 1 to ", kMostFusedSteps,
         " steps fused, rows by and planes bx from 1 on), or leave it unset");
  return {false, shape};
}

std::string name_of(const TileShape &shape) {
  return shape.rows == 0 ? "plain" : text(shape.steps, ",", shape.rows, ",", shape.planes);
}

std::string name_of(const TileChoice &choice) { return choice.tuned ? "tuned" : name_of(choice.shape); }

std::vector<TileShape> tile_candidates(const Geometry &geometry) {
  if (!geometry.three_d()) return {{}, {4, 1, 8}, {8, 1, 8}, {16, 1, 8}};
  std::vector<TileShape> shapes = {{}, {4, 32, 4}, {4, 64, 4}, {8, 64, 4}};
  if (geometry.n[1] > 96) shapes.push_back({4, 128, 4});
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
