// SPDX-License-Identifier: MIT
// `ebbwave validate`: runs the suites and writes the report.
#include "validate.hpp"

#include <cstdio>
#include <memory>

#include "../command.hpp"
#include "external.hpp"
#include "memory_probe.hpp"
#include "suite.hpp"

namespace ebw::cli {

namespace {

struct Options {
  std::string suite = "quick";
  ReportFiles files;
};

constexpr double kProgramSeconds = 1800.0;  // for one program of ours; none takes that long

struct Named {
  const char *name;
  void (*run)(Suite &);
};
// The cheap ones first.
constexpr Named kSuites[] = {
    {"schedule", check_schedules}, {"gradient", check_gradients}, {"physics", check_physics}, {"memory", check_memory}};

int run_suites(const Options &options) {
  check_report_files(options.files);
  const Report report = make_report("Validation of Ebbwave, suite " + options.suite);
  HeldSignals signals;
  {
    PrivateFolder folder;
    Runner runner(signals, folder, kProgramSeconds);
    for (const auto &[name, run] : kSuites) {
      const bool all = options.suite == "quick" || options.suite == "full";
      if (!all && options.suite != name) continue;
      Suite suite(report, name, options.suite != "quick", runner, folder);
      suite.part(joined("suite ", name), [&, run = run] { run(suite); });
    }
  }
  if (signals.came()) return kFailed;
  write_report(report, options.files);
  std::int64_t counts[3];
  for (std::int32_t verdict = 0; verdict < 3; ++verdict)
    check(ebw_report_count_checks(report.get(), verdict, &counts[verdict]));
  const int code = exit_code_of(report);
  std::printf("%s: %lld passed, %lld failed, %lld inconclusive\n", verdict_name(code),
              static_cast<long long>(counts[EBW_VERDICT_PASS]), static_cast<long long>(counts[EBW_VERDICT_FAIL]),
              static_cast<long long>(counts[EBW_VERDICT_INCONCLUSIVE]));
  return code;
}

}  // namespace

void add_validate(CLI::App &app) {
  auto &validate = *app.add_subcommand("validate", "Validate this library, or the gradient of any program");
  validate.require_subcommand(0, 1);
  const auto options = std::make_shared<Options>();
  validate
      .add_option("--suite", options->suite,
                  "quick (default): short forms of all; full: all of all; or one of the suites whole")
      ->check(CLI::IsMember({"quick", "full", "physics", "gradient", "memory", "schedule"}));
  add_report_files(validate, options->files);
  set_plain_body(validate, [options] { return run_suites(*options); });
  add_external(validate);
  add_memory_probe(validate);
}

}  // namespace ebw::cli
