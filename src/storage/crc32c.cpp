// SPDX-License-Identifier: MIT
// The two ways to the same checksum.
#include "storage/crc32c.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace ebw::storage {

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78u;  // reflected

// tables[t][b]: the remainder of byte b followed by t zero bytes.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t r = b;
    for (int bit = 0; bit < 8; ++bit) r = (r >> 1) ^ ((r & 1) ? kPolynomial : 0);
    tables[0][b] = r;
  }
  for (std::size_t t = 1; t < 8; ++t)
    for (std::size_t b = 0; b < 256; ++b) tables[t][b] = (tables[t - 1][b] >> 8) ^ tables[0][tables[t - 1][b] & 0xFF];
  return tables;
}
constexpr Tables kTables = make_tables();

using Function = std::uint32_t (*)(std::uint32_t, const void *, std::size_t) noexcept;

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t by_instruction(std::uint32_t before, const void *data,
                                                               std::size_t count) noexcept {
  const auto *bytes = static_cast<const unsigned char *>(data);
  std::uint64_t crc = ~before;
  for (; count >= 8; count -= 8, bytes += 8) {
    std::uint64_t word;
    std::memcpy(&word, bytes, 8);
    crc = __builtin_ia32_crc32di(crc, word);
  }
  auto short_crc = static_cast<std::uint32_t>(crc);
  for (; count > 0; --count) short_crc = __builtin_ia32_crc32qi(short_crc, *bytes++);
  return ~short_crc;
}

Function choose() noexcept { return __builtin_cpu_supports("sse4.2") ? by_instruction : crc32c_portable; }
#else
Function choose() noexcept { return crc32c_portable; }
#endif

}  // namespace

std::uint32_t crc32c_portable(std::uint32_t before, const void *data, std::size_t count) noexcept {
  const auto *bytes = static_cast<const unsigned char *>(data);
  std::uint32_t crc = ~before;
  if constexpr (std::endian::native == std::endian::little) {
    for (; count >= 8; count -= 8, bytes += 8) {
      std::uint32_t low, high;
      std::memcpy(&low, bytes, 4);
      std::memcpy(&high, bytes + 4, 4);
      low ^= crc;
      crc = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        crc ^= kTables[7 - i][(low >> (8 * i)) & 0xFF];
        crc ^= kTables[3 - i][(high >> (8 * i)) & 0xFF];
      }
    }
  }
  for (; count > 0; --count) crc = (crc >> 8) ^ kTables[0][(crc ^ *bytes++) & 0xFF];
  return ~crc;
}

std::uint32_t crc32c(std::uint32_t before, const void *data, std::size_t count) noexcept {
  static const Function function = choose();
  return function(before, data, count);
}

}  // namespace ebw::storage
