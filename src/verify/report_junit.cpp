// SPDX-License-Identifier: MIT
// A report as JUnit XML, which CI services show.
#include "base/error.hpp"
#include "verify/markup.hpp"
#include "verify/report.hpp"

namespace ebw::verify {

namespace {

struct Tally {
  std::int64_t tests = 0, failures = 0, errors = 0;
  double seconds = 0.0;

  void add(const ReportCheck &check) {
    ++tests;
    failures += check.verdict == Verdict::fail;
    errors += check.verdict == Verdict::inconclusive;
    seconds += check.seconds;
  }
  std::string attributes() const {
    return text(" tests=\"", tests, "\" failures=\"", failures, "\" errors=\"", errors, "\" skipped=\"0\" time=\"",
                json_number(seconds), "\"");
  }
};

std::string testcase_of(const ReportCheck &check) {
  std::string xml = text("    <testcase classname=\"", escaped(check.suite), "\" name=\"", escaped(check.name),
                         "\" time=\"", json_number(check.seconds), "\">");
  const std::string words = escaped(check.words);
  if (check.verdict == Verdict::pass) {
    xml += "<system-out>" + words + "</system-out>";
  } else {
    const char *kind = check.verdict == Verdict::fail ? "failure" : "error";
    xml += text("<", kind, " type=\"", name_of(check.verdict), "\" message=\"", words, "\">", words, "</", kind, ">");
  }
  return xml + "</testcase>\n";
}

}  // namespace

std::string to_junit(const Report &report) {
  Tally all;
  std::string suites;
  for (const std::string &suite : suites_of(report)) {
    Tally tally;
    std::string cases;
    for (const ReportCheck &check : report.checks) {
      if (check.suite != suite) continue;
      all.add(check);
      tally.add(check);
      cases += testcase_of(check);
    }
    suites += text("  <testsuite name=\"", escaped(suite), "\"", tally.attributes(), ">\n", cases, "  </testsuite>\n");
  }
  return text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"", escaped(report.title), "\"",
              all.attributes(), ">\n", suites, "</testsuites>\n");
}

}  // namespace ebw::verify
