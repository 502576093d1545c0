// SPDX-License-Identifier: MIT
// The list of faults (M1 to M26) and the gradients that they give.
#pragma once

#include <vector>

#include "base/mutant.hpp"
#include "reference_problem.hpp"

namespace ebw::mutants {

// One wrong gradient: what is wrong lies in the core (planted), in the store, in the residual, at the point, or in what
// is done with a gradient that was right (distort).
struct Fault {
  const char *id;
  const char *what;
  Setting setting = Setting::cpml;
  Mutant planted = Mutant::none;
  StoreFault store = StoreFault::none;
  ResidualFault residual = ResidualFault::none;
  double moved = 1.0;  // the gradient is taken at this times the model
  void (*distort)(ReferenceProblem &problem, std::vector<double> &g) = nullptr;
  std::int64_t slots = 0;
  bool may_hide_in_f32 = false;   // its error may lie below the tolerance of single precision
  bool overflows_in_f32 = false;  // no number is given out: the run refuses what is not finite
};

// Those that are there, in the order of their numbers; and the names of those that are not, with the reason.
const std::vector<Fault> &all_faults();
struct Absent {
  const char *id, *reason;
};
const std::vector<Absent> &absent_faults();

// The gradient with the fault, in the values of the problem's dtype; the fault stays planted.
std::vector<double> faulty_gradient(ReferenceProblem &problem, const Fault &fault);

}  // namespace ebw::mutants
