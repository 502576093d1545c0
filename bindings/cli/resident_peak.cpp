// SPDX-License-Identifier: MIT
// What the system says of this process's memory.
#include "resident_peak.hpp"

#include <fstream>
#include <string>

namespace ebw::cli {

std::int64_t resident_peak() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (std::int64_t kib = 0; word == "VmHWM:" && status >> kib) return kib * 1024;
  return 0;
}

}  // namespace ebw::cli
