// SPDX-License-Identifier: MIT
// Checkpoints that do not fit: what is planned then, exhaustively for short sweeps, and runs that go on all the same.
#include <map>
#include <queue>
#include <tuple>

#include "bulky.hpp"
#include "executor/executor.hpp"
#include "executor/recovery.hpp"
#include "expect.hpp"
#include "schedule/async.hpp"
#include "schedule/checker.hpp"
#include "schedule/disk.hpp"
#include "schedule/mixed.hpp"
#include "schedule/online.hpp"
#include "schedule/periodic.hpp"
#include "schedule/rest.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "schedule/two_level.hpp"
#include "storage/configured.hpp"
#include "temporary_directory.hpp"

using namespace ebw;
using namespace ebw::validation;
using executor::Executor;
using executor::Recovery;
using executor::RecoveryOptions;
using schedule::Checker;
using schedule::CheckLimits;
using schedule::Remaining;
using schedule::RestPlan;
using schedule::Schedule;
using schedule::Sweep;
using storage::ConfiguredStore;
using storage::Medium;
using storage::StoreOptions;

namespace {

constexpr ReverseKind kFused = ReverseKind::fused, kStateOnly = ReverseKind::state_only;

// ---- The plan alone

// Fewest forward steps by search over all that can be done: steps left, the state in work, the states that are still
// stored from before, and those that were saved since, which take `assumed` each.
class Search {
 public:
  explicit Search(const Remaining &r) : r_(r) {}

  std::int64_t fewest() {
    unsigned old = 0;
    for (std::size_t i = 0; i < r_.stored.size(); ++i) old |= 1u << i;
    reach({static_cast<int>(r_.end), static_cast<int>(r_.work), old, 0}, 0);
    while (!queue_.empty()) {
      const auto [cost, node] = queue_.top();
      queue_.pop();
      if (cost > known_[node]) continue;
      if (node.left == 0) return cost;
      expand(node, cost);
    }
    return -1;
  }

 private:
  struct Node {
    int left, work;
    unsigned old, fresh;
    auto operator<=>(const Node &) const = default;
  };
  void expand(const Node &n, std::int64_t cost) {
    if (n.work == n.left - 1) reach({n.left - 1, -1, n.old, n.fresh}, cost);
    if (n.work >= 0 && n.work < n.left - 1) {
      reach({n.left, n.work + 1, n.old, n.fresh}, cost + 1);
      if (!(n.fresh >> n.work & 1) && fits(n)) reach({n.left, n.work, n.old, n.fresh | 1u << n.work}, cost);
    }
    for (int k = 0; k < n.left; ++k)
      if (n.fresh >> k & 1) {
        reach({n.left, k, n.old, n.fresh}, cost);
        reach({n.left, n.work, n.old, n.fresh & ~(1u << k)}, cost);
      }
    for (std::size_t i = 0; i < r_.stored.size(); ++i)
      if (n.old >> i & 1) {
        if (r_.stored[i].step < n.left) reach({n.left, static_cast<int>(r_.stored[i].step), n.old, n.fresh}, cost);
        reach({n.left, n.work, n.old & ~(1u << i), n.fresh}, cost);
      }
  }
  bool fits(const Node &n) const {
    std::int64_t bytes = 0, slots = 0;
    for (std::size_t i = 0; i < r_.stored.size(); ++i)
      if (n.old >> i & 1) bytes += r_.stored[i].bytes, ++slots;
    const std::int64_t more = __builtin_popcount(n.fresh) + 1;
    const auto all = static_cast<std::int64_t>(r_.stored.size() + r_.sharing.size());
    return bytes + more * r_.assumed <= r_.room && slots + more <= all;
  }
  void reach(const Node &n, std::int64_t cost) {
    const auto [at, first] = known_.emplace(n, cost);
    if (!first && at->second <= cost) return;
    at->second = cost;
    queue_.push({cost, n});
  }

