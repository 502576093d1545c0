// SPDX-License-Identifier: MIT
// What the steps of a model cost on this machine, by running some of them.
#pragma once

#include "schedule/segment_choice.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

// Seconds of an advance, one that keeps its tape, a reverse with imaging, and a copy of a state: the least of some
// short runs each. Holds the fields of a gradient, four tapes and one state meanwhile.
schedule::SegmentCosts measure_costs(const wave::Model &model, const wave::acoustic::Resources &resources);

}  // namespace ebw::gradient
