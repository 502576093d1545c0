// SPDX-License-Identifier: MIT
// Default thread count.
#include "base/threads.hpp"

#include <omp.h>

namespace ebw {

int default_threads() noexcept { return omp_get_max_threads(); }

}  // namespace ebw
