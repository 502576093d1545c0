// SPDX-License-Identifier: MIT
// Suite `schedule`: every schedule of small sizes replayed by the model checker, counts against the closed form.
#include <ebbwave/checker.h>
#include <ebbwave/schedule.h>

#include <functional>
#include <memory>

#include "suite.hpp"

namespace ebw::cli {

namespace {

using Handle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;

// Steps that Griewank's and Walther's Revolve advances for n steps and s slots, their counts without the taped ones:
// t = r n - binomial(s + r, s + 1), r the least with binomial(s + r, s) >= n.
std::int64_t least_advances(std::int64_t n, std::int64_t s) {
  std::int64_t r = 0, reach = 1;  // binomial(s + r, s)
  while (reach < n) ++r, reach = reach * (s + r) / r;
  std::int64_t beyond = 1;  // binomial(s + r, s + 1), of s + 1 slots and r - 1 rounds
  for (std::int64_t i = 1; i < r; ++i) beyond = beyond * (s + 1 + i) / i;
  return r == 0 ? 0 : r * n - beyond;
}

struct Size {
  std::int64_t n, s;
};

// A kind of schedule, made for any size: its status, and the handle.
struct Kind {
  std::string name;
  std::function<std::int32_t(const Size &, ebw_schedule **)> make;
  std::function<std::int64_t(const Size &)> least = {};  // advances that the published formula gives
};

// The end is told at once; the schedule still decides as if it did not know.
std::int32_t make_online(const Size &size, std::int32_t reverse, ebw_schedule **made) {
  const std::int32_t status = ebw_schedule_create_online(size.s, reverse, made);
  return status != EBW_OK ? status : ebw_schedule_finish(*made, size.n);
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  const auto add = [&](const std::string &name, std::int32_t reverse, auto make) {
    const char *how = reverse == EBW_REVERSE_FUSED        ? "fused"
                      : reverse == EBW_REVERSE_STATE_ONLY ? "state only"
                                                          : "unfused";
    kinds.push_back({joined(name, ", ", how),
                     [make, reverse](const Size &at, ebw_schedule **made) { return make(at, reverse, made); }});
  };
  constexpr double kCosts[] = {1.0, 2.0, 3.0, 2.5};
  for (const std::int32_t reverse : {EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY, EBW_REVERSE_UNFUSED}) {
    const bool fused = reverse == EBW_REVERSE_FUSED, unfused = reverse == EBW_REVERSE_UNFUSED;
    add("revolve", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_revolve(at.n, at.s, r, made);
    });
    kinds.back().least = [fused](const Size &at) { return least_advances(fused ? at.n : at.n + 1, at.s); };
    if (!fused) add("online", reverse, make_online);
    add("two_level", reverse, [kCosts](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_two_level(at.n, at.s, 1 + at.n % 3, r, at.n % 2 ? kCosts : nullptr, made);
    });
    add("disk", reverse, [kCosts](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_disk(at.n, at.s, r, at.n % 2 ? kCosts : nullptr, made);
    });
    add("periodic", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_periodic(at.n, at.s, 1 + at.n % 13, r, nullptr, made);
    });
    add("async", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_async(at.n, at.s, 1 + at.n % 13, r, nullptr, made);
    });
    if (unfused) continue;
    add("store_all", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_store_all(at.n, r, r == EBW_REVERSE_FUSED || at.s % 2 == 0, made);
    });
    add("segment", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_segment(at.n, 1 + at.n % 7, at.s, r, made);
    });
    add("mixed", reverse, [](const Size &at, std::int32_t r, ebw_schedule **made) {
      return ebw_schedule_create_mixed(at.n, at.s + 1, 1 + at.n % 2, 1, r, made);
    });
  }
  return kinds;
}

// "" or the first fault of one schedule: what the library's model checker finds, or other advances than the least.
std::string fault_of(const Kind &kind, const Size &size) {
  ebw_schedule *made = nullptr;
  std::int32_t status = kind.make(size, &made);
  const Handle schedule(made, ebw_schedule_destroy);
  if (status == EBW_OK) status = ebw_schedule_check(made, -1, -1, -1);
  const std::string where = joined("n = ", size.n, ", s = ", size.s, ": ");
  if (status != EBW_OK) return where + ebw_last_error();
  if (!kind.least) return "";
  std::int64_t advances = 0;
  check(ebw_schedule_count_advances(made, &advances));
  const std::int64_t wanted = kind.least(size);
  return advances == wanted ? "" : joined(where, advances, " advances, the least is ", wanted);
}

void replay_all(Suite &suite, const Kind &kind, const Size &most) {
  std::string fault;
  std::int64_t tried = 0;
  for (std::int64_t n = 1; n <= most.n && fault.empty() && !suite.interrupted(); ++n)
    for (std::int64_t s = 1; s <= most.s && fault.empty(); ++s, ++tried) fault = fault_of(kind, {n, s});
  suite.expect(joined(kind.name, ", is legal and counts right", kind.least ? ", with the fewest steps," : "",
                      " for all n <= ", most.n, ", s <= ", most.s),
               fault.empty(), fault.empty() ? joined(tried, " schedules replayed") : fault);
}

// Advances of revolve, kind fused: Griewank and Walther 2000, computed independently by dynamic programming.
void compare_golden(Suite &suite) {
  struct Row {
    std::int64_t n, s, advances;
  };
  constexpr Row kRows[] = {{10, 3, 15},       {56, 5, 140},       {100, 5, 316},        {100, 10, 222},
                           {1000, 10, 3636},  {1615, 20, 4592},   {1615, 50, 3467},     {1615, 102, 3126},
                           {1615, 205, 3023}, {10000, 20, 37976}, {100000, 100, 294747}};
  std::string faults;
  for (const Row &row : kRows) {
    ebw_schedule *made = nullptr;
    std::int64_t advances = 0;
    check(ebw_schedule_create_revolve(row.n, row.s, EBW_REVERSE_FUSED, &made));
    const Handle schedule(made, ebw_schedule_destroy);
    check(ebw_schedule_count_advances(made, &advances));
    if (advances != row.advances || least_advances(row.n, row.s) != row.advances)
      faults += joined("n = ", row.n, ", s = ", row.s, ": ", advances, " advances, not ", row.advances, "; ");
  }
  suite.expect("revolve counts what the published formula gives", faults.empty(),
               faults.empty() ? joined(std::size(kRows), " sizes up to 100000 steps") : faults);
}

}  // namespace

void check_schedules(Suite &suite) {
  suite.part("golden counts", [&] { compare_golden(suite); });
  const Size most = suite.full() ? Size{200, 20} : Size{60, 10};
  for (const Kind &kind : all_kinds()) suite.part("replay of " + kind.name, [&] { replay_all(suite, kind, most); });
}

}  // namespace ebw::cli
