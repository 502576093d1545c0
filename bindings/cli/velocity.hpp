// SPDX-License-Identifier: MIT
// A velocity model from a .npy file, in logical order by its strides.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "npy.hpp"

namespace ebw::cli {

struct Velocity {
  std::string path;
  Array values;                      // axes as in the file, dtype of the computation
  std::int32_t file_dtype = 0;       // EBW_F32 or EBW_F64
  std::vector<std::int64_t> shape;   // logical order: x, z or x, y, z
  std::vector<std::int64_t> stride;  // elements, logical order
  double largest = 0.0;              // m/s

  int ndim() const { return static_cast<int>(shape.size()); }
};

// axes: the file's axes, such as "zx"; "" for the logical order. dtype: of the computation, 0 for the file's own.
Velocity read_velocity(const std::string &path, const std::string &axes, std::int32_t dtype);

}  // namespace ebw::cli
