// SPDX-License-Identifier: MIT
// Factors for 95 % intervals from a few values.
#pragma once

#include <cstdint>

namespace ebw::verify {

// Student's t at 97.5 %: an interval of +- t standard errors holds the truth with 95 %. degrees >= 1; beyond the table
// the next smaller entry, which is on the safe side. (Abramowitz and Stegun, table 26.10.)
inline double student_95(std::int64_t degrees) {
  constexpr double table[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  constexpr std::int64_t entries = sizeof table / sizeof *table;
  return table[degrees < entries ? degrees - 1 : entries - 1];
}

}  // namespace ebw::verify
