// SPDX-License-Identifier: MIT
// The nine kinds of action, served by store and stepper.
#include "executor/run.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace ebw::executor {

using schedule::ActionKind;

void Run::all() {
  next_reverse_ = schedule_->steps() - 1;
  keeps_live_ = recovery_ || may_lack_room();
  // A hash of the state that was loaded needs it whole.
  leaves_states_ = stepper_.states_hold_tapes() && !replay_check_;
  // A place that stays where it is also has its room: the save cannot fail after the step was taken.
  saves_in_passing_ = stepper_.saves_in_passing() && store_.slot_stride(Bank::state) > 0;
  const Clock::time_point begin = Clock::now();
  stepper_.start();
  stats_.seconds_forward += std::chrono::duration<double>(Clock::now() - begin).count();
  check_replay(0, "computed again");
  if (recovery_)
    if (const std::optional<Standing> standing = recovery_->take_standing()) restore(*standing);
  look_ahead_->skip(actions_);
  for (Action action = next(); action.kind != ActionKind::end; action = next()) {
    look_ahead_->before(action);
    take(action, action);
  }
  if (next_reverse_ != -1)
    fail(Status::internal, "the schedule '", schedule_->name(), "' ended before the reverse of step ", next_reverse_);
  compare_with_rest();
}

Run::Action Run::next() {
  if (!following_) return schedule_->next();
  const Action action = *following_;
  following_.reset();
  return action;
}

void Run::take(const Action &action, const Action &rest) {
  const Clock::time_point begin = Clock::now();
  action_ = action;
  try {
    perform(rest);
  } catch (const Error &error) {
    if (error.status() != Status::budget || !plan_again(error)) throw;
    return;
  }
  // Copies count to neither sweep, but to the total.
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const bool forward = action.kind == ActionKind::advance || action.kind == ActionKind::advance_taped ||
                       action.kind == ActionKind::save_tape;
  const bool backward = action.kind == ActionKind::reverse || action.kind == ActionKind::turn;
  if (forward) stats_.seconds_forward += seconds;
  if (backward) stats_.seconds_reverse += seconds;
  note_done(action);
  if (!recovery_) return;
  ++actions_;
  action_hash_ = hash_action(action_hash_, action);
  action_ = {ActionKind::end, -1, -1, -1};  // none is under way
  try {
    safe_point(0, kNone);
  } catch (const Error &error) {
    // A save in the background that did not fit, told when the generation wanted its bytes.
    if (error.status() != Status::budget || !plan_again(error)) throw;
  }
}

void Run::note_done(const Action &action) {
  if (keeps_live_) live_.apply(action);
  if (observer_) observer_(action);
}

void Run::perform(const Action &action) {
  if (untaken_ != kNone && action.kind != ActionKind::save_tape)
    fail(Status::internal, "the schedule '", schedule_->name(), "' takes step ", untaken_,
         " with a tape and keeps none");
  if (left_ && action.kind != ActionKind::reverse && action.kind != ActionKind::discard) fetch_left();
  switch (action.kind) {
    case ActionKind::end: return;
    case ActionKind::advance: return advance(action.from, action.to);
    case ActionKind::save: return save(action.from, action.slot);
    case ActionKind::load: return load(action.from, action.slot);
    case ActionKind::discard: return discard(action.from, action.slot);
    case ActionKind::turn: return turn(action.from);
    case ActionKind::reverse: return reverse(action.from, action.to, action.slot);
    case ActionKind::advance_taped: return advance_taped(action.from, action.to, action.slot);
    case ActionKind::save_tape: return save_tape(action.from, action.slot);
    case ActionKind::load_tape: return load_tape(action.from, action.slot);
  }
  fail(Status::internal, "the schedule '", schedule_->name(), "' gave an action of kind ",
       static_cast<std::int32_t>(action.kind), ", which is none");
}

void Run::require_at(std::int64_t step, const char *action) const {
  if (position_ != step)
    fail(Status::internal, "the schedule '", schedule_->name(), "' wants to ", action, " step ", step,
         position_ == kNone ? text(" after a reverse without a load") : text(" while the state is at ", position_));
}

// ---- States

