// SPDX-License-Identifier: MIT
// Fills the layer tables, rounded to the field's precision first, so that forward and adjoint share every coefficient.
#include "wave/acoustic/layers.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/mutant.hpp"
#include "base/threads.hpp"

namespace ebw::wave::acoustic {

using stencil::kMaxRadius;

template <class T>
void Memories<T>::clear(int thread, int team) {
  for (auto &kind : pairs_)
    for (auto &axis : kind)
      for (Pair &pair : axis)
        for (Array<T> &buffer : pair.buffer) clear_share(buffer, thread, team);
}

template <class T>
T *Memories<T>::strip(int kind, int axis, int side, int parity) {
  Pair &pair = pairs_[kind][axis][side];
  return pair.buffer[0].empty() ? nullptr : pair.of(parity);
}

template <class T>
template <class Visit>
void Memories<T>::for_each_row(const Geometry &g, int parity, int thread, int team, const Visit &visit) {
  std::size_t field = 2;  // behind u and u_prev
  for (int axis = 0; axis < 3; ++axis)
    for (int kind = 0; kind < 2; ++kind)
      for (int side = 0; side < 2; ++side) {
        T *first = strip(kind, axis, side, parity);
        if (!first) continue;
        const StateField &place = g.state[field++];
        const std::int64_t row = g.strip_strides(axis, side)[1], state_row = place.stride[1] * g.element;
        const Range mine = share(place.shape[0] * place.shape[1], thread, team);
        for (std::int64_t r = mine.begin; r < mine.end; ++r)
          visit(first + r * row, place.offset + r * state_row, place.shape[2]);
      }
}

template <class T>
void Memories<T>::from_state(const Geometry &g, int parity, const std::byte *state, int thread, int team) {
  for_each_row(g, parity, thread, team, [state](T *row, std::int64_t offset, std::int64_t nodes) {
    std::copy_n(reinterpret_cast<const T *>(state + offset), nodes, row);
  });
}

template <class T>
void Memories<T>::to_state(const Geometry &g, int parity, std::byte *state, int thread, int team) {
  for_each_row(g, parity, thread, team, [state](const T *row, std::int64_t offset, std::int64_t nodes) {
    std::copy_n(row, nodes, reinterpret_cast<T *>(state + offset));
  });
}

template <class T>
void Memories<T>::bind(const Geometry &g, int axis, int in, int out, stencil::LayerAxis<T> &to) {
  for (int side = 0; side < 2; ++side) {
    if (!g.strip_elements(axis, side)) continue;
    const auto stride = g.strip_strides(axis, side);
    const auto s = static_cast<std::size_t>(side);
    to.strip_plane[s] = stride[0];
    to.strip_row[s] = stride[1];
    to.pi[s] = strip(0, axis, side, in);
    to.pi_next[s] = strip(0, axis, side, out);
    to.zeta[s] = strip(1, axis, side, in);
    to.zeta_next[s] = strip(1, axis, side, out);
  }
}

template <class T>
void LayerTables<T>::fill(const Geometry &g) {
  const FloatMode mode(false);
  for (int axis = 0; axis < 3; ++axis) {
    const AxisProfile &p = g.profile[static_cast<std::size_t>(axis)];
    Axis &t = axis_[axis];
    const auto round = [](const std::vector<double> &from, Array<T> &to) {
      if (!to.empty()) std::transform(from.begin(), from.end(), to.begin(), [](double v) { return static_cast<T>(v); });
    };
    round(p.sponge, t.sponge);
    if (kSpongeTables > 1 && !t.sponge.empty())
      std::transform(p.sponge.begin(), p.sponge.end(), t.sponge.begin() + t.sponge.size() / 2,
                     [](double v) { return static_cast<T>(-v); });
    round(p.b1, t.b1);
    round(p.a, t.a);
    round(p.ab, t.ab);
    round(p.db, t.db);
    if (!t.adjoint_sums.empty()) fill_adjoint(g, axis);
  }
}

// E = D2 G - D H with G = b1 q - Q, H = Db q + ab pb, q = b1 Q + ab zb, written as coefficients of Q, zb and pb of the
// neighbour at distance m; and D q as coefficients of Q and zb. Products in double, rounded once.
template <class T>
void LayerTables<T>::fill_adjoint(const Geometry &g, int axis) {
  const int radius = g.radius(), width = 2 * radius + 1;
  const AxisProfile &p = g.profile[static_cast<std::size_t>(axis)];
  const double h = g.setup.grid.spacing[static_cast<std::size_t>(axis)];
  Axis &t = axis_[axis];
  for (std::int64_t node = 0; node < p.length; ++node) {
    T *sums = t.adjoint_sums.data() + node * stencil::kAdjointSums * width + radius;
    for (int m = -radius; m <= radius; ++m) {
      const std::int64_t at = node + m;
      if (at < 0 || at >= p.length) continue;
      const auto m_abs = static_cast<std::size_t>(std::abs(m));
      const double second = static_cast<T>(g.weights.second[m_abs] / (h * h));
      const double first = (m > 0 ? 1.0 : -1.0) * static_cast<double>(static_cast<T>(g.weights.first[m_abs] / h));
      std::int64_t of = at;  // whose profile: the neighbour's
      if (EBW_MUTANT(forward_cpml)) of = node;
      if (EBW_MUTANT(profile_off_by_one) && at == p.cpml_cells[0] - 1) of = at - 1;
      const double b1 = t.b1[of + kMaxRadius], ab = t.ab[of + kMaxRadius], db = t.db[of + kMaxRadius];
      sums[stencil::kSumQ * width + m] = static_cast<T>(second * (b1 * b1 - 1.0) - first * db * b1);
      sums[stencil::kSumZeta * width + m] = static_cast<T>((second * b1 - first * db) * ab);
      sums[stencil::kSumPi * width + m] = EBW_MUTANT(psi_cotangent_dropped) ? T(0) : static_cast<T>(-first * ab);
      sums[stencil::kSumDq * width + m] = static_cast<T>(first * b1);
      sums[stencil::kSumDzeta * width + m] = static_cast<T>(first * ab);
    }
  }
}

template <class T>
void LayerTables<T>::bind(const Geometry &g, stencil::Step<T> &step) const {
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const AxisProfile &p = g.profile[d];
    const Axis &t = axis_[axis];
    step.sponge[d] = sponge(axis);
    if (!p.has_cpml()) continue;
    stencil::LayerAxis<T> &to = step.layer[d];
    to.length = p.length;
    to.cells = p.cpml_cells;
    to.b1 = t.b1.data() + kMaxRadius;
    to.a = t.a.data() + kMaxRadius;
    to.ab = t.ab.data() + kMaxRadius;
    to.db = t.db.data() + kMaxRadius;
    to.adjoint_sums = t.adjoint_sums.data();
  }
  for (std::size_t side = 0; side < 2; ++side)
    if (g.setup.boundary[4 + side].kind == FaceKind::sponge) step.sponge_z[side] = g.setup.boundary[4 + side].cells;
}

template class Memories<float>;
template class Memories<double>;
template class LayerTables<float>;
template class LayerTables<double>;

}  // namespace ebw::wave::acoustic
