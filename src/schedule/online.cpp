// SPDX-License-Identifier: MIT
// The rule of the first sweep, and the way back.
#include "schedule/online.hpp"

#include <algorithm>

#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

OnlineCheckpoints::Choice OnlineCheckpoints::arrive(std::int64_t k) {
  const auto used = static_cast<std::int64_t>(positions_.size());
  if (used < slots_) {
    keep(k, used);
    if (used + 1 == slots_) update();
    return {used, kNone};
  }
  if (slots_ == 1) return {kNone, kNone};

  // The steps from k to the end are one range with one slot when k is kept, else part of the last one; the first sweep
  // is the same for every choice. All sums are over the ends that are looked at.
  const std::int64_t last = positions_.back();
  const bool exact = 2 * static_cast<Wide>(k + 3) <= static_cast<Wide>(slots_ + 1) * static_cast<Wide>(slots_ + 2);
  const Wide ends = exact ? 1 : 2;
  const Wide from_k = fewest_advances(2, 1);
  Wide with_all = ends * between_ + fewest_advances(k + 2 - last, 1);
  if (!exact) with_all += fewest_advances(k + 1 - last, 1);  // and none from k
  // Without the last one its range is joined to the one before it; without another one the last range has two slots.
  const std::int64_t before = positions_[positions_.size() - 2];
  Wide best = ends * (before_last_ + fewest_advances(k - before, 2)) + from_k;
  std::size_t drop = positions_.size() - 1;
  if (best_ > 0) {
    const Wide other = ends * (best_between_ + fewest_advances(k - last, 2)) + from_k;
    if (other <= best) best = other, drop = best_;
  }
  if (best >= with_all) return {kNone, kNone};
  const Choice choice{ids_[drop], positions_[drop]};
  positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(drop));
  ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(drop));
  keep(k, choice.slot);
  update();
  return choice;
}

void OnlineCheckpoints::keep(std::int64_t k, std::int64_t slot) {
  positions_.push_back(k);
  ids_.push_back(slot);
}

// Sums over the ranges before and behind each checkpoint; range i, from checkpoint i to i + 1, has slots_of(i) slots,
// and one more when a checkpoint before it is dropped.
void OnlineCheckpoints::update() {
  const std::size_t ranges = positions_.size() - 1;
  if (ranges == 0) return;
  const auto cost = [&](std::size_t from, std::size_t to, std::int64_t slots) {
    return fewest_advances(positions_[to] - positions_[from], slots);
  };
  between_ = 0;
  for (std::size_t i = 0; i < ranges; ++i) between_ += cost(i, i + 1, slots_of(i));
  before_last_ = between_ - cost(ranges - 1, ranges, slots_of(ranges - 1));
  best_ = 0;
  Wide behind = 0, before = before_last_;  // behind drop, with a slot more; before the range that ends at drop
  for (std::size_t drop = ranges - 1; drop >= 1; --drop) {
    behind += drop + 1 < ranges ? cost(drop + 1, drop + 2, slots_of(drop)) : 0;
    before -= cost(drop - 1, drop, slots_of(drop - 1));
    const Wide sum = before + cost(drop - 1, drop + 1, slots_of(drop - 1)) + behind;
    if (best_ == 0 || sum <= best_between_) best_between_ = sum, best_ = drop;
  }
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
