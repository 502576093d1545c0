// SPDX-License-Identifier: MIT
// How long does an action of a schedule take? Prints one JSON object: ns per action of the C++ stream and through the C
// ABI, over all actions or the first 2e7, the best of five; creation (tables included) and first action in ns.
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <ebbwave/schedule.h>

#include "machine.hpp"
#include "schedule/async.hpp"
#include "schedule/disk.hpp"
#include "schedule/mixed.hpp"
#include "schedule/online.hpp"
#include "schedule/periodic.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"
#include "schedule/two_level.hpp"

namespace {

using namespace ebw::schedule;

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// Processor time of this thread: what other programs take meanwhile is not counted.
double cpu_ns() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

// Runs `next` (false at the end) from the begin of a stream; ns per action.
template <class Next>
double ns_per_action(const Next &next) {
  constexpr std::int64_t kMost = 20'000'000;
  std::int64_t actions = 0;
  const double begin = cpu_ns();
  while (actions < kMost && next()) ++actions;
  return (cpu_ns() - begin) / static_cast<double>(actions + 1);  // the end is asked for, too
}

struct Case {
  const char *kind;
  std::int64_t steps, slots;
  std::function<std::unique_ptr<Schedule>()> make;
  // The same schedule by its public constructor; the status.
  std::function<std::int32_t(ebw_schedule **)> make_handle;
  int rounds = 5;
  bool to_finish = false;  // the handle is told the steps after each reset
};

struct Figures {
  double core = 1e18, create = 1e18, first = 1e18, c_abi = 1e18;
};

std::int64_t sum = 0;  // printed, which keeps the compiler from dropping the streams

// The least of several rounds: what disturbs only adds. `check` is the sum of a round's actions.
Figures measure(const Case &c, std::int64_t &check) {
  Figures least;
  for (int round = 0; round < c.rounds; ++round) {
    const double creation = cpu_ns();
    std::unique_ptr<Schedule> stream = c.make();
    least.create = std::min(least.create, cpu_ns() - creation);
    for (int again = 0; again < 100; ++again) {
      stream = stream->fresh();
      const Clock::time_point begin = Clock::now();
      sum += stream->next().slot;
      least.first = std::min(least.first, ns_since(begin));
    }
    stream = stream->fresh();
    check = 0;
    least.core = std::min(least.core, ns_per_action([&] {
                            const Action action = stream->next();
                            check += action.from + action.slot;
                            return action.kind != ActionKind::end;
                          }));
  }
  return least;
}

// The same through the C ABI; the handle is made once and begins anew, as a table takes long to make.
double measure_c_abi(const Case &c, std::int64_t &check) {
  ebw_schedule *handle = nullptr;
  double least = 1e18;
  bool works = c.make_handle(&handle) == EBW_OK;
  for (int round = 0; works && round < c.rounds; ++round) {
    works = ebw_schedule_reset(handle) == EBW_OK && (!c.to_finish || ebw_schedule_finish(handle, c.steps) == EBW_OK);
    check = 0;
    least = std::min(least, ns_per_action([&] {
                       std::int32_t kind = 0;
                       std::int64_t from, to, slot;
                       if (ebw_schedule_next(handle, &kind, &from, &to, &slot) != EBW_OK) return works = false;
                       check += from + slot;
                       return kind != EBW_ACTION_END;
                     }));
  }
  ebw_schedule_destroy(handle);
  return works ? least : 1e18;
}

Figures measure(const Case &c) {
  std::int64_t in_core = 0, in_c = 0;
  Figures figures = measure(c, in_core);
  figures.c_abi = measure_c_abi(c, in_c);
  sum += in_core;
  if (in_core != in_c) {
    std::fprintf(stderr, "%s: not the same actions in C++ and through the C ABI\n", c.kind);
    std::exit(1);
  }
  return figures;
}

using Handle = ebw_schedule **;

Case revolve(std::int64_t steps, std::int64_t slots) {
  return {"revolve", steps, slots, [=] { return std::make_unique<Revolve>(steps, slots, ebw::ReverseKind::fused); },
          [=](Handle h) { return ebw_schedule_create_revolve(steps, slots, EBW_REVERSE_FUSED, h); }};
}

template <class Kind, class... Arguments>
Case case_of(const char *name, std::int64_t steps, std::int64_t slots, int rounds,
             std::function<std::int32_t(std::int64_t, Handle)> make_handle, Arguments... arguments) {
  return {name,
          steps,
          slots,
          [=] { return std::make_unique<Kind>(steps, arguments...); },
          [=](Handle h) { return make_handle(steps, h); },
          rounds};
}

constexpr std::int64_t kHuge = 1'000'000'000;
constexpr double kCosts[] = {1.0, 1.0, 5.0, 5.0};

// The first is the table that has a goal of its own.
std::vector<Case> kinds_with_a_disk() {
  constexpr std::int32_t kFused = EBW_REVERSE_FUSED;
  const Sweep sweep(ebw::ReverseKind::fused);
  const std::optional<Costs> none, costs = Costs{kCosts[0], kCosts[1], kCosts[2], kCosts[3]};
  const auto two_level = [](std::int64_t slots, const double *prices) {
    return [=](std::int64_t n, Handle h) { return ebw_schedule_create_two_level(n, slots, 10, kFused, prices, h); };
  };
  const auto disk = [](const double *prices) {
    return [=](std::int64_t n, Handle h) { return ebw_schedule_create_disk(n, 5, kFused, prices, h); };
  };
  const auto periodic = [](std::int64_t period, const double *prices) {
    return [=](std::int64_t n, Handle h) { return ebw_schedule_create_periodic(n, 5, period, kFused, prices, h); };
  };
  const auto async = [](std::int64_t n, Handle h) { return ebw_schedule_create_async(n, 5, 100, kFused, nullptr, h); };
  return {case_of<TwoLevel>("two_level 10 + 10", 1000, 10, 5, two_level(10, nullptr), 10, 10, sweep, none),
          case_of<TwoLevel>("two_level 5 + 10, costs", 10'000, 5, 1, two_level(5, kCosts), 5, 10, sweep, costs),
          case_of<Disk>("disk", 100'000, 5, 2, disk(nullptr), 5, sweep, none),
          case_of<Disk>("disk, costs", 1'000'000, 5, 2, disk(kCosts), 5, sweep, costs),
          case_of<Periodic>("periodic 100", kHuge, 5, 5, periodic(100, nullptr), 5, 100, sweep, none),
          case_of<Periodic>("periodic, chosen by costs", kHuge, 5, 2, periodic(0, kCosts), 5, 0, sweep, costs),
          case_of<Async>("async 100", kHuge, 5, 5, async, 5, 100, sweep, none)};
}

std::vector<Case> kinds_in_memory() {
  const ebw::ReverseKind fused = ebw::ReverseKind::fused, states = ebw::ReverseKind::state_only;
  constexpr std::int32_t kFused = EBW_REVERSE_FUSED, kStates = EBW_REVERSE_STATE_ONLY;
  const auto segment = [](std::int64_t leaf, std::int64_t slots, std::int32_t kind) {
    return [=](std::int64_t n, Handle h) { return ebw_schedule_create_segment(n, leaf, slots, kind, h); };
  };
  const auto mixed = [](std::int64_t units, std::int64_t state, std::int64_t tape, std::int32_t kind) {
    return [=](std::int64_t n, Handle h) { return ebw_schedule_create_mixed(n, units, state, tape, kind, h); };
  };
  const auto all = [](std::int64_t n, Handle h) { return ebw_schedule_create_store_all(n, kStates, 0, h); };
  return {case_of<StoreAll>("store_all, states", kHuge, kHuge, 2, all, states, false),
          case_of<Segment>("segment, leaves of 2", kHuge, 50, 5, segment(2, 50, kFused), 2, 50, fused),
          case_of<Segment>("segment, leaves of 2, state_only", kHuge, 50, 5, segment(2, 50, kStates), 2, 50, states),
          case_of<Segment>("segment, leaves of 64", kHuge, 20, 5, segment(64, 20, kFused), 64, 20, fused),
          case_of<Mixed>("mixed, equal sizes", 1000, 50, 5, mixed(50, 1, 1, kFused), 50, 1, 1, fused),
          case_of<Mixed>("mixed, 16 and 5 units", 1000, 200, 5, mixed(200, 16, 5, kStates), 200, 16, 5, states),
          case_of<Mixed>("mixed, 3 and 1 units", 10'000, 100, 1, mixed(100, 3, 1, kStates), 100, 3, 1, states)};
}

Case online(std::int64_t steps, std::int64_t slots) {
  return {"online",
          steps,
          slots,
          [=] {
            auto schedule = std::make_unique<Online>(slots, Sweep::unfused());
            schedule->finish(steps);
            return schedule;
          },
          [=](Handle h) { return ebw_schedule_create_online(slots, EBW_REVERSE_UNFUSED, h); },
          2,
          true};
}

void print(const Case &c, const Figures &f, bool last) {
  std::printf(
      "  {\"kind\": \"%s\", \"steps\": %lld, \"slots\": %lld, \"core_ns\": %.2f, \"c_abi_ns\": %.2f, "
      "\"create_ns\": %.0f, \"first_action_ns\": %.0f}%s\n",
      c.kind, static_cast<long long>(c.steps), static_cast<long long>(c.slots), f.core, f.c_abi, f.create, f.first,
      last ? "" : ",");
}

}  // namespace

int main() {
  constexpr std::int64_t kSizes[][2] = {
      {1000, 10},          {100'000, 20},      {10'000'000, 50},           {10'000'000, 3},
      {1'000'000'000, 50}, {1'000'000'000, 3}, {std::int64_t{1} << 62, 64}};
  double worst_core = 0.0, worst_c = 0.0, worst_first = 0.0, table = 0.0;
  double worst_online = 0.0, worst_online_c = 0.0;
  std::puts("{\"schedules\": [");
  for (const auto &size : kSizes) {
    const Case c = revolve(size[0], size[1]);
    const Figures f = measure(c);
    print(c, f, false);
    worst_core = std::max(worst_core, f.core);
    worst_first = std::max(worst_first, f.first);
    worst_c = std::max(worst_c, f.c_abi);
  }
  for (const auto &kinds : {kinds_with_a_disk(), kinds_in_memory()})
    for (const Case &c : kinds) {
      const Figures f = measure(c);
      print(c, f, false);
      worst_core = std::max(worst_core, f.core);
      worst_first = std::max(worst_first, f.first);
      worst_c = std::max(worst_c, f.c_abi);
      if (table == 0.0) table = f.create;  // the first: 1000 steps, 10 + 10 slots
    }
  const Case several[] = {online(100'000, 3), online(100'000, 10), online(1'000'000, 30), online(1'000'000, 100)};
  for (const Case &c : several) {
    const Figures f = measure(c);
    print(c, f, &c == std::end(several) - 1);
    worst_online = std::max(worst_online, f.core);
    worst_online_c = std::max(worst_online_c, f.c_abi);
    worst_first = std::max(worst_first, f.first);
  }
  std::printf("],\n \"check\": %lld,\n", static_cast<long long>(sum));
  ebw::bench::print_goals(
      {{"schedule: ns per action in C++, slowest kind of known length", worst_core, true, 12.0},
       {"schedule: ns per action of online in C++, slowest case", worst_online, true, 12.0},
       {"schedule: ns per action through the C ABI, slowest kind of known length", worst_c, true, 20.0},
       {"schedule: ns per action of online through the C ABI, slowest case", worst_online_c, true, 20.0},
       {"schedule: ns of the first action, slowest case", worst_first, true, 1000.0},
       {"schedule: ms of the two-level table, 1000 steps, 10 + 10 slots", table * 1e-6, true, 20.0}});
  std::puts("}");
  return 0;
}
