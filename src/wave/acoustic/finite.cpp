// SPDX-License-Identifier: MIT
// The checks of traces and wavelet gradients.
#include "wave/acoustic/finite.hpp"

namespace ebw::wave::acoustic {

void check_traces(const Shot &shot, std::int64_t number) {
  const std::int64_t n = shot.n_samples();
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t p = 0; p < shot.n_receivers(); ++p)
      if (!std::isfinite(shot.traces()[p * n + k]))
        fail(Status::non_finite, "shot ", number, ": the wavefield at receiver ", p, " is not finite at step ", k,
             "; lower the wavelet's amplitude or use f64");
}

void check_wavelet_gradients(const Shot &shot, std::int64_t number) {
  const std::int64_t n = shot.n_samples();
  for (std::int64_t k = n - 1; k >= 0; --k)
    for (std::int64_t p = 0; p < shot.n_sources(); ++p)
      if (!std::isfinite(shot.wavelet_gradients()[p * n + k]))
        fail(Status::non_finite, "shot ", number, ": the adjoint wavefield at source ", p, " is not finite at step ", k,
             "; lower the residual's amplitude or use f64");
}

}  // namespace ebw::wave::acoustic
