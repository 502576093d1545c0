// SPDX-License-Identifier: MIT
// Arrays whose files keep their axes in another order in memory.
#pragma once

#include "../npy.hpp"

namespace ebw::cli {

// The same array with its elements in memory in C or Fortran order.
Array in_memory_order(const Array &array, bool fortran_order);

}  // namespace ebw::cli
