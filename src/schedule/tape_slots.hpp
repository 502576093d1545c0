// SPDX-License-Identifier: MIT
// Which tape slot holds the tape of which step, kept as runs: a leaf is one entry, however many tapes it has.
#pragma once

#include <cstdint>
#include <map>

namespace ebw::schedule {

class TapeSlots {
 public:
  static constexpr std::int64_t kNone = -1;

  bool empty() const { return runs_.empty(); }
  std::int64_t count() const { return count_; }
  // The step whose tape the slot holds, or kNone.
  std::int64_t step_of(std::int64_t slot) const;
  // The lowest slot that is in use; there is one.
  std::int64_t first_used() const { return runs_.begin()->first; }

  // The first of `count` slots from `slot` on that is in use, or kNone.
  std::int64_t first_used(std::int64_t slot, std::int64_t count) const;
  // The last of `count` slots from `slot` on that does not hold its step, step, step + 1, ...; or kNone.
  std::int64_t last_other(std::int64_t slot, std::int64_t count, std::int64_t step) const;

  // Slots from `slot` on, which are free, take the tapes of `count` steps from `step` on.
  void fill(std::int64_t slot, std::int64_t count, std::int64_t step);
  // Frees `count` slots from `slot` on, all of which are in use.
  void free(std::int64_t slot, std::int64_t count);

 private:
  struct Run {
    std::int64_t count, step;  // of the first slot
  };
  using Runs = std::map<std::int64_t, Run>;  // by the first slot; neighbours whose steps follow are one

  // The run that holds the slot, or end.
  Runs::const_iterator find(std::int64_t slot) const;

  Runs runs_;
  std::int64_t count_ = 0;
};

}  // namespace ebw::schedule
