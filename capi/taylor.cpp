// SPDX-License-Identifier: MIT
// Taylor group of the C ABI: options, parts and runs.
#include "taylor.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "verify.hpp"

namespace {

using namespace ebw;
using namespace ebw::capi;

double default_tolerance(Dtype dtype) { return dtype == Dtype::f64 ? 1e-6 : 1e-3; }

verify::TaylorSetup taylor_setup(std::int32_t dtype, std::int64_t n, ebw_taylor_evaluate_fn evaluate, void *user) {
  verify::TaylorSetup setup;
  setup.dtype = checked_dtype(dtype);
  setup.space.n = n;
  require_length(n, setup.dtype, "n");
  require(evaluate, "evaluate");
  setup.evaluate = [evaluate, user](const void *m, double *J) { return evaluate(m, J, user); };
  setup.tolerance = default_tolerance(setup.dtype);
  return setup;
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
  for (std::int64_t i = 0; i < setup.space.n; ++i) {
    const double low = lower ? element(lower, setup.dtype, i) : -HUGE_VAL;
    const double high = upper ? element(upper, setup.dtype, i) : HUGE_VAL;
    if (!(low <= high))
      fail(Status::argument, "lower[", i, "] = ", low, ", upper[", i, "] = ", high, ", need lower <= upper, no NaN");
  }
}

// A NaN in m passes here: it is the test's business and its verdict FAIL.
void require_inside(const verify::TaylorSetup &setup, const void *m) {
  for (std::int64_t i = 0; i < setup.space.n && (setup.lower || setup.upper); ++i) {
    const double here = element(m, setup.dtype, i);
    if (setup.lower && here < element(setup.lower, setup.dtype, i))
      fail(Status::argument, "m[", i, "] = ", here, " is below its bound ", element(setup.lower, setup.dtype, i),
           "; move m or the bound");
    if (setup.upper && here > element(setup.upper, setup.dtype, i))
      fail(Status::argument, "m[", i, "] = ", here, " is above its bound ", element(setup.upper, setup.dtype, i),
           "; move m or the bound");
  }
}

void require_name(const char *name) {
  require(name, "name");
  if (*name == '\0') fail(Status::argument, "name is empty; pass a word");
}

// The number of all directions must be one.
void require_count(const verify::TaylorSetup &setup) {
  const std::int64_t parts =
      checked_multiply(static_cast<std::int64_t>(setup.parts.size()), setup.part_directions, "directions of all parts");
  checked_add(setup.directions, parts, "directions");
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

int32_t ebw_taylor_set_hessian(ebw_taylor *test, ebw_taylor_hessian_fn hessian, void *user, ebw_release_fn release) {
  return entry([&] {
    const auto object = use(test, "test");
    std::function<std::int32_t(const void *, const void *, void *)> function;
    if (hessian) function = [hessian, user](const void *m, const void *v, void *Hv) { return hessian(m, v, Hv, user); };
    object->hessian_user = UserPointer(user, release);
    object->setup.hessian = std::move(function);
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
    const std::int64_t elements = checked_multiply(count, setup.space.n, "directions");
    checked_multiply(elements, size_of(setup.dtype), "directions");
    for (std::int64_t i = 0; i < elements; ++i)
      if (!std::isfinite(element(directions, setup.dtype, i)))
        fail(Status::argument, "directions[", i / setup.space.n, "][", i % setup.space.n,
             "] is not finite; pass finite numbers");
    object->given = copy_of(*object, directions, elements);
    setup.given = object->given.data();
    setup.directions = count;
  });
}

int32_t ebw_taylor_set_typical_size(ebw_taylor *test, const void *size) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::TaylorSetup &setup = object->setup;
    for (std::int64_t i = 0; size && i < setup.space.n; ++i) {
      const double value = element(size, setup.dtype, i);
      if (!(value >= 0.0 && std::isfinite(value)))
        fail(Status::argument, "size[", i, "] = ", value, ", need a finite number that is not negative");
    }
    object->typical_size = copy_of(*object, size, setup.space.n);
    setup.typical_size = object->typical_size.data();
  });
}

int32_t ebw_taylor_set_bounds(ebw_taylor *test, const void *lower, const void *upper) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::TaylorSetup &setup = object->setup;
    require_bounds(setup, lower, upper);
    AlignedBuffer new_lower = copy_of(*object, lower, setup.space.n),
                  new_upper = copy_of(*object, upper, setup.space.n);
    object->lower = std::move(new_lower);
    object->upper = std::move(new_upper);
    setup.lower = object->lower.data();
    setup.upper = object->upper.data();
  });
}

int32_t ebw_taylor_set_inner_product(ebw_taylor *test, ebw_inner_product_fn inner_product, void *user,
                                     ebw_release_fn release) {
  return entry([&] {
    const auto object = use(test, "test");
    verify::InnerProduct inner = inner_product_of(inner_product, user);
    object->inner_user = UserPointer(user, release);
    object->setup.space.inner = std::move(inner);
  });
}

