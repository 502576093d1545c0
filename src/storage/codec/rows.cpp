// SPDX-License-Identifier: MIT
// The walk over arrays and rows.
#include "storage/codec/rows.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace ebw::storage {

void refuse_non_finite(const char *codec) {
  fail(Status::non_finite, "codec ", codec, ": a value is not finite, or too large for it; find out where it comes ",
       "from, or use codec zstd or none");
}

std::int64_t RowCodec::coded_bytes() const {
  std::int64_t bytes = 0;
  for (const LayoutPart &part : layout_) bytes += part.rows() * row_bytes(part);
  return bytes;
}

template <class T>
void RowCodec::encode_part(const LayoutPart &part, const std::byte *from, std::byte *to) {
  Extent extent;
  const T *row = reinterpret_cast<const T *>(from + part.offset);
  for (std::int64_t r = 0; r < part.rows(); ++r, row += part.row_stride, to += row_bytes(part))
    encode_row(row, part.shape[2], to, extent);
  if (extent.largest > 0.0) largest_error_ = std::max(largest_error_, extent.error / extent.largest);
}

std::int64_t RowCodec::encode(const std::byte *from, std::int64_t, std::byte *to, std::int64_t room) {
  const std::int64_t bytes = coded_bytes();
  if (bytes > room) return -1;
  for (const LayoutPart &part : layout_) {
    if (part.real == Real::f32)
      encode_part<float>(part, from, to);
    else
      encode_part<double>(part, from, to);
    to += part.rows() * row_bytes(part);
  }
  return bytes;
}

template <class T>
void RowCodec::decode_part(const LayoutPart &part, const std::byte *from, std::byte *to) const {
  T *row = reinterpret_cast<T *>(to + part.offset);
  for (std::int64_t r = 0; r < part.rows(); ++r, row += part.row_stride, from += row_bytes(part)) {
    decode_row(from, part.shape[2], row);
    std::fill(row + part.shape[2], row + part.row_stride, T{0});
  }
}

void RowCodec::decode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t) {
  if (size != coded_bytes()) fail(Status::corrupt, name(), ": ", size, " bytes, the layout needs ", coded_bytes());
  for (const LayoutPart &part : layout_) {
    if (part.real == Real::f32)
      decode_part<float>(part, from, to);
    else
      decode_part<double>(part, from, to);
    from += part.rows() * row_bytes(part);
  }
}

}  // namespace ebw::storage
