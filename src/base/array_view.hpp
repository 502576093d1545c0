// SPDX-License-Identifier: MIT
// A caller's array: pointer, dtype, shape and element strides in the logical order of the axes. Owns nothing.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

#include "base/checked.hpp"

namespace ebw {

enum class Dtype : std::int32_t { f32 = 1, f64 = 2 };

inline std::int64_t size_of(Dtype dtype) { return dtype == Dtype::f32 ? 4 : 8; }
inline const char *name_of(Dtype dtype) { return dtype == Dtype::f32 ? "f32" : "f64"; }

inline Dtype checked_dtype(std::int32_t dtype) {
  if (dtype != 1 && dtype != 2) fail(Status::dtype, "dtype = ", dtype, ", need 1 (EBW_F32) or 2 (EBW_F64)");
  return static_cast<Dtype>(dtype);
}

template <class T>
inline constexpr Dtype dtype_of = sizeof(T) == 4 ? Dtype::f32 : Dtype::f64;

inline constexpr int kMaxDimensions = 3;

// Shape and element strides of an array of 1 to 3 axes.
struct ArrayLayout {
  int ndim = 0;
  std::array<std::int64_t, kMaxDimensions> shape{}, stride{};

  std::int64_t size() const {
    std::int64_t count = 1;
    for (int d = 0; d < ndim; ++d) count = checked_multiply(count, shape[d], "array size");
    return count;
  }
};

// `stride` NULL means dense, last axis fastest. Shapes must be positive; strides may have any sign, as long as the
// bytes between the outermost elements can be counted.
inline ArrayLayout make_layout(int ndim, const std::int64_t *shape, const std::int64_t *stride) {
  if (ndim < 1 || ndim > kMaxDimensions) fail(Status::shape, "ndim = ", ndim, ", need 1 to ", kMaxDimensions);
  if (!shape) fail(Status::argument, "shape is NULL, need ndim = ", ndim, " sizes");
  ArrayLayout layout;
  layout.ndim = ndim;
  for (int d = ndim - 1; d >= 0; --d) {
    if (shape[d] < 1) fail(Status::shape, "shape[", d, "] = ", shape[d], ", need at least 1");
    layout.shape[d] = shape[d];
    layout.stride[d] = stride ? stride[d] : d == ndim - 1 ? 1 : layout.shape[d + 1] * layout.stride[d + 1];
    if (!stride) checked_multiply(layout.shape[d], layout.stride[d], "array size");
  }
  layout.size();
  std::int64_t span = 0;
  for (int d = 0; d < ndim; ++d) {
    if (layout.stride[d] == std::numeric_limits<std::int64_t>::min())
      fail(Status::overflow, "stride[", d, "] = ", layout.stride[d], ", need at least -2^63 + 1");
    const std::int64_t along = checked_multiply(std::abs(layout.stride[d]), layout.shape[d] - 1, "array span");
    span = checked_add(span, along, "array span");
  }
  checked_multiply(span, 8, "array span in bytes");
  return layout;
}

// For arrays that are written: two elements must not share a place.
inline void require_distinct_elements(const ArrayLayout &layout, const char *what) {
  // Sorted by |stride|, each stride must step over everything that the smaller ones span.
  std::array<int, kMaxDimensions> order{0, 1, 2};
  for (int a = 0; a < layout.ndim; ++a)
    for (int b = a + 1; b < layout.ndim; ++b)
      if (std::abs(layout.stride[order[b]]) < std::abs(layout.stride[order[a]])) std::swap(order[a], order[b]);
  std::int64_t span = 0;
  for (int a = 0; a < layout.ndim; ++a) {
    const int d = order[a];
    if (layout.shape[d] == 1) continue;
    if (std::abs(layout.stride[d]) <= span)
      fail(Status::argument, what, ": stride[", d, "] = ", layout.stride[d],
           " lets elements overlap; an output needs a place for each element");
    span += std::abs(layout.stride[d]) * (layout.shape[d] - 1);
  }
}

}  // namespace ebw
