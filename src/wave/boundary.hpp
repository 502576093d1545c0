// SPDX-License-Identifier: MIT
// What happens at the six faces, and the damping profiles of the layers that some of them bring.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wave/grid.hpp"
#include "wave/stencil/coefficients.hpp"

namespace ebw::wave {

enum class FaceKind : std::int32_t { unset = 0, cpml = 1, sponge = 2, free = 3, rigid = 4, zero = 5 };

inline bool is_layer(FaceKind kind) { return kind == FaceKind::cpml || kind == FaceKind::sponge; }

struct Face {
  FaceKind kind = FaceKind::unset;
  std::int64_t cells = 0;
  double v_ref = 0.0;  // m/s
  double f_ref = 0.0;  // Hz
  bool operator==(const Face &) const = default;
};

// left, right, front, back, top, bottom: face 2 d is the low end of axis d, 2 d + 1 the high end.
using Boundary = std::array<Face, 6>;
inline constexpr std::array<const char *, 6> kFaceNames = {"left", "right", "front", "back", "top", "bottom"};

// Refuses what is out of range; fills in zeros where a number has no meaning.
Face make_face(std::int32_t kind, std::int64_t cells, double v_ref, double f_ref);

// Every face that exists is set, and mirror axes have at least `order` nodes.
void check_boundary(const Boundary &boundary, const Grid &grid, int order);

// Profiles along one axis, layer cells included: node i of [0, length), tables at index i + stencil::kMaxRadius with
// kMaxRadius further entries at both ends. CPML after Komatitsch and Martin 2007: layer cell m = 1, 2, ... outward at
// x = m / cells has d = d0 x^2, alpha = pi f_ref max(0, 1 - x), a = exp(-(d + alpha) dt), b = d / (d + alpha) (a - 1).
struct AxisProfile {
  std::int64_t length = 0;
  std::array<std::int64_t, 2> cells{};       // of any layer, low and high
  std::array<std::int64_t, 2> cpml_cells{};  // 0 where the face's layer is not CPML
  std::vector<double> b1, a, ab, db;         // 1 + b, a, a b and the derivative of b
  std::vector<double> sponge;                // e of the centred damping
  bool has_cpml() const { return cpml_cells[0] + cpml_cells[1] > 0; }
  bool has_sponge = false;
};
AxisProfile make_profile(const Boundary &boundary, const Grid &grid, int axis, const stencil::Coefficients &w,
                         double dt);

}  // namespace ebw::wave
