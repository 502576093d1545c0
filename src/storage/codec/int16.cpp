// SPDX-License-Identifier: MIT
// Whole numbers of 16 bits with one scale per row: -32767 .. 32767 stand for minus to plus the row's largest value.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "storage/codec/rows.hpp"

namespace ebw::storage {

namespace {

class Int16 final : public RowCodecOf<Int16> {
 public:
  Int16() : RowCodecOf(sizeof(double)) {}
  const char *name() const override { return "int16"; }

  // In front of a row: its largest value.
  template <class T>
  void encode_reals(const T *row, std::int64_t count, std::byte *to, Extent &extent) const {
    const double largest = largest_of(row, count, "int16");
    std::memcpy(to, &largest, sizeof largest);
    to += sizeof largest;
    double error = 0.0;
    for (std::int64_t i = 0; i < count; ++i, to += 2) {
      const auto value = static_cast<double>(row[i]);
      // Divided first: the quotient is at most 1 for subnormal and for huge rows alike.
      const double code = largest > 0.0 ? std::nearbyint(value / largest * kSteps) : 0.0;
      const auto small = static_cast<std::int16_t>(code);
      std::memcpy(to, &small, 2);
      // As it is given back, rounded to its type.
      error = std::max(error, std::abs(value - static_cast<double>(static_cast<T>(code / kSteps * largest))));
    }
    extent.largest = std::max(extent.largest, largest);
    extent.error = std::max(extent.error, error);
  }
  template <class T>
  void decode_reals(const std::byte *from, std::int64_t count, T *row) const {
    double largest;
    std::memcpy(&largest, from, sizeof largest);
    from += sizeof largest;
    for (std::int64_t i = 0; i < count; ++i, from += 2) {
      std::int16_t code;
      std::memcpy(&code, from, 2);
      row[i] = static_cast<T>(code / kSteps * largest);
    }
  }

 private:
  static constexpr double kSteps = 32767.0;
};

}  // namespace

std::unique_ptr<Codec> make_int16() { return std::make_unique<Int16>(); }

}  // namespace ebw::storage
