// SPDX-License-Identifier: MIT
// Schedules on two media and of unknown length: legal and true to their counts for every small size, as cheap as an
// exhaustive search, and equal to the reference tables. With the argument `full`: larger sizes.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "exhaustive.hpp"
#include "reference_table.hpp"
#include "schedule/async.hpp"
#include "schedule/checker.hpp"
#include "schedule/disk.hpp"
#include "schedule/mixed.hpp"
#include "schedule/online.hpp"
#include "schedule/periodic.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "schedule/tape_slots.hpp"
#include "schedule/two_level.hpp"

extern "C" {
#include <cmocka.h>
}

namespace {

using namespace ebw;
using namespace ebw::schedule;
using validation::Exhaustive;
using validation::reference_table;

bool full = false;

const Sweep kSweeps[] = {ReverseKind::fused, ReverseKind::state_only, Sweep::unfused()};
constexpr Costs kDear{1.0, 2.0, 5.0, 1.0}, kCheap{1.0, 1.0, 0.1, 0.1};

void assert_right(const Schedule &schedule) {
  try {
    check(schedule);
  } catch (const Error &error) {
    fail_msg("%s of %lld steps: %s", schedule.name(), static_cast<long long>(schedule.steps()), error.what());
  }
}

// Those that keep tapes beside states: leaves between states in memory or on disk, and one room for both.
void for_kinds_with_tapes(std::int64_t n, std::int64_t s, const std::function<void(const Schedule &)> &judge) {
  for (const ReverseKind kind : {ReverseKind::fused, ReverseKind::state_only}) {
    for (const std::int64_t leaf : {std::int64_t{1}, std::int64_t{2}, std::int64_t{7}, n}) {
      judge(Segment(n, leaf, s, kind));
      const std::int64_t blocks = Segment::blocks_of(n, leaf, kind);
      judge(Segment(n, leaf, std::make_unique<TwoLevel>(blocks, s - 1, 2, ReverseKind::fused, kCheap), kind, kCheap));
      judge(Segment(n, leaf, std::make_unique<Disk>(blocks, s, ReverseKind::fused, kDear), kind, kDear));
    }
    judge(Mixed(n, s, 1, 1, kind));
    judge(Mixed(n, s + 2, 3, 1, kind));
    judge(Mixed(n, s + 1, 2, 3, kind));
  }
}

// Every kind for n steps and s slots, in every way that a sweep can end.
void for_every_kind(std::int64_t n, std::int64_t s, const std::function<void(const Schedule &)> &judge) {
  judge(StoreAll(n, ReverseKind::fused, true));
  judge(StoreAll(n, ReverseKind::state_only, true));
  judge(StoreAll(n, ReverseKind::state_only, false));
  for_kinds_with_tapes(n, s, judge);
  for (const Sweep &sweep : kSweeps) {
    judge(Revolve(n, s, sweep));
    for (std::int64_t disk_slots : {0, 1, 2, 5}) {
      judge(TwoLevel(n, s, disk_slots, sweep, {}));
      judge(TwoLevel(n, s, disk_slots, sweep, kDear));
      if (disk_slots > 0) judge(TwoLevel(n, 0, disk_slots, sweep, kCheap));
    }
    judge(Disk(n, s, sweep, {}));
    judge(Disk(n, s, sweep, kDear));
    judge(Disk(n, s - 1, sweep, kCheap));
    for (std::int64_t period : {1, 2, 7, 30}) {
      judge(Periodic(n, s, period, sweep, {}));
      judge(Periodic(n, s - 1, period, sweep, kDear));
      judge(Async(n, s, period, sweep, {}));
    }
    judge(Periodic(n, s, 0, sweep, kDear));
    judge(Async(n, s, 0, sweep, kDear));
    if (!sweep.turns) continue;
    Online online(s, sweep);
    online.finish(n);
    judge(online);
  }
}

void every_kind_is_legal_and_counts_itself_for_every_small_size(void **) {
  const std::int64_t steps = full ? 200 : 64;
  for (std::int64_t n = 1; n <= steps; ++n)
    for (std::int64_t s = 1; s <= 20; ++s) {
      if (!full && n > 24 && s > 16) continue;
      for_every_kind(n, s, assert_right);
    }
}

// ---- The checker itself

std::vector<Action> actions_of(const Schedule &schedule) {
  const auto stream = schedule.fresh();
  std::vector<Action> actions;
  for (Action a = stream->next(); a.kind != ActionKind::end; a = stream->next()) actions.push_back(a);
  return actions;
}

// "" when the actions are legal within the schedule's own slots.
std::string fault_of(const Schedule &schedule, const std::vector<Action> &actions) {
  Sweep sweep(schedule.reverse_kind());
  if (schedule.turns() && !schedule.uses_tapes()) sweep.turns = true;
  const std::int64_t memory = schedule.memory_slots();
  Checker checker(schedule.steps(), sweep, {memory, schedule.state_slots() - memory, schedule.tape_slots()});
  try {
    for (const Action &action : actions) checker.take(action);
    checker.finish();
  } catch (const Error &error) {
    return error.what();
  }
  return "";
}

void assert_mutants_refused(const Schedule &schedule) {
  const std::vector<Action> right = actions_of(schedule);
  assert_string_equal(fault_of(schedule, right).c_str(), "");
  const auto assert_faulty = [&](const std::vector<Action> &actions, const char *how, std::size_t i) {
    const std::string fault = fault_of(schedule, actions);
    if (fault.empty()) fail_msg("%s: not refused with action %zu %s", schedule.name(), i + 1, how);
    if (fault.rfind("action ", 0) != 0) fail_msg("\"%s\" does not begin with the number of the action", fault.c_str());
  };
  for (std::size_t i = 0; i < right.size(); ++i) {
    const Action a = right[i];
    // Twice the same state in work changes nothing but the count.
    const bool reload = a.kind == ActionKind::load;
    const bool reload_before_load = reload && i + 1 < right.size() && right[i + 1].kind == ActionKind::load;
    std::vector<Action> wrong = right;
    wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
    if (!reload_before_load) assert_faulty(wrong, "left out", i);
    wrong = right;
    if (!reload) {
      wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), a);
      assert_faulty(wrong, "twice", i);
    }
    for (std::int64_t Action::*field : {&Action::from, &Action::to, &Action::slot})
      for (std::int64_t by : {-1, 1}) {
        wrong = right;
        wrong[i].*field += by;
        assert_faulty(wrong, "changed", i);
      }
  }
}

