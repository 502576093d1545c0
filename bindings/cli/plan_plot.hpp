// SPDX-License-Identifier: MIT
// A schedule as a picture: where the sweeps stand, and what is kept, over the work that is done.
#pragma once

#include <ebbwave/plan.h>

#include <string>

namespace ebw::cli {

// Writes an SVG of the plan's schedule, whole or not at all.
void write_plot(const std::string &path, const ebw_plan *plan);

}  // namespace ebw::cli
