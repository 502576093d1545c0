// SPDX-License-Identifier: MIT
// What a report says as a whole.
#include "verify/report.hpp"

#include <algorithm>

namespace ebw::verify {

Verdict verdict_of(const Report &report) {
  if (report.checks.empty()) return Verdict::inconclusive;
  Verdict verdict = Verdict::pass;
  for (const ReportCheck &check : report.checks) verdict = worse(verdict, check.verdict);
  return verdict;
}

std::int64_t count_of(const Report &report, Verdict verdict) {
  return std::count_if(report.checks.begin(), report.checks.end(),
                       [&](const ReportCheck &check) { return check.verdict == verdict; });
}

double seconds_of(const Report &report) {
  double seconds = 0.0;
  for (const ReportCheck &check : report.checks) seconds += check.seconds;
  return seconds;
}

std::vector<std::string> suites_of(const Report &report) {
  std::vector<std::string> suites;
  for (const ReportCheck &check : report.checks)
    if (std::find(suites.begin(), suites.end(), check.suite) == suites.end()) suites.push_back(check.suite);
  return suites;
}

}  // namespace ebw::verify
