// SPDX-License-Identifier: MIT
// What numbers of slots come to in bytes, by place, and how many fit.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "executor/planner.hpp"

namespace ebw::executor {

// Room that a schedule takes: in the two banks in memory, on disk, or in one room for both banks.
struct Places {
  std::int64_t states = 0, tapes = 0, on_disk = 0;
  schedule::SharedRoom shared{};
  std::int64_t tables = 0;  // bytes
};

// The bounds of the two places; kUnbounded for a disk without one, 0 without a disk.
std::int64_t memory_limit_of(const Needs &needs);
std::int64_t disk_limit_of(const Needs &needs);
// Bytes of disk that `places` states need of the whole bound, of which states may take a part.
std::int64_t whole_disk_bytes(const Needs &needs, std::int64_t places);
// States of a run without recomputation.
std::int64_t states_for_all(const Needs &needs);
// States that the disk may hold: by its bound, by the files that a process may open, and by their use. Status::budget
// names the least.
std::int64_t disk_places(const Needs &needs, const char *schedule);

MemoryBytes store_bytes(const Needs &needs, const Places &places);
// Bytes of one more place of a bank, its mark included.
std::int64_t place_bytes(const Needs &needs, const Places &one);

// A plan but for the work.
Plan with_places(const Needs &needs, const char *schedule, const Places &places);
// Its total bytes; nothing when they are more than can be counted.
std::optional<std::int64_t> total_with(const Needs &needs, const Places &places);
bool fits(const Needs &needs, const Places &places);

// True when `a` is the plan to take: it fits and is better, or is the smaller one where neither fits.
bool improves(const Plan &a, const Plan &b);

// The largest number in [least, most] for which `good` holds, which it does up to there; `least` when it never does.
template <class Good>
std::int64_t largest(std::int64_t least, std::int64_t most, const Good &good) {
  std::int64_t beyond = most + 1;
  while (beyond - least > 1) {
    const std::int64_t middle = least + (beyond - least) / 2;
    (good(middle) ? least : beyond) = middle;
  }
  return least;
}

// Bytes of a schedule's tables in these places, at most.
using TablesOf = std::function<std::int64_t(const Places &)>;

// At least `least` and one state on disk, whether they fit or not, and as much more as does. Each state on disk has a
// mark in memory, and may have a row of a table: from all that the disk may hold to all that memory may, some numbers
// between where the two differ, and all of few.
std::vector<Places> filled(const Needs &needs, const Places &least, std::int64_t most_on_disk, const TablesOf &tables);

}  // namespace ebw::executor
