// SPDX-License-Identifier: MIT
// `--boundary KIND[:CELLS][,FACE=KIND[:CELLS]]...`: what happens at each face.
#include "boundary_option.hpp"

#include <ebbwave/wave.h>

#include <iterator>
#include <string_view>

#include "numbers.hpp"
#include "refused.hpp"

namespace ebw::cli {
namespace {

constexpr std::int64_t kDefaultCells = 20;  // a layer that reflects below 1e-4 at usual angles

struct Kind {
  std::string_view name;
  std::int32_t number;
  bool has_layer;
};
constexpr Kind kKinds[] = {{"cpml", EBW_BOUNDARY_CPML, true},
                           {"sponge", EBW_BOUNDARY_SPONGE, true},
                           {"free", EBW_BOUNDARY_FREE, false},
                           {"rigid", EBW_BOUNDARY_RIGID, false},
                           {"zero", EBW_BOUNDARY_ZERO, false}};

// In the order of EBW_FACE_*.
constexpr const char *kFaceNames[] = {"left", "right", "front", "back", "top", "bottom"};

FaceBoundary parse_kind(const std::string &text, std::string_view item) {
  const auto colon = item.find(':');
  const auto name = trimmed(item.substr(0, colon));
  for (const Kind &kind : kKinds) {
    if (kind.name != name) continue;
    std::int64_t cells = kind.has_layer ? kDefaultCells : 0;
    if (colon != std::string_view::npos) {
      if (!kind.has_layer) refuse_usage("--boundary = '", text, "': ", name, " has no cells; write ", name, " alone");
      if (!parse_integer(item.substr(colon + 1), cells))
        refuse_usage("--boundary = '", text, "': '", item.substr(colon + 1), "' is no number of cells; write ", name,
                     ":20");
    }
    return {kind.number, cells};
  }
  refuse_usage("--boundary = '", text, "': '", name, "' is no kind of boundary; use cpml, sponge, free, rigid or zero");
}

int parse_face(const std::string &text, std::string_view name) {
  for (int face = 0; face < static_cast<int>(std::size(kFaceNames)); ++face)
    if (name == kFaceNames[face]) return face;
  refuse_usage("--boundary = '", text, "': '", name, "' is no face; use left, right, front, back, top or bottom");
}

}  // namespace

bool Boundary::has(std::int32_t kind, int ndim) const {
  for (int face = 0; face < static_cast<int>(faces.size()); ++face)
    if (face_exists(face, ndim) && faces[static_cast<std::size_t>(face)].kind == kind) return true;
  return false;
}

bool face_exists(int face, int ndim) { return ndim == 3 || (face != EBW_FACE_FRONT && face != EBW_FACE_BACK); }

const char *face_name(int face) { return kFaceNames[face]; }

Boundary parse_boundary(const std::string &text) {
  Boundary boundary;
  boundary.faces.fill({EBW_BOUNDARY_CPML, kDefaultCells});
  bool first = true;
  for (const std::string_view item : split(text, ',')) {
    const auto equals = item.find('=');
    if (equals != std::string_view::npos) {
      const auto face = static_cast<std::size_t>(parse_face(text, trimmed(item.substr(0, equals))));
      if (boundary.named[face]) refuse_usage("--boundary = '", text, "': ", kFaceNames[face], " is named twice");
      boundary.faces[face] = parse_kind(text, item.substr(equals + 1));
      boundary.named[face] = true;
    } else if (first) {
      boundary.faces.fill(parse_kind(text, item));
    } else {
      refuse_usage("--boundary = '", text, "': '", item, "' names no face; write FACE=", item);
    }
    first = false;
  }
  return boundary;
}

}  // namespace ebw::cli
