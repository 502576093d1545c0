// SPDX-License-Identifier: MIT
// Schedules against a replay of every action, dynamic programs over all split points, published numbers and traces.
#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/rng.hpp"
#include "capi/schedule.hpp"
#include "reference_table.hpp"
#include "replay.hpp"
#include "schedule/binomial.hpp"
#include "schedule/revolve.hpp"
#include "schedule/store_all.hpp"

// After our headers, as it makes a macro of the word `fail`; it does not say itself that it is C.
extern "C" {
#include <cmocka.h>
}

namespace {

using namespace ebw;
using namespace ebw::schedule;
using validation::counts_of;
using validation::reference_table;
using validation::replay;
using validation::Tally;

constexpr ReverseKind kKinds[] = {ReverseKind::fused, ReverseKind::state_only};

// The whole schedule is legal and does just what it says of itself.
void assert_right(Schedule &schedule, std::int64_t slots) {
  Tally seen;
  const std::string fault = replay(schedule, slots, seen);
  if (!fault.empty()) fail_msg("%s", fault.c_str());
  const Tally told = counts_of(schedule);
  if (!(seen == told))
    fail_msg("%s",
             text(schedule.name(), " of ", schedule.steps(), " steps, ", slots, " slots: seen advances ", seen.advances,
                  " saves ", seen.saves, " loads ", seen.loads, " peak ", seen.peak_slots, "; told advances ",
                  told.advances, " saves ", told.saves, " loads ", told.loads, " peak ", told.peak_slots)
                 .c_str());
}

std::vector<Action> actions_of(Schedule &schedule) {
  std::vector<Action> actions;
  for (Action a = schedule.next(); a.kind != ActionKind::end; a = schedule.next()) actions.push_back(a);
  return actions;
}

// Any list of actions in the place of a schedule's own.
class Listed final : public Schedule {
 public:
  Listed(const Schedule &like, std::vector<Action> actions) : like_(like.fresh()), actions_(std::move(actions)) {}
  Action next() override { return at_ < actions_.size() ? actions_[at_++] : Action{}; }
  void reset() override { at_ = 0; }
  std::unique_ptr<Schedule> fresh() const override { return std::make_unique<Listed>(*like_, actions_); }
  const char *name() const override { return "listed"; }
  std::int64_t steps() const override { return like_->steps(); }
  ReverseKind reverse_kind() const override { return like_->reverse_kind(); }
  bool uses_tapes() const override { return like_->uses_tapes(); }
  std::int64_t count_advances() const override { return like_->count_advances(); }
  std::int64_t count_taped() const override { return like_->count_taped(); }
  std::int64_t count_saves() const override { return like_->count_saves(); }
  std::int64_t count_loads() const override { return like_->count_loads(); }
  std::int64_t peak_slots() const override { return like_->peak_slots(); }
  std::int64_t count_actions() const override { return like_->count_actions(); }

 private:
  std::unique_ptr<Schedule> like_;
  std::vector<Action> actions_;
  std::size_t at_ = 0;
};

void replay_finds_every_dropped_repeated_or_changed_action(void **) {
  const Revolve fused(10, 3, ReverseKind::fused), state_only(10, 3, ReverseKind::state_only);
  const StoreAll tapes(5, ReverseKind::fused, true), states(5, ReverseKind::state_only, false);
  for (const Schedule *schedule : {static_cast<const Schedule *>(&fused), static_cast<const Schedule *>(&state_only),
                                   static_cast<const Schedule *>(&tapes), static_cast<const Schedule *>(&states)}) {
    const std::vector<Action> right = actions_of(*schedule->fresh());
    const auto assert_faulty = [&](std::vector<Action> actions) {
      Tally seen;
      Listed listed(*schedule, std::move(actions));
      assert_false(replay(listed, schedule->peak_slots(), seen).empty());
    };
    for (std::size_t i = 0; i < right.size(); ++i) {
      std::vector<Action> wrong = right;
      wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
      assert_faulty(wrong);
      wrong = right;
      // A load may be repeated: it changes nothing but the count.
      if (right[i].kind != ActionKind::load && right[i].kind != ActionKind::load_tape) {
        wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), right[i]);
        assert_faulty(wrong);
      }
      for (std::int64_t Action::*field : {&Action::from, &Action::to, &Action::slot}) {
        wrong = right;
        ++(wrong[i].*field);
        if (right[i].kind == ActionKind::turn && field != &Action::from) continue;
        assert_faulty(wrong);
      }
    }
  }
}

