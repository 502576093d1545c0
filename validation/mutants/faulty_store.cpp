// SPDX-License-Identifier: MIT
// The faults, one by one.
#include "faulty_store.hpp"

#include <algorithm>

namespace ebw::mutants {

using storage::Bank;

void FaultyStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  inner_.reserve(bank, slots, slot_bytes);
  if (bank == Bank::tape) {
    tapes_ = slots;
  } else {
    state_bytes_ = slot_bytes;
    nowhere_.resize(static_cast<std::size_t>(slot_bytes));
  }
}

std::byte *FaultyStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  std::byte *place = inner_.begin_save(bank, slot, step);
  if (bank == Bank::state && fault_ == StoreFault::full_silently && slot == kFaultySlots - 1) place = nowhere_.data();
  written_ = place;
  return place;
}

void FaultyStore::end_save(Bank bank, std::int64_t slot) {
  if (bank == Bank::state && fault_ == StoreFault::rounded && in_double_) {
    auto *values = reinterpret_cast<double *>(written_);
    for (std::int64_t i = 0; i < state_bytes_ / std::int64_t{sizeof(double)}; ++i)
      values[i] = static_cast<double>(static_cast<float>(values[i]));
  }
  inner_.end_save(bank, slot);
}

// Slots of tapes lie side by side, that of step k + 1 behind that of k.
const std::byte *FaultyStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  const std::byte *place = inner_.begin_load(bank, slot, step);
  if (bank != Bank::tape) return place;
  std::int64_t given = step;
  if (fault_ == StoreFault::tape_before) given = std::max<std::int64_t>(step - 1, 0);
  if (fault_ == StoreFault::tape_after) given = std::min(step + 1, tapes_ - 1);
  const std::int64_t first = tapes_ / 2;
  if (fault_ == StoreFault::stale_tape && step > first && step < first + tapes_ / 8) given = first;
  return place + (given - step) * inner_.slot_stride(bank);
}

}  // namespace ebw::mutants
