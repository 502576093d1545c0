// SPDX-License-Identifier: MIT
// Holds each state that is computed again, or loaded, against the one of the first sweep: finds a propagator that is
// not deterministic, or whose load does not give back what its save took.
#pragma once

#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "executor/stepper.hpp"

namespace ebw::executor {

class ReplayCheck {
 public:
  explicit ReplayCheck(Stepper &stepper) : stepper_(stepper) {}

  // What reserve() holds: a hash for every step and one state.
  std::int64_t planned_bytes(std::int64_t steps) const;
  void reserve(std::int64_t steps);
  const MemoryAccount &account() const { return account_; }

  // The stepper holds the state at `step`. Remembers it the first time; Status::corrupt, naming the step, when it
  // differs from then. how: "computed again", "loaded".
  void at(std::int64_t step, const char *how);

 private:
  void grow(std::int64_t count);

  Stepper &stepper_;
  MemoryAccount account_;
  Array<std::uint64_t> hashes_;  // by step; 0: not met yet
  AlignedBuffer state_;
};

}  // namespace ebw::executor
