// SPDX-License-Identifier: MIT
// Whole periods, and the last part, which is reversed first and need not go to disk.
#include "schedule/periodic.hpp"

#include <algorithm>

namespace ebw::schedule {

Periodic::Periodic(std::int64_t steps, std::int64_t slots, std::int64_t period, Sweep sweep, std::optional<Costs> costs,
                   std::int64_t most_on_disk)
    : MediaSchedule(steps, slots, sweep), period_(period), most_on_disk_(most_on_disk), costs_(costs) {
  if (period < 0 || (period == 0 && !costs))
    fail(Status::argument, "period = ", period, ", need at least 1 step", period == 0 ? " without costs" : "",
         "; pass the steps between two states on disk", period == 0 ? ", or costs to choose them by" : "");
  const std::int64_t searched = std::max(kMostSearched, sure_period(chain(), most_on_disk));
  const std::int64_t longest = std::min(chain(), period > 0 ? period : searched);
  const Costs weights = costs ? *costs : lexicographic_costs(longest, slots + 1);
  const auto table = std::make_shared<MediaTable>(longest, slots, 1, weights);
  table_ = table;
  if (period == 0) period_ = best_period(weights);

  whole_ = whole_of(period_, weights);
  const std::int64_t rest = chain() - whole_ * period_;
  MediaCounts counts;
  if (last_may_use_disk(rest, whole_))
    counts = table_->count(rest, false);
  else
    counts.add_in_memory(rest, slots, 1);
  const std::int64_t peak_of_rest = counts.peak_disk_slots;
  if (whole_ > 0) {
    counts.add(table_->count(period_, true), static_cast<Wide>(whole_));
    counts.advances += static_cast<Wide>(whole_) * static_cast<Wide>(period_);
    counts.disk_saves += static_cast<Wide>(whole_);
    counts.disk_loads += static_cast<Wide>(whole_);
  }
  counts.peak_disk_slots = whole_ + peak_of_rest;
  set_counts(counts);
  table->forget_costs();
}

namespace {

double cost_of_whole(std::int64_t period, const MediaTable &table, const Costs &costs) {
  return costs.disk_save + static_cast<double>(period) * costs.forward + costs.disk_load + table.on_disk(period);
}

}  // namespace

std::int64_t Periodic::whole_of(std::int64_t period, const Costs &costs) const {
  if (period >= chain()) return 0;
  return worthwhile_periods(chain(), period, slots(), cost_of_whole(period, *table_, costs), costs.forward);
}

std::int64_t Periodic::best_period(const Costs &costs) const {
  std::int64_t best = 0;
  double least = 0.0;
  for (std::int64_t p = 1; p <= table_->length(); ++p) {
    const std::int64_t whole = whole_of(p, costs), rest = chain() - whole * p;
    const bool on_disk = last_may_use_disk(rest, whole);
    if (whole > most_on_disk_ || (!on_disk && slots() == 0 && rest > 1)) continue;
    const double last = on_disk     ? table_->in_work(rest)
                        : rest == 1 ? 0.0
                                    : costs.forward * static_cast<double>(fewest_advances(rest, slots()));
    const double cost = last + (whole > 0 ? static_cast<double>(whole) * cost_of_whole(p, *table_, costs) : 0.0);
    if (best == 0 || cost < least) least = cost, best = p;
  }
  if (best == 0)
    fail(Status::budget, "most_on_disk = ", most_on_disk_, ", need at least 1 state on disk for ", chain(),
         " steps to reverse");
  return best;
}

std::unique_ptr<Schedule> Periodic::fresh() const {
  auto copy = std::make_unique<Periodic>(*this);  // the table is shared
  copy->reset();
  return copy;
}

bool Periodic::goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const {
  if (position != on_disk * period_) return false;  // inside a period, behind its state on disk
  return on_disk < whole_ ||
         (on_disk == whole_ && last_may_use_disk(length, whole_) && table_->goes_to_disk(1, length));
}

std::int64_t Periodic::split(std::int64_t, std::int64_t length, std::int64_t on_disk) const {
  return on_disk <= whole_ && length > period_ ? period_ : table_->split(1, length);
}

}  // namespace ebw::schedule