  struct Entry {
    std::int64_t cost;
    Node node;
    bool operator<(const Entry &other) const { return cost > other.cost; }
  };
  const Remaining &r_;
  std::map<Node, std::int64_t> known_;
  std::priority_queue<Entry> queue_;
};

// Runs the plan's stream on integers: every step reversed, the room never exceeded; its forward steps.
std::int64_t run_plan(const Remaining &r, const RestPlan &plan) {
  schedule::RestSweep sweep(plan);
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> slots;  // slot -> step, bytes
  for (const auto &s : r.stored) slots[s.slot] = {s.step, s.bytes};
  std::int64_t work = r.work, left = r.end, steps = 0;
  for (Action a = sweep.next(); a.kind != ActionKind::end; a = sweep.next()) {
    std::int64_t bytes = 0;
    switch (a.kind) {
      case ActionKind::advance:
        assert_true(a.from == work && a.to > a.from && a.to < left);
        steps += a.to - a.from;
        work = a.to;
        break;
      case ActionKind::save:
        assert_true(a.from == work && !slots.contains(a.slot));
        slots[a.slot] = {a.from, r.assumed};
        for (const auto &[slot, state] : slots) bytes += state.second;
        assert_true(bytes <= r.room);
        break;
      case ActionKind::load:
        assert_true(slots.at(a.slot).first == a.from);
        work = a.from;
        break;
      case ActionKind::discard:
        assert_true(slots.at(a.slot).first == a.from);
        slots.erase(a.slot);
        break;
      case ActionKind::reverse:
      case ActionKind::turn:
        assert_true((a.kind == ActionKind::turn) == (a.from == r.turn_step));
        assert_true(a.from == left - 1 && work == a.from);
        --left;
        if (a.kind == ActionKind::reverse) work = -1;
        break;
      default: _fail(__FILE__, __LINE__);
    }
  }
  assert_int_equal(left, 0);
  assert_true(slots.empty());
  return steps;
}

// All stored sets, states in work, rooms and turns of short sweeps; states alike in size, where the plan is the best
// there is, and unlike, where it must fit and be no worse than to assume the most of all.
void plans_are_the_best_there_are(void **) {
  std::int64_t tried = 0, unlike = 0, beyond = 0, alike_beyond = 0;
  for (std::int64_t end = 1; end <= 6; ++end)
    for (unsigned set = 0; set < 1u << (end - 1); ++set)
      for (std::int64_t work = -1; work < end; ++work)
        for (std::int64_t more = 0; more <= 2; ++more)
          for (const bool alike : {true, false}) {
            // The state in work has passed all that is stored, or there is none.
            if (work >= 0 && (set >> work) > 0) continue;
            if (!alike && (set * 7 + static_cast<unsigned>(work + more)) % 5 != 0) continue;
            Remaining r;
            r.end = end;
            r.work = work;
            r.turn_step = work >= 0 && set % 2 ? end - 1 : -1;
            r.assumed = 10;
            for (std::int64_t k = 0; k < end; ++k)
              if (k == 0 || set >> (k - 1) & 1)
                r.stored.push_back({k, static_cast<std::int64_t>(r.stored.size()), alike ? 10 : 1 + k * 7 % 10});
            for (const auto &s : r.stored) r.room += s.bytes;
            r.room += 10 * more + (alike ? 0 : 4);
            for (std::int64_t i = 0; i < 8; ++i) r.sharing.push_back(static_cast<std::int64_t>(r.stored.size()) + i);
            const RestPlan plan = schedule::plan_rest(r);
            const std::int64_t steps = run_plan(r, plan);
            assert_int_equal(steps, static_cast<std::int64_t>(schedule::forward_steps(plan)));
            const std::int64_t fewest = Search(r).fewest();
            // Never better than all that can be done, and never far from it.
            if (steps < fewest || steps > fewest + 2) {
              print_error("end %d, set %u, work %d, more %d: %d steps, the fewest are %d\n", (int)end, set, (int)work,
                          (int)more, (int)steps, (int)fewest);
              _fail(__FILE__, __LINE__);
            }
            ++tried;
            unlike += !alike;
            beyond += steps > fewest;
            alike_beyond += alike && steps > fewest;
            const std::vector<std::int64_t> numbers = plan.numbers();
            assert_true(RestPlan::from(numbers).numbers() == numbers);
          }
  print_message("# %d plans, %d of them not the best; %d with states of unlike sizes, %d of them not the best\n",
                (int)tried, (int)beyond, (int)unlike, (int)(beyond - alike_beyond));
  assert_true(tried > 500);
  // To drop a state later than at once can be better when sizes are unlike: rare.
  assert_true(beyond * 20 <= unlike);
}

void numbers_of_a_plan_that_are_damaged_are_refused(void **) {
  RestPlan plan;
  plan.end = 5;
  plan.ranges = {{0, 0, 1, 1}};
  plan.own = {4};
  const std::vector<std::int64_t> numbers = plan.numbers();
  for (std::size_t length = 0; length < numbers.size(); ++length)
    expect_refused(Status::corrupt, "not its own", [&] {
      RestPlan::from({numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(length)});
    });
  for (std::size_t i = 7; i < 11; ++i) {
    std::vector<std::int64_t> wrong = numbers;
    wrong[i] = INT64_MAX;
    expect_refused(Status::corrupt, "not its own", [&] { RestPlan::from(wrong); });
  }
}

void many_stored_states_are_planned_in_reasonable_time(void **) {
  Remaining r;
  r.end = 100000;
  r.work = 60000;
  r.assumed = 16;
  for (std::int64_t i = 0; i < 3000; ++i) r.stored.push_back({i * 20, i, 1 + i % 16});
  for (const auto &s : r.stored) r.room += s.bytes;
  const RestPlan plan = schedule::plan_rest(r);
  assert_int_equal(run_plan(r, plan), static_cast<std::int64_t>(schedule::forward_steps(plan)));
}

// ---- Runs

std::unique_ptr<Schedule> make(int which, std::int64_t n, std::int64_t s, ReverseKind kind) {
  const Sweep sweep = kind;
  const Sweep turning = kind == kFused ? Sweep::unfused() : sweep;
  switch (which) {
    case 0: return std::make_unique<schedule::Revolve>(n, s, sweep);
    case 1: return std::make_unique<schedule::Revolve>(n, s, turning);
    case 2: return std::make_unique<schedule::Segment>(n, 2, s, kind);
    case 3: return std::make_unique<schedule::Online>(s, turning);
    case 4: {
      auto online = std::make_unique<schedule::Online>(s, turning);
      online->finish(n);
      return online;
    }
    case 5: return std::make_unique<schedule::TwoLevel>(n, 1, s, sweep, std::nullopt);
    case 6: return std::make_unique<schedule::Periodic>(n, s, 3, sweep, std::nullopt);
    case 7: return std::make_unique<schedule::Async>(n, s, 3, sweep, std::nullopt);
    case 9: {
      // Its states lie in memory and on disk.
      auto states =
          std::make_unique<schedule::TwoLevel>(schedule::Segment::blocks_of(n, 2, kind), 1, s, kFused, std::nullopt);
      return std::make_unique<schedule::Segment>(n, 2, std::move(states), kind, schedule::Costs{1.0, 1.0, 0.0, 0.0});
    }
    default: return kind == kFused ? nullptr : std::make_unique<schedule::StoreAll>(n, kind, false);
  }
}
constexpr int kSchedules = 10;

// How hard states are to compress along the run.
std::int64_t hard(int shape, std::int64_t n, std::int64_t k) {
  if (shape == 0) return 1016 * k / n;           // ever harder
  if (shape == 1) return k < n / 2 ? 40 : 1016;  // at once
  if (shape == 2) return 1016 - 1016 * k / n;    // ever easier
  return k % 3 == 0 ? 900 : 100;
}
constexpr int kShapes = 4;

struct Seen {
  std::int64_t runs = 0, replanned = 0, again = 0, refused = 0;
};

// One run under a limit; true when it came to its end.
bool run_under(Schedule &schedule, ConfiguredStore &store, std::int64_t n, ReverseKind kind, int shape, Seen &seen) {
  const bool tapes = schedule.uses_tapes();
  BulkyStepper stepper(kind, tapes, [&](std::int64_t k) { return hard(shape, n, k); });
  if (schedule.finds_its_end())
    stepper.advanced = [&](std::int64_t reached) {
      if (reached == n && schedule.steps() == 0) schedule.finish(n);
    };
  Sweep sweep(kind);
  if (schedule.turns() && !tapes) sweep.turns = true;
  const std::int64_t memory = schedule.memory_slots();
  Checker checker(schedule.finds_its_end() ? 0 : n, sweep,
                  {memory, schedule.state_slots() - memory, schedule.tape_slots()});
  Executor executor(schedule, store, stepper);
  executor.observe([&](const Action &action) { checker.take(action); });
  ++seen.runs;
  try {
    executor.run();
  } catch (const Error &error) {
    if (error.status() != Status::budget) throw;
    ++seen.refused;
    return false;
  }
  checker.finish();
  assert_true(stepper.inner.gradient == NumberStepper::expected(n));
  const executor::Stats &stats = executor.stats();
  assert_int_equal(stats.reverse_steps, n);
  // A leaf whose tapes did not fit is run once more.
  const std::int64_t told = checker.counts().advances + checker.counts().taped;
  assert_true(stats.forward_steps == told || (tapes && stats.replans > 0 && stats.forward_steps < told + 2));
  seen.replanned += stats.replans > 0;
  seen.again += stats.replans > 1;
  assert_true(stats.replans <= 17 + schedule.state_slots());
  if (stats.replans > 0) {
    assert_true(stats.replan_step >= 0 && stats.replan_step <= n);
    assert_true(stats.replan_slots >= 1 && stats.replan_slots <= stats.replan_slots_before);
  }
  return true;
}

// Every schedule and medium under limits from too little for one state to enough for all.
void runs_go_on_with_what_fits(void **) {
  const TemporaryDirectory place;
  for (int medium = 0; medium < 4; ++medium) {
    Seen seen;
    for (int which = 0; which < kSchedules; ++which)
      for (const ReverseKind kind : {kFused, kStateOnly})
        for (const std::int64_t n : {1, 2, 3, 7, 12, 17})
          for (const std::int64_t s : {1, 2, 3, 5, 9})
            for (int shape = 0; shape < kShapes; ++shape) {
              // Fewer in tiers, where every save waits for a thread.
              if ((which + static_cast<int>(n + s) + shape + medium) % (medium < 2 ? 3 : 12) != 0) continue;
              auto schedule = make(which, n, s, kind);
              if (!schedule) continue;
              bool ran = false;
              for (const std::int64_t states : {0, 1, 2, 3, 4, 12}) {
                const std::int64_t bytes = states * 1300 + 120;
                StoreOptions options{.directory = place.path(), .bytes = bytes, .codec = "zstd"};
                if (medium == 1) options.medium = Medium::disk;
                if (medium >= 2) options.medium = Medium::tiered, options.memory_slots = medium - 2;
                ConfiguredStore store(options);
                const bool now = run_under(*schedule, store, n, kind, shape, seen);
                // What runs in a room runs in a larger one.
                if (ran && !now)
                  print_error("medium %d, schedule %d, n %d, s %d, shape %d, %d states\n", medium, which, (int)n,
                              (int)s, shape, (int)states);
                assert_true(now || !ran);
                ran = ran || now;
              }
              assert_true(ran);
            }
    print_message("# medium %d: %d runs, %d planned again, %d of them more than once, %d refused\n", medium,
                  (int)seen.runs, (int)seen.replanned, (int)seen.again, (int)seen.refused);
    assert_true(seen.replanned > seen.runs / 20 && seen.again > 0);
    assert_int_equal(place.count(), 0);
  }
}

// Every (n, s) of short sweeps in memory, with states that become ever harder: as long as the first state fits, the
// run ends with the bits of store_all.
void every_short_sweep_ends_once_its_first_state_fits(void **) {
  Seen seen;
  for (std::int64_t n = 1; n <= 24; ++n)
    for (std::int64_t s = 1; s <= 8; ++s)
      for (const ReverseKind kind : {kFused, kStateOnly})
        for (const std::int64_t bytes : {100, 700, 1300, 2600}) {
          schedule::Revolve schedule(n, s, kind);
          ConfiguredStore store(StoreOptions{.bytes = bytes, .codec = "zstd"});
          assert_true(run_under(schedule, store, n, kind, 0, seen));
        }
  assert_int_equal(seen.refused, 0);
  assert_true(seen.replanned > seen.runs / 4);
}

void the_report_says_from_which_step_and_how_many_slots(void **) {
  schedule::Revolve schedule(40, 8, kStateOnly);
  // Three states of a kilobyte and nothing beside them.
  ConfiguredStore store(StoreOptions{.bytes = 3 * 1024, .codec = "zstd"});
  BulkyStepper stepper(kStateOnly, false, [](std::int64_t) { return 1016; });
  Executor executor(schedule, store, stepper);
  executor.run();
  assert_true(stepper.inner.gradient == NumberStepper::expected(40));
  const executor::Stats &stats = executor.stats();
  assert_int_equal(stats.replans, 1);
  assert_int_equal(stats.replan_slots_before, 8);
  assert_int_equal(stats.replan_slots, 3);
  // The fourth save is refused: three splits of the binomial rule from the start.
  schedule::Revolve same(40, 8, kStateOnly);
  std::int64_t fourth = -1;
  for (int saves = 0; saves < 4;)
    if (const Action a = same.next(); a.kind == ActionKind::save) ++saves, fourth = a.from;
  assert_int_equal(stats.replan_step, fourth);
  assert_true(stats.forward_steps > schedule.count_advances());
  // The next run begins anew, with all slots.
  executor.run();
  assert_int_equal(stats.replans, 1);
  assert_int_equal(stats.replan_slots_before, 8);
}

void what_cannot_go_on_is_refused_as_before(void **) {
  // A tape that does not fit, and a room that states and tapes share.
  ConfiguredStore store(StoreOptions{.bytes = 60, .codec = "zstd"});
  BulkyStepper stepper(kStateOnly, true, [](std::int64_t) { return 0; });
  schedule::StoreAll tapes(12, kStateOnly, true);
  expect_refused(Status::budget, "takes", [&] { Executor(tapes, store, stepper).run(); });
  assert_int_equal(store.stats(storage::Bank::tape).live_slots, 0);
  // The first state.
  ConfiguredStore small(StoreOptions{.bytes = 500, .codec = "zstd"});
  BulkyStepper bulky(kStateOnly, false, [](std::int64_t) { return 1016; });
  schedule::Revolve revolve(12, 3, kStateOnly);
  expect_refused(Status::budget, "slot 0, step 0", [&] { Executor(revolve, small, bulky).run(); });
}

void progress_counts_the_steps_of_the_new_plan(void **) {
  for (const std::int64_t slots : {2, 8}) {
    schedule::Revolve schedule(40, slots, kStateOnly);
    ConfiguredStore store(StoreOptions{.bytes = 3 * 1024, .codec = "zstd"});
    BulkyStepper stepper(kStateOnly, false, [](std::int64_t) { return 1016; });
    Executor executor(schedule, store, stepper);
    std::int64_t last = 0, of = 0;
    executor::Progress progress(
        [&](std::int64_t done, std::int64_t total, std::int64_t) {
          assert_true(done <= total);
          last = done;
          of = total;
          return 0;
        },
        1);
    progress.begin(executor.plan().forward_steps + 40);
    executor.run(&progress);
    progress.finish();
    assert_int_equal(last, of);
    assert_int_equal(last, executor.stats().forward_steps + 40);
  }
}

// ---- Killed runs

// One process's part, stopped at the given call of the stepper; true when it came to its end.
bool part(int which, std::int64_t n, const RecoveryOptions &options, bool resume, std::int64_t throw_at,
          std::uint64_t &gradient, std::int64_t &replans) {
  auto schedule = make(which, n, 6, kStateOnly);
  const bool on_disk = which == 9;
  StoreOptions room{.bytes = 1700, .codec = "zstd"};
  if (on_disk) {
    room.medium = Medium::tiered;
    room.bytes = 1300;
    room.directory = options.directory;
  }
  ConfiguredStore store(room);
  BulkyStepper stepper(kStateOnly, schedule->uses_tapes(), [n](std::int64_t k) { return hard(1, n, k); });
  stepper.inner.throw_at = throw_at;
  if (schedule->finds_its_end())
    stepper.advanced = [&](std::int64_t reached) {
      if (reached == n && schedule->steps() == 0) schedule->finish(n);
    };
  Executor executor(*schedule, store, stepper);
  Fingerprint problem;
  executor.add_to(problem);
  Recovery recovery(options, problem, resume);
  try {
    executor.run(nullptr, &recovery);
  } catch (const Error &error) {
    if (error.status() != Status::non_finite) throw;
    return false;
  }
  recovery.finish();
  gradient = stepper.inner.gradient;
  replans = executor.stats().replans;
  return true;
}

void a_run_that_was_planned_again_is_resumed(void **) {
  for (const int which : {0, 2, 3, 4, 9})
    for (const std::int64_t disk : {std::int64_t{0}, std::int64_t{3 * (1024 + 8)}}) {
      if (disk > 0 && which > 0) continue;
      const std::int64_t n = which == 9 ? 26 : which == 2 ? 16 : 10;  // leaves of three steps
      bool done = false;
      std::int64_t at = 0;
      for (; !done; at += 3) {
        const TemporaryDirectory place;
        RecoveryOptions options;
        options.directory = place.path();
        options.disk_bytes = disk;
        options.seconds = 0.0;
        std::uint64_t gradient = 0;
        std::int64_t replans = 0;
        done = part(which, n, options, false, at, gradient, replans);
        // Stopped once more, a few calls on.
        if (!done && !part(which, n, options, true, 9, gradient, replans))
          assert_true(part(which, n, options, true, -1, gradient, replans));
        assert_true(gradient == NumberStepper::expected(n));
        if (replans == 0) print_error("schedule %d, disk %d, at %d: not planned again\n", which, (int)disk, (int)at);
        assert_true(replans > 0);
        assert_int_equal(place.count(), 0);
      }
      assert_true(at > 20);
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(plans_are_the_best_there_are),
      cmocka_unit_test(numbers_of_a_plan_that_are_damaged_are_refused),
      cmocka_unit_test(many_stored_states_are_planned_in_reasonable_time),
      cmocka_unit_test(runs_go_on_with_what_fits),
      cmocka_unit_test(every_short_sweep_ends_once_its_first_state_fits),
      cmocka_unit_test(the_report_says_from_which_step_and_how_many_slots),
      cmocka_unit_test(what_cannot_go_on_is_refused_as_before),
      cmocka_unit_test(progress_counts_the_steps_of_the_new_plan),
      cmocka_unit_test(a_run_that_was_planned_again_is_resumed),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
