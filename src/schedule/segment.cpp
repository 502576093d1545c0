// SPDX-License-Identifier: MIT
// The stream of segment: that of revolve over leaves, in steps.
#include "schedule/segment.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "schedule/limits.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment_choice.hpp"

namespace ebw::schedule {

namespace {

std::int64_t checked_leaf(std::int64_t steps, std::int64_t leaf) {
  require_steps(steps);
  if (leaf < 1) fail(Status::argument, "leaf = ", leaf, ", need at least 1 step for ", steps, " steps; pass 1 or more");
  return std::min(leaf, steps);
}

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
    : kind_(kind),
      leaves_(Leaves::cut(steps, checked_leaf(steps, leaf), kind)),
      blocks_(std::make_unique<Revolve>(leaves_.count, slots, ReverseKind::fused)) {
  leaves_.short_one = most_advanced(leaves_.count, slots);
  const std::int64_t used = std::max<std::int64_t>(state_slots(), 1);
  short_block_runs_ = static_cast<Wide>(repetition(leaves_.count, used).r);
  block_advances_ = fewest_advances(leaves_.count, used);
}

Segment::Segment(std::int64_t steps, std::int64_t leaf, std::unique_ptr<Schedule> blocks, ReverseKind kind,
                 const Costs &costs)
    : kind_(kind),
      leaves_(Leaves::cut(steps, checked_leaf(steps, leaf), kind)),
      has_disk_(true),
      costs_(costs),
      blocks_(std::move(blocks)) {
  if (blocks_->steps() != leaves_.count || blocks_->reverse_kind() != ReverseKind::fused || blocks_->turns())
    fail(Status::internal, "leaves: ", leaves_.count, ", their schedule has ", blocks_->steps(), " steps");
  block_advances_ = static_cast<Wide>(blocks_->count_advances());
  find_short_block();
}

Segment::Segment(const Segment &other, FreshTag)
    : kind_(other.kind_),
      leaves_(other.leaves_),
      short_block_runs_(other.short_block_runs_),
      block_advances_(other.block_advances_),
      has_disk_(other.has_disk_),
      costs_(other.costs_),
      blocks_(other.blocks_->fresh()) {}

// The first of the blocks that are advanced most often, by a run through the stream, which is short beside its table.
void Segment::find_short_block() {
  std::vector<std::int64_t> change(static_cast<std::size_t>(leaves_.count) + 1);
  const auto stream = blocks_->fresh();
  for (Action a = stream->next(); a.kind != ActionKind::end; a = stream->next()) {
    if (a.kind != ActionKind::advance) continue;
    ++change[static_cast<std::size_t>(a.from)];
    --change[static_cast<std::size_t>(a.to)];
  }
  std::int64_t runs = 0, most = 0;
  for (std::int64_t block = 0; block < leaves_.count; ++block) {
    runs += change[static_cast<std::size_t>(block)];
    if (runs > most) most = runs, leaves_.short_one = block;
  }
  short_block_runs_ = static_cast<Wide>(most);
}

std::int64_t Segment::least_leaf(std::int64_t steps, std::int64_t leaf, std::int64_t slots, ReverseKind kind) {
  const Leaves leaves = Leaves::cut(steps, leaf, kind);
  const Wide most = beta(slots, std::max<std::int64_t>(repetition(leaves.count, slots).r, 1));
  const auto count = static_cast<std::int64_t>(std::min(most, static_cast<Wide>(leaves.chain())));
  return std::max<std::int64_t>((leaves.chain() - 1) / count + 1 - leaves.last_from_state, 1);
}

void Segment::reset() {
  actions_.reset();
  blocks_->reset();
}

std::unique_ptr<Schedule> Segment::fresh() const { return std::unique_ptr<Schedule>(new Segment(*this, FreshTag{})); }

Action Segment::next() {
  return actions_.next(leaves_, [this] { return blocks_->next(); });
}

Wide Segment::plain_advances() const {
  return static_cast<Wide>(leaves_.leaf) * block_advances_ - short_block_runs_ * static_cast<Wide>(leaves_.missing);
}

std::int64_t Segment::count_advances() const {
  const Wide taped = kind_ == ReverseKind::fused ? 0 : static_cast<Wide>(leaves_.all_tapes());
  return require_fit(plain_advances() + taped, "advances", leaves_.steps);
}

std::int64_t Segment::count_saves() const {
  return require_fit(static_cast<Wide>(blocks_->count_saves()) + static_cast<Wide>(leaves_.all_tapes()), "saves",
                     leaves_.steps);
}

std::int64_t Segment::count_loads() const {
  return require_fit(static_cast<Wide>(blocks_->count_loads()) + static_cast<Wide>(leaves_.all_tapes()), "loads",
                     leaves_.steps);
}

// A leaf's reverse becomes two actions, with the turn or the reverse of its last step from a state between them.
std::int64_t Segment::count_actions() const {
  const Wide of_blocks = static_cast<Wide>(blocks_->count_actions());
  const Wide more =
      static_cast<Wide>(leaves_.with_tapes()) + (leaves_.last_from_state ? static_cast<Wide>(leaves_.with_tapes()) : 1);
  return require_fit(of_blocks + more, "actions", leaves_.steps);
}

double Segment::cost(const Costs &c) const {
  if (has_disk_) return Schedule::cost(c);
  return segment_cost(leaves_.steps, leaf(), state_slots(), {c.forward, c.reverse, c.disk_save, c.disk_load}, kind_);
}

}  // namespace ebw::schedule
