// SPDX-License-Identifier: MIT
// The fingerprint of a wave problem: everything that the bits of its gradient hang on.
#pragma once

#include "base/fingerprint.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

// Model, shot and task. A user's misfit function enters as its presence alone: what it computes is not known.
void add_to(Fingerprint &fingerprint, const wave::acoustic::ShotTask &task);

}  // namespace ebw::gradient
