// SPDX-License-Identifier: MIT
// Where a validation's report goes: --json, --junit, --html.
#include "report_files.hpp"

#include <CLI/CLI.hpp>

#include "../file.hpp"
#include "../refused.hpp"
#include "shell.hpp"

namespace ebw::cli {

void add_report_files(CLI::App &app, ReportFiles &files) {
  app.add_option("--json", files.json, "Write the results as JSON")->type_name("FILE");
  app.add_option("--junit", files.junit, "Write the results as JUnit XML")->type_name("FILE");
  app.add_option("--html", files.html, "Write the results as one HTML file with pictures")->type_name("FILE");
}

void check_report_files(const ReportFiles &files) {
  for (const std::string *file : {&files.json, &files.junit, &files.html})
    if (!file->empty()) check_writable(*file);
  const auto same = [](const std::string &a, const std::string &b) {
    return !a.empty() && !b.empty() && same_place(a, b);
  };
  if (same(files.json, files.junit) || same(files.json, files.html) || same(files.junit, files.html))
    refuse_usage("--json, --junit and --html name the same file; name different ones");
}

Report make_report(const std::string &title) {
  ebw_report *made = nullptr;
  check(ebw_report_create(title.c_str(), &made));
  Report report(made);
  check(ebw_report_add_text(made, "library", joined("ebbwave ", ebw_version()).c_str()));
  check(ebw_report_add_text(made, "build", ebw_build_info()));
  check(ebw_report_add_text(made, "repeat", own_command_line().c_str()));
  return report;
}

void write_report(const Report &report, const ReportFiles &files) {
  if (!files.json.empty()) check(ebw_report_write(report.get(), EBW_REPORT_JSON, files.json.c_str()), "--json");
  if (!files.junit.empty()) check(ebw_report_write(report.get(), EBW_REPORT_JUNIT, files.junit.c_str()), "--junit");
  if (!files.html.empty()) check(ebw_report_write(report.get(), EBW_REPORT_HTML, files.html.c_str()), "--html");
}

int exit_code_of(const Report &report) {
  std::int32_t verdict = EBW_VERDICT_FAIL;
  check(ebw_report_get_verdict(report.get(), &verdict));
  return verdict;
}

const char *verdict_name(std::int32_t verdict) {
  return verdict == EBW_VERDICT_PASS ? "PASS" : verdict == EBW_VERDICT_FAIL ? "FAIL" : "INCONCLUSIVE";
}

}  // namespace ebw::cli
