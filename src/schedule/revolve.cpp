// SPDX-License-Identifier: MIT
// The stream of revolve: O(1) arithmetic per action, one entry of memory per live checkpoint.
#include "schedule/revolve.hpp"

#include <algorithm>

#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

Revolve::Revolve(std::int64_t steps, std::int64_t slots, ReverseKind kind) : steps_(steps), kind_(kind) {
  require_steps(steps);
  require_slots(slots, steps);
  chain_ = kind == ReverseKind::state_only ? steps + 1 : steps;
  slots_ = std::min(slots, std::max<std::int64_t>(chain_ - 1, 1));
  whole_ = repetition(chain_, slots_);
  end_ = chain_;
}

void Revolve::reset() {
  stage_ = Stage::begin;
  end_ = chain_;
  live_.clear();
}

std::unique_ptr<Schedule> Revolve::fresh() const { return std::make_unique<Revolve>(steps_, slots_, kind_); }

Action Revolve::next() {
  switch (stage_) {
    case Stage::begin:
      if (chain_ == 1) return reverse_or_turn(0);
      return push(0, whole_);
    case Stage::split: return advance();
    case Stage::arrived:
      if (end_ - work_ == 1) return reverse_or_turn(work_);
      return push(work_, of_right_);
    case Stage::load: {
      if (live_.empty()) return {};
      const std::int64_t position = live_.back().position;
      stage_ = end_ - position == 1 ? Stage::discard : Stage::split;
      return {ActionKind::load, position, -1, static_cast<std::int64_t>(live_.size()) - 1};
    }
    case Stage::discard:
      stage_ = Stage::reverse;
      work_ = live_.back().position;
      live_.pop_back();
      return {ActionKind::discard, work_, -1, static_cast<std::int64_t>(live_.size())};
    case Stage::reverse: return reverse_or_turn(work_);
  }
  return {};
}

Action Revolve::push(std::int64_t position, Repetition at) {
  live_.push_back({position, at});
  stage_ = Stage::split;
  return {ActionKind::save, position, -1, static_cast<std::int64_t>(live_.size()) - 1};
}

// From the last checkpoint to where the next one is due; what is left of it becomes the last checkpoint's range.
Action Revolve::advance() {
  Checkpoint &last = live_.back();
  const std::int64_t slots = slots_ - static_cast<std::int64_t>(live_.size()) + 1;
  const Split parts = schedule::split(end_ - last.position, slots, last.at);
  last.at = parts.of_left;
  of_right_ = parts.of_right;
  work_ = last.position + parts.left;
  stage_ = Stage::arrived;
  return {ActionKind::advance, last.position, work_, -1};
}

Action Revolve::reverse_or_turn(std::int64_t step) {
  end_ = step;
  stage_ = Stage::load;
  if (step == steps_) return {ActionKind::turn, step, -1, -1};
  return {ActionKind::reverse, step, step, -1};
}

std::int64_t Revolve::count_advances() const {
  return require_fit(fewest_advances(chain_, slots_), "advances", steps_);
}

std::int64_t Revolve::count_saves() const { return fewest_saves(chain_, slots_); }

// Each but the last reversed step is parted from the rest by one advance and followed by one load.
std::int64_t Revolve::count_actions() const {
  const Wide chain = static_cast<Wide>(chain_), saves = static_cast<Wide>(count_saves());
  return require_fit(chain + 2 * (chain - 1) + 2 * saves, "actions", steps_);
}

}  // namespace ebw::schedule
