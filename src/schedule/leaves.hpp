// SPDX-License-Identifier: MIT
// Steps cut into leaves, and the actions of a chain of leaves in steps.
#pragma once

#include <cstdint>

#include "schedule/action.hpp"

namespace ebw::schedule {

// `count` leaves of `leaf` steps each, but for one that has `missing` fewer.
struct Leaves {
  std::int64_t steps = 0, leaf = 1, count = 0, missing = 0, short_one = 0;

  std::int64_t begin_of(std::int64_t index) const { return index * leaf - (index > short_one ? missing : 0); }
  // The leaf that begins at `step`, the end of all steps being the leaf behind the last; -1: none does.
  std::int64_t beginning_at(std::int64_t step) const {
    for (std::int64_t index = step / leaf; index <= step / leaf + 1; ++index)
      if (begin_of(index) == step) return index;
    return -1;
  }
};

// Actions of a chain whose steps are leaves become actions in steps: to reverse a leaf is to run it with its tapes and
// to read them, with the turn between the two in the last one.
class LeafActions {
 public:
  void reset() { stage_ = Stage::states; }

  template <class Source>
  Action next(const Leaves &leaves, const Source &source) {
    if (stage_ == Stage::turn) {
      stage_ = Stage::reverse;
      return {ActionKind::turn, leaves.steps, -1, -1};
    }
    if (stage_ == Stage::reverse) {
      stage_ = Stage::states;
      return {ActionKind::reverse, leaves.begin_of(leaf_ + 1) - 1, leaves.begin_of(leaf_), 0};
    }
    Action action = source();
    switch (action.kind) {
      case ActionKind::end: return action;
      case ActionKind::reverse:
        leaf_ = action.from;
        stage_ = leaf_ == leaves.count - 1 ? Stage::turn : Stage::reverse;
        return {ActionKind::advance_taped, leaves.begin_of(leaf_), leaves.begin_of(leaf_ + 1), 0};
      case ActionKind::advance: action.to = leaves.begin_of(action.to); [[fallthrough]];
      default: action.from = leaves.begin_of(action.from); return action;
    }
  }

 private:
  enum class Stage { states, turn, reverse };
  Stage stage_ = Stage::states;
  std::int64_t leaf_ = 0;  // the one that is taped, or reversed next
};

}  // namespace ebw::schedule
