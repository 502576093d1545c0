// SPDX-License-Identifier: MIT
// The places of a schedule's states and tapes in a store: a bank for each, or one room that both share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "executor/stepper.hpp"
#include "schedule/schedule.hpp"
#include "storage/store.hpp"

namespace ebw::executor {

// Bytes of a unit of a shared room, so that states and tapes of this size fit their units.
std::int64_t shared_unit_bytes(const schedule::SharedRoom &room, std::int64_t state_bytes, std::int64_t tape_bytes);

// A shared room is the bank of states, cut in units; a state or a tape is the row of units from its slot on. Otherwise
// every call is the store's own.
class Room {
 public:
  using Bank = storage::Bank;

  Room(const schedule::Schedule &schedule, storage::Store &store, const Stepper &stepper)
      : schedule_(schedule), store_(store), stepper_(stepper) {}

  storage::Store &store() { return store_; }

  MemoryBytes planned_bytes() const;
  void reserve();

  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step);
  void end_save(Bank bank, std::int64_t slot);
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step);
  void end_load(Bank bank, std::int64_t slot);
  void discard(Bank bank, std::int64_t slot);
  // Of states, as Store says: in a room that is shared there are none.
  const storage::BlockFile *file_of(std::int64_t slot, std::int64_t step) {
    return shared() ? nullptr : store_.file_of(Bank::state, slot, step);
  }
  bool adopt(std::int64_t slot, std::int64_t step, storage::BlockFile &file) {
    return !shared() && store_.adopt(Bank::state, slot, step, file);
  }
  bool keeps_files(std::int64_t slot) const { return !shared() && store_.keeps_files(Bank::state, slot); }
  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const;
  // As Store::slot_stride; tapes of several units are not side by side in the order of their steps.
  std::int64_t slot_stride(Bank bank) const;
  // Slots in use, of a shared room its units.
  std::int64_t live_slots() const;

 private:
  bool shared() const { return schedule_.shared_room().units > 0; }
  std::int64_t units_of(Bank bank) const;
  std::int64_t unit_bytes() const;
  template <class Body>
  void for_units(Bank bank, std::int64_t slot, const Body &body) {
    for (std::int64_t unit = slot; unit < slot + units_of(bank); ++unit) body(unit);
  }

  const schedule::Schedule &schedule_;
  storage::Store &store_;
  const Stepper &stepper_;
  std::vector<Bank> kinds_;  // of a shared room, by first unit: what was last saved there
};

}  // namespace ebw::executor
