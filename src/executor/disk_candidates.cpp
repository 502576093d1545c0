// SPDX-License-Identifier: MIT
// The kinds that keep states on disk too.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/checked.hpp"
#include "executor/candidates.hpp"
#include "executor/places.hpp"
#include "schedule/async.hpp"
#include "schedule/disk.hpp"
#include "schedule/periodic.hpp"
#include "schedule/segment.hpp"
#include "schedule/two_level.hpp"
#include "storage/keeper/disk.hpp"

namespace ebw::executor::detail {

namespace {

using schedule::Costs;
using schedule::Schedule;
using MadeSchedule = std::shared_ptr<const Schedule>;

// Sums of the tables that a plan makes: some seconds for the one that was asked for, tenths of one beside others. A
// table of n steps and d states on disk takes d n^2 / 2.
double most_sums(const Needs &needs, Choice kind) { return needs.choice == kind ? 2e9 : 3e8; }
// Longest chain of a table for any number of states on disk, and longest period of periodic.
constexpr std::int64_t kLongestDisk = 1'000'000, kLongestPeriod = 30'000;

std::int64_t chain_of(const Needs &needs) { return schedule::Sweep(needs.kind).chain(needs.steps); }

std::optional<Costs> weights_of(const Needs &needs) {
  const Costs costs = disk_costs_of(needs);
  if (costs.disk_save == 0.0 && costs.disk_load == 0.0) return {};
  return Costs{costs.forward, 0.0, costs.disk_save, costs.disk_load};
}

template <class Kind, class... Arguments>
Make maker(Arguments... arguments) {
  return [=]() -> std::unique_ptr<Schedule> { return std::make_unique<Kind>(arguments...); };
}

// The places that a schedule really uses.
Places used_by(const Schedule &schedule, std::int64_t tapes) {
  const std::int64_t in_memory = std::min(schedule.memory_slots(), schedule.state_slots());
  return {in_memory, tapes, schedule.state_slots() - in_memory, {}, schedule.table_bytes()};
}

Plan plan_of(const Needs &needs, const char *name, Make make, MadeSchedule schedule, std::int64_t tapes = 0,
             std::int64_t interval = 0) {
  Plan plan = with_places(needs, name, used_by(*schedule, tapes));
  plan.interval = interval;
  plan.least_disk_bytes = plan.disk_slots > 0 ? whole_disk_bytes(needs, 1) : 0;
  Plan whole = weighed(needs, std::move(plan), std::move(schedule), std::move(make));
  whole.forget_tables();
  return whole;
}

// Bytes of the tables of two_level, and of disk.
std::int64_t two_level_tables(std::int64_t chain, const Places &room) {
  return room.states < chain - 1 ? schedule::MediaTable::bytes_for(chain, room.on_disk) : 0;
}
std::int64_t disk_tables(std::int64_t chain, const Places &room) {
  return room.states < chain - 1 ? schedule::MediaTable::bytes_for(chain, -1) : 0;
}

// States on disk for which a table of this length takes at most so many sums.
std::int64_t most_of_table(std::int64_t length, double sums) {
  const double n = static_cast<double>(length);
  return static_cast<std::int64_t>(std::min(2.0 * sums / n / n, 1e9));
}

// The best plan of those that `made` makes from each room.
template <class Made>
Plan best_of(const std::vector<Places> &rooms, const Made &made) {
  std::optional<Plan> best;
  for (const Places &room : rooms) {
    Plan plan = made(room);
    if (!best || improves(plan, *best)) best = std::move(plan);
  }
  return *best;
}

}  // namespace

Plan two_level(const Needs &needs) {
  const std::int64_t places = disk_places(needs, "two_level"), chain = chain_of(needs);
  const double sums = most_sums(needs, Choice::two_level);
  if (most_of_table(chain, sums) < 1)
    fail(Status::unsupported, "schedule 'two_level' of ", needs.steps,
         " steps, the table of its choices is made for at ", "most ",
         static_cast<std::int64_t>(std::sqrt(2.0 * sums)) - 1,
         " by a plan; use async, periodic or, with tapes, segment_disk, which any number ", "of steps can");
  const auto tables = [&](const Places &room) { return two_level_tables(chain, room); };
  return best_of(filled(needs, {}, std::min(places, most_of_table(chain, sums)), tables), [&](const Places &room) {
    const Make make = maker<schedule::TwoLevel>(needs.steps, room.states, room.on_disk, schedule::Sweep(needs.kind),
                                                weights_of(needs));
    return plan_of(needs, "two_level", make, make());
  });
}

Plan disk(const Needs &needs) {
  // The least is what the schedule turns out to need, not one state.
  const bool has_room = !needs.has_disk || disk_limit_of(needs) >= storage::file_bytes(needs.state_bytes);
  const std::int64_t places = has_room ? disk_places(needs, "disk") : 0;
  const std::int64_t chain = chain_of(needs);
  if (chain > kLongestDisk)
    fail(Status::unsupported, "schedule 'disk' of ", needs.steps,
         " steps, the table of its choices is made for at most ", kLongestDisk,
         " by a plan; use async or periodic, which any number of steps can");
  // The marks of states on disk are known when the schedule is.
  const auto tables = [&](const Places &room) { return disk_tables(chain, room); };
  for (std::int64_t states = filled(needs, {}, 1, tables).front().states;; --states) {
    const Make make = maker<schedule::Disk>(needs.steps, states, schedule::Sweep(needs.kind), weights_of(needs));
    Plan plan = plan_of(needs, "disk", make, make());
    if (plan.total_bytes > plan.memory_limit && states > 0) continue;
    if (plan.disk_slots > places)
      fail(Status::budget, "disk_bytes = ", needs.disk_bytes, " and ", places, " states there, need at least ",
           whole_disk_bytes(needs, plan.disk_slots), " for the ", plan.disk_slots, " of ", needs.steps,
           " steps with schedule 'disk'; raise disk_bytes (and ulimit -n), or use two_level");
    plan.least_disk_bytes = plan.disk_slots > 0 ? whole_disk_bytes(needs, plan.disk_slots) : 0;
    return plan;
  }
}

Plan periodic(const Needs &needs) {
  const std::int64_t places = disk_places(needs, "periodic"), chain = chain_of(needs);
  const std::int64_t least = (chain - 1) / kLongestPeriod + 1;
  const auto tables = [&](const Places &room) {
    const std::int64_t searched =
        std::max(schedule::Periodic::kMostSearched, schedule::Periodic::sure_period(chain, room.on_disk));
    return schedule::MediaTable::bytes_for(std::min(chain, searched), 1);
  };
  return best_of(filled(needs, {}, places, tables), [&](const Places &room) {
    if (schedule::Periodic::sure_period(chain, room.on_disk) > kLongestPeriod)
      fail(Status::budget, "disk_bytes = ", needs.disk_bytes, ", which holds ", room.on_disk, " states, need at least ",
           whole_disk_bytes(needs, least), " for ", needs.steps,
           " steps with schedule 'periodic', whose longest period ", "is ", kLongestPeriod,
           " steps; raise disk_bytes, or use async");
    const auto make = [n = needs.steps, room, kind = needs.kind, costs = disk_costs_of(needs)] {
      return std::make_unique<schedule::Periodic>(n, room.states, 0, kind, costs, room.on_disk);
    };
    std::shared_ptr<const schedule::Periodic> made = make();
    Plan plan = plan_of(needs, "periodic", make, made, 0, made->period());
    if (plan.disk_slots > 0) plan.least_disk_bytes = whole_disk_bytes(needs, least);
    return plan;
  });
}

namespace {

// The interval that hides the transfers best, and others: to wait a little can be cheaper than to advance again.
Plan async_in(const Needs &needs, const Places &room) {
  const std::int64_t chain = chain_of(needs);
  const auto made = [&](std::int64_t interval) {
    return std::make_shared<schedule::Async>(needs.steps, room.states, interval, needs.kind, disk_costs_of(needs));
  };
  const std::int64_t shortest = (chain - 1) / (room.on_disk + 1) + 1;
  std::set<std::int64_t> intervals{std::max(shortest, made(0)->interval())};
  constexpr std::int64_t kAllTried = 256;
  for (std::int64_t i = chain <= kAllTried ? 1 : shortest; i < chain; i += i < kAllTried ? 1 : i / 16)
    intervals.insert(i);
  std::optional<Plan> best;
  for (const std::int64_t interval : intervals) {
    const auto schedule = made(interval);
    if (schedule->peak_disk_slots() > room.on_disk) continue;
    Plan plan = plan_of(needs, "async", {}, schedule, 0, interval);
    // Without a state on disk it is another kind.
    const bool first = !best || (plan.disk_slots > 0 && best->disk_slots == 0);
    if (first || ((plan.disk_slots > 0) == (best->disk_slots > 0) && better(plan, *best))) best = std::move(plan);
  }
  return *best;
}

}  // namespace

Plan async(const Needs &needs) {
  const std::int64_t places = disk_places(needs, "async");
  return best_of(filled(needs, {1, 0, 0, {}}, places, [](const Places &) { return std::int64_t{0}; }),
                 [&](const Places &room) { return async_in(needs, room); });
}

namespace {

// Chosen ways to keep the states between leaves.
struct Way {
  Make make;
  MadeSchedule made;
};

double sums_of_leaves(const Needs &needs) { return most_sums(needs, Choice::segment_disk) / 4; }

// Bytes of the tables for the states between leaves, of the way that takes the least.
std::int64_t leaf_tables(const Needs &needs, const Places &room) {
  const std::int64_t blocks = schedule::Segment::blocks_of(needs.steps, room.tapes, needs.kind);
  return two_level_tables(blocks, {room.states, 0, 1});
}

// Of places with leaves and no room to spare: what their tables take is added.
Places with_tables(const Needs &needs, Places places) {
  places.tables = leaf_tables(needs, places);
  return places;
}

// Ways to keep the states between leaves, the cheapest that are quick to find: with all on disk that are of use where
// the disk has room for them, else by a table for so many as there is time and room for. Tables take all leaves to be
// of one length; among few leaves the short one can make fewer states on disk the better choice. None when there is
// time for none.
std::vector<Way> states_of_leaves(const Needs &needs, std::int64_t blocks, const Places &room) {
  constexpr std::int64_t kFew = 16;
  std::optional<Costs> weights = weights_of(needs);
  if (weights) weights->forward *= static_cast<double>(room.tapes + (needs.kind == ReverseKind::state_only));
  const schedule::Sweep sweep(ReverseKind::fused);
  std::vector<Way> ways;
  const auto add = [&](const Make &make) { ways.push_back({make, make()}); };
  const auto add_limited = [&](std::int64_t on_disk) {
    add(maker<schedule::TwoLevel>(blocks, room.states, on_disk, sweep, weights));
  };
  for (std::int64_t on_disk = 1; blocks <= kFew && on_disk < std::min(blocks - 1, room.on_disk); ++on_disk)
    add_limited(on_disk);
  if (blocks <= kLongestDisk) {
    add(maker<schedule::Disk>(blocks, room.states, sweep, weights));
    if (ways.back().made->peak_disk_slots() <= room.on_disk) return ways;
    ways.pop_back();
  }
  const std::int64_t in_time = std::min(room.on_disk, most_of_table(blocks, sums_of_leaves(needs)));
  if (in_time < 1) return ways;
  add_limited(largest(1, in_time, [&](std::int64_t on_disk) {
    Places places{room.states, room.tapes, on_disk, {}};
    places.tables = two_level_tables(blocks, places);
    return fits(needs, places);
  }));
  return ways;
}

// The leaf with which the least memory is taken: short leaves are few tapes, and many states to choose among.
std::int64_t least_leaf(const Needs &needs, std::int64_t states) {
  const std::int64_t shortest = (needs.steps - 1) / kLongestDisk + 1, tape = place_bytes(needs, {0, 1});
  std::int64_t best = shortest;
  const auto bytes = [&](std::int64_t leaf) { return leaf * tape + leaf_tables(needs, {states, leaf, 1}); };
  std::int64_t least = bytes(best);
  for (std::int64_t leaf = shortest + 1; leaf <= needs.steps && leaf * tape < least; ++leaf)
    if (const std::int64_t here = bytes(leaf); here < least) least = here, best = leaf;
  return best;
}

// Room for the longest leaf beside these states; and where marks of states on disk cost a tape, for fewer of them. Of
// few steps for every leaf.
std::vector<Places> with_leaf(const Needs &needs, std::int64_t states, std::int64_t most_on_disk) {
  const std::int64_t shortest = least_leaf(needs, states);
  constexpr std::int64_t kFew = 16;
  const auto most_disk = [&](Places places) {
    places.on_disk = largest(1, most_on_disk, [&](std::int64_t on_disk) {
      return fits(needs, with_tables(needs, {places.states, places.tapes, on_disk}));
    });
    return places;
  };
  const auto longest = [&](Places places) {
    places.tapes = largest(shortest, needs.steps, [&](std::int64_t leaf) {
      return fits(needs, with_tables(needs, {places.states, leaf, places.on_disk}));
    });
    return places;
  };
  if (needs.steps <= kFew) {
    std::vector<Places> rooms;
    const std::int64_t most = longest({states, shortest, 1}).tapes;
    for (std::int64_t leaf = shortest; leaf <= most; ++leaf) rooms.push_back(most_disk({states, leaf, 1}));
    return rooms;
  }
  const Places disk_first = longest(most_disk({states, shortest, 1}));
  const Places leaf_first = most_disk(longest({states, shortest, 1}));
  if (disk_first.tapes == leaf_first.tapes) return {disk_first};
  return {disk_first, leaf_first};
}

// Tapes of a leaf worth trying: the most; the fewest for as many leaves; and in kind state_only, where each leaf saves
// a forward step, the fewest with which no state is computed twice.
std::set<std::int64_t> leaves_in(const Needs &needs, const Places &room) {
  std::set<std::int64_t> leaves{room.tapes, schedule::Segment::even_leaf(needs.steps, room.tapes, needs.kind)};
  if (needs.kind == ReverseKind::fused) return leaves;
  const std::int64_t most = std::min(room.states + room.on_disk, needs.steps) + 1, chain = needs.steps + 1;
  leaves.insert(std::clamp<std::int64_t>((chain - 1) / most, 1, room.tapes));
  return leaves;
}

std::optional<Plan> with_states(const Needs &needs, const Places &most) {
  const std::int64_t n = needs.steps;
  std::optional<Plan> best;
  for (const std::int64_t leaf : leaves_in(needs, most)) {
    Places room = most;
    room.tapes = leaf;
    for (const Way &states : states_of_leaves(needs, schedule::Segment::blocks_of(n, leaf, needs.kind), room)) {
      const Costs costs = disk_costs_of(needs);
      const Make make = [n, leaf, states = states.make, kind = needs.kind, costs] {
        return std::make_unique<schedule::Segment>(n, leaf, states(), kind, costs);
      };
      const auto made = std::make_shared<schedule::Segment>(n, leaf, states.made->fresh(), needs.kind, costs);
      Plan plan = plan_of(needs, "segment_disk", make, made, made->leaf(), made->leaves()->leaf);
      if (!best || improves(plan, *best)) best = std::move(plan);
    }
  }
  return best;
}

}  // namespace

Plan segment_disk(const Needs &needs) {
  require_tapes(needs, "segment_disk");
  const std::int64_t places = std::min(disk_places(needs, "segment_disk"), needs.steps);
  const std::int64_t most = largest(0, states_for_all(needs), [&](std::int64_t states) {
    return fits(needs, with_tables(needs, {states, least_leaf(needs, states), 1}));
  });
  std::optional<Plan> best;
  constexpr std::int64_t kAllTried = 24;
  for (std::int64_t states = 0; states <= most; states += states < kAllTried ? 1 : states / 4)
    for (const Places &room : with_leaf(needs, states, places)) {
      const auto plan = with_states(needs, room);
      if (plan && (!best || improves(*plan, *best))) best = plan;
    }
  if (!best)
    fail(Status::unsupported, "schedule 'segment_disk' of ", needs.steps, " steps in leaves of so few as fit ",
         memory_limit_of(needs), " bytes: the table of its choices takes too long; raise memory_bytes, or use async");
  return *best;
}

}  // namespace ebw::executor::detail
