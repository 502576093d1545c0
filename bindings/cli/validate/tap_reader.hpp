// SPDX-License-Identifier: MIT
// The Test Anything Protocol, as our test programs print it.
#pragma once

#include <string>
#include <vector>

namespace ebw::cli {

struct TapClaim {
  bool holds = false, skipped = false;
  std::string claim;  // underscores read as blanks
  std::string notes;  // the comments before it, and a skip's reason
};

struct TapResult {
  std::vector<TapClaim> claims;
  std::string fault;  // what is wrong with the stream itself, such as claims that are missing
};

TapResult read_tap(const std::string &output);

}  // namespace ebw::cli
