// SPDX-License-Identifier: MIT
// Schedules that keep tapes: segment and mixed against a replay of every action, against dynamic programs over all
// split points, and against a reference table.
#include <algorithm>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "base/rng.hpp"
#include "replay.hpp"
#include "schedule/checker.hpp"
#include "schedule/mixed.hpp"
#include "schedule/segment.hpp"
#include "schedule/segment_choice.hpp"
#include "schedule/store_all.hpp"

// After our headers, as it makes a macro of the word `fail`; it does not say itself that it is C.
extern "C" {
#include <cmocka.h>
}

namespace {

using namespace ebw;
using namespace ebw::schedule;
using validation::counts_of;
using validation::replay;
using validation::Tally;

constexpr ReverseKind kKinds[] = {ReverseKind::fused, ReverseKind::state_only};

void assert_right(Schedule &schedule, std::int64_t slots) {
  Tally seen;
  const std::string fault = replay(schedule, slots, seen);
  if (!fault.empty()) fail_msg("%s", fault.c_str());
  if (!(seen == counts_of(schedule)))
    fail_msg("%s", text(schedule.name(), " of ", schedule.steps(), " steps, ", slots, " slots, kind ",
                        name_of(schedule.reverse_kind()), " miscounts itself")
                       .c_str());
  // The public judge agrees.
  check(schedule);
}

// ---- Segment -------------------------------------------------------------------------------------------------------

void segment_is_legal_and_counts_itself_for_every_small_size(void **) {
  for (std::int64_t n = 1; n <= 64; ++n)
    for (std::int64_t s = 1; s <= 16; ++s)
      for (std::int64_t leaf : {1, 2, 3, 5, 8, 13, 70})
        for (ReverseKind kind : kKinds) {
          Segment schedule(n, leaf, s, kind);
          assert_int_equal(schedule.leaf(), std::min(n, leaf));
          assert_true(schedule.state_slots() <= s);
          assert_right(schedule, schedule.state_slots() + schedule.leaf());
        }
}

// Over all split points, leaves of any length up to `leaf`.
std::int64_t fewest_plain_advances(std::int64_t n, std::int64_t leaf, std::int64_t s,
                                   std::map<std::tuple<std::int64_t, std::int64_t>, std::int64_t> &known) {
  if (n <= leaf) return 0;
  if (s == 0) return std::numeric_limits<std::int64_t>::max() / 4;
  const auto found = known.find({n, s});
  if (found != known.end()) return found->second;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t m = 1; m < n; ++m)
    best =
        std::min(best, m + fewest_plain_advances(m, leaf, s, known) + fewest_plain_advances(n - m, leaf, s - 1, known));
  return known[{n, s}] = best;
}

// The same for a chain whose steps are reversed from states, the last of it being the turn: from its first state a
// range is run to its last one with at most `leaf` tapes, or parted. Forward steps of both sorts.
std::int64_t fewest_forward_from_states(std::int64_t length, std::int64_t leaf, std::int64_t s,
                                        std::map<std::tuple<std::int64_t, std::int64_t>, std::int64_t> &known) {
  if (length - 1 > leaf && s == 0) return std::numeric_limits<std::int64_t>::max() / 4;
  const auto found = known.find({length, s});
  if (found != known.end()) return found->second;
  std::int64_t best = length - 1 <= leaf ? length - 1 : std::numeric_limits<std::int64_t>::max();
  for (std::int64_t m = 1; s > 0 && m < length; ++m)
    best = std::min(best, m + fewest_forward_from_states(m, leaf, s, known) +
                              fewest_forward_from_states(length - m, leaf, s - 1, known));
  return known[{length, s}] = best;
}

void segment_has_the_fewest_advances_of_all_split_points(void **) {
  for (std::int64_t leaf = 1; leaf <= 7; ++leaf) {
    std::map<std::tuple<std::int64_t, std::int64_t>, std::int64_t> known, known_longer, known_states;
    for (std::int64_t n = 1; n <= 60; ++n)
      for (std::int64_t s = 1; s <= 6; ++s) {
        const Segment fused(n, leaf, s, ReverseKind::fused), state_only(n, leaf, s, ReverseKind::state_only);
        assert_int_equal(fused.count_advances(), fewest_plain_advances(n, leaf, s, known));
        assert_int_equal(fused.count_taped(), n);
        // Leaves of one length for the fewest steps outside of them; shorter ones would save a step each where there
        // are more slots than these leaves have use for.
        const std::int64_t leaves = n / (leaf + 1) + 1, forward = state_only.count_advances();
        assert_int_equal(forward, fewest_plain_advances(n + 1, leaf + 1, s, known_longer) + n + 1 - leaves);
        const std::int64_t best = fewest_forward_from_states(n + 1, leaf, s, known_states);
        assert_true(forward >= best);
        if (leaves == 1 || leaves - 1 == s) assert_int_equal(forward, best);
        assert_int_equal(state_only.count_taped(), 0);
      }
  }
}

