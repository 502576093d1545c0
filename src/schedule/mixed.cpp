// SPDX-License-Identifier: MIT
// The stream of mixed: the table's decisions, with what is kept as a stack.
#include "schedule/mixed.hpp"

#include <algorithm>

#include "schedule/limits.hpp"

namespace ebw::schedule {

namespace {

void require_units(std::int64_t units, const char *what) {
  if (units < 1) fail(Status::argument, what, " = ", units, ", need at least 1; pass the size in units of room");
}

}  // namespace

Mixed::Mixed(std::int64_t steps, std::int64_t units, std::int64_t state_units, std::int64_t tape_units,
             ReverseKind kind)
    : steps_(steps), state_units_(state_units), tape_units_(tape_units), kind_(kind) {
  require_steps(steps);
  if (units < 0) fail(Status::argument, "units = ", units, ", need at least 0");
  require_units(state_units, "restart_units");
  require_units(tape_units, "tape_units");
  chain_ = end_ = kind == ReverseKind::state_only ? steps + 1 : steps;
  table_ =
      std::make_shared<const MixedTable>(chain_, units, state_units, tape_units, kind == ReverseKind::fused ? 1 : 0);
  counts_ = counted();
}

Mixed::Mixed(const Mixed &other, FreshTag) : Mixed(other) { reset(); }

void Mixed::reset() {
  stage_ = Stage::decide;
  work_ = used_ = 0;
  end_ = chain_;
  kept_.clear();
}

std::unique_ptr<Schedule> Mixed::fresh() const { return std::unique_ptr<Schedule>(new Mixed(*this, FreshTag{})); }

Action Mixed::next() {
  switch (stage_) {
    case Stage::decide: return decide();
    case Stage::save_tape: stage_ = Stage::decide; return keep(ActionKind::save_tape, true);
    case Stage::advance: {
      // The state is kept: its range was decided with its own units still free.
      stage_ = Stage::decide;
      const std::int64_t from = work_;
      work_ += table_->choice(end_ - from, free() + state_units_);
      return {ActionKind::advance, from, work_, -1};
    }
    case Stage::load: return kept_.empty() ? Action{} : load();
    case Stage::discard_state: return drop(Stage::decide);
    case Stage::reverse_tape:
      stage_ = Stage::discard_tape;
      end_ = kept_.back().step;
      return {ActionKind::reverse, end_, end_, -1};
    case Stage::discard_tape: return drop(Stage::load);
  }
  return {};
}

Action Mixed::decide() {
  const std::int64_t length = end_ - work_;
  if (length == 1) {
    end_ = work_;
    stage_ = Stage::load;
    if (work_ == steps_) return {ActionKind::turn, work_, -1, -1};
    return {ActionKind::reverse, work_, work_, -1};
  }
  if (table_->choice(length, free()) > 0) {
    stage_ = Stage::advance;
    return keep(ActionKind::save, false);
  }
  stage_ = Stage::save_tape;
  return {ActionKind::advance_taped, work_, work_ + 1, -1};
}

Action Mixed::keep(ActionKind kind, bool tape) {
  const Action action{kind, work_, -1, used_};
  kept_.push_back({work_, tape});
  used_ += size_of(kept_.back());
  if (tape) ++work_;
  return action;
}

Action Mixed::load() {
  const Kept &last = kept_.back();
  const std::int64_t size = size_of(last), slot = used_ - size;
  if (last.tape) {
    stage_ = Stage::reverse_tape;
    return {ActionKind::load_tape, last.step, -1, slot};
  }
  work_ = last.step;
  const std::int64_t length = end_ - work_;
  const bool again = length > 1 && table_->choice(length, free() + size) > 0;
  stage_ = again ? Stage::advance : Stage::discard_state;
  return {ActionKind::load, work_, -1, slot};
}

Action Mixed::drop(Stage then) {
  const Kept last = kept_.back();
  kept_.pop_back();
  used_ -= size_of(last);
  stage_ = then;
  return {ActionKind::discard, last.step, -1, used_};
}

// A stream of at most some eight actions per step, over a table that took far longer.
Mixed::Counts Mixed::counted() const {
  Mixed stream(*this, FreshTag{});
  Counts counts;
  for (Action a = stream.next(); a.kind != ActionKind::end; a = stream.next()) {
    ++counts.actions;
    if (a.kind == ActionKind::advance) counts.advances += a.to - a.from;
    // Where a reverse needs no forward step of its own, a step that keeps a tape is an advance as any other.
    if (a.kind == ActionKind::save_tape && kind_ == ReverseKind::state_only) ++counts.advances;
    if (a.kind == ActionKind::save || a.kind == ActionKind::save_tape) ++counts.saves;
    if (a.kind == ActionKind::save_tape) ++counts.tapes;
    if (a.kind == ActionKind::load || a.kind == ActionKind::load_tape) ++counts.loads;
    counts.peak_units = std::max(counts.peak_units, stream.used_);
  }
  return counts;
}

}  // namespace ebw::schedule
