// SPDX-License-Identifier: MIT
// Revolve over leaves of steps: the tapes of one leaf are kept while it runs and read by one ranged reverse; states
// stand between leaves by the binomial rule. The last leaf is taped on the first sweep.
#pragma once

#include "schedule/revolve.hpp"

namespace ebw::schedule {

// The fewest advances of all schedules that hold at most `slots` states and the tapes of one leaf of at most `leaf`
// steps: with beta and r of binomial.hpp, r steps - leaf beta(slots + 1, r - 1), r the least with
// steps <= leaf beta(slots, r). All leaves but one have `leaf` steps; the short one is one that runs most often.
class Segment final : public Schedule {
 public:
  // leaf: most tapes held at once; more than `steps` are not used. Nothing but the order of actions hangs on `kind`.
  Segment(std::int64_t steps, std::int64_t leaf, std::int64_t slots, ReverseKind kind);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;

  const char *name() const override { return "segment"; }
  std::int64_t steps() const override { return steps_; }
  ReverseKind reverse_kind() const override { return kind_; }
  bool uses_tapes() const override { return true; }
  std::int64_t state_slots() const override { return blocks_.peak_slots(); }
  std::int64_t tape_slots() const override { return leaf_; }

  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override { return kind_ == ReverseKind::fused ? steps_ : 0; }
  // States and tapes.
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override;
  std::int64_t peak_slots() const override { return state_slots() + tape_slots(); }
  std::int64_t count_actions() const override;

  // Its costs are F, FT, A, COPY of segment_choice.hpp, in this order in the places of Costs.
  Costs costs() const override { return {1.0, 1.0, 0.0, 0.0}; }
  double cost(const Costs &costs) const override;

  std::int64_t leaf() const { return leaf_; }
  // Steps that a plain advance takes, in either kind.
  Wide plain_advances() const;

 private:
  enum class Stage { states, turn, reverse };

  std::int64_t begin_of(std::int64_t block) const { return block * leaf_ - (block > short_block_ ? missing_ : 0); }

  std::int64_t steps_, leaf_;
  ReverseKind kind_;
  std::int64_t n_blocks_;
  std::int64_t missing_;      // steps that one leaf is short of `leaf_`
  std::int64_t short_block_;  // which
  Revolve blocks_;

  Stage stage_ = Stage::states;
  std::int64_t block_ = 0;  // the one that is taped, or reversed next
};

}  // namespace ebw::schedule