void a_leaf_of_kind_state_only_takes_no_step_beyond_its_last(void **) {
  for (std::int64_t n = 1; n <= 40; ++n)
    for (std::int64_t leaf : {1, 2, 5, 40}) {
      Segment schedule(n, leaf, 2, ReverseKind::state_only);
      std::int64_t end = n + 1;  // reversed from there on, the turn as a step
      for (Action a = schedule.next(); a.kind != ActionKind::end; a = schedule.next()) {
        if (a.kind == ActionKind::advance || a.kind == ActionKind::advance_taped) assert_true(a.to < end);
        if (a.kind == ActionKind::turn) end = n;
        if (a.kind == ActionKind::reverse) end = a.to;
      }
    }
}

void one_leaf_of_all_steps_is_store_all(void **) {
  for (std::int64_t n : {1, 2, 9}) {
    Segment segment(n, n, 1, ReverseKind::fused);
    StoreAll all(n, ReverseKind::fused, true);
    for (Action a = all.next(); a.kind != ActionKind::end; a = all.next()) assert_true(segment.next() == a);
    assert_true(segment.next().kind == ActionKind::end);
    assert_int_equal(segment.state_slots(), 0);
  }
}

void segment_streams_at_the_largest_number_of_steps(void **) {
  for (std::int64_t leaf : {std::int64_t{1}, std::int64_t{64}, std::int64_t{1} << 40})
    for (std::int64_t slots : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{50}, kMaxSteps / 3}) {
      Segment schedule(kMaxSteps, leaf, slots, ReverseKind::fused);
      std::int64_t work = 0;
      for (int i = 0; i < 1000; ++i) {
        const Action a = schedule.next();
        assert_true(a.from >= 0 && a.from <= kMaxSteps && a.to <= kMaxSteps);
        if (a.kind == ActionKind::load) work = a.from;
        if (a.kind != ActionKind::advance && a.kind != ActionKind::advance_taped) continue;
        assert_int_equal(a.from, work);
        assert_true(a.to > a.from);
        work = a.to;
      }
    }
}

// All pairs that fit, each with the fewest advances and the copies that revolve over its leaves makes. The search
// looks at the longest leaf for each number of slots only: the bound of 1 % is what is promised.
void chosen_leaf_and_slots_cost_what_the_best_of_all_pairs_costs(void **) {
  const Random random(20261130, 5);
  const SegmentCosts all_costs[] = {{1, 1, 0, 0}, {1, 1.15, 1.7, 0.7}, {1, 2, 3, 5}, {2, 2, 1, 0.1}};
  std::int64_t tried = 0;
  for (std::int64_t n : {1, 2, 3, 7, 20, 33, 64, 100})
    for (std::int64_t state : {1, 2, 3, 7})
      for (std::int64_t tape : {1, 2, 5})
        for (const SegmentCosts &costs : all_costs)
          for (const ReverseKind kind : kKinds) {
            const std::int64_t least = least_segment_room(n, {0, state, tape});
            const std::int64_t room =
                least + static_cast<std::int64_t>(static_cast<double>(n * (state + tape)) *
                                                  random.uniform(static_cast<std::uint64_t>(tried++)) * 0.6);
            double best = std::numeric_limits<double>::infinity();
            if (n * tape <= room) best = segment_cost(n, n, 0, costs, kind);
            for (std::int64_t leaf = 1; leaf <= n; ++leaf)
              for (std::int64_t s = 1; s * state + leaf * tape <= room && s <= n; ++s)
                best = std::min(best, segment_cost(n, leaf, s, costs, kind));
            const SegmentChoice choice = choose_segment(n, {room, state, tape}, costs, kind);
            if (choice.cost > 1.01 * best)
              fail_msg("n = %d, room %d, state %d, tape %d, kind %s: leaf %d, slots %d cost %g, the best is %g", (int)n,
                       (int)room, (int)state, (int)tape, name_of(kind), (int)choice.leaf, (int)choice.slots,
                       choice.cost, best);
            assert_true(choice.slots * state + choice.leaf * tape <= room);
          }
}

