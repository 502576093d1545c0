// SPDX-License-Identifier: MIT
// What a vector space of the code under test is: how many elements are here, which they are of all, and how vectors are
// multiplied. By default all elements are here and the product is the plain sum; a user's inner product may weight the
// elements, or sum over the ranks of a parallel program, of which each holds a slice.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>

#include "base/aligned_buffer.hpp"
#include "base/error.hpp"
#include "base/rng.hpp"
#include "base/sums.hpp"
#include "verify/norm.hpp"

namespace ebw::verify {

// Elements of the working dtype.
using InnerProduct = std::function<std::int32_t(const void *a, const void *b, double *product)>;

struct Space {
  std::int64_t n = 0;
  std::int64_t offset = 0;  // element i is element offset + i of the whole: what random numbers are counted by
  InnerProduct inner;       // empty: the sum of the products
};

// Products of vectors of a space in either form, and what must be the same on all ranks that share it.
template <class T>
class Vectors {
 public:
  Vectors(const Space &space, MemoryAccount &account) : space_(space) {
    if (space.inner) work_ = Array<T>(account, MemoryUse::scratch, space.n);
    if (space.inner) probe_ = Array<T>(account, MemoryUse::scratch, space.n);
  }

  double gaussian(const Random &random, std::int64_t i) const { return random.gaussian(space_.offset + i); }

  double product(const T *a, const T *b) const { return space_.inner ? user_product(a, b) : dot(a, b, space_.n); }

  // <a, term>; term(i) returns double, and is rounded to T only where the user's product needs it so.
  template <class Term>
  double product_with(const T *a, const Term &term) {
    if (!space_.inner)
      return tree_sum(0, space_.n, [&](std::int64_t i) { return static_cast<double>(a[i]) * term(i); });
    for (std::int64_t i = 0; i < space_.n; ++i) work_[i] = static_cast<T>(term(i));
    return user_product(a, work_.data());
  }

  // Norm of term(0), term(1), ...; of any scale with the plain product.
  template <class Term>
  double norm(const Term &term) {
    if (!space_.inner) return norm_of(space_.n, term);
    for (std::int64_t i = 0; i < space_.n; ++i) work_[i] = static_cast<T>(term(i));
    return std::sqrt(std::max(0.0, user_product(work_.data(), work_.data())));
  }

  // The size that <a, b> has for b = size times Gaussians: the norm of a times size with the plain product. A user's
  // product may weight the elements, so that its norm says nothing: there it is the root mean square over some draws.
  template <class Size>
  double typical_product(const T *a, const Size &size, const Random &random) {
    if (!space_.inner) return norm_of(space_.n, [&](std::int64_t i) { return size(i) * a[i]; });
    constexpr int kDraws = 16;
    double draws[kDraws];
    for (int k = 0; k < kDraws; ++k) {
      const Random own(random.seed(), random.stream() + (static_cast<std::uint64_t>(k) + 1) * kDrawStride);
      for (std::int64_t i = 0; i < space_.n; ++i) work_[i] = static_cast<T>(size(i) * gaussian(own, i));
      draws[k] = user_product(a, work_.data());
    }
    return norm_of(kDraws, [&](std::int64_t k) { return draws[k]; }) / std::sqrt(static_cast<double>(kDraws));
  }

  // Whether it is true on any rank: on a rank where it is, a vector of ones is multiplied with itself.
  bool any(bool here) {
    if (!space_.inner) return here;
    std::fill(probe_.begin(), probe_.end(), here ? T(1) : T(0));
    return user_product(probe_.data(), probe_.data()) != 0.0;
  }

 private:
  static constexpr std::uint64_t kDrawStride = std::uint64_t{1} << 56;

  double user_product(const T *a, const T *b) const {
    double product = std::numeric_limits<double>::quiet_NaN();
    check_callback(space_.inner(a, b, &product), "inner product");
    return product;
  }

  const Space &space_;
  Array<T> work_, probe_;
};

}  // namespace ebw::verify
