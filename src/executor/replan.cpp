// SPDX-License-Identifier: MIT
// A checkpoint that does not fit: what a run finds out then, and how it goes on.
#include <algorithm>

#include "base/log.hpp"
#include "executor/run.hpp"
#include "schedule/online.hpp"

namespace ebw::executor {

using schedule::ActionKind;
using schedule::Remaining;
using schedule::Rest;
using schedule::RestPlan;
using schedule::StoredState;
using storage::ByteRoom;

namespace {

// Each plan assumes more bytes per checkpoint than the one before, by this part of the most at least: so they are few.
constexpr std::int64_t kParts = 16;

// Numbers of a generation: what follows is a plan, or the stored states of a loop whose end was not known.
enum Form : std::int64_t { kPlan = 1, kOnline = 2 };
constexpr std::size_t kCounts = 5, kHead = 6;

std::vector<std::int64_t> counts(const Stats &s) {
  return {s.forward_steps, s.saves, s.loads, s.disk_saves, s.disk_loads};
}

}  // namespace

bool Run::may_lack_room() {
  const std::int64_t slots = first_schedule_.state_slots();
  // The last slots are the far ones.
  return slots > 0 && (store_.store().byte_room(Bank::state, 0).limit > 0 ||
                       store_.store().byte_room(Bank::state, slots - 1).limit > 0);
}

bool Run::plan_again(const Error &why) {
  const bool online = schedule_->finds_its_end() && schedule_->steps() == 0;
  if (!keeps_live_ || tape_ || untaken_ != kNone || (!online && !schedule::can_go_on(*schedule_))) return false;
  // Once planned again, the tapes of a leaf have their room: what does not fit then never will.
  const bool of_tape = action_.kind == ActionKind::advance_taped;
  if (of_tape && (online || stats_.replans > 0)) return false;
  if (of_tape) drop_tapes();
  for (const Bank bank : {Bank::state, Bank::tape}) store_.store().settle(bank);
  drop_lost();
  const std::vector<StoredState> stored = stored_states();
  // Without the initial state nothing can be computed again.
  if (stored.empty() || stored.front().step != 0) return false;
  const std::int64_t before = stats_.replans > 0 ? stats_.replan_slots : first_schedule_.state_slots();
  const std::int64_t step = position_ >= 0 ? position_ : next_reverse_;
  if (online) {
    go_on_online(stored);
  } else {
    Remaining rest = remaining();
    if (rest.end < 0) return false;  // inside a leaf
    rest.stored = stored;
    if (const schedule::Leaves *leaves = schedule_->leaves())
      for (StoredState &state : rest.stored) state.step = leaves->beginning_at(state.step);
    if (!of_tape && rest.assumed <= assumed_) return false;
    assumed_ = rest.assumed;
    go_on_with(schedule::plan_rest(rest));
  }
  ++stats_.replans;
  stats_.replan_step = step;
  stats_.replan_slots_before = before;
  if (log_enabled())
    log_info(text("a checkpoint did not fit (", why.what(), "); the schedule '", schedule_->name(),
                  "' was planned again at step ", step, ": ", before, " slots before, ", stats_.replan_slots,
                  " after"));
  return true;
}

// ---- What there is

// A tape that does not fit leaves its step half taken: the leaf is run once more.
void Run::drop_tapes() {
  for (std::int64_t k = action_.from; k < action_.to; ++k)
    if (const std::int64_t slot = action_.slot + (k - action_.from); store_.holds(Bank::tape, slot, k))
      store_.discard(Bank::tape, slot);
  position_ = kNone;
}

void Run::drop_lost() {
  std::vector<Action> lost;
  for (const auto &[key, step] : live_.slots())
    if (key.first == Bank::state && !store_.holds(Bank::state, key.second, step))
      lost.push_back({ActionKind::discard, step, -1, key.second});
  for (const Action &action : lost) note_done(action);
  live_on_disk_ = 0;
  for (const auto &[key, step] : live_.slots()) live_on_disk_ += key.first == Bank::state && on_disk(key.second);
}

std::vector<StoredState> Run::stored_states() {
  std::vector<StoredState> stored;
  storage::Store &store = store_.store();
  for (const auto &[key, step] : live_.slots()) {
    const auto &[bank, slot] = key;
    if (bank != Bank::state) continue;
    const bool shares = store.byte_room(bank, slot).limit > 0;
    stored.push_back({step, slot, shares ? store.held_bytes(bank, slot, step) : 0});
  }
  std::sort(stored.begin(), stored.end(), [](const StoredState &a, const StoredState &b) {
    return a.step != b.step ? a.step < b.step : a.slot < b.slot;
  });
  return stored;
}

Remaining Run::remaining() {
  Remaining rest;
  const bool turn_due = !has_adjoint_ && schedule_->turns() && !schedule_->uses_tapes();
  const std::int64_t steps = schedule_->steps();
  const std::int64_t pending = has_adjoint_ ? next_reverse_ : steps - 1;
  rest.end = turn_due ? steps + 1 : pending + 1;
  rest.turn_step = turn_due ? steps : kNone;
  rest.work = position_;
  if (const schedule::Leaves *leaves = schedule_->leaves()) {
    // Before the turn the whole chain is left; behind it a leaf may have its last step reversed and its tapes not read.
    const std::int64_t end = has_adjoint_ ? rest.end : leaves->chain();
    rest.end = leaves->beginning_at(end);
    if (rest.end < 0 && leaves->last_from_state) {
      rest.end = leaves->beginning_at(end + 1);
      rest.last_is_done = true;
    }
    if (rest.work >= 0) rest.work = leaves->beginning_at(rest.work);
  }
  if (rest.work >= rest.end) rest.work = kNone;

  storage::Store &store = store_.store();
  ByteRoom room;
  for (std::int64_t slot = 0; slot < schedule_->state_slots(); ++slot) {
    const ByteRoom of_slot = store.byte_room(Bank::state, slot);
    if (of_slot.limit > 0) room = of_slot;
    if (live_.slots().contains({Bank::state, slot})) continue;
    (of_slot.limit > 0 ? rest.sharing : rest.own).push_back(slot);
  }
  rest.room = room.limit;
  const std::int64_t part = room.most / kParts + 1;
  const std::int64_t least = std::max(room.refused, assumed_ > 0 ? assumed_ + 1 : 1);
  rest.assumed = std::min(room.most, (least + part - 1) / part * part);
  if (schedule_->tape_slots() == 0) return rest;
  // The tapes of a leaf must fit as well, and no state must find their room free.
  if (const ByteRoom of_tapes = store.byte_room(Bank::tape, 0); of_tapes.limit > 0) {
    rest.room -= schedule_->tape_slots() * of_tapes.most;
    rest.assumed = room.most;
  }
  return rest;
}

// ---- Going on

void Run::go_on_with(RestPlan plan) {
  const bool knows = !expected_.empty() || stats_.replans > 0 || !first_schedule_.finds_its_end();
  const std::int64_t before =
      !knows ? 0 : (expected_.empty() ? schedule_->count_advances() + schedule_->count_taped() : expected_.front());
  auto rest = std::make_unique<Rest>(*schedule_, std::move(plan));
  schedule_ = rest.get();
  rest_ = std::move(rest);
  replan_ = static_cast<const Rest *>(schedule_)->plan().numbers();
  replan_.insert(replan_.begin(), kPlan);
  stats_.replan_slots = static_cast<const Rest *>(schedule_)->plan().slots;
  expect_counts();
  if (progress_ && knows) progress_->extend(expected_.front() - before);
  actions_ = 0;
  action_hash_ = 0;
  look_ahead_.emplace(*schedule_, store_.store());
}

// The loop goes on with the slots of those that are stored, and of no others.
void Run::go_on_online(const std::vector<StoredState> &stored) {
  auto &online = dynamic_cast<schedule::Online &>(*schedule_);
  online.go_on(position_, stored);
  replan_ = {kOnline, position_};
  for (const StoredState &state : stored) {
    replan_.push_back(state.step);
    replan_.push_back(state.slot);
  }
  stats_.replan_slots = static_cast<std::int64_t>(stored.size());
  actions_ = 0;
  action_hash_ = 0;
}

void Run::expect_counts() {
  expected_ = counts(stats_);
  const schedule::Schedule &rest = *schedule_;
  const std::int64_t more[kCounts] = {rest.count_advances() + rest.count_taped(), rest.count_saves(),
                                      rest.count_loads(), rest.count_disk_saves(), rest.count_disk_loads()};
  for (std::size_t i = 0; i < kCounts; ++i) expected_[i] += more[i];
}

void Run::compare_with_rest() const {
  if (expected_.empty() || expected_ == counts(stats_)) return;
  const std::vector<std::int64_t> seen = counts(stats_);
  fail(Status::internal, "a run that was planned again made ", seen[0], " forward steps, ", seen[1], " and ", seen[3],
       " saves, ", seen[2], " and ", seen[4], " loads; planned were ", expected_[0], ", ", expected_[1], ", ",
       expected_[3], ", ", expected_[2], ", ", expected_[4], "; please report this text with the call");
}

// ---- Generations

std::vector<std::int64_t> Run::rest_numbers() const {
  if (replan_.empty()) return {};
  std::vector<std::int64_t> all{assumed_,
                                stats_.replans,
                                stats_.replan_step,
                                stats_.replan_slots_before,
                                stats_.replan_slots,
                                static_cast<std::int64_t>(expected_.size())};
  all.insert(all.end(), expected_.begin(), expected_.end());
  all.insert(all.end(), replan_.begin(), replan_.end());
  return all;
}

void Run::restore_rest(const std::vector<std::int64_t> &n) {
  if (n.empty()) return;
  const bool fits = n.size() > kHead && (n[5] == 0 || n[5] == static_cast<std::int64_t>(kCounts)) &&
                    n.size() >= kHead + static_cast<std::size_t>(n[5]) + 2;
  if (!fits) fail(Status::corrupt, "a generation's plan of the rest has ", n.size(), " numbers, which are not its own");
  assumed_ = n[0];
  stats_.replans = n[1];
  stats_.replan_step = n[2];
  stats_.replan_slots_before = n[3];
  stats_.replan_slots = n[4];
  const auto plan = n.begin() + kHead + n[5];
  expected_.assign(n.begin() + kHead, plan);
  replan_.assign(plan, n.end());
  std::vector<StoredState> stored;
  if (replan_[0] == kOnline) {
    for (std::size_t i = 2; i + 1 < replan_.size(); i += 2) stored.push_back({replan_[i], replan_[i + 1], 0});
    if (auto *online = dynamic_cast<schedule::Online *>(schedule_)) online->go_on(replan_[1], stored);
  } else {
    auto rest = std::make_unique<Rest>(*schedule_, RestPlan::from({replan_.begin() + 1, replan_.end()}));
    stored = rest->stored();
    schedule_ = rest.get();
    rest_ = std::move(rest);
    look_ahead_.emplace(*schedule_, store_.store());
  }
  for (const StoredState &state : stored) live_.apply({ActionKind::save, state.step, -1, state.slot});
}

}  // namespace ebw::executor
