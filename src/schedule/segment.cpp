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

// The least count in (low, high] for which `reached` holds, which it does from there on.
template <class Reached>
std::int64_t least(std::int64_t low, std::int64_t high, const Reached &reached) {
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (reached(middle) ? high : low) = middle;
  }
  return high;
}

// A block of the chain that is advanced r times, which no block exceeds: the place of the short leaf, since what it
// lacks is saved as often. While the chain has a part of repetition r that is not spent, the block lies in it.
// Splits of one side in a row are taken at once, as there may be r or s of them. With x = length - beta(s, r-1) a split
// goes right (see split() in binomial.hpp) while x <= beta(s-2, r-1), and leaves x as it is; k splits to the left take
// beta(s-1, r-1) - beta(s-1, r-1-k) from x.
std::int64_t most_advanced(std::int64_t chain, std::int64_t slots) {
  for (std::int64_t first = 0;;) {
    slots = std::min(slots, chain - 1);
    const Repetition at = repetition(chain, slots);
    if (at.r <= 1) return first;
    const Wide x = static_cast<Wide>(chain - at.below);
    if (x <= beta(slots - 2, at.r - 1)) {
      const std::int64_t right = least(0, slots - 1, [&](std::int64_t j) { return x > beta(slots - j - 2, at.r - 1); });
      const auto passed = static_cast<std::int64_t>(beta(slots, at.r - 1) - beta(slots - right, at.r - 1));
      first += passed;
      chain -= passed;
      slots -= right;
      continue;
    }
    const Wide all = beta(slots - 1, at.r - 1);
    if (x >= all) return first;  // to the left until nothing is repeated
    const std::int64_t left =
        least(0, at.r - 1, [&](std::int64_t k) { return beta(slots - 1, at.r - 2 - k) + x <= all; });
    chain = static_cast<std::int64_t>(beta(slots, at.r - left - 1) + x + beta(slots - 1, at.r - 1 - left) - all);
  }
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
