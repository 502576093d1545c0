// SPDX-License-Identifier: MIT
// The Test Anything Protocol, as our test programs print it.
#include "tap_reader.hpp"

#include <algorithm>

#include "../numbers.hpp"
#include "../refused.hpp"

namespace ebw::cli {

namespace {

bool take(std::string_view &line, std::string_view word) {
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  return true;
}

TapClaim claim_of(std::string_view rest, bool holds, const std::string &notes) {
  TapClaim claim{holds, false, "", notes};
  const auto skip = rest.find("# SKIP");
  if (skip != std::string_view::npos) {
    claim.skipped = true;
    claim.notes = trimmed(rest.substr(skip + 6));
    rest = rest.substr(0, skip);
  }
  const auto dash = rest.find(" - ");  // after the number
  claim.claim = trimmed(dash == std::string_view::npos ? rest : rest.substr(dash + 3));
  std::replace(claim.claim.begin(), claim.claim.end(), '_', ' ');
  return claim;
}

}  // namespace

TapResult read_tap(const std::string &output) {
  TapResult result;
  std::string notes;
  std::int64_t planned = -1;
  for (std::string_view line : split(output, '\n')) {
    line = trimmed(line);
    const bool failed = take(line, "not ok ");
    if (failed || take(line, "ok ")) {
      result.claims.push_back(claim_of(line, !failed, notes));
      notes.clear();
    } else if (take(line, "1..")) {
      if (!parse_integer(line, planned)) result.fault = "a plan that is no number";
    } else if (take(line, "#")) {
      notes.append(notes.empty() ? "" : "; ").append(trimmed(line));
    }
  }
  const auto seen = static_cast<std::int64_t>(result.claims.size());
  if (result.fault.empty() && planned != seen)
    result.fault = planned < 0 ? "no plan was printed" : joined(planned, " claims were announced, ", seen, " came");
  return result;
}

}  // namespace ebw::cli