void revolve_is_legal_and_counts_itself_for_every_small_size(void **) {
  for (std::int64_t n = 1; n <= 200; ++n)
    for (std::int64_t s = 1; s <= 20; ++s)
      for (ReverseKind kind : kKinds) {
        Revolve schedule(n, s, kind);
        assert_right(schedule, s);
      }
}

void revolve_is_legal_and_counts_itself_for_random_sizes(void **) {
  const Random random(20261130, 1);
  for (std::int64_t i = 0; i < 12; ++i) {
    const auto n = static_cast<std::int64_t>(1e6 * random.uniform(2 * i)) + 1;
    const auto s = static_cast<std::int64_t>(std::pow(static_cast<double>(n), random.uniform(2 * i + 1)));
    Revolve schedule(n, s, kKinds[i % 2]);
    assert_right(schedule, s);
  }
}

void store_all_is_legal_and_counts_itself(void **) {
  for (std::int64_t n = 1; n <= 60; ++n) {
    StoreAll fused(n, ReverseKind::fused, true), taped(n, ReverseKind::state_only, true),
        states(n, ReverseKind::state_only, false);
    for (Schedule *schedule : {&fused, &taped, &states}) {
      assert_right(*schedule, n);
      assert_int_equal(schedule->count_advances() + schedule->count_taped(), n);
      assert_int_equal(schedule->peak_slots(), n);
    }
    assert_int_equal(fused.count_taped(), n);
    assert_int_equal(taped.count_advances(), n);
  }
}

// Fewest advances, and fewest saves among those, over all split points (Griewank & Walther 2000, eq. 2).
struct Optimum {
  std::int64_t advances, saves;
  bool operator<(const Optimum &other) const {
    return advances != other.advances ? advances < other.advances : saves < other.saves;
  }
};
Optimum optimum(std::int64_t n, std::int64_t s, std::map<std::pair<std::int64_t, std::int64_t>, Optimum> &known) {
  if (n == 1) return {0, 0};
  if (s == 1) return {n * (n - 1) / 2, 0};
  const auto found = known.find({n, s});
  if (found != known.end()) return found->second;
  Optimum best{INT64_MAX, INT64_MAX};
  for (std::int64_t m = 1; m < n; ++m) {
    const Optimum left = optimum(m, s, known), right = optimum(n - m, s - 1, known);
    best = std::min(best, {m + left.advances + right.advances, (n - m >= 2) + left.saves + right.saves});
  }
  return known[{n, s}] = best;
}

void revolve_has_fewest_advances_and_saves_of_all_split_points(void **) {
  std::map<std::pair<std::int64_t, std::int64_t>, Optimum> known;
  for (std::int64_t n = 2; n <= 30; ++n)
    for (std::int64_t s = 1; s <= 8; ++s) {
      const Optimum best = optimum(n, s, known);
      const Revolve fused(n, s, ReverseKind::fused), state_only(n - 1, s, ReverseKind::state_only);
      for (const Revolve *schedule : {&fused, &state_only}) {
        assert_int_equal(schedule->count_advances(), best.advances);
        assert_int_equal(schedule->count_saves(), best.saves + 1);
        assert_int_equal(schedule->count_loads(), n - 1);
        assert_int_equal(schedule->peak_slots(), std::min(s, n - 1));
      }
    }
}

// Advances and repetitions that dynamic programs and the closed form agreed on when the rule was checked.
void known_sizes_have_their_known_advances_and_repetitions(void **) {
  struct {
    std::int64_t n, s, advances, r;
  } const golden[] = {{10, 3, 15, 2},       {56, 5, 140, 3},       {100, 5, 316, 4},        {100, 10, 222, 3},
                      {1000, 10, 3636, 4},  {1615, 20, 4592, 3},   {1615, 50, 3467, 3},     {1615, 102, 3126, 2},
                      {1615, 205, 3023, 2}, {10000, 20, 37976, 4}, {100000, 100, 294747, 3}};
  for (const auto &g : golden) {
    assert_int_equal(Revolve(g.n, g.s, ReverseKind::fused).count_advances(), g.advances);
    assert_int_equal(repetition(g.n, g.s).r, g.r);
  }
}

