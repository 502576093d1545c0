// SPDX-License-Identifier: MIT
// The recursion over free units, smallest first: P(l, u) = min( 1 + P(l-1, u-b), min over m of m + P(m, u) +
// P(l-m, u-a) ) for a state of a and a tape of b units.
#include "schedule/mixed_table.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "schedule/least_sum.hpp"

namespace ebw::schedule {

namespace {

constexpr std::int32_t kNever = INT32_MAX / 4;  // sums of three do not wrap

// Numbers of free units that decisions lead to from `units`, by 1.
std::vector<char> reached_units(std::int64_t units, std::int64_t state_units, std::int64_t tape_units) {
  std::vector<char> reached(static_cast<std::size_t>(units) + 1);
  reached.back() = 1;
  for (std::int64_t u = units; u >= 0; --u)
    if (reached[static_cast<std::size_t>(u)])
      for (const std::int64_t less : {state_units, tape_units})
        if (u >= less) reached[static_cast<std::size_t>(u - less)] = 1;
  return reached;
}

}  // namespace

MixedTable::MixedTable(std::int64_t length, std::int64_t units, std::int64_t state_units, std::int64_t tape_units,
                       std::int64_t last_cost)
    : length_(length), state_units_(state_units), tape_units_(tape_units) {
  if (length > kMixedMostLength)
    fail(Status::unsupported, "a mixed schedule of ", length, " steps: the table serves at most ", kMixedMostLength,
         "; use segment or revolve");
  // All taped needs no more; and one state alone serves any length.
  const __int128 all_taped = static_cast<__int128>(length - 1) * tape_units;
  if (units < all_taped && units < state_units)
    fail(Status::budget, "units = ", units, ", need at least ",
         static_cast<std::int64_t>(std::min<__int128>(all_taped, state_units)), " for a chain of ", length,
         " steps, a state taking ", state_units, " and a tape ", tape_units, "; raise the units");
  units_ = static_cast<std::int64_t>(std::min<__int128>(units, all_taped));
  const double work = 0.5 * static_cast<double>(length) * static_cast<double>(length) * static_cast<double>(units_);
  if (work > static_cast<double>(kMixedMostWork))
    fail(Status::unsupported, "a mixed schedule of ", length, " steps with ", units_,
         " units of room needs a table of ", work, " decisions, the most is ", kMixedMostWork,
         "; use coarser units, or segment");
  // Rows that no decision leads to stay empty.
  const std::vector<char> reached = reached_units(units_, state_units, tape_units);
  rows_.resize(reached.size());
  steps_.resize(reached.size());
  for (std::int64_t u = 0; u <= units_; ++u) {
    if (reached[static_cast<std::size_t>(u)]) fill(u, last_cost);
    // No later row looks so far back.
    const std::int64_t done = u - std::max(state_units, tape_units);
    if (done >= 0) Steps().swap(steps_[static_cast<std::size_t>(done)]);
  }
  std::vector<Steps>().swap(steps_);
}

std::int64_t MixedTable::bytes() const {
  std::int64_t sum = 0;
  for (const TableRow &row : rows_) sum += row.bytes();
  return sum;
}

std::int64_t MixedTable::bytes_for(std::int64_t length, std::int64_t units, std::int64_t state_units,
                                   std::int64_t tape_units) {
  units = static_cast<std::int64_t>(std::min<__int128>(units, static_cast<__int128>(length - 1) * tape_units));
  // What is taken of the room is a sum of states and tapes, and from their product on every number of units may be one;
  // which for so few steps that this is not so gives the most.
  const std::int64_t looked_at = std::min(units, state_units * tape_units);
  const std::vector<char> reached = reached_units(looked_at, state_units, tape_units);
  const std::int64_t gaps = std::count(reached.begin(), reached.end(), 0);
  const std::int64_t rows =
      checked_multiply(units + 1 - gaps, TableRow::bytes_for(length), "bytes of a schedule's table");
  return rows + gaps * TableRow::own_bytes();
}

const MixedTable::Steps *MixedTable::steps_of(std::int64_t free) const {
  return free < 0 ? nullptr : &steps_[static_cast<std::size_t>(free)];
}

// A tape is kept where that is as good as the best split.
void MixedTable::fill(std::int64_t free, std::int64_t last_cost) {
  const auto n = static_cast<std::size_t>(length_);
  Steps here(n + 1, kNever);
  here[1] = static_cast<std::int32_t>(last_cost);
  TableRow choices(length_);
  const Steps *with_tape = steps_of(free - tape_units_), *with_state = steps_of(free - state_units_);
  // left[m] = m + P(m, free), right[n - l] = P(l, free - a), so that both sides of a sum run the same way.
  Steps left(n + 1, kNever), right(n + 1, kNever);
  for (std::size_t l = 0; with_state && l <= n; ++l) right[n - l] = (*with_state)[l];
  for (std::size_t l = 2; l <= n; ++l) {
    left[l - 1] = std::min(kNever, static_cast<std::int32_t>(l - 1) + here[l - 1]);
    std::int32_t best = with_tape ? 1 + (*with_tape)[l - 1] : kNever;
    if (with_state) {
      const Least<std::int32_t> split = least_sum(&left[1], &right[n - l + 1], l - 1);
      if (split.value < best) best = split.value, choices.set(l, static_cast<std::int64_t>(split.index) + 1);
    }
    here[l] = std::min(best, kNever);
  }
  steps_[static_cast<std::size_t>(free)] = std::move(here);
  rows_[static_cast<std::size_t>(free)] = std::move(choices);
}

std::int64_t MixedTable::choice(std::int64_t length, std::int64_t free) const {
  return rows_[static_cast<std::size_t>(free)][static_cast<std::size_t>(length)];
}

}  // namespace ebw::schedule
