// SPDX-License-Identifier: MIT
// Verify group of the C ABI: Taylor test and dot test of any user code.
#include "ebbwave/verify.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/aligned_buffer.hpp"
#include "entry.hpp"
#include "verify/dot_test.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::capi {

namespace {

struct TaylorObject : Object {
  verify::TaylorSetup setup;
  UserPointer evaluate_user, gradient_user;
  MemoryAccount account;
  AlignedBuffer given, typical_size, lower, upper;
  std::optional<verify::TaylorResult> result;
};

struct DotObject : Object {
  verify::DotSetup setup;
  UserPointer user;
  std::optional<verify::DotResult> result;
};

double default_tolerance(Dtype dtype) { return dtype == Dtype::f64 ? 1e-6 : 1e-3; }

void require_length(std::int64_t n, Dtype dtype, const char *name) {
  if (n < 1) fail(Status::shape, name, " = ", n, ", need at least 1; pass the number of elements");
  // Vectors of doubles beside those of dtype are needed.
  checked_multiply(n, 8 + size_of(dtype), name);
}

verify::TaylorSetup taylor_setup(std::int32_t dtype, std::int64_t n, ebw_taylor_evaluate_fn evaluate, void *user) {
  verify::TaylorSetup setup;
  setup.dtype = checked_dtype(dtype);
  setup.n = n;
  require_length(n, setup.dtype, "n");
  require(evaluate, "evaluate");
  setup.evaluate = [evaluate, user](const void *m, double *J) { return evaluate(m, J, user); };
  setup.tolerance = default_tolerance(setup.dtype);
  return setup;
}

verify::DotSetup dot_setup(std::int32_t dtype, std::int64_t n_x, std::int64_t n_y, ebw_dot_forward_fn forward,
                           ebw_dot_adjoint_fn adjoint, void *user) {
  verify::DotSetup setup;
  setup.dtype = checked_dtype(dtype);
  setup.n_x = n_x;
  setup.n_y = n_y;
  require_length(n_x, setup.dtype, "n_x");
  require_length(n_y, setup.dtype, "n_y");
  require(forward, "forward");
  require(adjoint, "adjoint");
  setup.forward = [forward, user](const void *x, void *y) { return forward(x, y, user); };
  setup.adjoint = [adjoint, user](const void *y, void *x) { return adjoint(y, x, user); };
  return setup;
}

void require_at_least_1(std::int64_t value, const char *name) {
  if (value < 1) fail(Status::argument, name, " = ", value, ", need at least 1");
}

// Element i of an array of either dtype.
double element(const void *array, Dtype dtype, std::int64_t i) {
  return dtype == Dtype::f32 ? static_cast<const float *>(array)[i] : static_cast<const double *>(array)[i];
}

AlignedBuffer copy_of(TaylorObject &test, const void *array, std::int64_t count) {
  if (!array) return {};
  AlignedBuffer copy(test.account, MemoryUse::scratch, count * size_of(test.setup.dtype));
  std::memcpy(copy.data(), array, static_cast<std::size_t>(copy.bytes()));
  return copy;
}

void require_bounds(const verify::TaylorSetup &setup, const void *lower, const void *upper) {
  for (std::int64_t i = 0; i < setup.n; ++i) {
    const double low = lower ? element(lower, setup.dtype, i) : -HUGE_VAL;
    const double high = upper ? element(upper, setup.dtype, i) : HUGE_VAL;
    if (!(low <= high))
      fail(Status::argument, "lower[", i, "] = ", low, ", upper[", i, "] = ", high, ", need lower <= upper, no NaN");
  }
}

// A NaN in m passes here: it is the test's business and its verdict FAIL.
void require_inside(const verify::TaylorSetup &setup, const void *m) {
  for (std::int64_t i = 0; i < setup.n && (setup.lower || setup.upper); ++i) {
    const double here = element(m, setup.dtype, i);
    if (setup.lower && here < element(setup.lower, setup.dtype, i))
      fail(Status::argument, "m[", i, "] = ", here, " is below its bound ", element(setup.lower, setup.dtype, i),
           "; move m or the bound");
    if (setup.upper && here > element(setup.upper, setup.dtype, i))
      fail(Status::argument, "m[", i, "] = ", here, " is above its bound ", element(setup.upper, setup.dtype, i),
           "; move m or the bound");
  }
}

template <class T>
void give(T *out, T value) {
  if (out) *out = value;
}

template <class Result>
const Result &require_result(const std::optional<Result> &result) {
  if (!result) fail(Status::state, "this test has no results; run it first, to its end");
  return *result;
}

// The item that an index or EBW_WORST names.
template <class Item>
const Item &choose(const std::vector<Item> &items, std::int64_t index, std::int64_t worst, const char *name) {
  const auto count = static_cast<std::int64_t>(items.size());
  if (count == 0)
    fail(Status::not_found, name, " = ", index, ", but a fault ended the run before the first; see get_fault");
  if (index == EBW_WORST) return items[worst];
  if (index < 0 || index >= count)
    fail(Status::not_found, name, " = ", index, ", need 0 to ", count - 1, ", or -1 for the worst");
  return items[index];
}

std::int32_t number(verify::Verdict verdict) { return static_cast<std::int32_t>(verdict); }

template <class Result>
void give_fault(const Result &result, std::int32_t *fault, std::int64_t *index) {
  give(fault, static_cast<std::int32_t>(result.fault.kind));
  give(index, result.fault.index);
}

}  // namespace

}  // namespace ebw::capi

