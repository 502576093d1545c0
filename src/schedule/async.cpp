// SPDX-License-Identifier: MIT
// All closed forms: an interval more or less changes nothing but a factor. The last part may be longer than an interval
// where that is no more work.
#include "schedule/async.hpp"

#include <algorithm>

#include "schedule/limits.hpp"

namespace ebw::schedule {

Async::Async(std::int64_t steps, std::int64_t slots, std::int64_t interval, Sweep sweep, std::optional<Costs> costs)
    : MediaSchedule(steps, slots, sweep), interval_(interval), costs_(costs) {
  require_slots(slots, steps);
  if (interval < 0 || (interval == 0 && !costs))
    fail(Status::argument, "interval = ", interval, ", need at least 1 step", interval == 0 ? " without costs" : "",
         "; pass the steps between two states on disk", interval == 0 ? ", or costs to derive them from" : "");
  if (interval == 0) interval_ = shortest_interval();
  const double advances_of_whole =
      static_cast<double>(interval_) + static_cast<double>(fewest_advances(interval_, slots));
  whole_ = worthwhile_periods(chain(), interval_, slots, advances_of_whole, 1.0);
  const std::int64_t rest = chain() - whole_ * interval_;
  MediaCounts counts;
  counts.add_in_memory(rest, slots, 1);
  counts.add_in_memory(interval_, slots, whole_);
  counts.advances += static_cast<Wide>(whole_) * static_cast<Wide>(interval_);
  counts.disk_saves = counts.disk_loads = static_cast<Wide>(whole_);
  counts.peak_disk_slots = whole_;
  set_counts(counts);
}

// Of an interval in memory: forward steps in it and its reverse steps.
double Async::reverse_seconds(std::int64_t length, const Costs &costs) const {
  const Wide advances = fewest_advances(length, slots()) + static_cast<Wide>(sweep().taped(length));
  return costs.forward * static_cast<double>(advances) + costs.reverse * static_cast<double>(length);
}

std::int64_t Async::shortest_interval() const {
  const auto hides = [&](std::int64_t length) {
    return static_cast<double>(length) * costs_->forward >= costs_->disk_save &&
           reverse_seconds(length, *costs_) >= costs_->disk_load;
  };
  if (!hides(chain())) return chain();  // no state goes to disk
  std::int64_t low = 0, high = chain();
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (hides(middle) ? high : low) = middle;
  }
  return high;
}

// The last part hides the first load, each interval the next one.
double Async::shown_transfers(const Costs &costs) const {
  if (whole_ == 0) return 0.0;
  const auto shown = [](double transfer, double hidden) { return std::max(0.0, transfer - hidden); };
  const std::int64_t rest = chain() - whole_ * interval_;
  return static_cast<double>(whole_) * shown(costs.disk_save, costs.forward * static_cast<double>(interval_)) +
         shown(costs.disk_load, reverse_seconds(rest, costs)) +
         static_cast<double>(whole_ - 1) * shown(costs.disk_load, reverse_seconds(interval_, costs));
}

double Async::cost(const Costs &costs) const {
  return costs.forward * (static_cast<double>(count_advances()) + static_cast<double>(count_taped())) +
         costs.reverse * static_cast<double>(steps()) + shown_transfers(costs);
}

std::unique_ptr<Schedule> Async::fresh() const {
  auto copy = std::make_unique<Async>(*this);
  copy->reset();
  return copy;
}

bool Async::goes_to_disk(std::int64_t, std::int64_t length, std::int64_t on_disk) const {
  return length > interval_ && on_disk < whole_;
}

std::int64_t Async::split(std::int64_t, std::int64_t length, std::int64_t) const {
  return length > interval_ ? interval_ : 0;
}

}  // namespace ebw::schedule
