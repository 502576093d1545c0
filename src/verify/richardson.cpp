// SPDX-License-Identifier: MIT
// Neville's scheme in h^2.
#include "verify/richardson.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

namespace ebw::verify {

namespace {

constexpr std::size_t kColumns = 3;

struct Entry {
  double value, noise;
  double change;  // against its parents, or against the step before: what may be left of the remainder
};

// A value that is within `uncertainty` of the limit, by the steps down to number `row`.
struct Candidate {
  std::size_t row;
  double value, uncertainty;
};

// Where the remainder turns, two steps agree by chance and promise too much; the values of finer steps, each known no
// better than its own change and noise tell, then contradict.
bool contradicted(const Candidate &candidate, std::span<const Candidate> plain) {
  return std::any_of(plain.begin(), plain.end(), [&](const Candidate &finer) {
    return finer.row > candidate.row &&
           std::abs(finer.value - candidate.value) > finer.uncertainty + candidate.uncertainty;
  });
}

}  // namespace

Limit extrapolate(std::span<const double> h, std::span<const double> values, double noise) {
  assert(h.size() == values.size() && h.size() >= 3);
  std::vector<Candidate> plain, all;  // plain: the first column, a value per step
  std::vector<Entry> above, row;
  const std::size_t first_row = h.size() > 5 ? 1 : 2;
  for (std::size_t i = 0; i < h.size(); ++i) {
    row.assign(1, {values[i], noise / h[i], i == 0 ? 0.0 : std::abs(values[i] - values[i - 1])});
    for (std::size_t k = 1; k < kColumns && k <= i; ++k) {
      const double ratio = h[i - k] / h[i];
      const double weight = 1.0 / (ratio * ratio - 1.0);
      const Entry fine = row[k - 1], coarse = above[k - 1];
      const double value = fine.value + weight * (fine.value - coarse.value);
      // The parents share values: adding their noise (not its squares) is on the safe side.
      row.push_back({value, (1.0 + weight) * fine.noise + weight * coarse.noise,
                     std::max(std::abs(value - fine.value), std::abs(value - coarse.value))});
    }
    // No change is believed that is smaller than that of the step before would become by the law h^2 (h^4 in the third
    // column, where the parents lack h^2). The first has none before it: it is used where many finer steps can
    // contradict.
    const double ratio = i == 0 ? 1.0 : h[i] / h[i - 1];
    for (std::size_t k = 0; k < row.size() && i >= first_row; ++k) {
      const double fall = k < 2 ? ratio * ratio : std::pow(ratio, 4.0);
      if (k < above.size()) row[k].change = std::max(row[k].change, fall * above[k].change);
      (k == 0 ? plain : all).push_back({i, row[k].value, row[k].change + 3.0 * row[k].noise});
    }
    above.swap(row);
  }
  all.insert(all.end(), plain.begin(), plain.end());
  // The finest step has no finer one, so that one candidate at least is left.
  const Candidate *best = nullptr;
  for (const Candidate &candidate : all)
    if ((!best || candidate.uncertainty < best->uncertainty) && !contradicted(candidate, plain)) best = &candidate;
  return {best->value, best->uncertainty};
}

}  // namespace ebw::verify
