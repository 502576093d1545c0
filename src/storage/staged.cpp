// SPDX-License-Identifier: MIT
// One checkpoint at a time through one place.
#include "storage/staged.hpp"

#include <cstring>

#include "base/checked.hpp"

namespace ebw::storage {

StoreStats join(const StoreStats &table, const KeeperStats &keeper) {
  StoreStats stats = table;
  stats.kept_bytes = keeper.kept_bytes;
  stats.held_bytes = keeper.held_bytes;
  stats.peak_held_bytes = keeper.peak_held_bytes;
  stats.disk_bytes = keeper.disk_bytes;
  stats.peak_disk_bytes = keeper.peak_disk_bytes;
  stats.disk_saves = keeper.disk_saves;
  stats.disk_loads = keeper.disk_loads;
  return stats;
}

MemoryBytes planned_with_places(const Keeper &keeper, Bank bank, std::int64_t slots, std::int64_t slot_bytes,
                                std::int64_t places) {
  require_slots(slots, slot_bytes);
  checked_multiply(slots, slots ? slot_bytes : 0, "bytes of all slots");
  MemoryBytes bytes = keeper.planned_bytes(bank, slots, slot_bytes);
  const auto add = [&bytes](MemoryUse use, std::int64_t more) {
    std::int64_t &sum = bytes[static_cast<int>(use)];
    sum = checked_add(sum, more, "bytes of a store");
  };
  if (slots > 0) add(use_of(bank), checked_multiply(places, slot_bytes, "bytes of places"));
  add(MemoryUse::scratch, SlotTable::planned_bytes(slots));
  return bytes;
}

MemoryBytes StagedStore::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  return planned_with_places(*keeper_, bank, slots, slot_bytes, 1);
}

void StagedStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  planned_bytes(bank, slots, slot_bytes);
  keeper_->reserve(bank, slots, slot_bytes);
  Lane &lane = this->lane(bank);
  lane.used_by = -1;
  const std::int64_t bytes = slots > 0 ? slot_bytes : 0;
  if (lane.place.bytes() != bytes) {
    lane.place.release();
    lane.table.reserve(account_, 0);
    lane.place = AlignedBuffer(account_, use_of(bank), bytes);
  }
  // Padding that nobody writes must not carry what memory held before.
  if (bytes > 0) std::memset(lane.place.data(), 0, static_cast<std::size_t>(bytes));
  lane.table.reserve(account_, slots);
  account_.reset_peak();
}

void StagedStore::require_free(Bank bank) const {
  if (const std::int64_t slot = lane(bank).used_by; slot >= 0)
    fail(Status::state, name_of(bank), " ", slot, " is being written or read, and this storage serves one at a time");
}

std::byte *StagedStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  require_free(bank);
  Lane &lane = this->lane(bank);
  lane.table.begin_save(slot, step);
  lane.used_by = slot;
  return lane.place.data();
}

void StagedStore::end_save(Bank bank, std::int64_t slot) {
  Lane &lane = this->lane(bank);
  const std::int64_t step = lane.table.end_save(slot);
  lane.used_by = -1;
  try {
    keeper_->keep({bank, slot, step}, lane.place.data(), lane.place.bytes());
  } catch (...) {
    lane.table.fail_save(slot);
    throw;
  }
  lane.table.stats.raw_bytes += lane.place.bytes();
}

const std::byte *StagedStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  require_free(bank);
  Lane &lane = this->lane(bank);
  lane.table.require_holds(slot, step);
  const std::int64_t size = keeper_->fetch({bank, slot, step}, lane.place.data(), lane.place.bytes());
  if (size != lane.place.bytes())
    fail(Status::corrupt, name_of({bank, slot, step}), ": came back with ", size, " bytes of ", lane.place.bytes());
  lane.table.begin_load(slot, step);
  lane.used_by = slot;
  return lane.place.data();
}

void StagedStore::end_load(Bank bank, std::int64_t) { lane(bank).used_by = -1; }

void StagedStore::discard(Bank bank, std::int64_t slot) {
  Lane &lane = this->lane(bank);
  const bool writing = lane.table.is_writing(slot);
  const std::int64_t step = lane.table.discard(slot);
  if (lane.used_by == slot) lane.used_by = -1;
  if (!writing) keeper_->drop({bank, slot, step});
}

void StagedStore::clear(Bank bank) noexcept {
  Lane &lane = this->lane(bank);
  lane.used_by = -1;
  keeper_->clear(bank);
  lane.table.clear();
}

bool adopt_into(SlotTable &table, Keeper &keeper, const Place &place, BlockFile &file) {
  const StoreStats before = table.stats;
  table.begin_save(place.slot, place.step);
  try {
    if (keeper.adopt(place, file)) {
      table.end_save(place.slot);
      return true;
    }
  } catch (...) {
    table.fail_save(place.slot);
    table.stats = before;
    throw;
  }
  table.fail_save(place.slot);
  table.stats = before;
  return false;
}

const BlockFile *StagedStore::file_of(Bank bank, std::int64_t slot, std::int64_t step) {
  return lane(bank).table.holds(slot, step) ? keeper_->file_of({bank, slot, step}) : nullptr;
}

bool StagedStore::adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) {
  return adopt_into(lane(bank).table, *keeper_, {bank, slot, step}, file);
}

StoreStats StagedStore::stats(Bank bank) const { return join(lane(bank).table.stats, keeper_->stats(bank)); }

}  // namespace ebw::storage
