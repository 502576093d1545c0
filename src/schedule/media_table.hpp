// SPDX-License-Identifier: MIT
// The cheapest way to reverse ranges on two media, for all lengths up to one: the dynamic program of Herrmann & Pallez
// (2020, ACM TOMS 46(2), H-Revolve), restated for steps that are reversed from the state before them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/checked.hpp"
#include "schedule/costs.hpp"
#include "schedule/media.hpp"
#include "schedule/table_row.hpp"

namespace ebw::schedule {

// Costs with which the cheapest schedule has the fewest forward steps and, among those, the fewest disk operations.
// Status::unsupported when sums of them for `length` steps are not exact.
Costs lexicographic_costs(std::int64_t length, std::int64_t slots);

// With m free disk slots and all memory slots free:
//   in_memory(l)  = uf t(l, slots)                                          the state in work, memory alone
//   on_disk(m, l) = min(in_memory(l), min_j j uf + in_work(m-1, l-j) + rd + on_disk(m, j))
//   in_work(m, l) = min(in_memory(l), wd + on_disk(m, l))
// where on_disk counts the slot of the range's own state in m. Reverse steps and taped steps are no part of it.
class MediaTable {
 public:
  // disk_slots < 0: as many as are of use.
  MediaTable(std::int64_t length, std::int64_t slots, std::int64_t disk_slots, const Costs &costs);

  std::int64_t length() const { return length_; }
  // Those that are of use; 1 stands for any number when they are unbounded.
  std::int64_t disk_slots() const { return static_cast<std::int64_t>(rows_.size()); }
  bool goes_to_disk(std::int64_t disk_slots, std::int64_t length) const;
  std::int64_t split(std::int64_t disk_slots, std::int64_t length) const;

  // By length, for the most disk slots.
  double on_disk(std::int64_t length) const { return on_disk_[static_cast<std::size_t>(length)]; }
  double in_work(std::int64_t length) const { return in_work_[static_cast<std::size_t>(length)]; }

  std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (const Row &row : rows_) sum += row.bytes();
    return sum;
  }
  // At most, when the costs are forgotten; disk_slots < 0 as above.
  static std::int64_t bytes_for(std::int64_t length, std::int64_t disk_slots) {
    const std::int64_t rows = disk_slots < 0 ? 1 : std::min(disk_slots, length - 1);
    return checked_multiply(rows, TableRow::bytes_for(length), "bytes of a schedule's table");
  }

  // Frees the costs, which are not needed to run the schedule.
  void forget_costs() {
    for (std::vector<double> *costs : {&in_memory_, &on_disk_, &in_work_}) std::vector<double>().swap(*costs);
  }

  // Work of a range that starts in work, or on disk as well (its save is not counted).
  MediaCounts count(std::int64_t length, bool starts_on_disk) const;

 private:
  using Row = TableRow;
  void build_levels(std::int64_t disk_slots, const Costs &costs);
  void build_unbounded(const Costs &costs);
  void take(Row &row, std::size_t length, double on_disk, std::int64_t skip, const Costs &costs);
  const Row &row(std::int64_t disk_slots) const {
    return rows_[unbounded_ ? 0 : static_cast<std::size_t>(disk_slots) - 1];
  }

  std::int64_t length_, slots_;
  bool unbounded_;
  // Per number of disk slots from 1 on, by length: the steps to skip from a state on disk, 0 for memory alone; negative
  // where a state that is on disk is better used there, but does not go there from work.
  std::vector<Row> rows_;
  std::vector<double> in_memory_, on_disk_, in_work_;
};

}  // namespace ebw::schedule
