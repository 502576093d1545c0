// SPDX-License-Identifier: MIT
// Candidates, one per kind of schedule, and the choice among them.
#include "executor/planner.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/checked.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "schedule/two_level.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/memory.hpp"
#include "storage/tiered.hpp"

namespace ebw::executor {

namespace {

using storage::Bank;

constexpr std::array<const char *, 6> kChoices = {"", "auto", "store_all", "revolve", "segment", "two_level"};

// Room that a schedule takes in the two banks.
struct Places {
  std::int64_t states = 0, tapes = 0, on_disk = 0;
};

void require_arguments(const Needs &needs) {
  if (needs.memory_bytes < 0)
    fail(Status::argument, "memory_bytes = ", needs.memory_bytes,
         ", need a number of bytes, or 0 for half of the machine's");
}

std::int64_t limit_of(const Needs &needs) { return needs.memory_bytes > 0 ? needs.memory_bytes : machine_memory() / 2; }

MemoryBytes store_bytes(const Needs &needs, const Places &places) {
  const std::int64_t state = std::max<std::int64_t>(needs.state_bytes, 1);
  if (places.on_disk > 0) return storage::TieredStore::bytes_with_files(places.states, places.on_disk, state);
  const storage::MemoryStore store;
  MemoryBytes sum = store.planned_bytes(Bank::state, places.states, state);
  if (places.tapes == 0) return sum;
  const MemoryBytes tapes = store.planned_bytes(Bank::tape, places.tapes, needs.tape_bytes);
  for (int i = 0; i < kMemoryUses; ++i) sum[i] = checked_add(sum[i], tapes[i], kMemoryUseNames[i]);
  return sum;
}

Plan with_places(const Needs &needs, const char *name, const Places &places) {
  const MemoryBytes store = store_bytes(needs, places);
  Plan plan;
  plan.steps = needs.steps;
  plan.kind = needs.kind;
  plan.schedule = name;
  plan.slots = places.states > 0 ? places.states : places.tapes;
  plan.tape_slots = places.tapes;
  plan.disk_slots = places.on_disk;
  if (places.on_disk > 0) {
    plan.disk_bytes = checked_multiply(places.on_disk, storage::file_bytes(needs.state_bytes), "bytes of disk");
    plan.slots = places.states;
  }
  plan.memory_limit = limit_of(needs);
  for (int i = 0; i < kMemoryUses; ++i) {
    plan.bytes[i] = checked_add(needs.fixed[i], store[i], kMemoryUseNames[i]);
    plan.total_bytes = checked_add(plan.total_bytes, plan.bytes[i], "total bytes");
  }
  return plan;
}

// Total bytes; nothing when they are more than can be counted.
std::optional<std::int64_t> total_with(const Needs &needs, const Places &places) {
  try {
    return with_places(needs, "", places).total_bytes;
  } catch (const Error &error) {
    if (error.status() != Status::overflow) throw;
    return {};
  }
}

bool fits(const Needs &needs, const Places &places, std::int64_t limit) {
  const auto bytes = total_with(needs, places);
  return bytes && *bytes <= limit;
}

// Work and cost, from the schedule itself.
void complete(Plan &plan, const Needs &needs) {
  const auto schedule = schedule_of(plan);
  plan.forward_steps = checked_add(schedule->count_advances(), schedule->count_taped(), "forward steps");
  plan.recomputed = plan.forward_steps - plan.steps;
  const schedule::SegmentCosts &c = needs.costs;
  const double n = static_cast<double>(plan.steps);
  if (std::string_view(plan.schedule) != "segment" && std::string_view(plan.schedule) != "store_all") {
    // In kind fused the reverse of each step makes its own taped one.
    const double taped = static_cast<double>(schedule->count_taped());
    const double copies =
        c.copy > 0.0 ? static_cast<double>(schedule->count_saves()) + static_cast<double>(schedule->count_loads())
                     : 0.0;
    plan.cost = c.advance * (static_cast<double>(plan.forward_steps) - taped) + c.taped * taped + c.reverse * n +
                c.copy * copies + plan.disk_costs.disk_save * static_cast<double>(schedule->count_disk_saves()) +
                plan.disk_costs.disk_load * static_cast<double>(schedule->count_disk_loads());
  } else {
    plan.cost = schedule::segment_cost(plan.steps, plan.tape_slots, plan.tape_slots < plan.steps ? plan.slots : 0, c);
  }
  plan.seconds = needs.costs_in_seconds ? plan.cost : 0.0;
}

std::int64_t states_for_all(const Needs &needs) {
  return needs.kind == ReverseKind::fused ? std::max<std::int64_t>(needs.steps - 1, 1) : needs.steps;
}

Places revolve_least(const Needs &needs) {
  return {needs.steps == 1 && needs.kind == ReverseKind::fused ? 0 : std::int64_t{1}, 0};
}

Plan revolve(const Needs &needs, std::int64_t limit) {
  std::int64_t most = 1;  // the least; shown also when it does not fit
  for (std::int64_t beyond = states_for_all(needs) + 1; beyond - most > 1;) {
    const std::int64_t middle = most + (beyond - most) / 2;
    (fits(needs, {middle, 0}, limit) ? most : beyond) = middle;
  }
  return with_places(needs, "revolve", {revolve_least(needs).states == 0 ? 0 : most, 0});
}

// Bytes of one more place of a bank, its mark included.
std::int64_t place_bytes(const Needs &needs, const Places &one) {
  return checked_add(total(store_bytes(needs, one)), 0, "bytes of a place");
}

Plan segment(const Needs &needs, std::int64_t limit) {
  const schedule::SegmentRoom sizes{0, place_bytes(needs, {1, 0}), place_bytes(needs, {0, 1})};
  const std::int64_t least = schedule::least_segment_room(needs.steps, sizes);
  const std::int64_t room = std::max(limit - total(needs.fixed), least);
  const schedule::SegmentChoice choice =
      schedule::choose_segment(needs.steps, {room, sizes.state, sizes.tape}, needs.costs);
  return with_places(needs, "segment", {choice.slots, choice.leaf});
}

// States on disk that a table of bounded work has room for; files are held open.
std::int64_t most_on_disk(const Needs &needs) {
  constexpr double kMostSums = 5e8;  // about a second
  constexpr std::int64_t kMostFiles = 512;
  const double n = static_cast<double>(needs.steps);
  const auto most = static_cast<std::int64_t>(std::min(kMostSums / n / n, static_cast<double>(kMostFiles)));
  const std::int64_t bound =
      needs.disk_bytes > 0 ? needs.disk_bytes / storage::file_bytes(needs.state_bytes) : kMostFiles;
  return std::min({most, bound, states_for_all(needs)});
}

Plan two_level(const Needs &needs, std::int64_t limit, std::int64_t on_disk) {
  std::int64_t most = 1;
  for (std::int64_t beyond = states_for_all(needs) + 1; beyond - most > 1;) {
    const std::int64_t middle = most + (beyond - most) / 2;
    (fits(needs, {middle, 0, on_disk}, limit) ? most : beyond) = middle;
  }
  // A disk moves some 2 GB/s, memory 45 GB/s.
  constexpr double kDiskOverMemory = 25.0;
  const double copy = kDiskOverMemory * needs.costs.copy;
  // What the disk has more than is of use, the schedule leaves.
  const auto made = [&](const Places &places) {
    Plan plan = with_places(needs, "two_level", places);
    plan.disk_costs.forward = needs.costs.advance;
    plan.disk_costs.disk_save = needs.disk_save > 0.0 ? needs.disk_save : copy;
    plan.disk_costs.disk_load = needs.disk_load > 0.0 ? needs.disk_load : copy;
    return plan;
  };
  for (Places places{most, 0, on_disk};;) {
    const Plan plan = made(places);
    const auto schedule = schedule_of(plan);
    const std::int64_t in_memory = std::min(schedule->memory_slots(), schedule->state_slots());
    const Places used{in_memory, 0, schedule->state_slots() - in_memory};
    if (used.states == places.states && used.on_disk == places.on_disk) return plan;
    places = used;  // fewer each time
  }
}

// Every kind of schedule at its best within the limit, or at its least where that is more.
std::vector<Plan> candidates(const Needs &needs, std::int64_t limit) {
  std::vector<Plan> plans;
  const auto add = [&](Plan plan) {
    complete(plan, needs);
    plans.push_back(std::move(plan));
  };
  const bool tapes = needs.tape_bytes > 0;
  if (tapes && total_with(needs, {0, needs.steps})) add(with_places(needs, "store_all", {0, needs.steps}));
  if (tapes) add(segment(needs, limit));
  try {
    add(revolve(needs, limit));
  } catch (const Error &error) {
    // Too many steps to count, as with one slot for a loop of 1e10: nobody would run it.
    if (error.status() != Status::overflow && error.status() != Status::unsupported) throw;
  }
  if (const std::int64_t on_disk = needs.has_disk ? most_on_disk(needs) : 0; on_disk > 0)
    add(two_level(needs, limit, on_disk));
  std::stable_sort(plans.begin(), plans.end(), [](const Plan &a, const Plan &b) { return a.cost < b.cost; });
  return plans;
}

const Plan *find(const std::vector<Plan> &plans, std::string_view name) {
  for (const Plan &plan : plans)
    if (plan.schedule == name) return &plan;
  return nullptr;
}

Plan picked(const Needs &needs, const std::vector<Plan> &plans, std::int64_t limit) {
  const auto named = [&](Choice choice) { return find(plans, kChoices[static_cast<std::size_t>(choice)]); };
  if (needs.choice == Choice::rule) {
    const Plan *all = named(Choice::store_all);
    const Plan *few = named(Choice::revolve);
    if (all && all->total_bytes <= limit) return *all;
    if (few) return *few;
  }
  if (needs.choice == Choice::automatic || needs.choice == Choice::rule) {
    for (const Plan &plan : plans)
      if (plan.total_bytes <= limit) return plan;
    return *std::min_element(plans.begin(), plans.end(),
                             [](const Plan &a, const Plan &b) { return a.total_bytes < b.total_bytes; });
  }
  if (const Plan *plan = named(needs.choice)) return *plan;
  const char *name = kChoices[static_cast<std::size_t>(needs.choice)];
  if (needs.choice == Choice::two_level) {
    if (!needs.has_disk)
      fail(Status::unsupported, "schedule 'two_level' keeps states on disk and no directory is set; set one");
    fail(Status::budget, "disk_bytes = ", needs.disk_bytes, ", one state of ", needs.steps, " steps needs ",
         storage::file_bytes(needs.state_bytes), " for 'two_level', of at most 20000 steps; raise it or use revolve");
  }
  if (needs.tape_bytes == 0)
    fail(Status::unsupported, "schedule '", name, "' keeps tapes and this propagator has none; use revolve");
  fail(Status::overflow, "schedule '", name, "' of ", needs.steps, " steps: its bytes or steps do not fit 64 bits; ",
       "use another schedule");
}

}  // namespace

Choice checked_choice(const char *name) {
  const std::string_view word = name ? name : "";
  for (std::size_t i = 0; i < kChoices.size(); ++i)
    if (word == kChoices[i]) return static_cast<Choice>(i);
  fail(Status::not_found, "schedule = \"", word,
       "\" is none to choose from; pass auto, store_all, revolve, segment or two_level, ",
       "or nothing for store_all where it fits and else revolve");
}

std::int64_t machine_memory() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::int64_t>(sysconf(_SC_PAGE_SIZE));
}

