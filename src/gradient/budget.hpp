// SPDX-License-Identifier: MIT
// From a budget in bytes to a schedule: store_all if its plan fits, else revolve with the most slots that fit.
#pragma once

#include <cstdint>
#include <memory>

#include "executor/plan.hpp"
#include "schedule/schedule.hpp"

namespace ebw::gradient {

// What a choice is made from.
struct Needs {
  std::int64_t steps = 0;
  MemoryBytes fixed{};  // all that is held beside slots
  std::int64_t state_bytes = 0, tape_bytes = 0;
  std::int64_t slots = 0;         // > 0: forced
  std::int64_t memory_bytes = 0;  // 0: half of the machine's memory
};

// Bytes of the machine's memory.
std::int64_t machine_memory();

// The plan with schedule and slots chosen; Status::budget names the least that works.
executor::Plan choose(const Needs &needs);

// The plan of a run that keeps no checkpoints.
executor::Plan plan_without_slots(const Needs &needs, bool bounded);

std::unique_ptr<schedule::Schedule> schedule_of(const executor::Plan &plan);

}  // namespace ebw::gradient
