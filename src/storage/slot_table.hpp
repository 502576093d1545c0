// SPDX-License-Identifier: MIT
// Which slot of a bank holds which step, what is refused, and the counts. The rules are the same for every store.
#pragma once

#include <array>
#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

// "slot" or "tape slot", for messages.
const char *name_of(Bank bank);
// The name in a plan of memory that stands for slots of this bank.
MemoryUse use_of(Bank bank);
// Refuses negative numbers of slots, and slots without bytes.
void require_slots(std::int64_t slots, std::int64_t slot_bytes);

class SlotTable {
 public:
  explicit SlotTable(Bank bank) : bank_(bank) {}

  // Bytes of the table itself, counted as scratch.
  static std::int64_t planned_bytes(std::int64_t slots);
  // All slots are empty afterwards and the counts begin anew. Memory that has the size already is kept.
  void reserve(MemoryAccount &account, std::int64_t slots);
  void release() { marks_ = {}; }
  std::int64_t slots() const { return marks_.size(); }

  // Each refuses a slot out of range; then what store.hpp says of the function with the same name.
  void begin_save(std::int64_t slot, std::int64_t step);
  std::int64_t end_save(std::int64_t slot);  // the step
  void require_holds(std::int64_t slot, std::int64_t step);
  void begin_load(std::int64_t slot, std::int64_t step);
  std::int64_t discard(std::int64_t slot);  // the step
  // The save that was begun or ended has failed: the slot is empty.
  void fail_save(std::int64_t slot) noexcept;
  void clear() noexcept;

  bool holds(std::int64_t slot, std::int64_t step) const;
  // True while a save into the slot is begun and not ended.
  bool is_writing(std::int64_t slot) const;
  // The step of a slot that is not empty.
  std::int64_t step_of(std::int64_t slot) const;

  StoreStats stats;

 private:
  std::int64_t &mark(std::int64_t slot);

  Bank bank_;
  Array<std::int64_t> marks_;  // per slot: see the constants and functions in slot_table.cpp
};

using SlotTables = std::array<SlotTable, 2>;

}  // namespace ebw::storage
