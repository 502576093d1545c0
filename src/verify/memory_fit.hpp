// SPDX-License-Identifier: MIT
// Does the memory that was measured grow with the slots as it should: peak = base + state bytes times slots?
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "verify/verdict.hpp"

namespace ebw::verify {

struct MemoryFit {
  Verdict verdict = Verdict::inconclusive;
  double base = 0.0;               // bytes at no slots
  double slope = 0.0;              // bytes a slot
  double slope_uncertainty = 0.0;  // 95 %, from the residuals
  double largest_residual = 0.0;   // bytes
  std::string text;
};

// Least squares over at least 2 points of at least 2 different numbers of slots. tolerance: of |slope - state_bytes|
// relative to state_bytes.
MemoryFit fit_memory(std::span<const std::int64_t> slots, std::span<const std::int64_t> peak, std::int64_t state_bytes,
                     double tolerance);

}  // namespace ebw::verify
