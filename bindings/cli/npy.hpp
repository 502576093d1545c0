// SPDX-License-Identifier: MIT
// Arrays in .npy files: versions 1.0 to 3.0, little-endian f4 and f8, C and Fortran order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "file.hpp"

namespace ebw::cli {

// An array as it lies in its file.
struct Array {
  std::int32_t dtype = 0;  // EBW_F32 or EBW_F64
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;

  std::int64_t count() const;
  std::vector<std::int64_t> strides() const;  // in elements
  template <class T>
  T *data() {
    return reinterpret_cast<T *>(bytes.data());
  }
  template <class T>
  const T *data() const {
    return reinterpret_cast<const T *>(bytes.data());
  }
};

std::int64_t element_bytes(std::int32_t dtype);
const char *dtype_name(std::int32_t dtype);
// "3 x 40 x 100"
std::string shape_text(const std::vector<std::int64_t> &shape);

// An array of zeros.
Array make_array(std::int32_t dtype, bool fortran_order, const std::vector<std::int64_t> &shape);

// The same values in another element type. A finite value that float32 cannot hold is refused: `subject` is named, and
// `remedy` says what to do.
Array converted(const Array &array, std::int32_t dtype, const std::string &subject, const char *remedy);

Array read_npy(const std::string &path);

// Writes and flushes, without commit, so that several outputs can appear together.
void write_npy(OutputFile &file, const Array &array);

}  // namespace ebw::cli
