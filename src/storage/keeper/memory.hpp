// SPDX-License-Identifier: MIT
// Bytes of varying number in memory: each slot takes just what was kept in it.
#pragma once

#include <array>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "storage/keeper/keeper.hpp"

namespace ebw::storage {

class MemoryKeeper final : public Keeper {
 public:
  MemoryKeeper(MemoryAccount &account, std::int64_t limit) : account_(account), limit_(limit) {}

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  void keep(const Place &place, const std::byte *bytes, std::int64_t size) override;
  std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) override;
  void drop(const Place &place) override;
  void clear(Bank bank) noexcept override;
  bool plan_is_bound() const override { return true; }
  KeeperStats stats(Bank bank) const override { return stats_[static_cast<int>(bank)]; }
  ByteRoom byte_room(Bank bank) const override {
    return {limit_.bytes(), limit_.refused(), slot_bytes_[static_cast<int>(bank)]};
  }
  std::int64_t held_bytes(const Place &place) const override {
    return slots_[static_cast<int>(place.bank)].at(static_cast<std::size_t>(place.slot)).bytes();
  }

 private:
  AlignedBuffer &buffer(const Place &place) { return slots_[static_cast<int>(place.bank)].at(place.slot); }

  MemoryAccount &account_;
  Limit limit_;
  std::array<std::vector<AlignedBuffer>, 2> slots_;
  std::array<std::int64_t, 2> slot_bytes_{};
  std::array<KeeperStats, 2> stats_;
};

}  // namespace ebw::storage
