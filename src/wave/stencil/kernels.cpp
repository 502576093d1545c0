// SPDX-License-Identifier: MIT
// The row kernels, compiled once per instruction set with EBW_ISA and EBW_VECTOR_BYTES set by the build. Serial, no
// allocation, no contraction to fma: every lane computes the same operations in the same order, so that the bits do not
// depend on the instruction set. Everything is in an anonymous namespace but the two tables at the end.
#include "wave/stencil/step.hpp"
#include "wave/stencil/stream.hpp"

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

constexpr int kAxisZ = 2;

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

// Second difference along a stride, radius R: w[0] u(0) + sum w[m] (u(m) + u(-m)), m ascending.
template <class T, int R, class Weight, class Value>
EBW_INLINE auto side_sum(const Weight *w, Value &&at) {
  auto sum = w[1] * (at(1) + at(-1));
#pragma GCC unroll 6
  for (int m = 2; m <= R; ++m) sum += w[m] * (at(m) + at(-m));
  return sum;
}
template <class T, int R, class Value>
EBW_INLINE auto difference(const T *w, Value &&at) {
  auto sum = w[1] * (at(1) - at(-1));
#pragma GCC unroll 6
  for (int m = 2; m <= R; ++m) sum += w[m] * (at(m) - at(-m));
  return sum;
}

