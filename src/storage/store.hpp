// SPDX-License-Identifier: MIT
// Where checkpoints lie. Bytes only: a store knows neither steps' meaning nor physics.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory_account.hpp"

namespace ebw::storage {

// States and tapes have different sizes and slots of their own.
enum class Bank { state, tape };

// Counts of one bank since it was last reserved.
struct StoreStats {
  std::int64_t saves = 0, loads = 0, discards = 0;
  std::int64_t live_slots = 0, peak_slots = 0;
};

class Store {
 public:
  Store() = default;
  virtual ~Store() = default;
  // Buffers report to the account of their store: it stays where it is.
  Store(const Store &) = delete;
  Store &operator=(const Store &) = delete;

  // What reserve() with the same arguments would hold in memory, by name; known before anything is allocated.
  virtual MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const = 0;

  // Makes room for `slots` places of `slot_bytes` each; keeps memory that is there already when it has just the size
  // that is needed, so that the plan stays true. All slots of the bank are empty afterwards, its counts and the peak of
  // account() begin anew.
  virtual void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) = 0;

  // The place to write the checkpoint of `step` to, then the word that it is complete. A live slot is never
  // overwritten: Status::state.
  virtual std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_save(Bank bank, std::int64_t slot) = 0;
  // The checkpoint of `step` in `slot`; Status::state when the slot holds nothing or another step. Valid until the slot
  // is discarded or end_load.
  virtual const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_load(Bank bank, std::int64_t slot) = 0;
  virtual void discard(Bank bank, std::int64_t slot) = 0;
  // Empties all slots of the bank, also those whose save was never completed; keeps memory and counts.
  virtual void clear(Bank bank) noexcept = 0;

  // True when `slot` holds the complete checkpoint of `step`.
  virtual bool holds(Bank bank, std::int64_t slot, std::int64_t step) const = 0;
  // Bytes from the place of one slot to that of the next, when the places of all slots lie in memory side by side and
  // stay valid until they are discarded; 0 when a place is valid only between a begin and its end, one at a time.
  virtual std::int64_t slot_stride(Bank) const { return 0; }

  virtual StoreStats stats(Bank bank) const = 0;
  virtual const MemoryAccount &account() const = 0;
};

}  // namespace ebw::storage