void the_checker_refuses_every_dropped_repeated_or_changed_action(void **) {
  for (std::int64_t n : {1, 2, 5, 12}) {
    for_every_kind(n, 2, assert_mutants_refused);
    if (n > 5 || full) for_every_kind(n, 3, assert_mutants_refused);
  }
}

// Tapes beside states: a leaf of two steps taped and reversed as one, and a single tape kept by save_tape.
// Would take for ever if each tape were looked at.
void the_checker_takes_leaves_of_any_length(void **) {
  const std::int64_t n = 1'000'000'000'000;
  Checker checker(n, ReverseKind::state_only, {0, 0, n});
  checker.take({ActionKind::advance_taped, 0, n, 0});
  checker.take({ActionKind::turn, n, -1, -1});
  checker.take({ActionKind::reverse, n - 1, n / 2, n / 2});
  checker.take({ActionKind::reverse, n / 2 - 1, 0, 0});
  checker.finish();
  assert_true(checker.counts().tape_saves == n && checker.counts().tape_loads == n);
  assert_true(checker.counts().peak_tape_slots == n);
}

// Runs of tapes against a plain map, one slot at a time.
void runs_of_tapes_are_those_of_a_map(void **) {
  std::uint64_t random = 1;
  const auto below = [&random](std::int64_t most) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::int64_t>((random >> 33) % static_cast<std::uint64_t>(most));
  };
  for (int round = 0; round < 50; ++round) {
    TapeSlots runs;
    std::map<std::int64_t, std::int64_t> map;
    for (int i = 0; i < 200; ++i) {
      const std::int64_t slot = below(24), count = 1 + below(6), step = slot + below(3);
      std::int64_t first = -1, other = -1;
      for (std::int64_t s = slot; s < slot + count; ++s) {
        if (map.contains(s) && first < 0) first = s;
        if (!map.contains(s) || map[s] != step + (s - slot)) other = s;
      }
      assert_int_equal(runs.first_used(slot, count), first);
      assert_int_equal(runs.last_other(slot, count, step), other);
      assert_int_equal(runs.step_of(slot), map.contains(slot) ? map[slot] : -1);
      if (first < 0) {
        runs.fill(slot, count, step);
        for (std::int64_t s = slot; s < slot + count; ++s) map[s] = step + (s - slot);
      } else {
        std::int64_t used = 0;
        while (used < count && map.contains(slot + used)) ++used;
        if (used > 0) runs.free(slot, used);
        for (std::int64_t s = slot; s < slot + used; ++s) map.erase(s);
      }
      assert_int_equal(runs.count(), static_cast<std::int64_t>(map.size()));
      assert_true(runs.empty() == map.empty());
      if (!map.empty()) assert_int_equal(runs.first_used(), map.begin()->first);
    }
  }
}