void counts_equal_the_reference_table(void **) {
  int compared = 0;
  for (auto &row : reference_table("offline_revolve.csv")) {
    const Revolve schedule(std::stoll(row["n_steps"]), std::stoll(row["s_slots"]), ReverseKind::fused);
    assert_int_equal(schedule.count_advances(), std::stoll(row["advance_steps_optimal"]));
    assert_int_equal(schedule.count_loads(), std::stoll(row["restores"]));
    if (!row["min_checkpoint_writes"].empty())
      assert_int_equal(schedule.count_saves(), std::stoll(row["min_checkpoint_writes"]));
    ++compared;
  }
  assert_true(compared >= 60);
}

// Without discards and slots, of which the traces know nothing.
void actions_equal_the_reference_traces(void **) {
  const std::map<std::string, ActionKind> kinds{{"takeshot", ActionKind::save},
                                                {"advance", ActionKind::advance},
                                                {"firsturn", ActionKind::reverse},
                                                {"youturn", ActionKind::reverse},
                                                {"restore", ActionKind::load}};
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Action>> traces;
  for (auto &row : reference_table("revolve_traces.csv")) {
    const auto kind = kinds.find(row["action"]);
    if (kind == kinds.end()) continue;
    Action action{kind->second, std::stoll(row["position"])};
    if (action.kind == ActionKind::advance) action = {action.kind, std::stoll(row["old_position"]), action.from};
    traces[{std::stoll(row["n_steps"]), std::stoll(row["s_slots"])}].push_back(action);
  }
  assert_int_equal(traces.size(), 4);
  for (const auto &[size, want] : traces) {
    Revolve schedule(size.first, size.second, ReverseKind::fused);
    std::vector<Action> got;
    for (const Action &a : actions_of(schedule))
      if (a.kind != ActionKind::discard) got.push_back({a.kind, a.from, a.kind == ActionKind::advance ? a.to : -1});
    assert_true(got == want);
  }
}

void binomial_numbers_obey_pascals_rule_and_saturate(void **) {
  const Wide saturated = Wide{1} << 64;
  for (std::int64_t s = 0; s <= 80; ++s)
    for (std::int64_t r = 0; r <= 80; ++r) {
      const Wide sum = s + r == 0 ? Wide{1} : beta(s - 1, r) + beta(s, r - 1);
      assert_true(beta(s, r) == std::min(sum, saturated));
    }
  assert_true(beta(-1, 5) == 0 && beta(5, -1) == 0);
  assert_true(beta(1, kMaxSteps) == static_cast<Wide>(kMaxSteps) + 1);
  assert_true(beta(kMaxSteps, kMaxSteps) == saturated);
}

// What split derives for the parts is what a search from scratch finds, up to the largest positions.
void parts_of_a_split_have_their_own_repetitions(void **) {
  const Random random(20261130, 2);
  for (std::int64_t i = 0; i < 4000; ++i) {
    const auto n = static_cast<std::int64_t>(std::exp2(62.0 * random.uniform(2 * i))) + 1;
    const auto s = std::min(n - 1, static_cast<std::int64_t>(std::exp2(20.0 * random.uniform(2 * i + 1))));
    const Split parts = split(n, s, repetition(n, s));
    const std::int64_t right = n - parts.left;
    assert_true(parts.left >= 1 && right >= 1);
    if (parts.left > 1) {
      assert_int_equal(parts.of_left.r, repetition(parts.left, s).r);
      assert_int_equal(parts.of_left.below, repetition(parts.left, s).below);
    }
    if (right > 1) {
      assert_int_equal(parts.of_right.r, repetition(right, s - 1).r);
      assert_int_equal(parts.of_right.below, repetition(right, s - 1).below);
    }
  }
}

