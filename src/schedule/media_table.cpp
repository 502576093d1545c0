// SPDX-License-Identifier: MIT
// The tables, level by level, and the counts of what they choose.
#include "schedule/media_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "schedule/least_sum.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kExact = 9007199254740992.0;  // whole numbers up to 2^53 are exact
// Bound the time of a table to some ten seconds, and its memory to some 300 MB. A run of a schedule so long takes far
// longer, but a plan that is slower than that is taken for one that hangs.
constexpr double kMostSums = 1e10, kMostUnboundedSums = 3e9, kMostEntries = 5e7, kMostSteps = 1e7;

// Names the limit that is passed first.
[[noreturn]] void too_large(std::int64_t length, std::int64_t levels) {
  const double n = static_cast<double>(length);
  const auto most = static_cast<std::int64_t>(std::min({2.0 * kMostSums / n / n, kMostEntries / n, n}));
  fail(Status::unsupported, "the table of cheapest schedules for ", length, " steps and ",
       levels < 0 ? "any number of" : text(levels), " disk slots is too large: ",
       levels < 0 ? text("it may take ", kMostUnboundedSums, " sums and ", kMostSteps, " steps")
       : most > 0 ? text("so many steps may have ", most, " disk slots")
                  : text("two_level may have ", std::sqrt(2.0 * kMostSums), " steps"),
       "; use periodic or async, which need none, or fewer steps or slots");
}

// in_memory(l) for all l <= length: t(l, s) - t(l - 1, s) is the repetition number of l.
std::vector<double> memory_costs(std::int64_t length, std::int64_t slots, double uf) {
  std::vector<double> costs(static_cast<std::size_t>(length) + 1, kNever);
  costs[1] = 0.0;
  if (slots == 0) return costs;
  std::int64_t r = 1, advances = 0;
  Wide most = beta(slots, 1);
  for (std::int64_t l = 2; l <= length; ++l) {
    if (static_cast<Wide>(l) > most) most = beta(slots, ++r);
    advances += r;
    costs[static_cast<std::size_t>(l)] = uf * static_cast<double>(advances);
  }
  return costs;
}

}  // namespace

Costs lexicographic_costs(std::int64_t length, std::int64_t slots) {
  // Each state is saved to disk before a step of its own, and each load is followed by one.
  const double more = 2.0 * static_cast<double>(length) + 1.0;
  const Wide advances = fewest_advances(length, std::max<std::int64_t>(slots, 1));
  if (static_cast<double>(advances) * more + more > kExact) too_large(length, 1);
  return {more, 0.0, 1.0, 1.0};
}

MediaTable::MediaTable(std::int64_t length, std::int64_t slots, std::int64_t disk_slots, const Costs &costs)
    : length_(length), slots_(slots), unbounded_(disk_slots < 0) {
  if (static_cast<double>(length) > kMostSteps) too_large(length, disk_slots);
  in_memory_ = memory_costs(length, slots, costs.forward);
  on_disk_ = in_work_ = in_memory_;
  unbounded_ ? build_unbounded(costs) : build_levels(std::min(disk_slots, length - 1), costs);
  rows_.shrink_to_fit();
}

// Writes down one entry of a row and of the costs.
void MediaTable::take(Row &row, std::size_t length, double on_disk, std::int64_t skip, const Costs &costs) {
  on_disk_[length] = in_memory_[length];
  if (on_disk < in_memory_[length]) {
    on_disk_[length] = on_disk;
    // From work it goes there only when the save pays, too.
    row.set(length, costs.disk_save + on_disk < in_memory_[length] ? skip : -skip);
  }
  in_work_[length] = std::min(in_memory_[length], costs.disk_save + on_disk_[length]);
}

// O(length^2) sums per level. The split is not monotone in the length, so that no shortcut of that kind is right.
void MediaTable::build_levels(std::int64_t disk_slots, const Costs &costs) {
  const auto n = static_cast<std::size_t>(length_);
  std::vector<double> skipped(n + 1), behind(n + 1);
  double sums = 0.0;
  for (std::int64_t level = 1; level <= disk_slots; ++level) {
    sums += 0.5 * static_cast<double>(n) * static_cast<double>(n);
    if (sums > kMostSums || static_cast<double>(level) * static_cast<double>(n) > kMostEntries)
      too_large(length_, disk_slots);
    // behind[n - l] = in_work(level - 1, l), so that both sides of a sum run the same way.
    for (std::size_t l = 0; l <= n; ++l) behind[n - l] = in_work_[l];
    Row row(length_);
    for (std::size_t l = 2; l <= n; ++l) {
      skipped[l - 1] = static_cast<double>(l - 1) * costs.forward + costs.disk_load + on_disk_[l - 1];
      const Least<double> least = least_sum(&skipped[1], &behind[n - l + 1], l - 1);
      take(row, l, least.value, static_cast<std::int64_t>(least.index) + 1, costs);
    }
    rows_.push_back(std::move(row));
    // When one more slot changes no cost of a range in work, the next changes nothing at all.
    bool same = true;
    for (std::size_t l = 1; l <= n && same; ++l) same = in_work_[l] == behind[n - l];
    if (same) break;
  }
}

