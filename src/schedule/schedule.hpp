// SPDX-License-Identifier: MIT
// A schedule: which steps to advance, save, load and reverse, as a stream of actions. Integers only: it knows no time,
// no bytes and no physics.
#pragma once

#include <cstdint>
#include <memory>

#include "base/reverse_kind.hpp"
#include "schedule/action.hpp"

namespace ebw::schedule {

class Schedule {
 public:
  virtual ~Schedule() = default;

  // The next action; kind `end` when all is done, and again on every later call.
  virtual Action next() = 0;
  // Whether the caller can no longer change what comes next, so that several actions may be taken at once.
  virtual bool decided() const { return true; }
  // Back to the first action.
  virtual void reset() = 0;
  // The same schedule at its first action, independent of this one and of where this one stands.
  virtual std::unique_ptr<Schedule> fresh() const = 0;

  virtual const char *name() const = 0;
  virtual std::int64_t steps() const = 0;
  virtual ReverseKind reverse_kind() const = 0;
  // True when the stream holds taped actions (7 to 9), which the propagator must be able to serve.
  virtual bool uses_tapes() const { return false; }
  // Room that the stream needs in the two banks of a store.
  virtual std::int64_t state_slots() const { return uses_tapes() ? 0 : peak_slots(); }
  virtual std::int64_t tape_slots() const { return uses_tapes() ? peak_slots() : 0; }

  // Counts of the whole schedule, found without running it; Status::overflow when one does not fit int64.
  // advances: plain forward steps (in kind state_only also those that keep a tape). taped: forward steps that keep
  // adjoint data in kind fused. saves, loads, peak_slots: states, or tapes when uses_tapes().
  virtual std::int64_t count_advances() const = 0;
  virtual std::int64_t count_taped() const = 0;
  virtual std::int64_t count_saves() const = 0;
  virtual std::int64_t count_loads() const = 0;
  virtual std::int64_t peak_slots() const = 0;
  // All actions that next() gives before `end`.
  virtual std::int64_t count_actions() const = 0;
};

}  // namespace ebw::schedule
