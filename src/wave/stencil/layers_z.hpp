// SPDX-License-Identifier: MIT
// CPML along z, where the stencil runs along the row, and its exact transpose. Memories in place: the row is theirs
// alone. Two forms with the same bits: vectors aligned to the face, whose neighbours come by shifts, and, where the set
// has no shifts or the two layers are too near, node by node. For kernels.cpp: internal linkage.
#pragma once

#include "wave/stencil/layers.hpp"

namespace ebw::wave::stencil {
namespace {

// Up to three ranges of z nodes within `reach` of a layer, merged where they meet.
struct Segments {
  std::int64_t begin[2], end[2];
  int count = 0;
};
template <class T>
EBW_INLINE Segments segments_z(const LayerAxis<T> &axis, std::int64_t reach) {
  Segments out;
  const std::int64_t n = axis.length;
  const std::int64_t low = axis.cells[0] ? (axis.cells[0] + reach < n ? axis.cells[0] + reach : n) : 0;
  const std::int64_t high = axis.cells[1] ? (n - axis.cells[1] - reach > 0 ? n - axis.cells[1] - reach : 0) : n;
  if (low >= high) {
    out.begin[0] = 0;
    out.end[0] = n;
    out.count = 1;
    return out;
  }
  if (low > 0) {
    out.begin[out.count] = 0;
    out.end[out.count++] = low;
  }
  if (high < n) {
    out.begin[out.count] = high;
    out.end[out.count++] = n;
  }
  return out;
}

// The row's memories of both sides laid out by node, zero elsewhere, R nodes beyond the ends included.
template <class T>
EBW_INLINE void unpack_z(const LayerAxis<T> &axis, const std::array<const T *, 2> &strip, std::int64_t i,
                         std::int64_t j, T *line) {
  for (std::int64_t k = -kMaxRadius; k < axis.length + kMaxRadius; ++k) line[k] = 0;
  for (int side = 0; side < 2; ++side) {
    if (!axis.cells[side]) continue;
    const T *from = strip[side] + i * axis.strip_plane[side] + j * axis.strip_row[side];
    T *to = line + (side == 0 ? 0 : axis.length - axis.cells[1]);
    for (std::int64_t k = 0; k < axis.cells[side]; ++k) to[k] = from[k];
  }
}

// As advance_layer, node by node, on memories laid out along the row.
template <class T, int R>
void advance_line_z(const Step<T> &s, const Row<T> &r, T *scratch) {
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  const T *w1 = s.first[kAxisZ].data(), *w2 = s.second[kAxisZ].data();
  T *pi = scratch + kMaxRadius, *zeta = pi + s.scratch_row, *slope = zeta + s.scratch_row,
    *flux = slope + s.scratch_row;
  unpack_z(axis, axis.pi, r.i, r.j, pi);
  unpack_z(axis, axis.zeta, r.i, r.j, zeta);
  const T *u = r.now;
  T *__restrict next = r.next;
  const Segments parts = segments_z(axis, R);
  for (int part = 0; part < parts.count; ++part) {
    EBW_INDEPENDENT
    for (std::int64_t k = parts.begin[part]; k < parts.end[part]; ++k) {
      const T d1 = difference<R>(w1, [&](int m) { return u[k + m]; });
      const T d2 = w2[0] * u[k] + side_sum<R>(w2, [&](int m) { return u[k + m]; });
      const T t = axis.b1[k] * d2 + (axis.db[k] * d1 + difference<R>(w1, [&](int m) { return pi[k + m]; }));
      next[k] += r.c[k] * ((axis.b1[k] * t - d2) + zeta[k]);
      slope[k] = d1;
      flux[k] = t;
    }
  }
  for (int side = 0; side < 2; ++side) {
    const std::int64_t first = side == 0 ? 0 : axis.length - axis.cells[1];
    const std::int64_t offset = r.i * axis.strip_plane[side] + r.j * axis.strip_row[side], cells = axis.cells[side];
    const T *a = axis.a + first, *ab = axis.ab + first;
    T *__restrict pi_next = axis.pi_next[side] + offset, *__restrict zeta_next = axis.zeta_next[side] + offset;
    for (std::int64_t k = 0; k < cells; ++k) {
      pi_next[k] = a[k] * pi[first + k] + ab[k] * slope[first + k];
      zeta_next[k] = a[k] * zeta[first + k] + ab[k] * flux[first + k];
    }
  }
}

// Its exact transpose; G and H of the formula are formed once per node.
template <class T, int R, Mode mode>
void reverse_line_z(const Step<T> &s, const Row<T> &r, T *scratch) {
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  const T *w1 = s.first[kAxisZ].data(), *w2 = s.second[kAxisZ].data();
  T *pi = scratch + kMaxRadius, *zeta = pi + s.scratch_row, *q = zeta + s.scratch_row, *g = q + s.scratch_row,
    *h = g + s.scratch_row;
  unpack_z(axis, axis.pi, r.i, r.j, pi);
  unpack_z(axis, axis.zeta, r.i, r.j, zeta);
  const Segments parts = segments_z(axis, 2 * R);
  for (int part = 0; part < parts.count; ++part) {
    const std::int64_t begin = parts.begin[part], end = parts.end[part];
    EBW_INDEPENDENT
    for (std::int64_t k = begin - R; k < end + R; ++k) {
      q[k] = axis.b1[k] * r.now[k] + axis.ab[k] * zeta[k];
      g[k] = axis.b1[k] * q[k] - r.now[k];
      h[k] = axis.db[k] * q[k] + axis.ab[k] * pi[k];
    }
    EBW_INDEPENDENT
    for (std::int64_t k = begin; k < end; ++k) {
      const T increment = (w2[0] * g[k] + side_sum<R>(w2, [&](int m) { return g[k + m]; })) -
                          difference<R>(w1, [&](int m) { return h[k + m]; });
      add_increment<T, mode>(r, k, increment);
    }
  }
  for (int side = 0; side < 2; ++side) {
    const std::int64_t first = side == 0 ? 0 : axis.length - axis.cells[1];
    const std::int64_t offset = r.i * axis.strip_plane[side] + r.j * axis.strip_row[side], cells = axis.cells[side];
    const T *a = axis.a + first;
    T *__restrict pi_next = axis.pi_next[side] + offset, *__restrict zeta_next = axis.zeta_next[side] + offset;
    for (std::int64_t k = 0; k < cells; ++k) {
      const T slope = difference<R>(w1, [&](int m) { return q[first + k + m]; });
      pi_next[k] = a[k] * pi[first + k] - slope;
      zeta_next[k] = a[k] * zeta[first + k] + r.now[first + k];
    }
  }
}

#if defined(__AVX512F__)

// One side's layer as whole vectors from its face inward: nodes first .. first + vectors * lanes - 1 of the row, the
// layer's cells and `reach` nodes beyond it. The side is known when this is compiled, so that which of a vector's lanes
// they are takes a handful of instructions.
template <class T, int side>
struct Face {
  static constexpr std::int64_t lanes = Lanes<T>::count;
  std::int64_t vectors, first, cells, reach;

