// SPDX-License-Identifier: MIT
// A state on disk every so many steps; inside a period memory and that state, the cheapest way (Aupy & Herrmann 2017,
// OMS 32(3); Pringle et al. 2016).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "schedule/media_table.hpp"

namespace ebw::schedule {

class Periodic final : public MediaSchedule {
 public:
  // period = 0: the cheapest for these costs that keeps at most `most_on_disk` states there, of those up to
  // kMostSearched, or to the shortest that keeps so few. Without costs: within the period the fewest forward steps and
  // then the fewest disk loads; a period must be given.
  Periodic(std::int64_t steps, std::int64_t slots, std::int64_t period, Sweep sweep, std::optional<Costs> costs,
           std::int64_t most_on_disk = kMaxSteps);

  static constexpr std::int64_t kMostSearched = 4096;
  // The shortest period of a chain that is sure to keep at most so many states on disk.
  static std::int64_t sure_period(std::int64_t chain, std::int64_t most_on_disk) {
    return (chain - 1) / std::max<std::int64_t>(most_on_disk, 1) + 1;
  }

  std::unique_ptr<Schedule> fresh() const override;
  const char *name() const override { return "periodic"; }
  std::int64_t table_bytes() const override { return table_->bytes(); }
  Costs costs() const override { return costs_.value_or(Costs{}); }
  std::int64_t period() const { return period_; }

 protected:
  bool goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;
  std::int64_t split(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;

 private:
  std::int64_t whole_of(std::int64_t period, const Costs &costs) const;
  std::int64_t best_period(const Costs &costs) const;

  // Whether the last part of `rest` steps may keep a state on disk too, behind those of the whole periods.
  bool last_may_use_disk(std::int64_t rest, std::int64_t whole) const {
    return rest > 1 && rest <= table_->length() && whole < most_on_disk_;
  }

  std::int64_t period_, whole_ = 0;  // whole periods, each with a state on disk
  std::int64_t most_on_disk_;
  std::optional<Costs> costs_;
  std::shared_ptr<const MediaTable> table_;  // of one period
};

}  // namespace ebw::schedule
