// SPDX-License-Identifier: MIT
// A row written past the caches: a tape is not read again before many steps have gone, and ordinary stores would first
// fetch the lines that they overwrite. For kernels.cpp, which is compiled once per instruction set: internal linkage.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "wave/stencil/lanes.hpp"

namespace ebw::wave::stencil {
namespace {

// The first `count` lanes of v, 0 in the others.
template <class T>
EBW_INLINE V<T> first_lanes(V<T> v, std::int64_t count) {
  using Index = decltype(v < v);
  Index lane = {};
#pragma GCC unroll 16
  for (int n = 0; n < static_cast<int>(Lanes<T>::count); ++n) lane[n] = n;
  const Index inside = lane < Index{} + static_cast<std::remove_reference_t<decltype(lane[0])>>(count);
  return reinterpret_cast<V<T>>(reinterpret_cast<Index>(v) & inside);
}

// `count` elements of a row of a wavefield, which may be read to the end of its last line, and 0 to the end of the last
// line of `to`, so that this too is written whole. A row at an address that is no multiple of a line is copied as any
// other.
template <class T>
inline void stream_row(T *to, const T *from, std::int64_t count) {
  constexpr std::int64_t lanes = Lanes<T>::count, line = 64 / sizeof(T);
  if (reinterpret_cast<std::uintptr_t>(to) % 64 != 0) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
    return;
  }
  const std::int64_t whole = count / line * line, end = (count + line - 1) / line * line;
  for (std::int64_t k = 0; k < whole; k += lanes) store_memory(to + k, load(from + k), true);
  for (std::int64_t k = whole; k < end; k += lanes)
    store_memory(to + k, first_lanes<T>(load(from + k), count - k), true);
}

// Before another thread may read what was streamed.
inline void stream_done() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace
}  // namespace ebw::wave::stencil
