// SPDX-License-Identifier: MIT
// A state on disk every so many steps; inside a period memory and that state, the cheapest way (Aupy & Herrmann 2017,
// OMS 32(3); Pringle et al. 2016).
#pragma once

#include <memory>
#include <optional>

#include "schedule/media_table.hpp"

namespace ebw::schedule {

class Periodic final : public MediaSchedule {
 public:
  // period = 0: the cheapest for these costs, of those up to kMostSearched. Without costs: within the period the fewest
  // forward steps and then the fewest disk loads; a period must be given.
  Periodic(std::int64_t steps, std::int64_t slots, std::int64_t period, Sweep sweep, std::optional<Costs> costs);

  static constexpr std::int64_t kMostSearched = 4096;

  std::unique_ptr<Schedule> fresh() const override;
  const char *name() const override { return "periodic"; }
  Costs costs() const override { return costs_.value_or(Costs{}); }
  std::int64_t period() const { return period_; }

 protected:
  bool goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;
  std::int64_t split(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;

 private:
  std::int64_t whole_of(std::int64_t period, const Costs &costs) const;
  std::int64_t best_period(const Costs &costs) const;

  std::int64_t period_, whole_ = 0;  // whole periods, each with a state on disk
  std::optional<Costs> costs_;
  std::shared_ptr<const MediaTable> table_;  // of one period
};

}  // namespace ebw::schedule
