// SPDX-License-Identifier: MIT
// zfp with a fixed accuracy: no real is off by more than the tolerance times the largest magnitude in its array.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/checked.hpp"
#include "storage/codec/rows.hpp"

#if EBW_HAVE_ZFP
#  include <zfp.h>
#endif

namespace ebw::storage {

#if EBW_HAVE_ZFP

namespace {

struct FreeField {
  void operator()(zfp_field *field) const { zfp_field_free(field); }
};
using Field = std::unique_ptr<zfp_field, FreeField>;

// The array as zfp sees it; it is only read when compressing.
Field field_of(const LayoutPart &part, const std::byte *bytes) {
  const zfp_type type = part.real == Real::f32 ? zfp_type_float : zfp_type_double;
  auto *data = bytes ? const_cast<std::byte *>(bytes + part.offset) : nullptr;
  const auto n = [&part](int axis) { return static_cast<std::size_t>(part.shape[static_cast<std::size_t>(axis)]); };
  zfp_field *field;
  if (part.shape[0] > 1) {
    field = zfp_field_3d(data, type, n(2), n(1), n(0));
    if (field) zfp_field_set_stride_3d(field, 1, part.row_stride, part.row_stride * part.shape[1]);
  } else if (part.shape[1] > 1) {
    field = zfp_field_2d(data, type, n(2), n(1));
    if (field) zfp_field_set_stride_2d(field, 1, part.row_stride);
  } else {
    field = zfp_field_1d(data, type, n(2));
  }
  if (!field) fail(Status::no_memory, "zfp: the machine refuses memory; use another codec");
  return Field(field);
}

template <class T>
double largest_in(const LayoutPart &part, const std::byte *bytes) {
  double largest = 0.0;
  const T *row = reinterpret_cast<const T *>(bytes + part.offset);
  for (std::int64_t r = 0; r < part.rows(); ++r, row += part.row_stride)
    largest = std::max(largest, largest_of(row, part.shape[2], "zfp"));
  return largest;
}

class Zfp final : public Codec {
 public:
  explicit Zfp(double tolerance) : tolerance_(tolerance), stream_(zfp_stream_open(nullptr)) {
    if (!stream_) fail(Status::no_memory, "zfp: the machine refuses memory; use another codec");
  }

  const char *name() const override { return "zfp"; }
  bool is_lossless() const override { return false; }

  std::int64_t room(std::int64_t size, const Layout &layout) const override {
    std::int64_t bytes = 0;
    for (const LayoutPart &part : layout)
      bytes = checked_add(bytes, round_up(kFront + most_of(part), kWord), "room for zfp");
    return std::max(bytes, size);
  }

  // Per array: the bytes of its stream (0: all zero) and the tolerance it was made with, then the stream.
  std::int64_t encode(const std::byte *from, std::int64_t, std::byte *to, std::int64_t room) override {
    std::int64_t at = 0;
    for (const LayoutPart &part : layout_) {
      if (at + round_up(kFront + most_of(part), kWord) > room) return -1;
      const double largest = part.real == Real::f32 ? largest_in<float>(part, from) : largest_in<double>(part, from);
      const double tolerance = tolerance_ * largest;
      std::int64_t bytes = 0;
      if (tolerance > 0.0) {
        const Field field = field_of(part, from);
        const Bits bits(stream_.get(), to + at + kFront, most_of(part), tolerance);
        bytes = static_cast<std::int64_t>(zfp_compress(stream_.get(), field.get()));
        if (bytes == 0) fail(Status::internal, "zfp cannot compress an array of ", part.elements(), " reals");
        largest_error_ = std::max(largest_error_, tolerance_);
      }
      std::memcpy(to + at, &bytes, sizeof bytes);
      std::memcpy(to + at + sizeof bytes, &tolerance, sizeof tolerance);
      at += round_up(kFront + bytes, kWord);
    }
    return at;
  }

  void decode(const std::byte *from, std::int64_t size, std::byte *to, std::int64_t room) override {
    std::memset(to, 0, static_cast<std::size_t>(room));
    std::int64_t at = 0;
    for (const LayoutPart &part : layout_) {
      std::int64_t bytes = -1;
      double tolerance = 0.0;
      if (size - at >= kFront) {
        std::memcpy(&bytes, from + at, sizeof bytes);
        std::memcpy(&tolerance, from + at + sizeof bytes, sizeof tolerance);
      }
      if (bytes < 0 || bytes > size - at - kFront || (bytes > 0 && !(tolerance > 0.0)))
        fail(Status::corrupt, "zfp: the streams of the arrays do not add up");
      if (bytes > 0) {
        const Field field = field_of(part, to);
        const Bits bits(stream_.get(), const_cast<std::byte *>(from) + at + kFront, bytes, tolerance);
        if (zfp_decompress(stream_.get(), field.get()) == 0) fail(Status::corrupt, "zfp: a stream cannot be read");
      }
      at += round_up(kFront + bytes, kWord);
    }
    if (at != size) fail(Status::corrupt, "zfp: the streams of the arrays do not add up");
  }

 private:
  static constexpr std::int64_t kFront = sizeof(std::int64_t) + sizeof(double);
  static constexpr std::int64_t kWord = 8;  // zfp reads and writes whole words

  // zfp's stream set to a piece of memory and a tolerance, for as long as this lives.
  struct Bits {
    Bits(zfp_stream *s, std::byte *memory, std::int64_t bytes, double tolerance)
        : stream(s), bits(stream_open(memory, static_cast<std::size_t>(bytes))) {
      if (!bits) fail(Status::no_memory, "zfp: the machine refuses memory; use another codec");
      zfp_stream_set_bit_stream(stream, bits);
      zfp_stream_rewind(stream);
      zfp_stream_set_accuracy(stream, tolerance);
    }
    ~Bits() {
      zfp_stream_set_bit_stream(stream, nullptr);
      stream_close(bits);
    }
    Bits(const Bits &) = delete;
    Bits &operator=(const Bits &) = delete;
    zfp_stream *stream;
    bitstream *bits;
  };
  struct Close {
    void operator()(zfp_stream *stream) const { zfp_stream_close(stream); }
  };

  // With the smallest tolerance, which is the most that any tolerance needs.
  std::int64_t most_of(const LayoutPart &part) const {
    const Field field = field_of(part, nullptr);
    zfp_stream_set_accuracy(stream_.get(), 0.0);
    return static_cast<std::int64_t>(zfp_stream_maximum_size(stream_.get(), field.get()));
  }

  double tolerance_;
  std::unique_ptr<zfp_stream, Close> stream_;
};

}  // namespace

std::unique_ptr<Codec> make_zfp(double tolerance) {
  if (!(tolerance > 0.0 && tolerance < 1.0))
    fail(Status::argument, "parameter = ", tolerance,
         ", the tolerance of zfp lies between 0 and 1 and is a part of the ",
         "largest value of each array; pass 1e-6, for example");
  return std::make_unique<Zfp>(tolerance);
}

#else

std::unique_ptr<Codec> make_zfp(double) {
  fail(Status::unsupported, "codec zfp: this library was built without libzfp; use another codec");
}

#endif

}  // namespace ebw::storage
