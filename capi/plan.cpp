// SPDX-License-Identifier: MIT
// Plan group of the C ABI.
#include "plan.hpp"

#include <cstring>
#include <string>

#include "executor/planner.hpp"
#include "named.hpp"
#include "schedule.hpp"
#include "schedule/limits.hpp"
#include "storage.hpp"

namespace ebw::capi {

namespace {

template <class T, class Read>
std::int32_t get(const ebw_plan *plan, T *value, const char *name, const Read &read) {
  return entry([&] {
    const auto object = open(plan, "plan");
    require(value, name);
    *value = read(object->plan);
  });
}

std::int64_t bytes_of(const executor::Plan &plan, const char *name) {
  std::string names;
  for (int i = 0; i < kMemoryUses; ++i) {
    if (std::strcmp(kMemoryUseNames[i], name) == 0) return plan.bytes[i];
    names += text(i ? ", " : "", kMemoryUseNames[i]);
  }
  fail(Status::not_found, "name = \"", name, "\" is none; pass one of ", names);
}

executor::Needs needs_of(std::int64_t steps, std::int32_t reverse_kind, std::int64_t state_bytes,
                         std::int64_t tape_bytes, std::int64_t memory_bytes, const char *schedule,
                         const double *costs) {
  executor::Needs needs;
  schedule::require_steps(steps);
  needs.steps = steps;
  needs.kind = checked_reverse_kind(reverse_kind);
  if (state_bytes < 1) fail(Status::argument, "state_bytes = ", state_bytes, ", need at least 1");
  if (tape_bytes < 0) fail(Status::argument, "tape_bytes = ", tape_bytes, ", need at least 0 (no tapes)");
  needs.state_bytes = state_bytes;
  needs.tape_bytes = tape_bytes;
  needs.memory_bytes = memory_bytes;
  needs.choice = executor::checked_choice(schedule);
  if (costs) needs.costs = schedule::checked_segment_costs(costs);
  needs.costs_in_seconds = costs != nullptr;
  return needs;
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;
using executor::Plan;

int32_t ebw_plan_get_steps(const ebw_plan *plan, int64_t *steps) {
  return get(plan, steps, "steps", [](const Plan &p) { return p.steps; });
}

int32_t ebw_plan_get_forward_steps(const ebw_plan *plan, int64_t *forward_steps) {
  return get(plan, forward_steps, "forward_steps", [](const Plan &p) { return p.forward_steps; });
}

int32_t ebw_plan_get_recomputed(const ebw_plan *plan, int64_t *recomputed) {
  return get(plan, recomputed, "recomputed", [](const Plan &p) { return p.recomputed; });
}

int32_t ebw_plan_get_slots(const ebw_plan *plan, int64_t *slots) {
  return get(plan, slots, "slots", [](const Plan &p) { return p.slots; });
}

int32_t ebw_plan_get_total_bytes(const ebw_plan *plan, int64_t *total_bytes) {
  return get(plan, total_bytes, "total_bytes", [](const Plan &p) { return p.total_bytes; });
}

int32_t ebw_plan_get_least_bytes(const ebw_plan *plan, int64_t *least_bytes) {
  return get(plan, least_bytes, "least_bytes", [](const Plan &p) { return p.least_bytes; });
}

int32_t ebw_plan_get_dt(const ebw_plan *plan, double *dt) {
  return get(plan, dt, "dt", [](const Plan &p) { return p.dt; });
}

int32_t ebw_plan_get_schedule(const ebw_plan *plan, const char **schedule) {
  return get(plan, schedule, "schedule", [](const Plan &p) { return p.schedule.c_str(); });
}

int32_t ebw_plan_get_bytes(const ebw_plan *plan, const char *name, int64_t *bytes) {
  return get(plan, bytes, "bytes", [&](const Plan &p) { return bytes_of(p, require(name, "name")); });
}

int32_t ebw_plan_get_tape_slots(const ebw_plan *plan, int64_t *tape_slots) {
  return get(plan, tape_slots, "tape_slots", [](const Plan &p) { return p.tape_slots; });
}

int32_t ebw_plan_get_cost(const ebw_plan *plan, double *cost) {
  return get(plan, cost, "cost", [](const Plan &p) { return p.cost; });
}

int32_t ebw_plan_get_seconds(const ebw_plan *plan, double *seconds) {
  return get(plan, seconds, "seconds", [](const Plan &p) { return p.seconds; });
}

int32_t ebw_plan_get_memory_limit(const ebw_plan *plan, int64_t *bytes) {
  return get(plan, bytes, "bytes", [](const Plan &p) { return p.memory_limit; });
}

int32_t ebw_plan_get_disk_slots(const ebw_plan *plan, int64_t *disk_slots) {
  return get(plan, disk_slots, "disk_slots", [](const Plan &p) { return p.disk_slots; });
}

int32_t ebw_plan_get_disk_bytes(const ebw_plan *plan, int64_t *disk_bytes) {
  return get(plan, disk_bytes, "disk_bytes", [](const Plan &p) { return p.disk_bytes; });
}

int32_t ebw_plan_count_alternatives(const ebw_plan *plan, int64_t *count) {
  return get(plan, count, "count", [](const Plan &p) { return static_cast<std::int64_t>(p.alternatives.size()); });
}

int32_t ebw_plan_get_alternative(const ebw_plan *plan, int64_t index, ebw_plan **alternative) {
  return get(plan, alternative, "alternative", [&](const Plan &p) {
    const auto count = static_cast<std::int64_t>(p.alternatives.size());
    if (index < 0 || index >= count)
      fail(Status::argument, "index = ", index, ", this plan has ", count, " alternatives, counted from 0");
    return new_plan(p.alternatives[static_cast<std::size_t>(index)]);
  });
}

int32_t ebw_plan_create_schedule(const ebw_plan *plan, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] { return executor::schedule_of(open(plan, "plan")->plan); });
}

int32_t ebw_plan_choose(int64_t steps, int32_t reverse_kind, int64_t state_bytes, int64_t tape_bytes,
                        int64_t memory_bytes, const char *schedule, const double *costs, ebw_plan **plan) {
  return entry([&] {
    require(plan, "plan");
    executor::Needs needs = needs_of(steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, schedule, costs);
    needs.shared_room = needs.choice == executor::Choice::mixed;
    *plan = new_plan(executor::choose(needs));
  });
}

int32_t ebw_plan_choose_places(int64_t steps, int32_t reverse_kind, int64_t state_bytes, int64_t tape_bytes,
                               int64_t memory_bytes, int64_t disk_bytes, const char *schedule, const double *costs,
                               ebw_plan **plan) {
  return entry([&] {
    require(plan, "plan");
    executor::Needs needs = needs_of(steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, schedule, costs);
    if (disk_bytes < 0)
      fail(Status::argument, "disk_bytes = ", disk_bytes, ", need at least 0 (no disk), INT64_MAX for no bound");
    needs.has_disk = disk_bytes > 0;
    needs.disk_bytes = disk_bytes == INT64_MAX ? 0 : disk_bytes;
    needs.shared_room = true;
    needs.disk_save = costs ? checked_seconds(costs[4], "costs: W") : 0.0;
    needs.disk_load = costs ? checked_seconds(costs[5], "costs: R") : 0.0;
    *plan = new_plan(executor::choose(needs));
  });
}

int32_t ebw_plan_get_number(const ebw_plan *plan, const char *name, int64_t *value) {
  return get(plan, value, "value", [&](const Plan &p) {
    return find_named<std::int64_t>({{"interval", p.interval},
                                     {"state_units", p.state_units},
                                     {"tape_units", p.tape_units},
                                     {"disk_saves", p.disk_saves},
                                     {"disk_loads", p.disk_loads},
                                     {"disk_limit", p.disk_limit},
                                     {"least_disk_bytes", p.least_disk_bytes},
                                     {"shots_at_once", p.shots_at_once}},
                                    name);
  });
}

int32_t ebw_plan_create_storage(const ebw_plan *plan, const char *directory, ebw_storage **storage) {
  return entry([&] {
    const auto object = open(plan, "plan");
    require(storage, "storage");
    const Plan &p = object->plan;
    if (!p.make)
      fail(Status::unsupported, "the plan was not chosen by bytes, so it does not say where checkpoints lie; create ",
           "the storage by its own function");
    storage::StoreOptions options;
    if (p.disk_slots > 0)
      options = {.medium = storage::Medium::tiered,
                 .directory = require(directory, "directory"),
                 .memory_slots = p.slots,
                 .bytes = p.disk_bytes};
    *storage = new ebw_storage(std::make_shared<StorageObject>(options));
  });
}

void ebw_plan_destroy(ebw_plan *plan) { delete plan; }

}  // extern "C"
