// SPDX-License-Identifier: MIT
// What the finished shots of a survey have left, in generations: their results, misfits and the sums of gradients.
#pragma once

#include <cstdint>
#include <vector>

#include "executor/recovery.hpp"
#include "gradient/shot_sum.hpp"
#include "wave/shot.hpp"

namespace ebw::gradient {

class FinishedShots {
 public:
  FinishedShots(executor::Recovery &recovery, ShotSum &sum, std::span<wave::Shot *const> shots)
      : recovery_(recovery), sum_(sum), shots_(shots) {}

  // Puts back what the generation holds; the misfits of the finished shots, in their order.
  std::vector<double> restore();
  // One more shot is finished and pushed: a generation is written.
  void add(const std::vector<double> &misfits);

 private:
  executor::Recovery &recovery_;
  ShotSum &sum_;
  std::span<wave::Shot *const> shots_;
};

}  // namespace ebw::gradient
