// SPDX-License-Identifier: MIT
// Where bytes end up, below a store that stages them: memory, files, the user's callbacks, and layers over one of them
// (codec, checksums). Used by one thread at a time, which may be a background thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "storage/layout.hpp"
#include "storage/store.hpp"

namespace ebw::storage {

// A checkpoint: the step in the slot. For messages as well.
struct Place {
  Bank bank = Bank::state;
  std::int64_t slot = -1, step = -1;
  bool operator==(const Place &) const = default;
};

// "slot 3, step 40".
std::string name_of(const Place &place);

// What a keeper takes at the moment and has moved; of both banks.
struct KeeperStats {
  std::int64_t held_bytes = 0, peak_held_bytes = 0;
  std::int64_t disk_bytes = 0, peak_disk_bytes = 0;
  std::int64_t kept_bytes = 0;  // of all saves, since the last reserve
  std::int64_t disk_saves = 0, disk_loads = 0;

  void hold(std::int64_t change) {
    held_bytes += change;
    if (held_bytes > peak_held_bytes) peak_held_bytes = held_bytes;
    if (change > 0) kept_bytes += change;
  }
};

class Keeper {
 public:
  Keeper() = default;
  virtual ~Keeper() = default;
  Keeper(const Keeper &) = delete;
  Keeper &operator=(const Keeper &) = delete;

  // The memory that it holds beside the bytes that are staged; the most, when plan_is_bound().
  virtual MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const = 0;
  // Drops what the bank holds and makes ready for `slots` checkpoints of at most `slot_bytes`. Refuses what cannot fit.
  virtual void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) = 0;

  // Takes `size` bytes, at most slot_bytes. The slot is empty. After a failure it is empty again and all others are
  // as before; Status::budget when the limit on all slots leaves no room for them.
  virtual void keep(const Place &place, const std::byte *bytes, std::int64_t size) = 0;
  // Gives back what was kept, checked; the number of bytes. `room` is at least what was kept.
  virtual std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) = 0;
  virtual void drop(const Place &place) = 0;
  // Drops all of the bank, as far as that can be done; keeps memory.
  virtual void clear(Bank bank) noexcept = 0;
  // In the child of a fork: lets go of all that is shared with the parent and touches none of it.
  virtual void forget() noexcept {}

  virtual void set_layout(Bank, const Layout &) {}
  virtual bool plan_is_bound() const { return false; }
  virtual bool is_lossy() const { return false; }
  virtual KeeperStats stats(Bank bank) const = 0;
  // As Store says.
  virtual ByteRoom byte_room(Bank) const { return {}; }
  virtual std::int64_t held_bytes(const Place &) const { return 0; }
  // As Store says; of a place that holds something, and of an empty one.
  virtual const BlockFile *file_of(const Place &) const { return nullptr; }
  virtual bool adopt(const Place &, BlockFile &) { return false; }
  virtual bool keeps_files() const { return false; }
  // Largest relative error that a codec has made since the last reserve.
  virtual double largest_error() const { return 0.0; }
};

// The most bytes that all slots of both banks may take together; 0 for none.
class Limit {
 public:
  explicit Limit(std::int64_t bytes) : bytes_(bytes) {}
  std::int64_t bytes() const { return bytes_; }
  // Status::budget, with what is missing.
  void take(const Place &place, std::int64_t bytes);
  void give(std::int64_t bytes) noexcept { used_ -= bytes; }
  // The most that was refused since the last forget().
  std::int64_t refused() const { return refused_; }
  void forget() { refused_ = 0; }

 private:
  std::int64_t bytes_, used_ = 0, refused_ = 0;
};

}  // namespace ebw::storage
