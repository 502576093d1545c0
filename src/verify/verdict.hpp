// SPDX-License-Identifier: MIT
// What a test can say, and what can make it stop before it has measured anything.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ebw::verify {

// The numbers are those of the C ABI and of exit codes. Inconclusive is its own answer: neither proved nor refuted.
enum class Verdict : std::int32_t { pass = 0, fail = 1, inconclusive = 2 };

inline const char *name_of(Verdict verdict) {
  return verdict == Verdict::pass ? "PASS" : verdict == Verdict::fail ? "FAIL" : "INCONCLUSIVE";
}

// How much a verdict counts when several are joined: one FAIL fails all, else one INCONCLUSIVE leaves all open.
inline int weight_of(Verdict verdict) {
  return verdict == Verdict::fail ? 2 : verdict == Verdict::inconclusive ? 1 : 0;
}
inline Verdict worse(Verdict a, Verdict b) { return weight_of(b) > weight_of(a) ? b : a; }

// A verdict for a measured |error| that is known to +- resolution; to call it a failure takes the error to be above the
// tolerance by `caution` times that.
inline Verdict judge(double error, double resolution, double tolerance, double caution = 1.0) {
  if (error - caution * resolution > tolerance) return Verdict::fail;
  return error + resolution <= tolerance ? Verdict::pass : Verdict::inconclusive;
}

// Faults of the code under test that no number can outweigh; the numbers are those of the C ABI.
enum class FaultKind : std::int32_t {
  none = 0,
  point_non_finite = 1,
  value_non_finite = 2,
  gradient_non_finite = 3,
  input_written = 4,
  state_leak = 5,
  forward_non_finite = 6,
  adjoint_non_finite = 7,
  input_changed = 8,
  hessian_non_finite = 9,
};
struct Fault {
  FaultKind kind = FaultKind::none;
  std::int64_t index = -1;  // of the element; -1 where none can be named
  explicit operator bool() const { return kind != FaultKind::none; }
};

}  // namespace ebw::verify
