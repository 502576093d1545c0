// SPDX-License-Identifier: MIT
// Closed form of the central coefficients.
#include "wave/stencil/coefficients.hpp"

#include <cmath>

#include "base/error.hpp"

namespace ebw::wave::stencil {

double Coefficients::second_sum() const {
  double sum = std::fabs(second[0]);
  for (int m = 1; m <= radius; ++m) sum += 2.0 * std::fabs(second[m]);
  return sum;
}

Coefficients coefficients(int order) {
  if (order < 2 || order > kMaxOrder || order % 2)
    fail(Status::argument, "order = ", order, ", need 2, 4, 6, 8, 10 or 12");
  Coefficients w;
  w.radius = order / 2;
  for (int m = 1; m <= w.radius; ++m) {
    // (R!)^2 / ((R-m)! (R+m)!) as a product of R-m+1..R over R+1..R+m; both are exact in double.
    double above = 1.0, below = 1.0;
    for (int i = 0; i < m; ++i) {
      above *= w.radius - i;
      below *= w.radius + 1 + i;
    }
    const double sign = m % 2 ? 1.0 : -1.0;
    w.first[m] = sign * above / (below * m);
    w.second[m] = sign * 2.0 * above / (below * m * m);
  }
  for (int m = w.radius; m >= 1; --m) w.second[0] -= 2.0 * w.second[m];
  return w;
}

}  // namespace ebw::wave::stencil