void the_checker_knows_tapes(void **) {
  const std::vector<Action> leaf = {
      {ActionKind::save, 0, -1, 0},         {ActionKind::advance, 0, 2, -1},       {ActionKind::advance_taped, 2, 4, 0},
      {ActionKind::turn, 4, -1, -1},        {ActionKind::reverse, 3, 2, 0},        {ActionKind::load, 0, -1, 0},
      {ActionKind::discard, 0, -1, 0},      {ActionKind::advance_taped, 0, 1, -1}, {ActionKind::save_tape, 0, -1, 1},
      {ActionKind::advance_taped, 1, 2, 0}, {ActionKind::load_tape, 1, -1, 0},     {ActionKind::reverse, 1, 1, -1},
      {ActionKind::discard, 1, -1, 0},      {ActionKind::reverse, 0, 0, 1}};
  for (const Sweep sweep : {Sweep(ReverseKind::fused), Sweep(ReverseKind::state_only)}) {
    const auto run = [&](const std::vector<Action> &actions) {
      Checker checker(4, sweep, {1, 0, 2});
      try {
        for (const Action &action : actions) checker.take(action);
        checker.finish();
      } catch (const Error &error) {
        return std::string(error.what());
      }
      const CheckCounts &seen = checker.counts();
      assert_int_equal(seen.advances + seen.taped, 6);
      assert_int_equal(seen.taped, sweep.kind == ReverseKind::fused ? 4 : 0);
      assert_int_equal(seen.tape_saves, 4);
      assert_int_equal(seen.tape_loads, 4);
      assert_int_equal(seen.peak_tape_slots, 2);
      assert_int_equal(seen.peak_slots, 3);
      return std::string();
    };
    assert_string_equal(run(leaf).c_str(), "");
    for (std::size_t i = 0; i < leaf.size(); ++i)
      for (std::int64_t Action::*field : {&Action::from, &Action::to, &Action::slot})
        for (std::int64_t by : {-1, 1}) {
          std::vector<Action> wrong = leaf;
          wrong[i].*field += by;
          if (run(wrong).empty()) fail_msg("not refused with action %zu changed", i + 1);
        }
    for (std::size_t i = 0; i < leaf.size(); ++i) {
      std::vector<Action> wrong = leaf;
      wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
      if (run(wrong).empty()) fail_msg("not refused without action %zu", i + 1);
    }
  }
}

// ---- Costs

void two_level_is_as_cheap_as_an_exhaustive_search(void **) {
  const Costs weights[] = {{1, 1, 2, 2}, {1, 2, 0.5, 0.5}, {2, 1, 5, 1}, {1, 1, 0, 0}, {1, 3, 0.1, 7}};
  int compared = 0;
  for (const Costs &costs : weights)
    for (int slots = 0; slots <= 2; ++slots)
      for (int disk_slots = 0; disk_slots <= 2; ++disk_slots) {
        if (slots + disk_slots == 0) continue;
        Exhaustive search(slots, disk_slots, costs);
        for (const Sweep &sweep : kSweeps)
          for (int n = 1; n <= (full ? 9 : 5); ++n, ++compared) {
            const double own = costs.reverse + (sweep.kind == ReverseKind::fused ? costs.forward : 0.0);
            const double want = search.cheapest(static_cast<int>(sweep.chain(n))) + n * own;
            const TwoLevel schedule(n, slots, disk_slots, sweep, costs);
            // Sums of few terms, in another order.
            if (std::abs(schedule.cost(costs) - want) > 1e-12 * want)
              fail_msg("%d steps, kind %s%s, %d + %d slots: cost %g, the search finds %g", n, name_of(sweep.kind),
                       sweep.turns ? ", turning" : "", slots, disk_slots, schedule.cost(costs), want);
            const Disk unbounded(n, slots, sweep, costs);
            assert_true(unbounded.cost(costs) <= want * (1 + 1e-12));
          }
      }
  assert_true(compared >= 5 * 8 * 3 * 5);
}

