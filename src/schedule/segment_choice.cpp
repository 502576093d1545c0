// SPDX-License-Identifier: MIT
// The search over the number of slots.
#include "schedule/segment_choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "schedule/costs.hpp"
#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"
#include "schedule/segment.hpp"

namespace ebw::schedule {

namespace {

// Saves of states with `slots` of them; where counting takes long, their bound, one per leaf but the last.
double saves_of(std::int64_t blocks, std::int64_t slots) {
  slots = std::min(slots, std::max<std::int64_t>(blocks - 1, 1));
  constexpr double kQuick = 1e5;  // sub-ranges
  const std::int64_t r = repetition(blocks, slots).r;
  if (r > 1 && static_cast<double>(slots) * static_cast<double>(r) > kQuick) return static_cast<double>(blocks - 1);
  return static_cast<double>(fewest_saves(blocks, slots));
}

class Search {
 public:
  Search(std::int64_t steps, const SegmentRoom &room, const SegmentCosts &costs, ReverseKind kind)
      : steps_(steps), room_(room), costs_(costs), kind_(kind) {
    // With fewer slots than this no longer leaf is left to gain.
    most_slots_ = std::min((room.room - room.tape) / room.state, std::max<std::int64_t>(steps - 1, 1));
    if (room.room / room.tape >= steps) keep({steps, 0, segment_cost(steps, steps, 0, costs, kind)});
  }

  SegmentChoice run() {
    if (most_slots_ <= kMostTried) {
      for (std::int64_t s = 1; s <= most_slots_; ++s) consider(s);
      return best_;
    }
    const double ratio = std::pow(static_cast<double>(most_slots_), 1.0 / (0.5 * kMostTried));
    double real = 1.0;
    for (std::int64_t s = 1; s <= most_slots_; real *= ratio, s = std::max(s + 1, static_cast<std::int64_t>(real)))
      consider(s);
    const std::int64_t centre = std::max<std::int64_t>(best_.slots, 1);
    const std::int64_t reach = static_cast<std::int64_t>(static_cast<double>(centre) * (ratio - 1.0)) + 1;
    const std::int64_t low = std::max<std::int64_t>(centre - reach, 1), high = std::min(centre + reach, most_slots_);
    const std::int64_t stride = (high - low) / kMostTried + 1;
    for (std::int64_t s = low; s <= high; s += stride) consider(s);
    return best_;
  }

 private:
  void consider(std::int64_t slots) {
    const std::int64_t leaf = std::min((room_.room - slots * room_.state) / room_.tape, steps_);
    if (leaf < 1) return;
    // The shortest leaf with the same number of leaves does the same work in less room.
    std::array<std::int64_t, 4> lengths{leaf, Segment::even_leaf(steps_, leaf, kind_), leaf, leaf};
    // In kind state_only each leaf saves a forward step, so that more and shorter ones can be better; costs between the
    // two lengths are above those of one of them. So can be two leaves in place of one.
    if (kind_ == ReverseKind::state_only) {
      lengths[2] = Segment::least_leaf(steps_, leaf, slots, kind_);
      lengths[3] = std::max<std::int64_t>(std::min(leaf, steps_ - 1), 1);
    }
    for (const std::int64_t l : lengths) {
      const std::int64_t blocks = Segment::blocks_of(steps_, l, kind_);
      const std::int64_t used = std::min(slots, std::max<std::int64_t>(blocks - 1, 0));
      keep({l, used, segment_cost(steps_, l, used, costs_, kind_)});
    }
  }
  void keep(const SegmentChoice &choice) {
    if (best_.leaf == 0 || choice.cost < best_.cost) best_ = choice;
  }

  std::int64_t steps_, most_slots_;
  SegmentRoom room_;
  SegmentCosts costs_;
  ReverseKind kind_;
  SegmentChoice best_;
};

}  // namespace

SegmentCosts checked_segment_costs(const double *four) {
  static constexpr std::array<const char *, 4> kNames = {"F", "FT", "A", "COPY"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (!is_cost(four[i], i == 0))
      fail(Status::argument, "costs: ", kNames[i], " = ", four[i], ", need a finite number ",
           i == 0 ? "above 0 (1e-100)" : "of at least 0",
           " and at most 1e100; pass the costs of an advance, an advance with its tape, a reverse ",
           "step, a copy of a state");
  return {four[0], four[1], four[2], four[3]};
}

double segment_cost(std::int64_t steps, std::int64_t leaf, std::int64_t slots, const SegmentCosts &costs,
                    ReverseKind kind) {
  const Segment segment(steps, leaf, std::max<std::int64_t>(slots, 1), kind);
  const std::int64_t blocks = segment.leaves()->count;
  double cost = costs.advance * static_cast<double>(segment.plain_advances()) +
                costs.taped * static_cast<double>(segment.kept_tapes()) + costs.reverse * static_cast<double>(steps);
  if (costs.copy > 0.0) cost += costs.copy * (saves_of(blocks, slots) + static_cast<double>(blocks - 1));
  return cost;
}

std::int64_t least_segment_room(std::int64_t steps, const SegmentRoom &room) {
  const __int128 all = static_cast<__int128>(steps) * room.tape;
  const __int128 one = static_cast<__int128>(room.state) + room.tape;
  return require_fit(static_cast<Wide>(std::min(all, one)), "units of room", steps);
}

SegmentChoice choose_segment(std::int64_t steps, const SegmentRoom &room, const SegmentCosts &costs, ReverseKind kind) {
  require_steps(steps);
  for (const auto &[size, what] : {std::pair{room.state, "state"}, std::pair{room.tape, "tape"}})
    if (size < 1) fail(Status::argument, what, " size = ", size, ", need at least 1 unit of room");
  const std::int64_t least = least_segment_room(steps, room);
  if (room.room < least)
    fail(Status::budget, "room = ", room.room, ", need at least ", least, " for ", steps, " steps with a state of ",
         room.state, " and a tape of ", room.tape, "; raise the room to ", least);
  return Search(steps, room, costs, kind).run();
}

}  // namespace ebw::schedule
