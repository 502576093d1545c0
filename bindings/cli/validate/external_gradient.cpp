// SPDX-License-Identifier: MIT
// The Taylor test of somebody's program: J by running it, the gradient from a file.
#include <ebbwave/verify.h>

#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>

#include "../npy.hpp"
#include "../numbers.hpp"
#include "../refused.hpp"
#include "axis_order.hpp"
#include "external.hpp"
#include "shell.hpp"

namespace ebw::cli {

namespace {

struct DestroyTaylor {
  void operator()(ebw_taylor *test) const { ebw_taylor_destroy(test); }
};
using Taylor = std::unique_ptr<ebw_taylor, DestroyTaylor>;

// J by the program.
struct Objective {
  const ExternalOptions &options;
  Runner &runner;
  Array model;
  std::string path;
  std::int64_t runs = 0;
  std::string failure;  // of the last run that failed

  bool evaluate(const void *m, double &J) {
    std::memcpy(model.bytes.data(), m, model.bytes.size());
    OutputFile file(path);
    write_npy(file, model);
    file.commit();
    ++runs;
    const Ended ended = runner.run(filled_in(options.evaluate, {{"model", path}}));
    if (!ended.well) failure = ended.reason;
    return ended.well && last_number(ended.output, J, failure);
  }
};

constexpr std::int32_t kRunFailed = 1, kOwnFailure = 2;

std::int32_t evaluate(const void *m, double *J, void *user) {
  auto *objective = static_cast<Objective *>(user);
  try {
    return objective->evaluate(m, *J) ? 0 : kRunFailed;
  } catch (const std::exception &error) {
    objective->failure = error.what();
    return kOwnFailure;
  }
}

void set_bounds(ebw_taylor *test, const std::string &text, const Array &model) {
  const auto parts = split(text, ',');
  double low = 0.0, high = 0.0;
  if (parts.size() != 2 || !parse_real(parts[0], low) || !parse_real(parts[1], high) || low > high)
    refuse_usage("--bounds = '", text, "', need two numbers, the smaller first, such as 1500,4500");
  Array lower = make_array(model.dtype, false, {model.count()}), upper = lower;
  for (std::int64_t i = 0; i < model.count(); ++i) {
    if (model.dtype == EBW_F32) {
      lower.data<float>()[i] = static_cast<float>(low), upper.data<float>()[i] = static_cast<float>(high);
    } else {
      lower.data<double>()[i] = low, upper.data<double>()[i] = high;
    }
  }
  check(ebw_taylor_set_bounds(test, lower.bytes.data(), upper.bytes.data()), "--bounds");
}

Taylor make_test(const ExternalOptions &options, Objective &objective) {
  ebw_taylor *made = nullptr;
  check(ebw_taylor_create(objective.model.dtype, objective.model.count(), evaluate, &objective, nullptr, &made),
        options.model);
  Taylor test(made);
  if (options.profile == "exact") check(ebw_taylor_set_profile(made, EBW_PROFILE_EXACT), "--profile");
  if (options.tolerance) check(ebw_taylor_set_tolerance(made, *options.tolerance), "--tolerance");
  if (options.ladder == "reduced") check(ebw_taylor_set_ladder(made, EBW_LADDER_REDUCED), "--ladder");
  check(ebw_taylor_set_seed(made, options.seed), "--seed");
  check(ebw_taylor_set_directions(made, options.directions), "--directions");
  if (options.bounds) set_bounds(made, *options.bounds, objective.model);
  return test;
}

void add_facts(const Report &report, const ExternalOptions &options, std::int32_t dtype) {
  check(ebw_report_add_text(report.get(), "dtype", dtype_name(dtype)));
  check(ebw_report_add_text(report.get(), "program", options.evaluate.c_str()));
  check(ebw_report_add_text(report.get(), "profile", options.profile.c_str()));
  check(ebw_report_add_number(report.get(), "seed", static_cast<double>(options.seed)));
}

}  // namespace

void test_external_gradient(const ExternalOptions &options, Runner &runner, PrivateFolder &folder,
                            const Report &report) {
  constexpr const char *kName = "gradient against finite differences";
  Array model = read_npy(options.model);
  const std::int32_t dtype = !options.dtype ? model.dtype : *options.dtype == "f32" ? EBW_F32 : EBW_F64;
  model = converted(model, dtype, options.model, "use --dtype f64");
  Array gradient = read_npy(options.gradient);
  if (gradient.shape != model.shape)
    refuse(EBW_ERR_SHAPE, options.gradient, " has the shape ", shape_text(gradient.shape), ", ", options.model, " has ",
           shape_text(model.shape), "; give the gradient at that model");
  gradient = in_memory_order(converted(gradient, dtype, options.gradient, "use --dtype f64"), model.fortran_order);

  const Array point = model;
  Objective objective{options, runner, std::move(model), folder.file("model.npy"), 0, ""};
  const Taylor test = make_test(options, objective);
  const auto begin = std::chrono::steady_clock::now();
  std::int32_t verdict = EBW_VERDICT_FAIL;
  const std::int32_t status = ebw_taylor_run(test.get(), point.bytes.data(), gradient.bytes.data(), &verdict);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (runner.interrupted()) return;
  if (status == EBW_ERR_CALLBACK) {
    add_no_test(report, kName,
                joined("run ", objective.runs, " of the program gave no J where one must be had: ", objective.failure),
                seconds);
    return add_facts(report, options, dtype);
  }
  check(status);
  check(ebw_report_add_taylor(report.get(), "external", kName, test.get(), seconds));
  add_facts(report, options, dtype);
  const char *words = nullptr;
  check(ebw_taylor_get_text(test.get(), &words));
  std::puts(words);
  if (!objective.failure.empty()) std::printf("  the last run that failed: %s\n", objective.failure.c_str());
  if (verdict != EBW_VERDICT_PASS) std::printf("  repeat: %s\n", own_command_line().c_str());
}

}  // namespace ebw::cli
