// SPDX-License-Identifier: MIT
// Neville's scheme in h^2.
#include "verify/richardson.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace ebw::verify {

namespace {

struct Entry {
  double value, noise;
};

}  // namespace

Limit extrapolate(std::span<const double> h, std::span<const double> values, double noise) {
  assert(h.size() == values.size() && h.size() >= 2);
  const std::size_t columns = 3;
  Limit best;
  bool found = false;
  const auto offer = [&](const Entry &entry, double truncation) {
    const double uncertainty = truncation + 3.0 * entry.noise;
    if (found && !(uncertainty < best.uncertainty)) return;
    best = {entry.value, uncertainty};
    found = true;
  };
  std::vector<Entry> previous, row;
  for (std::size_t i = 0; i < h.size(); ++i) {
    row.assign(1, {values[i], noise / h[i]});
    // The first column has no parents: its change against the coarser step bounds what is left of it.
    if (i > 0) offer(row[0], std::abs(values[i] - values[i - 1]));
    for (std::size_t k = 1; k < columns && k <= i; ++k) {
      const double ratio = h[i - k] / h[i];
      const double weight = 1.0 / (ratio * ratio - 1.0);
      const Entry fine = row[k - 1], coarse = previous[k - 1];
      const double value = fine.value + weight * (fine.value - coarse.value);
      // The parents share values: adding their noise (not its squares) is on the safe side.
      row.push_back({value, (1.0 + weight) * fine.noise + weight * coarse.noise});
      offer(row[k], std::max(std::abs(value - fine.value), std::abs(value - coarse.value)));
    }
    previous.swap(row);
  }
  return best;
}

}  // namespace ebw::verify