Plan choose(const Needs &needs) {
  require_arguments(needs);
  const std::int64_t limit = limit_of(needs), n = needs.steps;
  const std::int64_t revolve_least_bytes = with_places(needs, "", revolve_least(needs)).total_bytes;
  Plan plan;
  std::int64_t least = revolve_least_bytes;
  if (needs.slots > 0) {
    if (needs.choice != Choice::rule && needs.choice != Choice::revolve)
      fail(Status::unsupported, "slots = ", needs.slots, " with schedule '",
           kChoices[static_cast<std::size_t>(needs.choice)],
           "', whose places are chosen by memory; give slots with revolve, or none");
    plan = with_places(needs, "revolve", {std::min(needs.slots, states_for_all(needs)), 0});
    if (plan.total_bytes > limit)
      fail(Status::budget, "slots = ", needs.slots, " need ", plan.total_bytes, " bytes, memory_bytes allows ", limit,
           "; use fewer slots (1 needs ", revolve_least_bytes, ") or raise memory_bytes");
    complete(plan, needs);
  } else {
    std::vector<Plan> plans = candidates(needs, limit);
    plan = picked(needs, plans, limit);
    if (plan.total_bytes > limit) {
      // A schedule that was asked for by name has a least of its own.
      const std::int64_t needed =
          needs.choice == Choice::rule && needs.tape_bytes > 0 && fits(needs, {0, n}, revolve_least_bytes)
              ? *total_with(needs, {0, n})
              : plan.total_bytes;
      fail(Status::budget, "memory_bytes = ", limit, ", need at least ", needed, " for ", n, " steps",
           needs.choice == Choice::rule || needs.choice == Choice::automatic ? "" : " with schedule '",
           needs.choice == Choice::rule || needs.choice == Choice::automatic
               ? std::string()
               : text(kChoices[static_cast<std::size_t>(needs.choice)], "'"),
           "; raise memory_bytes to ", needed, " or use a smaller model");
    }
    plan.alternatives = std::move(plans);
  }
  if (needs.tape_bytes > 0 && fits(needs, {0, n}, least)) least = *total_with(needs, {0, n});
  plan.least_bytes = least;
  for (Plan &other : plan.alternatives) other.least_bytes = least;
  return plan;
}

