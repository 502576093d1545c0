// SPDX-License-Identifier: MIT
// Sum of the shots' gradients in ascending order by a binary tree over their positions: sum(a, b) = sum(a, m) +
// sum(m, b), m = a + the largest power of two below b - a. The order hangs on the number of shots alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "base/array_view.hpp"

namespace ebw::gradient {

// Sum of term(i), i in [begin, end), by the same tree.
template <class Term>
double shot_tree(std::int64_t begin, std::int64_t end, const Term &term) {
  if (end - begin == 1) return term(begin);
  std::int64_t half = 1;
  while (2 * half < end - begin) half *= 2;
  return shot_tree(begin, begin + half, term) + shot_tree(begin + half, end, term);
}

class ShotSum {
 public:
  // floor(log2 shots) + 1 arrays of `count` elements.
  ShotSum(Dtype dtype, std::int64_t count, std::int64_t shots, MemoryAccount &account);
  static std::int64_t bytes(Dtype dtype, std::int64_t count, std::int64_t shots);
  // Made for these, so that begin() makes it new.
  bool serves(Dtype dtype, std::int64_t count, std::int64_t shots) const;
  // No shot was pushed yet.
  void begin();

  // The place for the next shot's gradient; push() when it is written.
  std::byte *place();
  void push(int threads);
  // After all shots: their sum.
  std::byte *total(int threads);

  // The sums so far, each of more shots than the next; a push changes the last one and may merge some before it.
  struct View {
    std::int64_t shots;
    std::span<std::byte> bytes;
  };
  std::vector<View> partials() const;
  // The place of one more partial sum of `shots` shots, to be filled as another process left it.
  std::span<std::byte> restore(std::int64_t shots);

 private:
  struct Partial {
    std::size_t array;
    std::int64_t shots;
  };
  void merge_top(int threads);

  Dtype dtype_;
  std::int64_t count_;
  std::vector<AlignedBuffer> arrays_;
  std::vector<std::size_t> unused_;
  std::vector<Partial> partials_;  // each of more shots than the next
};

}  // namespace ebw::gradient
