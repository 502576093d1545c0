// SPDX-License-Identifier: MIT
// A store over a keeper whose work is done by a thread in the background: a save hands its buffer over, a load waits
// only when its bytes are not there yet. Two buffers per bank; a buffer keeps what it holds until it is needed.
#pragma once

#include <sys/types.h>

#include <array>
#include <exception>
#include <memory>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "storage/keeper/keeper.hpp"
#include "storage/slot_table.hpp"
#include "storage/store.hpp"
#include "storage/worker.hpp"

namespace ebw::storage {

// An error of the background comes out of the next call that can carry one, with its own status; the slot whose save
// failed is empty then. In the child of a fork the store is empty until it is reserved.
class BackgroundStore final : public Store {
 public:
  static constexpr int kBuffers = 2;

  // The account outlives the store and is the keeper's too.
  BackgroundStore(MemoryAccount &account, std::unique_ptr<Keeper> keeper);
  ~BackgroundStore() override;

  MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const override;
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;

  std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_save(Bank bank, std::int64_t slot) override;
  const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  void end_load(Bank bank, std::int64_t slot) override;
  void discard(Bank bank, std::int64_t slot) override;
  void expect_load(Bank bank, std::int64_t slot, std::int64_t step) override;
  bool takes_time(Bank, std::int64_t) const override { return true; }
  void clear(Bank bank) noexcept override;

  bool holds(Bank bank, std::int64_t slot, std::int64_t step) const override {
    return lane(bank).table.holds(slot, step);
  }
  void set_layout(Bank bank, const Layout &layout) override;
  bool plan_is_bound() const override { return keeper_->plan_is_bound(); }
  bool is_lossy() const override { return keeper_->is_lossy(); }
  ByteRoom byte_room(Bank bank, std::int64_t slot) override;
  std::int64_t held_bytes(Bank bank, std::int64_t slot, std::int64_t step) override;
  const BlockFile *file_of(Bank bank, std::int64_t slot, std::int64_t step) override;
  bool adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) override;
  bool keeps_files(Bank, std::int64_t) const override { return keeper_->keeps_files(); }
  void settle(Bank bank) override;
  StoreStats stats(Bank bank) const override;
  double largest_codec_error() override;
  const MemoryAccount &account() const override { return account_; }

 private:
  struct Buffer {
    AlignedBuffer bytes;
    Place place;               // what it holds, comes to hold or is written from; slot -1: nothing
    bool open = false;         // between a begin and its end: the caller's
    bool busy = false;         // a job reads or fills it
    bool expected = false;     // its load was announced and has not come
    std::exception_ptr error;  // of the job that was to fill it
  };
  struct Failure {
    Place place;
    std::exception_ptr error;
  };
  struct Lane {
    explicit Lane(Bank bank) : table(bank) {}
    void empty() noexcept;

    SlotTable table;
    std::array<Buffer, kBuffers> buffers;
    int last_used = 0;
    Place wanted;                   // announced, and no buffer was free; slot -1: nothing
    std::vector<Failure> failures;  // of saves and discards, not told yet
    KeeperStats kept;               // the keeper's counts after the last job
  };
  using Lock = std::unique_lock<std::mutex>;

  Lane &lane(Bank bank) { return lanes_[static_cast<int>(bank)]; }
  const Lane &lane(Bank bank) const { return lanes_[static_cast<int>(bank)]; }
  void start();
  // Lets go of the parent's thread when this process is a child.
  void notice_fork() noexcept;
  void wait_idle(Lock &lock) {
    while (!worker_->idle()) worker_->wait(lock);
  }
  // The failures that were not told: their slots are empty afterwards. The gravest of them, NULL when there is none.
  std::exception_ptr take_failures(Lane &lane, const Lock &);
  void report(Lane &lane, const Lock &lock) {
    if (const std::exception_ptr error = take_failures(lane, lock)) std::rethrow_exception(error);
  }
  Buffer *find(Lane &lane, const Place &place);
  // A buffer for something else; waits for one. NULL only when `may_wait` is false and none is free.
  Buffer *free_buffer(Lane &lane, Lock &lock, bool may_wait);
  // Begins to read what was announced, once a buffer is free. Called by the worker too.
  void prefetch(Lane &lane, Lock &lock);
  // Has a buffer filled with a checkpoint.
  void fill(Lane &lane, Buffer &buffer, const Place &place, const Lock &);
  // Has `work` done on the keeper; what it throws is told by report().
  template <class Work>
  void add_job(Lane &lane, const Place &place, Buffer *buffer, const Work &work);

  MemoryAccount &account_;
  std::unique_ptr<Keeper> keeper_;
  std::unique_ptr<Worker> worker_;  // there once something was reserved
  pid_t process_;
  std::array<Lane, 2> lanes_{Lane(Bank::state), Lane(Bank::tape)};
};

}  // namespace ebw::storage
