// SPDX-License-Identifier: MIT
// Optimal decisions where room is shared between states and tapes of different sizes (Maddison 2024, J. Comput. Sci.
// 82, 102405, there for equal sizes), by dynamic programming over lengths and free units.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/table_row.hpp"

namespace ebw::schedule {

class MixedTable {
 public:
  // A chain of `length` steps to reverse with `units` of room, of which a state takes `state_units` and a tape
  // `tape_units`. last_cost: forward steps for the reverse of a step from its state, 1 where that takes a taped one.
  // Status::budget when the room is too small, Status::unsupported when the table would take too long.
  MixedTable(std::int64_t length, std::int64_t units, std::int64_t state_units, std::int64_t tape_units,
             std::int64_t last_cost);

  // What to do with a range of `length` >= 2 steps, its first state in work and `free` units of room: 0 keeps the tape
  // of the first step; m > 0 keeps the state and comes to the rest of the range by m advances.
  std::int64_t choice(std::int64_t length, std::int64_t free) const;
  // The units that the chain can use.
  std::int64_t units() const { return units_; }

  std::int64_t bytes() const;
  // Of the table of such a chain.
  static std::int64_t bytes_for(std::int64_t length, std::int64_t units, std::int64_t state_units,
                                std::int64_t tape_units);

 private:
  using Steps = std::vector<std::int32_t>;  // fewest forward steps by length
  const Steps *steps_of(std::int64_t free) const;
  void fill(std::int64_t free, std::int64_t last_cost);

  std::int64_t length_, units_, state_units_, tape_units_;
  std::vector<TableRow> rows_;  // choices, one per number of free units that can come up, by length
  std::vector<Steps> steps_;    // while they are needed for others
};

// Bounds of the table: a few seconds of decisions, and counts of 32 bits.
inline constexpr std::int64_t kMixedMostLength = 40'000;
inline constexpr std::int64_t kMixedMostWork = 10'000'000'000;

}  // namespace ebw::schedule
