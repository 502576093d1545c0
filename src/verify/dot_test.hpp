// SPDX-License-Identifier: MIT
// Is A^T the adjoint of A? <A x, y> against <x, A^T y> for random x and y, within what rounding allows. Knows callables
// only.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/array_view.hpp"
#include "base/rng.hpp"
#include "verify/space.hpp"
#include "verify/verdict.hpp"

namespace ebw::verify {

struct DotSetup {
  Dtype dtype = Dtype::f64;
  Space x, y;
  std::function<std::int32_t(const void *x, void *y)> forward;
  std::function<std::int32_t(const void *y, void *x)> adjoint;
  std::int64_t steps = 1;      // operations applied one after another inside A
  double bound_factor = 64.0;  // C: a healthy adjoint of 160 steps stays 3 to 10 times below
  std::uint64_t seed = 1;
  std::int64_t seeds = 3;
  bool image = false;  // a second pair per seed: y = A x' / rms, which lies where A has its energy
};

struct DotPair {
  Verdict verdict = Verdict::inconclusive;
  double a = 0.0, b = 0.0;  // <A x, y>, <x, A^T y>
  double scale = 0.0;       // the size that a has for independent vectors
  double error = 0.0;       // |a - b| / scale
  double linearity = 0.0;   // |A(p x + q x') - p A x - q A x'| / (|p A x| + |q A x'|)
};

struct DotResult {
  Verdict verdict = Verdict::inconclusive;
  Fault fault;
  double bound = 0.0;  // C u sqrt(steps)
  std::int64_t steps = 0;
  std::uint64_t seed = 0;
  std::int64_t forward_calls = 0, adjoint_calls = 0;
  std::vector<DotPair> pairs;
  std::int64_t worst = -1;
  std::string text;
};

// What the test of a Hessian's symmetry shares.
double dot_bound(Dtype dtype, double bound_factor, std::int64_t steps);

// The error in units of its scale. With scale 0 one side may still react: that is an error of its whole size.
inline double relative(double error, double scale) { return scale > 0.0 ? error / scale : error > 0.0 ? 1.0 : 0.0; }

Verdict judge_dot(double error, double linearity, double bound, double scale);

// p in (1/2, 1), q in (-1, -1/2): p + q never comes near 1, so that an added constant shows.
struct DotFactors {
  double p, q;
};
DotFactors dot_factors(const Random &random);

// Throws Status::callback when a callback fails.
DotResult dot_test(const DotSetup &setup);

}  // namespace ebw::verify
