// SPDX-License-Identifier: MIT
// How the forward sweep of a schedule of states ends, and what its reverses need.
#pragma once

#include <cstdint>

#include "base/reverse_kind.hpp"

namespace ebw::schedule {

// What ReverseKind::fused and state_only say, and a third: `unfused` is for propagators of kind fused whose loop sees
// its end only after the last step, so that the sweep runs to the state at n and turns there.
struct Sweep {
  ReverseKind kind;
  bool turns;

  Sweep(ReverseKind k) : kind(k), turns(k == ReverseKind::state_only) {}
  static Sweep unfused() {
    Sweep sweep(ReverseKind::fused);
    sweep.turns = true;
    return sweep;
  }

  // Steps to reverse: the turn, which needs the state at n and nothing else, counts as one.
  std::int64_t chain(std::int64_t steps) const { return turns ? steps + 1 : steps; }
  std::int64_t taped(std::int64_t steps) const { return kind == ReverseKind::fused ? steps : 0; }
  bool operator==(const Sweep &) const = default;
};

// The numbers of the C ABI.
inline Sweep checked_sweep(std::int32_t kind) {
  if (kind == 3) return Sweep::unfused();
  if (kind != 1 && kind != 2)
    fail(Status::argument, "reverse_kind = ", kind,
         " is none; pass EBW_REVERSE_FUSED (1), EBW_REVERSE_STATE_ONLY (2) or EBW_REVERSE_UNFUSED (3)");
  return static_cast<ReverseKind>(kind);
}

}  // namespace ebw::schedule
