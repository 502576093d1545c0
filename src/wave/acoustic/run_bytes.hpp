// SPDX-License-Identifier: MIT
// Pieces of a run's adjoint state and record as bytes, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/aligned_buffer.hpp"
#include "base/checked.hpp"
#include "wave/shot.hpp"

namespace ebw::wave::acoustic {

// Given to a list of arrays: calls visit(bytes, count) for each that belongs to the adjoint.
template <class Visit>
struct AdjointArrays {
  const Visit &visit;
  template <class E>
  void operator()(Array<E> &array, MemoryUse use, std::int64_t count) const {
    if (use == MemoryUse::adjoint_state || use == MemoryUse::residuals || use == MemoryUse::gradient)
      visit(reinterpret_cast<std::byte *>(array.data()), count * static_cast<std::int64_t>(sizeof(E)));
  }
};

inline std::int64_t wavelet_bytes(const Shot &shot) {
  return checked_product({shot.n_sources(), shot.n_samples(), sizeof(double)}, "wavelet gradients");
}

inline std::int64_t trace_bytes(const Shot &shot) {
  return checked_product({shot.n_receivers(), shot.n_samples(), sizeof(double)}, "traces");
}

inline void copy_out(std::byte *&to, const void *from, std::int64_t count) {
  if (count > 0) std::memcpy(to, from, static_cast<std::size_t>(count));
  to += count;
}

inline void copy_in(const std::byte *&from, void *to, std::int64_t count) {
  if (count > 0) std::memcpy(to, from, static_cast<std::size_t>(count));
  from += count;
}

}  // namespace ebw::wave::acoustic
