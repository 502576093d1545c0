// SPDX-License-Identifier: MIT
// Numbers for sentences: three digits, always with a decimal point whatever the host's locale.
#pragma once

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <string>

namespace ebw::verify {

inline std::string brief(double value, int digits = 3) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(digits);
  out << value;
  return out.str();
}

// A factor that should be 1: two digits of what it is more or less.
inline std::string brief_factor(double value) {
  const double beyond = std::abs(value - 1.0);
  if (!(beyond > 1e-14 && beyond < 0.1)) return brief(value);
  return brief(value, std::max(3, 2 + static_cast<int>(std::ceil(-std::log10(beyond)))));
}

}  // namespace ebw::verify