// With disk slots without end a part of l steps is never skipped when a state on disk inside it pays for itself, that
// is when on_disk(l) >= wd + rd + on_disk(j) + on_disk(l - j) for some j. Few lengths remain.
void MediaTable::build_unbounded(const Costs &costs) {
  const auto n = static_cast<std::size_t>(length_);
  const double disk = costs.disk_save + costs.disk_load;
  std::vector<std::size_t> parts;
  Row row(length_);
  double sums = 0.0;
  for (std::size_t l = 1; l <= n; ++l) {
    if ((sums += static_cast<double>(parts.size())) > kMostUnboundedSums) too_large(length_, -1);
    double least = kNever;
    std::size_t skip = 0;
    for (const std::size_t j : parts) {
      const double sum = static_cast<double>(j) * costs.forward + in_work_[l - j] + costs.disk_load + on_disk_[j];
      if (sum < least) least = sum, skip = j;
    }
    if (l > 1) take(row, l, least, static_cast<std::int64_t>(skip), costs);
    const bool pays = std::any_of(parts.begin(), parts.end(),
                                  [&](std::size_t j) { return on_disk_[l] >= disk + on_disk_[j] + on_disk_[l - j]; });
    if (!pays) parts.push_back(l);
  }
  rows_.push_back(std::move(row));
}

bool MediaTable::goes_to_disk(std::int64_t disk_slots, std::int64_t length) const {
  return (unbounded_ || disk_slots > 0) && row(disk_slots)[static_cast<std::size_t>(length)] > 0;
}

std::int64_t MediaTable::split(std::int64_t disk_slots, std::int64_t length) const {
  return std::abs(row(disk_slots)[static_cast<std::size_t>(length)]);
}

// From the longest range down: how many ranges of each length there are, in work and on disk, level by level.
MediaCounts MediaTable::count(std::int64_t length, bool starts_on_disk) const {
  MediaCounts counts;
  const auto size = static_cast<std::size_t>(length) + 1;
  std::vector<std::int64_t> work(size, 0), disk(size, 0), below(size, 0), alone(size, 0);
  std::vector<std::int64_t> depth_work(size, 0), depth_disk(size, 0);  // unbounded: states on disk, its own included
  (starts_on_disk ? disk : work)[size - 1] = 1;
  if (starts_on_disk) depth_disk[size - 1] = 1;
  // Level m: m disk slots are left, that of a state on disk included. Unbounded: there is one level.
  for (std::int64_t m = disk_slots(); m >= 0; --m) {
    for (std::size_t l = size - 1; l >= 1; --l) {
      const auto here = static_cast<std::int64_t>(l);
      const std::int64_t in_work = work[l];
      if (in_work > 0 && l > 1 && m > 0 && goes_to_disk(m, here)) {
        counts.disk_saves += static_cast<Wide>(in_work);
        disk[l] += in_work;
        depth_disk[l] = std::max(depth_disk[l], depth_work[l] + 1);
      } else {
        alone[l] += in_work;
      }
      const std::int64_t on_disk = disk[l];
      if (on_disk == 0) continue;
      counts.peak_disk_slots = std::max(counts.peak_disk_slots, unbounded_ ? depth_disk[l] : disk_slots() - m + 1);
      const std::int64_t skip = l == 1 ? 0 : split(m, here);
      if (skip == 0) {
        alone[l] += on_disk;
        continue;
      }
      const auto part = static_cast<std::size_t>(skip);
      counts.advances += static_cast<Wide>(on_disk) * static_cast<Wide>(skip);
      counts.disk_loads += static_cast<Wide>(on_disk);
      disk[part] += on_disk;
      depth_disk[part] = std::max(depth_disk[part], depth_disk[l]);
      (unbounded_ ? work : below)[l - part] += on_disk;
      depth_work[l - part] = std::max(depth_work[l - part], depth_disk[l]);
    }
    if (unbounded_) break;
    std::swap(work, below);
    std::fill(below.begin(), below.end(), 0);
    std::fill(disk.begin(), disk.end(), 0);
  }
  for (std::size_t l = 2; l < size; ++l) counts.add_in_memory(static_cast<std::int64_t>(l), slots_, alone[l]);
  return counts;
}

}  // namespace ebw::schedule
