// SPDX-License-Identifier: MIT
// Plan group of the C ABI.
#include "plan.hpp"

#include <cstring>
#include <string>

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

void ebw_plan_destroy(ebw_plan *plan) { delete plan; }

}  // extern "C"
