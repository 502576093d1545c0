// SPDX-License-Identifier: MIT
// CPML along x and y as fix-ups of a row that the row kernel has just left in the first cache (Pasalic and McGarry
// 2010; premultiplied memories pi = a psi, zeta' = a zeta), and their exact transposes. For kernels.cpp: internal
// linkage.
#pragma once

#include <type_traits>

#include "wave/stencil/interior.hpp"
#include "wave/stencil/lanes.hpp"
#include "wave/stencil/step.hpp"

namespace ebw::wave::stencil {
namespace {

constexpr int kAxisZ = 2;

// Layer cell of a node: side and index within the strip; side -1 outside.
template <class T>
struct LayerCell {
  int side = -1;
  std::int64_t index = 0;
};
template <class T>
EBW_INLINE LayerCell<T> layer_cell(const LayerAxis<T> &axis, std::int64_t node) {
  if (node < 0 || node >= axis.length) return {};
  if (node < axis.cells[0]) return {0, node};
  if (node >= axis.length - axis.cells[1]) return {1, node - (axis.length - axis.cells[1])};
  return {};
}
// True where a fix-up of width `reach` beyond the layer is needed.
template <class T>
EBW_INLINE bool near_layer(const LayerAxis<T> &axis, std::int64_t node, std::int64_t reach) {
  return (axis.cells[0] && node < axis.cells[0] + reach) ||
         (axis.cells[1] && node >= axis.length - axis.cells[1] - reach);
}
template <class T, class Pointer>
EBW_INLINE Pointer strip_row(const LayerAxis<T> &axis, const std::array<Pointer, 2> &base, int kind, LayerCell<T> cell,
                             std::int64_t other, Pointer absent) {
  if (cell.side < 0) return absent;
  const std::int64_t p = kind == 0 ? cell.index : other, q = kind == 0 ? other : cell.index;
  return base[cell.side] + p * axis.strip_plane[cell.side] + q * axis.strip_row[cell.side];
}

// Rows node - R .. node + R of pi; `absent` where there is none.
template <class T, int R>
EBW_INLINE void pi_rows(const LayerAxis<T> &axis, int kind, std::int64_t node, std::int64_t other, const T *absent,
                        const T **rows) {
  const std::int64_t cells_low = axis.cells[0], cells_high = axis.cells[1];
  const bool low = cells_low && node < cells_low + 2 * R;
  if (low && cells_high && node >= axis.length - cells_high - 2 * R) {  // both are near
    for (int m = -R; m <= R; ++m)
      rows[R + m] = strip_row(axis, axis.pi, kind, layer_cell(axis, node + m), other, absent);
    return;
  }
  const int side = low ? 0 : 1;
  const std::int64_t cell = low ? node : node - (axis.length - cells_high);
  const auto cells = static_cast<std::uint64_t>(axis.cells[side]);
  const std::int64_t along = kind == 0 ? axis.strip_plane[side] : axis.strip_row[side];
  const std::int64_t across = kind == 0 ? axis.strip_row[side] : axis.strip_plane[side];
  const T *here = axis.pi[side] + cell * along + other * across;
#pragma GCC unroll 13
  for (int m = -R; m <= R; ++m) rows[R + m] = static_cast<std::uint64_t>(cell + m) < cells ? here + m * along : absent;
}

// Along x (kind 0) or y (kind 1):
//   t = b1 D2u + (Db Du + D pi);  u_next += c ((b1 t - D2u) + zeta);  pi' = a pi + ab Du;  zeta' = a zeta + ab t.
// Runs on the layer and R nodes beyond, where b1 = 1 and there are no memories: u_next += c (Db Du + D pi).
template <class T, int R, int kind>
void advance_layer(const Step<T> &s, const Row<T> &r) {
  constexpr std::int64_t lanes = Lanes<T>::count, line = 64 / sizeof(T);
  const LayerAxis<T> &axis = s.layer[kind];
  const std::int64_t node = kind == 0 ? r.i : r.j, other = kind == 0 ? r.j : r.i;
  const std::int64_t stride = kind == 0 ? s.plane : s.row;
  const T *w1 = s.first[kind].data(), *w2 = s.second[kind].data();
  const V<T> b1 = broadcast(axis.b1[node]), db = broadcast(axis.db[node]);
  const T *u[2 * R + 1], *pi[2 * R + 1];
#pragma GCC unroll 13
  for (int m = -R; m <= R; ++m) u[R + m] = r.now + m * stride;
  pi_rows<T, R>(axis, kind, node, other, s.zero_row, pi);
  const auto terms = [&](std::int64_t k, V<T> & d1, V<T> & d2, V<T> & t) __attribute__((always_inline)) {
    V<T> plus = load(u[R + 1] + k), minus = load(u[R - 1] + k);
    d1 = w1[1] * (plus - minus);
    V<T> sides = w2[1] * (plus + minus);
#pragma GCC unroll 6
    for (int m = 2; m <= R; ++m) {
      plus = load(u[R + m] + k);
      minus = load(u[R - m] + k);
      d1 += w1[m] * (plus - minus);
      sides += w2[m] * (plus + minus);
    }
    d2 = w2[0] * load(u[R] + k) + sides;
    t = b1 * d2 + (db * d1 + difference<R>(w1, [&](int m) { return load(pi[R + m] + k); }));
  };
  const LayerCell<T> cell = layer_cell(axis, node);
  // Of the rows of pi the last one comes from memory, two rows ahead as in the row kernel; zeta too.
  const T *newest = pi[2 * R] + 2 * axis.strip_row[node >= axis.cells[0] ? 1 : 0];
  if (cell.side < 0) {
    for (std::int64_t block = 0; block < s.packed; block += line) {
      __builtin_prefetch(newest + block);
#pragma GCC unroll 8
      for (std::int64_t k = block; k < block + line; k += lanes) {
        const V<T> d1 = difference<R>(w1, [&](int m) { return load(u[R + m] + k); });
        const V<T> dpi = difference<R>(w1, [&](int m) { return load(pi[R + m] + k); });
        store(r.next + k, load(r.next + k) + load(r.c + k) * (db * d1 + dpi));
      }
    }
    return;
  }
  const V<T> a = broadcast(axis.a[node]), ab = broadcast(axis.ab[node]);
  T *pi_next = strip_row(axis, axis.pi_next, kind, cell, other, static_cast<T *>(nullptr));
  T *zeta = strip_row(axis, axis.zeta_next, kind, cell, other, static_cast<T *>(nullptr));
  const std::int64_t ahead = 2 * axis.strip_row[cell.side];
  for (std::int64_t block = 0; block < s.packed; block += line) {
    __builtin_prefetch(newest + block);
    __builtin_prefetch(zeta + block + ahead, 1);
#pragma GCC unroll 8
    for (std::int64_t lane = 0; lane < line; lane += lanes) {
      const std::int64_t k = block + lane;
      V<T> d1, d2, t;
      terms(k, d1, d2, t);
      const V<T> z = load(zeta + k);
      store(r.next + k, load(r.next + k) + load(r.c + k) * ((b1 * t - d2) + z));
      store_memory(pi_next + k, a * load(pi[R] + k) + ab * d1, s.stream_memories);
      store(zeta + k, a * z + ab * t);
    }
  }
}

// Rows first, first + stride, ... with their coefficients in the two sums of the transpose.
template <class T>
struct Rows {
  const T *first = nullptr;
  std::int64_t stride = 0, count = 0;
  const T *spatial = nullptr, *sloping = nullptr;
};
// What a row of the transpose is made of; memories of up to two layers.
template <class T>
struct AdjointRows {
  Rows<T> q, zeta[2], pi[2];
};

// Nodes node + low .. node + high - 1; none if low >= high.
struct Reach {
  std::int64_t low, high;
};
// Those within R of a node that are among begin .. end - 1.
template <int R>
EBW_INLINE Reach reach_of(std::int64_t node, std::int64_t begin, std::int64_t end) {
  return {begin - node < -R ? -R : begin - node, end - node > R + 1 ? R + 1 : end - node};
}

template <class T, bool kLayer, int kVectors>
EBW_INLINE void add_rows(const Rows<T> &rows, std::int64_t k, V<T> (&sum)[kVectors], V<T> (&slope)[kVectors]) {
  const T *row = rows.first + k;
  for (std::int64_t n = 0; n < rows.count; ++n, row += rows.stride) {
    const V<T> w = broadcast(rows.spatial[n]), d = kLayer ? broadcast(rows.sloping[n]) : V<T>{};
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const V<T> x = load(row + v * Lanes<T>::count);
      sum[v] += w * x;
      if constexpr (kLayer) slope[v] += d * x;
    }
  }
}

// Vectors k .. k + kVectors * lanes of both sums at once, so that their additions do not wait for each other; terms in
// their order, so that the bits do not depend on kVectors.
template <class T, Mode mode, bool kLayer, int kVectors>
EBW_INLINE void reverse_vectors(const Row<T> &r, const AdjointRows<T> &of, std::int64_t k, V<T> (&slope)[kVectors]) {
  constexpr std::int64_t lanes = Lanes<T>::count;
  V<T> sum[kVectors];
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) sum[v] = slope[v] = V<T>{};
  add_rows<T, kLayer, kVectors>(of.q, k, sum, slope);
  for (const Rows<T> &rows : of.zeta) add_rows<T, kLayer, kVectors>(rows, k, sum, slope);
  for (const Rows<T> &rows : of.pi) add_rows<T, false, kVectors>(rows, k, sum, slope);
#pragma GCC unroll 4
  for (int v = 0; v < kVectors; ++v) {
    const std::int64_t at = k + v * lanes;
    store(r.next + at, load(r.next + at) + load(r.c + at) * sum[v]);
    if constexpr (mode == Mode::reverse_imaging)
      store(r.gradient + at, load(r.gradient + at) + load(r.image + at) * sum[v]);
  }
}

