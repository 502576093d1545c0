// SPDX-License-Identifier: MIT
// The planner against all schedules of small loops: none that fits both places is cheaper, what a plan says is what its
// schedule does, and the least that a refusal names is the least.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "executor/places.hpp"
#include "executor/planner.hpp"
#include "executor/room.hpp"
#include "schedule/async.hpp"
#include "schedule/checker.hpp"
#include "schedule/disk.hpp"
#include "schedule/mixed.hpp"
#include "schedule/periodic.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "schedule/two_level.hpp"
#include "storage/keeper/disk.hpp"

// After our headers, as it makes a macro of the word `fail`.
#include "expect.hpp"

namespace {

using namespace ebw;
using namespace ebw::executor;
using schedule::Action;
using schedule::ActionKind;
using schedule::Schedule;
using validation::expect_refused;

// As fail_msg, whose inside would be ebw::fail.
template <class... Parts>
void failed(const Parts &...parts) {
  print_error("%s\n", text(parts...).c_str());
  _fail(__FILE__, __LINE__);
}

constexpr ReverseKind kKinds[] = {ReverseKind::fused, ReverseKind::state_only};
constexpr Choice kAll[] = {Choice::store_all, Choice::segment,  Choice::revolve, Choice::mixed,       Choice::two_level,
                           Choice::disk,      Choice::periodic, Choice::async,   Choice::segment_disk};

struct Prices {
  schedule::SegmentCosts steps;
  double save, load;
};
const Prices kPrices[] = {
    {{1.0, 1.0, 0.0, 0.0}, 0.0, 0.0},    // steps alone
    {{1.0, 1.25, 1.5, 0.0}, 3.0, 2.0},   // a disk that costs some steps
    {{1.0, 1.0, 2.0, 0.0}, 0.25, 0.25},  // one that hides behind a step
};

Needs needs_of(std::int64_t steps, ReverseKind kind, const Prices &prices) {
  Needs needs;
  needs.steps = steps;
  needs.kind = kind;
  needs.state_bytes = 500;
  needs.tape_bytes = 180;
  needs.has_disk = needs.shared_room = true;
  needs.costs = prices.steps;
  needs.disk_save = prices.save;
  needs.disk_load = prices.load;
  needs.choice = Choice::automatic;
  needs.memory_bytes = kUnbounded / 2;
  return needs;
}

// What a stream really does, action by action.
struct Walk {
  std::int64_t plain = 0, taped = 0, copies = 0, disk_saves = 0, disk_loads = 0;
  std::int64_t states = 0, tapes = 0, on_disk = 0;  // most at once; of a shared room units
};

Walk walked(const Schedule &schedule) {
  const auto stream = schedule.fresh();
  const std::int64_t memory = schedule.memory_slots();
  const schedule::SharedRoom room = schedule.shared_room();
  Walk walk;
  std::int64_t states = 0, on_disk = 0;
  bool last_was_tape = false;
  std::vector<std::int64_t> size_at(static_cast<std::size_t>(std::max<std::int64_t>(room.units, 1)), 1);
  for (Action a = stream->next(); a.kind != ActionKind::end; a = stream->next()) {
    const bool disk = room.units == 0 && a.slot >= memory;
    const auto enter = [&](std::int64_t units) {
      if (room.units > 0) size_at[static_cast<std::size_t>(a.slot)] = units;
      (disk ? on_disk : states) += units;
      walk.states = std::max(walk.states, states);
      walk.on_disk = std::max(walk.on_disk, on_disk);
    };
    switch (a.kind) {
      case ActionKind::advance: walk.plain += a.to - a.from; break;
      case ActionKind::advance_taped:
        walk.taped += a.to - a.from;
        if (a.slot >= 0) walk.tapes = std::max(walk.tapes, a.slot + a.to - a.from);
        break;
      case ActionKind::save:
        disk ? ++walk.disk_saves : ++walk.copies;
        enter(room.units > 0 ? room.state_units : 1);
        break;
      case ActionKind::load: disk ? ++walk.disk_loads : ++walk.copies; break;
      case ActionKind::save_tape: enter(room.tape_units); break;
      case ActionKind::load_tape: last_was_tape = true; break;
      case ActionKind::discard:
        (disk ? on_disk : states) -= room.units > 0 ? size_at[static_cast<std::size_t>(a.slot)] : 1;
        break;
      case ActionKind::reverse:
        // From its state a step of kind fused is run once more, with its tape.
        if (a.slot < 0 && !last_was_tape && schedule.reverse_kind() == ReverseKind::fused) ++walk.taped;
        last_was_tape = false;
        break;
      default: break;
    }
  }
  return walk;
}

double cost_of(const Needs &needs, const Schedule &schedule, const Walk &walk) {
  const auto real = [](std::int64_t count) { return static_cast<double>(count); };
  const schedule::SegmentCosts &c = needs.costs;
  const double cost = c.advance * real(walk.plain) + c.taped * real(walk.taped) + c.reverse * real(needs.steps) +
                      c.copy * real(walk.copies);
  if (const auto *async = dynamic_cast<const schedule::Async *>(&schedule))
    return cost + async->shown_transfers({c.advance, c.reverse, needs.disk_save, needs.disk_load});
  return cost + needs.disk_save * real(walk.disk_saves) + needs.disk_load * real(walk.disk_loads);
}

// A schedule that could be run, and what it takes.
struct Item {
  Choice kind;
  std::string what;
  std::int64_t memory = 0, disk = 0;
  double cost = 0.0;
};

class Catalogue {
 public:
  explicit Catalogue(const Needs &needs) : needs_(needs) {
    const std::int64_t n = needs.steps, all = n + 1;
    const auto kind = needs.kind;
    const bool free_disk = needs.disk_save == 0.0 && needs.disk_load == 0.0;
    const schedule::Costs costs{needs.costs.advance, needs.costs.reverse, needs.disk_save, needs.disk_load};
    const auto weights = free_disk ? std::nullopt : std::optional(costs);
    add(Choice::store_all, "", schedule::StoreAll(n, kind, true), n);
    for (std::int64_t s = 1; s <= all; ++s) {
      add(Choice::revolve, text(s), schedule::Revolve(n, s, kind));
      for (std::int64_t leaf = 1; leaf <= n; ++leaf)
        add(Choice::segment, text(leaf, " ", s), schedule::Segment(n, leaf, s, kind), leaf);
      for (std::int64_t interval = 1; interval <= all; ++interval)
        add(Choice::async, text(s, " every ", interval), schedule::Async(n, s, interval, kind, costs));
    }
    for (std::int64_t s = 0; s <= all; ++s) {
      add(Choice::disk, text(s), schedule::Disk(n, s, kind, weights));
      for (std::int64_t p = 1; p <= all; ++p)
        add(Choice::periodic, text(s, " every ", p), schedule::Periodic(n, s, p, kind, costs));
      for (std::int64_t d = 1; d <= all; ++d) {
        add(Choice::two_level, text(s, "+", d), schedule::TwoLevel(n, s, d, kind, weights));
        for (std::int64_t leaf = 1; leaf <= n; ++leaf) {
          auto scaled = weights;
          if (scaled) scaled->forward *= static_cast<double>(leaf + (kind == ReverseKind::state_only));
          add(Choice::segment_disk, text(leaf, " ", s, "+", d),
              schedule::Segment(n, leaf,
                                std::make_unique<schedule::TwoLevel>(schedule::Segment::blocks_of(n, leaf, kind), s, d,
                                                                     ReverseKind::fused, scaled),
                                kind, costs),
              leaf);
        }
      }
    }
    for (std::int64_t a = 1; a <= 8; ++a)
      for (std::int64_t b = 1; b <= 8; ++b)
        for (std::int64_t units = a; std::gcd(a, b) == 1 && units <= n * b; ++units)
          add(Choice::mixed, text(units, " of ", a, ",", b), schedule::Mixed(n, units, a, b, kind));
  }

