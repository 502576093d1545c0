// SPDX-License-Identifier: MIT
// The rule of the first sweep, and the way back.
#include "schedule/online.hpp"

#include <algorithm>

#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

RangeCosts::RangeCosts(std::int64_t most_slots) {
  for (std::int64_t s = 1; s <= most_slots; ++s) {
    Row row;
    for (std::size_t i = 0; i < kRepetitions; ++i) {
      const auto r = static_cast<std::int64_t>(i) + 1;
      row.longest[i] = static_cast<std::int64_t>(std::min(beta(s, r), static_cast<Wide>(kLongest)));
      row.saved[i] = static_cast<std::int64_t>(std::min(beta(s + 1, r - 1), static_cast<Wide>(kLongest)));
    }
    rows_.push_back(row);
  }
}

std::int64_t RangeCosts::of(std::int64_t length, std::int64_t slots) const {
  const Row &row = rows_[static_cast<std::size_t>(slots) - 1];
  for (std::size_t i = 0; i < kRepetitions; ++i)
    if (length <= row.longest[i] && length < kLongest)
      return (static_cast<std::int64_t>(i) + 1) * length - row.saved[i];
  return require_fit(fewest_advances(length, slots), "advances", length);
}

void GrowingRange::reach(std::int64_t length) {
  if (length == length_ + 1) {
    length_ = length;
    if (length > longest_) longest_ += ++repetitions_ + 1;
    advances_ += static_cast<Wide>(repetitions_);
  } else if (length != length_) {
    length_ = length;
    repetitions_ = repetition(length, 2).r;
    longest_ = (repetitions_ + 1) * (repetitions_ + 2) / 2;
    advances_ = fewest_advances(length, 2);
  }
}

OnlineCheckpoints::Choice OnlineCheckpoints::arrive(std::int64_t k) {
  const auto used = static_cast<std::int64_t>(positions_.size());
  if (used < slots_) {
    keep(k, used);
    if (used + 1 == slots_) update(0);
    return {used, kNone};
  }
  if (slots_ == 1) return {kNone, kNone};

  // The steps from k to the end are one range with one slot when k is kept, else part of the last one; the first sweep
  // is the same for every choice. All sums are over the ends that are looked at.
  const std::int64_t last = positions_.back(), before = positions_[positions_.size() - 2];
  of_last_.reach(k - last);
  of_two_.reach(k - before);
  const auto with_one_slot = [](std::int64_t length) {
    return static_cast<Wide>(length) * static_cast<Wide>(length - 1) / 2;
  };
  const Wide ends = is_exact(k) ? 1 : 2;
  const Wide from_k = 1;
  Wide with_all = ends * between_ + with_one_slot(k + 2 - last);
  if (ends == 2) with_all += with_one_slot(k + 1 - last);  // and none from k
  // Without the last one its range is joined to the one before it; without another one the last range has two slots.
  Wide best = ends * (before_last_ + of_two_.advances()) + from_k;
  std::size_t drop = positions_.size() - 1;
  if (best_ > 0) {
    const Wide other = ends * (best_between_ + of_last_.advances()) + from_k;
    if (other <= best) best = other, drop = best_;
  }
  if (best >= with_all) return {kNone, kNone};
  const Choice choice{ids_[drop], positions_[drop]};
  positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(drop));
  ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(drop));
  keep(k, choice.slot);
  update(drop - 1, true);
  return choice;
}

void OnlineCheckpoints::keep(std::int64_t k, std::int64_t slot) {
  positions_.push_back(k);
  ids_.push_back(slot);
}

