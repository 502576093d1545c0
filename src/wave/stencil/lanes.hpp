// SPDX-License-Identifier: MIT
// Vectors of one instruction set. For kernels.cpp and its parts, which are compiled once per set: internal linkage.
#pragma once

#include <cstdint>

#if defined(__SSE2__)
// GCC 12 takes the "undefined" operands of its own header for a mistake.
#  pragma GCC diagnostic push
#  if !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#  endif
#  pragma GCC diagnostic ignored "-Wuninitialized"
#  include <immintrin.h>
#  pragma GCC diagnostic pop
#endif

#define EBW_INLINE inline __attribute__((always_inline))

// The loop below writes nothing that it reads in another round. GCC takes our word; clang checks at run time.
#if defined(__clang__)
#  define EBW_INDEPENDENT
#else
#  define EBW_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace ebw::wave::stencil {
namespace {

template <class T>
struct Lanes {
  static constexpr std::int64_t count = EBW_VECTOR_BYTES / sizeof(T);
  // Rows are aligned, neighbours in z are not: element alignment for all.
  typedef T type __attribute__((vector_size(EBW_VECTOR_BYTES), aligned(sizeof(T)), may_alias));
};
template <class T>
using V = typename Lanes<T>::type;

template <class T>
EBW_INLINE V<T> load(const T *p) {
  return *reinterpret_cast<const V<T> *>(p);
}
template <class T>
EBW_INLINE void store(T *p, V<T> v) {
  *reinterpret_cast<V<T> *>(p) = v;
}

// The same number in all lanes: x - 0 has the bits of x, -0 included.
template <class T>
EBW_INLINE V<T> broadcast(T x) {
  return x - V<T>{};
}

#if defined(__AVX512F__)

// Neighbours along the row by shifts of whole vectors: an unaligned load of 64 bytes always takes two lines.
constexpr bool kShifts = true;

// Lanes m, m + 1, ... of `low` followed by `high`; m is known when this is compiled.
template <class T>
EBW_INLINE V<T> shifted(V<T> low, V<T> high, int m) {
  const auto a = reinterpret_cast<__m512i>(high), b = reinterpret_cast<__m512i>(low);
#  define EBW_SHIFT(by)                                                 \
    case by:                                                            \
      if constexpr (sizeof(T) == 4)                                     \
        return reinterpret_cast<V<T>>(_mm512_alignr_epi32(a, b, (by))); \
      else                                                              \
        return reinterpret_cast<V<T>>(_mm512_alignr_epi64(a, b, (by)&7));
  switch (m) {
    EBW_SHIFT(1)
    EBW_SHIFT(2)
    EBW_SHIFT(3)
    EBW_SHIFT(4)
    EBW_SHIFT(5)
    EBW_SHIFT(6)
    EBW_SHIFT(7)
    EBW_SHIFT(8)
    EBW_SHIFT(9)
    EBW_SHIFT(10)
    EBW_SHIFT(11)
    EBW_SHIFT(12)
    EBW_SHIFT(13)
    EBW_SHIFT(14)
    EBW_SHIFT(15)
    default: return low;
  }
#  undef EBW_SHIFT
}

// Three neighbouring vectors of a row; at(m) is the middle one's neighbour at distance m, |m| < lanes.
template <class T>
struct Window {
  V<T> before, here, after;
  EBW_INLINE V<T> at(int m) const {
    if (m == 0) return here;
    return m > 0 ? shifted<T>(here, after, m) : shifted<T>(before, here, static_cast<int>(Lanes<T>::count) + m);
  }
  EBW_INLINE void move(V<T> next) {
    before = here;
    here = after;
    after = next;
  }
};

// `yes` in the lanes of the mask, `no` in the others; and loads (0 in the others) and stores of these lanes alone.
template <class T>
EBW_INLINE V<T> pick(unsigned mask, V<T> yes, V<T> no) {
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<V<T>>(_mm512_mask_blend_ps(static_cast<__mmask16>(mask), reinterpret_cast<__m512>(no),
                                                       reinterpret_cast<__m512>(yes)));
  else
    return reinterpret_cast<V<T>>(_mm512_mask_blend_pd(static_cast<__mmask8>(mask), reinterpret_cast<__m512d>(no),
                                                       reinterpret_cast<__m512d>(yes)));
}
template <class T>
EBW_INLINE V<T> load_lanes(unsigned mask, const T *p) {
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<V<T>>(_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask), p));
  else
    return reinterpret_cast<V<T>>(_mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), p));
}
template <class T>
EBW_INLINE void store_lanes(unsigned mask, T *p, V<T> v) {
  if constexpr (sizeof(T) == 4)
    _mm512_mask_storeu_ps(p, static_cast<__mmask16>(mask), reinterpret_cast<__m512>(v));
  else
    _mm512_mask_storeu_pd(p, static_cast<__mmask8>(mask), reinterpret_cast<__m512d>(v));
}

