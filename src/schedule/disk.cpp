// SPDX-License-Identifier: MIT
// The table's choices.
#include "schedule/disk.hpp"

namespace ebw::schedule {

Disk::Disk(std::int64_t steps, std::int64_t slots, Sweep sweep, std::optional<Costs> costs)
    : MediaSchedule(steps, slots, sweep), costs_(costs) {
  MediaCounts counts;
  if (slots < chain() - 1) {
    // With every state kept no step is advanced twice.
    const auto all = costs ? *costs : lexicographic_costs(chain(), chain());
    auto table = std::make_shared<MediaTable>(chain(), slots, -1, all);
    table->forget_costs();
    table_ = std::move(table);
    counts = table_->count(chain(), false);
  } else {
    counts.add_in_memory(chain(), slots, 1);
  }
  set_counts(counts);
}

std::unique_ptr<Schedule> Disk::fresh() const {
  auto copy = std::make_unique<Disk>(*this);  // the table is shared
  copy->reset();
  return copy;
}

bool Disk::goes_to_disk(std::int64_t, std::int64_t length, std::int64_t) const {
  return table_ && table_->goes_to_disk(1, length);
}

std::int64_t Disk::split(std::int64_t, std::int64_t length, std::int64_t) const { return table_->split(1, length); }

}  // namespace ebw::schedule
