// SPDX-License-Identifier: MIT
// A store built from options that may change while it is empty: the layers are put together here and nowhere else.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "storage/keeper/user.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

enum class Medium { memory, disk, tiered, user };

struct StoreOptions {
  Medium medium = Medium::memory;
  std::string directory{};        // disk, tiered
  std::int64_t memory_slots = 0;  // tiered
  // The most that slots may take, compressed bytes counted; 0 for no limit. memory: memory; disk, tiered: disk.
  std::int64_t bytes = 0;
  UserStoreCalls calls{};  // user

  std::string codec = "none";
  double codec_parameter = 0.0;
  bool checksums = false;  // of what lies in memory or at the user's; files have theirs always
};

class ConfiguredStore final : public Store {
 public:
  explicit ConfiguredStore(const StoreOptions &options);
  // Around a store of another make, which reports to the account it is given; its options do not change.
  explicit ConfiguredStore(const std::function<std::unique_ptr<Store>(MemoryAccount &)> &make)
      : inner_(make(account_)) {}

  // Status::state while a slot is live; after a refusal the store is as before. Memory is given back.
  void set_codec(const std::string &name, double parameter);
  void set_checksums(bool checksums);
  // Status::unsupported but for memory.
  void set_limit(std::int64_t bytes);

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override {
    return inner_->planned_bytes(bank, slots, slot_bytes);
  }
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override {
    inner_->reserve(bank, slots, slot_bytes);
  }
  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) override {
    return inner_->begin_save(bank, slot, step);
  }
  void end_save(Bank bank, std::int64_t slot) override { inner_->end_save(bank, slot); }
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) override {
    return inner_->begin_load(bank, slot, step);
  }
  void end_load(Bank bank, std::int64_t slot) override { inner_->end_load(bank, slot); }
  void discard(Bank bank, std::int64_t slot) override { inner_->discard(bank, slot); }
  void expect_load(Bank bank, std::int64_t slot, std::int64_t step) override { inner_->expect_load(bank, slot, step); }
  bool takes_time(Bank bank, std::int64_t slot) const override { return inner_->takes_time(bank, slot); }
  void clear(Bank bank) noexcept override { inner_->clear(bank); }
  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const override { return inner_->holds(bank, slot, step); }
  std::int64_t slot_stride(Bank bank) const override { return inner_->slot_stride(bank); }
  void set_memory_slots(std::int64_t slots) override { inner_->set_memory_slots(slots); }
  void set_layout(Bank bank, const Layout &layout) override;
  bool plan_is_bound() const override { return inner_->plan_is_bound(); }
  bool is_lossy() const override { return inner_->is_lossy(); }
  ByteRoom byte_room(Bank bank, std::int64_t slot) override { return inner_->byte_room(bank, slot); }
  std::int64_t held_bytes(Bank bank, std::int64_t slot, std::int64_t step) override {
    return inner_->held_bytes(bank, slot, step);
  }
  const BlockFile *file_of(Bank bank, std::int64_t slot, std::int64_t step) override {
    return inner_->file_of(bank, slot, step);
  }
  bool adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) override {
    return inner_->adopt(bank, slot, step, file);
  }
  bool keeps_files(Bank bank, std::int64_t slot) const override { return inner_->keeps_files(bank, slot); }
  void settle(Bank bank) override { inner_->settle(bank); }
  StoreStats stats(Bank bank) const override { return inner_->stats(bank); }
  double largest_codec_error() override { return inner_->largest_codec_error(); }
  const MemoryAccount &account() const override { return account_; }

 private:
  void change(const StoreOptions &options);
  std::unique_ptr<Store> build(const StoreOptions &options);

  MemoryAccount account_;  // before the layers, which report to it when they go
  StoreOptions options_;
  Layout layouts_[2];
  std::unique_ptr<Store> inner_;
};

}  // namespace ebw::storage