#else

constexpr bool kShifts = false;

template <class T>
EBW_INLINE V<T> shifted(V<T> low, V<T>, int) {
  return low;  // not used: kShifts
}

#endif

// (u + u) - w, by one operation where there is one: u + u is exact below half of the largest number, so that both round
// once and have the same bits. A field beyond that is about to overflow: some sets then refuse it a step earlier.
template <class T>
EBW_INLINE V<T> twice_minus(V<T> u, V<T> w) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<V<T>>(
        _mm512_fmsub_ps(_mm512_set1_ps(2.0f), reinterpret_cast<__m512>(u), reinterpret_cast<__m512>(w)));
  else
    return reinterpret_cast<V<T>>(
        _mm512_fmsub_pd(_mm512_set1_pd(2.0), reinterpret_cast<__m512d>(u), reinterpret_cast<__m512d>(w)));
#elif defined(__FMA__) && EBW_VECTOR_BYTES == 32
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<V<T>>(
        _mm256_fmsub_ps(_mm256_set1_ps(2.0f), reinterpret_cast<__m256>(u), reinterpret_cast<__m256>(w)));
  else
    return reinterpret_cast<V<T>>(
        _mm256_fmsub_pd(_mm256_set1_pd(2.0), reinterpret_cast<__m256d>(u), reinterpret_cast<__m256d>(w)));
#else
  return (u + u) - w;
#endif
}

// A vector that is not read again before the caches have seen all else: past them when `stream`; `p` is aligned.
template <class T>
EBW_INLINE void store_memory(T *p, V<T> v, bool stream) {
  if (!stream) return store(p, v);
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i *>(p), reinterpret_cast<__m512i>(v));
#elif defined(__AVX__) && EBW_VECTOR_BYTES == 32
  _mm256_stream_si256(reinterpret_cast<__m256i *>(p), reinterpret_cast<__m256i>(v));
#elif defined(__SSE2__)
  _mm_stream_si128(reinterpret_cast<__m128i *>(p), reinterpret_cast<__m128i>(v));
#else
  store(p, v);
#endif
}

// Second difference along an axis, radius R, without its centre: sum w[m] (u(m) + u(-m)), m ascending.
template <int R, class Weight, class Value>
EBW_INLINE auto side_sum(const Weight &w, Value &&at) {
  auto sum = w[1] * (at(1) + at(-1));
#pragma GCC unroll 6
  for (int m = 2; m <= R; ++m) sum += w[m] * (at(m) + at(-m));
  return sum;
}
template <int R, class Weight, class Value>
EBW_INLINE auto difference(const Weight &w, Value &&at) {
  auto sum = w[1] * (at(1) - at(-1));
#pragma GCC unroll 6
  for (int m = 2; m <= R; ++m) sum += w[m] * (at(m) - at(-m));
  return sum;
}

}  // namespace
}  // namespace ebw::wave::stencil
