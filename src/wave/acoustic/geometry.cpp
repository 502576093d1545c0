// SPDX-License-Identifier: MIT
// Sizes and strides of an acoustic run, with checked arithmetic.
#include "wave/acoustic/geometry.hpp"

#include <cmath>
#include <limits>

namespace ebw::wave::acoustic {

namespace {

std::int64_t product(std::int64_t a, std::int64_t b) { return checked_multiply(a, b, "elements of a wavefield"); }

}  // namespace

std::array<std::int64_t, 3> Geometry::packed_strides(const std::array<std::int64_t, 3> &shape) const {
  const std::int64_t row_elements = round_up(shape[2], line());
  return {product(row_elements, shape[1]), row_elements, 1};
}

std::array<std::int64_t, 3> Geometry::strip_shape(int axis, int side) const {
  std::array<std::int64_t, 3> shape = n;
  shape[static_cast<std::size_t>(axis)] =
      profile[static_cast<std::size_t>(axis)].cpml_cells[static_cast<std::size_t>(side)];
  return shape;
}

std::array<std::int64_t, 3> Geometry::strip_strides(int axis, int side) const {
  const auto shape = strip_shape(axis, side);
  // A whole line for a few cells of each row would be read and written for nothing.
  if (axis == kZ) return {product(shape[2], shape[1]), shape[2], 1};
  return packed_strides(shape);
}

std::int64_t Geometry::strip_elements(int axis, int side) const {
  const auto shape = strip_shape(axis, side);
  return shape[static_cast<std::size_t>(axis)] == 0 ? 0 : product(strip_strides(axis, side)[0], shape[0]);
}

Geometry::Geometry(const Setup &s) : setup(s), weights(stencil::coefficients(s.order)), element(size_of(s.dtype)) {
  for (int axis = 0; axis < 3; ++axis) {
    profile[static_cast<std::size_t>(axis)] = make_profile(s.boundary, s.grid, axis, weights, s.dt);
    n[static_cast<std::size_t>(axis)] = profile[static_cast<std::size_t>(axis)].length;
  }
  if (n[2] > std::numeric_limits<std::int32_t>::max())
    fail(Status::overflow, "the z axis has ", n[2], " nodes with its layers, need at most 2^31 - 1");
  const std::int64_t r = radius(), rows_halo = three_d() ? r : 0;
  const std::int64_t left = line();  // R <= 6 nodes fit one line of either dtype
  std::int64_t lines = round_up(left + n[2] + r, line()) / line();
  // Rows at a multiple of 8 lines would fall on the same cache sets.
  if (lines % 8 == 0) ++lines;
  row = lines * line();
  plane = product(row, n[1] + 2 * rows_halo);
  origin = r * plane + rows_halo * row + left;
  // Two lines more: whole vectors read past the end of the last row.
  field_elements = checked_add(product(plane, n[0] + 2 * r), 2 * line(), "elements of a wavefield");
  packed = round_up(n[2], line());
  packed_elements = product(packed, product(n[0], n[1]));
  scratch_row = round_up(n[2] + 2 * stencil::kMaxRadius, line());

  const auto add = [&](std::string name, const std::array<std::int64_t, 3> &shape) {
    const auto stride = packed_strides(shape);
    state.push_back({std::move(name), state_bytes, shape, stride});
    state_bytes =
        checked_add(state_bytes, checked_multiply(product(stride[0], shape[0]), element, "state bytes"), "state bytes");
  };
  add("u", n);
  add("u_prev", n);
  for (int axis = 0; axis < 3; ++axis)
    for (const char *memory : {"pi_", "zeta_"})
      for (int side = 0; side < 2; ++side)
        if (strip_elements(axis, side))
          add(std::string(memory) + kFaceNames[static_cast<std::size_t>(2 * axis + side)], strip_shape(axis, side));
}

namespace {

template <class T>
void check_state(const Geometry &g, const Array<std::byte> &state, const char *what, std::int64_t number) {
  if (state.empty()) return;
  for (const StateField &field : g.state) {
    const T *first = reinterpret_cast<const T *>(state.data() + field.offset);
    for (std::int64_t i = 0; i < field.shape[0]; ++i)
      for (std::int64_t j = 0; j < field.shape[1]; ++j)
        for (std::int64_t k = 0; k < field.shape[2]; ++k)
          if (const T value = first[i * field.stride[0] + j * field.stride[1] + k]; !std::isfinite(value))
            fail(Status::non_finite, "shot ", number, ": ", what, " ", field.name, " at (", i, ", ", j, ", ", k,
                 ") is ", value, ", need finite values");
  }
}

}  // namespace

void check_shot(const Geometry &g, const Shot &shot, std::int64_t number) {
  shot.check_ready(g.setup, g.state_bytes, number);
  const auto check = g.setup.dtype == Dtype::f32 ? check_state<float> : check_state<double>;
  check(g, shot.initial_state(), "the initial state's", number);
  check(g, shot.final_cotangent(), "the final cotangent's", number);
}

}  // namespace ebw::wave::acoustic
