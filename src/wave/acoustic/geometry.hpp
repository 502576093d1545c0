// SPDX-License-Identifier: MIT
// Where everything of an acoustic run lies: the grid with its layers, rows with separate halos, packed rows, the state.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "wave/boundary.hpp"
#include "wave/model.hpp"
#include "wave/shot.hpp"
#include "wave/stencil/coefficients.hpp"

namespace ebw::wave::acoustic {

// One field of a state: nodes along x, y, z and element strides within the state's bytes.
struct StateField {
  std::string name;
  std::int64_t offset = 0;  // bytes
  std::array<std::int64_t, 3> shape{}, stride{};
};

// Wavefields: rows of z, z = 0 on a cache line, left halo one line, right halo R nodes, R planes and rows around in x
// and y. Packed arrays (c, gradient, tapes, states): the same rows without halos, each rounded up to a line.
struct Geometry {
  explicit Geometry(const Setup &setup);

  Setup setup;
  stencil::Coefficients weights;
  std::array<AxisProfile, 3> profile;

  std::array<std::int64_t, 3> n{1, 1, 1};  // nodes with layers
  std::int64_t element = 4;                // bytes
  std::int64_t row = 0, plane = 0;         // element strides of wavefields
  std::int64_t origin = 0;                 // element of node (0, 0, 0)
  std::int64_t field_elements = 0;
  std::int64_t packed = 0;           // elements of a packed row
  std::int64_t packed_elements = 0;  // of a packed field; also one step's tape
  std::int64_t scratch_row = 0;

  std::vector<StateField> state;  // u, u_prev, then pi and zeta of each CPML face
  std::int64_t state_bytes = 0;

  std::int64_t tape_bytes() const { return packed_elements * element; }
  std::int64_t rows() const { return n[0] * n[1]; }
  int radius() const { return weights.radius; }
  bool three_d() const { return setup.grid.ndim == 3; }
  // Shape of a CPML strip of a face, and its element strides: rows along z, in x and y each rounded up to a line; and
  // those of a state, where all are.
  std::array<std::int64_t, 3> strip_shape(int axis, int side) const;
  std::array<std::int64_t, 3> strip_strides(int axis, int side) const;
  std::array<std::int64_t, 3> packed_strides(const std::array<std::int64_t, 3> &shape) const;
  std::int64_t strip_elements(int axis, int side) const;
  std::int64_t line() const { return 64 / element; }
};

// Refuses a shot that does not fit the geometry, and given states with values that are not finite; padding is not read.
void check_shot(const Geometry &geometry, const Shot &shot, std::int64_t number);

}  // namespace ebw::wave::acoustic
