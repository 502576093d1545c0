// SPDX-License-Identifier: MIT
// How long does an action of a schedule take? Prints one JSON object: ns per action of the C++ stream and through the C
// ABI, over all actions or the first 2e7, the best of five; the first action in ns, the creation apart.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>

#include <ebbwave/schedule.h>

#include "machine.hpp"
#include "schedule/revolve.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// Runs `next` (false at the end) from the begin of a stream; ns per action.
template <class Next>
double ns_per_action(const Next &next) {
  constexpr std::int64_t kMost = 20'000'000;
  std::int64_t actions = 0;
  const Clock::time_point begin = Clock::now();
  while (actions < kMost && next()) ++actions;
  return ns_since(begin) / static_cast<double>(actions);
}

struct Figures {
  double core, c_abi;  // ns per action
};

Figures measure(std::int64_t steps, std::int64_t slots, bool last) {
  double core = 1e9, c_abi = 1e9, create = 1e9, first = 1e9;
  std::int64_t sum = 0;  // keeps the compiler from dropping the stream
  for (int round = 0; round < 5; ++round) {
    for (int again = 0; again < 100; ++again) {
      Clock::time_point begin = Clock::now();
      ebw::schedule::Revolve stream(steps, slots, ebw::ReverseKind::fused);
      create = std::min(create, ns_since(begin));
      begin = Clock::now();
      sum += stream.next().slot;
      first = std::min(first, ns_since(begin));
    }
    ebw::schedule::Revolve stream(steps, slots, ebw::ReverseKind::fused);
    core = std::min(core, ns_per_action([&] {
                      const ebw::schedule::Action action = stream.next();
                      sum += action.from;
                      return action.kind != ebw::schedule::ActionKind::end;
                    }));
    ebw_schedule *handle = nullptr;
    if (ebw_schedule_create_revolve(steps, slots, EBW_REVERSE_FUSED, &handle) != EBW_OK) return {1e9, 1e9};
    c_abi = std::min(c_abi, ns_per_action([&] {
                       std::int32_t kind = 0;
                       std::int64_t from, to, slot;
                       if (ebw_schedule_next(handle, &kind, &from, &to, &slot) != EBW_OK) return false;
                       sum += from;
                       return kind != EBW_ACTION_END;
                     }));
    ebw_schedule_destroy(handle);
  }
  std::printf(
      "  {\"steps\": %lld, \"slots\": %lld, \"core_ns\": %.2f, \"c_abi_ns\": %.2f, \"create_ns\": %.0f, "
      "\"first_action_ns\": %.0f, \"check\": %lld}%s\n",
      static_cast<long long>(steps), static_cast<long long>(slots), core, c_abi, create, first,
      static_cast<long long>(sum), last ? "" : ",");
  return {core, c_abi};
}

}  // namespace

int main() {
  constexpr std::int64_t kCases[][2] = {
      {1000, 10},          {100'000, 20},      {10'000'000, 50},           {10'000'000, 3},
      {1'000'000'000, 50}, {1'000'000'000, 3}, {std::int64_t{1} << 62, 64}};
  Figures worst{0.0, 0.0};
  std::puts("{\"revolve\": [");
  for (const auto &c : kCases) {
    const Figures found = measure(c[0], c[1], &c == std::end(kCases) - 1);
    worst = {std::max(worst.core, found.core), std::max(worst.c_abi, found.c_abi)};
  }
  std::puts("],");
  ebw::bench::print_goals({{"schedule: ns per action in C++, slowest case", worst.core, true, 12.0},
                           {"schedule: ns per action through the C ABI, slowest case", worst.c_abi, true, 20.0}});
  std::puts("}");
  return 0;
}
