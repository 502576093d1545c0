// SPDX-License-Identifier: MIT
// `ebbwave plan`: what a gradient will do and hold.
#pragma once

#include <CLI/CLI.hpp>

namespace ebw::cli {

void add_plan(CLI::App &app);

}  // namespace ebw::cli
