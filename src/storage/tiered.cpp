// SPDX-License-Identifier: MIT
// Every call goes to one of the two stores.
#include "storage/tiered.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "storage/background.hpp"
#include "storage/memory.hpp"
#include "storage/slot_table.hpp"

namespace ebw::storage {

TieredStore::TieredStore(MemoryAccount &account, std::unique_ptr<Store> near, std::unique_ptr<Store> far,
                         std::int64_t near_slots)
    : account_(account), near_(std::move(near)), far_(std::move(far)), near_slots_(near_slots) {
  if (near_slots < 0) fail(Status::argument, "memory_slots = ", near_slots, ", need at least 0");
}

std::int64_t TieredStore::near_of(Bank bank, std::int64_t slots) const {
  return bank == Bank::tape ? slots : std::min(slots, told_ >= 0 ? told_ : near_slots_);
}

MemoryBytes TieredStore::bytes_with_files(std::int64_t near_slots, std::int64_t far_slots, std::int64_t slot_bytes) {
  MemoryBytes sum = MemoryStore().planned_bytes(Bank::state, near_slots, slot_bytes);
  const auto add = [&sum](MemoryUse use, std::int64_t more) {
    std::int64_t &bytes = sum[static_cast<int>(use)];
    bytes = checked_add(bytes, more, "bytes of a store");
  };
  if (far_slots > 0) add(use_of(Bank::state), checked_multiply(BackgroundStore::kBuffers, slot_bytes, "buffers"));
  add(MemoryUse::scratch, SlotTable::planned_bytes(far_slots));
  return sum;
}

MemoryBytes TieredStore::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  require_slots(slots, slot_bytes);
  const std::int64_t near = near_of(bank, slots);
  MemoryBytes sum = near_->planned_bytes(bank, near, slot_bytes);
  const MemoryBytes far = far_->planned_bytes(bank, slots - near, slot_bytes);
  for (int i = 0; i < kMemoryUses; ++i) sum[i] = checked_add(sum[i], far[i], kMemoryUseNames[i]);
  return sum;
}

void TieredStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  planned_bytes(bank, slots, slot_bytes);
  const std::int64_t near = near_of(bank, slots);
  slots_[static_cast<int>(bank)] = 0;
  near_->reserve(bank, near, slot_bytes);
  far_->reserve(bank, slots - near, slot_bytes);
  slots_[static_cast<int>(bank)] = slots;
  near_of_slots_[static_cast<int>(bank)] = near;
  live_peak_[static_cast<int>(bank)] = 0;
}

TieredStore::Target TieredStore::target(Bank bank, std::int64_t slot) const {
  const std::int64_t slots = slots_[static_cast<int>(bank)];
  if (slot < 0 || slot >= slots)
    fail(Status::argument, name_of(bank), " = ", slot, ", this storage has ", slots,
         " of them, counted from 0; reserve more");
  const std::int64_t near = near_of_slots_[static_cast<int>(bank)];
  return slot < near ? Target{*near_, slot} : Target{*far_, slot - near};
}

std::byte *TieredStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  const Target to = target(bank, slot);
  std::byte *place = to.store.begin_save(bank, to.slot, step);
  note_peak(bank);
  return place;
}

void TieredStore::note_peak(Bank bank) {
  std::int64_t &peak = live_peak_[static_cast<int>(bank)];
  peak = std::max(peak, near_->stats(bank).live_slots + far_->stats(bank).live_slots);
}

void TieredStore::end_save(Bank bank, std::int64_t slot) {
  const Target to = target(bank, slot);
  to.store.end_save(bank, to.slot);
}

const std::byte *TieredStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  const Target to = target(bank, slot);
  return to.store.begin_load(bank, to.slot, step);
}

void TieredStore::end_load(Bank bank, std::int64_t slot) {
  const Target to = target(bank, slot);
  to.store.end_load(bank, to.slot);
}

void TieredStore::discard(Bank bank, std::int64_t slot) {
  const Target to = target(bank, slot);
  to.store.discard(bank, to.slot);
}

void TieredStore::expect_load(Bank bank, std::int64_t slot, std::int64_t step) {
  const Target to = target(bank, slot);
  to.store.expect_load(bank, to.slot, step);
}

bool TieredStore::takes_time(Bank bank, std::int64_t slot) const {
  if (slot < 0 || slot >= slots_[static_cast<int>(bank)]) return false;
  const Target to = target(bank, slot);
  return to.store.takes_time(bank, to.slot);
}

void TieredStore::clear(Bank bank) noexcept {
  near_->clear(bank);
  far_->clear(bank);
}

bool TieredStore::holds(Bank bank, std::int64_t slot, std::int64_t step) const {
  if (slot < 0 || slot >= slots_[static_cast<int>(bank)]) return false;
  const Target to = target(bank, slot);
  return to.store.holds(bank, to.slot, step);
}

void TieredStore::set_layout(Bank bank, const Layout &layout) {
  near_->set_layout(bank, layout);
  far_->set_layout(bank, layout);
}

ByteRoom TieredStore::byte_room(Bank bank, std::int64_t slot) {
  const Target to = target(bank, slot);
  return to.store.byte_room(bank, to.slot);
}

std::int64_t TieredStore::held_bytes(Bank bank, std::int64_t slot, std::int64_t step) {
  const Target to = target(bank, slot);
  return to.store.held_bytes(bank, to.slot, step);
}

const BlockFile *TieredStore::file_of(Bank bank, std::int64_t slot, std::int64_t step) {
  const Target to = target(bank, slot);
  return to.store.file_of(bank, to.slot, step);
}

bool TieredStore::adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) {
  const Target to = target(bank, slot);
  const bool adopted = to.store.adopt(bank, to.slot, step, file);
  if (adopted) note_peak(bank);
  return adopted;
}

bool TieredStore::keeps_files(Bank bank, std::int64_t slot) const {
  const Target to = target(bank, slot);
  return to.store.keeps_files(bank, to.slot);
}

void TieredStore::settle(Bank bank) {
  near_->settle(bank);
  far_->settle(bank);
}

StoreStats TieredStore::stats(Bank bank) const {
  StoreStats sum = near_->stats(bank);
  const StoreStats far = far_->stats(bank);
  sum.saves += far.saves;
  sum.loads += far.loads;
  sum.discards += far.discards;
  sum.live_slots += far.live_slots;
  sum.peak_slots = live_peak_[static_cast<int>(bank)];
  sum.raw_bytes += far.raw_bytes;
  sum.kept_bytes += far.kept_bytes;
  sum.held_bytes += far.held_bytes;
  sum.peak_held_bytes += far.peak_held_bytes;
  sum.disk_bytes += far.disk_bytes;
  sum.peak_disk_bytes += far.peak_disk_bytes;
  sum.disk_saves += far.disk_saves;
  sum.disk_loads += far.disk_loads;
  sum.prefetched += far.prefetched;
  return sum;
}

double TieredStore::largest_codec_error() {
  return std::max(near_->largest_codec_error(), far_->largest_codec_error());
}

}  // namespace ebw::storage
