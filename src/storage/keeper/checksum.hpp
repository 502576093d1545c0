// SPDX-License-Identifier: MIT
// A layer that takes the CRC32C of what is kept and compares it when that is fetched.
#pragma once

#include <array>
#include <memory>

#include "base/aligned_buffer.hpp"
#include "storage/keeper/keeper.hpp"

namespace ebw::storage {

class ChecksumKeeper final : public Keeper {
 public:
  ChecksumKeeper(MemoryAccount &account, std::unique_ptr<Keeper> below) : account_(account), below_(std::move(below)) {}

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  void keep(const Place &place, const std::byte *bytes, std::int64_t size) override;
  std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) override;
  void drop(const Place &place) override { below_->drop(place); }
  void clear(Bank bank) noexcept override { below_->clear(bank); }
  void forget() noexcept override { below_->forget(); }
  void set_layout(Bank bank, const Layout &layout) override { below_->set_layout(bank, layout); }
  bool plan_is_bound() const override { return below_->plan_is_bound(); }
  bool is_lossy() const override { return below_->is_lossy(); }
  KeeperStats stats(Bank bank) const override { return below_->stats(bank); }
  ByteRoom byte_room(Bank bank) const override { return below_->byte_room(bank); }
  std::int64_t held_bytes(const Place &place) const override { return below_->held_bytes(place); }
  double largest_error() const override { return below_->largest_error(); }

 private:
  MemoryAccount &account_;
  std::unique_ptr<Keeper> below_;
  std::array<Array<std::uint32_t>, 2> sums_;
};

}  // namespace ebw::storage