// u_next = 2u - u_prev + c L u over the whole rows r[0] .. r[kPlanes - 1] of neighbouring planes, in place (u_next
// overwrites u_prev); with imaging also g += u^k L q. Neighbours in x are loaded once for both planes. Reads rows
// within R in x and y and R nodes beyond the row's ends; per point 3 + 3R multiplies, 4 + 6R adds, 16 bytes in f32 (28
// with imaging) from memory. Two rows ahead are prefetched: 11 and more streams defeat the hardware.
template <class T, int R, bool kThreeD, Mode mode, int kPlanes>
EBW_INLINE void interior_rows(const Step<T> &s, const Row<T> *r) {
  constexpr bool imaging = mode == Mode::reverse_imaging;
  constexpr std::int64_t lanes = Lanes<T>::count, line = 64 / sizeof(T);
  const std::int64_t plane = s.plane, row = s.row;
  const std::int64_t ahead = 2 * (kThreeD ? row : kPlanes * plane);
  const std::int64_t ahead_packed = 2 * s.packed * (kThreeD ? 1 : kPlanes);
  const std::int64_t ahead_image = 2 * (kThreeD ? s.image_row : kPlanes * s.image_plane);
  // In local vectors: behind a pointer, which the stores below might alias, each use would be a load and a broadcast.
  V<T> wx[R + 1], wy[R + 1], wz[R + 1];
#pragma GCC unroll 7
  for (int m = 1; m <= R; ++m) {
    wx[m] = broadcast(s.second[0][m]);
    wy[m] = broadcast(s.second[1][m]);
    wz[m] = broadcast(s.second[2][m]);
  }
  const V<T> centre = broadcast(s.centre);
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
#pragma GCC unroll 8
    for (std::int64_t lane = 0; lane < line; lane += lanes) {
      const std::int64_t k = block + lane;
      V<T> x[2 * R + kPlanes];
#pragma GCC unroll 14
      for (int m = 0; m < 2 * R + kPlanes; ++m) x[m] = load(r[0].now + k + (m - R) * plane);
#pragma GCC unroll 2
      for (int p = 0; p < kPlanes; ++p) {
        const T *u = r[p].now + k;
        const V<T> here = x[R + p];
        V<T> lap = centre * here + side_sum<T, R>(wz, [&](int m) { return load(u + m); });
        V<T> across = side_sum<T, R>(wx, [&](int m) { return x[R + p + m]; });
        if constexpr (kThreeD) across += side_sum<T, R>(wy, [&](int m) { return load(u + m * row); });
        lap += across;
        store(r[p].next + k, (here + here - load(r[p].next + k)) + load(r[p].c + k) * lap);
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

// CPML along x (kind 0) or y (kind 1) as a fix-up after the row (Pasalic and McGarry 2010; premultiplied memories
// pi = a psi, zeta' = a zeta):
//   t = b1 D2u + (Db Du + D pi);  u_next += c ((b1 t - D2u) + zeta);  pi' = a pi + ab Du;  zeta' = a zeta + ab t.
// Runs on the layer and R nodes beyond, where Db and D pi still reach.
template <class T, int R, int kind>
void advance_layer(const Step<T> &s, const Row<T> &r) {
  const LayerAxis<T> &axis = s.layer[kind];
  const std::int64_t node = kind == 0 ? r.i : r.j, other = kind == 0 ? r.j : r.i;
  const std::int64_t stride = kind == 0 ? s.plane : s.row;
  const T *w1 = s.first[kind].data(), *w2 = s.second[kind].data();
  const T b1 = axis.b1[node], a = axis.a[node], ab = axis.ab[node], db = axis.db[node];
  const T *pi[2 * R + 1];
  for (int m = -R; m <= R; ++m)
    pi[R + m] = strip_row(axis, axis.pi, kind, layer_cell(axis, node + m), other, s.zero_row);
  const T *u = r.now;
  const auto terms = [&](std::int64_t k, T &d1, T &d2, T &t) {
    d1 = difference<T, R>(w1, [&](int m) { return u[k + m * stride]; });
    d2 = w2[0] * u[k] + side_sum<T, R>(w2, [&](int m) { return u[k + m * stride]; });
    t = b1 * d2 + (db * d1 + difference<T, R>(w1, [&](int m) { return pi[R + m][k]; }));
  };
  const LayerCell<T> cell = layer_cell(axis, node);
  T *__restrict next = r.next;
  const T *__restrict c = r.c;
  if (cell.side < 0) {
    EBW_INDEPENDENT
    for (std::int64_t k = 0; k < s.nz; ++k) {
      T d1, d2, t;
      terms(k, d1, d2, t);
      next[k] += c[k] * (b1 * t - d2);
    }
    return;
  }
  T *__restrict pi_next = strip_row(axis, axis.pi_next, kind, cell, other, static_cast<T *>(nullptr));
  T *__restrict zeta = strip_row(axis, axis.zeta_next, kind, cell, other, static_cast<T *>(nullptr));
  const T *pi_here = pi[R];
  EBW_INDEPENDENT
  for (std::int64_t k = 0; k < s.nz; ++k) {
    T d1, d2, t;
    terms(k, d1, d2, t);
    next[k] += c[k] * ((b1 * t - d2) + zeta[k]);
    pi_next[k] = a * pi_here[k] + ab * d1;
    zeta[k] = a * zeta[k] + ab * t;
  }
}

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

// CPML along z: as advance_layer, the stencil running along the row. Memories in place: the row is theirs alone.
template <class T, int R>
void advance_layer_z(const Step<T> &s, const Row<T> &r, T *scratch) {
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
      const T d1 = difference<T, R>(w1, [&](int m) { return u[k + m]; });
      const T d2 = w2[0] * u[k] + side_sum<T, R>(w2, [&](int m) { return u[k + m]; });
      const T t = axis.b1[k] * d2 + (axis.db[k] * d1 + difference<T, R>(w1, [&](int m) { return pi[k + m]; }));
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

// Sum of rows with one coefficient each.
template <class T>
struct RowSum {
  const T *row[3 * (2 * kMaxRadius + 1)];
  T weight[3 * (2 * kMaxRadius + 1)];
  int count = 0;

  EBW_INLINE void add(const T *source, T w) {
    if (w == T(0) || !source) return;
    row[count] = source;
    weight[count++] = w;
  }
  EBW_INLINE V<T> at(std::int64_t k) const {
    V<T> sum = {};
    for (int n = 0; n < count; ++n) sum += weight[n] * load(row[n] + k);
    return sum;
  }
};

// Exact transpose of advance_layer, on the adjoint field q = c a and the cotangents pb of pi and zb of zeta':
//   q~ = b1 Q + ab zb;  E = D2 (b1 q~ - Q) - D (Db q~ + ab pb);  q_next += c E;  pb' = a pb - D q~;  zb' = a zb + Q.
// The axis' coefficients are constants along the row, so that E and D q~ are sums of rows (tables: adjoint_sums).
// Runs on the layer and 2R nodes beyond.
template <class T, int R, int kind, Mode mode>
void reverse_layer(const Step<T> &s, const Row<T> &r) {
  constexpr int width = 2 * R + 1;
  const LayerAxis<T> &axis = s.layer[kind];
  const std::int64_t node = kind == 0 ? r.i : r.j, other = kind == 0 ? r.j : r.i;
  const std::int64_t stride = kind == 0 ? s.plane : s.row;
  const T *sums = axis.adjoint_sums + node * kAdjointSums * width + R;
  const T *none = nullptr;
  const LayerCell<T> cell = layer_cell(axis, node);
  RowSum<T> spatial, slope;
  for (int m = -R; m <= R; ++m) {
    const LayerCell<T> neighbour = layer_cell(axis, node + m);
    const T *zeta = strip_row(axis, axis.zeta, kind, neighbour, other, none);
    spatial.add(r.now + m * stride, sums[kSumQ * width + m]);
    spatial.add(zeta, sums[kSumZeta * width + m]);
    spatial.add(strip_row(axis, axis.pi, kind, neighbour, other, none), sums[kSumPi * width + m]);
    if (cell.side < 0) continue;
    slope.add(r.now + m * stride, sums[kSumDq * width + m]);
    slope.add(zeta, sums[kSumDzeta * width + m]);
  }
  for (std::int64_t k = 0; k < s.packed; k += Lanes<T>::count) {
    const V<T> increment = spatial.at(k);
    store(r.next + k, load(r.next + k) + load(r.c + k) * increment);
    if constexpr (mode == Mode::reverse_imaging)
      store(r.gradient + k, load(r.gradient + k) + load(r.image + k) * increment);
  }
  if (cell.side < 0) return;
  const T a = axis.a[node];
  const T *pi = strip_row(axis, axis.pi, kind, cell, other, none);
  const T *zeta = strip_row(axis, axis.zeta, kind, cell, other, none);
  T *pi_next = strip_row(axis, axis.pi_next, kind, cell, other, static_cast<T *>(nullptr));
  T *zeta_next = strip_row(axis, axis.zeta_next, kind, cell, other, static_cast<T *>(nullptr));
  for (std::int64_t k = 0; k < s.packed; k += Lanes<T>::count) {
    store(pi_next + k, a * load(pi + k) - slope.at(k));
    store(zeta_next + k, a * load(zeta + k) + load(r.now + k));
  }
}

// Exact transpose of advance_layer_z; G and H of the formula are formed once per node.
template <class T, int R, Mode mode>
void reverse_layer_z(const Step<T> &s, const Row<T> &r, T *scratch) {
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
      const T increment = (w2[0] * g[k] + side_sum<T, R>(w2, [&](int m) { return g[k + m]; })) -
                          difference<T, R>(w1, [&](int m) { return h[k + m]; });
      add_increment<T, mode>(r, k, increment);
    }
  }
  for (int side = 0; side < 2; ++side) {
    const std::int64_t first = side == 0 ? 0 : axis.length - axis.cells[1];
    const std::int64_t offset = r.i * axis.strip_plane[side] + r.j * axis.strip_row[side], cells = axis.cells[side];
    const T *a = axis.a + first;
    T *__restrict pi_next = axis.pi_next[side] + offset, *__restrict zeta_next = axis.zeta_next[side] + offset;
    for (std::int64_t k = 0; k < cells; ++k) {
      const T slope = difference<T, R>(w1, [&](int m) { return q[first + k + m]; });
      pi_next[k] = a[k] * pi[first + k] - slope;
      zeta_next[k] = a[k] * zeta[first + k] + r.now[first + k];
    }
  }
}

// Centred damping, u_next = (u_next + e u_prev) / (1 + e), on the row's layer nodes; u_prev was copied before the row.
template <class T>
void damp(const Step<T> &s, const Row<T> &r, const T *previous) {
  const T *z = s.sponge[kAxisZ];
  const T across = (s.sponge[0] ? s.sponge[0][r.i] : T(0)) + (s.sponge[1] ? s.sponge[1][r.j] : T(0));
  const auto part = [&](std::int64_t begin, std::int64_t end) {
    EBW_INDEPENDENT
    for (std::int64_t k = begin; k < end; ++k) {
      const T e = across + (z ? z[k] : T(0));
      r.next[k] = (r.next[k] + e * previous[k]) * (T(1) / (T(1) + e));
    }
  };
  if (across > T(0)) {
    part(0, s.nz);
  } else if (z) {
    part(0, s.sponge_z[0]);
    part(s.nz - s.sponge_z[1], s.nz);
  }
}

// Fills the halo nodes that are mirror images of this row: its ends in z, and whole rows outside the x and y faces.
template <class T, int R, bool kThreeD>
void mirror_row(const Step<T> &s, const Row<T> &r) {
  T *u = r.next;
  const std::int64_t nz = s.nz;
  for (int m = 1; m <= R; ++m) {
    if (s.mirror[4]) u[-m] = s.mirror[4] > 0 ? u[m - 1] : -u[m];
    if (s.mirror[5]) u[nz - 1 + m] = s.mirror[5] > 0 ? u[nz - m] : -u[nz - 1 - m];
  }
  // Distance d from a face: rigid images d = 0..R-1 to -1-d, free images d = 1..R to -d.
  const auto image = [&](int sign, std::int64_t d, std::int64_t outward, std::int64_t stride) {
    const std::int64_t depth = sign > 0 ? d : d - 1;
    if (sign == 0 || depth < 0 || depth >= R) return;
    T *__restrict to = u + outward * stride * (sign > 0 ? 2 * d + 1 : 2 * d);
    if (sign > 0)
      for (std::int64_t k = 0; k < nz; ++k) to[k] = u[k];
    else
      for (std::int64_t k = 0; k < nz; ++k) to[k] = -u[k];
  };
  image(s.mirror[0], r.i, -1, s.plane);
  image(s.mirror[1], s.nx - 1 - r.i, 1, s.plane);
  if constexpr (kThreeD) {
    image(s.mirror[2], r.j, -1, s.row);
    image(s.mirror[3], s.ny - 1 - r.j, 1, s.row);
  }
}

// What is left of a row's step while it is in the first cache: layers, points, damping, images, tape.
template <class T, int R, bool kThreeD, Mode mode>
EBW_INLINE void finish_row(const Step<T> &s, const Row<T> &r, const T *previous, T *scratch) {
  constexpr bool forward = mode == Mode::advance;
  constexpr std::int64_t reach = forward ? R : 2 * R;
  const std::int64_t index = r.i * s.ny + r.j, packed = index * s.packed;
  if (near_layer(s.layer[0], r.i, reach)) {
    if constexpr (forward)
      advance_layer<T, R, 0>(s, r);
    else
      reverse_layer<T, R, 0, mode>(s, r);
  }
  if constexpr (kThreeD) {
    if (near_layer(s.layer[1], r.j, reach)) {
      if constexpr (forward)
        advance_layer<T, R, 1>(s, r);
      else
        reverse_layer<T, R, 1, mode>(s, r);
    }
  }
  if (s.layer[2].present()) {
    if constexpr (forward)
      advance_layer_z<T, R>(s, r, scratch);
    else
      reverse_layer_z<T, R, mode>(s, r, scratch);
  }
  if (s.row_begin)
    for (std::int64_t e = s.row_begin[index]; e < s.row_begin[index + 1]; ++e) {
      const RowEntry &entry = s.entries[e];
      add_increment<T, mode>(r, entry.k, static_cast<T>(entry.weight * s.values[entry.point * s.value_stride]));
    }
  if constexpr (!forward)
    if (s.cotangent)
      for (std::int64_t k = 0; k < s.nz; ++k) add_increment<T, mode>(r, k, s.cotangent[packed + k]);
  if (previous) damp(s, r, previous);
  mirror_row<T, R, kThreeD>(s, r);
  if constexpr (forward)
    if (s.tape) stream_row(s.tape + packed, r.next, s.nz);
}

template <class T, int R, bool kThreeD, Mode mode, int kPlanes>
EBW_INLINE void planes(const Step<T> &s, std::int64_t i, std::int64_t j0, std::int64_t j1, T *scratch) {
  const bool sponge = s.sponge[0] || s.sponge[1] || s.sponge[2];
  Row<T> r[kPlanes];
  T *previous[kPlanes];
  for (std::int64_t j = j0; j < j1; ++j) {
    for (int p = 0; p < kPlanes; ++p) {
      const std::int64_t packed = ((i + p) * s.ny + j) * s.packed, at = (i + p) * s.plane + j * s.row;
      r[p] = {i + p, j, s.next + at, s.now + at, s.c + packed, nullptr, nullptr};
      if constexpr (mode == Mode::reverse_imaging) {
        r[p].gradient = s.gradient + packed;
        r[p].image = s.image + (i + p) * s.image_plane + j * s.image_row;
      }
      previous[p] = sponge ? scratch + (kScratchRows - 1 - p) * s.scratch_row : nullptr;
      if (sponge)
        for (std::int64_t k = 0; k < s.nz; ++k) previous[p][k] = r[p].next[k];
    }
    interior_rows<T, R, kThreeD, mode, kPlanes>(s, r);
    for (int p = 0; p < kPlanes; ++p) finish_row<T, R, kThreeD, mode>(s, r[p], previous[p], scratch);
  }
}

template <class T, int R, bool kThreeD, Mode mode>
void block(const Step<T> &s, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1, T *scratch) {
  std::int64_t i = i0;
  for (; i + 2 <= i1; i += 2) planes<T, R, kThreeD, mode, 2>(s, i, j0, j1, scratch);
  if (i < i1) planes<T, R, kThreeD, mode, 1>(s, i, j0, j1, scratch);
  if constexpr (mode == Mode::advance)
    if (s.tape) stream_done();
}

template <class T, int R, bool kThreeD>
void mirror_block(const Step<T> &s, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1, T *) {
  for (std::int64_t i = i0; i < i1; ++i)
    for (std::int64_t j = j0; j < j1; ++j)
      mirror_row<T, R, kThreeD>(s, Row<T>{i, j, s.next + i * s.plane + j * s.row, nullptr, nullptr, nullptr, nullptr});
}

template <class T, int R, Mode mode>
constexpr std::array<BlockFunction<T>, 2> both() {
  return {block<T, R, false, mode>, block<T, R, true, mode>};
}
template <class T, Mode mode>
constexpr std::array<std::array<BlockFunction<T>, 2>, kMaxRadius> every_radius() {
  return {both<T, 1, mode>(), both<T, 2, mode>(), both<T, 3, mode>(),
          both<T, 4, mode>(), both<T, 5, mode>(), both<T, 6, mode>()};
}

template <class T, int R>
constexpr std::array<BlockFunction<T>, 2> mirrors() {
  return {mirror_block<T, R, false>, mirror_block<T, R, true>};
}

}  // namespace

namespace EBW_ISA {

// Built once per element type: EBW_REAL is float or double.
extern const Kernels<EBW_REAL> EBW_TABLE;
const Kernels<EBW_REAL> EBW_TABLE = {every_radius<EBW_REAL, Mode::advance>(),
                                     every_radius<EBW_REAL, Mode::reverse>(),
                                     every_radius<EBW_REAL, Mode::reverse_imaging>(),
                                     {mirrors<EBW_REAL, 1>(), mirrors<EBW_REAL, 2>(), mirrors<EBW_REAL, 3>(),
                                      mirrors<EBW_REAL, 4>(), mirrors<EBW_REAL, 5>(), mirrors<EBW_REAL, 6>()}};

}  // namespace EBW_ISA

}  // namespace ebw::wave::stencil
