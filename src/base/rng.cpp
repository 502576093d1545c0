// SPDX-License-Identifier: MIT
// Philox4x32-10 and the two distributions we need.
#include "base/rng.hpp"

#include <cmath>
#include <numbers>

namespace ebw {

namespace {

double unit(std::uint32_t high, std::uint32_t low) noexcept {
  const std::uint64_t bits = (std::uint64_t{high} << 32 | low) >> 11;
  return (static_cast<double>(bits) + 0.5) * 0x1p-53;
}

}  // namespace

Random::Block Random::philox(Block c, std::array<std::uint32_t, 2> key) noexcept {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ key[0], static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ key[1], static_cast<std::uint32_t>(p0)};
    key[0] += 0x9E3779B9;
    key[1] += 0xBB67AE85;
  }
  return c;
}

Random::Block Random::block(std::int64_t index) const noexcept {
  const auto i = static_cast<std::uint64_t>(index);
  return philox({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32),
                 static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)},
                {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)});
}

double Random::uniform(std::int64_t index) const noexcept {
  const Block b = block(index);
  return unit(b[0], b[1]);
}

double Random::gaussian(std::int64_t index) const noexcept {
  const Block b = block(index);
  return std::sqrt(-2.0 * std::log(unit(b[0], b[1]))) * std::cos(2.0 * std::numbers::pi * unit(b[2], b[3]));
}

}  // namespace ebw
