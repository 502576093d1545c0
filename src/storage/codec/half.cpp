// SPDX-License-Identifier: MIT
// 16-bit floating point: bf16 (8 bits of exponent, 8 of significand) and IEEE half (5 and 11) with a power of two per
// row, which keeps every row's largest value near the top of half's range. Both round to nearest, ties to even.
#include <bit>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "storage/codec/rows.hpp"

namespace ebw::storage {

namespace {

std::uint16_t to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}
float from_bf16(std::uint16_t code) { return std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16); }

// |value| < 2^15.
std::uint16_t to_half(float value) {
  std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  bits &= 0x7FFFFFFFu;
  // Below 2^-14 the last place is 2^-24: adding 1/2, whose last place that is, lets the processor round.
  if (bits < 0x38800000u)
    return static_cast<std::uint16_t>(sign |
                                      (std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + 0.5f) - 0x3F000000u));
  bits += 0xC8000000u + 0xFFFu + (bits >> 13 & 1u);  // exponent - 112, and the rounding
  return static_cast<std::uint16_t>(sign | bits >> 13);
}
float from_half(std::uint16_t code) {
  const std::uint32_t sign = (code & 0x8000u) << 16, rest = code & 0x7FFFu;
  if (rest < 0x400u)
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(static_cast<float>(rest) * 0x1p-24f) | sign);
  return std::bit_cast<float>(sign | ((rest << 13) + 0x38000000u));
}

class Bf16 final : public RowCodecOf<Bf16> {
 public:
  Bf16() : RowCodecOf(0) {}
  const char *name() const override { return "bf16"; }

  template <class T>
  void encode_reals(const T *row, std::int64_t count, std::byte *to, Extent &extent) const {
    const double largest = largest_of(row, count, "bf16");
    // The largest number of bf16; beyond it rounding would give infinity.
    if (largest > 0x1.FEp127) refuse_non_finite("bf16");
    double error = 0.0;
    for (std::int64_t i = 0; i < count; ++i, to += 2) {
      const std::uint16_t code = to_bf16(static_cast<float>(row[i]));
      std::memcpy(to, &code, 2);
      error = std::max(error, std::abs(static_cast<double>(row[i]) - static_cast<double>(from_bf16(code))));
    }
    extent.largest = std::max(extent.largest, largest);
    extent.error = std::max(extent.error, error);
  }
  template <class T>
  void decode_reals(const std::byte *from, std::int64_t count, T *row) const {
    for (std::int64_t i = 0; i < count; ++i, from += 2) {
      std::uint16_t code;
      std::memcpy(&code, from, 2);
      row[i] = static_cast<T>(from_bf16(code));
    }
  }
};

class Fp16 final : public RowCodecOf<Fp16> {
 public:
  Fp16() : RowCodecOf(2) {}
  const char *name() const override { return "fp16"; }

  // In front of a row: the power of two by which it was divided.
  template <class T>
  void encode_reals(const T *row, std::int64_t count, std::byte *to, Extent &extent) const {
    const double largest = largest_of(row, count, "fp16");
    // largest / 2^power lies in [2^14, 2^15), which rounds to at most 2^15: half goes on to 65504.
    const auto power = static_cast<std::int16_t>(largest > 0.0 ? std::ilogb(largest) - 14 : 0);
    std::memcpy(to, &power, 2);
    to += 2;
    // Two factors: 2^-power alone may lie beyond the range of T.
    const double down = std::ldexp(1.0, -power / 2), down_rest = std::ldexp(1.0, -power - -power / 2);
    const double up = std::ldexp(1.0, power / 2), up_rest = std::ldexp(1.0, power - power / 2);
    double error = 0.0;
    for (std::int64_t i = 0; i < count; ++i, to += 2) {
      const auto value = static_cast<double>(row[i]);
      const std::uint16_t code = to_half(static_cast<float>(value * down * down_rest));
      std::memcpy(to, &code, 2);
      error = std::max(error, std::abs(value - static_cast<double>(static_cast<T>(from_half(code) * up * up_rest))));
    }
    extent.largest = std::max(extent.largest, largest);
    extent.error = std::max(extent.error, error);
  }
  template <class T>
  void decode_reals(const std::byte *from, std::int64_t count, T *row) const {
    std::int16_t power;
    std::memcpy(&power, from, 2);
    from += 2;
    const double up = std::ldexp(1.0, power / 2), up_rest = std::ldexp(1.0, power - power / 2);
    for (std::int64_t i = 0; i < count; ++i, from += 2) {
      std::uint16_t code;
      std::memcpy(&code, from, 2);
      row[i] = static_cast<T>(static_cast<double>(from_half(code)) * up * up_rest);
    }
  }
};

}  // namespace

std::unique_ptr<Codec> make_bf16() { return std::make_unique<Bf16>(); }
std::unique_ptr<Codec> make_fp16() { return std::make_unique<Fp16>(); }

}  // namespace ebw::storage
