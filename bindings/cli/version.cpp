// SPDX-License-Identifier: MIT
// `ebbwave version`: release, ABI number and build.
#include "version.hpp"

#include <ebbwave/base.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "command.hpp"

namespace ebw::cli {
namespace {

int run_version(bool json) {
  if (json) {
    const nlohmann::ordered_json result{
        {"version", ebw_version()}, {"abi", ebw_abi_version()}, {"build", ebw_build_info()}};
    std::puts(result.dump().c_str());
  } else {
    std::printf("ebbwave %s (ABI %d)\n%s\n", ebw_version(), ebw_abi_version(), ebw_build_info());
  }
  return kDone;
}

}  // namespace

void add_version(CLI::App &app) { set_body(*app.add_subcommand("version", "Print the version"), run_version); }

}  // namespace ebw::cli
