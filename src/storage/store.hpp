// SPDX-License-Identifier: MIT
// Where checkpoints lie. Bytes only: a store knows neither steps' meaning nor physics.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory_account.hpp"

namespace ebw::storage {

// States and tapes have different sizes and slots of their own.
enum class Bank { state, tape };

struct StoreStats {
  std::int64_t saves = 0, loads = 0, discards = 0;
  std::int64_t live_slots = 0, peak_slots = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  // Makes room for `slots` places of `slot_bytes` each; keeps memory that is already there and large enough. All slots
  // of the bank are empty afterwards.
  virtual void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) = 0;

  // The place to write the checkpoint of `step` to, then the word that it is complete. A live slot is never overwritten:
  // Status::state.
  virtual std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_save(Bank bank, std::int64_t slot) = 0;
  // The checkpoint of `step` in `slot`; Status::state when the slot holds nothing or another step. Valid until the slot
  // is discarded or end_load.
  virtual const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_load(Bank bank, std::int64_t slot) = 0;
  virtual void discard(Bank bank, std::int64_t slot) = 0;

  virtual StoreStats stats(Bank bank) const = 0;
  virtual const MemoryAccount &account() const = 0;
};

}  // namespace ebw::storage
