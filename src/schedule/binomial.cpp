// SPDX-License-Identifier: MIT
// Binomial numbers: products and quotients that are exact, hence no rounding anywhere.
#include "schedule/binomial.hpp"

#include <algorithm>
#include <cassert>

namespace ebw::schedule {

namespace {

constexpr Wide kSaturated = Wide{1} << 64;

// value * factor / divisor where the quotient is whole. Factors are at most 2^63, so the product fits 126 bits; most
// fit 64, where a division is several times faster.
std::int64_t scale(std::int64_t value, std::int64_t factor, std::int64_t divisor) {
  std::uint64_t narrow;
  if (!__builtin_mul_overflow(static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(factor), &narrow))
    return static_cast<std::int64_t>(narrow / static_cast<std::uint64_t>(divisor));
  return static_cast<std::int64_t>(static_cast<Wide>(value) * static_cast<Wide>(factor) / static_cast<Wide>(divisor));
}

}  // namespace

Wide beta(std::int64_t s, std::int64_t r) {
  if (s < 0 || r < 0) return 0;
  const std::int64_t few = std::min(s, r), many = std::max(s, r);
  Wide value = 1;
  for (std::int64_t i = 1; i <= few; ++i) {
    value = value * (static_cast<Wide>(many) + static_cast<Wide>(i)) / static_cast<Wide>(i);
    if (value >= kSaturated) return kSaturated;
  }
  return value;
}

Repetition repetition(std::int64_t length, std::int64_t s) {
  if (length == 1) return {0, 0};
  if (length - 1 <= s) return {1, 1};
  // Most ranges are short, and few repetitions do: from below, in 64 bits.
  std::uint64_t value = static_cast<std::uint64_t>(s) + 1, product;
  for (std::int64_t r = 2; r <= 12; ++r) {
    const std::uint64_t below = value;
    if (__builtin_mul_overflow(value, static_cast<std::uint64_t>(s + r), &product)) break;
    value = product / static_cast<std::uint64_t>(r);
    if (value >= static_cast<std::uint64_t>(length)) return {r, static_cast<std::int64_t>(below)};
  }
  const auto reaches = [&](std::int64_t r) { return beta(s, r) >= static_cast<Wide>(length); };
  std::int64_t high = 1;
  while (!reaches(high)) high *= 2;
  // The least r lies in (low, high].
  for (std::int64_t low = high / 2; high - low > 1;) {
    const std::int64_t middle = low + (high - low) / 2;
    (reaches(middle) ? high : low) = middle;
  }
  return {high, static_cast<std::int64_t>(beta(s, high - 1))};
}

Wide fewest_advances(std::int64_t length, std::int64_t s) {
  if (length == 1) return 0;
  s = std::min(s, length - 1);
  const auto [r, below] = repetition(length, s);
  const Wide beyond = static_cast<Wide>(below) * static_cast<Wide>(s + r) / static_cast<Wide>(s + 1);  // beta(s+1, r-1)
  return static_cast<Wide>(r) * static_cast<Wide>(length) - beyond;
}

// Of all optimal splits this one also leads to the fewest saves (Griewank & Walther 2000, p. 34):
//   beta(s, r-2)                             if length <= beta(s, r-1) + beta(s-2, r-1),
//   beta(s, r-1)                             if length >= beta(s, r) - beta(s-3, r),
//   length - beta(s-1, r-1) - beta(s-2, r-1) otherwise,
// which by beta(s, r) - beta(s-3, r) = beta(s, r-1) + beta(s-1, r-1) + beta(s-2, r-1) is the last, kept within the
// first two. Pascal's rule gives every number from beta(s, r-1) with two divisions.
Split split(std::int64_t length, std::int64_t s, Repetition at) {
  const auto [r, b] = at;
  assert(length >= 2 && s >= 1 && b < length);
  if (r == 1) return {1, {}, {1, 1}};
  // r = 2 is what short ranges have, and needs no division.
  const std::int64_t b_2 = r == 2 ? 1 : scale(b, r - 1, s + r - 1);  // beta(s, r-2)
  const std::int64_t a = b - b_2;                                    // beta(s-1, r-1)
  const std::int64_t a_2 = r == 2 ? 1 : scale(b_2, s, s + r - 2);    // beta(s-1, r-2)
  const std::int64_t c = a - a_2;                                    // beta(s-2, r-1)
  const std::int64_t left = std::clamp(length - a - c, b_2, b);
  Split parts{left, {r - 1, b_2}, {r, a}};
  if (left == b_2) parts.of_left = {r - 2, b_2 - a_2};  // beta(s, r-3)
  if (length - left == a) parts.of_right = {r - 1, a_2};
  return parts;
}

}  // namespace ebw::schedule
