// SPDX-License-Identifier: MIT
// Each kind of schedule at its best within the budget of every place, or at its least where that is more memory.
#pragma once

#include <functional>
#include <memory>

#include "executor/planner.hpp"

namespace ebw::executor {

// The plan of a kind, its schedule made and weighed. What keeps the kind from being possible at all with these bounds
// is refused: Status::budget names the least disk, unsupported and argument what to take instead, overflow counts that
// do not fit 64 bits.
Plan candidate(const Needs &needs, Choice kind);

// Revolve with this many slots.
Plan revolve_with(const Needs &needs, std::int64_t slots);

// What revolve needs at least.
std::int64_t least_of_revolve(const Needs &needs);

// True when `a` is the better one: by cost, then steps, then bytes.
bool better(const Plan &a, const Plan &b);

namespace detail {
using Make = std::function<std::unique_ptr<schedule::Schedule>()>;
// Work and cost of a plan, from its schedule, which the plan keeps; `make` makes one that has tables again.
Plan weighed(const Needs &needs, Plan plan, std::shared_ptr<const schedule::Schedule> schedule, Make make = {});
// Those with states on disk.
Plan two_level(const Needs &needs);
Plan disk(const Needs &needs);
Plan periodic(const Needs &needs);
Plan async(const Needs &needs);
Plan segment_disk(const Needs &needs);
// Costs by which states go to the disk.
schedule::Costs disk_costs_of(const Needs &needs);
void require_tapes(const Needs &needs, const char *schedule);
}  // namespace detail

}  // namespace ebw::executor