// Forward sweeps for 10 000 steps and a state of 3.2 fields, by memory in fields; worked out with the rule's design.
void known_budgets_have_their_known_sweeps(void **) {
  const struct {
    std::int64_t fields;
    double sweeps;
  } golden[] = {{355, 1.98}, {107, 2.91}, {60, 3.78}, {42, 4.64}};
  for (const auto &g : golden) {
    const SegmentChoice choice = choose_segment(10'000, {10 * g.fields, 32, 10}, {});
    const double sweeps = choice.cost / 10'000;
    assert_true(sweeps > g.sweeps - 0.01 && sweeps < g.sweeps + 0.01);
  }
}

void choices_for_huge_loops_are_found_at_once_and_near_the_best(void **) {
  // So many numbers of slots that not all are tried; the neighbours of the choice are no better than it by 1 %.
  const SegmentRoom room{3'200'000, 32, 10};
  const SegmentCosts costs{1.0, 1.1, 1.7, 0.5};
  const std::int64_t n = 1'000'000'000;
  const SegmentChoice choice = choose_segment(n, room, costs);
  for (std::int64_t s = 1; s * room.state < room.room; s += 97) {
    const std::int64_t leaf = (room.room - s * room.state) / room.tape;
    if (leaf >= 1) assert_true(segment_cost(n, leaf, s, costs, ReverseKind::fused) > 0.99 * choice.cost);
  }
}

// ---- Mixed ---------------------------------------------------------------------------------------------------------

void mixed_is_legal_and_counts_itself_for_every_small_size(void **) {
  for (std::int64_t n = 1; n <= 64; ++n)
    for (std::int64_t s = 1; s <= 16; ++s)
      for (ReverseKind kind : kKinds) {
        Mixed schedule(n, s, 1, 1, kind);
        assert_right(schedule, s);
      }
  for (std::int64_t n = 1; n <= 40; ++n)
    for (std::int64_t units : {3, 4, 5, 7, 12, 30})
      for (const auto &[a, b] : {std::pair{3, 1}, std::pair{1, 3}, std::pair{2, 3}, std::pair{3, 2}})
        for (ReverseKind kind : kKinds) {
          Mixed schedule(n, units, a, b, kind);
          assert_right(schedule, units);
        }
}

void mixed_takes_the_forward_steps_of_the_reference_table(void **) {
  std::ifstream file(std::string(EBW_TEST_DATA) + "/mixed.csv");
  std::string line;
  std::getline(file, line);
  int compared = 0;
  for (; std::getline(file, line); ++compared) {
    long long n = 0, s = 0, forward = 0;
    assert_int_equal(std::sscanf(line.c_str(), "%lld,%lld,%lld", &n, &s, &forward), 3);
    const Mixed schedule(n, s, 1, 1, ReverseKind::fused);
    assert_int_equal(schedule.count_taped(), n);
    assert_int_equal(schedule.count_advances() + n, forward);
  }
  assert_true(compared >= 150);
}

// The chain's states as a search over what can be done next sees them: the cheapest way from (first step of the range,
// free units) by brute force over keeping a tape, or a state and any number of advances.
std::int64_t fewest_forward(std::int64_t length, std::int64_t units, std::int64_t a, std::int64_t b, std::int64_t last,
                            std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> &known) {
  constexpr std::int64_t kNever = 1'000'000;
  if (units < 0) return kNever;
  if (length == 1) return last;
  const auto found = known.find({length, units});
  if (found != known.end()) return found->second;
  std::int64_t best = 1 + fewest_forward(length - 1, units - b, a, b, last, known);
  if (units >= a)
    for (std::int64_t m = 1; m < length; ++m)
      best = std::min(best, m + fewest_forward(length - m, units - a, a, b, last, known) +
                                fewest_forward(m, units, a, b, last, known));
  return known[{length, units}] = std::min(best, kNever);
}

void mixed_of_unequal_sizes_takes_the_fewest_forward_steps(void **) {
  for (const auto &[a, b] : {std::pair{1, 1}, std::pair{3, 1}, std::pair{1, 3}, std::pair{2, 3}})
    for (ReverseKind kind : kKinds) {
      std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> known;
      for (std::int64_t n = 1; n <= 24; ++n)
        for (std::int64_t units = a; units <= 12; ++units) {
          const bool fused = kind == ReverseKind::fused;
          const Mixed schedule(n, units, a, b, kind);
          assert_int_equal(schedule.count_advances() + schedule.count_taped(),
                           fewest_forward(fused ? n : n + 1, units, a, b, fused ? 1 : 0, known));
        }
    }
}

void mixed_is_never_worse_than_segment_in_the_same_room(void **) {
  for (std::int64_t n : {10, 50, 120})
    for (std::int64_t room : {6, 9, 20, 45}) {
      const SegmentChoice choice = choose_segment(n, {room, 3, 1}, {});
      const Mixed mixed(n, room, 3, 1, ReverseKind::fused);
      assert_true(static_cast<double>(mixed.count_advances() + n) <= choice.cost);
    }
}

// ---- Refusals ------------------------------------------------------------------------------------------------------

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

void what_cannot_be_is_refused(void **) {
  constexpr ReverseKind kind = ReverseKind::fused;
  assert_throws([] { Segment(0, 1, 1, kind); }, Status::argument, "steps");
  assert_throws([] { Segment(5, 0, 1, kind); }, Status::argument, "leaf");
  assert_throws([] { Segment(5, 2, 0, kind); }, Status::argument, "slots");
  assert_throws([] { choose_segment(9, {3, 3, 1}, {}); }, Status::budget, "at least 4");
  assert_throws([] { choose_segment(2, {1, 3, 1}, {}); }, Status::budget, "at least 2");
  assert_throws([] { choose_segment(2, {1, 0, 1}, {}); }, Status::argument, "state");
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<double> costs(4, 1.0);
    costs[i] = -1.0;
    assert_throws([&] { checked_segment_costs(costs.data()); }, Status::argument, "costs");
    costs[i] = std::numeric_limits<double>::quiet_NaN();
    assert_throws([&] { checked_segment_costs(costs.data()); }, Status::argument, "costs");
  }
  assert_throws([] { Mixed(5, 2, 3, 1, kind); }, Status::budget, "at least 3");
  assert_throws([] { Mixed(3, 1, 3, 1, kind); }, Status::budget, "at least 2");
  assert_throws([] { Mixed(5, 2, 0, 1, kind); }, Status::argument, "restart_units");
  assert_throws([] { Mixed(5, 2, 1, 0, kind); }, Status::argument, "tape_units");
  assert_throws([] { Mixed(1'000'000, 2, 1, 1, kind); }, Status::unsupported, "segment");
  assert_throws([] { Mixed(39'000, 30'000, 1, 1, kind); }, Status::unsupported, "decisions");
  assert_int_equal(Mixed(1, 0, 1, 1, kind).count_actions(), 1);
}

