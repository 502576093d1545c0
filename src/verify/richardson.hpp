// SPDX-License-Identifier: MIT
// The limit h -> 0 of a quantity with an error in even powers of h, with an honest uncertainty.
#pragma once

#include <span>

namespace ebw::verify {

struct Limit {
  double value = 0.0;
  double uncertainty = 0.0;
};

// Richardson extrapolation by Neville's scheme in h^2 (Ridders 1982). h falls; values[i] belongs to h[i] and carries
// independent noise of standard deviation noise / h[i]. Of all entries of the first three columns that no finer step
// contradicts the one with the smallest sum of truncation (its change against both parents) and three times the noise
// is taken. Needs 3 values.
Limit extrapolate(std::span<const double> h, std::span<const double> values, double noise);

}  // namespace ebw::verify
