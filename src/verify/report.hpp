// SPDX-License-Identifier: MIT
// What tests found, collected for people and machines: JSON, JUnit XML, and one HTML file with pictures. Knows numbers
// and words only, so that any code can report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "verify/verdict.hpp"

namespace ebw::verify {

// A named value; in JSON a member of its check. No value: null.
struct Fact {
  std::string name;
  std::variant<std::monostate, bool, std::int64_t, double, std::string> value;
};

// One step of a Taylor test's ladder, as pictures need it.
struct Rung {
  double h = 0.0, R0 = 0.0, R1 = 0.0, R2 = 0.0;
};

// Remainders of one direction over the step.
struct LadderPicture {
  std::vector<Rung> rungs;
  double noise = 0.0;               // of J
  std::optional<double> orders[3];  // of R0, R1, R2, where known
  bool has_R2 = false;
};

// Peak bytes against slots, and the line through them.
struct MemoryLine {
  std::vector<std::int64_t> slots, bytes;
  double base = 0.0, slope = 0.0;
};

struct ReportCheck {
  std::string test = "check";  // or "taylor", "dot", "memory"
  std::string suite, name;
  Verdict verdict = Verdict::inconclusive;
  std::string words;
  double seconds = 0.0;
  std::vector<Fact> facts;
  std::variant<std::monostate, LadderPicture, MemoryLine> picture;
};

struct Report {
  std::string title;
  std::vector<Fact> facts;  // of the whole run
  std::vector<ReportCheck> checks;
};

// FAIL when any check fails, else INCONCLUSIVE when any is; INCONCLUSIVE when there is none: nothing was proved.
Verdict verdict_of(const Report &report);
std::int64_t count_of(const Report &report, Verdict verdict);
double seconds_of(const Report &report);
// In the order in which they first come.
std::vector<std::string> suites_of(const Report &report);

std::string to_json(const Report &report);
// A FAIL is a failure, an INCONCLUSIVE an error, a suite a testsuite.
std::string to_junit(const Report &report);
std::string to_html(const Report &report);

// The picture of a check as an SVG element; "" where there is none to draw.
std::string draw(const ReportCheck &check);

}  // namespace ebw::verify
