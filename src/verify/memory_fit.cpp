// SPDX-License-Identifier: MIT
// A line through peaks of memory.
#include "verify/memory_fit.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/error.hpp"
#include "verify/brief.hpp"
#include "verify/student.hpp"

namespace ebw::verify {

MemoryFit fit_memory(std::span<const std::int64_t> slots, std::span<const std::int64_t> peak, std::int64_t state_bytes,
                     double tolerance) {
  assert(slots.size() == peak.size() && slots.size() >= 2);
  const auto count = static_cast<double>(slots.size());
  double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    mean_x += static_cast<double>(slots[i]) / count;
    mean_y += static_cast<double>(peak[i]) / count;
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const double x = static_cast<double>(slots[i]) - mean_x;
    xx += x * x;
    xy += x * (static_cast<double>(peak[i]) - mean_y);
  }
  MemoryFit fit;
  fit.slope = xy / xx;
  fit.base = mean_y - fit.slope * mean_x;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const double residual = static_cast<double>(peak[i]) - fit.base - fit.slope * static_cast<double>(slots[i]);
    fit.largest_residual = std::max(fit.largest_residual, std::abs(residual));
    squares += residual * residual;
  }
  const auto state = static_cast<double>(state_bytes);
  const double error = std::abs(fit.slope - state) / state;
  const std::string head = text("slope ", exact(fit.slope), " bytes a slot, state ", state_bytes, ": error ",
                                brief(error), ", tolerance ", brief(tolerance));
  if (slots.size() == 2) {
    // A line goes through any two points: they cannot tell whether the memory follows one.
    fit.verdict = error > tolerance ? Verdict::fail : Verdict::inconclusive;
    fit.text = text(name_of(fit.verdict), ": ", head, "; two points prove no line, measure a third");
    return fit;
  }
  const auto degrees = static_cast<std::int64_t>(slots.size()) - 2;
  fit.slope_uncertainty = student_95(degrees) * std::sqrt(squares / static_cast<double>(degrees) / xx);
  fit.verdict = judge(error, fit.slope_uncertainty / state, tolerance);
  fit.text = text(name_of(fit.verdict), ": ", head, ", known to +-", brief(fit.slope_uncertainty / state), "; base ",
                  exact(fit.base), " bytes, largest residual ", brief(fit.largest_residual), " bytes");
  return fit;
}

}  // namespace ebw::verify
