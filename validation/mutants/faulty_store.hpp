// SPDX-License-Identifier: MIT
// A store of checkpoints that makes one mistake: the library's own, with what it is handed or hands out spoilt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "storage/memory.hpp"

namespace ebw::mutants {

enum class StoreFault {
  none,
  no_tape_fault,  // none either, with tapes in place of states
  tape_before,    // the load of the tape of step k gives that of k - 1
  tape_after,     // and that of k + 1
  stale_tape,     // in an eighth of the steps a load gives the tape of the first of them
  rounded,        // states are kept in single precision
  full_silently   // the last slot is never written
};
// The others are faults of states.
inline bool is_of_tapes(StoreFault fault) {
  return fault == StoreFault::no_tape_fault || fault == StoreFault::tape_before || fault == StoreFault::tape_after ||
         fault == StoreFault::stale_tape;
}
inline constexpr std::int64_t kFaultySlots = 5;  // of states

class FaultyStore final : public storage::Store {
 public:
  // in_double: what the elements of a state are.
  FaultyStore(MemoryAccount &account, StoreFault fault, bool in_double)
      : inner_(account), fault_(fault), in_double_(in_double) {}

  MemoryBytes planned_bytes(storage::Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override {
    return inner_.planned_bytes(bank, slots, slot_bytes);
  }
  void reserve(storage::Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  std::byte *begin_save(storage::Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_save(storage::Bank bank, std::int64_t slot) override;
  const std::byte *begin_load(storage::Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_load(storage::Bank bank, std::int64_t slot) override { inner_.end_load(bank, slot); }
  void discard(storage::Bank bank, std::int64_t slot) override { inner_.discard(bank, slot); }
  void clear(storage::Bank bank) noexcept override { inner_.clear(bank); }
  bool holds(storage::Bank bank, std::int64_t slot, std::int64_t step) const override {
    return inner_.holds(bank, slot, step);
  }
  // Tapes seem to lie apart, or a leaf of many steps would be read by its first place alone.
  std::int64_t slot_stride(storage::Bank bank) const override {
    return bank == storage::Bank::tape && is_of_tapes(fault_) ? 0 : inner_.slot_stride(bank);
  }
  storage::StoreStats stats(storage::Bank bank) const override { return inner_.stats(bank); }
  const MemoryAccount &account() const override { return inner_.account(); }

 private:
  storage::MemoryStore inner_;
  StoreFault fault_;
  bool in_double_;
  std::int64_t state_bytes_ = 0, tapes_ = 0;
  std::byte *written_ = nullptr;  // where the state under way goes
  std::vector<std::byte> nowhere_;
};

}  // namespace ebw::mutants
