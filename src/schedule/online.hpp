// SPDX-License-Identifier: MIT
// Checkpointing of a loop whose length is not known: after each step it is decided whether the state there takes a
// slot, and whose.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "schedule/binomial_sweep.hpp"
#include "schedule/rest.hpp"
#include "schedule/schedule.hpp"
#include "schedule/sweep.hpp"

namespace ebw::schedule {

// Fewest advances of ranges, by table while no step is repeated often, as those between checkpoints are.
class RangeCosts {
 public:
  RangeCosts() = default;
  explicit RangeCosts(std::int64_t most_slots);
  std::int64_t of(std::int64_t length, std::int64_t slots) const;

 private:
  static constexpr std::size_t kRepetitions = 6;
  static constexpr std::int64_t kLongest = std::int64_t{1} << 59;  // so many times the repetitions fit
  struct Row {
    // Of repetitions 1, 2, ...: the longest range, and what the advances are less than repetitions times the length.
    std::array<std::int64_t, kRepetitions> longest, saved;
  };
  std::vector<Row> rows_;  // by slots, from 1 on
};

// Fewest advances with two slots of a range that grows by a step at a time.
class GrowingRange {
 public:
  void reach(std::int64_t length);
  Wide advances() const { return advances_; }

 private:
  std::int64_t length_ = 1, repetitions_ = 0, longest_ = 1;
  Wide advances_ = 0;
};

// The checkpoints of a loop that goes on. While slots last, each state takes one. Then the state at k takes the slot of
// the checkpoint without which the loop is cheapest to reverse if it ends at k + 2, provided that this is cheaper than
// to leave all as it is. The ranges between checkpoints are reversed by the binomial rule with the slots that are free
// then, so that costs are sums of closed forms. This is optimal for every end n with n + 1 <= (slots + 1)(slots + 2) /
// 2; beyond, the costs of ends at k + 1 and at k + 2 are added, which keeps the worst end closer to the optimum.
class OnlineCheckpoints {
 public:
  explicit OnlineCheckpoints(std::int64_t slots) : slots_(slots) {}
  // Goes on with these, positions[i] in slot ids[i] and ascending, whose slots are all there are.
  OnlineCheckpoints(std::vector<std::int64_t> positions, std::vector<std::int64_t> ids)
      : slots_(static_cast<std::int64_t>(ids.size())), positions_(std::move(positions)), ids_(std::move(ids)) {
    update(0);
  }

  static constexpr std::int64_t kNone = -1;
  // Where the state at k, the next one after the last, goes: kNone nowhere; else `slot`, which held `dropped` (kNone:
  // it was free). O(1), when a checkpoint is dropped O(slots).
  struct Choice {
    std::int64_t slot, dropped;
  };
  Choice arrive(std::int64_t k);

  const std::vector<std::int64_t> &positions() const { return positions_; }
  const std::vector<std::int64_t> &ids() const { return ids_; }

 private:
  void keep(std::int64_t k, std::int64_t slot);
  void update(std::size_t first, bool one_dropped = false);
  template <class Sum>
  void sum_up(std::size_t first);
  // Whether the end at k + 2 may be looked at alone.
  bool is_exact(std::int64_t k) const {
    return 2 * static_cast<Wide>(k + 3) <= static_cast<Wide>(slots_ + 1) * static_cast<Wide>(slots_ + 2);
  }
  std::int64_t slots_of(std::size_t index) const { return slots_ - static_cast<std::int64_t>(index); }

  std::int64_t slots_;
  std::vector<std::int64_t> positions_, ids_;  // in the order of positions
  // Once all slots are used. Fewest advances of all ranges between checkpoints, and the same without the best one to
  // drop (the last is not counted among these: its range grows) and its index.
  Wide between_ = 0, best_between_ = 0;
  std::size_t best_ = 0;
  Wide before_last_ = 0;  // of all ranges but the last between checkpoints
  struct Range {          // its fewest advances, also with a slot more, and joined to the one before it
    std::int64_t alone = 0, with_one_more = 0, joined = 0;
    // Of all ranges before it; of these and itself without the best checkpoint to drop; the index of that.
    Wide before = 0, best = 0;
    std::size_t least = 0;
  };
  std::vector<Range> ranges_;
  RangeCosts costs_;
  GrowingRange of_last_, of_two_;  // from the last checkpoint, and from the one before it
};

class Online final : public Schedule {
 public:
  // Status::unsupported in kind fused: the loop would have to know its last step before it.
  Online(std::int64_t slots, Sweep sweep);

  Action next() override;
  void reset() override;
  std::unique_ptr<Schedule> fresh() const override;
  bool finds_its_end() const override { return true; }
  void finish(std::int64_t n) override;
  // Before the end is known: slots turned out to be fewer, and the loop goes on from the state at k, which takes none,
  // with the stored states and their slots alone, until the next reset().
  void go_on(std::int64_t k, const std::vector<StoredState> &stored);
  bool decided() const override { return steps() != 0; }

  const char *name() const override { return "online"; }
  std::int64_t steps() const override { return end_.load(std::memory_order_relaxed); }
  ReverseKind reverse_kind() const override { return sweep_.kind; }
  bool turns() const override { return true; }
  std::int64_t state_slots() const override { return given_slots_; }

  // Known once the end is; the first sweep is run through for each, O(n) and O(slots) more per checkpoint dropped.
  std::int64_t count_advances() const override;
  std::int64_t count_taped() const override;
  std::int64_t count_saves() const override;
  std::int64_t count_loads() const override;
  // The slots that it may use while the end is not known.
  std::int64_t peak_slots() const override;
  std::int64_t count_actions() const override;

 private:
  enum class Stage { arrived, save, advance, back };
  struct Counts {
    Wide advances = 0, saves = 0;
  };
  Counts counts() const;
  std::int64_t known_end() const;
  Action turn();

  std::int64_t given_slots_, slots_;
  Sweep sweep_;
  std::atomic<std::int64_t> end_{0};      // 0 while not known
  std::atomic<std::int64_t> reached_{0};  // where the last advance of the first sweep led

  Stage stage_ = Stage::arrived;
  std::int64_t save_slot_ = 0;
  OnlineCheckpoints checkpoints_;
  BinomialSweep back_;
};

}  // namespace ebw::schedule