void reset_and_fresh_give_the_first_action_again(void **) {
  Segment segment(50, 6, 3, ReverseKind::state_only);
  Mixed mixed(50, 9, 2, 1, ReverseKind::fused);
  for (Schedule *schedule : {static_cast<Schedule *>(&segment), static_cast<Schedule *>(&mixed)}) {
    std::vector<Action> all;
    const auto copy = schedule->fresh();
    for (Action a = copy->next(); a.kind != ActionKind::end; a = copy->next()) all.push_back(a);
    for (std::size_t i = 0; i < all.size() / 2; ++i) assert_true(schedule->next() == all[i]);
    assert_true(schedule->fresh()->next() == all[0]);
    schedule->reset();
    for (const Action &a : all) assert_true(schedule->next() == a);
    assert_true(schedule->next().kind == ActionKind::end);
    assert_true(schedule->next().kind == ActionKind::end);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(segment_is_legal_and_counts_itself_for_every_small_size),
      cmocka_unit_test(segment_has_the_fewest_advances_of_all_split_points),
      cmocka_unit_test(a_leaf_of_kind_state_only_takes_no_step_beyond_its_last),
      cmocka_unit_test(one_leaf_of_all_steps_is_store_all),
      cmocka_unit_test(segment_streams_at_the_largest_number_of_steps),
      cmocka_unit_test(chosen_leaf_and_slots_cost_what_the_best_of_all_pairs_costs),
      cmocka_unit_test(known_budgets_have_their_known_sweeps),
      cmocka_unit_test(choices_for_huge_loops_are_found_at_once_and_near_the_best),
      cmocka_unit_test(mixed_is_legal_and_counts_itself_for_every_small_size),
      cmocka_unit_test(mixed_takes_the_forward_steps_of_the_reference_table),
      cmocka_unit_test(mixed_of_unequal_sizes_takes_the_fewest_forward_steps),
      cmocka_unit_test(mixed_is_never_worse_than_segment_in_the_same_room),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(reset_and_fresh_give_the_first_action_again),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
