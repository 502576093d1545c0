// SPDX-License-Identifier: MIT
// Least squares over the traces of one shot.
#include "wave/misfit.hpp"

#include "base/sums.hpp"
#include "base/threads.hpp"

namespace ebw::wave {

double least_squares(const Shot &shot, const double *traces, double *residual) {
  const FloatMode mode(false);
  const std::int64_t n = shot.n_samples();
  const double *observed = shot.observed(), *weights = shot.weights();
  return 0.5 * tree_sum(0, shot.n_receivers(), [&](std::int64_t r) {
           const double weight = weights ? weights[r] : 1.0;
           const double *d = traces + r * n;
           const double *target = observed ? observed + r * n : nullptr;
           return tree_sum(0, n, [&](std::int64_t k) {
             const double difference = d[k] - (target ? target[k] : 0.0);
             if (residual) residual[r * n + k] = weight * weight * difference;
             return weight * difference * (weight * difference);
           });
         });
}

}  // namespace ebw::wave
