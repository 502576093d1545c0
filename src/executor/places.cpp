// SPDX-License-Identifier: MIT
// Bytes as the stores themselves plan them.
#include "executor/places.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "executor/candidates.hpp"
#include "executor/room.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/memory.hpp"
#include "storage/tiered.hpp"

namespace ebw::executor {

using storage::Bank;

std::int64_t memory_limit_of(const Needs &needs) {
  return needs.memory_bytes > 0 ? needs.memory_bytes : machine_memory() / 2;
}

std::int64_t disk_limit_of(const Needs &needs) {
  if (!needs.has_disk) return 0;
  if (needs.disk_bytes == 0) return kUnbounded;
  const std::int64_t whole = needs.disk_bytes / needs.disk_parts;
  const std::int64_t part = whole + (needs.disk_bytes % needs.disk_parts > 0 ? 1 : 0);
  return std::clamp<std::int64_t>(needs.disk_bytes - needs.disk_reserved, 0, part);
}

std::int64_t whole_disk_bytes(const Needs &needs, std::int64_t places) {
  const std::int64_t bytes = checked_multiply(places, storage::file_bytes(needs.state_bytes), "bytes of disk");
  const std::int64_t parts = checked_multiply(bytes, needs.disk_parts, "bytes of disk") - (needs.disk_parts - 1);
  return std::max(parts, checked_add(bytes, needs.disk_reserved, "bytes of disk"));
}

std::int64_t states_for_all(const Needs &needs) {
  return needs.kind == ReverseKind::fused ? std::max<std::int64_t>(needs.steps - 1, 1) : needs.steps;
}

std::int64_t disk_places(const Needs &needs, const char *schedule) {
  if (!needs.has_disk)
    fail(Status::unsupported, "schedule '", schedule, "' keeps states on disk and no directory or disk_bytes is set; ",
         "set one");
  const std::int64_t in_bound = disk_limit_of(needs) / storage::file_bytes(needs.state_bytes);
  if (in_bound < 1)
    fail(Status::budget, "disk_bytes = ", needs.disk_bytes, ", need at least ", whole_disk_bytes(needs, 1), " for ",
         needs.steps, " steps with schedule '", schedule, "', one state on disk; raise disk_bytes to ",
         whole_disk_bytes(needs, 1), " or use revolve");
  const std::int64_t files = storage::most_files();
  if (files < 1)
    fail(Status::unsupported, "schedule '", schedule, "' holds a file open for each state on disk and this process ",
         "may open none more; raise the limit (ulimit -n) or use revolve");
  return std::min({in_bound, files, states_for_all(needs)});
}

MemoryBytes store_bytes(const Needs &needs, const Places &places) {
  const std::int64_t state = std::max<std::int64_t>(needs.state_bytes, 1);
  const storage::MemoryStore store;
  MemoryBytes sum{};
  if (places.shared.units > 0)
    sum = store.planned_bytes(Bank::state, places.shared.units,
                              shared_unit_bytes(places.shared, state, needs.tape_bytes));
  else
    sum = places.on_disk > 0 ? storage::TieredStore::bytes_with_files(places.states, places.on_disk, state)
                             : store.planned_bytes(Bank::state, places.states, state);
  sum[static_cast<int>(MemoryUse::schedule_tables)] = places.tables;
  if (places.tapes == 0) return sum;
  const MemoryBytes tapes = store.planned_bytes(Bank::tape, places.tapes, needs.tape_bytes);
  for (int i = 0; i < kMemoryUses; ++i) sum[i] = checked_add(sum[i], tapes[i], kMemoryUseNames[i]);
  return sum;
}

std::int64_t place_bytes(const Needs &needs, const Places &one) {
  return checked_add(total(store_bytes(needs, one)), 0, "bytes of a place");
}

Plan with_places(const Needs &needs, const char *schedule, const Places &places) {
  const MemoryBytes store = store_bytes(needs, places);
  Plan plan;
  plan.steps = needs.steps;
  plan.kind = needs.kind;
  plan.schedule = schedule;
  plan.slots = places.states > 0 || places.on_disk > 0 ? places.states : places.tapes;
  plan.tape_slots = places.tapes;
  if (places.shared.units > 0) {
    plan.slots = places.shared.units;
    plan.state_units = places.shared.state_units;
    plan.tape_units = places.shared.tape_units;
  }
  plan.disk_slots = places.on_disk;
  if (places.on_disk > 0)
    plan.disk_bytes = checked_multiply(places.on_disk, storage::file_bytes(needs.state_bytes), "bytes of disk");
  plan.memory_limit = memory_limit_of(needs);
  plan.disk_limit = disk_limit_of(needs);
  for (int i = 0; i < kMemoryUses; ++i) {
    plan.bytes[i] = checked_add(needs.fixed[i], store[i], kMemoryUseNames[i]);
    plan.total_bytes = checked_add(plan.total_bytes, plan.bytes[i], "total bytes");
  }
  return plan;
}

std::optional<std::int64_t> total_with(const Needs &needs, const Places &places) {
  try {
    return with_places(needs, "", places).total_bytes;
  } catch (const Error &error) {
    if (error.status() != Status::overflow) throw;
    return {};
  }
}

bool fits(const Needs &needs, const Places &places) {
  const auto bytes = total_with(needs, places);
  return bytes && *bytes <= memory_limit_of(needs);
}

bool improves(const Plan &a, const Plan &b) {
  const auto has_room = [](const Plan &plan) { return plan.total_bytes <= plan.memory_limit; };
  if (has_room(a) != has_room(b)) return has_room(a);
  return has_room(a) ? better(a, b) : a.total_bytes < b.total_bytes;
}

std::vector<Places> filled(const Needs &needs, const Places &least, std::int64_t most_on_disk, const TablesOf &tables) {
  constexpr std::int64_t kFew = 64;
  const auto with = [&](std::int64_t states, std::int64_t on_disk) {
    Places places{states, least.tapes, on_disk, {}};
    places.tables = tables(places);
    return places;
  };
  const auto most_memory = [&](std::int64_t on_disk) {
    return largest(least.states, states_for_all(needs),
                   [&](std::int64_t states) { return fits(needs, with(states, on_disk)); });
  };
  const auto most_disk = [&](std::int64_t states) {
    return largest(1, most_on_disk, [&](std::int64_t on_disk) { return fits(needs, with(states, on_disk)); });
  };
  const std::int64_t all = most_disk(least.states), few = most_disk(most_memory(1));
  std::vector<Places> rooms;
  for (std::int64_t on_disk = all; on_disk > few; on_disk -= all <= kFew ? 1 : std::max<std::int64_t>(on_disk / 4, 1))
    rooms.push_back(with(most_memory(on_disk), on_disk));
  rooms.push_back(with(most_memory(few), few));
  const auto same = [](const Places &a, const Places &b) { return a.states == b.states; };
  // With as many states in memory more on disk are no worse.
  rooms.erase(std::unique(rooms.begin(), rooms.end(), same), rooms.end());
  return rooms;
}

}  // namespace ebw::executor