void unbounded_disk_is_two_level_with_as_many_slots_as_steps(void **) {
  for (const Costs &costs : {kDear, kCheap, Costs{1, 0, 0, 0}, Costs{1, 0, 30, 7}})
    for (std::int64_t n = 1; n <= (full ? 300 : 80); n += n < 30 ? 1 : 7)
      for (std::int64_t s : {0, 1, 2, 5}) {
        const double disk = Disk(n, s, ReverseKind::fused, costs).cost(costs);
        const double limited = TwoLevel(n, s, n, ReverseKind::fused, costs).cost(costs);
        assert_true(std::abs(disk - limited) <= 1e-12 * limited);
        assert_true(Periodic(n, s, 0, ReverseKind::fused, costs).cost(costs) >= disk * (1 - 1e-12));
      }
}

Costs costs_of(validation::Row &row) {
  return {std::stod(row["uf"]), std::stod(row["ub"]), std::stod(row["wd"]), std::stod(row["rd"])};
}

void costs_and_counts_equal_the_reference_tables(void **) {
  int compared = 0;
  const auto number = [](validation::Row &row, const char *name) { return std::stoll(row[name]); };
  for (auto &row : reference_table("two_level.csv")) {
    const TwoLevel schedule(number(row, "n_steps"), number(row, "s_ram"), number(row, "s_disk"), ReverseKind::fused,
                            costs_of(row));
    const double want = std::stod(row["optimal_total_cost"]);
    assert_true(std::abs(schedule.cost(schedule.costs()) - want) <= 1e-9 * want);  // the table has ten digits
    assert_true(schedule.peak_slots() <= number(row, "s_ram") && schedule.peak_disk_slots() <= number(row, "s_disk"));
    ++compared;
  }
  for (auto &row : reference_table("two_level_lexicographic.csv")) {
    const TwoLevel schedule(number(row, "n_steps"), number(row, "s_ram"), number(row, "s_disk"), ReverseKind::fused,
                            {});
    assert_int_equal(schedule.count_advances() + schedule.count_taped(), number(row, "lexopt_total_forward"));
    assert_int_equal(schedule.count_disk_saves() + schedule.count_disk_loads(), number(row, "lexopt_disk_traffic"));
    ++compared;
  }
  for (auto &row : reference_table("disk.csv")) {
    const Costs costs = costs_of(row);
    const Disk schedule(number(row, "n_steps"), number(row, "s_ram"), ReverseKind::fused, costs);
    const double want = std::stod(row["optimal_cost_unbounded_disk"]);
    assert_true(std::abs(schedule.cost(costs) - want) <= 1e-9 * want);
    if (!row["cs_periodic_cost"].empty())
      assert_true(Periodic(number(row, "n_steps"), number(row, "s_ram"), 0, ReverseKind::fused, costs).cost(costs) <=
                  std::stod(row["cs_periodic_cost"]) * (1 + 1e-9));
    ++compared;
  }
  for (auto &row : reference_table("periodic.csv")) {
    const Periodic schedule(number(row, "n_steps"), number(row, "binomial_snapshots"), number(row, "period"),
                            ReverseKind::fused, {});
    assert_true(schedule.count_advances() + schedule.count_taped() <= number(row, "cs_total_forward"));
    assert_true(schedule.peak_slots() <= number(row, "binomial_snapshots"));
    ++compared;
  }
  for (auto &row : reference_table("online.csv")) {
    Online schedule(number(row, "s_slots"), Sweep::unfused());
    schedule.finish(number(row, "n_steps"));
    const std::int64_t best = number(row, "optimal_advance_unfused"), slots = number(row, "s_slots");
    const bool exact = 2 * (schedule.steps() + 1) <= (slots + 1) * (slots + 2);
    const double allowed = exact ? 1.0 : slots >= 5 ? 1.042 : 1.16;
    assert_true(schedule.count_advances() >= best);
    assert_true(static_cast<double>(schedule.count_advances()) <= allowed * static_cast<double>(best));
    ++compared;
  }
  assert_true(compared >= 700);
}

