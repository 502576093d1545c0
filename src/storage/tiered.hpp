// SPDX-License-Identifier: MIT
// Two stores as one: the first slots of states, and all tapes, in the near one, the other slots in the far one.
#pragma once

#include <memory>

#include "storage/store.hpp"

namespace ebw::storage {

class TieredStore final : public Store {
 public:
  // Both count in the account, which outlives them. near_slots: slots 0 .. near_slots-1 are near, unless
  // set_memory_slots() says how many.
  TieredStore(MemoryAccount &account, std::unique_ptr<Store> near, std::unique_ptr<Store> far, std::int64_t near_slots);

  // What one of memory and files in the background would hold for states, without opening a directory.
  static MemoryBytes bytes_with_files(std::int64_t near_slots, std::int64_t far_slots, std::int64_t slot_bytes);
  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;

  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_save(Bank bank, std::int64_t slot) override;
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_load(Bank bank, std::int64_t slot) override;
  void discard(Bank bank, std::int64_t slot) override;
  void expect_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  bool takes_time(Bank bank, std::int64_t slot) const override;
  void clear(Bank bank) noexcept override;

  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const override;
  std::int64_t slot_stride(Bank bank) const override { return bank == Bank::tape ? near_->slot_stride(bank) : 0; }
  void set_memory_slots(std::int64_t slots) override { told_ = slots; }
  void set_layout(Bank bank, const Layout &layout) override;
  bool plan_is_bound() const override { return near_->plan_is_bound() || far_->plan_is_bound(); }
  bool is_lossy() const override { return near_->is_lossy() || far_->is_lossy(); }
  ByteRoom byte_room(Bank bank, std::int64_t slot) override;
  std::int64_t held_bytes(Bank bank, std::int64_t slot, std::int64_t step) override;
  const BlockFile *file_of(Bank bank, std::int64_t slot, std::int64_t step) override;
  bool adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) override;
  bool keeps_files(Bank bank, std::int64_t slot) const override;
  void settle(Bank bank) override;
  StoreStats stats(Bank bank) const override;
  double largest_codec_error() override;
  const MemoryAccount &account() const override { return account_; }

 private:
  // Where a slot lies, and its number there.
  struct Target {
    Store &store;
    std::int64_t slot;
  };
  Target target(Bank bank, std::int64_t slot) const;
  void note_peak(Bank bank);
  std::int64_t near_of(Bank bank, std::int64_t slots) const;

  MemoryAccount &account_;
  std::unique_ptr<Store> near_, far_;
  std::int64_t near_slots_, told_ = -1;
  std::int64_t slots_[2] = {0, 0}, near_of_slots_[2] = {0, 0};  // as reserved
  std::int64_t live_peak_[2] = {0, 0};
};

}  // namespace ebw::storage
