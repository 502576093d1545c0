// SPDX-License-Identifier: MIT
// The recursion over free units, smallest first: P(l, u) = min( 1 + P(l-1, u-b), min over m of m + P(m, u) +
// P(l-m, u-a) ) for a state of a and a tape of b units.
#include "schedule/mixed_table.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "schedule/least_sum.hpp"

namespace ebw::schedule {

namespace {

constexpr std::int32_t kNever = INT32_MAX / 4;  // sums of three do not wrap

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
  std::vector<char> reached(static_cast<std::size_t>(units_) + 1);
  reached.back() = 1;
  for (std::int64_t u = units_; u >= 0; --u)
    if (reached[static_cast<std::size_t>(u)])
      for (std::int64_t less : {state_units_, tape_units_})
        if (u >= less) reached[static_cast<std::size_t>(u - less)] = 1;
  rows_.resize(reached.size());
  for (std::int64_t u = 0; u <= units_; ++u) {
    if (!reached[static_cast<std::size_t>(u)]) continue;
    Row &row = rows_[static_cast<std::size_t>(u)];
    row.steps.assign(static_cast<std::size_t>(length) + 1, kNever);
    row.choices.assign(static_cast<std::size_t>(length) + 1, 0);
    row.steps[1] = static_cast<std::int32_t>(last_cost);
    fill(u);
  }
}

const MixedTable::Row *MixedTable::row(std::int64_t free) const {
  return free < 0 ? nullptr : &rows_[static_cast<std::size_t>(free)];
}

// A tape is kept where that is as good as the best split.
void MixedTable::fill(std::int64_t free) {
  Row &here = rows_[static_cast<std::size_t>(free)];
  const Row *with_tape = row(free - tape_units_), *with_state = row(free - state_units_);
  const auto n = static_cast<std::size_t>(length_);
  // left[m] = m + P(m, free), right[n - l] = P(l, free - a), so that both sides of a sum run the same way.
  std::vector<std::int32_t> left(n + 1, kNever), right(n + 1, kNever);
  for (std::size_t l = 0; with_state && l <= n; ++l) right[n - l] = with_state->steps[l];
  for (std::size_t l = 2; l <= n; ++l) {
    left[l - 1] = std::min(kNever, static_cast<std::int32_t>(l - 1) + here.steps[l - 1]);
    std::int32_t best = with_tape ? 1 + with_tape->steps[l - 1] : kNever;
    std::int64_t choice = 0;
    if (with_state) {
      const Least<std::int32_t> split = least_sum(&left[1], &right[n - l + 1], l - 1);
      if (split.value < best) best = split.value, choice = static_cast<std::int64_t>(split.index) + 1;
    }
    here.steps[l] = std::min(best, kNever);
    here.choices[l] = static_cast<std::int32_t>(choice);
  }
}

std::int64_t MixedTable::choice(std::int64_t length, std::int64_t free) const {
  return row(free)->choices[static_cast<std::size_t>(length)];
}

std::int64_t MixedTable::forward_steps(std::int64_t length, std::int64_t free) const {
  return row(free)->steps[static_cast<std::size_t>(length)];
}

}  // namespace ebw::schedule