Plan plan_without_slots(const Needs &needs, bool bounded) {
  require_arguments(needs);
  Plan plan = with_places(needs, "none", {});
  plan.forward_steps = plan.steps;
  plan.least_bytes = plan.total_bytes;
  const std::int64_t limit = limit_of(needs);
  if (bounded && plan.total_bytes > limit)
    fail(Status::budget, "memory_bytes = ", limit, ", need at least ", plan.total_bytes,
         "; raise memory_bytes or use a ", "smaller model");
  return plan;
}

std::unique_ptr<schedule::Schedule> schedule_of(const Plan &plan) {
  const std::string_view name = plan.schedule;
  if (name == "store_all") return std::make_unique<schedule::StoreAll>(plan.steps, plan.kind, true);
  const std::int64_t slots = std::max<std::int64_t>(plan.slots, 1);
  if (name == "segment") return std::make_unique<schedule::Segment>(plan.steps, plan.tape_slots, slots, plan.kind);
  if (name == "two_level") {
    const bool weighed = plan.disk_costs.disk_save > 0.0;
    return std::make_unique<schedule::TwoLevel>(plan.steps, slots, plan.disk_slots, plan.kind,
                                                weighed ? std::optional(plan.disk_costs) : std::nullopt);
  }
  if (name == "revolve") return std::make_unique<schedule::Revolve>(plan.steps, slots, plan.kind);
  fail(Status::unsupported, "the plan's schedule is '", name, "', which cannot be made from a plan; create it by ",
       "its own function");
}

}  // namespace ebw::executor
