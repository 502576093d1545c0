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
#include "verify/richardson.hpp"
#include "verify/space.hpp"
#include "verify/verdict.hpp"

namespace ebw::verify {

// full: the best resolution; reduced: 10 to 12 evaluations a direction.
enum class Ladder : std::int32_t { full = 0, reduced = 1 };

// What a part of m is, so that a diagnosis can say what its failing means; the numbers are those of the C ABI.
enum class PartKind : std::int32_t {
  all = 0,
  block = 1,
  region = 2,
  boundary = 3,
  sources = 4,
  receivers = 5,
  interface = 6
};

// Some elements of m: a range, or those that are listed.
struct Part {
  std::string name;
  PartKind kind = PartKind::block;
  std::int64_t begin = 0, end = 0;
  std::vector<std::int64_t> elements;  // used when the range is empty

  template <class Visit>
  void for_each(const Visit &visit) const {
    for (std::int64_t i = begin; i < end; ++i) visit(i);
    if (begin == end)
      for (const std::int64_t i : elements) visit(i);
  }
};

// A number that a wrong gradient may hold as a factor, such as the time step.
struct Constant {
  std::string name;
  double value = 1.0;
};

// Arrays have space.n elements of dtype and are the caller's for the time of the call.
struct TaylorSetup {
  Dtype dtype = Dtype::f64;
  Space space;
  std::function<std::int32_t(const void *m, double *J)> evaluate;
  std::function<std::int32_t(const void *m, void *g)> gradient;                 // empty: g is given
  std::function<std::int32_t(const void *m, const void *v, void *Hv)> hessian;  // empty: none
  double tolerance = 1e-6;
  Ladder ladder = Ladder::full;
  std::uint64_t seed = 1;
  std::int64_t directions = 3;
  const void *given = nullptr;         // [directions][n] instead of random ones
  std::vector<Part> parts;             // each is tested by directions of its own
  std::int64_t part_directions = 1;    // for every part
  std::int64_t only = -1;              // this one of all directions; -1: all
  double least_noise = 0.0;            // known standard deviation of J's noise, at least
  const void *typical_size = nullptr;  // >= 0, 0 keeps an element fixed; NULL: |m|, 1 where m = 0
  const void *lower = nullptr, *upper = nullptr;
  std::vector<Constant> constants;
  std::int64_t steps = 1;  // operations inside the Hessian, for the bound of its symmetry
};

struct TaylorLevel {
  double h;
  double J_plus, J_minus;  // J(m +- h d)
  double R0, R1;           // J_plus - J, and that minus g.(the step as it was rounded)
  double R2;               // R1 - h^2/2 d'Hd; 0 without a Hessian
  double odd, even;        // what is left of J_plus - J_minus over 2 h, and of J_plus + J_minus - 2 J
};

struct TaylorDirection {
  std::int64_t part = -1;  // of setup.parts; -1: all elements
  Verdict verdict = Verdict::inconclusive;
  bool measured = false;    // error and all below are known
  double error = 0.0;       // |finite difference - g.d| / scale
  double resolution = 1.0;  // uncertainty of error; 1 when nothing could be measured
  double g_dot_d = 0.0, finite_difference = 0.0;
  Limit ratio{};  // finite difference / g.d; 0 where there is none
  double scale = 0.0;
  double size = 0.0;            // of g along random directions: what g.d has for independent signs
  double noise = 0.0;           // standard deviation of J
  double curvature = 0.0;       // d'Hd; 0 without a Hessian
  std::array<Order, 3> orders;  // of R0, R1 and R2
  std::vector<TaylorLevel> levels;
  std::int64_t dropped = 0;
  std::int32_t last_status = 0;  // of evaluate at the last level dropped; 0 when it answered with NaN or infinity
  std::string reason;            // why it is inconclusive
};

// Of a Hessian, with random v and w: |<w,Hv> - <v,Hw>| relative to the size that it has for independent vectors.
struct Symmetry {
  Verdict verdict = Verdict::inconclusive;
  double error = 0.0;
  double linearity = 0.0;  // |H(p v + q w) - p H v - q H w| / (|p H v| + |q H w|)
};

struct TaylorResult {
  Verdict verdict = Verdict::inconclusive;
  Fault fault;
  double J = 0.0;
  bool repeatable = true;
  bool restored = false;  // J(m), m and g are at the end what they were
  double tolerance = 0.0;
  std::uint64_t seed = 0;
  Ladder ladder = Ladder::full;
  bool with_hessian = false;  // R2 is known
  std::int64_t evaluations = 0;
  std::vector<TaylorDirection> directions;  // those of all elements first, then part by part
  std::int64_t worst = -1;             // the direction that decides: of the worst verdict, the one of the largest error
  std::int64_t random_directions = 0;  // over all elements, all of them measured; 0: no certificate
  std::vector<std::string> part_names;  // and kinds of setup.parts
  std::vector<PartKind> part_kinds;
  bool of_hessian = false;
  std::vector<Symmetry> symmetry;  // of a Hessian's test, one per direction
  double symmetry_bound = 0.0;
  std::string diagnosis;  // what is likely wrong, when something fails
  std::string text;
};

// What random directions prove of the whole gradient.
struct Certificate {
  bool known = false;
  double miss_probability = 1.0;  // at most: that an error of `factor` tolerances stays unseen
  double bound = 0.0;             // of the whole error relative to the gradient's size, with 99 %
};
Certificate certify(const TaylorResult &result, double factor);

// g may be NULL when setup.gradient is not empty. Throws Status::callback when a callback fails anywhere but at the
// ladder's points.
TaylorResult taylor_test(const TaylorSetup &setup, const void *m, const void *g);

// The same for setup.hessian against setup.gradient: along each direction, of J' = <w, gradient> with a w of its own;
// and the Hessian's symmetry.
TaylorResult hessian_test(const TaylorSetup &setup, const void *m);

// Fills worst, verdict, diagnosis and text from the rest.
void sum_up(TaylorResult &result, const std::vector<Constant> &constants);

// What is likely wrong: from the place of the error and from its ratio.
std::string diagnose(const TaylorResult &result, const std::vector<Constant> &constants);

// One line in words.
std::string describe(const TaylorResult &result);

}  // namespace ebw::verify
