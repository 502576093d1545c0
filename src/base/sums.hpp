// SPDX-License-Identifier: MIT
// Sums whose order is fixed by the index alone: blocks of fixed length, joined by a binary tree. Same bits for every
// thread count, and an error that grows with log(n) instead of n.
#pragma once

#include <cstdint>

namespace ebw {

inline constexpr std::int64_t kSumBlock = 256;

// Sum of term(i) for i in [begin, end); term returns double.
template <class Term>
double tree_sum(std::int64_t begin, std::int64_t end, const Term &term) {
  const std::int64_t count = end - begin;
  if (count <= kSumBlock) {
    double sum = 0.0;
    for (std::int64_t i = begin; i < end; ++i) sum += term(i);
    return sum;
  }
  std::int64_t half = kSumBlock;
  while (2 * half < count) half *= 2;
  return tree_sum(begin, begin + half, term) + tree_sum(begin + half, end, term);
}

template <class A, class B>
double dot(const A *a, const B *b, std::int64_t count) {
  return tree_sum(0, count, [=](std::int64_t i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
}

}  // namespace ebw
