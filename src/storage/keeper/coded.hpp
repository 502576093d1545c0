// SPDX-License-Identifier: MIT
// A layer that encodes what is kept. What would not become smaller is kept as it is.
#pragma once

#include <array>
#include <memory>

#include "base/aligned_buffer.hpp"
#include "storage/codec/codec.hpp"
#include "storage/keeper/keeper.hpp"

namespace ebw::storage {

class CodedKeeper final : public Keeper {
 public:
  CodedKeeper(MemoryAccount &account, std::unique_ptr<Codec> codec, std::unique_ptr<Keeper> below)
      : account_(account), codec_(std::move(codec)), below_(std::move(below)) {}

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  void keep(const Place &place, const std::byte *bytes, std::int64_t size) override;
  std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) override;
  void drop(const Place &place) override { below_->drop(place); }
  void clear(Bank bank) noexcept override { below_->clear(bank); }
  void forget() noexcept override { below_->forget(); }
  // Taken up by the next reserve(): what is held was encoded with the layout before.
  void set_layout(Bank bank, const Layout &layout) override { lane(bank).given = layout; }
  bool plan_is_bound() const override { return below_->plan_is_bound(); }
  bool is_lossy() const override { return !codec_->is_lossless() || below_->is_lossy(); }
  KeeperStats stats(Bank bank) const override { return below_->stats(bank); }
  ByteRoom byte_room(Bank bank) const override { return below_->byte_room(bank); }
  std::int64_t held_bytes(const Place &place) const override { return below_->held_bytes(place); }
  // What did not become smaller lies there as it came.
  const BlockFile *file_of(const Place &place) const override;
  bool adopt(const Place &place, BlockFile &file) override;
  bool keeps_files() const override { return below_->keeps_files(); }
  double largest_error() const override { return codec_->largest_error(); }

 private:
  struct Lane {
    Layout given, layout;
    AlignedBuffer scratch;
    std::int64_t slot_bytes = 0;
  };
  Lane &lane(Bank bank) { return lanes_[static_cast<int>(bank)]; }
  const Lane &lane(Bank bank) const { return lanes_[static_cast<int>(bank)]; }
  void require_layout_for(Bank bank, std::int64_t slot_bytes) const;

  MemoryAccount &account_;
  std::unique_ptr<Codec> codec_;
  std::unique_ptr<Keeper> below_;
  std::array<Lane, 2> lanes_;
};

}  // namespace ebw::storage
