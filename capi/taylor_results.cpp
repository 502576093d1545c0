// SPDX-License-Identifier: MIT
// Taylor group of the C ABI: results of the last run.
#include <cmath>

#include "taylor.hpp"
#include "verify.hpp"

namespace {

using namespace ebw;
using namespace ebw::capi;

template <class Read>
std::int32_t with_direction(const ebw_taylor *test, std::int64_t direction, const Read &read) noexcept {
  return with_result(test, [&](const verify::TaylorResult &result) {
    read(choose(result.directions, direction, result.worst, "direction"));
  });
}

template <class Read>
std::int32_t with_order(const ebw_taylor *test, std::int64_t direction, std::int32_t remainder,
                        const Read &read) noexcept {
  return entry([&] {
    const auto object = use(test, "test");
    const verify::TaylorResult &result = require_result(object->result);
    const verify::TaylorDirection &d = choose(result.directions, direction, result.worst, "direction");
    if (remainder < 0 || remainder > 2) fail(Status::argument, "remainder = ", remainder, ", need 0, 1 or 2");
    if (remainder == 2 && !result.with_hessian)
      fail(Status::unsupported, "remainder = 2 needs a Hessian; set one with ebw_taylor_set_hessian before the run");
    read(d.orders[remainder]);
  });
}

template <class Read>
std::int32_t with_level(const ebw_taylor *test, std::int64_t direction, std::int64_t level, const Read &read) noexcept {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    if (level < 0 || level >= static_cast<std::int64_t>(d.levels.size()))
      fail(Status::not_found, "level = ", level, ", of ", d.levels.size(),
           " that were kept; see ebw_taylor_count_levels");
    read(d.levels[level]);
  });
}

}  // namespace

extern "C" {

int32_t ebw_taylor_get_verdict(const ebw_taylor *test, int32_t *verdict) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(verdict, number(result.verdict)); });
}

int32_t ebw_taylor_get_text(const ebw_taylor *test, const char **text) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(text, result.text.c_str()); });
}

int32_t ebw_taylor_get_diagnosis(const ebw_taylor *test, const char **text) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(text, result.diagnosis.c_str()); });
}

int32_t ebw_taylor_get_options(const ebw_taylor *test, int32_t *dtype, int64_t *n, double *tolerance, int64_t *seed,
                               int32_t *ladder) {
  return entry([&] {
    const auto object = use(test, "test");
    const verify::TaylorResult &result = require_result(object->result);
    give(dtype, static_cast<std::int32_t>(object->setup.dtype));
    give(n, object->setup.space.n);
    give(tolerance, result.tolerance);
    give(seed, static_cast<std::int64_t>(result.seed));
    give(ladder, static_cast<std::int32_t>(result.ladder));
  });
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

int32_t ebw_taylor_get_restored(const ebw_taylor *test, int32_t *restored) {
  return with_result(test, [&](const verify::TaylorResult &result) { give(restored, std::int32_t{result.restored}); });
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

int32_t ebw_taylor_get_certificate(const ebw_taylor *test, double factor, double *miss_probability, double *bound,
                                   int32_t *known) {
  return with_result(test, [&](const verify::TaylorResult &result) {
    if (!(factor > 0.8 && std::isfinite(factor)))
      fail(Status::argument, "factor = ", factor, ", need a finite number above 0.8, such as 10");
    const verify::Certificate certificate = verify::certify(result, factor);
    give(miss_probability, certificate.miss_probability);
    give(bound, certificate.bound);
    give(known, std::int32_t{certificate.known});
  });
}

int32_t ebw_taylor_get_part(const ebw_taylor *test, int64_t direction, const char **name, int32_t *kind) {
  return with_result(test, [&](const verify::TaylorResult &result) {
    const std::int64_t part = choose(result.directions, direction, result.worst, "direction").part;
    give(name, part < 0 ? "all" : result.part_names[part].c_str());
    give(kind, part < 0 ? std::int32_t{EBW_PART_ALL} : static_cast<std::int32_t>(result.part_kinds[part]));
  });
}

int32_t ebw_taylor_get_reason(const ebw_taylor *test, int64_t direction, const char **text) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) { give(text, d.reason.c_str()); });
}

int32_t ebw_taylor_get_ratio(const ebw_taylor *test, int64_t direction, double *ratio, int32_t *known) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) {
    give(ratio, d.ratio.value);
    give(known, std::int32_t{d.ratio.value != 0.0});
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

int32_t ebw_taylor_get_curvature(const ebw_taylor *test, int64_t direction, double *curvature) {
  return with_direction(test, direction, [&](const verify::TaylorDirection &d) { give(curvature, d.curvature); });
}

int32_t ebw_taylor_get_order(const ebw_taylor *test, int64_t direction, int32_t remainder, double *order,
                             int64_t *points, int32_t *known) {
  return with_order(test, direction, remainder, [&](const verify::Order &o) {
    give(order, o.value);
    give(points, o.points);
    give(known, std::int32_t{o.known});
  });
}

int32_t ebw_taylor_get_order_interval(const ebw_taylor *test, int64_t direction, int32_t remainder,
                                      double *half_width) {
  return with_order(test, direction, remainder, [&](const verify::Order &o) { give(half_width, o.half_width); });
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
  return with_level(test, direction, level, [&](const verify::TaylorLevel &row) {
    give(h, row.h);
    give(J_plus, row.J_plus);
    give(J_minus, row.J_minus);
    give(R0, row.R0);
    give(R1, row.R1);
  });
}

int32_t ebw_taylor_get_remainders(const ebw_taylor *test, int64_t direction, int64_t level, double *R2, double *odd,
                                  double *even) {
  return with_level(test, direction, level, [&](const verify::TaylorLevel &row) {
    give(R2, row.R2);
    give(odd, row.odd);
    give(even, row.even);
  });
}

int32_t ebw_taylor_get_symmetry(const ebw_taylor *test, int64_t direction, int32_t *verdict, double *error,
                                double *linearity, double *bound) {
  return with_result(test, [&](const verify::TaylorResult &result) {
    if (!result.of_hessian)
      fail(Status::not_found, "the last run was not of a Hessian; call ebw_taylor_run_hessian first");
    const verify::Symmetry &s = choose(result.symmetry, direction, result.worst, "direction");
    give(verdict, number(s.verdict));
    give(error, s.error);
    give(linearity, s.linearity);
    give(bound, result.symmetry_bound);
  });
}

}  // extern "C"
