// SPDX-License-Identifier: MIT
// Tells a store which slow load comes next, from a copy of the schedule that runs ahead.
#pragma once

#include <cstdint>
#include <memory>

#include "schedule/schedule.hpp"
#include "storage/store.hpp"

namespace ebw::executor {

// The copy is read a few actions per action of the run, so that its cost is bounded also where it has no end that is
// known. Hints only: a schedule that goes another way than its copy loses prefetches, nothing else.
class LookAhead {
 public:
  LookAhead(const schedule::Schedule &schedule, storage::Store &store) : schedule_(schedule), store_(store) {}

  // The run begins after this many actions.
  void skip(std::int64_t actions) { run_at_ = actions; }
  // The run is about to perform this action.
  void before(const schedule::Action &action);

 private:
  enum class Mode { unknown, on, off };

  // Whether the store has slots whose loads take time; known once it is reserved, so not before the first action.
  bool is_worth_it();
  bool is_slow_load(const schedule::Action &action) const;
  void search();

  const schedule::Schedule &schedule_;
  storage::Store &store_;
  Mode mode_ = Mode::unknown;
  std::unique_ptr<schedule::Schedule> ahead_;
  std::int64_t run_at_ = 0, ahead_at_ = 0;  // actions taken
  schedule::Action next_;                   // the slow load that was found; kind `end`: none yet
  bool told_ = false, after_slow_save_ = false;
};

}  // namespace ebw::executor
