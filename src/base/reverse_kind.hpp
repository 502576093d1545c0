// SPDX-License-Identifier: MIT
// What the reverse of a step needs; a schedule is made for one kind, a propagator declares one.
#pragma once

#include <cstdint>

#include "base/error.hpp"

namespace ebw {

enum class ReverseKind : std::int32_t {
  fused = 1,       // the reverse of step k makes its own taped forward step from the state at k
  state_only = 2,  // the reverse of step k needs the state at k and no tape (linear waves, imaging by parts)
};

inline const char *name_of(ReverseKind kind) { return kind == ReverseKind::fused ? "fused" : "state_only"; }

inline ReverseKind checked_reverse_kind(std::int32_t kind) {
  if (kind != 1 && kind != 2)
    fail(Status::argument, "reverse_kind = ", kind,
         " is none; pass EBW_REVERSE_FUSED (1) or EBW_REVERSE_STATE_ONLY (2)");
  return static_cast<ReverseKind>(kind);
}

}  // namespace ebw
