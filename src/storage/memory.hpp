// SPDX-License-Identifier: MIT
// Checkpoints in memory: one arena per bank, taken once, touched once and kept for later runs of the same size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "storage/slot_table.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

class MemoryStore final : public Store {
 public:
  // checksums: a CRC32C of each checkpoint, taken when it is complete and compared at every load (Status::corrupt).
  // limit: the most bytes of all slots; 0 for none.
  explicit MemoryStore(bool checksums = false, std::int64_t limit = 0) : MemoryStore(own_account_, checksums, limit) {}
  // Counts its bytes in an account that outlives it.
  explicit MemoryStore(MemoryAccount &account, bool checksums = false, std::int64_t limit = 0)
      : account_(account), checksums_(checksums), limit_(limit) {}

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
  StoreStats stats(Bank bank) const override { return arena(bank).table.stats; }
  const MemoryAccount &account() const override { return account_; }

 private:
  struct Arena {
    explicit Arena(Bank bank) : table(bank) {}
    AlignedBuffer bytes;
    SlotTable table;
    Array<std::uint32_t> sums;  // with checksums only
    std::int64_t stride = 0, slot_bytes = 0;
  };

  Arena &arena(Bank bank) { return arenas_[static_cast<int>(bank)]; }
  const Arena &arena(Bank bank) const { return arenas_[static_cast<int>(bank)]; }

  MemoryAccount own_account_;
  MemoryAccount &account_;  // before the arenas, which report to it when they go
  const bool checksums_;
  const std::int64_t limit_;
  std::array<Arena, 2> arenas_{Arena(Bank::state), Arena(Bank::tape)};
};

}  // namespace ebw::storage
