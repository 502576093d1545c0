// SPDX-License-Identifier: MIT
// The Taylor test of somebody's program: J by running it, the gradient from a file.
#include <ebbwave/verify.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

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

constexpr std::int32_t kRunFailed = 1, kOwnFailure = 2;

// One run of the program.
struct Answer {
  std::int32_t status = kRunFailed;
  Printed J;
};

// J by the program. The points of a test do not depend on what it finds, so that a second test can be answered from the
// runs of the first.
struct Objective {
  const ExternalOptions &options;
  Runner &runner;
  Array model;
  std::string path;
  std::vector<Answer> answers = {};  // of all runs, in their order
  std::size_t next = 0;              // the one that answers the next call; beyond the last: a new run
  std::string failure = "";          // of the last run that failed

  std::int32_t evaluate(const void *m, double &J) {
    if (next == answers.size()) {
      answers.emplace_back();
      answers.back().status = run(m, answers.back().J);
    }
    const Answer &answer = answers[next++];
    J = answer.J.value;
    return answer.status;
  }

 private:
  std::int32_t run(const void *m, Printed &J) {
    std::memcpy(model.bytes.data(), m, model.bytes.size());
    OutputFile file(path);
    write_npy(file, model);
    file.commit();
    const Ended ended = runner.run(filled_in(options.evaluate, {{"model", path}}));
    if (!ended.well) failure = ended.reason;
    const bool good = ended.well && last_number(ended.output, J, failure) && read_back(path, model, m, failure);
    return good ? 0 : kRunFailed;
  }
};

std::int32_t evaluate(const void *m, double *J, void *user) {
  auto *objective = static_cast<Objective *>(user);
  try {
    return objective->evaluate(m, *J);
  } catch (const std::exception &error) {
    objective->failure = error.what();
    return kOwnFailure;
  }
}

// How J is printed: the most digits of all values, since some formats leave zeros out, and what the last is worth.
struct Rounding {
  int digits = 0;  // 0: not known, as when J(m) is 0
  double unit = 0.0;
};

// By the values of J(m)'s size: a fixed format gives larger ones more digits.
Rounding rounding_of(const std::vector<Answer> &answers) {
  Rounding rounding;
  double largest = 0.0;
  const double most = answers.empty() ? 0.0 : 10.0 * std::abs(answers.front().J.value);
  for (const auto &[status, J] : answers) {
    if (status != 0 || J.digits == 0 || std::abs(J.value) > most) continue;
    rounding.digits = std::max(rounding.digits, J.digits);
    largest = std::max(largest, std::abs(J.value));
  }
  if (rounding.digits > 0) rounding.unit = std::pow(10.0, std::floor(std::log10(largest)) + 1.0 - rounding.digits);
  return rounding;
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

// The number of each element's block.
void add_blocks(ebw_taylor *test, const std::string &path, const Array &model) {
  Array blocks = read_npy(path);
  if (blocks.shape != model.shape)
    refuse(EBW_ERR_SHAPE, "--blocks ", path, " has the shape ", shape_text(blocks.shape), ", the model has ",
           shape_text(model.shape), "; give a number per element");
  blocks = in_memory_order(converted(blocks, EBW_F64, path, ""), model.fortran_order);
  constexpr double kMost = 1e6;
  std::vector<std::int32_t> ids;
  std::int32_t largest = -1;
  for (std::int64_t i = 0; i < blocks.count(); ++i) {
    const double id = blocks.data<double>()[i];
    if (!(std::abs(id) <= kMost) || id != std::floor(id))
      refuse(EBW_ERR_ARGUMENT, "--blocks ", path, ": element ", i, " is ", id,
             ", need a whole number up to 1000000; below 0 leaves an element out");
    ids.push_back(static_cast<std::int32_t>(id));
    largest = std::max(largest, ids.back());
  }
  if (largest < 0) refuse(EBW_ERR_ARGUMENT, "--blocks ", path, " has no block; number blocks from 0 on");
  check(ebw_taylor_add_block_ids(test, largest + 1, ids.data()), "--blocks");
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
  if (options.blocks) add_blocks(made, *options.blocks, objective.model);
  return test;
}

constexpr int kAllDigits = 15;  // from here on double precision rounds as much as the digits

// The test; where J comes with few digits, once more with what their rounding makes noise, from the same runs.
std::int32_t run_test(ebw_taylor *test, Objective &objective, const Array &point, const Array &gradient,
                      std::int32_t &verdict, Rounding &rounding) {
  std::int32_t status = ebw_taylor_run(test, point.bytes.data(), gradient.bytes.data(), &verdict);
  std::int32_t fault = EBW_FAULT_NONE;
  if (status == EBW_OK) check(ebw_taylor_get_fault(test, &fault, nullptr));
  rounding = rounding_of(objective.answers);
  if (status != EBW_OK || fault != EBW_FAULT_NONE || rounding.digits == 0 || rounding.digits >= kAllDigits)
    return status;
  check(ebw_taylor_set_least_noise(test, rounding.unit));
  objective.next = 0;
  return ebw_taylor_run(test, point.bytes.data(), gradient.bytes.data(), &verdict);
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
  Objective objective{options, runner, std::move(model), folder.file("model.npy")};
  const Taylor test = make_test(options, objective);
  const auto begin = std::chrono::steady_clock::now();
  std::int32_t verdict = EBW_VERDICT_FAIL;
  Rounding rounding;
  const std::int32_t status = run_test(test.get(), objective, point, gradient, verdict, rounding);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (runner.interrupted()) return;
  if (status == EBW_ERR_CALLBACK) {
    add_no_test(report, kName,
                joined("run ", objective.answers.size(),
                       " of the program gave no J where one must be had: ", objective.failure),
                seconds);
    return add_facts(report, options, dtype);
  }
  check(status);
  check(ebw_report_add_taylor(report.get(), "external", kName, test.get(), seconds));
  add_facts(report, options, dtype);
  check(ebw_report_add_number(report.get(), "printed_digits", rounding.digits));
  const char *words = nullptr;
  check(ebw_taylor_get_text(test.get(), &words));
  std::puts(words);
  if (rounding.digits > 0 && rounding.digits < kAllDigits)
    std::printf("  J is printed with %d digits: the unit of the last, %.1g, counts as its noise; print 17\n",
                rounding.digits, rounding.unit);
  if (!objective.failure.empty()) std::printf("  the last run that failed: %s\n", objective.failure.c_str());
  if (verdict != EBW_VERDICT_PASS) std::printf("  repeat: %s\n", own_command_line().c_str());
}

}  // namespace ebw::cli
