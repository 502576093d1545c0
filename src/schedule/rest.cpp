// SPDX-License-Identifier: MIT
// The stream of a rest, and its counts, which are found by running it once.
#include "schedule/rest.hpp"

#include <algorithm>
#include <utility>

namespace ebw::schedule {

namespace {

constexpr std::size_t kHead = 11;  // numbers before the lists of a plan

template <class Item, class List>
void append(std::vector<Item> &to, const List &list) {
  to.insert(to.end(), list.begin(), list.end());
}

}  // namespace

std::vector<std::int64_t> RestPlan::numbers() const {
  const auto size = [](const auto &list) { return static_cast<std::int64_t>(list.size()); };
  std::vector<std::int64_t> all{end,          turn_step,    load,          work,      split,        slots,
                                last_is_done, size(ranges), size(dropped), size(own), size(sharing)};
  for (const Range &r : ranges) append(all, std::vector{r.first, r.slot, r.shares, r.slots});
  for (const StoredState &s : dropped) append(all, std::vector{s.step, s.slot, s.bytes});
  append(all, own);
  append(all, sharing);
  return all;
}

RestPlan RestPlan::from(const std::vector<std::int64_t> &n) {
  const auto count = static_cast<std::int64_t>(n.size());
  bool fits = n.size() >= kHead;
  for (std::size_t i = 7; fits && i < kHead; ++i) fits = n[i] >= 0 && n[i] <= count;
  if (!fits || static_cast<std::int64_t>(kHead) + 4 * n[7] + 3 * n[8] + n[9] + n[10] != count)
    fail(Status::corrupt, "the plan of a rest has ", count, " numbers, which are not its own");
  RestPlan plan;
  plan.end = n[0];
  plan.turn_step = n[1];
  plan.load = n[2];
  plan.work = n[3];
  plan.split = n[4];
  plan.slots = n[5];
  plan.last_is_done = n[6];
  auto at = n.begin() + kHead;
  for (std::int64_t i = 0; i < n[7]; ++i, at += 4) plan.ranges.push_back({at[0], at[1], at[2], at[3]});
  for (std::int64_t i = 0; i < n[8]; ++i, at += 3) plan.dropped.push_back({at[0], at[1], at[2]});
  plan.own.assign(at, at + n[9]);
  plan.sharing.assign(at + n[9], n.end());
  return plan;
}

// ---- Stream

RestSweep::RestSweep(RestPlan plan)
    : plan_(std::move(plan)),
      loaded_(plan_.load < 0),
      advanced_(plan_.work == plan_.split),
      left_(plan_.ranges.size()),
      end_(plan_.end) {}

// Slots for the depths behind the first of a range: those that are rarely used share, as far as there are not enough
// of the others, and as far as the range has a use for them.
std::vector<std::int64_t> RestSweep::free_slots(std::size_t range, std::int64_t length) const {
  std::vector<std::int64_t> own = plan_.own, sharing = plan_.sharing;
  for (std::size_t i = range + 1; i < plan_.ranges.size(); ++i)
    (plan_.ranges[i].shares ? sharing : own).push_back(plan_.ranges[i].slot);
  const std::int64_t useful = std::max<std::int64_t>(std::min(plan_.ranges[range].slots, length) - 1, 0);
  const auto of_own = std::min(useful, static_cast<std::int64_t>(own.size()));
  std::vector<std::int64_t> slots(sharing.begin(), sharing.begin() + (useful - of_own));
  slots.insert(slots.end(), own.begin(), own.begin() + of_own);
  return slots;
}

// The part of the last range that begins with the state in work, or a range from its stored state on.
void RestSweep::begin_range() {
  if (!std::exchange(begun_, true) && plan_.work >= 0) {
    const std::int64_t slots = plan_.ranges.empty() ? 1 : std::max<std::int64_t>(plan_.ranges.back().slots - 1, 1);
    std::vector<std::int64_t> ids;
    if (!plan_.ranges.empty()) ids = free_slots(plan_.ranges.size() - 1, end_ - plan_.ranges.back().first);
    sweep_.start(plan_.split, end_, slots, plan_.turn_step, std::move(ids));
    end_ = plan_.split;
    return;
  }
  const RestPlan::Range &range = plan_.ranges[--left_];
  std::vector<std::int64_t> ids = free_slots(left_, end_ - range.first);
  ids.insert(ids.begin(), range.slot);
  sweep_.resume({range.first}, std::move(ids), end_, range.slots, plan_.turn_step);
  end_ = range.first;
}

Action RestSweep::next() {
  if (!std::exchange(loaded_, true)) return {ActionKind::load, plan_.work, -1, plan_.load};
  if (dropped_ < plan_.dropped.size()) {
    const StoredState &state = plan_.dropped[dropped_++];
    return {ActionKind::discard, state.step, -1, state.slot};
  }
  if (!std::exchange(advanced_, true)) return {ActionKind::advance, plan_.work, plan_.split, -1};
  for (;;) {
    if (const Action action = sweep_.next(); action.kind != ActionKind::end) return action;
    if (left_ == 0 && (begun_ || plan_.work < 0)) return {};
    begin_range();
  }
}

// ---- Schedule

bool can_go_on(const Schedule &schedule) {
  return schedule.steps() > 0 && schedule.shared_room().units == 0 && (!schedule.uses_tapes() || schedule.leaves());
}

Rest::Rest(const Schedule &of, RestPlan plan)
    : name_(of.name()),
      steps_(of.steps()),
      kind_(of.reverse_kind()),
      turns_(of.turns()),
      state_slots_(of.state_slots()),
      memory_slots_(of.memory_slots()),
      tape_slots_(of.tape_slots()),
      plan_(std::move(plan)),
      sweep_(plan_) {
  if (of.leaves()) leaves_ = *of.leaves();
  actions_.reset(plan_.last_is_done != 0);
  for (Action action = next(); action.kind != ActionKind::end; action = next()) count(action);
  reset();
}

Action Rest::next() {
  if (!leaves()) return sweep_.next();
  return actions_.next(leaves_, [this] { return sweep_.next(); });
}

std::vector<StoredState> Rest::stored() const {
  std::vector<StoredState> all;
  for (const RestPlan::Range &range : plan_.ranges) all.push_back({range.first, range.slot, 0});
  append(all, plan_.dropped);
  if (leaves())
    for (StoredState &state : all) state.step = leaves_.begin_of(state.step);
  return all;
}

void Rest::reset() {
  sweep_ = RestSweep(plan_);
  actions_.reset(plan_.last_is_done != 0);
}

void Rest::count(const Action &a) {
  ++tally_.actions;
  switch (a.kind) {
    case ActionKind::advance: tally_.advances += a.to - a.from; return;
    case ActionKind::advance_taped:
      (kind_ == ReverseKind::fused ? tally_.taped : tally_.advances) += a.to - a.from;
      tally_.saves += a.to - a.from;
      return;
    case ActionKind::reverse:
      if (a.slot >= 0)
        tally_.loads += a.from - a.to + 1;
      else
        tally_.taped += kind_ == ReverseKind::fused;
      return;
    case ActionKind::save: ++(a.slot >= memory_slots_ ? tally_.disk_saves : tally_.saves); return;
    case ActionKind::load: ++(a.slot >= memory_slots_ ? tally_.disk_loads : tally_.loads); return;
    default: return;
  }
}

}  // namespace ebw::schedule
