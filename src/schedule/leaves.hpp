// SPDX-License-Identifier: MIT
// Steps cut into leaves, and the actions of a chain of leaves in steps.
#pragma once

#include <cstdint>
#include <utility>

#include "base/reverse_kind.hpp"
#include "schedule/action.hpp"

namespace ebw::schedule {

// A chain of steps, cut into `count` leaves of `leaf` each, but for one that has `missing` fewer. In kind state_only
// the turn is the last of the chain, and the last of each leaf is reversed from its state: it keeps no tape, and no
// forward step is taken beyond it.
struct Leaves {
  std::int64_t steps = 0, leaf = 1, count = 0, missing = 0, short_one = 0;
  bool last_from_state = false;

  static Leaves cut(std::int64_t steps, std::int64_t tapes, ReverseKind kind) {
    Leaves leaves;
    leaves.steps = steps;
    leaves.last_from_state = kind == ReverseKind::state_only;
    leaves.leaf = tapes + leaves.last_from_state;
    leaves.count = (leaves.chain() - 1) / leaves.leaf + 1;
    leaves.missing = leaves.leaf - 1 - (leaves.chain() - 1) % leaves.leaf;
    return leaves;
  }

  std::int64_t chain() const { return steps + last_from_state; }
  std::int64_t begin_of(std::int64_t index) const { return index * leaf - (index > short_one ? missing : 0); }
  // The leaf that begins at `step`, the end of the chain being the leaf behind the last; -1: none does.
  std::int64_t beginning_at(std::int64_t step) const {
    for (std::int64_t index = step / leaf; index <= step / leaf + 1; ++index)
      if (begin_of(index) == step) return index;
    return -1;
  }
  // Tapes of the longest leaf, of all leaves, and the leaves that have any.
  std::int64_t tapes() const { return leaf - last_from_state; }
  std::int64_t all_tapes() const { return chain() - (last_from_state ? count : 0); }
  std::int64_t with_tapes() const { return count - (last_from_state && missing > 0 && missing == leaf - 1); }
};

// Actions of a chain whose steps are leaves become actions in steps: to reverse a leaf is to run it with its tapes and
// to read them, with the turn between the two in the last one, and in the others of kind state_only the reverse of the
// step whose state has been reached.
class LeafActions {
 public:
  // last_is_done: of the leaf that is reversed first, its turn or the reverse from its last state.
  void reset(bool last_is_done = false) {
    stage_ = Stage::states;
    last_is_done_ = last_is_done;
  }

  template <class Source>
  Action next(const Leaves &leaves, const Source &source) {
    if (stage_ != Stage::states) return finish_leaf(leaves);
    Action action = source();
    switch (action.kind) {
      case ActionKind::end: return action;
      case ActionKind::reverse: leaf_ = action.from; return run_leaf(leaves);
      case ActionKind::advance: action.to = leaves.begin_of(action.to); [[fallthrough]];
      default: action.from = leaves.begin_of(action.from); return action;
    }
  }

 private:
  enum class Stage { states, last, reverse };

  Action finish_leaf(const Leaves &leaves) {
    const std::int64_t begin = leaves.begin_of(leaf_), end = leaves.begin_of(leaf_ + 1) - leaves.last_from_state;
    if (stage_ == Stage::last) {
      stage_ = end > begin ? Stage::reverse : Stage::states;
      if (leaf_ == leaves.count - 1) return {ActionKind::turn, leaves.steps, -1, -1};
      return {ActionKind::reverse, end, end, -1};
    }
    stage_ = Stage::states;
    return {ActionKind::reverse, end - 1, begin, 0};
  }

  Action run_leaf(const Leaves &leaves) {
    const std::int64_t begin = leaves.begin_of(leaf_), end = leaves.begin_of(leaf_ + 1) - leaves.last_from_state;
    const bool has_last = (leaves.last_from_state || leaf_ == leaves.count - 1) && !std::exchange(last_is_done_, false);
    stage_ = has_last ? Stage::last : Stage::reverse;
    if (end == begin) return next(leaves, [] { return Action{}; });
    return {ActionKind::advance_taped, begin, end, 0};
  }

  Stage stage_ = Stage::states;
  bool last_is_done_ = false;
  std::int64_t leaf_ = 0;  // the one that is taped, or reversed next
};

}  // namespace ebw::schedule
