// SPDX-License-Identifier: MIT
// What the bytes of a checkpoint are, for codecs that need to know: arrays of reals. Without coordinates or names.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ebw::storage {

enum class Real : std::int32_t { f32 = 1, f64 = 2 };
inline std::int64_t bytes_of(Real real) { return real == Real::f32 ? 4 : 8; }

// One array: rows of shape[2] elements, each row at a multiple of row_stride elements; what lies between is padding,
// which codecs neither read nor give back. Arrays of fewer dimensions have 1 in front.
struct LayoutPart {
  Real real = Real::f32;
  std::int64_t offset = 0;  // bytes
  std::array<std::int64_t, 3> shape{1, 1, 1};
  std::int64_t row_stride = 1;

  std::int64_t rows() const { return shape[0] * shape[1]; }
  std::int64_t elements() const { return rows() * shape[2]; }
  std::int64_t bytes() const { return rows() * row_stride * bytes_of(real); }
  bool operator==(const LayoutPart &) const = default;
};

// One part begins where the one before ends; together they are all bytes of a checkpoint. Empty: nothing is known.
using Layout = std::vector<LayoutPart>;

// Refuses (Status::shape) a layout that is not just `bytes` long: a codec would lose what it does not name.
void require_layout(const Layout &layout, std::int64_t bytes);

}  // namespace ebw::storage
