// SPDX-License-Identifier: MIT
// Quantiles of the chi-square distribution by its series and bisection.
#include "verify/chi_square.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace ebw::verify {

namespace {

// log Gamma(degrees / 2 + 1) by recursion: std::lgamma writes a global.
double log_gamma_of_half(std::int64_t degrees) {
  double sum = degrees % 2 == 0 ? 0.0 : 0.5 * std::log(std::numbers::pi);
  for (std::int64_t k = degrees; k > 0; k -= 2) sum += std::log(0.5 * static_cast<double>(k));
  return sum;
}

// Probability of a value below x: x^a e^-x / Gamma(a + 1) (1 + x / (a + 1) + ...), a = degrees / 2, x halved
// (Abramowitz and Stegun 6.5.29).
double below(double a, double log_gamma, double x) {
  double term = 1.0, sum = 1.0;
  for (double k = 1.0; term > 1e-17 * sum; ++k) sum += term *= x / (a + k);
  return std::exp(a * std::log(x) - x - log_gamma) * sum;
}

}  // namespace

double chi_square_quantile(std::int64_t degrees, double probability) {
  assert(degrees >= 1 && probability > 0.0 && probability <= 0.5);
  const double a = 0.5 * static_cast<double>(degrees), log_gamma = log_gamma_of_half(degrees);
  // The median lies below the mean, a in units of x.
  double low = 0.0, high = a;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (below(a, log_gamma, middle) < probability ? low : high) = middle;
  }
  return low + high;
}

}  // namespace ebw::verify
