// SPDX-License-Identifier: MIT
// What the work of a schedule is weighed with.
#pragma once

#include <array>
#include <cmath>

#include "base/error.hpp"

namespace ebw::schedule {

// In one unit of the caller's, such as seconds. Copies in memory are free.
struct Costs {
  double forward = 1.0;    // one forward step, taped or not
  double reverse = 0.0;    // one reverse step, without the forward step that kind fused makes first
  double disk_save = 0.0;  // one state to disk
  double disk_load = 0.0;  // one state from disk
};

// Sums and ratios of costs between these, over any number of steps, are finite.
inline constexpr double kLeastStepCost = 1e-100, kLargestCost = 1e100;
inline bool is_cost(double cost, bool of_step) {
  return cost >= (of_step ? kLeastStepCost : 0.0) && cost <= kLargestCost;
}

// From {uf, ub, wd, rd}, refused unless is_cost().
inline Costs checked_costs(const double *four) {
  static constexpr std::array<const char *, 4> kNames = {"uf", "ub", "wd", "rd"};
  for (std::size_t i = 0; i < kNames.size(); ++i)
    if (!is_cost(four[i], i == 0))
      fail(Status::argument, "costs: ", kNames[i], " = ", four[i], ", need a finite number ",
           i == 0 ? "above 0 (1e-100)" : "of at least 0",
           " and at most 1e100; pass the costs of a forward step, a reverse step, a disk save, a ", "disk load");
  return {four[0], four[1], four[2], four[3]};
}

}  // namespace ebw::schedule
