// SPDX-License-Identifier: MIT
// Leaf and slots of segment, chosen together from the room and from what the work costs.
#pragma once

#include <cstdint>

#include "base/reverse_kind.hpp"

namespace ebw::schedule {

// In one unit of the caller's, such as seconds. `taped` is an advance that keeps its tape; `copy` the save or the load
// of one state.
struct SegmentCosts {
  double advance = 1.0, taped = 1.0, reverse = 0.0, copy = 0.0;
  bool operator==(const SegmentCosts &) const = default;
};

// From {F, FT, A, COPY}: finite, 0 or more, F above 0.
SegmentCosts checked_segment_costs(const double *four);

// In any one unit, such as bytes.
struct SegmentRoom {
  std::int64_t room = 0, state = 0, tape = 0;
};

struct SegmentChoice {
  std::int64_t leaf = 0;   // tapes held at once
  std::int64_t slots = 0;  // states; 0: one leaf of all steps
  double cost = 0.0;
};

double segment_cost(std::int64_t steps, std::int64_t leaf, std::int64_t slots, const SegmentCosts &costs,
                    ReverseKind kind);

// The least room with which `steps` can be reversed: one state and one tape, or a tape of each step.
std::int64_t least_segment_room(std::int64_t steps, const SegmentRoom &room);

// The cheapest leaf and slots that fit. For every number of slots the longest leaf costs least; all numbers are tried
// while there are at most kMostTried, else so many of them, a constant ratio apart, and then those around the best.
// Status::budget names the least room.
SegmentChoice choose_segment(std::int64_t steps, const SegmentRoom &room, const SegmentCosts &costs,
                             ReverseKind kind = ReverseKind::fused);

inline constexpr std::int64_t kMostTried = 2000;

}  // namespace ebw::schedule