// t(I, s) / I more per step, for any number of steps (Kukreja, Hueckelheim & Gorman 2018).
void async_recomputes_as_published(void **) {
  const struct {
    std::int64_t interval, slots;
    double per_step;
  } rows[] = {{10, 3, 1.5}, {10, 5, 1.3}, {20, 3, 2.25}, {50, 5, 2.44}};
  for (const auto &row : rows) {
    const Async schedule(100'000, row.slots, row.interval, ReverseKind::fused, {});
    const double more = static_cast<double>(schedule.count_advances()) / 1e5 - 1.0;
    assert_true(std::abs(more - row.per_step) < 0.005);  // the first and the last interval
    assert_true(schedule.peak_slots() == row.slots);
  }
  // A save of 7.5 steps is hidden by 8 of them, a load of 40 by the reverse of so many.
  assert_int_equal(Async(1000, 3, 0, ReverseKind::fused, Costs{1, 1, 7.5, 1}).interval(), 8);
  const Async load_bound(1000, 3, 0, ReverseKind::fused, Costs{1, 1, 2, 40});
  const auto seconds = [](std::int64_t l) {
    return static_cast<double>(fewest_advances(l, 3)) + 2.0 * static_cast<double>(l);
  };
  assert_true(seconds(load_bound.interval()) >= 40.0 && seconds(load_bound.interval() - 1) < 40.0);
  const Async hidden(1000, 3, 10, ReverseKind::fused, Costs{1, 1, 10, 20}),
      shown(1000, 3, 10, ReverseKind::fused, Costs{1, 1, 12, 20});
  const double steps = static_cast<double>(hidden.count_advances()) + 2000.0;
  assert_true(hidden.cost(hidden.costs()) == steps);
  assert_true(shown.cost(shown.costs()) == steps + 2.0 * static_cast<double>(shown.count_disk_saves()));
}

// At every stopping point: the optimum within eq. 2.2 of Stumm & Walther 2010, and the promised bounds beyond.
void online_stays_within_its_bounds_for_every_length(void **) {
  const std::int64_t steps = full ? 100'000 : 2000;
  std::vector<std::int64_t> sizes{50, 100};
  for (std::int64_t s = 1; s <= (full ? 40 : 14); ++s) sizes.push_back(s);
  for (std::int64_t s : sizes) {
    OnlineCheckpoints checkpoints(s);
    for (std::int64_t n = 1; n <= steps; ++n) {
      checkpoints.arrive(n - 1);
      const auto &at = checkpoints.positions();
      Wide advances = static_cast<Wide>(n);
      for (std::size_t i = 0; i < at.size(); ++i)
        advances += fewest_advances((i + 1 < at.size() ? at[i + 1] : n) - at[i], s - static_cast<std::int64_t>(i));
      const Wide best = fewest_advances(n + 1, s);
      const bool exact = 2 * (n + 1) <= (s + 1) * (s + 2);
      const double ratio = static_cast<double>(advances) / static_cast<double>(best);
      if (exact ? advances != best : ratio > (s >= 5 ? 1.042 : 1.16))
        fail_msg("%lld steps, %lld slots: %.4f of the optimum", static_cast<long long>(n), static_cast<long long>(s),
                 ratio);
    }
  }
}

// ---- Sizes and refusals

template <class Call>
void assert_throws(const Call &call, Status status, const char *word) {
  try {
    call();
  } catch (const Error &error) {
    assert_int_equal(static_cast<int>(error.status()), static_cast<int>(status));
    if (std::string(error.what()).find(word) == std::string::npos)
      fail_msg("\"%s\" does not name %s", error.what(), word);
    return;
  }
  fail_msg("not refused: %s", word);
}

void streams_and_counts_serve_the_largest_number_of_steps(void **) {
  const Async async(kMaxSteps, 3, std::int64_t{1} << 40, ReverseKind::fused, {});
  const Periodic periodic(kMaxSteps, 3, 50, Sweep::unfused(), {});
  Online online(5, Sweep::unfused());
  online.finish(kMaxSteps);
  for (const Schedule *schedule : {static_cast<const Schedule *>(&async), static_cast<const Schedule *>(&periodic),
                                   static_cast<const Schedule *>(&online)}) {
    const std::int64_t memory = schedule->memory_slots();
    Sweep sweep(schedule->reverse_kind());
    sweep.turns = schedule->turns();
    Checker checker(kMaxSteps, sweep, {memory, schedule->state_slots() - memory, 0});
    const auto stream = schedule->fresh();
    for (int i = 0; i < 1000; ++i) checker.take(stream->next());
  }
  assert_int_equal(async.count_disk_saves(), (kMaxSteps - 1) >> 40);
  assert_throws([&] { async.count_advances(); }, Status::overflow, "advances");
}

void what_cannot_be_is_refused(void **) {
  assert_throws([] { TwoLevel(10, 0, 0, ReverseKind::fused, {}); }, Status::argument, "slots");
  assert_throws([] { TwoLevel(10, 2, -1, ReverseKind::fused, {}); }, Status::argument, "disk_slots");
  assert_throws([] { TwoLevel(0, 2, 1, ReverseKind::fused, {}); }, Status::argument, "steps");
  assert_throws([] { TwoLevel(kMaxSteps, 2, 2, ReverseKind::fused, {}); }, Status::unsupported, "periodic");
  assert_throws([] { TwoLevel(1'000'000, 2, 10, ReverseKind::fused, kDear); }, Status::unsupported, "periodic");
  assert_throws([] { Disk(kMaxSteps, 2, ReverseKind::fused, kDear); }, Status::unsupported, "async");
  assert_throws([] { Disk(10, -1, ReverseKind::fused, {}); }, Status::argument, "slots");
  assert_throws([] { Periodic(10, 2, 0, ReverseKind::fused, {}); }, Status::argument, "period");
  assert_throws([] { Periodic(10, 2, -3, ReverseKind::fused, kDear); }, Status::argument, "period");
  assert_throws([] { Async(10, 2, 0, ReverseKind::fused, {}); }, Status::argument, "interval");
  assert_throws([] { Async(10, 0, 5, ReverseKind::fused, {}); }, Status::argument, "slots");
  assert_throws([] { Online(0, Sweep::unfused()); }, Status::argument, "slots");
  assert_throws([] { Online(3, ReverseKind::fused); }, Status::unsupported, "UNFUSED");
  assert_int_equal(TwoLevel(1000, 3, kMaxSteps, ReverseKind::fused, kDear).left_on_disk(), 0);
}

void finish_is_refused_behind_the_loop_and_twice(void **) {
  Online online(2, Sweep::unfused());
  assert_throws([&] { online.count_advances(); }, Status::state, "finish");
  for (int i = 0; i < 8; ++i) online.next();
  assert_throws([&] { online.finish(2); }, Status::argument, "where the loop is");
  assert_throws([&] { online.finish(kMaxSteps + 1); }, Status::argument, "2^62");
  online.finish(9);
  online.finish(9);
  assert_throws([&] { online.finish(10); }, Status::state, "already");
  online.reset();
  assert_int_equal(online.steps(), 0);
  Revolve revolve(10, 2, ReverseKind::fused);
  assert_throws([&] { revolve.finish(10); }, Status::unsupported, "online");
}

void reset_and_fresh_give_the_first_action_again(void **) {
  for_every_kind(23, 3, [](const Schedule &schedule) {
    const std::vector<Action> all = actions_of(schedule);
    const auto stream = schedule.fresh();
    for (std::size_t i = 0; i < all.size() / 2; ++i) assert_true(stream->next() == all[i]);
    assert_true(actions_of(*stream) == all);
    if (std::strcmp(schedule.name(), "online") == 0) return;  // it forgets its end
    stream->reset();
    for (const Action &action : all) assert_true(stream->next() == action);
    assert_true(stream->next() == Action{});
  });
}

}  // namespace

int main(int argc, char **) {
  full = argc > 1;
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_is_legal_and_counts_itself_for_every_small_size),
      cmocka_unit_test(the_checker_refuses_every_dropped_repeated_or_changed_action),
      cmocka_unit_test(the_checker_takes_leaves_of_any_length),
      cmocka_unit_test(runs_of_tapes_are_those_of_a_map),
      cmocka_unit_test(the_checker_knows_tapes),
      cmocka_unit_test(two_level_is_as_cheap_as_an_exhaustive_search),
      cmocka_unit_test(unbounded_disk_is_two_level_with_as_many_slots_as_steps),
      cmocka_unit_test(costs_and_counts_equal_the_reference_tables),
      cmocka_unit_test(async_recomputes_as_published),
      cmocka_unit_test(online_stays_within_its_bounds_for_every_length),
      cmocka_unit_test(streams_and_counts_serve_the_largest_number_of_steps),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(finish_is_refused_behind_the_loop_and_twice),
      cmocka_unit_test(reset_and_fresh_give_the_first_action_again),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