struct ebw_taylor : ebw::capi::Handle<ebw::capi::TaylorObject, 'T'> {
  using Handle::Handle;
};
struct ebw_dot : ebw::capi::Handle<ebw::capi::DotObject, 'D'> {
  using Handle::Handle;
};

namespace {

using namespace ebw;
using namespace ebw::capi;

// Runs `read` on the results of a test's last run.
template <class H, class Read>
std::int32_t with_result(const H *test, const Read &read) noexcept {
  return entry([&] {
    const auto object = use(test, "test");
    read(require_result(object->result));
  });
}
template <class Read>
std::int32_t with_direction(const ebw_taylor *test, std::int64_t direction, const Read &read) noexcept {
  return with_result(test, [&](const verify::TaylorResult &result) {
    read(choose(result.directions, direction, result.worst, "direction"));
  });
}
template <class Read>
std::int32_t with_pair(const ebw_dot *test, std::int64_t pair, const Read &read) noexcept {
  return with_result(test,
                     [&](const verify::DotResult &result) { read(choose(result.pairs, pair, result.worst, "pair")); });
}

// Runs `change` on a test's setup; options hold for later runs, results stay those of the last.
template <class H, class Change>
std::int32_t with_setup(const H *test, const Change &change) noexcept {
  return entry([&] { change(use(test, "test")->setup); });
}

}  // namespace

