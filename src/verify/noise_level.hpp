// SPDX-License-Identifier: MIT
// How much of a computed function is noise, from values at nearby, equally spaced points.
#pragma once

#include <span>

namespace ebw::verify {

// Standard deviation of the noise in `values` by a difference table (Hamming 1971; More and Wild 2011, "Estimating
// computational noise", section 3): high differences of a smooth function vanish, those of noise do not. Needs at least
// 5 values; takes the median over orders 2 to 4, from 9 values on over orders 4 to 6.
double noise_level(std::span<const double> values);

// Whether at least half of the steps between neighbours change nothing: the points are then closer than the values can
// tell, and the table sees no noise although there may be some.
bool too_close(std::span<const double> values);

}  // namespace ebw::verify
