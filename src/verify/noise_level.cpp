// SPDX-License-Identifier: MIT
// Noise by a difference table.
#include "verify/noise_level.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <vector>

#include "verify/norm.hpp"

namespace ebw::verify {

double noise_level(std::span<const double> values) {
  assert(values.size() >= 5);
  const int first_order = values.size() >= 9 ? 4 : 2;
  std::vector<double> table(values.begin(), values.end());
  std::array<double, 3> sigma{};
  double variance_gain = 1.0;  // (2j)! / (j!)^2: the variance of a j-th difference of independent values of variance 1
  for (int order = 1; order < first_order + 3; ++order) {
    for (std::size_t i = 0; i + 1 < table.size(); ++i) table[i] = table[i + 1] - table[i];
    table.pop_back();
    variance_gain *= 2.0 * (2.0 * order - 1.0) / order;
    if (order < first_order) continue;
    const auto count = static_cast<std::int64_t>(table.size());
    const double rms = norm_of(count, [&](std::int64_t i) { return table[i]; }) / std::sqrt(count);
    sigma[order - first_order] = rms / std::sqrt(variance_gain);
  }
  std::sort(sigma.begin(), sigma.end());
  return sigma[1];
}

bool too_close(std::span<const double> values) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) equal += values[i] == values[i + 1];
  return 2 * equal >= values.size() - 1;
}

}  // namespace ebw::verify
