// SPDX-License-Identifier: MIT
// Numbers for sentences: three digits, always with a decimal point whatever the host's locale.
#pragma once

#include <locale>
#include <sstream>
#include <string>

namespace ebw::verify {

inline std::string brief(double value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(3);
  out << value;
  return out.str();
}

}  // namespace ebw::verify
