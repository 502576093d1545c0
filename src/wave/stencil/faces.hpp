// SPDX-License-Identifier: MIT
// Sponge layers and mirror faces, on a finished row. For kernels.cpp: internal linkage.
#pragma once

#include "wave/stencil/interior.hpp"
#include "wave/stencil/lanes.hpp"
#include "wave/stencil/step.hpp"

namespace ebw::wave::stencil {
namespace {

// Centred damping, u_next = (u_next + e u_prev) / (1 + e), on the row's layer nodes; u_prev was copied before the row.
template <class T>
void damp(const Step<T> &s, const Row<T> &r, const T *previous) {
  const T *z = s.sponge[2];
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

}  // namespace
}  // namespace ebw::wave::stencil
