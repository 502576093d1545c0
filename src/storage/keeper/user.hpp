// SPDX-License-Identifier: MIT
// The user's own store: callbacks that keep bytes. Called on the thread that made the call, never from the background.
#pragma once

#include <array>
#include <vector>

#include "storage/keeper/keeper.hpp"

namespace ebw::storage {

// Each answers 0, or a number that ends the call with Status::callback. bank: 0 states, 1 tapes.
struct UserStoreCalls {
  std::int32_t (*begin)(std::int32_t bank, std::int64_t slots, std::int64_t slot_bytes,
                        void *user) = nullptr;  // may be NULL
  std::int32_t (*save)(std::int32_t bank, std::int64_t slot, std::int64_t step, const void *bytes, std::int64_t size,
                       void *user) = nullptr;
  std::int32_t (*load)(std::int32_t bank, std::int64_t slot, std::int64_t step, void *bytes, std::int64_t size,
                       void *user) = nullptr;
  std::int32_t (*discard)(std::int32_t bank, std::int64_t slot, std::int64_t step, void *user) = nullptr;
  void *user = nullptr;
};

class UserKeeper final : public Keeper {
 public:
  explicit UserKeeper(const UserStoreCalls &calls) : calls_(calls) {}

  MemoryBytes planned_bytes(Bank, std::int64_t, std::int64_t) const override { return {}; }
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  void keep(const Place &place, const std::byte *bytes, std::int64_t size) override;
  std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) override;
  void drop(const Place &place) override;
  void clear(Bank bank) noexcept override;
  KeeperStats stats(Bank bank) const override { return stats_[static_cast<int>(bank)]; }

 private:
  struct Slot {
    std::int64_t step = -1, size = 0;  // step -1: empty
  };
  Slot &slot(const Place &place) { return slots_[static_cast<int>(place.bank)].at(place.slot); }

  UserStoreCalls calls_;
  std::array<std::vector<Slot>, 2> slots_;
  std::array<KeeperStats, 2> stats_;
};

}  // namespace ebw::storage
