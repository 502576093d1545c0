// SPDX-License-Identifier: MIT
// `--boundary KIND[:CELLS][,FACE=KIND[:CELLS]]...`: what happens at each face.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace ebw::cli {

struct FaceBoundary {
  std::int32_t kind = 0;  // EBW_BOUNDARY_*
  std::int64_t cells = 0;
};

struct Boundary {
  std::array<FaceBoundary, 6> faces;  // by EBW_FACE_*
  std::array<bool, 6> named{};        // which faces the text names

  // Whether a face of a grid with ndim axes is of this kind.
  bool has(std::int32_t kind, int ndim) const;
};

// True for the faces that a grid with ndim axes has.
bool face_exists(int face, int ndim);
const char *face_name(int face);

// Faces that are not named take the first KIND, or cpml:20 when the text begins with a face.
Boundary parse_boundary(const std::string &text);

}  // namespace ebw::cli