  // The cheapest that fits, of one kind or of all; NULL when none does.
  const Item *cheapest(std::int64_t memory, std::int64_t disk, Choice kind) const {
    const Item *best = nullptr;
    for (const Item &item : items_)
      if (item.memory <= memory && item.disk <= disk && (kind == Choice::automatic || item.kind == kind))
        if (!best || item.cost < best->cost) best = &item;
    return best;
  }

 private:
  void add(Choice kind, const std::string &what, const Schedule &schedule, std::int64_t tapes = 0) {
    const std::int64_t memory = std::min(schedule.memory_slots(), schedule.state_slots());
    Places places{memory, tapes, schedule.state_slots() - memory, {}, schedule.table_bytes()};
    if (schedule.shared_room().units > 0) places = {0, 0, 0, schedule.shared_room(), schedule.table_bytes()};
    // The planner's own looks for its period among all of them.
    if (kind == Choice::periodic)
      places.tables = schedule::MediaTable::bytes_for(schedule::Sweep(needs_.kind).chain(needs_.steps), 1);
    const Plan plan = with_places(needs_, "", places);
    // Of a kind that is on disk only what lies there is listed; else it is another kind.
    if (kind >= Choice::two_level && plan.disk_slots == 0) return;
    items_.push_back({kind, text(name_of(kind), " ", what), plan.total_bytes, plan.disk_bytes,
                      cost_of(needs_, schedule, walked(schedule))});
  }

