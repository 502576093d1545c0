// SPDX-License-Identifier: MIT
// Source time functions.
#pragma once

#include <cstdint>

namespace ebw::wave {

// Ricker: wavelet[k] = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))^2.
void ricker(double f0, double t0, double dt, std::int64_t n_samples, double *wavelet);

}  // namespace ebw::wave
