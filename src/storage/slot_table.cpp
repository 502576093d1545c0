// SPDX-License-Identifier: MIT
// Marks of slots, and the words of every refusal.
#include "storage/slot_table.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace ebw::storage {

namespace {

// A mark is the step whose checkpoint the slot holds, kEmpty, or the step folded below kEmpty while it is written.
constexpr std::int64_t kEmpty = -1;
constexpr std::int64_t writing(std::int64_t step) { return -2 - step; }
constexpr std::int64_t unfolded(std::int64_t mark) { return mark < kEmpty ? -2 - mark : mark; }

}  // namespace

const char *name_of(Bank bank) { return bank == Bank::state ? "slot" : "tape slot"; }
MemoryUse use_of(Bank bank) { return bank == Bank::state ? MemoryUse::slots : MemoryUse::tape_ring; }

void require_slots(std::int64_t slots, std::int64_t slot_bytes) {
  if (slots < 0) fail(Status::argument, "slots = ", slots, ", need at least 0");
  if (slots > 0 && slot_bytes < 1) fail(Status::argument, "slot_bytes = ", slot_bytes, ", need at least 1");
}

std::int64_t SlotTable::planned_bytes(std::int64_t slots) {
  return checked_multiply(slots, sizeof(std::int64_t), "bytes of the marks of all slots");
}

void SlotTable::reserve(MemoryAccount &account, std::int64_t slots) {
  if (marks_.size() != slots) {
    marks_ = {};
    marks_ = Array<std::int64_t>(account, MemoryUse::scratch, slots);
  }
  clear();
  stats = {};
}

std::int64_t &SlotTable::mark(std::int64_t slot) {
  if (slot < 0 || slot >= marks_.size())
    fail(Status::argument, name_of(bank_), " = ", slot, ", this storage has ", marks_.size(),
         " of them, counted from 0; reserve more");
  return marks_[slot];
}

void SlotTable::begin_save(std::int64_t slot, std::int64_t step) {
  if (step < 0) fail(Status::argument, "step = ", step, ", need at least 0");
  std::int64_t &mark = this->mark(slot);
  if (mark != kEmpty)
    fail(Status::state, name_of(bank_), " ", slot, " holds step ", unfolded(mark), " and cannot take step ", step,
         "; discard it first");
  mark = writing(step);
  ++stats.saves;
  stats.peak_slots = std::max(stats.peak_slots, ++stats.live_slots);
}

std::int64_t SlotTable::end_save(std::int64_t slot) {
  std::int64_t &mark = this->mark(slot);
  if (mark >= kEmpty) fail(Status::state, name_of(bank_), " ", slot, " is not being written; begin the save first");
  return mark = unfolded(mark);
}

void SlotTable::require_holds(std::int64_t slot, std::int64_t step) {
  const std::int64_t mark = this->mark(slot);
  if (mark == kEmpty)
    fail(Status::state, name_of(bank_), " ", slot, " is empty, step ", step, " cannot be loaded; save it first");
  if (mark != step)
    fail(Status::state, name_of(bank_), " ", slot, " holds step ", unfolded(mark), ", not step ", step,
         "; load the step that was saved");
}

void SlotTable::begin_load(std::int64_t slot, std::int64_t step) {
  require_holds(slot, step);
  ++stats.loads;
}

std::int64_t SlotTable::discard(std::int64_t slot) {
  std::int64_t &mark = this->mark(slot);
  if (mark == kEmpty) fail(Status::state, name_of(bank_), " ", slot, " is empty; discard a slot once after its save");
  const std::int64_t step = unfolded(mark);
  mark = kEmpty;
  ++stats.discards;
  --stats.live_slots;
  return step;
}

void SlotTable::fail_save(std::int64_t slot) noexcept {
  if (slot < 0 || slot >= marks_.size() || marks_[slot] == kEmpty) return;
  marks_[slot] = kEmpty;
  --stats.live_slots;
}

void SlotTable::clear() noexcept {
  std::fill(marks_.begin(), marks_.end(), kEmpty);
  stats.live_slots = 0;
}

bool SlotTable::holds(std::int64_t slot, std::int64_t step) const {
  return slot >= 0 && slot < marks_.size() && step >= 0 && marks_[slot] == step;
}

bool SlotTable::is_writing(std::int64_t slot) const {
  return slot >= 0 && slot < marks_.size() && marks_[slot] < kEmpty;
}

std::int64_t SlotTable::step_of(std::int64_t slot) const { return unfolded(marks_[slot]); }

}  // namespace ebw::storage
