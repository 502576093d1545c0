// SPDX-License-Identifier: MIT
// `ebbwave gradient`: the misfit's exact gradient by the velocity model.
#pragma once

#include <CLI/CLI.hpp>

namespace ebw::cli {

void add_gradient(CLI::App &app);

}  // namespace ebw::cli
