// SPDX-License-Identifier: MIT
// Reports of the C ABI. Results come through the public accessors, as any user would read them.
#include "ebbwave/report.h"

#include <algorithm>
#include <cmath>

#include "entry.hpp"
#include "verify/memory_fit.hpp"
#include "verify/report.hpp"
#include "verify/whole_file.hpp"

namespace ebw::capi {

namespace {

using verify::Fact;
using verify::ReportCheck;
using verify::Verdict;

struct ReportObject : Object {
  verify::Report report;
};

Verdict checked_verdict(std::int32_t verdict) {
  if (verdict < EBW_VERDICT_PASS || verdict > EBW_VERDICT_INCONCLUSIVE)
    fail(Status::argument, "verdict = ", verdict, ", need 0 (PASS), 1 (FAIL) or 2 (INCONCLUSIVE)");
  return static_cast<Verdict>(verdict);
}

ReportCheck new_check(const char *test, const char *suite, const char *name, double seconds) {
  ReportCheck check;
  check.test = test;
  check.suite = require(suite, "suite");
  check.name = require(name, "name");
  if (!(seconds >= 0.0 && std::isfinite(seconds)))
    fail(Status::argument, "seconds = ", seconds, ", need a finite number that is not negative");
  check.seconds = seconds;
  return check;
}

// Passes on the refusal of another entry point; its text is this thread's last.
void pass_on(std::int32_t status) {
  if (status != EBW_OK) throw Error(static_cast<Status>(status), ebw_last_error());
}

// ---- Taylor test ----------------------------------------------------------------------------------------------------

std::string dtype_text(std::int32_t dtype) { return dtype == EBW_F32 ? "f32" : "f64"; }

// What a direction covers: a block, or a region of all blocks.
void add_part(ReportCheck &check, const ebw_taylor *test) {
  const char *name;
  std::int32_t kind;
  pass_on(ebw_taylor_get_part(test, EBW_WORST, &name, &kind));
  check.facts.push_back({"block", std::string(kind == EBW_PART_BLOCK ? name : "all")});
  check.facts.push_back({"region", std::string(kind == EBW_PART_BLOCK ? "all" : name)});
}

void add_order(ReportCheck &check, const ebw_taylor *test) {
  double order, half_width;
  std::int64_t points;
  std::int32_t known;
  pass_on(ebw_taylor_get_order(test, EBW_WORST, 1, &order, &points, &known));
  pass_on(ebw_taylor_get_order_interval(test, EBW_WORST, 1, &half_width));
  check.facts.push_back(known ? Fact{"order_R1", order} : Fact{"order_R1", {}});
  check.facts.push_back(known ? Fact{"order_R1_half_width", half_width} : Fact{"order_R1_half_width", {}});
  check.facts.push_back({"points_above_floor", points});
}

// What random directions prove of the whole gradient; null where there is no such proof.
void add_certificate(ReportCheck &check, const ebw_taylor *test) {
  double miss_probability, bound;
  std::int32_t known;
  pass_on(ebw_taylor_get_certificate(test, 10.0, &miss_probability, &bound, &known));
  check.facts.push_back(known ? Fact{"miss_probability_10tol", miss_probability} : Fact{"miss_probability_10tol", {}});
  check.facts.push_back(known ? Fact{"bound_full_error", bound} : Fact{"bound_full_error", {}});
}

// What there is of the direction that decides.
void add_direction(ReportCheck &check, const ebw_taylor *test, double J) {
  double g_dot_d, fd, scale, error, resolution, noise, ratio;
  std::int64_t dropped;
  std::int32_t last_status, known;
  pass_on(ebw_taylor_get_direction(test, EBW_WORST, nullptr, &error, &resolution));
  pass_on(ebw_taylor_get_derivative(test, EBW_WORST, &g_dot_d, &fd, &scale));
  pass_on(ebw_taylor_get_noise(test, EBW_WORST, &noise));
  pass_on(ebw_taylor_get_dropped(test, EBW_WORST, &dropped, &last_status));
  pass_on(ebw_taylor_get_ratio(test, EBW_WORST, &ratio, &known));
  const double size = std::abs(J);
  for (Fact &fact : std::vector<Fact>{{"noise", noise},
                                      {"noise_rel", size > 0.0 ? noise / size : 0.0},
                                      {"g_dot_d", g_dot_d},
                                      {"fd", fd},
                                      {"scale", scale},
                                      {"err_rel", error},
                                      {"resolution_rel", resolution},
                                      {"levels_dropped", dropped}})
    check.facts.push_back(std::move(fact));
  check.facts.push_back(known ? Fact{"ratio", ratio} : Fact{"ratio", {}});
  add_order(check, test);
}

verify::LadderPicture ladder_of(const ebw_taylor *test) {
  verify::LadderPicture picture;
  std::int64_t levels;
  double order;
  std::int32_t known;
  pass_on(ebw_taylor_get_noise(test, EBW_WORST, &picture.noise));
  pass_on(ebw_taylor_count_levels(test, EBW_WORST, &levels));
  for (std::int32_t remainder = 0; remainder < 3; ++remainder) {
    const std::int32_t status = ebw_taylor_get_order(test, EBW_WORST, remainder, &order, nullptr, &known);
    if (status == EBW_ERR_UNSUPPORTED) break;  // R2 without a Hessian
    pass_on(status);
    picture.has_R2 = remainder == 2;
    if (known) picture.orders[remainder] = order;
  }
  for (std::int64_t k = 0; k < levels; ++k) {
    verify::Rung rung;
    pass_on(ebw_taylor_get_level(test, EBW_WORST, k, &rung.h, nullptr, nullptr, &rung.R0, &rung.R1));
    pass_on(ebw_taylor_get_remainders(test, EBW_WORST, k, &rung.R2, nullptr, nullptr));
    picture.rungs.push_back(rung);
  }
  return picture;
}

ReportCheck taylor_check(const char *suite, const char *name, const ebw_taylor *test, double seconds) {
  ReportCheck check = new_check("taylor", suite, name, seconds);
  std::int32_t verdict, repeatable, restored, dtype, ladder;
  const char *words, *diagnosis;
  std::int64_t evaluations, directions, n, seed;
  double J, tolerance;
  pass_on(ebw_taylor_get_verdict(test, &verdict));
  pass_on(ebw_taylor_get_text(test, &words));
  pass_on(ebw_taylor_get_diagnosis(test, &diagnosis));
  pass_on(ebw_taylor_get_options(test, &dtype, &n, &tolerance, &seed, &ladder));
  pass_on(ebw_taylor_get_value(test, &J, &repeatable));
  pass_on(ebw_taylor_get_restored(test, &restored));
  pass_on(ebw_taylor_get_evaluations(test, &evaluations));
  pass_on(ebw_taylor_count_directions(test, &directions));
  check.verdict = static_cast<Verdict>(verdict);
  check.words = words;
  check.facts = {{"dtype", dtype_text(dtype)},
                 {"n", n},
                 {"directions", directions},
                 {"seed", seed},
                 {"ladder_kind", std::string(ladder == EBW_LADDER_REDUCED ? "reduced" : "full")},
                 {"evaluations", evaluations},
                 {"tol", tolerance},
                 {"J", J},
                 {"repeatable", repeatable != 0},
                 {"state_restored", restored != 0},
                 {"diagnosis", std::string(diagnosis)}};
  if (directions == 0) return check;
  add_part(check, test);
  add_direction(check, test, J);
  add_certificate(check, test);
  check.picture = ladder_of(test);
  return check;
}

// ---- Dot test -------------------------------------------------------------------------------------------------------

ReportCheck dot_check(const char *suite, const char *name, const ebw_dot *test, double seconds) {
  ReportCheck check = new_check("dot", suite, name, seconds);
  std::int32_t verdict;
  const char *words;
  std::int64_t pairs, n_x, n_y, steps, seed;
  std::int32_t dtype;
  double bound, error, linearity, a, b, scale;
  pass_on(ebw_dot_get_verdict(test, &verdict));
  pass_on(ebw_dot_get_text(test, &words));
  pass_on(ebw_dot_count_pairs(test, &pairs));
  pass_on(ebw_dot_get_bound(test, &bound));
  pass_on(ebw_dot_get_options(test, &dtype, &n_x, &n_y, &steps, &seed));
  check.verdict = static_cast<Verdict>(verdict);
  check.words = words;
  check.facts = {{"dtype", dtype_text(dtype)},
                 {"n_x", n_x},
                 {"n_y", n_y},
                 {"steps", steps},
                 {"seed", seed},
                 {"pairs", pairs},
                 {"bound", bound}};
  if (pairs == 0) return check;
  pass_on(ebw_dot_get_pair(test, EBW_WORST, nullptr, &error, &linearity));
  pass_on(ebw_dot_get_products(test, EBW_WORST, &a, &b, &scale));
  for (Fact &fact :
       std::vector<Fact>{{"err_rel", error}, {"linearity", linearity}, {"a", a}, {"b", b}, {"scale", scale}})
    check.facts.push_back(std::move(fact));
  return check;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

void require_measurements(std::int64_t count, const std::int64_t *slots, const std::int64_t *bytes) {
  if (count < 2) fail(Status::argument, "count = ", count, ", need at least 2 measurements");
  require(slots, "slots");
  require(bytes, "bytes");
  for (std::int64_t i = 0; i < count; ++i) {
    if (slots[i] < 0) fail(Status::argument, "slots[", i, "] = ", slots[i], ", need at least 0");
    if (bytes[i] < 0) fail(Status::argument, "bytes[", i, "] = ", bytes[i], ", need at least 0");
  }
  if (std::all_of(slots, slots + count, [&](std::int64_t s) { return s == slots[0]; }))
    fail(Status::argument, "slots are ", slots[0], " throughout; measure with at least 2 different numbers of slots");
}

ReportCheck memory_check(const char *suite, const char *name, std::int64_t count, const std::int64_t *slots,
                         const std::int64_t *bytes, std::int64_t state_bytes, double tolerance, double seconds) {
  ReportCheck check = new_check("memory", suite, name, seconds);
  require_measurements(count, slots, bytes);
  if (state_bytes < 1) fail(Status::argument, "state_bytes = ", state_bytes, ", need at least 1");
  if (!(tolerance > 0.0 && tolerance < 1.0))
    fail(Status::argument, "tolerance = ", tolerance, ", need a number above 0 and below 1, such as 0.001");
  const auto length = static_cast<std::size_t>(count);
  const verify::MemoryFit fit = verify::fit_memory({slots, length}, {bytes, length}, state_bytes, tolerance);
  check.verdict = fit.verdict;
  check.words = fit.text;
  check.facts = {{"state_bytes", state_bytes}, {"bytes_per_slot", fit.slope},
                 {"base_bytes", fit.base},     {"largest_residual_bytes", fit.largest_residual},
                 {"tol", tolerance},           {"err_rel", std::abs(fit.slope / double(state_bytes) - 1.0)}};
  check.picture = verify::MemoryLine{{slots, slots + count}, {bytes, bytes + count}, fit.base, fit.slope};
  return check;
}

// ---- The rest -------------------------------------------------------------------------------------------------------

void set_fact(verify::Report &report, Fact fact) {
  std::vector<Fact> &facts = report.checks.empty() ? report.facts : report.checks.back().facts;
  const auto same = std::find_if(facts.begin(), facts.end(), [&](const Fact &old) { return old.name == fact.name; });
  if (same != facts.end())
    same->value = std::move(fact.value);
  else
    facts.push_back(std::move(fact));
}

// Whole numbers as such, up to where doubles hold them all.
Fact number_fact(const char *name, double value) {
  constexpr double kMost = 9007199254740992.0;  // 2^53
  if (std::abs(value) <= kMost && value == std::floor(value)) return {name, static_cast<std::int64_t>(value)};
  return {name, value};
}

std::string written(const verify::Report &report, std::int32_t format) {
  switch (format) {
    case EBW_REPORT_JSON: return verify::to_json(report);
    case EBW_REPORT_JUNIT: return verify::to_junit(report);
    case EBW_REPORT_HTML: return verify::to_html(report);
    default: fail(Status::argument, "format = ", format, ", need 0 (JSON), 1 (JUnit) or 2 (HTML)");
  }
}

}  // namespace

}  // namespace ebw::capi

struct ebw_report : ebw::capi::Handle<ebw::capi::ReportObject, 'R'> {
  using Handle::Handle;
};

namespace {

using namespace ebw;
using namespace ebw::capi;

// Adds the check that `make` gives.
template <class Make>
std::int32_t add(ebw_report *report, const Make &make) noexcept {
  return entry([&] {
    const auto object = use(report, "report");
    object->report.checks.push_back(make());
  });
}

}  // namespace

extern "C" {

int32_t ebw_report_create(const char *title, ebw_report **report) {
  return entry([&] {
    require(report, "report");
    auto object = std::make_shared<ReportObject>();
    object->report.title = require(title, "title");
    *report = new ebw_report(std::move(object));
  });
}

void ebw_report_destroy(ebw_report *report) { delete report; }

int32_t ebw_report_add_check(ebw_report *report, const char *suite, const char *name, int32_t verdict,
                             const char *words, double seconds) {
  return add(report, [&] {
    ReportCheck check = new_check("check", suite, name, seconds);
    check.verdict = checked_verdict(verdict);
    check.words = require(words, "words");
    return check;
  });
}

int32_t ebw_report_add_taylor(ebw_report *report, const char *suite, const char *name, const ebw_taylor *test,
                              double seconds) {
  return add(report, [&] { return taylor_check(suite, name, test, seconds); });
}

int32_t ebw_report_add_dot(ebw_report *report, const char *suite, const char *name, const ebw_dot *test,
                           double seconds) {
  return add(report, [&] { return dot_check(suite, name, test, seconds); });
}

int32_t ebw_report_add_memory(ebw_report *report, const char *suite, const char *name, int64_t count,
                              const int64_t *slots, const int64_t *bytes, int64_t state_bytes, double tolerance,
                              double seconds) {
  return add(report, [&] { return memory_check(suite, name, count, slots, bytes, state_bytes, tolerance, seconds); });
}

int32_t ebw_report_add_number(ebw_report *report, const char *name, double value) {
  return entry([&] { set_fact(use(report, "report")->report, number_fact(require(name, "name"), value)); });
}

int32_t ebw_report_add_text(ebw_report *report, const char *name, const char *text) {
  return entry([&] {
    set_fact(use(report, "report")->report, {require(name, "name"), std::string(require(text, "text"))});
  });
}

int32_t ebw_report_get_verdict(const ebw_report *report, int32_t *verdict) {
  return entry([&] {
    const auto object = use(report, "report");
    *require(verdict, "verdict") = static_cast<std::int32_t>(verify::verdict_of(object->report));
  });
}

int32_t ebw_report_count_checks(const ebw_report *report, int32_t verdict, int64_t *count) {
  return entry([&] {
    const auto object = use(report, "report");
    *require(count, "count") = verify::count_of(object->report, checked_verdict(verdict));
  });
}

int32_t ebw_report_write(const ebw_report *report, int32_t format, const char *path) {
  return entry([&] {
    const auto object = use(report, "report");
    verify::write_whole_file(require(path, "path"), written(object->report, format));
  });
}

}  // extern "C"
