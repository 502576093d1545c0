// SPDX-License-Identifier: MIT
// A row written past the caches: a tape is not read again before many steps have gone, and ordinary stores would first
// fetch the lines that they overwrite. For kernels.cpp, which is compiled once per instruction set: internal linkage.
#pragma once

#include <cstdint>
#include <cstring>

#include "wave/stencil/lanes.hpp"

namespace ebw::wave::stencil {
namespace {

#if defined(__SSE2__)

// One line of 64 bytes; `to` is aligned to it.
inline void stream_line(char *to, const char *from) {
#  if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i *>(to), _mm512_loadu_si512(from));
#  elif defined(__AVX__)
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + 32));
  _mm256_stream_si256(reinterpret_cast<__m256i *>(to), low);
  _mm256_stream_si256(reinterpret_cast<__m256i *>(to + 32), high);
#  else
  for (int part = 0; part < 64; part += 16)
    _mm_stream_si128(reinterpret_cast<__m128i *>(to + part),
                     _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + part)));
#  endif
}

// `count` elements; a row at an address that is no multiple of a line is copied as any other.
template <class T>
inline void stream_row(T *to, const T *from, std::int64_t count) {
  const auto bytes = static_cast<std::size_t>(count) * sizeof(T), whole = bytes / 64 * 64;
  char *line = reinterpret_cast<char *>(to);
  const char *source = reinterpret_cast<const char *>(from);
  if (reinterpret_cast<std::uintptr_t>(line) % 64 != 0) {
    std::memcpy(line, source, bytes);
    return;
  }
  for (std::size_t at = 0; at < whole; at += 64) stream_line(line + at, source + at);
  if (whole == bytes) return;
  // The rest with the row's padding, which is 0, so that this line too is written whole.
  alignas(64) char last[64] = {};
  std::memcpy(last, source + whole, bytes - whole);
  stream_line(line + whole, last);
}

// Before another thread may read what was streamed.
inline void stream_done() { _mm_sfence(); }

#else

template <class T>
inline void stream_row(T *to, const T *from, std::int64_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(T));
}
inline void stream_done() {}

#endif

}  // namespace
}  // namespace ebw::wave::stencil
