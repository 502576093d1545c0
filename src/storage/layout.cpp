// SPDX-License-Identifier: MIT
// What a layout must be before a codec trusts it.
#include "storage/layout.hpp"

#include "base/checked.hpp"

namespace ebw::storage {

void require_layout(const Layout &layout, std::int64_t bytes) {
  std::int64_t end = 0;
  for (std::size_t number = 0; number < layout.size(); ++number) {
    const LayoutPart &part = layout[number];
    for (const std::int64_t extent : part.shape)
      if (extent < 1) fail(Status::shape, "part ", number, " of the layout has extent ", extent, ", need at least 1");
    if (part.row_stride < part.shape[2] || part.offset != end)
      fail(Status::shape, "part ", number, " of the layout begins at byte ", part.offset, " with rows of ",
           part.row_stride, " elements; it must begin at byte ", end, " and have room for ", part.shape[2]);
    const std::int64_t size =
        checked_product({part.shape[0], part.shape[1], part.row_stride, bytes_of(part.real)}, "bytes of the layout");
    end = checked_add(end, size, "bytes of the layout");
  }
  if (end != bytes)
    fail(Status::shape, "the layout has ", end, " bytes, a checkpoint ", bytes,
         "; describe all of it, or use a codec that needs no layout");
}

}  // namespace ebw::storage
