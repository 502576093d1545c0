// SPDX-License-Identifier: MIT
// A schedule: which steps to advance, save, load and reverse, as a stream of actions. Integers only: it knows no time,
// no bytes and no physics.
#pragma once

#include <cstdint>
#include <memory>

#include "base/reverse_kind.hpp"
#include "schedule/action.hpp"
#include "schedule/costs.hpp"

namespace ebw::schedule {

struct Leaves;

// Room in which states and tapes lie side by side: `units` places, of which a state takes state_units and a tape
// tape_units, from the one that its slot names on.
struct SharedRoom {
  std::int64_t units = 0, state_units = 1, tape_units = 1;
};

class Schedule {
 public:
  virtual ~Schedule() = default;

  // The next action; kind `end` when all is done, and again on every later call.
  virtual Action next() = 0;
  // Whether the caller can no longer change what comes next, so that several actions may be taken at once.
  virtual bool decided() const { return true; }
  // Back to the first action; a schedule of unknown length forgets where it was told to end.
  virtual void reset() = 0;
  // The same schedule at its first action, independent of this one and of where this one stands.
  virtual std::unique_ptr<Schedule> fresh() const = 0;

  virtual const char *name() const = 0;
  // 0 while a schedule of unknown length was not told where the loop ends.
  virtual std::int64_t steps() const = 0;
  // What the reverse of a step needs; the propagator must be of this kind if reverses_from_states().
  virtual ReverseKind reverse_kind() const = 0;
  // True when the forward sweep reaches the state at n and an action `turn` follows there.
  virtual bool turns() const { return uses_tapes() || reverse_kind() == ReverseKind::state_only; }
  // True when the stream holds taped actions (7 to 9), which the propagator must be able to serve.
  virtual bool uses_tapes() const { return false; }
  // True when steps are reversed from their states too: the propagator must then be of this schedule's kind.
  virtual bool reverses_from_states() const { return !uses_tapes(); }

  // True when the length is not known before the loop has ended: each run finds its own.
  virtual bool finds_its_end() const { return false; }
  // For those: the loop ends at the state n, which is not behind the last advance. May be called
  // from any thread and while the stream is in use. Until then counts are refused with Status::state.
  virtual void finish(std::int64_t n) {
    fail(Status::unsupported, "finish(", n, "): the schedule '", name(), "' has ", steps(),
         " steps from the start; use online for a loop whose end is not known");
  }

  // Room that the stream needs in the two banks of a store. Slots of states below memory_slots() are memory, those from
  // there to state_slots() - 1 are disk.
  virtual std::int64_t state_slots() const { return uses_tapes() ? 0 : peak_slots(); }
  virtual std::int64_t memory_slots() const { return state_slots(); }
  virtual std::int64_t tape_slots() const { return uses_tapes() ? peak_slots() : 0; }
  // Not 0 units: states and tapes share this room, and these slots are its units.
  virtual SharedRoom shared_room() const { return {}; }
  // The leaves that the steps are cut into, when states stand between leaves only; NULL: they may stand anywhere.
  virtual const Leaves *leaves() const { return nullptr; }

  // Counts of the whole schedule; Status::overflow when one does not fit int64.
  // advances: plain forward steps (in kind state_only also those that keep a tape). taped: forward steps that keep
  // adjoint data in kind fused. saves, loads, peak_slots: states in memory, or tapes when uses_tapes().
  virtual std::int64_t count_advances() const = 0;
  virtual std::int64_t count_taped() const = 0;
  virtual std::int64_t count_saves() const = 0;
  virtual std::int64_t count_loads() const = 0;
  virtual std::int64_t peak_slots() const = 0;
  // States on disk; what is left there when all is done was never discarded.
  virtual std::int64_t count_disk_saves() const { return 0; }
  virtual std::int64_t count_disk_loads() const { return 0; }
  virtual std::int64_t peak_disk_slots() const { return 0; }
  virtual std::int64_t left_on_disk() const { return 0; }
  // All actions that next() gives before `end`.
  virtual std::int64_t count_actions() const = 0;

  // Tables that it is run by, whichever copies share them.
  virtual std::int64_t table_bytes() const { return 0; }

  // What the schedule was made for; without costs of its own the cost is the number of forward steps.
  virtual Costs costs() const { return {}; }
  // uf * forward steps + ub * reverse steps + wd * disk saves + rd * disk loads.
  virtual double cost(const Costs &costs) const {
    return costs.forward * (static_cast<double>(count_advances()) + static_cast<double>(count_taped())) +
           costs.reverse * static_cast<double>(steps()) + costs.disk_save * static_cast<double>(count_disk_saves()) +
           costs.disk_load * static_cast<double>(count_disk_loads());
  }
};

}  // namespace ebw::schedule
