// SPDX-License-Identifier: MIT
// Choice of schedule and slots.
#include "gradient/budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/checked.hpp"
#include "schedule/revolve.hpp"
#include "schedule/store_all.hpp"
#include "storage/memory.hpp"

namespace ebw::gradient {

namespace {

using schedule::Revolve;
using schedule::StoreAll;

void require_memory_arguments(const Needs &needs) {
  if (needs.memory_bytes < 0)
    fail(Status::argument, "memory_bytes = ", needs.memory_bytes,
         ", need a number of bytes, or 0 for half of the machine's");
}

// Total with `slots` states (tape false) or tapes (true).
executor::Plan with_slots(const Needs &needs, const char *name, bool tape, std::int64_t slots) {
  using storage::Bank;
  const Bank bank = tape ? Bank::tape : Bank::state;
  const MemoryBytes store =
      storage::MemoryStore().planned_bytes(bank, slots, tape ? needs.tape_bytes : needs.state_bytes);
  executor::Plan plan;
  plan.steps = needs.steps;
  plan.slots = slots;
  plan.schedule = name;
  for (int i = 0; i < kMemoryUses; ++i) {
    plan.bytes[i] = checked_add(needs.fixed[i], store[i], kMemoryUseNames[i]);
    plan.total_bytes = checked_add(plan.total_bytes, plan.bytes[i], "total bytes");
  }
  return plan;
}

bool fits(const Needs &needs, bool tape, std::int64_t slots, std::int64_t limit) {
  try {
    return with_slots(needs, "", tape, slots).total_bytes <= limit;
  } catch (const Error &error) {
    if (error.status() != Status::overflow) throw;
    return false;  // more bytes than can be counted
  }
}

}  // namespace

std::int64_t machine_memory() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::int64_t>(sysconf(_SC_PAGE_SIZE));
}

executor::Plan choose(const Needs &needs) {
  require_memory_arguments(needs);
  const std::int64_t limit = needs.memory_bytes > 0 ? needs.memory_bytes : machine_memory() / 2;
  const std::int64_t n = needs.steps;
  executor::Plan plan;
  const std::int64_t revolve_least = with_slots(needs, "", false, 1).total_bytes;
  const std::int64_t least =
      fits(needs, true, n, revolve_least) ? with_slots(needs, "", true, n).total_bytes : revolve_least;
  if (needs.slots > 0) {
    plan = with_slots(needs, "revolve", false, std::min(needs.slots, n));
    if (plan.total_bytes > limit)
      fail(Status::budget, "slots = ", needs.slots, " need ", plan.total_bytes, " bytes, memory_bytes allows ", limit,
           "; use fewer slots (1 needs ", revolve_least, ") or raise memory_bytes");
  } else if (fits(needs, true, n, limit)) {
    plan = with_slots(needs, "store_all", true, n);
  } else {
    if (least > limit)
      fail(Status::budget, "memory_bytes = ", limit, ", need at least ", least, " for ", n,
           " steps; raise memory_bytes to ", least, " or use a smaller model");
    std::int64_t most = 1;  // fits
    for (std::int64_t beyond = n + 1; beyond - most > 1;) {
      const std::int64_t middle = most + (beyond - most) / 2;
      (fits(needs, false, middle, limit) ? most : beyond) = middle;
    }
    plan = with_slots(needs, "revolve", false, most);
  }
  plan.least_bytes = least;
  const auto chosen = schedule_of(plan);
  plan.forward_steps = checked_add(chosen->count_advances(), chosen->count_taped(), "forward steps");
  plan.recomputed = plan.forward_steps - plan.steps;
  return plan;
}

executor::Plan plan_without_slots(const Needs &needs, bool bounded) {
  require_memory_arguments(needs);
  executor::Plan plan = with_slots(needs, "none", false, 0);
  plan.forward_steps = plan.steps;
  plan.least_bytes = plan.total_bytes;
  const std::int64_t limit = needs.memory_bytes > 0 ? needs.memory_bytes : machine_memory() / 2;
  if (bounded && plan.total_bytes > limit)
    fail(Status::budget, "memory_bytes = ", limit, ", need at least ", plan.total_bytes,
         "; raise memory_bytes or use a ", "smaller model");
  return plan;
}

std::unique_ptr<schedule::Schedule> schedule_of(const executor::Plan &plan) {
  // store_all keeps tapes in any kind; kind state_only is the propagator's own.
  if (std::string_view(plan.schedule) == "store_all")
    return std::make_unique<StoreAll>(plan.steps, ReverseKind::state_only, true);
  return std::make_unique<Revolve>(plan.steps, plan.slots, ReverseKind::state_only);
}

}  // namespace ebw::gradient