  Needs needs_;
  std::vector<Item> items_;
};

constexpr double kRounding = 1e-12;  // of sums of some ten terms

void assert_true_to_its_schedule(const Needs &needs, const Plan &plan) {
  const auto schedule = schedule_of(plan);
  const Walk walk = walked(*schedule);
  schedule::check(*schedule_of(plan));
  assert_int_equal(plan.bytes[static_cast<int>(MemoryUse::schedule_tables)], schedule->table_bytes());
  assert_int_equal(plan.forward_steps, walk.plain + walk.taped);
  assert_int_equal(plan.disk_slots, walk.on_disk);
  assert_int_equal(plan.disk_saves, walk.disk_saves);
  assert_int_equal(plan.disk_loads, walk.disk_loads);
  assert_int_equal(plan.disk_bytes, plan.disk_slots * storage::file_bytes(needs.state_bytes));
  if (plan.schedule == "store_all") assert_int_equal(plan.slots, walk.tapes);
  if (plan.schedule == "store_all" || plan.schedule.starts_with("segment"))
    assert_int_equal(plan.tape_slots, walk.tapes);
  if (plan.schedule != "store_all" && (plan.tape_slots < plan.steps || plan.tape_slots == 0))
    assert_int_equal(plan.slots, walk.states);
  const double cost = cost_of(needs, *schedule, walk);
  if (!(std::abs(plan.cost - cost) <= kRounding * (1.0 + cost)))
    failed(plan.schedule, ": cost ", plan.cost, ", its schedule ", cost);
}

// Bounds worth trying: around what each item needs.
std::vector<std::int64_t> memory_bounds(const Needs &needs) {
  std::vector<std::int64_t> bounds;
  const std::int64_t state = place_bytes(needs, {1, 0}), tape = place_bytes(needs, {0, 1});
  for (const std::int64_t bytes : {state, state + tape, 2 * state, place_bytes(needs, {0, 0, 1}),
                                   place_bytes(needs, {0, 1, 1}), place_bytes(needs, {1, 2, 2}),
                                   place_bytes(needs, {2, 0, 3}), 3 * state, 4 * state + 2 * tape, needs.steps * tape})
    for (const std::int64_t more : {-1, 0, 100}) bounds.push_back(bytes + more);
  return bounds;
}

void compare(const Needs &base, const Catalogue &catalogue, std::int64_t memory, std::int64_t disk, Choice kind) {
  Needs needs = base;
  needs.memory_bytes = memory;
  needs.has_disk = disk > 0;
  needs.disk_bytes = disk;
  needs.choice = kind;
  const Item *best = catalogue.cheapest(memory, disk, kind);
  const std::string how =
      text(name_of(kind), " ", needs.steps, " steps, kind ", name_of(needs.kind), ", memory ", memory, ", disk ", disk);
  std::string fault;
  try {
    const Plan plan = choose(needs);
    if (plan.total_bytes > memory || plan.disk_bytes > disk) fault = "the plan is beyond its bounds";
    if (best && plan.cost > best->cost * (1.0 + kRounding))
      fault = text("plan ", plan.schedule, " costs ", plan.cost, ", ", best->what, " costs ", best->cost);
    if (kind == Choice::automatic) {
      for (const Plan &other : plan.alternatives) {
        assert_true_to_its_schedule(needs, other);
        if (other.disk_bytes > disk) fault = "an alternative is beyond the disk";
      }
      if (!best) fault = text("chose ", plan.schedule, ", which is not in the list");
    }
    assert_true_to_its_schedule(needs, plan);
  } catch (const Error &error) {
    if (best) fault = text(best->what, " fits, but: ", error.what());
  }
  if (!fault.empty()) failed(how, ": ", fault);
}

void no_schedule_that_fits_both_places_is_cheaper(void **) {
  for (const Prices &prices : kPrices)
    for (const ReverseKind kind : kKinds)
      for (const std::int64_t n : {1, 2, 4, 8, 11}) {
        const Needs needs = needs_of(n, kind, prices);
        const Catalogue catalogue(needs);
        const std::int64_t file = storage::file_bytes(needs.state_bytes);
        for (const std::int64_t disk : {std::int64_t{0}, file - 1, file, 2 * file + 1, 4 * file, 40 * file})
          for (const std::int64_t memory : memory_bounds(needs)) {
            compare(needs, catalogue, memory, disk, Choice::automatic);
            for (const Choice each : kAll) compare(needs, catalogue, memory, disk, each);
          }
      }
}

// Copies in memory are weighed too where they are the schedule's choice.
void slots_of_revolve_and_segment_weigh_copies(void **) {
  for (const ReverseKind kind : kKinds)
    for (const std::int64_t n : {2, 7, 12}) {
      Needs needs = needs_of(n, kind, {{1.0, 1.25, 1.5, 2.5}, 0.0, 0.0});
      const Catalogue catalogue(needs);
      for (const std::int64_t memory : memory_bounds(needs))
        for (const Choice each : {Choice::revolve, Choice::segment}) compare(needs, catalogue, memory, 0, each);
    }
}

std::int64_t least_named(const Needs &needs, const char *place) {
  try {
    choose(needs);
  } catch (const Error &error) {
    const std::string what = error.what(), words = "need at least ";
    if (error.status() != Status::budget || !what.starts_with(text(place, " = "))) return -1;
    return std::strtoll(what.c_str() + what.find(words) + words.size(), nullptr, 10);
  }
  return 0;
}

void the_least_that_a_refusal_names_is_the_least(void **) {
  for (const Prices &prices : kPrices)
    for (const ReverseKind kind : kKinds)
      for (const std::int64_t n : {1, 2, 9, 50})
        for (const std::int64_t parts : {1, 2})
          for (const Choice each : kAll) {
            Needs needs = needs_of(n, kind, prices);
            needs.choice = each;
            needs.disk_parts = parts;
            needs.memory_bytes = 1;
            const std::int64_t least = least_named(needs, "memory_bytes");
            if (least == 0) continue;  // one step keeps nothing
            assert_true(least > 1);
            needs.memory_bytes = least;
            const Plan plan = choose(needs);
            assert_int_equal(plan.total_bytes, least);
            needs.memory_bytes = least - 1;
            assert_int_equal(least_named(needs, "memory_bytes"), least);
            if (plan.disk_slots == 0) continue;
            // As little of the disk as this memory allows.
            needs.memory_bytes = least + 2 * needs.state_bytes;
            needs.disk_bytes = 1;
            for (std::int64_t wanted = 0, rounds = 0; (wanted = least_named(needs, "disk_bytes")) > 0; ++rounds) {
              assert_true(rounds < 2 && wanted > needs.disk_bytes);
              needs.disk_bytes = wanted - 1;
              assert_int_equal(least_named(needs, "disk_bytes"), wanted);
              needs.disk_bytes = wanted;
            }
            assert_int_equal(least_named(needs, "disk_bytes"), 0);
            assert_true(choose(needs).disk_bytes <= disk_limit_of(needs));
          }
}

void long_loops_are_planned_or_refused_with_the_limit(void **) {
  for (const ReverseKind kind : kKinds)
    for (const std::int64_t n : {std::int64_t{5000}, std::int64_t{1'000'000}, std::int64_t{1} << 40}) {
      Needs needs = needs_of(n, kind, kPrices[1]);
      needs.memory_bytes = 40 * place_bytes(needs, {1, 0});
      needs.disk_bytes = 30 * storage::file_bytes(needs.state_bytes);
      const Plan plan = choose(needs);
      assert_true(plan.total_bytes <= needs.memory_bytes && plan.disk_bytes <= needs.disk_bytes);
      for (const Plan &other : plan.alternatives) assert_true(other.disk_bytes <= needs.disk_bytes);
      needs.choice = Choice::async;
      assert_true(choose(needs).disk_slots > 0);
      if (n == 5000) continue;
      needs.choice = Choice::two_level;
      expect_refused(Status::unsupported, "63244", [&] { choose(needs); });
      needs.choice = Choice::mixed;
      expect_refused(Status::unsupported, "39999", [&] { choose(needs); });
    }
  Needs needs = needs_of(std::int64_t{1} << 55, ReverseKind::state_only, kPrices[0]);
  needs.choice = Choice::store_all;
  expect_refused(Status::argument, "steps = 36028797018963968", [&] { choose(needs); });
  needs.steps = schedule::kMaxSteps;
  expect_refused(Status::argument, "2^62 bytes", [&] { choose(needs); });
}

// Sizes that no run has: an answer within the bounds, or a refusal that says why.
void periodic_of_huge_loops_is_planned_or_refused(void **) {
  int planned = 0, refused = 0;
  for (const ReverseKind kind : {ReverseKind::state_only})
    for (const int power : {17, 32, 60, 62})
      for (const std::int64_t disk : {std::int64_t{1}, std::int64_t{100'000}, std::int64_t{0}}) {
        Needs needs = needs_of(std::int64_t{1} << power, kind, kPrices[1]);
        needs.memory_bytes = 100'000'000;
        needs.disk_bytes = disk;
        needs.choice = Choice::periodic;
        try {
          const Plan plan = choose(needs);
          assert_true(plan.total_bytes <= needs.memory_bytes && plan.forward_steps >= plan.steps);
          assert_true(plan.least_bytes >= 0 && plan.least_bytes <= plan.total_bytes);
          ++planned;
        } catch (const Error &error) {
          if (error.status() != Status::budget && error.status() != Status::overflow)
            failed("2^", power, " steps, disk ", disk, ": ", error.what());
          ++refused;
        }
      }
  assert_true(planned > 0 && refused > 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(no_schedule_that_fits_both_places_is_cheaper),
      cmocka_unit_test(slots_of_revolve_and_segment_weigh_copies),
      cmocka_unit_test(the_least_that_a_refusal_names_is_the_least),
      cmocka_unit_test(long_loops_are_planned_or_refused_with_the_limit),
      cmocka_unit_test(periodic_of_huge_loops_is_planned_or_refused),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
