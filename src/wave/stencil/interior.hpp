// SPDX-License-Identifier: MIT
// The row kernel: the same for every row, whatever its faces. For kernels.cpp: internal linkage.
#pragma once

#include "wave/stencil/lanes.hpp"
#include "wave/stencil/step.hpp"

namespace ebw::wave::stencil {
namespace {

enum class Mode { advance, reverse, reverse_imaging };

// One row of the step: where its data lie.
template <class T>
struct Row {
  std::int64_t i, j;
  T *next;
  const T *now;
  const T *c;
  T *gradient;
  const T *image;
};

// u_next = 2u - u_prev + c L u over the whole rows r[0] .. r[kPlanes - 1] of neighbouring planes, in place (u_next
// overwrites u_prev); with imaging also g += u^k L q. Neighbours in x are loaded once for both planes. Reads rows
// within R in x and y and a line beyond the row's ends; per point 2 + 3R multiplies, 2 + 6R adds, 16 bytes in f32 (28
// with imaging) from memory. With equal spacings (kEqual) the neighbours at one distance are added before they are
// weighted: 2 + R multiplies. Two rows ahead are prefetched: 11 and more streams defeat the hardware; and from `fetch`,
// unless NULL, as many lines as FetchList says.
template <class T, int R, bool kThreeD, bool kEqual, Mode mode, int kPlanes>
EBW_INLINE void interior_rows(const Step<T> &s, const Row<T> *r, const T *fetch) {
  constexpr bool imaging = mode == Mode::reverse_imaging;
  constexpr std::int64_t lanes = Lanes<T>::count, line = 64 / sizeof(T);
  const std::int64_t plane = s.plane, row = s.row;
  const std::int64_t ahead = 2 * (kThreeD ? row : kPlanes * plane);
  const std::int64_t ahead_packed = 2 * s.packed * (kThreeD ? 1 : kPlanes);
  const std::int64_t ahead_image = 2 * (kThreeD ? s.image_row : kPlanes * s.image_plane);
  // In local vectors: behind a pointer, which the stores below might alias, each use would be a load.
  V<T> wx[R + 1], wy[R + 1], wz[R + 1];
#pragma GCC unroll 7
  for (int m = 1; m <= R; ++m) {
    wx[m] = broadcast(s.second[0][m]);
    wy[m] = broadcast(s.second[1][m]);
    wz[m] = broadcast(s.second[2][m]);
  }
  const V<T> centre = broadcast(s.centre);
  // With shifts: this vector of either row, which was the one behind the last.
  V<T> here[kPlanes];
  if constexpr (kShifts) {
#pragma GCC unroll 2
    for (int p = 0; p < kPlanes; ++p) here[p] = load(r[p].now);
  }
  for (std::int64_t block = 0; block < s.packed; block += line) {
#pragma GCC unroll 2
    for (int p = 0; p < kPlanes; ++p) {
      __builtin_prefetch(r[p].next + block + ahead, 1);
      __builtin_prefetch(r[p].now + block + ahead + R * plane);
      __builtin_prefetch(r[p].c + block + ahead_packed);
      if constexpr (imaging) {
        __builtin_prefetch(r[p].gradient + block + ahead_packed, 1);
        __builtin_prefetch(r[p].image + block + ahead_image);
      }
    }
    if (fetch) {
#pragma GCC unroll 4
      for (std::int64_t n = 0; n < kFetchedLines<kThreeD>; ++n) __builtin_prefetch(fetch + n * line, 0, 2);
      fetch += kFetchedLines<kThreeD> * line;
    }
#pragma GCC unroll 8
    for (std::int64_t lane = 0; lane < line; lane += lanes) {
      const std::int64_t k = block + lane;
      V<T> x[2 * R + kPlanes];
#pragma GCC unroll 14
      for (int m = 0; m < 2 * R + kPlanes; ++m)
        x[m] = kShifts && m >= R && m < R + kPlanes ? here[m - R] : load(r[0].now + k + (m - R) * plane);
#pragma GCC unroll 2
      for (int p = 0; p < kPlanes; ++p) {
        const T *u = r[p].now + k;
        const V<T> after = kShifts ? load(u + lanes) : V<T>{};
        // One side by shifts, the other by loads that span two lines: each has its own ports.
        const auto along = [&](int m) __attribute__((always_inline)) {
          return kShifts && m > 0 ? shifted<T>(x[R + p], after, m) : load(u + m);
        };
        const auto above = [&](int m) __attribute__((always_inline)) { return x[R + p + m]; };
        const auto beside = [&](int m) __attribute__((always_inline)) { return load(u + m * row); };
        V<T> lap = centre * x[R + p];
        if constexpr (kEqual) {
#pragma GCC unroll 6
          for (int m = 1; m <= R; ++m) {
            V<T> six = (along(m) + along(-m)) + (above(m) + above(-m));
            if constexpr (kThreeD) six += beside(m) + beside(-m);
            lap += wz[m] * six;
          }
        } else {
          lap += side_sum<R>(wz, along);
          V<T> across = side_sum<R>(wx, above);
          if constexpr (kThreeD) across += side_sum<R>(wy, beside);
          lap += across;
        }
        if constexpr (kShifts) here[p] = after;
        store(r[p].next + k, twice_minus<T>(x[R + p], load(r[p].next + k)) + load(r[p].c + k) * lap);
        if constexpr (imaging) store(r[p].gradient + k, load(r[p].gradient + k) + load(r[p].image + k) * lap);
      }
    }
  }
}

// Adds an increment of s to one node: u += c s, and its image.
template <class T, Mode mode>
EBW_INLINE void add_increment(const Row<T> &r, std::int64_t k, T increment) {
  r.next[k] += r.c[k] * increment;
  if constexpr (mode == Mode::reverse_imaging) r.gradient[k] += r.image[k] * increment;
}

}  // namespace
}  // namespace ebw::wave::stencil
