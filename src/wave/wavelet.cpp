// SPDX-License-Identifier: MIT
// Ricker wavelet.
#include "wave/wavelet.hpp"

#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/threads.hpp"

namespace ebw::wave {

void ricker(double f0, double t0, double dt, std::int64_t n_samples, double *wavelet) {
  if (!std::isfinite(f0) || f0 <= 0.0) fail(Status::argument, "f0 = ", f0, ", need a positive frequency in Hz");
  if (!std::isfinite(t0)) fail(Status::argument, "t0 = ", t0, ", need a finite delay in seconds");
  if (!std::isfinite(dt) || dt <= 0.0) fail(Status::argument, "dt = ", dt, ", need a positive time step in seconds");
  if (n_samples < 1) fail(Status::argument, "n_samples = ", n_samples, ", need at least 1");
  const FloatMode mode(false);
  for (std::int64_t k = 0; k < n_samples; ++k) {
    const double phase = std::numbers::pi * f0 * (static_cast<double>(k) * dt - t0);
    wavelet[k] = (1.0 - 2.0 * phase * phase) * std::exp(-phase * phase);
  }
}

}  // namespace ebw::wave
