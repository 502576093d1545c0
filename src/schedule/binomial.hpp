// SPDX-License-Identifier: MIT
// The numbers of binomial checkpointing (Griewank & Walther 2000, Algorithm 799): beta(s, r), the repetition number,
// the fewest advances and the split of a range. Lengths of ranges go to 2^62 + 1, hence 128-bit products.
#pragma once

#include <cstdint>

namespace ebw::schedule {

__extension__ typedef unsigned __int128 Wide;

// Most steps of a schedule.
inline constexpr std::int64_t kMaxSteps = std::int64_t{1} << 62;

// beta(s, r) = C(s + r, s): the most steps that s slots can reverse when no step is advanced more than r times. 0 when
// an argument is negative; 2^64 stands for all that is larger.
Wide beta(std::int64_t s, std::int64_t r);

// Where a range of `length` steps lies between the binomial numbers of its s slots.
struct Repetition {
  std::int64_t r = 0;      // least r with length <= beta(s, r)
  std::int64_t below = 0;  // beta(s, r - 1), which is < length
};
Repetition repetition(std::int64_t length, std::int64_t s);

// Fewest advances t(length, s) with which a range whose first state is in one of its s slots can be reversed, each of
// its steps being reversed from the state before it.
Wide fewest_advances(std::int64_t length, std::int64_t s);

// An optimal split: the first `left` steps keep the s slots, the rest is reversed before with s - 1 of them.
struct Split {
  std::int64_t left;
  Repetition of_left, of_right;  // valid for parts of at least 2 steps
};
Split split(std::int64_t length, std::int64_t s, Repetition at);

}  // namespace ebw::schedule
