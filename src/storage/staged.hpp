// SPDX-License-Identifier: MIT
// A store over a keeper: one place per bank through which checkpoints go in and out, one at a time.
#pragma once

#include <array>
#include <memory>

#include "base/aligned_buffer.hpp"
#include "storage/keeper/keeper.hpp"
#include "storage/slot_table.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

class StagedStore final : public Store {
 public:
  // The account outlives the store and is the keeper's too.
  StagedStore(MemoryAccount &account, std::unique_ptr<Keeper> keeper) : account_(account), keeper_(std::move(keeper)) {}

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;

  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_save(Bank bank, std::int64_t slot) override;
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_load(Bank bank, std::int64_t slot) override;
  void discard(Bank bank, std::int64_t slot) override;
  void clear(Bank bank) noexcept override;

  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const override {
    return lane(bank).table.holds(slot, step);
  }
  void set_layout(Bank bank, const Layout &layout) override { keeper_->set_layout(bank, layout); }
  bool plan_is_bound() const override { return keeper_->plan_is_bound(); }
  bool is_lossy() const override { return keeper_->is_lossy(); }
  ByteRoom byte_room(Bank bank, std::int64_t) override { return keeper_->byte_room(bank); }
  std::int64_t held_bytes(Bank bank, std::int64_t slot, std::int64_t step) override {
    return keeper_->held_bytes({bank, slot, step});
  }
  const BlockFile *file_of(Bank bank, std::int64_t slot, std::int64_t step) override;
  bool adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) override;
  bool keeps_files(Bank, std::int64_t) const override { return keeper_->keeps_files(); }
  StoreStats stats(Bank bank) const override;
  double largest_codec_error() override { return keeper_->largest_error(); }
  const MemoryAccount &account() const override { return account_; }

 private:
  struct Lane {
    explicit Lane(Bank bank) : table(bank) {}
    SlotTable table;
    AlignedBuffer place;
    std::int64_t used_by = -1;  // the slot whose save or load is begun
  };
  Lane &lane(Bank bank) { return lanes_[static_cast<int>(bank)]; }
  const Lane &lane(Bank bank) const { return lanes_[static_cast<int>(bank)]; }
  void require_free(Bank bank) const;

  MemoryAccount &account_;
  std::unique_ptr<Keeper> keeper_;
  std::array<Lane, 2> lanes_{Lane(Bank::state), Lane(Bank::tape)};
};

// Store::adopt() by a keeper and the table above it.
bool adopt_into(SlotTable &table, Keeper &keeper, const Place &place, BlockFile &file);
// The counts of a table and of the keeper below it, joined.
StoreStats join(const StoreStats &table, const KeeperStats &keeper);
// Bytes of `places` staging places of a bank and of its table, added to what the keeper plans.
MemoryBytes planned_with_places(const Keeper &keeper, Bank bank, std::int64_t slots, std::int64_t slot_bytes,
                                std::int64_t places);

}  // namespace ebw::storage