void Run::save(std::int64_t step, std::int64_t slot) {
  require_at(step, "save");
  if (saved_slot_ == kNone) stepper_.save(step, store_.begin_save(Bank::state, slot, step));
  saved_slot_ = kNone;
  store_.end_save(Bank::state, slot);
  count_state(slot);
}

void Run::load(std::int64_t step, std::int64_t slot) {
  left_ = store_.begin_load(Bank::state, slot, step);
  left_slot_ = slot;
  ++(on_disk(slot) ? stats_.disk_loads : stats_.loads);
  position_ = step;
  if (leaves_states_) return;
  fetch_left();
  check_replay(step, "loaded");
}

void Run::fetch_left() {
  stepper_.load(position_, left_);
  end_left();
}

void Run::end_left() {
  store_.end_load(Bank::state, left_slot_);
  if (discard_left_) store_.discard(Bank::state, left_slot_);
  left_ = nullptr;
  discard_left_ = false;
}

void Run::discard(std::int64_t step, std::int64_t slot) {
  if (store_.holds(Bank::state, slot, step)) {
    live_on_disk_ -= on_disk(slot);
    if (recovery_) recovery_->note_discard(slot);
    // One that is still to be read in its slot lives until it was.
    discard_left_ = left_ && left_slot_ == slot;
    if (!discard_left_) store_.discard(Bank::state, slot);
    return;
  }
  // A loaded tape is read in its slot, which must live until it was used.
  if (tape_ && tape_slot_ == slot && tape_step_ == step) {
    discard_tape_ = true;
    return;
  }
  if (!store_.holds(Bank::tape, slot, step))
    fail(Status::internal, "the schedule '", schedule_->name(), "' discards step ", step, " in slot ", slot,
         ", which does not hold it");
  store_.discard(Bank::tape, slot);
}

// ---- Forward

void Run::turn(std::int64_t step) {
  require_at(step, "turn at");
  if (step != schedule_->steps())
    fail(Status::internal, "the schedule '", schedule_->name(), "' turns at step ", step, " of ", schedule_->steps());
  next_reverse_ = step - 1;  // a loop of unknown length has just seen its end
  stepper_.turn(step);
  has_adjoint_ = true;
}

void Run::advance(std::int64_t from, std::int64_t to) {
  require_at(from, "advance from");
  const std::int64_t slot = slot_saved_next(to);
  for (std::int64_t next; from < to; from = next) {
    next = from + piece(to - from);
    if (next == to && slot != kNone)
      advance_saving(from, to, slot);
    else
      stepper_.advance(from, next);
    count_forward(from, next);
    check_replay(next, "computed again");
    if (next < to) safe_point(next - from, next);
  }
}

std::int64_t Run::slot_saved_next(std::int64_t step) {
  // A schedule that does not know its end may have to be told it first.
  if (!saves_in_passing_ || schedule_->steps() == 0) return kNone;
  following_ = next();
  const bool is_save = following_->kind == ActionKind::save && following_->from == step;
  return is_save ? following_->slot : kNone;
}

void Run::advance_saving(std::int64_t from, std::int64_t to, std::int64_t slot) {
  stepper_.advance_saving(from, to, store_.begin_save(Bank::state, slot, to));
  saved_slot_ = slot;
}

void Run::advance_taped(std::int64_t from, std::int64_t to, std::int64_t slot) {
  require_at(from, "advance from");
  if (slot < 0) {
    if (to != from + 1)
      fail(Status::internal, "the schedule '", schedule_->name(), "' takes steps ", from, " to ", to - 1,
           " with one tape");
    untaken_ = from;
    return;
  }
  for (std::int64_t next; from < to; slot += next - from, from = next) {
    next = from + taped_piece(to - from);
    std::byte *first = nullptr;
    for (std::int64_t k = from; k < next; ++k) {
      std::byte *place = store_.begin_save(Bank::tape, slot + (k - from), k);
      if (k == from) first = place;
      ++stats_.saves;
      count_memory_peak();
    }
    stepper_.advance_taped(from, next, {first, store_.slot_stride(Bank::tape), from});
    for (std::int64_t k = from; k < next; ++k) store_.end_save(Bank::tape, slot + (k - from));
    count_forward(from, next);
    check_replay(next, "computed again");
    if (next < to) safe_point(next - from, next);
  }
}

