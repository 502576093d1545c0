// SPDX-License-Identifier: MIT
// A state to disk at fixed intervals, so long that the transfer hides behind the steps between, and binomial
// checkpointing in memory within an interval (Kukreja, Hueckelheim & Gorman 2018, arXiv 1806.01117). That transfers run
// in the background is the store's matter.
#pragma once

#include <memory>
#include <optional>

#include "schedule/media.hpp"

namespace ebw::schedule {

class Async final : public MediaSchedule {
 public:
  // interval = 0: the shortest that hides the transfers at these costs, one being saved and one being loaded at a time.
  Async(std::int64_t steps, std::int64_t slots, std::int64_t interval, Sweep sweep, std::optional<Costs> costs);

  std::unique_ptr<Schedule> fresh() const override;
  const char *name() const override { return "async"; }
  Costs costs() const override { return costs_.value_or(Costs{}); }
  std::int64_t interval() const { return interval_; }

  // Only what the steps do not hide of the transfers counts.
  double cost(const Costs &costs) const override;
  // That part of the cost.
  double shown_transfers(const Costs &costs) const;

 protected:
  bool goes_to_disk(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;
  std::int64_t split(std::int64_t position, std::int64_t length, std::int64_t on_disk) const override;

 private:
  std::int64_t shortest_interval() const;
  double reverse_seconds(std::int64_t length, const Costs &costs) const;

  std::int64_t interval_, whole_ = 0;  // whole intervals, each with a state on disk
  std::optional<Costs> costs_;
};

}  // namespace ebw::schedule
