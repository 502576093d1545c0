// SPDX-License-Identifier: MIT
// Layouts of checkpoints as the C ABI takes them.
#pragma once

#include "base/checked.hpp"
#include "entry.hpp"
#include "storage/layout.hpp"

namespace ebw::capi {

// `parts` arrays one after the other, three extents each.
inline storage::Layout make_storage_layout(std::int64_t parts, const std::int32_t *dtype, const std::int64_t *shape) {
  // More arrays than any state has: a number that was read from nowhere must not become an allocation.
  constexpr std::int64_t kMostParts = 1 << 16;
  if (parts < 0 || parts > kMostParts) fail(Status::argument, "parts = ", parts, ", need 0 to ", kMostParts);
  storage::Layout layout;
  if (parts == 0) return layout;
  require(dtype, "dtype");
  require(shape, "shape");
  std::int64_t end = 0;
  for (std::int64_t p = 0; p < parts; ++p) {
    if (dtype[p] != 1 && dtype[p] != 2)
      fail(Status::dtype, "dtype[", p, "] = ", dtype[p], ", need EBW_F32 (1) or EBW_F64 (2)");
    storage::LayoutPart part;
    part.real = static_cast<storage::Real>(dtype[p]);
    part.offset = end;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      part.shape[axis] = shape[3 * p + static_cast<std::int64_t>(axis)];
      if (part.shape[axis] < 1)
        fail(Status::shape, "shape of part ", p, ", axis ", axis, " = ", part.shape[axis], ", need at least 1");
    }
    part.row_stride = part.shape[2];
    end = checked_add(end,
                      checked_product({part.shape[0], part.shape[1], part.shape[2], storage::bytes_of(part.real)},
                                      "bytes of the layout"),
                      "bytes of the layout");
    layout.push_back(part);
  }
  return layout;
}

}  // namespace ebw::capi
