// SPDX-License-Identifier: MIT
// `ebbwave version`: release, ABI number and build.
#pragma once

#include <CLI/CLI.hpp>

namespace ebw::cli {

void add_version(CLI::App &app);

}  // namespace ebw::cli
