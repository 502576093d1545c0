// SPDX-License-Identifier: MIT
// Checkpoints in memory: one arena per bank, taken once, touched once and kept for later runs of the same size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

class MemoryStore final : public Store {
 public:
  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;

  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_save(Bank bank, std::int64_t slot) override;
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_load(Bank, std::int64_t) override {}
  void discard(Bank bank, std::int64_t slot) override;
  void clear(Bank bank) noexcept override;

  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const override;
  std::int64_t slot_stride(Bank bank) const override { return arena(bank).stride; }
  StoreStats stats(Bank bank) const override { return arena(bank).stats; }
  const MemoryAccount &account() const override { return account_; }

 private:
  struct Arena {
    AlignedBuffer bytes;
    Array<std::int64_t> marks;  // per slot: see the constants and functions in memory.cpp
    std::int64_t stride = 0;
    StoreStats stats;
  };

  Arena &arena(Bank bank) { return arenas_[static_cast<int>(bank)]; }
  const Arena &arena(Bank bank) const { return arenas_[static_cast<int>(bank)]; }
  std::int64_t &mark(Bank bank, std::int64_t slot);

  MemoryAccount account_;  // before the arenas, which report to it when they go
  std::array<Arena, 2> arenas_;
};

}  // namespace ebw::storage
