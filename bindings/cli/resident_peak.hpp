// SPDX-License-Identifier: MIT
// What the system says of this process's memory.
#pragma once

#include <cstdint>

namespace ebw::cli {

// The process's largest resident set, VmHWM, in bytes; 0 where the system does not tell.
std::int64_t resident_peak();

}  // namespace ebw::cli
