// SPDX-License-Identifier: MIT
// What all directions say together.
#include <cmath>

#include "verify/chi_square.hpp"
#include "verify/norm.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::verify {

// For a Gaussian direction d = D z an error vector e shows with |e.d| < t |D e| in at most 0.8 t of all cases, and the
// sum of (e.d)^2 over q directions is |D e|^2 times a chi-square variable of q degrees of freedom.
Certificate certify(const TaylorResult &result, double factor) {
  const std::int64_t q = result.random_directions;
  Certificate certificate;
  if (q == 0 || result.fault) return certificate;
  std::vector<double> errors;
  for (const TaylorDirection &direction : result.directions) {
    if (direction.part >= 0) continue;
    if (!direction.measured) return certificate;
    // Where g.d is by chance larger than the gradient's size the error counts less in the verdict, but not here. A size
    // that is next to nothing is that of a stationary point, where the scale is another.
    const bool stationary = direction.size < 0.1 * direction.scale;
    errors.push_back((direction.error + direction.resolution) * (stationary ? 1.0 : direction.scale / direction.size));
  }
  certificate.known = true;
  certificate.miss_probability = std::pow(std::min(1.0, 0.8 / factor), static_cast<double>(q));
  certificate.bound = norm_of(q, [&](std::int64_t k) { return errors[k]; }) / std::sqrt(chi_square_quantile(q, 0.01));
  return certificate;
}

void sum_up(TaylorResult &result, const std::vector<Constant> &constants) {
  result.verdict = Verdict::pass;
  result.worst = -1;
  for (std::size_t k = 0; k < result.directions.size(); ++k) {
    const TaylorDirection &direction = result.directions[k];
    const int difference = weight_of(direction.verdict) - weight_of(result.verdict);
    if (result.worst < 0 || difference > 0 ||
        (difference == 0 && direction.error > result.directions[result.worst].error))
      result.worst = static_cast<std::int64_t>(k);
    result.verdict = worse(result.verdict, direction.verdict);
  }
  for (const Symmetry &symmetry : result.symmetry) result.verdict = worse(result.verdict, symmetry.verdict);
  if (result.fault) result.verdict = Verdict::fail;
  result.diagnosis = diagnose(result, constants);
  result.text = describe(result);
}

}  // namespace ebw::verify
