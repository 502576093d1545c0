// SPDX-License-Identifier: MIT
// What a run will do and hold, known before anything is allocated.
#pragma once

#include <cstdint>
#include <string>

#include "base/memory_account.hpp"

namespace ebw::executor {

struct Plan {
  std::int64_t steps = 0;
  std::int64_t forward_steps = 0;  // all forward steps, taped ones included
  std::int64_t recomputed = 0;     // forward_steps beyond the first n
  std::int64_t slots = 0;          // slots of the schedule: states, or tapes in store_all with tapes
  std::string schedule;            // "revolve", "store_all"
  double dt = 0.0;                 // seconds; 0 for a user's propagator
  MemoryBytes bytes{};             // by name
  std::int64_t total_bytes = 0;    // the sum of bytes
  std::int64_t least_bytes = 0;    // the least total with which the run is possible at all; 0 when not known
};

}  // namespace ebw::executor
