// SPDX-License-Identifier: MIT
// Is g the gradient of J at m? Finite differences of a measured noise level answer PASS, FAIL or INCONCLUSIVE, with the
// error that was seen and the smallest error that could have been seen. Knows callables only.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/array_view.hpp"
#include "verify/order_fit.hpp"
#include "verify/verdict.hpp"

namespace ebw::verify {

// full: the best resolution; reduced: 10 to 12 evaluations a direction.
enum class Ladder : std::int32_t { full = 0, reduced = 1 };

// Arrays have n elements of dtype and are the caller's for the time of the call.
struct TaylorSetup {
  Dtype dtype = Dtype::f64;
  std::int64_t n = 0;
  std::function<std::int32_t(const void *m, double *J)> evaluate;
  std::function<std::int32_t(const void *m, void *g)> gradient;  // empty: g is given
  double tolerance = 1e-6;
  Ladder ladder = Ladder::full;
  std::uint64_t seed = 1;
  std::int64_t directions = 3;
  const void *given = nullptr;         // [directions][n] instead of random ones
  const void *typical_size = nullptr;  // >= 0, 0 keeps an element fixed; NULL: |m|, 1 where m = 0
  const void *lower = nullptr, *upper = nullptr;
};

struct TaylorLevel {
  double h;
  double J_plus, J_minus;  // J(m +- h d)
  double R0, R1;           // J_plus - J, and that minus g.(the step as it was rounded)
};

struct TaylorDirection {
  Verdict verdict = Verdict::inconclusive;
  double error = 0.0;       // |finite difference - g.d| / scale
  double resolution = 1.0;  // uncertainty of error; 1 when nothing could be measured
  double g_dot_d = 0.0, finite_difference = 0.0;
  double scale = 0.0;
  double noise = 0.0;           // standard deviation of J
  std::array<Order, 2> orders;  // of R0 and R1
  std::vector<TaylorLevel> levels;
  std::int64_t dropped = 0;
  std::int32_t last_status = 0;  // of evaluate at the last level dropped; 0 when it answered with NaN or infinity
  std::string reason;            // why it is inconclusive
};

struct TaylorResult {
  Verdict verdict = Verdict::inconclusive;
  Fault fault;
  double J = 0.0;
  bool repeatable = true;
  double tolerance = 0.0;
  std::int64_t evaluations = 0;
  std::vector<TaylorDirection> directions;
  std::int64_t worst = -1;  // the direction that decides: of the worst verdict, the one of the largest error
  std::string text;
};

// g may be NULL when setup.gradient is not empty. Throws Status::callback when a callback fails anywhere but at the
// ladder's points.
TaylorResult taylor_test(const TaylorSetup &setup, const void *m, const void *g);

// One line in words.
std::string describe(const TaylorResult &result);

}  // namespace ebw::verify