// Range i, from checkpoint i to i + 1, has slots_of(i) slots, and one more when a checkpoint before it is dropped.
// Ranges before `first` are as they were.
void OnlineCheckpoints::update(std::size_t first, bool one_dropped) {
  const std::size_t ranges = positions_.size() - 1;
  if (ranges == 0) return;
  if (ranges_.empty()) {
    costs_ = RangeCosts(slots_);
    ranges_.resize(ranges);
  }
  for (std::size_t i = first; i < ranges; ++i) {
    const std::int64_t length = positions_[i + 1] - positions_[i];
    Range &range = ranges_[i];
    // Behind what was dropped it is the range that had the next number, now with a slot more.
    const bool moved = one_dropped && i > first && i + 1 < ranges;
    range.alone = moved ? ranges_[i + 1].with_one_more : costs_.of(length, slots_of(i));
    if (i == 0) continue;
    range.with_one_more = costs_.of(length, slots_of(i) + 1);
    range.joined = costs_.of(positions_[i + 1] - positions_[i - 1], slots_of(i - 1));
  }
  // All advances together are fewer than the square of the steps.
  constexpr std::int64_t kShort = std::int64_t{1} << 31;
  positions_.back() < kShort ? sum_up<std::int64_t>(first) : sum_up<Wide>(first);
}

// Range by range: the least that the ranges so far take with one checkpoint dropped is that of dropping the one at the
// begin of this range, or that of an earlier one with a slot more for this range; the earlier one where they are equal.
template <class Sum>
void OnlineCheckpoints::sum_up(std::size_t first) {
  if (first <= 1 && ranges_.size() > 1) {
    ranges_[1].before = static_cast<Wide>(ranges_[0].alone);
    ranges_[1].best = static_cast<Wide>(ranges_[1].joined);
    ranges_[1].least = 1;
  }
  const std::size_t begin = std::min(std::max<std::size_t>(first, 2), ranges_.size());
  const Range &known = ranges_[begin - 1];
  Sum before = static_cast<Sum>(known.before), best = static_cast<Sum>(known.best);
  std::size_t least = known.least;
  for (std::size_t i = begin; i < ranges_.size(); ++i) {
    Range &range = ranges_[i];
    const Sum dropped = before + static_cast<Sum>(range.joined);
    before += static_cast<Sum>(ranges_[i - 1].alone);
    best += static_cast<Sum>(range.with_one_more);
    if (dropped < best) best = dropped, least = i;
    range.before = static_cast<Wide>(before);
    range.best = static_cast<Wide>(best);
    range.least = least;
  }
  before_last_ = ranges_.back().before;
  between_ = before_last_ + static_cast<Wide>(ranges_.back().alone);
  best_ = ranges_.back().least;  // 0: there is one range alone
  best_between_ = ranges_.back().best;
}

Online::Online(std::int64_t slots, Sweep sweep)
    : given_slots_(slots), slots_(slots), sweep_(sweep), checkpoints_(slots) {
  if (slots < 1) fail(Status::argument, "slots = ", slots, ", need at least 1, the initial state takes one");
  if (!sweep.turns)
    fail(Status::unsupported, "online with the reverse kind fused: the end is seen only after the last step; pass ",
         "EBW_REVERSE_UNFUSED for a propagator of kind fused");
}

void Online::reset() {
  end_ = 0;
  reached_ = 0;
  stage_ = Stage::arrived;
  slots_ = given_slots_;
  checkpoints_ = OnlineCheckpoints(slots_);
}

void Online::go_on(std::int64_t k, const std::vector<StoredState> &stored) {
  std::vector<std::int64_t> positions, ids;
  for (const StoredState &state : stored) {
    positions.push_back(state.step);
    ids.push_back(state.slot);
  }
  reached_ = k;
  stage_ = Stage::advance;
  slots_ = static_cast<std::int64_t>(ids.size());
  checkpoints_ = OnlineCheckpoints(std::move(positions), std::move(ids));
}

std::unique_ptr<Schedule> Online::fresh() const {
  auto copy = std::make_unique<Online>(given_slots_, sweep_);
  copy->end_ = end_.load();
  return copy;
}

void Online::finish(std::int64_t n) {
  const std::int64_t reached = std::max<std::int64_t>(reached_, 1);
  if (n < reached || n > kMaxSteps)
    fail(Status::argument, "steps = ", n, ", need ", reached, ", where the loop is, to ", kMaxSteps, " (2^62)");
  std::int64_t expected = 0;
  if (!end_.compare_exchange_strong(expected, n) && expected != n)
    fail(Status::state, "steps = ", n, ": the end was given as ", expected, " already; reset the schedule first");
}

