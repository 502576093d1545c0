// SPDX-License-Identifier: MIT
// The table's choices, and when none is needed.
#include "schedule/two_level.hpp"

#include <algorithm>

#include "schedule/limits.hpp"

namespace ebw::schedule {

TwoLevel::TwoLevel(std::int64_t steps, std::int64_t slots, std::int64_t disk_slots, Sweep sweep,
                   std::optional<Costs> costs)
    : MediaSchedule(steps, slots, sweep), disk_slots_(disk_slots), costs_(costs) {
  if (disk_slots < 0) fail(Status::argument, "disk_slots = ", disk_slots, ", need 0 or more slots on disk");
  if (slots == 0 && disk_slots == 0 && chain() > 1) require_slots(0, steps);
  MediaCounts counts;
  if (disk_slots > 0 && slots < chain() - 1) {
    auto table = std::make_shared<MediaTable>(
        chain(), slots, disk_slots,
        costs ? *costs : lexicographic_costs(chain(), slots + std::min(disk_slots, chain())));
    table->forget_costs();
    table_ = std::move(table);
    counts = table_->count(chain(), false);
    disk_slots_ = table_->disk_slots();
  } else {
    counts.add_in_memory(chain(), slots, 1);
  }
  set_counts(counts);
}

std::unique_ptr<Schedule> TwoLevel::fresh() const {
  auto copy = std::make_unique<TwoLevel>(*this);  // the table is shared
  copy->reset();
  return copy;
}

bool TwoLevel::goes_to_disk(std::int64_t, std::int64_t length, std::int64_t on_disk) const {
  return table_ && table_->goes_to_disk(disk_slots_ - on_disk, length);
}

std::int64_t TwoLevel::split(std::int64_t, std::int64_t length, std::int64_t on_disk) const {
  return table_->split(disk_slots_ - on_disk + 1, length);
}

}  // namespace ebw::schedule
