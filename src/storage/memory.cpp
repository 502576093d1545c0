// SPDX-License-Identifier: MIT
// The arenas of MemoryStore.
#include "storage/memory.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "storage/crc32c.hpp"

namespace ebw::storage {

namespace {

std::int64_t stride_of(std::int64_t slots, std::int64_t slot_bytes) {
  require_slots(slots, slot_bytes);
  if (slots == 0) return 0;
  return checked_add(slot_bytes, kCacheLine - 1, "bytes of a slot") / kCacheLine * kCacheLine;
}

}  // namespace

MemoryBytes MemoryStore::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  MemoryBytes bytes{};
  const std::int64_t stride = stride_of(slots, slot_bytes);
  bytes[static_cast<int>(use_of(bank))] = checked_multiply(slots, stride, "bytes of all slots");
  const std::int64_t sums = checksums_ ? checked_multiply(slots, sizeof(std::uint32_t), "bytes of all checksums") : 0;
  bytes[static_cast<int>(MemoryUse::scratch)] =
      checked_add(SlotTable::planned_bytes(slots), sums, "bytes of marks and checksums");
  return bytes;
}

void MemoryStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  const std::int64_t bytes = planned_bytes(bank, slots, slot_bytes)[static_cast<int>(use_of(bank))];
  const std::int64_t other = arena(bank == Bank::state ? Bank::tape : Bank::state).bytes.bytes();
  if (limit_ > 0 && checked_add(bytes, other, "bytes of both banks") > limit_)
    fail(Status::budget, slots, " ", name_of(bank), "s of ", slot_bytes, " bytes take ", bytes + other,
         " bytes with those of the other bank, the storage may take ", limit_, "; use fewer slots or raise its bytes");
  Arena &arena = this->arena(bank);
  // Released before the new memory is taken: the two never stand side by side.
  if (arena.bytes.bytes() != bytes || arena.table.slots() != slots) {
    arena = Arena(bank);
    arena.bytes = AlignedBuffer(account_, use_of(bank), bytes);
    if (checksums_) arena.sums = Array<std::uint32_t>(account_, MemoryUse::scratch, slots);
    // Every page is there before the first step is taken, so that no sweep pays for it and no later one can fail.
    if (bytes > 0) std::memset(arena.bytes.data(), 0, static_cast<std::size_t>(bytes));
  }
  arena.table.reserve(account_, slots);
  arena.stride = stride_of(slots, slot_bytes);
  arena.slot_bytes = slot_bytes;
  account_.reset_peak();
}

std::byte *MemoryStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  Arena &arena = this->arena(bank);
  arena.table.begin_save(slot, step);
  StoreStats &stats = arena.table.stats;
  stats.raw_bytes += arena.slot_bytes;
  stats.kept_bytes += arena.slot_bytes;
  stats.held_bytes = stats.live_slots * arena.slot_bytes;
  stats.peak_held_bytes = std::max(stats.peak_held_bytes, stats.held_bytes);
  return arena.bytes.data() + slot * arena.stride;
}

void MemoryStore::end_save(Bank bank, std::int64_t slot) {
  Arena &arena = this->arena(bank);
  arena.table.end_save(slot);
  if (checksums_)
    arena.sums[slot] = crc32c(0, arena.bytes.data() + slot * arena.stride, static_cast<std::size_t>(arena.slot_bytes));
}

const std::byte *MemoryStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  Arena &arena = this->arena(bank);
  arena.table.begin_load(slot, step);
  const std::byte *place = arena.bytes.data() + slot * arena.stride;
  if (checksums_ && arena.sums[slot] != crc32c(0, place, static_cast<std::size_t>(arena.slot_bytes)))
    fail(Status::corrupt, name_of(bank), " ", slot, ", step ", step,
         ": its bytes changed in memory since they were saved; check the machine's memory and what writes to it");
  return place;
}

void MemoryStore::discard(Bank bank, std::int64_t slot) {
  Arena &arena = this->arena(bank);
  arena.table.discard(slot);
  arena.table.stats.held_bytes = arena.table.stats.live_slots * arena.slot_bytes;
}

void MemoryStore::clear(Bank bank) noexcept {
  arena(bank).table.clear();
  arena(bank).table.stats.held_bytes = 0;
}

bool MemoryStore::holds(Bank bank, std::int64_t slot, std::int64_t step) const {
  return arena(bank).table.holds(slot, step);
}

}  // namespace ebw::storage
