// SPDX-License-Identifier: MIT
// Where a validation's report goes: --json, --junit, --html.
#pragma once

#include <ebbwave/report.h>

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace ebw::cli {

struct ReportFiles {
  std::string json, junit, html;
};

void add_report_files(CLI::App &app, ReportFiles &files);

// Refuses, before any work, names that could not be written.
void check_report_files(const ReportFiles &files);

struct DestroyReport {
  void operator()(ebw_report *report) const { ebw_report_destroy(report); }
};
using Report = std::unique_ptr<ebw_report, DestroyReport>;

// A report with what holds for the whole run: release, build, command line.
Report make_report(const std::string &title);
void write_report(const Report &report, const ReportFiles &files);

// The report's verdict as an exit code.
int exit_code_of(const Report &report);

const char *verdict_name(std::int32_t verdict);

}  // namespace ebw::cli
