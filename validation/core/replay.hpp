// SPDX-License-Identifier: MIT
// The judge of schedules: runs the actions of any schedule on integers and names the first that is not legal.
#pragma once

#include <cstdint>
#include <string>

#include "schedule/schedule.hpp"

namespace ebw::validation {

// What a replay has seen.
struct Tally {
  std::int64_t advances = 0, taped = 0, saves = 0, loads = 0, peak_slots = 0, actions = 0;
  bool operator==(const Tally &) const = default;
};

// What the schedule says of itself.
Tally counts_of(const schedule::Schedule &schedule);

// Runs at most `most` actions from where the stream stands (its begin) and returns "" or the first fault. Legal is:
// forward steps start from the state that is in work; a save takes a free slot below `slots` (which counts units where
// states and tapes share a room); a load finds the state or tape that it names; a slot is discarded right after its
// last use; steps are reversed from n-1 to 0 from their own state or tape, those of a leaf in one action that frees its
// tapes; the turn comes once, when the state at n is reached and before the first reverse. When the stream
// ends within `most`, every step is reversed and nothing is live.
std::string replay(schedule::Schedule &schedule, std::int64_t slots, Tally &seen, std::int64_t most = INT64_MAX);

}  // namespace ebw::validation
