// SPDX-License-Identifier: MIT
// Arrays whose files keep their axes in another order in memory.
#include "axis_order.hpp"

#include <cstring>

namespace ebw::cli {

Array in_memory_order(const Array &array, bool fortran_order) {
  Array result = make_array(array.dtype, fortran_order, array.shape);
  const auto from = array.strides(), to = result.strides();
  const auto size = static_cast<std::size_t>(element_bytes(array.dtype));
  std::vector<std::int64_t> at(array.shape.size(), 0);
  for (std::int64_t i = 0; i < array.count(); ++i) {
    std::int64_t source = 0, target = 0;
    for (std::size_t d = 0; d < at.size(); ++d) source += at[d] * from[d], target += at[d] * to[d];
    std::memcpy(result.bytes.data() + static_cast<std::size_t>(target) * size,
                array.bytes.data() + static_cast<std::size_t>(source) * size, size);
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < array.shape[d]) break;
      at[d] = 0;
    }
  }
  return result;
}

}  // namespace ebw::cli
