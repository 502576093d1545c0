// SPDX-License-Identifier: MIT
// Which sources and receivers make a shot.
#pragma once

#include <cstdint>
#include <vector>

#include "points.hpp"

namespace ebw::cli {

// One shot: its number and its rows in the two tables.
struct ShotRows {
  std::int64_t number = 0;
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> receivers;
};

// Shots in ascending number. Both tables with shot numbers: these pair them. Sources alone: receivers serve all shots.
// Neither: each source row is a shot. All shots have the same number of receivers, or the tables are refused.
std::vector<ShotRows> pair_shots(const Points &sources, const Points &receivers);

}  // namespace ebw::cli
