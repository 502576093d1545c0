// SPDX-License-Identifier: MIT
// The arenas of MemoryStore and their marks.
#include "storage/memory.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"

namespace ebw::storage {

namespace {

// A mark is the step whose checkpoint the slot holds, kEmpty, or the step folded below kEmpty while it is written.
constexpr std::int64_t kEmpty = -1;
constexpr std::int64_t writing(std::int64_t step) { return -2 - step; }
constexpr std::int64_t step_of(std::int64_t mark) { return mark < kEmpty ? -2 - mark : mark; }

const char *name_of(Bank bank) { return bank == Bank::state ? "slot" : "tape slot"; }
MemoryUse use_of(Bank bank) { return bank == Bank::state ? MemoryUse::slots : MemoryUse::tape_ring; }

std::int64_t stride_of(std::int64_t slots, std::int64_t slot_bytes) {
  if (slots < 0) fail(Status::argument, "slots = ", slots, ", need at least 0");
  if (slots == 0) return 0;
  if (slot_bytes < 1) fail(Status::argument, "slot_bytes = ", slot_bytes, ", need at least 1");
  return checked_add(slot_bytes, kCacheLine - 1, "bytes of a slot") / kCacheLine * kCacheLine;
}

}  // namespace

MemoryBytes MemoryStore::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  MemoryBytes bytes{};
  const std::int64_t stride = stride_of(slots, slot_bytes);
  bytes[static_cast<int>(use_of(bank))] = checked_multiply(slots, stride, "bytes of all slots");
  bytes[static_cast<int>(MemoryUse::scratch)] =
      checked_multiply(slots, sizeof(std::int64_t), "bytes of the marks of all slots");
  return bytes;
}

void MemoryStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  const std::int64_t bytes = planned_bytes(bank, slots, slot_bytes)[static_cast<int>(use_of(bank))];
  Arena &arena = this->arena(bank);
  // Released before the new memory is taken: the two never stand side by side.
  if (arena.bytes.bytes() != bytes || arena.marks.size() != slots) {
    arena = Arena{};
    arena.bytes = AlignedBuffer(account_, use_of(bank), bytes);
    arena.marks = Array<std::int64_t>(account_, MemoryUse::scratch, slots);
    // Every page is there before the first step is taken, so that no sweep pays for it and no later one can fail.
    if (bytes > 0) std::memset(arena.bytes.data(), 0, static_cast<std::size_t>(bytes));
  }
  arena.stride = stride_of(slots, slot_bytes);
  clear(bank);
  arena.stats = {};
  account_.reset_peak();
}

std::int64_t &MemoryStore::mark(Bank bank, std::int64_t slot) {
  Arena &arena = this->arena(bank);
  if (slot < 0 || slot >= arena.marks.size())
    fail(Status::argument, name_of(bank), " = ", slot, ", this storage has ", arena.marks.size(),
         " of them, counted from 0; reserve more");
  return arena.marks[slot];
}

std::byte *MemoryStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  if (step < 0) fail(Status::argument, "step = ", step, ", need at least 0");
  std::int64_t &mark = this->mark(bank, slot);
  if (mark != kEmpty)
    fail(Status::state, name_of(bank), " ", slot, " holds step ", step_of(mark), " and cannot take step ", step,
         "; discard it first");
  mark = writing(step);
  Arena &arena = this->arena(bank);
  ++arena.stats.saves;
  arena.stats.peak_slots = std::max(arena.stats.peak_slots, ++arena.stats.live_slots);
  return arena.bytes.data() + slot * arena.stride;
}

void MemoryStore::end_save(Bank bank, std::int64_t slot) {
  std::int64_t &mark = this->mark(bank, slot);
  if (mark >= kEmpty) fail(Status::state, name_of(bank), " ", slot, " is not being written; begin the save first");
  mark = step_of(mark);
}

const std::byte *MemoryStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  const std::int64_t mark = this->mark(bank, slot);
  if (mark == kEmpty)
    fail(Status::state, name_of(bank), " ", slot, " is empty, step ", step, " cannot be loaded; save it first");
  if (mark != step)
    fail(Status::state, name_of(bank), " ", slot, " holds step ", step_of(mark), ", not step ", step,
         "; load the step that was saved");
  Arena &arena = this->arena(bank);
  ++arena.stats.loads;
  return arena.bytes.data() + slot * arena.stride;
}

void MemoryStore::discard(Bank bank, std::int64_t slot) {
  std::int64_t &mark = this->mark(bank, slot);
  if (mark == kEmpty) fail(Status::state, name_of(bank), " ", slot, " is empty; discard a slot once after its save");
  mark = kEmpty;
  Arena &arena = this->arena(bank);
  ++arena.stats.discards;
  --arena.stats.live_slots;
}

void MemoryStore::clear(Bank bank) noexcept {
  Arena &arena = this->arena(bank);
  std::fill(arena.marks.begin(), arena.marks.end(), kEmpty);
  arena.stats.live_slots = 0;
}

bool MemoryStore::holds(Bank bank, std::int64_t slot, std::int64_t step) const {
  const Array<std::int64_t> &marks = arena(bank).marks;
  return slot >= 0 && slot < marks.size() && step >= 0 && marks[slot] == step;
}

}  // namespace ebw::storage
