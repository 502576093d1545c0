// SPDX-License-Identifier: MIT
// 128 bits that tell one problem from another: against mistakes, not against attackers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ebw {

// Takes values one after the other; every length enters too, so that ("ab", "c") and ("a", "bc") differ.
class Fingerprint {
 public:
  using Value = std::array<std::uint64_t, 2>;

  void add_bytes(const void *data, std::int64_t count) {
    const auto *bytes = static_cast<const unsigned char *>(data);
    add(count);
    for (; count > 0; count -= 8, bytes += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, static_cast<std::size_t>(count < 8 ? count : 8));
      mix(word);
    }
  }
  void add(std::int64_t value) { mix(static_cast<std::uint64_t>(value)); }
  void add(double value) { mix(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view words) { add_bytes(words.data(), static_cast<std::int64_t>(words.size())); }
  void add(const Value &value) {
    mix(value[0]);
    mix(value[1]);
  }

  Value value() const { return {finish(a_ ^ std::rotl(b_, 32)), finish(b_ + 0x9E3779B97F4A7C15u * a_)}; }

 private:
  // Two lanes with different odd factors; a change of one bit reaches all after finish().
  void mix(std::uint64_t word) {
    a_ = std::rotl((a_ ^ word) * 0x9FB21C651E98DF25u, 29);
    b_ = (std::rotl(b_, 23) + word) * 0xD6E8FEB86659FD93u;
    b_ ^= b_ >> 32;
  }
  static std::uint64_t finish(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

  std::uint64_t a_ = 0x243F6A8885A308D3u, b_ = 0x13198A2E03707344u;
};

}  // namespace ebw
