// SPDX-License-Identifier: MIT
// `ebbwave schedule`: what a checkpoint schedule costs, and its actions.
#pragma once

#include <CLI/CLI.hpp>

namespace ebw::cli {

void add_schedule(CLI::App &app);

}  // namespace ebw::cli
