// SPDX-License-Identifier: MIT
// Generations of a run: what is written so that another process can go on, and what is read to do so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "executor/live_slots.hpp"
#include "executor/pace.hpp"
#include "executor/room.hpp"
#include "executor/stepper.hpp"
#include "schedule/schedule.hpp"
#include "storage/generations.hpp"

namespace ebw::executor {

struct RecoveryOptions {
  std::string directory;               // empty: no generations
  std::int64_t disk_bytes = 0;         // bound on what lies in it; 0: none
  double seconds = 60.0;               // between generations
  bool every_disk_checkpoint = false;  // one after each state that is saved to a file too
  Fingerprint::Value identity{};       // what the caller adds to tell problems apart
  const storage::FileCalls *calls = &storage::system_file_calls();
};
void check(const RecoveryOptions &options);

// Where a run stands between two actions, or inside one.
struct Standing {
  std::int64_t actions = 0;   // performed whole
  std::uint64_t hash = 0;     // of these
  std::int64_t next = -1;     // the step that is due inside the action that is under way; -1: none is
  std::int64_t position = 0;  // the step whose state the stepper holds; -1: none
  std::int64_t reached = 0;
  std::int64_t next_reverse = 0;
  std::int64_t adjoint = 0;  // 1: there is an adjoint state
  std::int64_t forward_steps = 0, reverse_steps = 0, recomputed = 0, saves = 0, loads = 0, peak_slots = 0;
  std::int64_t disk_saves = 0, disk_loads = 0, peak_disk_slots = 0;
  std::int64_t end = 0;            // steps of the schedule, 0 while it does not know
  std::vector<std::int64_t> rest;  // how the rest was planned again, from which actions count; empty: it was not

  static constexpr std::size_t kNumbers = 17;
  std::vector<std::int64_t> numbers() const;
  static Standing from(const std::vector<std::int64_t> &numbers);
};
std::uint64_t hash_action(std::uint64_t hash, const schedule::Action &action);

// Serves one run, or several in a row (shots): what the finished ones left is the caller's `outer` part of a
// generation, carried along by each later one.
class Recovery {
 public:
  // Opens the directory for the problem of this fingerprint. resume: looks for the newest generation that is whole, and
  // tells the log what it found; else a directory that holds one is refused.
  Recovery(const RecoveryOptions &options, const Fingerprint &problem, bool resume);

  // Whether a generation may leave out checkpoints for want of room.
  bool is_bounded() const { return options_.disk_bytes > 0; }

  // Room for one array at a time, before the run; counted by account().
  void reserve(std::int64_t bytes);
  static std::int64_t buffer_bytes(const Stepper &stepper);
  // Three generations without slots: two, and the one that is being written.
  static std::int64_t least_disk_bytes(const Stepper &stepper);
  // Refuses a bound on the directory that these do not fit beside the states on disk (Status::budget).
  void require_room(const Stepper &stepper) const;
  const MemoryAccount &account() const { return account_; }

  // What the schedule was chosen from; empty where the caller gave it, and where nothing is resumed.
  const std::vector<std::int64_t> &choice() const { return choice_; }
  void set_choice(std::vector<std::int64_t> numbers) { choice_ = std::move(numbers); }
  // What states on disk take of the bound.
  void set_others_bytes(std::int64_t bytes) { others_bytes_ = bytes; }

  // The caller's part.
  const std::vector<std::int64_t> &outer_numbers() const { return outer_numbers_; }
  const std::vector<storage::Part> &outer_parts() const { return outer_parts_; }
  void set_outer(std::vector<std::int64_t> numbers, std::vector<storage::Part> parts);
  storage::Generations &files() { return files_; }

  // ---- For the executor
  // Where the run stood, once: the next run begins at its first action.
  std::optional<Standing> take_standing();
  // Puts state, adjoint, records and slots back as they were; missing slots are computed again by `stepper`, which has
  // started. `told(steps)` is called after each piece of at most chunk() steps.
  template <class Told>
  void restore(const Standing &standing, const LiveSlots &live, Room &store, Stepper &stepper, const Told &told) {
    begin_restore(standing, live, store, stepper);
    while (const std::int64_t steps = restore_piece(store, stepper)) told(steps);
    end_restore(standing, stepper);
  }

  std::int64_t chunk() const { return pace_.chunk(); }
  // A generation is due after `steps` more.
  bool due(std::int64_t steps) { return pace_.add(steps) || disk_saved_; }
  // A state was saved in a slot that keeps files.
  void note_disk_save() { disk_saved_ = options_.every_disk_checkpoint; }
  // A state is about to go from its slot: a file that generations share with it is theirs alone from here on.
  void note_discard(std::int64_t slot);
  void keep(const Standing &standing, const LiveSlots &live, Room &store, Stepper &stepper);
  // A generation without a run under way: between two of them.
  void keep_outer();

  // All is done: nothing is left in the directory.
  void finish() noexcept { files_.clear(); }

  std::int64_t generations() const { return generations_; }
  std::int64_t restored_steps() const { return restored_steps_; }

 private:
  using SlotKey = std::pair<storage::Bank, std::int64_t>;
  struct Missing {
    std::int64_t step;
    storage::Bank bank;
    std::int64_t slot;
  };

  // A state in a slot that lies in the directory too.
  struct Copy {
    storage::Part part;
    bool shared;  // the file is the slot's own
  };
  using Copies = std::map<SlotKey, Copy>;

  // What is found in a generation, and what goes into one before the numbers of a run.
  void take_numbers(const storage::Generation &found);
  std::vector<std::int64_t> head_numbers() const;
  std::span<std::byte> buffer(std::int64_t bytes, const char *what);
  const storage::Part *find(std::uint32_t kind) const;
  Copies copy_slots(const LiveSlots &live, std::int64_t state_bytes, Room &store);
  bool fits(std::int64_t bytes, const Copies &copies) const;
  // Of the arrays of states that the directory holds beside the slots' own files.
  std::int64_t slot_bytes(const Copies &copies) const;
  [[noreturn]] void fail_missing(const char *what) const;
  void begin_restore(const Standing &standing, const LiveSlots &live, Room &store, Stepper &stepper);
  void restore_slot(const storage::Part &part, Room &store, std::int64_t state_bytes);
  std::int64_t restore_piece(Room &store, Stepper &stepper);
  void end_restore(const Standing &standing, Stepper &stepper);

  RecoveryOptions options_;
  storage::Generations files_;
  Pace pace_;
  MemoryAccount account_;
  AlignedBuffer buffer_;
  std::vector<std::int64_t> choice_, outer_numbers_;
  std::vector<storage::Part> outer_parts_;
  std::optional<Standing> standing_;
  std::vector<storage::Part> found_;  // of the run that was under way
  Copies copies_;                     // of the newest generation
  std::int64_t others_bytes_ = 0;
  std::int64_t room_ = 0;                                        // of a bounded directory, for states
  bool disk_saved_ = false;                                      // a generation is due for it
  std::vector<Missing> missing_;                                 // to be computed again, the last one first
  std::vector<std::pair<std::int64_t, std::int64_t>> restored_;  // step and slot of states that were read, ascending
  std::int64_t position_ = 0;                                    // while restoring
  std::int64_t generations_ = 0, restored_steps_ = 0;
};

}  // namespace ebw::executor
