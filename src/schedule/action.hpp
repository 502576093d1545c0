// SPDX-License-Identifier: MIT
// The actions that a schedule is made of. Numbers are part of the C ABI, for ever.
#pragma once

#include <cstdint>

namespace ebw::schedule {

enum class ActionKind : std::int32_t {
  end = 0,            // no action: the schedule is exhausted
  advance = 1,        // steps from..to-1, nothing kept
  save = 2,           // the state at step `from` into `slot`
  load = 3,           // the state at step `from` out of `slot`
  discard = 4,        // `slot` is free again; its state was that at step `from`
  turn = 5,           // the forward sweep has reached the state at n = `from`
  reverse = 6,        // adjoint of steps from, from-1, ..., to; slot >= 0: tapes lie in slot + (k - to),
                      // and are free again afterwards: a tape of a leaf is read once
  advance_taped = 7,  // steps from..to-1, tapes into tape slots slot, slot+1, ...; slot -1: kept for save_tape
  save_tape = 8,      // the tape of step `from`, just taken with slot -1, into tape slot `slot`
  load_tape = 9,      // the tape of step `from` out of tape slot `slot`; the next reverse uses it
};

// Unused fields are -1. For save, load, discard, turn, save_tape and load_tape the step is `from`.
struct Action {
  ActionKind kind = ActionKind::end;
  std::int64_t from = -1, to = -1, slot = -1;
  bool operator==(const Action &) const = default;
};

}  // namespace ebw::schedule