void Run::save_tape(std::int64_t step, std::int64_t slot) {
  if (untaken_ != step || slot < 0)
    fail(Status::internal, "the schedule '", schedule_->name(), "' saves the tape of step ", step, " in slot ", slot,
         ", which was not taken just before");
  untaken_ = kNone;
  advance_taped(step, step + 1, slot);
}

// ---- Reverse

void Run::load_tape(std::int64_t step, std::int64_t slot) {
  if (tape_)
    fail(Status::internal, "the schedule '", schedule_->name(), "' loads the tape of step ", step, " before that of ",
         tape_step_, " was used");
  tape_ = store_.begin_load(Bank::tape, slot, step);
  tape_step_ = step;
  tape_slot_ = slot;
  ++stats_.loads;
}

void Run::reverse(std::int64_t from, std::int64_t to, std::int64_t slot) {
  const bool leaf = slot >= 0;
  if (from != next_reverse_ || to < 0 || to > from || (!leaf && to != from) || (tape_ && (leaf || tape_step_ != from)))
    fail(Status::internal, "the schedule '", schedule_->name(), "' reverses steps ", from, " to ", to,
         " while that of ", next_reverse_, " is due");
  if (leaf)
    reverse_leaf(from, to, slot);
  else if (tape_)
    reverse_with_tape(from);
  else
    reverse_with_state(from);
  position_ = kNone;
}

void Run::reverse_with_state(std::int64_t step) {
  require_at(step, "reverse");
  if (left_) {
    stepper_.reverse_taped(step, step, {const_cast<std::byte *>(left_), 0, step});
    end_left();
  } else {
    stepper_.reverse(step);
  }
  // In kind fused the propagator takes the step once more, with its tape.
  if (schedule_->reverse_kind() == ReverseKind::fused) count_forward(step, step + 1);
  count_reverse(1);
}

void Run::reverse_with_tape(std::int64_t step) {
  // The places of tapes are const here; TapePlaces serves both directions.
  stepper_.reverse_taped(step, step, {const_cast<std::byte *>(tape_), 0, step});
  store_.end_load(Bank::tape, tape_slot_);
  if (discard_tape_) store_.discard(Bank::tape, tape_slot_);
  tape_ = nullptr;
  discard_tape_ = false;
  count_reverse(1);
}

void Run::reverse_leaf(std::int64_t from, std::int64_t to, std::int64_t slot) {
  for (std::int64_t low; from >= to; from = low - 1) {
    low = from + 1 - taped_piece(from + 1 - to);
    const std::byte *first = nullptr;
    for (std::int64_t k = from; k >= low; --k, ++stats_.loads)
      first = store_.begin_load(Bank::tape, slot + (k - to), k);
    stepper_.reverse_taped(from, low, {const_cast<std::byte *>(first), store_.slot_stride(Bank::tape), low});
    for (std::int64_t k = from; k >= low; --k) {
      store_.end_load(Bank::tape, slot + (k - to));
      store_.discard(Bank::tape, slot + (k - to));
    }
    count_reverse(from + 1 - low);
    position_ = kNone;
    if (low > to) safe_point(from + 1 - low, low - 1);
  }
}

// ---- Counts

std::int64_t Run::piece(std::int64_t steps) const {
  if (progress_) steps = std::min(steps, progress_->chunk());
  if (recovery_) steps = std::min(steps, recovery_->chunk());
  if (replay_check_) steps = 1;
  return steps;
}

std::int64_t Run::taped_piece(std::int64_t steps) const {
  return store_.slot_stride(Bank::tape) > 0 ? piece(steps) : 1;
}

void Run::count_forward(std::int64_t from, std::int64_t to) {
  const std::int64_t recomputed = std::clamp<std::int64_t>(reached_ - from, 0, to - from);
  reached_ = std::max(reached_, to);
  position_ = to;
  stats_.forward_steps += to - from;
  stats_.recomputed += recomputed;
  report(to - from, recomputed);
}

void Run::count_reverse(std::int64_t steps) {
  next_reverse_ -= steps;
  has_adjoint_ = true;
  stats_.reverse_steps += steps;
  report(steps, 0);
}

