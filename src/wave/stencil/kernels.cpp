// SPDX-License-Identifier: MIT
// The row kernels, compiled once per instruction set with EBW_ISA and EBW_VECTOR_BYTES set by the build. Serial, no
// allocation, no fma but those that round no otherwise (twice_minus): every lane computes the same operations in the
// same order, so that the bits do not depend on the instruction set. Everything, here and in the headers of the parts,
// is in an anonymous namespace but the two tables at the end.
#include "wave/stencil/faces.hpp"
#include "wave/stencil/interior.hpp"
#include "wave/stencil/layers.hpp"
#include "wave/stencil/layers_z.hpp"
#include "wave/stencil/step.hpp"
#include "wave/stencil/stream.hpp"

namespace ebw::wave::stencil {

namespace {

// The row's tapes.
template <class T>
EBW_INLINE void keep_row(const Step<T> &s, const Row<T> &r) {
  const std::int64_t packed = (r.i * s.ny + r.j) * s.packed;
  if (s.tape) stream_row(s.tape + packed, r.next, s.nz);
  if (s.tape_now) stream_row(s.tape_now + packed, r.now, s.nz);
}

// What is left of a row's step while it is in the first cache: layers, points, damping, images, tape.
template <class T, int R, bool kThreeD, Mode mode>
EBW_INLINE void finish_row(const Step<T> &s, const Row<T> &r, const T *previous, bool mirrored, T *scratch) {
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
  if (mirrored) mirror_row<T, R, kThreeD>(s, r);
  if constexpr (forward) keep_row(s, r);
}

template <class T>
EBW_INLINE bool has_sponge(const Step<T> &s) {
  return s.sponge[0] || s.sponge[1] || s.sponge[2];
}
template <class T>
EBW_INLINE bool has_mirrors(const Step<T> &s) {
  bool mirrored = false;
  for (const int face : s.mirror) mirrored = mirrored || face != 0;
  return mirrored;
}

// Rows j0 .. j1 - 1 of these planes need no finish_row, but for their tapes.
template <class T, int R, bool kThreeD, Mode mode>
EBW_INLINE bool bare(const Step<T> &s, std::int64_t i, int planes, std::int64_t j0, std::int64_t j1) {
  constexpr std::int64_t reach = mode == Mode::advance ? R : 2 * R;
  if (has_sponge(s) || has_mirrors(s) || s.cotangent || s.layer[2].present()) return false;
  if (kThreeD && (near_layer(s.layer[1], j0, reach) || near_layer(s.layer[1], j1 - 1, reach))) return false;
  for (std::int64_t p = i; p < i + planes; ++p) {
    if (near_layer(s.layer[0], p, reach)) return false;
    if (s.row_begin && s.row_begin[p * s.ny + j0] != s.row_begin[p * s.ny + j1]) return false;
  }
  return true;
}

template <class T>
EBW_INLINE const T *next_to_fetch(FetchList<T> *list) {
  return list && list->next < list->count ? list->places[list->next++] : nullptr;
}

template <class T, int R, bool kThreeD, bool kEqual, Mode mode, int kPlanes>
EBW_INLINE void planes(const Step<T> &s, std::int64_t i, std::int64_t j0, std::int64_t j1, T *scratch) {
  Row<T> r[kPlanes];
  for (int p = 0; p < kPlanes; ++p) {
    const std::int64_t packed = ((i + p) * s.ny + j0) * s.packed, at = (i + p) * s.plane + j0 * s.row;
    r[p] = {i + p, j0, s.next + at, s.now + at, s.c + packed, nullptr, nullptr};
    if constexpr (mode == Mode::reverse_imaging) {
      r[p].gradient = s.gradient + packed;
      r[p].image = s.image + (i + p) * s.image_plane + j0 * s.image_row;
    }
  }
  const auto to_next_row = [&](Row<T> & row) __attribute__((always_inline)) {
    ++row.j;
    row.next += s.row;
    row.now += s.row;
    row.c += s.packed;
    if constexpr (mode == Mode::reverse_imaging) {
      row.gradient += s.packed;
      row.image += s.image_row;
    }
  };
  if (bare<T, R, kThreeD, mode>(s, i, kPlanes, j0, j1)) {
    // A loop of its own, in which the weights stay in registers from row to row.
    for (std::int64_t j = j0; j < j1; ++j) {
      interior_rows<T, R, kThreeD, kEqual, mode, kPlanes>(s, r, next_to_fetch(s.fetch));
      for (Row<T> &row : r) {
        if constexpr (mode == Mode::advance) keep_row(s, row);
        to_next_row(row);
      }
    }
    return;
  }
  const bool sponge = has_sponge(s), mirrored = has_mirrors(s);
  T *previous[kPlanes];
  for (std::int64_t j = j0; j < j1; ++j) {
    for (int p = 0; p < kPlanes; ++p) {
      previous[p] = sponge ? scratch + (kScratchRows - 1 - p) * s.scratch_row : nullptr;
      if (sponge)
        for (std::int64_t k = 0; k < s.nz; ++k) previous[p][k] = r[p].next[k];
    }
    interior_rows<T, R, kThreeD, kEqual, mode, kPlanes>(s, r, next_to_fetch(s.fetch));
    for (int p = 0; p < kPlanes; ++p) {
      finish_row<T, R, kThreeD, mode>(s, r[p], previous[p], mirrored, scratch);
      to_next_row(r[p]);
    }
  }
}

template <class T, int R, bool kThreeD, bool kEqual, Mode mode>
void block(const Step<T> &s, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1, T *scratch) {
  std::int64_t i = i0;
  for (; i + 2 <= i1; i += 2) planes<T, R, kThreeD, kEqual, mode, 2>(s, i, j0, j1, scratch);
  if (i < i1) planes<T, R, kThreeD, kEqual, mode, 1>(s, i, j0, j1, scratch);
  if (s.tape || s.tape_now || s.stream_memories) stream_done();
}

template <class T, int R, bool kThreeD>
void mirror_block(const Step<T> &s, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1, T *) {
  for (std::int64_t i = i0; i < i1; ++i)
    for (std::int64_t j = j0; j < j1; ++j)
      mirror_row<T, R, kThreeD>(s, Row<T>{i, j, s.next + i * s.plane + j * s.row, nullptr, nullptr, nullptr, nullptr});
}

template <class T, int R, Mode mode>
constexpr ByGrid<T> every_grid() {
  return {{{block<T, R, false, false, mode>, block<T, R, false, true, mode>},
           {block<T, R, true, false, mode>, block<T, R, true, true, mode>}}};
}
template <class T, Mode mode>
constexpr std::array<ByGrid<T>, kMaxRadius> every_radius() {
  return {every_grid<T, 1, mode>(), every_grid<T, 2, mode>(), every_grid<T, 3, mode>(),
          every_grid<T, 4, mode>(), every_grid<T, 5, mode>(), every_grid<T, 6, mode>()};
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
