// SPDX-License-Identifier: MIT
// Suite `schedule`: every schedule of small sizes replayed on integers, its counts against the closed form.
#include <ebbwave/schedule.h>

#include <algorithm>
#include <array>
#include <memory>

#include "suite.hpp"

namespace ebw::cli {

namespace {

using Handle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;

enum Kind : std::int64_t { kAdvance = 1, kSave, kLoad, kDiscard, kTurn, kReverse, kAdvanceTaped, kSaveTape, kLoadTape };

// Steps that Griewank's and Walther's Revolve advances for n steps and s slots, their counts without the taped ones:
// t = r n - binomial(s + r, s + 1), r the least with binomial(s + r, s) >= n.
std::int64_t least_advances(std::int64_t n, std::int64_t s) {
  std::int64_t r = 0, reach = 1;  // binomial(s + r, s)
  while (reach < n) ++r, reach = reach * (s + r) / r;
  std::int64_t beyond = 1;  // binomial(s + r, s + 1), of s + 1 slots and r - 1 rounds
  for (std::int64_t i = 1; i < r; ++i) beyond = beyond * (s + 1 + i) / i;
  return r == 0 ? 0 : r * n - beyond;
}

// One replay: what the machine that runs the actions would hold.
class Machine {
 public:
  Machine(std::int64_t n, std::int64_t slots, bool fused) : n_(n), fused_(fused), slots_(std::size_t(slots), -1) {}

  // "" or what is not legal in this action.
  std::string take(std::int64_t kind, std::int64_t from, std::int64_t to, std::int64_t slot) {
    switch (kind) {
      case kAdvance: return advance(from, to);
      case kSave: return save(from, slot);
      case kLoad: return load(from, slot);
      case kDiscard: return discard(from, slot);
      case kTurn: return turn(from);
      case kReverse: return reverse(from, to);
      default: return "an action of a kind that Revolve does not need";
    }
  }
  std::string finish() const {
    if (next_reverse_ != -1) return joined("steps ", next_reverse_, " .. 0 are not reversed");
    for (const std::int64_t step : slots_)
      if (step >= 0) return joined("step ", step, " still lies in a slot");
    return "";
  }
  void start() { state_ = 0, next_reverse_ = n_ - 1; }
  std::int64_t advances() const { return advances_; }
  std::int64_t peak() const { return peak_; }

 private:
  std::string advance(std::int64_t from, std::int64_t to) {
    if (state_ != from) return joined("advances from ", from, ", the state is that of ", state_);
    if (to <= from || to > n_) return joined("advances to ", to);
    advances_ += to - from;
    state_ = to;
    return "";
  }
  std::string save(std::int64_t step, std::int64_t slot) {
    if (state_ != step) return joined("saves step ", step, ", the state is that of ", state_);
    if (slot < 0 || slot >= std::int64_t(slots_.size())) return joined("slot ", slot, " does not exist");
    if (slots_[std::size_t(slot)] >= 0) return joined("slot ", slot, " is not free");
    slots_[std::size_t(slot)] = step;
    peak_ = std::max(peak_, ++live_);
    return "";
  }
  std::string load(std::int64_t step, std::int64_t slot) {
    if (!holds(step, slot)) return joined("slot ", slot, " does not hold step ", step);
    state_ = step;
    return "";
  }
  std::string discard(std::int64_t step, std::int64_t slot) {
    if (!holds(step, slot)) return joined("slot ", slot, " does not hold step ", step);
    slots_[std::size_t(slot)] = -1;
    --live_;
    return "";
  }
  std::string turn(std::int64_t n) {
    if (fused_ || turned_ || n != n_ || state_ != n_) return "a turn out of its place";
    turned_ = true;
    return "";
  }
  std::string reverse(std::int64_t from, std::int64_t to) {
    if (from != to || from != next_reverse_) return joined("reverses ", from, ", due is ", next_reverse_);
    if (state_ != from) return joined("reverses ", from, " with the state of ", state_);
    if (!fused_ && !turned_) return "reverses before the turn";
    --next_reverse_;
    state_ = -1;  // undefined
    return "";
  }
  bool holds(std::int64_t step, std::int64_t slot) const {
    return slot >= 0 && slot < std::int64_t(slots_.size()) && slots_[std::size_t(slot)] == step;
  }

  std::int64_t n_, state_ = -1, next_reverse_ = -1, advances_ = 0, live_ = 0, peak_ = 0;
  bool fused_, turned_ = false;
  std::vector<std::int64_t> slots_;
};

// "" or the first fault of revolve with n steps and s slots.
std::string fault_of(std::int64_t n, std::int64_t s, std::int32_t kind) {
  ebw_schedule *made = nullptr;
  check(ebw_schedule_create_revolve(n, s, kind, &made));
  const Handle schedule(made, ebw_schedule_destroy);
  const bool fused = kind == EBW_REVERSE_FUSED;
  Machine machine(n, s, fused);
  machine.start();
  std::int64_t count = 0;
  check(ebw_schedule_export(made, nullptr, 0, &count));
  std::vector<std::array<std::int64_t, 4>> rows(static_cast<std::size_t>(count));
  check(ebw_schedule_export(made, rows.data()->data(), count, &count));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string fault = machine.take(rows[i][0], rows[i][1], rows[i][2], rows[i][3]); !fault.empty())
      return joined("n = ", n, ", s = ", s, ", action ", i, ": ", fault);
  if (const std::string fault = machine.finish(); !fault.empty()) return joined("n = ", n, ", s = ", s, ": ", fault);
  const std::int64_t wanted = least_advances(fused ? n : n + 1, s);
  if (machine.advances() != wanted)
    return joined("n = ", n, ", s = ", s, ": ", machine.advances(), " advances, the least is ", wanted);
  return "";
}

void replay_all(Suite &suite, std::int32_t kind, std::int64_t most_n, std::int64_t most_s) {
  std::string fault;
  std::int64_t tried = 0;
  for (std::int64_t n = 1; n <= most_n && fault.empty() && !suite.interrupted(); ++n)
    for (std::int64_t s = 1; s <= most_s && fault.empty(); ++s, ++tried) fault = fault_of(n, s, kind);
  suite.expect(joined("revolve, ", kind == EBW_REVERSE_FUSED ? "fused" : "state only",
                      ", is legal and takes the fewest ", "steps for all n <= ", most_n, ", s <= ", most_s),
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
  for (const std::int32_t kind : {EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY})
    suite.part("replay of revolve", [&] { replay_all(suite, kind, suite.full() ? 200 : 60, suite.full() ? 20 : 10); });
}

}  // namespace ebw::cli
