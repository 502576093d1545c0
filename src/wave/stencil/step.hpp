// SPDX-License-Identifier: MIT
// What one time step of the acoustic scheme reads and writes, as plain pointers: the interface between the drivers and
// the row kernels that are compiled once per instruction set. Data only: code here would be linked for all of them.
#pragma once

#include <array>
#include <cstdint>

#include "wave/stencil/coefficients.hpp"

namespace ebw::wave::stencil {

// One CPML axis. Tables are indexed by node, -kMaxRadius .. length + kMaxRadius - 1, and hold b1 = 1, a = ab = db = 0
// where the axis has no layer. Memories lie in strips per side (0 low, 1 high): row (p, q) of a strip at
// base[side] + p * strip_plane[side] + q * strip_row[side]; for x (p, q) = (layer cell, j), for y (i, layer cell),
// for z (i, j). Rows of the strips of x and y have whole lines, those of z the layer cells alone. In x and y the
// stencil reads neighbouring strips, so that pi (in the adjoint also zeta) has two buffers.
template <class T>
struct LayerAxis {
  std::int64_t length = 0;
  std::array<std::int64_t, 2> cells{};  // 0: the face has no CPML
  const T *b1 = nullptr, *a = nullptr, *ab = nullptr, *db = nullptr;
  std::array<const T *, 2> pi{}, zeta{};
  std::array<T *, 2> pi_next{}, zeta_next{};
  std::array<std::int64_t, 2> strip_plane{}, strip_row{};
  // Adjoint of x and y as sums of rows: coefficients [node][kind][2R+1], kinds of AdjointSum.
  const T *adjoint_sums = nullptr;

  bool present() const { return cells[0] + cells[1] > 0; }
};

enum AdjointSum { kSumQ, kSumZeta, kSumPi, kSumDq, kSumDzeta, kAdjointSums };

// One support cell of a point within a row: the value at `point` times `weight` goes to node k of the row.
struct RowEntry {
  std::int32_t point;
  std::int32_t k;
  double weight;
};

// What a later block of a tile reads first: brought to the second cache a few lines at a time, while the rows of this
// one are computed. Each pair of rows takes the next of `places` and fetches its own number of lines from there on.
template <class T>
struct FetchList {
  static constexpr std::int64_t kMost = 1024;
  std::int64_t count = 0, next = 0;
  std::array<const T *, kMost> places;
};
// Lines fetched from a place for each line of a row that is computed.
template <bool kThreeD>
inline constexpr std::int64_t kFetchedLines = kThreeD ? 3 : 1;

template <class T>
struct Step {
  std::int64_t nx = 0, ny = 0, nz = 0;  // nodes, layer cells included; ny = 1 in 2-D
  std::int64_t plane = 0, row = 0;      // element strides of the wavefields in x and y
  std::int64_t packed = 0;              // elements of a row without halos: row (i, j) at (i * ny + j) * packed
  std::int64_t scratch_row = 0;         // elements of a scratch row: nz + 2 kMaxRadius, rounded up to a line
  std::array<std::array<T, kMaxRadius + 1>, 3> first{}, second{};  // coefficients over h and h^2 by axis
  T centre = 0;                                                    // sum of second[axis][0] over the axes

  T *next = nullptr;       // at node (0,0,0): holds u^{k-1}, becomes u^{k+1} (adjoint: q^{k+2}, q^k)
  const T *now = nullptr;  // at node (0,0,0): u^k (adjoint: q^{k+1})
  const T *c = nullptr;    // packed rows: v^2 dt^2, 0 on free planes and in the padding

  std::array<LayerAxis<T>, 3> layer{};
  const T *zero_row = nullptr;  // stands for memories that do not exist
  // New memories of x and y go past the caches: right when the caches see all else before they are read, so in sweeps
  // of one step over fields that no cache holds, and nowhere else.
  bool stream_memories = false;

  // Sources (adjoint: residuals) by row: entries[row_begin[r] .. row_begin[r+1]), value of point p at values[p *
  // stride].
  const std::int64_t *row_begin = nullptr;
  const RowEntry *entries = nullptr;
  const double *values = nullptr;
  std::int64_t value_stride = 0;

  std::array<const T *, 3> sponge{};           // damping by node of each axis; NULL: the axis has none
  std::array<std::int64_t, 2> sponge_z{0, 0};  // layer cells at top and bottom

  std::array<int, 6> mirror{};  // per face: 0 none, 1 even about half a spacing outside, -1 odd about the face's plane

  T *tape = nullptr;      // packed rows; each finished row of u^{k+1} is copied there
  T *tape_now = nullptr;  // and each row of u^k there, in the first of a run of steps with tapes

  FetchList<T> *fetch = nullptr;  // NULL: nothing

  // Adjoint only.
  T *gradient = nullptr;     // packed rows: += u^k * s^k; NULL: no imaging
  const T *image = nullptr;  // u^k, row (i, j) at i * image_plane + j * image_row
  std::int64_t image_plane = 0, image_row = 0;
  const T *cotangent = nullptr;  // packed rows, added to s^k; NULL: none
};

// Rows j0..j1-1 of planes i0..i1-1, whole rows of z. scratch: kScratchRows * Step::scratch_row elements.
template <class T>
using BlockFunction = void (*)(const Step<T> &step, std::int64_t i0, std::int64_t i1, std::int64_t j0, std::int64_t j1,
                               T *scratch);

inline constexpr int kScratchRows = 7;

// By dimension (0: 2-D, 1: 3-D) and by the spacings of the grid (0: any, 1: equal ones).
template <class T>
using ByGrid = std::array<std::array<BlockFunction<T>, 2>, 2>;

// By radius - 1; mirrors by dimension.
template <class T>
struct Kernels {
  std::array<ByGrid<T>, kMaxRadius> advance, reverse, reverse_imaging;
  std::array<std::array<BlockFunction<T>, 2>, kMaxRadius> mirror;  // only fills the images of the rows of `next`
};

}  // namespace ebw::wave::stencil
