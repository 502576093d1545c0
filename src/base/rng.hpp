// SPDX-License-Identifier: MIT
// Counter-based random numbers: the value at an index depends on seed, stream and index alone, never on order, thread
// or rank. Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011), "Parallel random numbers: as easy as 1, 2, 3".
#pragma once

#include <array>
#include <cstdint>

namespace ebw {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) noexcept : seed_(seed), stream_(stream) {}

  // Uniform in (0, 1), 53 bits.
  double uniform(std::int64_t index) const noexcept;
  // Standard normal deviate (Box and Muller 1958).
  double gaussian(std::int64_t index) const noexcept;

  std::uint64_t seed() const noexcept { return seed_; }
  std::uint64_t stream() const noexcept { return stream_; }

  using Block = std::array<std::uint32_t, 4>;
  static Block philox(Block counter, std::array<std::uint32_t, 2> key) noexcept;

 private:
  Block block(std::int64_t index) const noexcept;
  std::uint64_t seed_, stream_;
};

}  // namespace ebw
