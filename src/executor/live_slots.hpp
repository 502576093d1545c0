// SPDX-License-Identifier: MIT
// Which slot holds which step, from the actions alone: what a store must hold wherever a schedule stands.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "schedule/action.hpp"
#include "storage/store.hpp"

namespace ebw::executor {

class LiveSlots {
 public:
  // Bank and slot -> step.
  using Map = std::map<std::pair<storage::Bank, std::int64_t>, std::int64_t>;

  // The action was performed.
  void apply(const schedule::Action &action);
  // The action was performed up to step `next`, which is due.
  void apply_part(const schedule::Action &action, std::int64_t next);

  const Map &slots() const { return slots_; }

 private:
  Map slots_;
};

// What is left of an action that was performed up to step `next`.
schedule::Action rest_of(const schedule::Action &action, std::int64_t next);

}  // namespace ebw::executor
