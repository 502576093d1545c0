// SPDX-License-Identifier: MIT
// What a run will do and hold, known before anything is allocated.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/memory_account.hpp"
#include "base/reverse_kind.hpp"
#include "schedule/schedule.hpp"

namespace ebw::executor {

// The bound that stands for none.
inline constexpr std::int64_t kUnbounded = INT64_MAX;

struct Plan {
  std::int64_t steps = 0;
  std::int64_t forward_steps = 0;  // all forward steps, taped ones included
  std::int64_t recomputed = 0;     // forward_steps beyond the first n
  std::int64_t slots = 0;          // of states; of tapes where no states are kept; units of a room that both share
  std::int64_t tape_slots = 0;     // of tapes alone
  std::int64_t disk_slots = 0;     // of states
  std::int64_t disk_bytes = 0;     // what they take there at most
  std::int64_t shots_at_once = 1;  // runs side by side, each with these slots
  std::int64_t interval = 0;       // steps from one state on disk to the next, where they are even
  std::int64_t state_units = 0, tape_units = 0;  // of a room that both share
  std::int64_t disk_saves = 0, disk_loads = 0;   // of a sweep
  std::string schedule;                          // its name; "none" without checkpoints
  ReverseKind kind = ReverseKind::state_only;
  double dt = 0.0;                    // seconds; 0 for a user's propagator
  MemoryBytes bytes{};                // by name
  std::int64_t total_bytes = 0;       // the sum of bytes
  std::int64_t least_bytes = 0;       // the least total with which the run is possible at all; 0 when not known
  std::int64_t memory_limit = 0;      // the bound that the choice was made for; 0 where nothing was chosen
  std::int64_t disk_limit = 0;        // likewise on disk; kUnbounded: none, 0: nothing lies there
  std::int64_t least_disk_bytes = 0;  // with which this kind of schedule is possible; 0 when it needs none
  double cost = 0.0;                  // in the unit of the costs that the choice was made with
  double seconds = 0.0;               // of one shot; 0 when no costs in seconds were given or measured
  // Makes the schedule; empty where nothing was chosen.
  std::function<std::unique_ptr<schedule::Schedule>()> make;
  // The same at its first action, so that its tables are made once. A plan that stands beside another, or that is only
  // looked at, has none where there are tables.
  std::shared_ptr<const schedule::Schedule> made;
  std::vector<Plan> alternatives;  // cheapest first: what other kinds would do; those beyond the limit at their least

  void forget_tables() {
    if (made && made->table_bytes() > 0) made.reset();
    for (Plan &other : alternatives) other.forget_tables();
  }
};

}  // namespace ebw::executor
