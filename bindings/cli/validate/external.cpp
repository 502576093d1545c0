// SPDX-License-Identifier: MIT
// `ebbwave validate external`: its options, and what both tests share.
#include "external.hpp"

#include <cstdio>
#include <cstring>
#include <memory>

#include "../command.hpp"
#include "../number_option.hpp"
#include "../refused.hpp"

namespace ebw::cli {

namespace {

void require_placeholder(const char *option, const std::string &command, const char *placeholder) {
  if (command.find(placeholder) == std::string::npos)
    refuse_usage(option, " = '", command, "' has no ", placeholder,
                 ", which is replaced by the path of a file; add it");
}

void require_given(const char *option, const std::string &value, const char *mode) {
  if (value.empty()) refuse_usage(option, " is required ", mode);
}

void check_options(const ExternalOptions &o) {
  if (o.dot) {
    for (const auto &[option, value] :
         {std::pair{"--forward", &o.forward}, {"--adjoint", &o.adjoint}, {"--x", &o.x}, {"--y", &o.y}})
      require_given(option, *value, "with --dot");
    for (const char *placeholder : {"{x}", "{y}"}) {
      require_placeholder("--forward", o.forward, placeholder);
      require_placeholder("--adjoint", o.adjoint, placeholder);
    }
    if (!o.evaluate.empty() || !o.gradient.empty() || !o.model.empty() || o.blocks)
      refuse_usage("--dot takes --forward, --adjoint, --x and --y; leave --eval, --gradient, --model and --blocks out");
  } else {
    for (const auto &[option, value] :
         {std::pair{"--eval", &o.evaluate}, {"--gradient", &o.gradient}, {"--model", &o.model}})
      require_given(option, *value, "(or --dot, for a forward program and its adjoint)");
    require_placeholder("--eval", o.evaluate, "{model}");
    if (!o.forward.empty() || !o.adjoint.empty() || !o.x.empty() || !o.y.empty())
      refuse_usage("--forward, --adjoint, --x and --y go with --dot; add it or leave them out");
  }
  if (!(o.timeout > 0.0)) refuse_usage("--timeout = ", o.timeout, ", need more than 0 seconds");
  if (o.tolerance && !(*o.tolerance > 0.0 && *o.tolerance < 1.0))
    refuse_usage("--tolerance = ", *o.tolerance, ", need a number above 0 and below 1, such as 1e-6");
  if (o.directions < 1) refuse_usage("--directions = ", o.directions, ", need at least 1");
  if (o.steps < 1) refuse_usage("--steps = ", o.steps, ", need at least 1");
}

int run_external(const ExternalOptions &options) {
  check_options(options);
  check_report_files(options.files);
  const Report report = make_report(options.dot ? "Adjoint of an external program" : "Gradient of an external program");
  // In this order: the folder goes first, then a signal that came ends the command.
  HeldSignals signals;
  {
    PrivateFolder folder;
    Runner runner(signals, folder, options.timeout);
    if (options.dot) {
      test_external_adjoint(options, runner, folder, report);
    } else {
      test_external_gradient(options, runner, folder, report);
    }
  }
  if (signals.came()) return kFailed;
  write_report(report, options.files);
  return exit_code_of(report);
}

}  // namespace

bool read_back(const std::string &path, const Array &given, const void *values, std::string &reason) {
  const auto complain = [&](const std::string &what) {
    reason = joined("its input ", path, " ", what, " after the run; a program must leave it as it is");
    return false;
  };
  try {
    const Array now = read_npy(path);
    if (now.shape != given.shape || now.dtype != given.dtype || now.fortran_order != given.fortran_order)
      return complain("holds another array");
    if (now.bytes != given.bytes) std::memcpy(const_cast<void *>(values), now.bytes.data(), now.bytes.size());
  } catch (const Refused &) {
    return complain("cannot be read");
  }
  return true;
}

void add_no_test(const Report &report, const char *name, const std::string &words, double seconds) {
  const std::string line = "FAIL: " + words;
  check(ebw_report_add_check(report.get(), "external", name, EBW_VERDICT_FAIL, line.c_str(), seconds));
  std::puts(line.c_str());
}

void add_external(CLI::App &validate) {
  auto &app = *validate.add_subcommand("external", "Test the gradient, or the adjoint, of any program");
  const auto options = std::make_shared<ExternalOptions>();
  ExternalOptions &o = *options;
  app.add_option("--eval", o.evaluate, "Command that prints J at the model in the file {model}, on its last line")
      ->type_name("COMMAND");
  app.add_option("--gradient", o.gradient, "The gradient to be tested, .npy shaped as the model")->type_name("FILE");
  app.add_option("--model", o.model, "The point, .npy")->type_name("FILE");
  app.add_flag("--dot", o.dot, "Test an adjoint program instead of a gradient");
  app.add_option("--forward", o.forward, "Command that reads {x} and writes A x to {y}")->type_name("COMMAND");
  app.add_option("--adjoint", o.adjoint, "Command that reads {y} and writes A^T y to {x}")->type_name("COMMAND");
  app.add_option("--x", o.x, "A .npy shaped as x; its values do not matter")->type_name("FILE");
  app.add_option("--y", o.y, "A .npy shaped as y; its values do not matter")->type_name("FILE");
  add_number<std::int64_t>(app, "--steps", o.steps, "Operations inside A one after another, for the dot test's bound");
  app.add_option("--dtype", o.dtype, "f32 or f64, of the files that programs get; default: the model's")
      ->check(CLI::IsMember({"f32", "f64"}));
  app.add_option("--profile", o.profile, "default: tolerance 1e-6 (f64), 1e-3 (f32); exact: 1e-8 (f64)")
      ->check(CLI::IsMember({"default", "exact"}));
  add_number<double>(app, "--tolerance", o.tolerance, "Instead of --profile");
  app.add_option("--ladder", o.ladder, "full, or reduced: 10 to 12 evaluations a direction")
      ->check(CLI::IsMember({"full", "reduced"}));
  add_number<std::int64_t>(app, "--directions", o.directions, "Random directions, default 3");
  add_number<std::int64_t>(app, "--seed", o.seed, "Of the random directions, default 1");
  app.add_option("--bounds", o.bounds, "Least and largest value that the program takes")->type_name("LO,HI");
  app.add_option(
         "--blocks", o.blocks,
         "A .npy shaped as the model, of whole numbers from 0 on: each block is tested by itself; below 0: none")
      ->type_name("FILE");
  add_number<double>(app, "--timeout", o.timeout, "Seconds that one run may take, default 600");
  add_report_files(app, o.files);
  set_plain_body(app, [options] { return run_external(*options); });
}

}  // namespace ebw::cli