void Run::count_state(std::int64_t slot) {
  if (recovery_ && store_.keeps_files(slot)) recovery_->note_disk_save();
  if (on_disk(slot)) {
    ++stats_.disk_saves;
    stats_.peak_disk_slots = std::max(stats_.peak_disk_slots, ++live_on_disk_);
  } else {
    ++stats_.saves;
    count_memory_peak();
  }
}

void Run::count_memory_peak() { stats_.peak_slots = std::max(stats_.peak_slots, store_.live_slots() - live_on_disk_); }

void Run::check_replay(std::int64_t step, const char *how) const {
  if (replay_check_) replay_check_->at(step, how);
}

void Run::report(std::int64_t steps, std::int64_t recomputed) {
  if (progress_) progress_->add(steps, recomputed);
}

// ---- Recovery

void Run::safe_point(std::int64_t steps, std::int64_t next) {
  // A step whose tape has no place yet, and a tape or state about to be used, are not kept: the next place is near. Nor
  // is the end, where the stepper has left its results: what is resumed must take the last reverse itself.
  const bool at_end = has_adjoint_ && next_reverse_ < 0;
  if (!recovery_ || untaken_ != kNone || tape_ || left_ || at_end || !recovery_->due(steps)) return;
  LiveSlots live = live_;
  if (next != kNone) live.apply_part(action_, next);
  Standing s;
  s.actions = actions_;
  s.hash = action_hash_;
  s.next = next;
  s.position = position_;
  s.reached = reached_;
  s.next_reverse = next_reverse_;
  s.adjoint = has_adjoint_;
  s.forward_steps = stats_.forward_steps;
  s.reverse_steps = stats_.reverse_steps;
  s.recomputed = stats_.recomputed;
  s.saves = stats_.saves;
  s.loads = stats_.loads;
  s.peak_slots = stats_.peak_slots;
  s.disk_saves = stats_.disk_saves;
  s.disk_loads = stats_.disk_loads;
  s.peak_disk_slots = stats_.peak_disk_slots;
  s.end = schedule_->steps();
  s.rest = rest_numbers();
  recovery_->keep(s, live, store_, stepper_);
}

// The schedule is integers only: its stream is read up to where the run stood, and says what the slots held.
void Run::restore(const Standing &s) {
  // An end that was found before the kill is not found again.
  if (s.end > 0 && schedule_->steps() == 0) schedule_->finish(s.end);
  restore_rest(s.rest);
  for (; actions_ < s.actions; ++actions_) {
    const Action action = schedule_->next();
    if (action.kind == ActionKind::end) break;
    action_hash_ = hash_action(action_hash_, action);
    live_.apply(action);
  }
  const Action present = s.next != kNone ? schedule_->next() : Action{};
  if (actions_ != s.actions || action_hash_ != s.hash || (s.next != kNone && present.kind == ActionKind::end))
    fail(Status::not_resumable, "the generation is of another schedule than '", schedule_->name(), "' with ",
         schedule_->steps(), " steps; resume with the schedule of the run that was killed");
  LiveSlots live = live_;
  if (s.next != kNone) live.apply_part(present, s.next);
  recovery_->restore(s, live, store_, stepper_, [this](std::int64_t) { report(0, 0); });
  position_ = s.position;
  reached_ = s.reached;
  next_reverse_ = s.next_reverse;
  has_adjoint_ = s.adjoint != 0;
  stats_.forward_steps = s.forward_steps;
  stats_.reverse_steps = s.reverse_steps;
  stats_.recomputed = s.recomputed;
  stats_.saves = s.saves;
  stats_.loads = s.loads;
  stats_.peak_slots = s.peak_slots;
  stats_.disk_saves = s.disk_saves;
  stats_.disk_loads = s.disk_loads;
  stats_.peak_disk_slots = s.peak_disk_slots;
  for (const auto &[key, step] : live.slots()) live_on_disk_ += key.first == Bank::state && on_disk(key.second);
  report(s.forward_steps + s.reverse_steps, s.recomputed);
  if (s.next != kNone) take(present, rest_of(present, s.next));
}

}  // namespace ebw::executor