extern "C" {

int32_t ebw_taylor_test(int32_t dtype, int64_t n, const void *m, const void *g, ebw_taylor_evaluate_fn evaluate,
                        void *user, int32_t *verdict, double *error, double *resolution) {
  return entry([&] {
    const verify::TaylorSetup setup = taylor_setup(dtype, n, evaluate, user);
    require(m, "m");
    require(g, "g");
    require(verdict, "verdict");
    const verify::TaylorResult result = verify::taylor_test(setup, m, g);
    const verify::TaylorDirection worst =
        result.worst < 0 ? verify::TaylorDirection{} : result.directions[result.worst];
    *verdict = number(result.verdict);
    give(error, worst.error);
    give(resolution, worst.resolution);
  });
}

int32_t ebw_dot_test(int32_t dtype, int64_t n_x, int64_t n_y, ebw_dot_forward_fn forward, ebw_dot_adjoint_fn adjoint,
                     void *user, int64_t steps, int32_t *verdict, double *error, double *bound) {
  return entry([&] {
    verify::DotSetup setup = dot_setup(dtype, n_x, n_y, forward, adjoint, user);
    require_at_least_1(steps, "steps");
    require(verdict, "verdict");
    setup.steps = steps;
    const verify::DotResult result = verify::dot_test(setup);
    *verdict = number(result.verdict);
    give(error, result.worst < 0 ? 0.0 : result.pairs[result.worst].error);
    give(bound, result.bound);
  });
}

int32_t ebw_taylor_create(int32_t dtype, int64_t n, ebw_taylor_evaluate_fn evaluate, void *user, ebw_release_fn release,
                          ebw_taylor **test) {
  return entry([&] {
    require(test, "test");
    verify::TaylorSetup setup = taylor_setup(dtype, n, evaluate, user);
    auto object = std::make_shared<TaylorObject>();
    object->setup = std::move(setup);
    auto handle = std::make_unique<ebw_taylor>(object);
    object->evaluate_user = UserPointer(user, release);
    *test = handle.release();
  });
}

void ebw_taylor_destroy(ebw_taylor *test) { delete test; }

int32_t ebw_taylor_set_gradient(ebw_taylor *test, ebw_taylor_gradient_fn gradient, void *user, ebw_release_fn release) {
  return entry([&] {
    const auto object = use(test, "test");
    std::function<std::int32_t(const void *, void *)> function;
    if (gradient) function = [gradient, user](const void *m, void *g) { return gradient(m, g, user); };
    object->gradient_user = UserPointer(user, release);
    object->setup.gradient = std::move(function);
  });
}

int32_t ebw_taylor_set_profile(ebw_taylor *test, int32_t profile) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    if (profile != EBW_PROFILE_DEFAULT && profile != EBW_PROFILE_EXACT)
      fail(Status::argument, "profile = ", profile, ", need 0 (EBW_PROFILE_DEFAULT) or 1 (EBW_PROFILE_EXACT)");
    if (profile == EBW_PROFILE_EXACT && setup.dtype != Dtype::f64)
      fail(Status::unsupported, "profile = 1 (EBW_PROFILE_EXACT) needs dtype f64; in f32 set a tolerance");
    setup.tolerance = profile == EBW_PROFILE_EXACT ? 1e-8 : default_tolerance(setup.dtype);
  });
}

int32_t ebw_taylor_set_tolerance(ebw_taylor *test, double tolerance) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    if (!(tolerance > 0.0 && tolerance < 1.0))
      fail(Status::argument, "tolerance = ", tolerance, ", need a number above 0 and below 1, such as 1e-6");
    setup.tolerance = tolerance;
  });
}

int32_t ebw_taylor_set_ladder(ebw_taylor *test, int32_t ladder) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    if (ladder != EBW_LADDER_FULL && ladder != EBW_LADDER_REDUCED)
      fail(Status::argument, "ladder = ", ladder, ", need 0 (EBW_LADDER_FULL) or 1 (EBW_LADDER_REDUCED)");
    setup.ladder = static_cast<verify::Ladder>(ladder);
  });
}

int32_t ebw_taylor_set_seed(ebw_taylor *test, int64_t seed) {
  return with_setup(test, [&](verify::TaylorSetup &setup) { setup.seed = static_cast<std::uint64_t>(seed); });
}

int32_t ebw_taylor_set_directions(ebw_taylor *test, int64_t count) {
  return entry([&] {
    const auto object = use(test, "test");
    require_at_least_1(count, "count");
    object->setup.directions = count;
    object->setup.given = nullptr;
    object->given.release();
  });
}

int32_t ebw_taylor_set_given_directions(ebw_taylor *test, int64_t count, const void *directions) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::TaylorSetup &setup = object->setup;
    require_at_least_1(count, "count");
    require(directions, "directions");
    const std::int64_t elements = checked_multiply(count, setup.n, "directions");
    checked_multiply(elements, size_of(setup.dtype), "directions");
    for (std::int64_t i = 0; i < elements; ++i)
      if (!std::isfinite(element(directions, setup.dtype, i)))
        fail(Status::argument, "directions[", i / setup.n, "][", i % setup.n, "] is not finite; pass finite numbers");
    object->given = copy_of(*object, directions, elements);
    setup.given = object->given.data();
    setup.directions = count;
  });
}

int32_t ebw_taylor_set_typical_size(ebw_taylor *test, const void *size) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::TaylorSetup &setup = object->setup;
    for (std::int64_t i = 0; size && i < setup.n; ++i) {
      const double value = element(size, setup.dtype, i);
      if (!(value >= 0.0 && std::isfinite(value)))
        fail(Status::argument, "size[", i, "] = ", value, ", need a finite number that is not negative");
    }
    object->typical_size = copy_of(*object, size, setup.n);
    setup.typical_size = object->typical_size.data();
  });
}

