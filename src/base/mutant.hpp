// SPDX-License-Identifier: MIT
// Faults that validation/mutants plants on purpose, to measure what the gradient tests catch. Only its own build of the
// files concerned defines EBW_MUTANTS; in the library EBW_MUTANT is the word false, and a test looks for traces.
#pragma once

#ifdef EBW_MUTANTS
namespace ebw {

enum class Mutant {
  none,
  layers_not_folded,         // what the repeated cells of a layer add to the grid's edge is left out
  last_step_not_imaged,      // u^n s^n is left out
  first_step_not_imaged,     // u^1 s^1 is left out
  adjoint_restarts,          // the adjoint is zero again in the middle, as at the border of a segment
  initial_state_not_imaged,  // the terms of a given initial state are left out
  forward_cpml,              // the transpose takes the layer's profile at the cell itself, as the forward step does
  sponge_only_forward,       // the adjoint is not damped
  sponge_sign_turned,        // the adjoint grows where it should be damped
  profile_off_by_one,        // the transpose takes the next cell's profile in the first cell of the left layer
  psi_cotangent_dropped,     // the cotangent of psi goes nowhere
};
extern Mutant planted_mutant;            // the one that is on; the test's
inline constexpr int kSpongeTables = 2;  // the second one with its sign turned

}  // namespace ebw
#  define EBW_MUTANT(name) (::ebw::planted_mutant == ::ebw::Mutant::name)
#else
namespace ebw {
inline constexpr int kSpongeTables = 1;
}
#  define EBW_MUTANT(name) false
#endif