Action Online::next() {
  const std::int64_t k = reached_.load(std::memory_order_relaxed);
  switch (stage_) {
    case Stage::arrived: {
      if (k > 0 && k == end_.load()) return turn();
      const OnlineCheckpoints::Choice choice = checkpoints_.arrive(k);
      stage_ = Stage::advance;
      if (choice.slot == OnlineCheckpoints::kNone) break;
      if (choice.dropped == OnlineCheckpoints::kNone) return {ActionKind::save, k, -1, choice.slot};
      save_slot_ = choice.slot;
      stage_ = Stage::save;
      return {ActionKind::discard, choice.dropped, -1, choice.slot};
    }
    case Stage::save: stage_ = Stage::advance; return {ActionKind::save, k, -1, save_slot_};
    case Stage::advance: break;
    case Stage::back: return back_.next();
  }
  if (k == kMaxSteps) fail(Status::overflow, "online: the loop is at ", k, " steps (2^62), the most; call finish");
  stage_ = Stage::arrived;
  reached_.store(k + 1, std::memory_order_relaxed);
  return {ActionKind::advance, k, k + 1, -1};
}

Action Online::turn() {
  const std::int64_t n = reached_;
  stage_ = Stage::back;
  back_.resume(checkpoints_.positions(), checkpoints_.ids(), n, slots_);
  return {ActionKind::turn, n, -1, -1};
}

std::int64_t Online::known_end() const {
  const std::int64_t n = end_;
  if (n == 0)
    fail(Status::state, "the schedule 'online' has no counts before its end is known; call ebw_schedule_finish first");
  return n;
}

Online::Counts Online::counts() const {
  constexpr std::int64_t kMostCounted = 1'000'000'000;  // half a minute and more
  const std::int64_t n = known_end();
  // No schedule has fewer.
  require_fit(static_cast<Wide>(n) + fewest_advances(n, given_slots_), "advances", n);
  if (n > kMostCounted)
    fail(Status::unsupported, "steps = ", n, ", the schedule 'online' is counted by running through its decisions, at ",
         "most ", kMostCounted, " of them; use revolve, whose end is known, or fewer steps");
  OnlineCheckpoints checkpoints(given_slots_);
  Counts counts;
  counts.advances = static_cast<Wide>(n);
  for (std::int64_t k = 0; k < n; ++k) {
    const OnlineCheckpoints::Choice choice = checkpoints.arrive(k);
    counts.saves += choice.slot != OnlineCheckpoints::kNone;
  }
  const auto &positions = checkpoints.positions();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::int64_t length = (i + 1 < positions.size() ? positions[i + 1] : n) - positions[i];
    const std::int64_t slots = given_slots_ - static_cast<std::int64_t>(i);
    counts.advances += fewest_advances(length, slots);
    // The first of the range is saved already.
    if (length > 1) counts.saves += static_cast<Wide>(fewest_saves(length, std::min(slots, length - 1)) - 1);
  }
  return counts;
}

std::int64_t Online::count_advances() const { return require_fit(counts().advances, "advances", known_end()); }
std::int64_t Online::count_taped() const { return sweep_.taped(known_end()); }
std::int64_t Online::count_saves() const { return require_fit(counts().saves, "saves", known_end()); }
// Every step is reversed from a state that was loaded.
std::int64_t Online::count_loads() const { return known_end(); }
std::int64_t Online::peak_slots() const {
  return end_ == 0 ? given_slots_ : std::min<std::int64_t>(given_slots_, end_);
}

// First sweep: an advance per step. Back: as many loads and reverses as steps, advances between them but where a load
// finds a state that is reversed at once; saves and their discards in both.
std::int64_t Online::count_actions() const {
  const Counts counted = counts();
  const std::int64_t n = known_end();
  const Wide steps = static_cast<Wide>(n), kept = static_cast<Wide>(std::min(given_slots_, n));
  return require_fit(1 + 4 * steps - kept + 2 * counted.saves, "actions", n);
}

}  // namespace ebw::schedule