int32_t ebw_taylor_set_bounds(ebw_taylor *test, const void *lower, const void *upper) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::TaylorSetup &setup = object->setup;
    require_bounds(setup, lower, upper);
    AlignedBuffer new_lower = copy_of(*object, lower, setup.n), new_upper = copy_of(*object, upper, setup.n);
    object->lower = std::move(new_lower);
    object->upper = std::move(new_upper);
    setup.lower = object->lower.data();
    setup.upper = object->upper.data();
  });
}

int32_t ebw_taylor_run(ebw_taylor *test, const void *m, const void *g, int32_t *verdict) {
  return entry([&] {
    const auto object = use(test, "test");
    require(m, "m");
    require(verdict, "verdict");
    if (!g && !object->setup.gradient)
      fail(Status::state, "g is NULL and no gradient callback is set; pass g or call ebw_taylor_set_gradient");
    require_inside(object->setup, m);
    object->result.reset();
    object->result = verify::taylor_test(object->setup, m, g);
    *verdict = number(object->result->verdict);
  });
}

int32_t ebw_taylor_get_verdict(const ebw_taylor *test, int32_t *verdict) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(verdict, number(result.verdict)); });
}

int32_t ebw_taylor_get_text(const ebw_taylor *test, const char **text) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(text, result.text.c_str()); });
}

int32_t ebw_taylor_get_fault(const ebw_taylor *test, int32_t *fault, int64_t *index) {
  return with_result(test, [&](const verify::TaylorResult &result) { give_fault(result, fault, index); });
}

int32_t ebw_taylor_get_value(const ebw_taylor *test, double *J, int32_t *repeatable) {
  return with_result(test, [&](const verify::TaylorResult &result) {
    give(J, result.J);
    give(repeatable, std::int32_t{result.repeatable});
  });
}

int32_t ebw_taylor_get_evaluations(const ebw_taylor *test, int64_t *evaluations) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(evaluations, result.evaluations); });
}

int32_t ebw_taylor_count_directions(const ebw_taylor *test, int64_t *count) {
  return with_result(test, [&](const verify::TaylorResult &result) {
    give(count, static_cast<std::int64_t>(result.directions.size()));
  });
}

int32_t ebw_taylor_get_direction(const ebw_taylor *test, int64_t direction, int32_t *verdict, double *error,
                                 double *resolution) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    give(verdict, number(d.verdict));
    give(error, d.error);
    give(resolution, d.resolution);
  });
}

int32_t ebw_taylor_get_derivative(const ebw_taylor *test, int64_t direction, double *g_dot_d, double *finite_difference,
                                  double *scale) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    give(g_dot_d, d.g_dot_d);
    give(finite_difference, d.finite_difference);
    give(scale, d.scale);
  });
}

int32_t ebw_taylor_get_noise(const ebw_taylor *test, int64_t direction, double *noise) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) { give(noise, d.noise); });
}

int32_t ebw_taylor_get_order(const ebw_taylor *test, int64_t direction, int32_t remainder, double *order,
                             int64_t *points, int32_t *known) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    if (remainder == 2) fail(Status::unsupported, "remainder = 2 needs a Hessian, need 0 or 1");
    if (remainder != 0 && remainder != 1) fail(Status::argument, "remainder = ", remainder, ", need 0 or 1");
    give(order, d.orders[remainder].value);
    give(points, d.orders[remainder].points);
    give(known, std::int32_t{d.orders[remainder].known});
  });
}

int32_t ebw_taylor_get_dropped(const ebw_taylor *test, int64_t direction, int64_t *levels, int32_t *last_status) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    give(levels, d.dropped);
    give(last_status, d.last_status);
  });
}

int32_t ebw_taylor_count_levels(const ebw_taylor *test, int64_t direction, int64_t *count) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    give(count, static_cast<std::int64_t>(d.levels.size()));
  });
}

