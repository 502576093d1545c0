// SPDX-License-Identifier: MIT
// Revolve over leaves of steps: the tapes of one leaf are kept while it runs and read by one ranged reverse; states
// stand between leaves by the binomial rule, in memory, or in memory and on disk. The last leaf is taped on the first
// sweep. In kind state_only a leaf has one step more than tapes: the last is reversed from its state.
#pragma once

#include <algorithm>
#include <memory>

#include "schedule/binomial.hpp"
#include "schedule/costs.hpp"
#include "schedule/leaves.hpp"
#include "schedule/schedule.hpp"

namespace ebw::schedule {

// The fewest advances of all schedules that hold at most `slots` states and the tapes of one leaf, `leaf` of them: with
// beta and r of binomial.hpp, r steps - leaf beta(slots + 1, r - 1), r the least with steps <= leaf beta(slots, r). In
// kind state_only steps and leaf are one more each, the turn being the last of the chain. All leaves but one have the
// same number of steps; the short one is one that runs most often.
class Segment final : public Schedule {
 public:
  // leaf: most tapes held at once; more than `steps` are not used.
  Segment(std::int64_t steps, std::int64_t leaf, std::int64_t slots, ReverseKind kind);
  // With the states where `blocks` keeps them, a schedule of kind fused with a step per leaf; see blocks_of().
  // costs: F, A, and a state to and from disk.
  Segment(std::int64_t steps, std::int64_t leaf, std::unique_ptr<Schedule> blocks, ReverseKind kind,
          const Costs &costs);

  // The number of leaves with so many tapes.
  static std::int64_t blocks_of(std::int64_t steps, std::int64_t leaf, ReverseKind kind) {
    return Leaves::cut(steps, leaf, kind).count;
  }
  // The fewest tapes with which there are as many leaves, or at most as many repetitions, or one, with so many
  // slots.
  static std::int64_t least_leaf(std::int64_t steps, std::int64_t leaf, std::int64_t slots, ReverseKind kind);
  static std::int64_t even_leaf(std::int64_t steps, std::int64_t leaf, ReverseKind kind) {
    const Leaves leaves = Leaves::cut(steps, leaf, kind);
    return std::max<std::int64_t>((leaves.chain() - 1) / leaves.count + 1 - leaves.last_from_state, 1);
  }

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return has_disk_ ? "segment_disk" : "segment"; }
  std::int64_t steps() const override { return leaves_.steps; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool uses_tapes() const override { return true; }
  bool reverses_from_states() const override { return leaves_.last_from_state && leaves_.count > 1; }
  std::int64_t state_slots() const override { return blocks_->state_slots(); }
  std::int64_t memory_slots() const override { return blocks_->memory_slots(); }
  std::int64_t tape_slots() const override { return leaves_.tapes(); }

  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override { return kind_ == ReverseKind::fused ? leaves_.steps : 0; }
  // States and tapes.
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override;
  std::int64_t peak_slots() const override { return blocks_->peak_slots() + tape_slots(); }
  std::int64_t count_disk_saves() const override { return blocks_->count_disk_saves(); }
  std::int64_t count_disk_loads() const override { return blocks_->count_disk_loads(); }
  std::int64_t peak_disk_slots() const override { return blocks_->peak_disk_slots(); }
  std::int64_t count_actions() const override;

  std::int64_t table_bytes() const override { return blocks_->table_bytes(); }

  // In memory alone its costs are F, FT, A, COPY of segment_choice.hpp, in this order in the places of Costs.
  Costs costs() const override { return has_disk_ ? costs_ : Costs{1.0, 1.0, 0.0, 0.0}; }
  double cost(const Costs &costs) const override;

  const Leaves *leaves() const override { return &leaves_; }
  // Tapes held at once, and all that are kept.
  std::int64_t leaf() const { return leaves_.tapes(); }
  std::int64_t kept_tapes() const { return leaves_.all_tapes(); }
  // Steps that a plain advance takes, in either kind.
  Wide plain_advances() const;

 private:
  struct FreshTag {};

  Segment(const Segment &other, FreshTag);
  void find_short_block();

  ReverseKind kind_;
  Leaves leaves_;
  Wide short_block_runs_ = 0;  // plain advances over the short one
  Wide block_advances_ = 0;    // plain advances, in leaves
  bool has_disk_ = false;
  Costs costs_;
  std::unique_ptr<Schedule> blocks_;
  LeafActions actions_;
};

}  // namespace ebw::schedule
