// SPDX-License-Identifier: MIT
// Memory and a limited number of slots on disk, optimal in weighted cost (Herrmann & Pallez 2020).
#pragma once

#include <memory>
#include <optional>

#include "schedule/media_table.hpp"

namespace ebw::schedule {

class TwoLevel final : public MediaSchedule {
 public:
  // Without costs: the fewest forward steps, and among those schedules the fewest disk saves and loads.
  TwoLevel(std::int64_t steps, std::int64_t slots, std::int64_t disk_slots, Sweep sweep, std::optional<Costs> costs);

  std::unique_ptr<Schedule> fresh() const override;
  const char *name() const override { return "two_level"; }
  std::int64_t table_bytes() const override { return table_ ? table_->bytes() : 0; }
  Costs costs() const override { return costs_.value_or(Costs{}); }

 protected:
  bool goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;
  std::int64_t split(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;

 private:
  std::int64_t disk_slots_;  // those that are of use
  std::optional<Costs> costs_;
  std::shared_ptr<const MediaTable> table_;  // NULL when memory is enough
};

}  // namespace ebw::schedule