void streams_start_legally_at_the_largest_number_of_steps(void **) {
  for (std::int64_t s : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{64}, kMaxSteps})
    for (ReverseKind kind : kKinds) {
      Revolve schedule(kMaxSteps, s, kind);
      Tally seen;
      const std::string fault = replay(schedule, s, seen, 1000);
      if (!fault.empty()) fail_msg("%s", fault.c_str());
      assert_int_equal(seen.actions, 1000);
    }
}

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

void counts_that_cannot_be_given_are_refused(void **) {
  const Revolve narrow(10'000'000'000, 1, ReverseKind::fused);
  assert_throws([&] { narrow.count_advances(); }, Status::overflow, "advances");
  assert_int_equal(narrow.count_saves(), 1);
  const Revolve two(kMaxSteps, 2, ReverseKind::fused);
  assert_throws([&] { two.count_saves(); }, Status::unsupported, "sub-ranges");
  const Revolve wide(kMaxSteps, kMaxSteps, ReverseKind::fused);
  assert_int_equal(wide.count_saves(), kMaxSteps - 1);
  assert_int_equal(wide.count_advances(), kMaxSteps - 1);
  assert_throws([&] { wide.count_actions(); }, Status::overflow, "actions");
  assert_throws([] { StoreAll(kMaxSteps, ReverseKind::state_only, false).count_actions(); }, Status::overflow,
                "actions");
}

void reset_and_fresh_give_the_first_action_again(void **) {
  Revolve revolve(50, 4, ReverseKind::state_only);
  StoreAll states(50, ReverseKind::state_only, false), tapes(50, ReverseKind::fused, true);
  for (Schedule *schedule :
       {static_cast<Schedule *>(&revolve), static_cast<Schedule *>(&states), static_cast<Schedule *>(&tapes)}) {
    const std::vector<Action> all = actions_of(*schedule->fresh());
    for (std::size_t i = 0; i < all.size() / 2; ++i) assert_true(schedule->next() == all[i]);
    assert_true(actions_of(*schedule->fresh()) == all);
    assert_true(schedule->next() == all[all.size() / 2]);
    schedule->reset();
    assert_true(actions_of(*schedule) == all);
  }
}

// As when another thread is inside a call with the same handle; what only reads constants is served.
void a_stream_in_use_is_refused_and_its_counts_are_not(void **) {
  ebw_schedule *schedule = nullptr;
  assert_int_equal(ebw_schedule_create_revolve(10, 3, EBW_REVERSE_FUSED, &schedule), EBW_OK);
  std::int32_t kind = -7;
  std::int64_t from, to, slot, count;
  {
    const capi::Hold held(*schedule->object, "schedule");
    assert_int_equal(ebw_schedule_next(schedule, &kind, &from, &to, &slot), EBW_ERR_BUSY);
    assert_int_equal(ebw_schedule_reset(schedule), EBW_ERR_BUSY);
    assert_int_equal(ebw_schedule_export(schedule, nullptr, 0, &count), EBW_OK);
    assert_int_equal(kind, -7);
  }
  assert_int_equal(ebw_schedule_next(schedule, &kind, &from, &to, &slot), EBW_OK);
  assert_int_equal(kind, EBW_ACTION_SAVE);
  ebw_schedule_destroy(schedule);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(replay_finds_every_dropped_repeated_or_changed_action),
      cmocka_unit_test(revolve_is_legal_and_counts_itself_for_every_small_size),
      cmocka_unit_test(revolve_is_legal_and_counts_itself_for_random_sizes),
      cmocka_unit_test(store_all_is_legal_and_counts_itself),
      cmocka_unit_test(revolve_has_fewest_advances_and_saves_of_all_split_points),
      cmocka_unit_test(known_sizes_have_their_known_advances_and_repetitions),
      cmocka_unit_test(counts_equal_the_reference_table),
      cmocka_unit_test(actions_equal_the_reference_traces),
      cmocka_unit_test(binomial_numbers_obey_pascals_rule_and_saturate),
      cmocka_unit_test(parts_of_a_split_have_their_own_repetitions),
      cmocka_unit_test(streams_start_legally_at_the_largest_number_of_steps),
      cmocka_unit_test(counts_that_cannot_be_given_are_refused),
      cmocka_unit_test(reset_and_fresh_give_the_first_action_again),
      cmocka_unit_test(a_stream_in_use_is_refused_and_its_counts_are_not),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
