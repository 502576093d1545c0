// SPDX-License-Identifier: MIT
// Chooses the kernels of an instruction set, once per propagator.
#pragma once

#include "wave/stencil/step.hpp"

namespace ebw::wave::stencil {

enum class Isa { generic, x86_64_v2, x86_64_v3, x86_64_v4 };

const char *name_of(Isa isa);

// The best set that this machine has, or the one that the environment variable EBW_ISA names ("generic"; on x86-64 also
// "v2", "v3", "v4"); an unknown name, or one that the machine lacks, is refused (Status::argument).
Isa choose_isa();

template <class T>
const Kernels<T> &kernels(Isa isa);

}  // namespace ebw::wave::stencil
