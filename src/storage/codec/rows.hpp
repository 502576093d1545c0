// SPDX-License-Identifier: MIT
// Codecs of 16 bits per real with a scale per row: rows are coded one by one, padding is left out.
#pragma once

#include <cmath>
#include <limits>

#include "storage/codec/codec.hpp"

namespace ebw::storage {

// A row has `count` reals; `width` is what the row's scale takes in front of its codes.
class RowCodec : public Codec {
 public:
  explicit RowCodec(std::int64_t width) : width_(width) {}

  bool is_lossless() const override { return false; }
  std::int64_t encode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) override;
  void decode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) override;

 protected:
  // What was met in one array.
  struct Extent {
    double largest = 0.0, error = 0.0;
  };
  virtual void encode_row(const float *row, std::int64_t count, std::byte *to, Extent &extent) const = 0;
  virtual void encode_row(const double *row, std::int64_t count, std::byte *to, Extent &extent) const = 0;
  virtual void decode_row(const std::byte *from, std::int64_t count, float *row) const = 0;
  virtual void decode_row(const std::byte *from, std::int64_t count, double *row) const = 0;

 private:
  template <class T>
  void encode_part(const LayoutPart &part, const std::byte *from, std::byte *to);
  template <class T>
  void decode_part(const LayoutPart &part, const std::byte *from, std::byte *to) const;
  std::int64_t row_bytes(const LayoutPart &part) const { return width_ + 2 * part.shape[2]; }
  std::int64_t coded_bytes() const;

  std::int64_t width_;
};

// Status::non_finite, naming the codec.
[[noreturn]] void refuse_non_finite(const char *codec);

// Largest magnitude of a row; refuses what is not finite.
template <class T>
double largest_of(const T *row, std::int64_t count, const char *codec) {
  T largest = 0;
  bool finite = true;
  for (std::int64_t i = 0; i < count; ++i) {
    const T size = std::abs(row[i]);
    finite = finite && size <= std::numeric_limits<T>::max();
    largest = size > largest ? size : largest;
  }
  if (!finite) refuse_non_finite(codec);
  return static_cast<double>(largest);
}

// A row codec whose templates encode_reals and decode_reals serve both types.
template <class Self>
class RowCodecOf : public RowCodec {
 public:
  using RowCodec::RowCodec;

 protected:
  using Extent = RowCodec::Extent;

 private:
  const Self &self() const { return static_cast<const Self &>(*this); }
  void encode_row(const float *row, std::int64_t count, std::byte *to, Extent &extent) const final {
    self().encode_reals(row, count, to, extent);
  }
  void encode_row(const double *row, std::int64_t count, std::byte *to, Extent &extent) const final {
    self().encode_reals(row, count, to, extent);
  }
  void decode_row(const std::byte *from, std::int64_t count, float *row) const final {
    self().decode_reals(from, count, row);
  }
  void decode_row(const std::byte *from, std::int64_t count, double *row) const final {
    self().decode_reals(from, count, row);
  }
};

}  // namespace ebw::storage
