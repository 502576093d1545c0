// SPDX-License-Identifier: MIT
// The least-squares misfit, J = 1/2 sum of (weight (d - d_obs))^2, and its residual dJ/dd = weight^2 (d - d_obs).
#pragma once

#include <cstdint>
#include <functional>

#include "wave/shot.hpp"

namespace ebw::wave {

// A user's misfit: traces of one shot in, misfit and residual (may be NULL) out; throws to stop.
using MisfitFunction = std::function<double(std::int64_t shot, const Shot &, const double *traces, double *residual)>;

// residual [receiver][sample] may be NULL. Sums run over samples, then receivers, in fixed order.
double least_squares(const Shot &shot, const double *traces, double *residual);

}  // namespace ebw::wave
