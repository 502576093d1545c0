// SPDX-License-Identifier: MIT
// The stream of segment: that of revolve over leaves, in steps.
#include "schedule/segment.hpp"

#include <algorithm>

#include "schedule/limits.hpp"
#include "schedule/segment_choice.hpp"

namespace ebw::schedule {

namespace {

std::int64_t checked_leaf(std::int64_t steps, std::int64_t leaf) {
  require_steps(steps);
  if (leaf < 1) fail(Status::argument, "leaf = ", leaf, ", need at least 1 step for ", steps, " steps; pass 1 or more");
  return std::min(leaf, steps);
}

std::int64_t blocks_of(std::int64_t steps, std::int64_t leaf) { return (steps - 1) / leaf + 1; }

// A block of the chain that is advanced r times, which no block exceeds: the place of the short leaf, since what it
// lacks is saved as often. While the chain has a part of repetition r that is not spent, the block lies in it.
std::int64_t most_advanced(std::int64_t chain, std::int64_t slots) {
  if (chain == 1) return 0;
  slots = std::min(slots, chain - 1);
  std::int64_t first = 0;
  for (Repetition at = repetition(chain, slots); at.r > 1;) {
    const Split parts = split(chain, slots, at);
    const std::int64_t right = chain - parts.left;
    if (parts.left > 1 && parts.of_left.r == at.r - 1) {
      chain = parts.left;
      at = parts.of_left;
    } else {
      first += parts.left;
      chain = right;
      at = parts.of_right;
      --slots;
    }
  }
  return first;
}

}  // namespace

Segment::Segment(std::int64_t steps, std::int64_t leaf, std::int64_t slots, ReverseKind kind)
    : steps_(steps),
      leaf_(checked_leaf(steps, leaf)),
      kind_(kind),
      n_blocks_(blocks_of(steps, leaf_)),
      missing_(leaf_ - 1 - (steps - 1) % leaf_),
      blocks_(n_blocks_, slots, ReverseKind::fused) {
  short_block_ = most_advanced(n_blocks_, slots);
}

void Segment::reset() {
  stage_ = Stage::states;
  blocks_.reset();
}

std::unique_ptr<Schedule> Segment::fresh() const {
  return std::make_unique<Segment>(steps_, leaf_, std::max<std::int64_t>(state_slots(), 1), kind_);
}

Action Segment::next() {
  if (stage_ == Stage::turn) {
    stage_ = Stage::reverse;
    return {ActionKind::turn, steps_, -1, -1};
  }
  if (stage_ == Stage::reverse) {
    stage_ = Stage::states;
    return {ActionKind::reverse, begin_of(block_ + 1) - 1, begin_of(block_), 0};
  }
  Action action = blocks_.next();
  switch (action.kind) {
    case ActionKind::end: return action;
    case ActionKind::reverse:
      block_ = action.from;
      stage_ = block_ == n_blocks_ - 1 ? Stage::turn : Stage::reverse;
      return {ActionKind::advance_taped, begin_of(block_), begin_of(block_ + 1), 0};
    case ActionKind::advance: action.to = begin_of(action.to); [[fallthrough]];
    default: action.from = begin_of(action.from); return action;
  }
}

Wide Segment::plain_advances() const {
  const std::int64_t slots = std::max<std::int64_t>(state_slots(), 1);
  const Wide all_full = static_cast<Wide>(leaf_) * fewest_advances(n_blocks_, slots);
  return all_full - static_cast<Wide>(repetition(n_blocks_, slots).r) * static_cast<Wide>(missing_);
}

std::int64_t Segment::count_advances() const {
  const Wide taped = kind_ == ReverseKind::fused ? 0 : static_cast<Wide>(steps_);
  return require_fit(plain_advances() + taped, "advances", steps_);
}

std::int64_t Segment::count_saves() const {
  return require_fit(static_cast<Wide>(blocks_.count_saves()) + static_cast<Wide>(steps_), "saves", steps_);
}

std::int64_t Segment::count_loads() const {
  return require_fit(static_cast<Wide>(n_blocks_ - 1) + static_cast<Wide>(steps_), "loads", steps_);
}

// A leaf's reverse becomes two actions; the turn comes once.
std::int64_t Segment::count_actions() const {
  const Wide of_blocks = static_cast<Wide>(blocks_.count_actions());
  return require_fit(of_blocks + static_cast<Wide>(n_blocks_) + 1, "actions", steps_);
}

double Segment::cost(const Costs &c) const {
  return segment_cost(steps_, leaf_, state_slots(), {c.forward, c.reverse, c.disk_save, c.disk_load});
}

}  // namespace ebw::schedule
