// SPDX-License-Identifier: MIT
// The layers of a run in the form that the kernels read: profile tables, strips of memories, adjoint row sums.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "base/mutant.hpp"
#include "base/threads.hpp"
#include "wave/acoustic/geometry.hpp"
#include "wave/stencil/step.hpp"

namespace ebw::wave::acoustic {

// Names every array with its use and length to `make`, which counts or allocates: one list for plan and allocation.
struct CountBytes {
  MemoryBytes bytes{};
  template <class T>
  void operator()(Array<T> &, MemoryUse use, std::int64_t count) {
    bytes[static_cast<int>(use)] += checked_multiply(count, sizeof(T), "array bytes");
  }
};
struct Allocate {
  MemoryAccount &account;
  int threads;
  template <class T>
  void operator()(Array<T> &array, MemoryUse use, std::int64_t count) {
    array = Array<T>(account, use, count, threads);
  }
};

// This thread's share of an array, that which it touched first.
template <class T>
void clear_share(Array<T> &array, int thread, int team) {
  const Range mine = share(array.size(), thread, team);
  std::fill(array.data() + mine.begin, array.data() + mine.end, T(0));
}

// CPML memories of all faces. Where the stencil crosses strips (x and y) a memory that is read
// on it needs two buffers, used by the parity of the step.
template <class T>
class Memories {
 public:
  template <class Make>
  void list(const Geometry &g, MemoryUse use, bool zeta_on_stencil, Make &make);
  void clear(int thread, int team);
  // Points `axis` at the memories of parity `in` and `out`.
  void bind(const Geometry &g, int axis, int in, int out, stencil::LayerAxis<T> &to);
  // This thread's share of the copies from and to a state; rows only, padding is left alone.
  void from_state(const Geometry &g, int parity, const std::byte *state, int thread, int team);
  void to_state(const Geometry &g, int parity, std::byte *state, int thread, int team);

 private:
  // First cell of the first row, by kind (0 pi, 1 zeta), axis, side; NULL where the face has no CPML.
  T *strip(int kind, int axis, int side, int parity);
  // Calls visit(row of a strip, byte offset of the same row in a state, nodes) for this thread's share of all rows.
  template <class Visit>
  void for_each_row(const Geometry &g, int parity, int thread, int team, const Visit &visit);

  struct Pair {
    Array<T> buffer[2];
    T *of(int parity) { return buffer[buffer[1].empty() ? 0 : parity].data(); }
  };
  Pair pairs_[2][3][2];
};

// Tables that depend on the setup alone.
template <class T>
class LayerTables {
 public:
  template <class Make>
  void list(const Geometry &g, bool adjoint, Make &make);
  void fill(const Geometry &g);
  // Everything of a step's layers but the memories.
  void bind(const Geometry &g, stencil::Step<T> &step) const;
  // table: 0, but for a planted fault.
  const T *sponge(int axis, int table = 0) const {
    const Array<T> &all = axis_[axis].sponge;
    return all.empty() ? nullptr : all.data() + table * (all.size() / kSpongeTables) + stencil::kMaxRadius;
  }
  // e of the sponge at a node: the sum over its axes, in the kernels' order.
  T damping(std::int64_t i, std::int64_t j, std::int64_t k) const {
    const std::int64_t node[3] = {i, j, k};
    T e = T(0);
    for (int axis = 0; axis < 3; ++axis)
      if (sponge(axis)) e += sponge(axis)[node[axis]];
    return e;
  }

 private:
  struct Axis {
    Array<T> b1, a, ab, db, sponge, adjoint_sums;
  };
  void fill_adjoint(const Geometry &g, int axis);
  Axis axis_[3];
};

extern template class Memories<float>;
extern template class Memories<double>;
extern template class LayerTables<float>;
extern template class LayerTables<double>;

template <class T>
template <class Make>
void Memories<T>::list(const Geometry &g, MemoryUse use, bool zeta_on_stencil, Make &make) {
  for (int kind = 0; kind < 2; ++kind)
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) {
        const std::int64_t count = g.strip_elements(axis, side);
        if (!count) continue;
        Pair &pair = pairs_[kind][axis][side];
        make(pair.buffer[0], use, count);
        if (axis != kZ && (kind == 0 || zeta_on_stencil)) make(pair.buffer[1], use, count);
      }
}

template <class T>
template <class Make>
void LayerTables<T>::list(const Geometry &g, bool adjoint, Make &make) {
  for (int axis = 0; axis < 3; ++axis) {
    const AxisProfile &p = g.profile[static_cast<std::size_t>(axis)];
    const std::int64_t count = p.length + 2 * stencil::kMaxRadius;
    if (p.has_sponge) make(axis_[axis].sponge, MemoryUse::scratch, count * kSpongeTables);
    if (!p.has_cpml()) continue;
    for (Array<T> *table : {&axis_[axis].b1, &axis_[axis].a, &axis_[axis].ab, &axis_[axis].db})
      make(*table, MemoryUse::scratch, count);
    if (adjoint && axis != kZ)
      make(axis_[axis].adjoint_sums, MemoryUse::scratch, p.length * stencil::kAdjointSums * (2 * g.radius() + 1));
  }
}

}  // namespace ebw::wave::acoustic