int32_t ebw_taylor_get_level(const ebw_taylor *test, int64_t direction, int64_t level, double *h, double *J_plus,
                             double *J_minus, double *R0, double *R1) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    if (level < 0 || level >= static_cast<std::int64_t>(d.levels.size()))
      fail(Status::not_found, "level = ", level, ", of ", d.levels.size(),
           " that were kept; see ebw_taylor_count_levels");
    const verify::TaylorLevel &row = d.levels[level];
    give(h, row.h);
    give(J_plus, row.J_plus);
    give(J_minus, row.J_minus);
    give(R0, row.R0);
    give(R1, row.R1);
  });
}

int32_t ebw_dot_create(int32_t dtype, int64_t n_x, int64_t n_y, ebw_dot_forward_fn forward, ebw_dot_adjoint_fn adjoint,
                       void *user, ebw_release_fn release, ebw_dot **test) {
  return entry([&] {
    require(test, "test");
    verify::DotSetup setup = dot_setup(dtype, n_x, n_y, forward, adjoint, user);
    auto object = std::make_shared<DotObject>();
    object->setup = std::move(setup);
    auto handle = std::make_unique<ebw_dot>(object);
    object->user = UserPointer(user, release);
    *test = handle.release();
  });
}

void ebw_dot_destroy(ebw_dot *test) { delete test; }

int32_t ebw_dot_set_steps(ebw_dot *test, int64_t steps) {
  return with_setup(test, [&](verify::DotSetup &setup) {
    require_at_least_1(steps, "steps");
    setup.steps = steps;
  });
}

int32_t ebw_dot_set_bound_factor(ebw_dot *test, double factor) {
  return with_setup(test, [&](verify::DotSetup &setup) {
    if (!(factor > 0.0 && std::isfinite(factor)))
      fail(Status::argument, "factor = ", factor, ", need a finite number above 0, such as 64");
    setup.bound_factor = factor;
  });
}

int32_t ebw_dot_set_seeds(ebw_dot *test, int64_t seed, int64_t count) {
  return with_setup(test, [&](verify::DotSetup &setup) {
    require_at_least_1(count, "count");
    setup.seed = static_cast<std::uint64_t>(seed);
    setup.seeds = count;
  });
}

int32_t ebw_dot_set_image(ebw_dot *test, int32_t on) {
  return with_setup(test, [&](verify::DotSetup &setup) {
    if (on != 0 && on != 1) fail(Status::argument, "on = ", on, ", need 0 or 1");
    setup.image = on == 1;
  });
}

int32_t ebw_dot_run(ebw_dot *test, int32_t *verdict) {
  return entry([&] {
    const auto object = use(test, "test");
    require(verdict, "verdict");
    object->result.reset();
    object->result = verify::dot_test(object->setup);
    *verdict = number(object->result->verdict);
  });
}

int32_t ebw_dot_get_verdict(const ebw_dot *test, int32_t *verdict) {
  return with_result(test, [&](const verify::DotResult &result) { give(verdict, number(result.verdict)); });
}

int32_t ebw_dot_get_text(const ebw_dot *test, const char **text) {
  return with_result(test, [&](const verify::DotResult &result) { give(text, result.text.c_str()); });
}

int32_t ebw_dot_get_fault(const ebw_dot *test, int32_t *fault, int64_t *index) {
  return with_result(test, [&](const verify::DotResult &result) { give_fault(result, fault, index); });
}

int32_t ebw_dot_get_bound(const ebw_dot *test, double *bound) {
  return with_result(test, [&](const verify::DotResult &result) { give(bound, result.bound); });
}

int32_t ebw_dot_count_pairs(const ebw_dot *test, int64_t *count) {
  return with_result(
      test, [&](const verify::DotResult &result) { give(count, static_cast<std::int64_t>(result.pairs.size())); });
}

int32_t ebw_dot_get_pair(const ebw_dot *test, int64_t pair, int32_t *verdict, double *error, double *linearity) {
  return with_pair(test, pair, [&](const verify::DotPair &p) {
    give(verdict, number(p.verdict));
    give(error, p.error);
    give(linearity, p.linearity);
  });
}

int32_t ebw_dot_get_products(const ebw_dot *test, int64_t pair, double *a, double *b, double *scale) {
  return with_pair(test, pair, [&](const verify::DotPair &p) {
    give(a, p.a);
    give(b, p.b);
    give(scale, p.scale);
  });
}

}  // extern "C"
