// SPDX-License-Identifier: MIT
// What the reverse of a step needs; a schedule is made for one kind, a propagator declares one.
#pragma once

#include <cstdint>

namespace ebw {

enum class ReverseKind : std::int32_t {
  fused = 1,       // the reverse of step k makes its own taped forward step from the state at k
  state_only = 2,  // the reverse of step k needs the state at k and no tape (linear waves, imaging by parts)
};

inline const char *name_of(ReverseKind kind) { return kind == ReverseKind::fused ? "fused" : "state_only"; }

}  // namespace ebw
