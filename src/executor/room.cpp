// SPDX-License-Identifier: MIT
// Slots as they are, or units of a shared room.
#include "executor/room.hpp"

#include <algorithm>

#include "base/aligned_buffer.hpp"
#include "base/checked.hpp"

namespace ebw::executor {

std::int64_t Room::units_of(Bank bank) const {
  const schedule::SharedRoom room = schedule_.shared_room();
  return bank == Bank::state ? room.state_units : room.tape_units;
}

std::int64_t shared_unit_bytes(const schedule::SharedRoom &room, std::int64_t state_bytes, std::int64_t tape_bytes) {
  const auto share = [](std::int64_t bytes, std::int64_t units) { return bytes / units + (bytes % units > 0 ? 1 : 0); };
  const std::int64_t bytes = std::max(share(state_bytes, room.state_units), share(tape_bytes, room.tape_units));
  checked_add(bytes, kCacheLine - 1, "bytes of a unit");
  return round_up(bytes, kCacheLine);
}

std::int64_t Room::unit_bytes() const {
  return shared_unit_bytes(schedule_.shared_room(), stepper_.state_bytes(), stepper_.tape_bytes());
}

MemoryBytes Room::planned_bytes() const {
  if (shared()) return store_.planned_bytes(Bank::state, schedule_.shared_room().units, unit_bytes());
  const MemoryBytes states = store_.planned_bytes(Bank::state, schedule_.state_slots(), stepper_.state_bytes());
  const MemoryBytes tapes = store_.planned_bytes(Bank::tape, schedule_.tape_slots(), stepper_.tape_bytes());
  MemoryBytes sum;
  for (int i = 0; i < kMemoryUses; ++i) sum[i] = checked_add(states[i], tapes[i], kMemoryUseNames[i]);
  return sum;
}

void Room::reserve() {
  const std::int64_t units = schedule_.shared_room().units;
  if (shared()) {
    store_.reserve(Bank::tape, 0, unit_bytes());
    store_.reserve(Bank::state, units, unit_bytes());
    if (store_.slot_stride(Bank::state) == 0 && std::max(units_of(Bank::state), units_of(Bank::tape)) > 1)
      fail(Status::unsupported, "the schedule '", schedule_.name(), "' keeps states of ", units_of(Bank::state),
           " and tapes of ", units_of(Bank::tape), " units side by side, which needs a storage in memory; use one, ",
           "or sizes of 1");
    kinds_.assign(static_cast<std::size_t>(units), Bank::state);
    return;
  }
  // The bank that gives memory back goes first.
  const Bank first = schedule_.uses_tapes() ? Bank::state : Bank::tape;
  for (const Bank bank : {first, first == Bank::state ? Bank::tape : Bank::state})
    store_.reserve(bank, bank == Bank::state ? schedule_.state_slots() : schedule_.tape_slots(),
                   bank == Bank::state ? stepper_.state_bytes() : stepper_.tape_bytes());
}

std::byte *Room::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  if (!shared()) return store_.begin_save(bank, slot, step);
  std::byte *first = nullptr;
  for_units(bank, slot, [&](std::int64_t unit) {
    std::byte *place = store_.begin_save(Bank::state, unit, step);
    if (unit == slot) first = place;
  });
  kinds_[static_cast<std::size_t>(slot)] = bank;
  return first;
}

void Room::end_save(Bank bank, std::int64_t slot) {
  if (!shared()) return store_.end_save(bank, slot);
  for_units(bank, slot, [&](std::int64_t unit) { store_.end_save(Bank::state, unit); });
}

const std::byte *Room::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  if (!shared()) return store_.begin_load(bank, slot, step);
  if (!holds(bank, slot, step))
    fail(Status::internal, "the schedule '", schedule_.name(), "' loads step ", step, " from unit ", slot,
         ", which does not hold it");
  return store_.begin_load(Bank::state, slot, step);
}

void Room::end_load(Bank bank, std::int64_t slot) { store_.end_load(shared() ? Bank::state : bank, slot); }

void Room::discard(Bank bank, std::int64_t slot) {
  if (!shared()) return store_.discard(bank, slot);
  for_units(bank, slot, [&](std::int64_t unit) { store_.discard(Bank::state, unit); });
}

bool Room::holds(Bank bank, std::int64_t slot, std::int64_t step) const {
  if (!shared()) return store_.holds(bank, slot, step);
  return slot >= 0 && slot < static_cast<std::int64_t>(kinds_.size()) &&
         kinds_[static_cast<std::size_t>(slot)] == bank && store_.holds(Bank::state, slot, step);
}

std::int64_t Room::slot_stride(Bank bank) const {
  if (!shared()) return store_.slot_stride(bank);
  return units_of(bank) == 1 ? store_.slot_stride(Bank::state) : 0;
}

std::int64_t Room::live_slots() const {
  return store_.stats(Bank::state).live_slots + store_.stats(Bank::tape).live_slots;
}

}  // namespace ebw::executor
