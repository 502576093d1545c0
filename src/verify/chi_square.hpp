// SPDX-License-Identifier: MIT
// What a few random directions tell of a whole gradient.
#pragma once

#include <cstdint>

namespace ebw::verify {

// The value below which a chi-square variable of `degrees` >= 1 degrees of freedom lies with this probability, in
// (0, 1/2].
double chi_square_quantile(std::int64_t degrees, double probability);

}  // namespace ebw::verify
