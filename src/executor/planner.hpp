// SPDX-License-Identifier: MIT
// From a budget in bytes per place to a schedule: what each kind of schedule would do, hold and cost within it.
#pragma once

#include <cstdint>
#include <memory>

#include "base/reverse_kind.hpp"
#include "executor/plan.hpp"
#include "schedule/schedule.hpp"
#include "schedule/segment_choice.hpp"

namespace ebw::executor {

enum class Choice {
  rule,       // store_all if its plan fits, else revolve with the most slots that fit
  automatic,  // the cheapest of all that fit
  store_all,
  revolve,
  segment,
  mixed,
  two_level,
  disk,
  periodic,
  async,
  segment_disk,
};
// NULL and "" are the rule; Status::not_found lists the names.
Choice checked_choice(const char *name);
// The name that a plan has then; of rule and automatic none.
const char *name_of(Choice choice);

// What a choice is made from.
struct Needs {
  std::int64_t steps = 0;
  ReverseKind kind = ReverseKind::state_only;
  MemoryBytes fixed{};                           // all that is held beside slots
  std::int64_t state_bytes = 0, tape_bytes = 0;  // tape_bytes 0: no tapes
  std::int64_t slots = 0;                        // > 0: forced, with revolve
  std::int64_t memory_bytes = 0;                 // 0: half of the machine's memory
  bool has_disk = false;                         // a place for states beside memory
  std::int64_t disk_bytes = 0;                   // bound on it; 0: none
  std::int64_t disk_parts = 1;                   // states may take one of so many equal parts of it,
  std::int64_t disk_reserved = 0;                // and no more than these bytes leave
  bool shared_room = false;                      // states and tapes may share one, as mixed wants
  Choice choice = Choice::rule;
  bool side_by_side = true;                   // all kinds, for the plan's alternatives, or what the choice needs
  schedule::SegmentCosts costs;               // per step, per copy of a state
  double disk_save = -1.0, disk_load = -1.0;  // of a state; below 0: from the cost of a copy
  bool costs_in_seconds = false;              // else they only weigh one schedule against another

  bool operator==(const Needs &) const = default;
};

// Bytes of the machine's memory.
std::int64_t machine_memory();

// The plan with schedule, leaf and slots chosen, all kinds side by side in its `alternatives`; Status::budget names the
// least that works in the place that is too small.
Plan choose(const Needs &needs);

// The plan of a run that keeps no checkpoints.
Plan plan_without_slots(const Needs &needs, bool bounded);

// The schedule of a plan; Status::unsupported for one without checkpoints.
std::unique_ptr<schedule::Schedule> schedule_of(const Plan &plan);

}  // namespace ebw::executor