// Calls run(k, count) for the whole row, four vectors at a time and what is left at once; count is known when this is
// compiled.
template <class T, class Run>
EBW_INLINE void over_row(std::int64_t elements, const Run &run) {
  constexpr std::int64_t lanes = Lanes<T>::count;
  std::int64_t k = 0;
  for (; k + 4 * lanes <= elements; k += 4 * lanes) run(k, std::integral_constant<int, 4>());
  const std::int64_t left = (elements - k) / lanes;
  if (left == 3)
    run(k, std::integral_constant<int, 3>());
  else if (left == 2)
    run(k, std::integral_constant<int, 2>());
  else if (left == 1)
    run(k, std::integral_constant<int, 1>());
}

// Exact transpose of advance_layer, on the adjoint field q = c a and the cotangents pb of pi and zb of zeta':
//   q~ = b1 Q + ab zb;  E = D2 (b1 q~ - Q) - D (Db q~ + ab pb);  q_next += c E;  pb' = a pb - D q~;  zb' = a zb + Q.
// The axis' coefficients are constants along the row, so that E and D q~ are sums of rows (tables: adjoint_sums).
// Runs on the layer and 2R nodes beyond.
template <class T, int R, int kind, Mode mode>
void reverse_layer(const Step<T> &s, const Row<T> &r) {
  constexpr int width = 2 * R + 1;
  constexpr std::int64_t lanes = Lanes<T>::count, line = 64 / sizeof(T);
  const LayerAxis<T> &axis = s.layer[kind];
  const std::int64_t node = kind == 0 ? r.i : r.j, other = kind == 0 ? r.j : r.i;
  const std::int64_t stride = kind == 0 ? s.plane : s.row;
  const T *sums = axis.adjoint_sums + node * kAdjointSums * width + R;
  const auto sum_of = [&](int which) { return sums + which * width; };
  const T *none = nullptr;
  const LayerCell<T> cell = layer_cell(axis, node);
  const bool layer = cell.side >= 0;
  AdjointRows<T> of;
  // In a layer D q~ takes all neighbours. Beyond, where q~ = Q, E takes the layers' cells and the R nodes beyond these,
  // where Db is not 0.
  Reach near = layer ? reach_of<R>(node, 0, axis.length) : Reach{R + 1, -R};
  const T *newest[2] = {s.zero_row, s.zero_row};
  for (int side = 0; side < 2; ++side) {
    if (!axis.cells[side]) continue;
    const std::int64_t begin = side == 0 ? 0 : axis.length - axis.cells[1], end = begin + axis.cells[side];
    if (!layer) {
      const Reach wide = reach_of<R>(node, side == 0 ? 0 : begin - R, side == 0 ? end + R : axis.length);
      if (wide.low < wide.high && wide.low < near.low) near.low = wide.low;
      if (wide.low < wide.high && wide.high > near.high) near.high = wide.high;
    }
    const Reach cells = reach_of<R>(node, begin, end);
    if (cells.low >= cells.high) continue;
    const std::int64_t count = cells.high - cells.low;
    const std::int64_t along = kind == 0 ? axis.strip_plane[side] : axis.strip_row[side];
    const LayerCell<T> first{side, node + cells.low - begin};
    const T *pi = strip_row(axis, axis.pi, kind, first, other, none);
    const T *zeta = strip_row(axis, axis.zeta, kind, first, other, none);
    of.zeta[side] = {zeta, along, count, sum_of(kSumZeta) + cells.low, sum_of(kSumDzeta) + cells.low};
    of.pi[side] = {pi, along, count, sum_of(kSumPi) + cells.low, none};
    if (cells.high == R + 1) newest[0] = pi + (count - 1) * along, newest[1] = zeta + (count - 1) * along;
  }
  // A grid that ends within reach of a layer's R nodes beyond.
  if (near.low < -node) near.low = -node;
  if (near.high > axis.length - node) near.high = axis.length - node;
  of.q = {r.now + near.low * stride, stride, near.high - near.low, sum_of(kSumQ) + near.low, sum_of(kSumDq) + near.low};
  const std::int64_t ahead = 2 * axis.strip_row[node >= axis.cells[0] ? 1 : 0];
  const auto prefetch = [&](std::int64_t at) __attribute__((always_inline)) {
    for (const T *row : newest)
      for (std::int64_t at_line = 0; at_line < 4 * lanes; at_line += line)
        __builtin_prefetch(row + at + at_line + ahead);
  };
  if (!layer) {
    over_row<T>(
        s.packed, [&](std::int64_t k, auto count) __attribute__((always_inline)) {
          constexpr int kVectors = decltype(count)::value;
          V<T> slope[kVectors];
          prefetch(k);
          reverse_vectors<T, mode, false, kVectors>(r, of, k, slope);
        });
    return;
  }
  const V<T> a = broadcast(axis.a[node]);
  const T *pi = strip_row(axis, axis.pi, kind, cell, other, none);
  const T *zeta = strip_row(axis, axis.zeta, kind, cell, other, none);
  T *pi_next = strip_row(axis, axis.pi_next, kind, cell, other, static_cast<T *>(nullptr));
  T *zeta_next = strip_row(axis, axis.zeta_next, kind, cell, other, static_cast<T *>(nullptr));
  over_row<T>(
      s.packed, [&](std::int64_t k, auto count) __attribute__((always_inline)) {
        constexpr int kVectors = decltype(count)::value;
        V<T> slope[kVectors];
        prefetch(k);
        reverse_vectors<T, mode, true, kVectors>(r, of, k, slope);
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) {
          const std::int64_t at = k + v * lanes;
          store_memory(pi_next + at, a * load(pi + at) - slope[v], s.stream_memories);
          store_memory(zeta_next + at, a * load(zeta + at) + load(r.now + at), s.stream_memories);
        }
      });
}

}  // namespace
}  // namespace ebw::wave::stencil
