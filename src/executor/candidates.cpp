// SPDX-License-Identifier: MIT
// The kinds that keep all in memory, and how any kind is weighed.
#include "executor/candidates.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "base/checked.hpp"
#include "executor/places.hpp"
#include "executor/room.hpp"
#include "schedule/async.hpp"
#include "schedule/fewest_saves.hpp"
#include "schedule/mixed.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"

namespace ebw::executor {

namespace {

using schedule::Schedule;

// Beyond this many bytes no store is planned.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;

struct Counts {
  double plain = 0.0, taped = 0.0, copies = 0.0, disk_saves = 0.0, disk_loads = 0.0;
};

// In kind fused the reverse of a step from its state makes a taped step of its own, and every step is taped once; in
// kind state_only only what is kept is taped. What leaves keep of tapes is written by the step itself, no copy.
Counts counts_of(const Plan &plan, const Schedule &s) {
  const double n = static_cast<double>(plan.steps);
  Counts counts;
  double tapes = 0.0;  // kept
  if (plan.state_units > 0)
    tapes = static_cast<double>(dynamic_cast<const schedule::Mixed &>(s).count_tapes());
  else if (plan.tape_slots > 0)
    tapes = static_cast<double>(dynamic_cast<const schedule::Segment &>(s).kept_tapes());
  counts.taped = plan.kind == ReverseKind::fused ? n : tapes;
  counts.plain = static_cast<double>(plan.forward_steps) - counts.taped;
  counts.copies = static_cast<double>(s.count_saves()) + static_cast<double>(s.count_loads()) - 2.0 * tapes;
  // In a shared room a tape is copied in and out, one step at a time.
  if (plan.state_units > 0)
    counts.copies += 2.0 * tapes * static_cast<double>(plan.tape_units) / static_cast<double>(plan.state_units);
  counts.disk_saves = static_cast<double>(s.count_disk_saves());
  counts.disk_loads = static_cast<double>(s.count_disk_loads());
  return counts;
}

double cost_of(const Needs &needs, const Plan &plan, const Schedule &s) {
  const schedule::SegmentCosts &c = needs.costs;
  const std::string_view name = plan.schedule;
  if (name == "segment" || name == "store_all")
    return schedule::segment_cost(plan.steps, plan.tape_slots, plan.tape_slots < plan.steps ? plan.slots : 0, c,
                                  plan.kind);
  const double reverse = c.reverse * static_cast<double>(plan.steps);
  // Counting saves can take long, and nothing hangs on them then.
  if (c.copy == 0.0 && plan.disk_slots == 0 && plan.state_units == 0 && plan.tape_slots == 0) {
    const double taped = static_cast<double>(s.count_taped());
    return c.advance * (static_cast<double>(plan.forward_steps) - taped) + c.taped * taped + reverse;
  }
  const Counts counts = counts_of(plan, s);
  const schedule::Costs disk = detail::disk_costs_of(needs);
  double cost = c.advance * counts.plain + c.taped * counts.taped + reverse + c.copy * counts.copies;
  if (const auto *async = dynamic_cast<const schedule::Async *>(&s)) return cost + async->shown_transfers(disk);
  return cost + disk.disk_save * counts.disk_saves + disk.disk_load * counts.disk_loads;
}

Plan store_all(const Needs &needs) {
  detail::require_tapes(needs, "store_all");
  const auto bytes = total_with(needs, {0, needs.steps});
  if (!bytes || *bytes > kMostBytes)
    fail(Status::argument, "steps = ", needs.steps, " with tapes of ", needs.tape_bytes,
         " bytes: schedule 'store_all' would hold more than 2^62 bytes; pass fewer steps, or use segment or revolve");
  return detail::weighed(needs, with_places(needs, "store_all", {0, needs.steps}),
                         std::make_shared<schedule::StoreAll>(needs.steps, needs.kind, true));
}

Plan segment(const Needs &needs) {
  detail::require_tapes(needs, "segment");
  const schedule::SegmentRoom sizes{0, place_bytes(needs, {1, 0}), place_bytes(needs, {0, 1})};
  const std::int64_t least = schedule::least_segment_room(needs.steps, sizes);
  const std::int64_t room = std::max(memory_limit_of(needs) - total(needs.fixed), least);
  const schedule::SegmentChoice choice =
      schedule::choose_segment(needs.steps, {room, sizes.state, sizes.tape}, needs.costs, needs.kind);
  return detail::weighed(needs, with_places(needs, "segment", {choice.slots, choice.leaf}),
                         std::make_shared<schedule::Segment>(needs.steps, choice.leaf,
                                                             std::max<std::int64_t>(choice.slots, 1), needs.kind));
}

bool needs_no_state(const Needs &needs) { return needs.steps == 1 && needs.kind == ReverseKind::fused; }

// Advances and copies with this many slots; saves by their bound where counting them takes long.
double revolve_cost(const Needs &needs, std::int64_t slots) {
  const std::int64_t chain = schedule::Sweep(needs.kind).chain(needs.steps);
  slots = std::min(slots, std::max<std::int64_t>(chain - 1, 1));
  constexpr double kQuick = 1e5;  // sub-ranges
  const std::int64_t r = schedule::repetition(chain, slots).r;
  const bool quick = r <= 1 || static_cast<double>(slots) * static_cast<double>(r) <= kQuick;
  const double saves = static_cast<double>(quick ? schedule::fewest_saves(chain, slots) : chain - 1);
  return needs.costs.advance * static_cast<double>(schedule::fewest_advances(chain, slots)) + needs.costs.copy * saves;
}

// More slots are fewer advances, and may be more copies.
std::int64_t best_slots(const Needs &needs, std::int64_t most) {
  if (needs.costs.copy == 0.0) return most;
  constexpr std::int64_t kAllTried = 64;
  std::int64_t best = most;
  double least = revolve_cost(needs, most);
  for (std::int64_t slots = 1; slots < most; slots += slots < kAllTried ? 1 : slots / 8) {
    const double cost = revolve_cost(needs, slots);
    if (cost < least || (cost == least && slots < best)) least = cost, best = slots;
  }
  return best;
}

Plan revolve(const Needs &needs) {
  const std::int64_t most = largest(1, states_for_all(needs), [&](std::int64_t slots) {
    return fits(needs, {slots, 0});
  });
  return revolve_with(needs, best_slots(needs, most));
}

// A room cut so that states and tapes fill their units well, and its work.
struct Cut {
  schedule::SharedRoom room;
  double waste = 0.0, work = 0.0;
};

// Cuts of a state and a tape into at most kMostUnits, the least waste first, each with the units that fit or the least
// that works.
std::vector<Cut> cuts(const Needs &needs) {
  constexpr std::int64_t kMostUnits = 8;
  const std::int64_t chain = schedule::Sweep(needs.kind).chain(needs.steps);
  std::vector<Cut> all;
  for (std::int64_t a = 1; a <= kMostUnits; ++a)
    for (std::int64_t b = 1; b <= kMostUnits; ++b) {
      if (std::gcd(a, b) != 1) continue;
      schedule::SharedRoom room{1, a, b};
      const double unit = static_cast<double>(shared_unit_bytes(room, needs.state_bytes, needs.tape_bytes));
      const std::int64_t all_taped = checked_multiply(chain - 1, b, "units of room");
      const std::int64_t least = std::max<std::int64_t>(std::min(all_taped, a), 1);
      room.units = largest(least, std::max(all_taped, least), [&](std::int64_t units) {
        return fits(needs, {0, 0, 0, {units, a, b}, schedule::MixedTable::bytes_for(chain, units, a, b)});
      });
      const double n = static_cast<double>(chain);
      all.push_back({room,
                     unit * static_cast<double>(a) / static_cast<double>(needs.state_bytes) +
                         unit * static_cast<double>(b) / static_cast<double>(needs.tape_bytes),
                     0.5 * n * n * static_cast<double>(room.units)});
    }
  std::stable_sort(all.begin(), all.end(), [](const Cut &x, const Cut &y) { return x.waste < y.waste; });
  return all;
}

Plan mixed(const Needs &needs) {
  detail::require_tapes(needs, "mixed");
  // Some tenths of a second beside others.
  const double most_work = needs.choice == Choice::mixed ? 1e9 : 1e8;
  if (needs.steps >= schedule::kMixedMostLength)
    fail(Status::unsupported, "schedule 'mixed' of ", needs.steps, " steps, its table serves at most ",
         schedule::kMixedMostLength - 1, "; use segment");
  std::optional<Plan> best;
  double work = 0.0;
  for (const Cut &cut : cuts(needs)) {
    if (work + cut.work > most_work) continue;
    work += cut.work;
    const auto make = [n = needs.steps, room = cut.room, kind = needs.kind] {
      return std::make_unique<schedule::Mixed>(n, room.units, room.state_units, room.tape_units, kind);
    };
    const std::shared_ptr<const Schedule> made = make();
    // A chain of one step keeps nothing.
    const schedule::SharedRoom used{std::max<std::int64_t>(made->shared_room().units, 0), cut.room.state_units,
                                    cut.room.tape_units};
    Plan plan = detail::weighed(needs, with_places(needs, "mixed", {0, 0, 0, used, made->table_bytes()}), made, make);
    plan.state_units = used.state_units;
    plan.tape_units = used.tape_units;
    // Of two plans at most one has tables at a time.
    plan.forget_tables();
    if (!best || improves(plan, *best)) best = std::move(plan);
  }
  if (!best)
    fail(Status::unsupported, "schedule 'mixed' of ", needs.steps, " steps in ", memory_limit_of(needs),
         " bytes: its table would take more than ", most_work,
         " decisions (steps^2 * units / 2), the most that a plan makes; use segment, or create it by its own function");
  return *best;
}

}  // namespace

namespace detail {

void require_tapes(const Needs &needs, const char *schedule) {
  if (needs.tape_bytes == 0)
    fail(Status::unsupported, "schedule '", schedule, "' keeps tapes and this propagator has none; use revolve");
}

// A disk moves some 2 GB/s, memory 45 GB/s.
schedule::Costs disk_costs_of(const Needs &needs) {
  constexpr double kDiskOverMemory = 25.0;
  const double copy = kDiskOverMemory * needs.costs.copy;
  return {needs.costs.advance, needs.costs.reverse, needs.disk_save >= 0.0 ? needs.disk_save : copy,
          needs.disk_load >= 0.0 ? needs.disk_load : copy};
}

Plan weighed(const Needs &needs, Plan plan, std::shared_ptr<const Schedule> schedule, Make make) {
  if (!make && schedule->table_bytes() > 0)
    fail(Status::internal, "the plan of '", schedule->name(), "' would keep its tables for ever");
  plan.forward_steps = checked_add(schedule->count_advances(), schedule->count_taped(), "forward steps");
  plan.recomputed = plan.forward_steps - plan.steps;
  if (plan.disk_slots > 0) {
    plan.disk_saves = schedule->count_disk_saves();
    plan.disk_loads = schedule->count_disk_loads();
  }
  plan.cost = cost_of(needs, plan, *schedule);
  plan.seconds = needs.costs_in_seconds ? plan.cost : 0.0;
  plan.make = make ? std::move(make) : [schedule] { return schedule->fresh(); };
  plan.made = std::move(schedule);
  return plan;
}

}  // namespace detail

bool better(const Plan &a, const Plan &b) {
  const auto key = [](const Plan &p) {
    return std::make_tuple(p.cost, p.forward_steps,
                           static_cast<double>(p.total_bytes) + static_cast<double>(p.disk_bytes));
  };
  return key(a) < key(b);
}

Plan revolve_with(const Needs &needs, std::int64_t slots) {
  slots = std::min(slots, states_for_all(needs));
  return detail::weighed(
      needs, with_places(needs, "revolve", {needs_no_state(needs) ? 0 : slots, 0}),
      std::make_shared<schedule::Revolve>(needs.steps, std::max<std::int64_t>(slots, 1), needs.kind));
}

std::int64_t least_of_revolve(const Needs &needs) {
  return with_places(needs, "", {needs_no_state(needs) ? 0 : std::int64_t{1}, 0}).total_bytes;
}

Plan candidate(const Needs &needs, Choice kind) {
  switch (kind) {
    case Choice::store_all: return store_all(needs);
    case Choice::segment: return segment(needs);
    case Choice::mixed: return mixed(needs);
    case Choice::two_level: return detail::two_level(needs);
    case Choice::disk: return detail::disk(needs);
    case Choice::periodic: return detail::periodic(needs);
    case Choice::async: return detail::async(needs);
    case Choice::segment_disk: return detail::segment_disk(needs);
    case Choice::revolve:
    case Choice::rule:
    case Choice::automatic: break;
  }
  return revolve(needs);
}

}  // namespace ebw::executor
