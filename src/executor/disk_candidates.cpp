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

// The places that a schedule really uses.
Places used_by(const Schedule &schedule, std::int64_t tapes) {
  const std::int64_t in_memory = std::min(schedule.memory_slots(), schedule.state_slots());
  return {in_memory, tapes, schedule.state_slots() - in_memory};
}

Plan plan_of(const Needs &needs, const char *name, MadeSchedule schedule, std::int64_t tapes = 0,
             std::int64_t interval = 0) {
  Plan plan = with_places(needs, name, used_by(*schedule, tapes));
  plan.interval = interval;
  plan.least_disk_bytes = plan.disk_slots > 0 ? whole_disk_bytes(needs, 1) : 0;
  return weighed(needs, std::move(plan), std::move(schedule));
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
    if (!best || better(plan, *best)) best = std::move(plan);
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
  return best_of(filled(needs, {}, std::min(places, most_of_table(chain, sums))), [&](const Places &room) {
    return plan_of(
        needs, "two_level",
        std::make_shared<schedule::TwoLevel>(needs.steps, room.states, room.on_disk, needs.kind, weights_of(needs)));
  });
}

Plan disk(const Needs &needs) {
  // The least is what the schedule turns out to need, not one state.
  const bool has_room = !needs.has_disk || disk_limit_of(needs) >= storage::file_bytes(needs.state_bytes);
  const std::int64_t places = has_room ? disk_places(needs, "disk") : 0;
  if (chain_of(needs) > kLongestDisk)
    fail(Status::unsupported, "schedule 'disk' of ", needs.steps,
         " steps, the table of its choices is made for at most ", kLongestDisk,
         " by a plan; use async or periodic, which any number of steps can");
  // The marks of states on disk are known when the schedule is.
  for (std::int64_t states = filled(needs, {}, 1).front().states;; --states) {
    Plan plan =
        plan_of(needs, "disk", std::make_shared<schedule::Disk>(needs.steps, states, needs.kind, weights_of(needs)));
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
  return best_of(filled(needs, {}, places), [&](const Places &room) {
    if (schedule::Periodic::sure_period(chain, room.on_disk) > kLongestPeriod)
      fail(Status::budget, "disk_bytes = ", needs.disk_bytes, ", which holds ", room.on_disk, " states, need at least ",
           whole_disk_bytes(needs, least), " for ", needs.steps,
           " steps with schedule 'periodic', whose longest period ", "is ", kLongestPeriod,
           " steps; raise disk_bytes, or use async");
    const auto made = std::make_shared<schedule::Periodic>(needs.steps, room.states, 0, needs.kind,
                                                           disk_costs_of(needs), room.on_disk);
    Plan plan = plan_of(needs, "periodic", made, 0, made->period());
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
    Plan plan = plan_of(needs, "async", schedule, 0, interval);
    // Without a state on disk it is another kind.
    const bool first = !best || (plan.disk_slots > 0 && best->disk_slots == 0);
    if (first || ((plan.disk_slots > 0) == (best->disk_slots > 0) && better(plan, *best))) best = std::move(plan);
  }
  return *best;
}

}  // namespace

Plan async(const Needs &needs) {
  const std::int64_t places = disk_places(needs, "async");
  return best_of(filled(needs, {1, 0, 0, {}}, places), [&](const Places &room) { return async_in(needs, room); });
}

namespace {

// Ways to keep the states between leaves, the cheapest that are quick to find: with all on disk that are of use where
// the disk has room for them, else by a table for so many as there is time for. Tables take all leaves to be of one
// length; among few leaves the short one can make fewer states on disk the better choice. None when there is time for
// none.
std::vector<MadeSchedule> states_of_leaves(const Needs &needs, std::int64_t blocks, const Places &room) {
  constexpr std::int64_t kFew = 16;
  std::optional<Costs> weights = weights_of(needs);
  if (weights) weights->forward *= static_cast<double>(room.tapes);
  const auto limited = [&](std::int64_t on_disk) {
    return std::make_shared<schedule::TwoLevel>(blocks, room.states, on_disk, ReverseKind::fused, weights);
  };
  std::vector<MadeSchedule> ways;
  for (std::int64_t on_disk = 1; blocks <= kFew && on_disk < std::min(blocks - 1, room.on_disk); ++on_disk)
    ways.push_back(limited(on_disk));
  if (blocks <= kLongestDisk) {
    auto all = std::make_shared<schedule::Disk>(blocks, room.states, ReverseKind::fused, weights);
    if (all->peak_disk_slots() <= room.on_disk) {
      ways.push_back(std::move(all));
      return ways;
    }
  }
  const std::int64_t most = most_of_table(blocks, most_sums(needs, Choice::segment_disk) / 4);
  if (most > 0) ways.push_back(limited(std::min(room.on_disk, most)));
  return ways;
}

// Room for the longest leaf beside these states; and where marks of states on disk cost a tape, for fewer of them.
std::vector<Places> with_leaf(const Needs &needs, std::int64_t states, std::int64_t most_on_disk) {
  const auto most_disk = [&](Places places) {
    places.on_disk = largest(1, most_on_disk, [&](std::int64_t on_disk) {
      return fits(needs, {places.states, places.tapes, on_disk});
    });
    return places;
  };
  const auto longest = [&](Places places) {
    places.tapes = largest(1, needs.steps, [&](std::int64_t leaf) {
      return fits(needs, {places.states, leaf, places.on_disk});
    });
    return places;
  };
  const Places disk_first = longest(most_disk({states, 1, 1})), leaf_first = most_disk(longest({states, 1, 1}));
  if (disk_first.tapes == leaf_first.tapes) return {disk_first};
  return {disk_first, leaf_first};
}

// The longest leaf, and the shortest one with as many leaves.
std::optional<Plan> with_states(const Needs &needs, const Places &room) {
  const std::int64_t n = needs.steps, blocks = schedule::Segment::blocks_of(n, room.tapes);
  std::optional<Plan> best;
  for (const MadeSchedule &states : states_of_leaves(needs, blocks, room))
    for (const std::int64_t leaf : {room.tapes, schedule::Segment::blocks_of(n, blocks)}) {
      const auto made = std::make_shared<schedule::Segment>(n, leaf, states->fresh(), needs.kind, disk_costs_of(needs));
      Plan plan = plan_of(needs, "segment_disk", made, leaf, leaf);
      if (!best || better(plan, *best)) best = std::move(plan);
    }
  return best;
}

}  // namespace

Plan segment_disk(const Needs &needs) {
  require_tapes(needs, "segment_disk");
  const std::int64_t places = std::min(disk_places(needs, "segment_disk"), needs.steps);
  const std::int64_t most = largest(0, states_for_all(needs), [&](std::int64_t states) {
    return fits(needs, {states, 1, 1});
  });
  std::optional<Plan> best;
  constexpr std::int64_t kAllTried = 24;
  for (std::int64_t states = 0; states <= most; states += states < kAllTried ? 1 : states / 4)
    for (const Places &room : with_leaf(needs, states, places)) {
      const auto plan = with_states(needs, room);
      if (plan && (!best || better(*plan, *best))) best = plan;
    }
  if (!best)
    fail(Status::unsupported, "schedule 'segment_disk' of ", needs.steps, " steps in leaves of so few as fit ",
         memory_limit_of(needs), " bytes: the table of its choices takes too long; raise memory_bytes, or use async");
  return *best;
}

}  // namespace ebw::executor::detail
