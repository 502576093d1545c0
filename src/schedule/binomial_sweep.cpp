// SPDX-License-Identifier: MIT
// Split, advance, save; at the last step reverse, and back to the last checkpoint.
#include "schedule/binomial_sweep.hpp"

#include <algorithm>
#include <utility>

namespace ebw::schedule {

void BinomialSweep::start(std::int64_t first, std::int64_t end, std::int64_t slots, std::int64_t turn_step,
                          std::vector<std::int64_t> ids) {
  const std::int64_t length = end - first;
  first_ = first;
  end_ = end;
  slots_ = std::min(slots, std::max<std::int64_t>(length - 1, 1));
  turn_step_ = turn_step;
  whole_ = length - 1 <= slots ? Repetition{length > 1, length > 1} : known(length);
  stage_ = Stage::begin;
  live_.clear();
  ids_ = std::move(ids);
}

// Of a range that needs more than slots_ slots; schedules of many sweeps have few lengths.
Repetition BinomialSweep::known(std::int64_t length) {
  Known &place = known_[static_cast<std::size_t>(length) % known_.size()];
  if (place.length != length || place.slots != slots_) place = {length, slots_, repetition(length, slots_)};
  return place.at;
}

void BinomialSweep::resume(const std::vector<std::int64_t> &positions, std::vector<std::int64_t> ids, std::int64_t end,
                           std::int64_t slots, std::int64_t turn_step) {
  end_ = end;
  slots_ = slots;
  turn_step_ = turn_step;
  ids_ = std::move(ids);
  live_.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::int64_t length = (i + 1 < positions.size() ? positions[i + 1] : end) - positions[i];
    live_.push_back({positions[i], repetition(length, slots - static_cast<std::int64_t>(i))});
  }
  stage_ = Stage::load;
}

Action BinomialSweep::next() {
  switch (stage_) {
    case Stage::begin:
      if (end_ - first_ == 1) return reverse_or_turn(first_);
      return push(first_, whole_);
    case Stage::split: return advance();
    case Stage::arrived:
      if (end_ - work_ == 1) return reverse_or_turn(work_);
      return push(work_, of_right_);
    case Stage::load: {
      if (live_.empty()) return {};
      const std::int64_t position = live_.back().position;
      stage_ = end_ - position == 1 ? Stage::discard : Stage::split;
      return {ActionKind::load, position, -1, slot_of(live_.size() - 1)};
    }
    case Stage::discard:
      stage_ = Stage::reverse;
      work_ = live_.back().position;
      live_.pop_back();
      return {ActionKind::discard, work_, -1, slot_of(live_.size())};
    case Stage::reverse: return reverse_or_turn(work_);
  }
  return {};
}

Action BinomialSweep::push(std::int64_t position, Repetition at) {
  live_.push_back({position, at});
  stage_ = Stage::split;
  return {ActionKind::save, position, -1, slot_of(live_.size() - 1)};
}

// From the last checkpoint to where the next one is due; what is left of it becomes the last checkpoint's range.
Action BinomialSweep::advance() {
  Checkpoint &last = live_.back();
  const std::int64_t slots = slots_ - static_cast<std::int64_t>(live_.size()) + 1;
  const Split parts = schedule::split(end_ - last.position, slots, last.at);
  last.at = parts.of_left;
  of_right_ = parts.of_right;
  work_ = last.position + parts.left;
  stage_ = Stage::arrived;
  return {ActionKind::advance, last.position, work_, -1};
}

Action BinomialSweep::reverse_or_turn(std::int64_t step) {
  end_ = step;
  stage_ = Stage::load;
  if (step == turn_step_) return {ActionKind::turn, step, -1, -1};
  return {ActionKind::reverse, step, step, -1};
}

}  // namespace ebw::schedule
