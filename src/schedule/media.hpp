// SPDX-License-Identifier: MIT
// Schedules on two media, memory and disk: what a kind decides, what follows from it, and its counts.
#pragma once

#include <cstdint>
#include <vector>

#include "schedule/binomial_sweep.hpp"
#include "schedule/schedule.hpp"
#include "schedule/sweep.hpp"

namespace ebw::schedule {

// Work of a schedule or of parts of it; wide, as the product of many parts.
struct MediaCounts {
  Wide advances = 0, saves = 0, disk_saves = 0, disk_loads = 0;
  std::int64_t peak_slots = 0, peak_disk_slots = 0;

  // `times` ranges of `length` steps whose state is in work, in memory alone with `slots` slots.
  void add_in_memory(std::int64_t length, std::int64_t slots, std::int64_t times);
  // `times` times the work of a part; peaks are the larger ones.
  void add(const MediaCounts &part, Wide times);
};

// Of `chain` steps the number of whole parts of `period` steps that are worth a state on disk, each at `cost_of_whole`;
// the last 1 or more steps are reversed first, in memory alone, at uf per advance. It is the cheapest number.
std::int64_t worthwhile_periods(std::int64_t chain, std::int64_t period, std::int64_t slots, double cost_of_whole,
                                double uf);

// A range of steps whose first state is in work is either reversed in memory alone, by the binomial rule, or its state
// goes to disk, and from there a part of it is skipped; what lies behind is reversed first, the same way, and the
// state is loaded for the part. Disk slots are a stack.
class MediaSchedule : public Schedule {
 public:
  Action next() override;
  void reset() override;

  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return sweep_.kind; }
  bool turns() const override { return sweep_.turns; }
  std::int64_t state_slots() const override;
  std::int64_t memory_slots() const override { return counts_.peak_slots; }

  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override { return sweep_.taped(steps_); }
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override;
  std::int64_t peak_slots() const override { return counts_.peak_slots; }
  std::int64_t count_disk_saves() const override;
  std::int64_t count_disk_loads() const override;
  std::int64_t peak_disk_slots() const override { return counts_.peak_disk_slots; }
  std::int64_t count_actions() const override;

 protected:
  MediaSchedule(std::int64_t steps, std::int64_t slots, Sweep sweep);

  // The state at `position` is in work and `length` >= 2 steps from there are to be reversed; `on_disk` states lie on
  // disk. True: it goes to disk.
  virtual bool goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const = 0;
  // The same with the state on disk too, counted in on_disk: the steps to skip, or 0 to go on in memory alone.
  virtual std::int64_t split(std::int64_t position, std::int64_t length, std::int64_t on_disk) const = 0;

  // For the constructors of the kinds.
  void set_counts(const MediaCounts &counts) { counts_ = counts; }
  const MediaCounts &counts() const { return counts_; }

  std::int64_t slots() const { return slots_; }
  std::int64_t chain() const { return chain_; }
  Sweep sweep() const { return sweep_; }

 private:
  enum class Stage { arrived, in_memory_alone, memory, on_disk, load };

  Action start_memory();
  Action leave_disk();
  Action reverse_or_turn(std::int64_t step);
  std::int64_t disk_slot() const { return counts_.peak_slots + static_cast<std::int64_t>(disk_.size()) - 1; }

  std::int64_t steps_, slots_;
  Sweep sweep_;
  std::int64_t chain_;  // steps to reverse, a turn counted as one
  MediaCounts counts_;

  Stage stage_ = Stage::arrived;
  std::int64_t work_ = 0;           // the state in work
  std::int64_t end_;                // steps from here on are reversed
  std::vector<std::int64_t> disk_;  // positions of the states on disk
  BinomialSweep memory_;
};

}  // namespace ebw::schedule