  EBW_INLINE Face(const LayerAxis<T> &axis, std::int64_t reach_)
      : vectors((axis.cells[side] + reach_ + lanes - 1) / lanes),
        first(side == 0 ? 0 : axis.length - vectors * lanes),
        cells(axis.cells[side]),
        reach(reach_) {}
  EBW_INLINE unsigned in_cells(std::int64_t v) const { return nearest(cells, v); }
  EBW_INLINE unsigned in_reach(std::int64_t v) const { return nearest(cells + reach, v); }
  // Where the layer's cells begin, counted from `first`.
  EBW_INLINE std::int64_t begin() const { return side == 0 ? 0 : vectors * lanes - cells; }

  // Rows of memories hold layer cells alone: vector v of one, 0 in all other lanes, and its store.
  EBW_INLINE V<T> load_memory(const T *row, std::int64_t v) const {
    return load_lanes(in_cells(v), row + v * lanes - begin());
  }
  EBW_INLINE void store_memory(T *row, std::int64_t v, V<T> value) const {
    store_lanes(in_cells(v), row + v * lanes - begin(), value);
  }

 private:
  static constexpr unsigned kAll = (1u << lanes) - 1u;
  // The lanes of vector v < vectors that are among the `count` nodes next to the face.
  EBW_INLINE unsigned nearest(std::int64_t count, std::int64_t v) const {
    const std::int64_t low = side == 0 ? count - v * lanes : (vectors - v) * lanes - count;
    const unsigned below = (1u << (low < 0 ? 0 : low > lanes ? lanes : low)) - 1u;
    return side == 0 ? below : kAll & ~below;
  }
};
// Both layers with what they reach, in whole vectors, have room beside each other.
template <class T>
EBW_INLINE bool faces_apart(const LayerAxis<T> &axis, std::int64_t reach) {
  std::int64_t vectors = 0;
  if (axis.cells[0]) vectors += Face<T, 0>(axis, reach).vectors;
  if (axis.cells[1]) vectors += Face<T, 1>(axis, reach).vectors;
  return vectors * Lanes<T>::count <= axis.length;
}

template <class T, int R, int side>
EBW_INLINE void advance_face_z(const Step<T> &s, const Row<T> &r) {
  constexpr std::int64_t lanes = Lanes<T>::count;
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  const Face<T, side> f(axis, R);
  const T *w1 = s.first[kAxisZ].data(), *w2 = s.second[kAxisZ].data();
  const std::int64_t strip = r.i * axis.strip_plane[side] + r.j * axis.strip_row[side];
  T *pi_row = axis.pi_next[side] + strip, *zeta_row = axis.zeta_next[side] + strip;
  const T *u_row = r.now + f.first;
  Window<T> pi{V<T>{}, f.load_memory(pi_row, 0), V<T>{}};
  V<T> u_here = load(u_row);
  for (std::int64_t v = 0; v < f.vectors; ++v) {
    const std::int64_t k = v * lanes, node = f.first + k;
    pi.after = v + 1 < f.vectors ? f.load_memory(pi_row, v + 1) : V<T>{};
    const V<T> zeta = f.load_memory(zeta_row, v), b1 = load(axis.b1 + node);
    // One side by shifts, the other by loads, as in the row kernel.
    const V<T> u_after = load(u_row + k + lanes);
    const auto u = [&](int m) __attribute__((always_inline)) {
      return m == 0 ? u_here : m > 0 ? shifted<T>(u_here, u_after, m) : load(u_row + k + m);
    };
    const V<T> d1 = difference<R>(w1, u), d2 = w2[0] * u(0) + side_sum<R>(w2, u);
    const V<T> t = b1 * d2 + (load(axis.db + node) * d1 + difference<R>(w1, [&](int m) { return pi.at(m); }));
    const V<T> old = load(r.next + node);
    store(r.next + node, pick<T>(f.in_reach(v), old + load(r.c + node) * ((b1 * t - d2) + zeta), old));
    if (f.in_cells(v)) {
      __builtin_prefetch(pi_row + k - f.begin() + 2 * axis.strip_row[side], 1);
      __builtin_prefetch(zeta_row + k - f.begin() + 2 * axis.strip_row[side], 1);
      const V<T> a = load(axis.a + node), ab = load(axis.ab + node);
      f.store_memory(pi_row, v, a * pi.here + ab * d1);
      f.store_memory(zeta_row, v, a * zeta + ab * t);
    }
    pi.move(V<T>{});
    u_here = u_after;
  }
}

template <class T, int R, Mode mode, int side>
EBW_INLINE void reverse_face_z(const Step<T> &s, const Row<T> &r) {
  constexpr std::int64_t lanes = Lanes<T>::count;
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  const Face<T, side> f(axis, 2 * R);
  const T *w1 = s.first[kAxisZ].data(), *w2 = s.second[kAxisZ].data();
  const std::int64_t strip = r.i * axis.strip_plane[side] + r.j * axis.strip_row[side];
  T *pi_row = axis.pi_next[side] + strip, *zeta_row = axis.zeta_next[side] + strip;
  // Beyond the vectors, where b1 = 1 and there are no memories, G = H = 0; q~ is wanted in layer cells alone.
  Window<T> q{}, g{}, h{};
  V<T> pi = {}, zeta = {}, now = {};
  const auto make = [&](std::int64_t v, V<T> & pi_v, V<T> & zeta_v, V<T> & now_v) __attribute__((always_inline)) {
    const std::int64_t node = f.first + v * lanes;
    pi_v = f.load_memory(pi_row, v);
    zeta_v = f.load_memory(zeta_row, v);
    now_v = load(r.now + node);
    const V<T> b1 = load(axis.b1 + node), ab = load(axis.ab + node);
    q.after = b1 * now_v + ab * zeta_v;
    g.after = b1 * q.after - now_v;
    h.after = load(axis.db + node) * q.after + ab * pi_v;
  };
  make(0, pi, zeta, now);
  q.move(V<T>{});
  g.move(V<T>{});
  h.move(V<T>{});
  for (std::int64_t v = 0; v < f.vectors; ++v) {
    const std::int64_t k = v * lanes, node = f.first + k;
    V<T> pi_next = {}, zeta_next = {}, now_next = {};
    if (v + 1 < f.vectors) make(v + 1, pi_next, zeta_next, now_next);
    const V<T> increment = (w2[0] * g.here + side_sum<R>(w2, [&](int m) { return g.at(m); })) -
                           difference<R>(w1, [&](int m) { return h.at(m); });
    const auto add = [&](T * to, const T *factor) __attribute__((always_inline)) {
      const V<T> old = load(to + node);
      store(to + node, pick<T>(f.in_reach(v), old + load(factor + node) * increment, old));
    };
    add(r.next, r.c);
    if constexpr (mode == Mode::reverse_imaging) add(r.gradient, r.image);
    if (f.in_cells(v)) {
      __builtin_prefetch(pi_row + k - f.begin() + 2 * axis.strip_row[side], 1);
      __builtin_prefetch(zeta_row + k - f.begin() + 2 * axis.strip_row[side], 1);
      const V<T> a = load(axis.a + node), slope = difference<R>(w1, [&](int m) { return q.at(m); });
      f.store_memory(pi_row, v, a * pi - slope);
      f.store_memory(zeta_row, v, a * zeta + now);
    }
    pi = pi_next;
    zeta = zeta_next;
    now = now_next;
    q.move(V<T>{});
    g.move(V<T>{});
    h.move(V<T>{});
  }
}

#endif

template <class T, int R>
void advance_layer_z(const Step<T> &s, const Row<T> &r, T *scratch) {
#if defined(__AVX512F__)
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  if (faces_apart(axis, R)) {
    if (axis.cells[0]) advance_face_z<T, R, 0>(s, r);
    if (axis.cells[1]) advance_face_z<T, R, 1>(s, r);
    return;
  }
#endif
  advance_line_z<T, R>(s, r, scratch);
}

template <class T, int R, Mode mode>
void reverse_layer_z(const Step<T> &s, const Row<T> &r, T *scratch) {
#if defined(__AVX512F__)
  const LayerAxis<T> &axis = s.layer[kAxisZ];
  if (faces_apart(axis, 2 * R)) {
    if (axis.cells[0]) reverse_face_z<T, R, mode, 0>(s, r);
    if (axis.cells[1]) reverse_face_z<T, R, mode, 1>(s, r);
    return;
  }
#endif
  reverse_line_z<T, R, mode>(s, r, scratch);
}

}  // namespace
}  // namespace ebw::wave::stencil
