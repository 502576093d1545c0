// SPDX-License-Identifier: MIT
// The stream of schedules on two media, and counts that follow from those of states saved.
#include "schedule/media.hpp"

#include <algorithm>

#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

void MediaCounts::add_in_memory(std::int64_t length, std::int64_t slots, std::int64_t times) {
  if (length == 1 || times == 0) return;
  advances += fewest_advances(length, slots) * static_cast<Wide>(times);
  slots = std::min(slots, length - 1);
  saves += static_cast<Wide>(fewest_saves(length, slots)) * static_cast<Wide>(times);
  peak_slots = std::max(peak_slots, slots);
}

void MediaCounts::add(const MediaCounts &part, Wide times) {
  advances += part.advances * times;
  saves += part.saves * times;
  disk_saves += part.disk_saves * times;
  disk_loads += part.disk_loads * times;
  if (times > 0) peak_slots = std::max(peak_slots, part.peak_slots);
  if (times > 0) peak_disk_slots = std::max(peak_disk_slots, part.peak_disk_slots);
}

// The advances of the last part grow faster with its length: the first number of joined periods at which the next one
// does not pay.
std::int64_t worthwhile_periods(std::int64_t chain, std::int64_t period, std::int64_t slots, double cost_of_whole,
                                double uf) {
  const std::int64_t whole = (chain - 1) / period, rest = chain - whole * period;
  if (slots == 0) return whole;
  const auto next_pays = [&](std::int64_t joined) {
    const std::int64_t length = rest + joined * period;
    const Wide more = fewest_advances(length + period, slots) - fewest_advances(length, slots);
    return uf * static_cast<double>(more) <= cost_of_whole;
  };
  std::int64_t low = -1, high = whole;  // pays at low, does not at high
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (next_pays(middle) ? low : high) = middle;
  }
  return whole - high;
}

MediaSchedule::MediaSchedule(std::int64_t steps, std::int64_t slots, Sweep sweep)
    : steps_(steps), slots_(slots), sweep_(sweep) {
  require_steps(steps);
  if (slots < 0) fail(Status::argument, "slots = ", slots, ", need 0 or more slots in memory");
  chain_ = sweep.chain(steps);
  end_ = chain_;
}

void MediaSchedule::reset() {
  stage_ = Stage::arrived;
  work_ = 0;
  end_ = chain_;
  disk_.clear();
}

Action MediaSchedule::next() {
  switch (stage_) {
    case Stage::arrived:
      if (end_ - work_ == 1) return reverse_or_turn(work_);
      if (!goes_to_disk(work_, end_ - work_, static_cast<std::int64_t>(disk_.size()))) return start_memory();
      disk_.push_back(work_);
      stage_ = Stage::on_disk;
      return {ActionKind::save, work_, -1, disk_slot()};
    case Stage::on_disk: return leave_disk();
    case Stage::in_memory_alone:
      if (end_ - work_ == 1) return reverse_or_turn(work_);
      return start_memory();
    case Stage::memory:
      if (!memory_.done()) return memory_.next();
      end_ = work_;
      stage_ = Stage::load;
      [[fallthrough]];
    case Stage::load:
      if (disk_.empty()) return {};
      stage_ = Stage::on_disk;
      return {ActionKind::load, disk_.back(), -1, disk_slot()};
  }
  return {};
}

Action MediaSchedule::start_memory() {
  memory_.start(work_, end_, slots_, steps_);
  stage_ = Stage::memory;
  return memory_.next();
}

// The last state on disk is in work too: on from there, or it is not needed on disk any more.
Action MediaSchedule::leave_disk() {
  const std::int64_t position = disk_.back(), length = end_ - position;
  const std::int64_t skip = length == 1 ? 0 : split(position, length, static_cast<std::int64_t>(disk_.size()));
  if (skip > 0) {
    work_ = position + skip;
    stage_ = Stage::arrived;
    return {ActionKind::advance, position, work_, -1};
  }
  work_ = position;
  stage_ = Stage::in_memory_alone;
  const Action action{ActionKind::discard, position, -1, disk_slot()};
  disk_.pop_back();
  return action;
}

Action MediaSchedule::reverse_or_turn(std::int64_t step) {
  end_ = step;
  stage_ = Stage::load;
  if (step == steps_) return {ActionKind::turn, step, -1, -1};
  return {ActionKind::reverse, step, step, -1};
}

std::int64_t MediaSchedule::state_slots() const {
  return require_fit(static_cast<Wide>(counts_.peak_slots) + static_cast<Wide>(counts_.peak_disk_slots), "slots",
                     steps_);
}

std::int64_t MediaSchedule::count_advances() const { return require_fit(counts_.advances, "advances", steps_); }
std::int64_t MediaSchedule::count_saves() const { return require_fit(counts_.saves, "saves", steps_); }
std::int64_t MediaSchedule::count_disk_saves() const { return require_fit(counts_.disk_saves, "disk saves", steps_); }
std::int64_t MediaSchedule::count_disk_loads() const { return require_fit(counts_.disk_loads, "disk loads", steps_); }

// Each but the last reversed step is parted from the rest by one advance and followed by one load, from either medium.
std::int64_t MediaSchedule::count_loads() const {
  return require_fit(static_cast<Wide>(chain_ - 1) - counts_.disk_loads, "loads", steps_);
}

std::int64_t MediaSchedule::count_actions() const {
  const Wide chain = static_cast<Wide>(chain_);
  return require_fit(chain + 2 * (chain - 1) + 2 * (counts_.saves + counts_.disk_saves), "actions", steps_);
}

}  // namespace ebw::schedule