int32_t ebw_taylor_set_index_offset(ebw_taylor *test, int64_t offset) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_offset(offset, setup.space.n, "offset");
    setup.space.offset = offset;
  });
}

int32_t ebw_taylor_set_constant(ebw_taylor *test, const char *name, double value) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_name(name);
    if (!(value > 0.0 && std::isfinite(value)))
      fail(Status::argument, "value = ", value, " of '", name, "', need a finite number above 0");
    for (verify::Constant &constant : setup.constants)
      if (constant.name == name) {
        constant.value = value;
        return;
      }
    setup.constants.push_back({name, value});
  });
}

int32_t ebw_taylor_set_least_noise(ebw_taylor *test, double noise) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    if (!(noise >= 0.0 && std::isfinite(noise)))
      fail(Status::argument, "noise = ", noise, ", need a finite number of at least 0");
    setup.least_noise = noise;
  });
}

int32_t ebw_taylor_set_steps(ebw_taylor *test, int64_t steps) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_at_least_1(steps, "steps");
    setup.steps = steps;
  });
}

int32_t ebw_taylor_add_block(ebw_taylor *test, const char *name, int64_t begin, int64_t end) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_name(name);
    if (begin < 0 || begin > setup.space.n)
      fail(Status::argument, "begin = ", begin, ", need 0 to n = ", setup.space.n);
    if (end < begin || end > setup.space.n)
      fail(Status::argument, "end = ", end, ", need begin = ", begin, " to n = ", setup.space.n);
    setup.parts.push_back({name, verify::PartKind::block, begin, end, {}});
  });
}

int32_t ebw_taylor_add_block_ids(ebw_taylor *test, int64_t count, const int32_t *ids) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_at_least_1(count, "count");
    if (count > std::numeric_limits<std::int32_t>::max())
      fail(Status::argument, "count = ", count, ", need at most 2147483647, the largest id and 1");
    require(ids, "ids");
    for (std::int64_t i = 0; i < setup.space.n; ++i)
      if (ids[i] >= count)
        fail(Status::argument, "ids[", i, "] = ", ids[i], ", need less than count = ", count, "; below 0: in no block");
    std::vector<verify::Part> blocks(static_cast<std::size_t>(count));
    for (std::int64_t b = 0; b < count; ++b) blocks[b].name = text("block ", b);
    for (std::int64_t i = 0; i < setup.space.n; ++i)
      if (ids[i] >= 0) blocks[ids[i]].elements.push_back(i);
    setup.parts.reserve(setup.parts.size() + blocks.size());
    std::move(blocks.begin(), blocks.end(), std::back_inserter(setup.parts));
  });
}

int32_t ebw_taylor_add_region(ebw_taylor *test, const char *name, int32_t kind, int64_t count,
                              const int64_t *elements) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_name(name);
    if (kind < EBW_PART_BLOCK || kind > EBW_PART_INTERFACE)
      fail(Status::argument, "kind = ", kind, ", need 1 (EBW_PART_BLOCK) to 6 (EBW_PART_INTERFACE)");
    if (count < 0 || count > setup.space.n)
      fail(Status::argument, "count = ", count, ", need 0 to n = ", setup.space.n);
    if (count > 0) require(elements, "elements");
    for (std::int64_t i = 0; i < count; ++i)
      if (elements[i] < 0 || elements[i] >= setup.space.n)
        fail(Status::argument, "elements[", i, "] = ", elements[i], ", need 0 to n - 1 = ", setup.space.n - 1);
    verify::Part part{name, static_cast<verify::PartKind>(kind), 0, 0, {}};
    if (count > 0) part.elements.assign(elements, elements + count);
    setup.parts.push_back(std::move(part));
  });
}

int32_t ebw_taylor_clear_parts(ebw_taylor *test) {
  return with_setup(test, [&](verify::TaylorSetup &setup) { setup.parts.clear(); });
}

int32_t ebw_taylor_set_part_directions(ebw_taylor *test, int64_t count) {
  return with_setup(test, [&](verify::TaylorSetup &setup) {
    require_at_least_1(count, "count");
    setup.part_directions = count;
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
    require_count(object->setup);
    object->result.reset();
    object->result = verify::taylor_test(object->setup, m, g);
    *verdict = number(object->result->verdict);
  });
}

int32_t ebw_taylor_run_hessian(ebw_taylor *test, const void *m, int32_t *verdict) {
  return entry([&] {
    const auto object = use(test, "test");
    require(m, "m");
    require(verdict, "verdict");
    require_inside(object->setup, m);
    require_count(object->setup);
    if (!object->setup.gradient)
      fail(Status::state, "the test has no gradient callback; set one with ebw_taylor_set_gradient");
    if (!object->setup.hessian)
      fail(Status::state, "the test has no Hessian callback; set one with ebw_taylor_set_hessian");
    object->result.reset();
    object->result = verify::hessian_test(object->setup, m);
    *verdict = number(object->result->verdict);
  });
}

}  // extern "C"
