// SPDX-License-Identifier: MIT
// Runs of slots: found, joined, cut.
#include "schedule/tape_slots.hpp"

#include <algorithm>
#include <iterator>

namespace ebw::schedule {

TapeSlots::Runs::const_iterator TapeSlots::find(std::int64_t slot) const {
  const auto after = runs_.upper_bound(slot);
  if (after == runs_.begin()) return runs_.end();
  const auto run = std::prev(after);
  return slot - run->first < run->second.count ? run : runs_.end();
}

std::int64_t TapeSlots::step_of(std::int64_t slot) const {
  const auto run = find(slot);
  return run == runs_.end() ? kNone : run->second.step + (slot - run->first);
}

std::int64_t TapeSlots::first_used(std::int64_t slot, std::int64_t count) const {
  if (find(slot) != runs_.end()) return slot;
  const auto after = runs_.upper_bound(slot);
  return after != runs_.end() && after->first - slot < count ? after->first : kNone;
}

std::int64_t TapeSlots::last_other(std::int64_t slot, std::int64_t count, std::int64_t step) const {
  // From the end, a run at a time.
  for (std::int64_t left = count; left > 0;) {
    const std::int64_t last = slot + left - 1;
    const auto run = find(last);
    if (run == runs_.end() || run->second.step - run->first != step - slot) return last;
    left = std::max<std::int64_t>(run->first - slot, 0);
  }
  return kNone;
}

void TapeSlots::fill(std::int64_t slot, std::int64_t count, std::int64_t step) {
  count_ += count;
  auto run = runs_.emplace(slot, Run{count, step}).first;
  const auto follows = [](const auto &a, const auto &b) {
    return a->first + a->second.count == b->first && a->second.step + a->second.count == b->second.step;
  };
  if (run != runs_.begin())
    if (const auto before = std::prev(run); follows(before, run)) {
      before->second.count += run->second.count;
      runs_.erase(run);
      run = before;
    }
  if (const auto after = std::next(run); after != runs_.end() && follows(run, after)) {
    run->second.count += after->second.count;
    runs_.erase(after);
  }
}

void TapeSlots::free(std::int64_t slot, std::int64_t count) {
  count_ -= count;
  while (count > 0) {
    const auto found = find(slot);
    const std::int64_t first = found->first;
    const Run run = found->second;
    const std::int64_t before = slot - first, here = std::min(run.count - before, count);
    runs_.erase(found);
    if (before > 0) runs_.emplace(first, Run{before, run.step});
    if (const std::int64_t behind = run.count - before - here; behind > 0)
      runs_.emplace(slot + here, Run{behind, run.step + before + here});
    slot += here;
    count -= here;
  }
}

}  // namespace ebw::schedule
