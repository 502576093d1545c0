// SPDX-License-Identifier: MIT
// Where checkpoints lie. Bytes only: a store knows neither steps' meaning nor physics.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/memory_account.hpp"
#include "storage/layout.hpp"

namespace ebw::storage {

class BlockFile;

// States and tapes have different sizes and slots of their own.
enum class Bank { state, tape };

// Counts of one bank since it was last reserved.
struct StoreStats {
  std::int64_t saves = 0, loads = 0, discards = 0;
  std::int64_t live_slots = 0, peak_slots = 0;
  std::int64_t raw_bytes = 0, kept_bytes = 0;        // of all saves: as they came, and as they were kept
  std::int64_t held_bytes = 0, peak_held_bytes = 0;  // what live slots take now, compressed, and most at once
  std::int64_t disk_bytes = 0, peak_disk_bytes = 0;  // of which in files, headers included
  std::int64_t disk_saves = 0, disk_loads = 0, prefetched = 0;  // prefetched: loads that found their bytes in memory
};

// The bytes that slots of varying size share.
struct ByteRoom {
  std::int64_t limit = 0;    // all that they may take; 0: no bound, or nothing that hangs on what is saved
  std::int64_t refused = 0;  // the largest checkpoint that did not fit since the last reserve
  std::int64_t most = 0;     // what one takes that does not become smaller
};

class Store {
 public:
  Store() = default;
  virtual ~Store() = default;
  // Buffers report to the account of their store: it stays where it is.
  Store(const Store &) = delete;
  Store &operator=(const Store &) = delete;

  // What reserve() with the same arguments would hold in memory, by name; known before anything is allocated.
  virtual MemoryBytes planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const = 0;

  // Makes room for `slots` places of `slot_bytes` each; keeps memory that is there already when it has just the size
  // that is needed, so that the plan stays true. All slots of the bank are empty afterwards, its counts and the peak of
  // account() begin anew.
  virtual void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) = 0;

  // The place to write the checkpoint of `step` to, then the word that it is complete. A live slot is never
  // overwritten: Status::state.
  virtual std::byte *begin_save(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_save(Bank bank, std::int64_t slot) = 0;
  // The checkpoint of `step` in `slot`; Status::state when the slot holds nothing or another step. Valid until the slot
  // is discarded or end_load.
  virtual const std::byte *begin_load(Bank bank, std::int64_t slot, std::int64_t step) = 0;
  virtual void end_load(Bank bank, std::int64_t slot) = 0;
  virtual void discard(Bank bank, std::int64_t slot) = 0;
  // A hint: of the loads that takes_time() names, that of this checkpoint comes next. May be ignored, and repeated.
  virtual void expect_load(Bank, std::int64_t /*slot*/, std::int64_t /*step*/) {}
  // True when a hint would help the loads of this slot.
  virtual bool takes_time(Bank, std::int64_t /*slot*/) const { return false; }
  // Empties all slots of the bank, also those whose save was never completed; keeps memory and counts.
  virtual void clear(Bank bank) noexcept = 0;

  // True when `slot` holds the complete checkpoint of `step`.
  virtual bool holds(Bank bank, std::int64_t slot, std::int64_t step) const = 0;
  // Bytes from the place of one slot to that of the next, when the places of all slots lie in memory side by side and
  // stay valid until they are discarded; 0 when a place is valid only between a begin and its end, one at a time.
  virtual std::int64_t slot_stride(Bank) const { return 0; }

  // Slots of states from this number on are those that a schedule means for a disk; -1: it means none. A store of tiers
  // follows it from the next reserve() on.
  virtual void set_memory_slots(std::int64_t) {}
  // What the bytes of the bank's checkpoints are; before reserve(), which refuses one that does not fit. Codecs of
  // reals need it, all else ignores it.
  virtual void set_layout(Bank, const Layout &) {}
  // True when planned_bytes() is the most that slots can take, and how much they take depends on what is saved.
  virtual bool plan_is_bound() const { return false; }
  // True when what is loaded may differ from what was saved.
  virtual bool is_lossy() const { return false; }

  // The file that holds this checkpoint and nothing else, as it was saved; NULL when there is none. Waits for its save;
  // valid until the slot is discarded.
  virtual const BlockFile *file_of(Bank, std::int64_t /*slot*/, std::int64_t /*step*/) { return nullptr; }
  // Makes a file that file_of() gave, in this or another process, the checkpoint of an empty slot. False, and nothing
  // has happened, where the slot does not keep its bytes so.
  virtual bool adopt(Bank, std::int64_t /*slot*/, std::int64_t /*step*/, BlockFile & /*file*/) { return false; }
  // True when what is saved in the slot goes to a file.
  virtual bool keeps_files(Bank, std::int64_t /*slot*/) const { return false; }

  // What the slot shares with others; of several banks and slots the same limit is the same room.
  virtual ByteRoom byte_room(Bank, std::int64_t /*slot*/) { return {}; }
  // What the checkpoint in the slot takes of it.
  virtual std::int64_t held_bytes(Bank, std::int64_t /*slot*/, std::int64_t /*step*/) { return 0; }
  // Waits for all saves. Slots whose checkpoints did not fit in their room are empty then; all other errors that were
  // not told yet are thrown.
  virtual void settle(Bank) {}

  virtual StoreStats stats(Bank bank) const = 0;
  // Largest error of a real that a codec has kept since the last reserve, as a part of the largest magnitude in its
  // array; 0 without a lossy codec.
  virtual double largest_codec_error() { return 0.0; }
  virtual const MemoryAccount &account() const = 0;
};

}  // namespace ebw::storage
