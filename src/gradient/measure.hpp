// SPDX-License-Identifier: MIT
// What the steps of a model cost on this machine, by running some of them.
#pragma once

#include <optional>
#include <string>

#include "schedule/segment_choice.hpp"
#include "storage/measure.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

struct MeasuredCosts {
  schedule::SegmentCosts steps;
  std::optional<storage::DiskSeconds> disk;
};

// Seconds of an advance, one that keeps its tape, a reverse with imaging, and a copy of a state: the least of some
// short runs each. Holds the fields of a gradient, four tapes and one state meanwhile. Where a directory is named, also
// of a state to and from a file there, with two states in memory.
MeasuredCosts measure_costs(const wave::Model &model, const wave::acoustic::Resources &resources,
                            const std::string &directory);

}  // namespace ebw::gradient
