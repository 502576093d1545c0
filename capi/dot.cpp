// SPDX-License-Identifier: MIT
// Dot group of the C ABI.
#include "dot.hpp"

#include <cmath>

#include "verify.hpp"

namespace {

using namespace ebw;
using namespace ebw::capi;

verify::DotSetup dot_setup(std::int32_t dtype, std::int64_t n_x, std::int64_t n_y, ebw_dot_forward_fn forward,
                           ebw_dot_adjoint_fn adjoint, void *user) {
  verify::DotSetup setup;
  setup.dtype = checked_dtype(dtype);
  setup.x.n = n_x;
  setup.y.n = n_y;
  require_length(n_x, setup.dtype, "n_x");
  require_length(n_y, setup.dtype, "n_y");
  require(forward, "forward");
  require(adjoint, "adjoint");
  setup.forward = [forward, user](const void *x, void *y) { return forward(x, y, user); };
  setup.adjoint = [adjoint, user](const void *y, void *x) { return adjoint(y, x, user); };
  return setup;
}

template <class Read>
std::int32_t with_pair(const ebw_dot *test, std::int64_t pair, const Read &read) noexcept {
  return with_result(test,
                     [&](const verify::DotResult &result) { read(choose(result.pairs, pair, result.worst, "pair")); });
}

}  // namespace

extern "C" {

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

int32_t ebw_dot_set_inner_products(ebw_dot *test, ebw_inner_product_fn product_x, ebw_inner_product_fn product_y,
                                   void *user, ebw_release_fn release) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::InnerProduct x = inner_product_of(product_x, user), y = inner_product_of(product_y, user);
    object->inner_user = UserPointer(user, release);
    object->setup.x.inner = std::move(x);
    object->setup.y.inner = std::move(y);
  });
}

int32_t ebw_dot_set_index_offsets(ebw_dot *test, int64_t offset_x, int64_t offset_y) {
  return with_setup(test, [&](verify::DotSetup &setup) {
    require_offset(offset_x, setup.x.n, "offset_x");
    require_offset(offset_y, setup.y.n, "offset_y");
    setup.x.offset = offset_x;
    setup.y.offset = offset_y;
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

int32_t ebw_dot_get_options(const ebw_dot *test, int32_t *dtype, int64_t *n_x, int64_t *n_y, int64_t *steps,
                            int64_t *seed) {
  return entry([&] {
    const auto object = use(test, "test");
    const verify::DotResult &result = require_result(object->result);
    give(dtype, static_cast<std::int32_t>(object->setup.dtype));
    give(n_x, object->setup.x.n);
    give(n_y, object->setup.y.n);
    give(steps, result.steps);
    give(seed, static_cast<std::int64_t>(result.seed));
  });
}

int32_t ebw_dot_get_calls(const ebw_dot *test, int64_t *forward, int64_t *adjoint) {
  return with_result(test, [&](const verify::DotResult &result) {
    give(forward, result.forward_calls);
    give(adjoint, result.adjoint_calls);
  });
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
