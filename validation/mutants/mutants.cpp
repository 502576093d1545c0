// SPDX-License-Identifier: MIT
// Each fault in one line; what is done with a right gradient below as functions.
#include "mutants.hpp"

namespace ebw {

Mutant planted_mutant = Mutant::none;

namespace mutants {

namespace {

using Values = std::vector<double>;

void scale(Values &g, double factor) {
  for (double &value : g) value *= factor;
}
constexpr std::int64_t kOneCell = 20 * ReferenceProblem::kNz + 18;

void turn_sign(ReferenceProblem &, Values &g) { scale(g, -1.0); }
void double_it(ReferenceProblem &, Values &g) { scale(g, 2.0); }
void forget_dt(ReferenceProblem &problem, Values &g) { scale(g, 1.0 / problem.dt()); }
void forget_dt_squared(ReferenceProblem &problem, Values &g) { scale(g, 1.0 / (problem.dt() * problem.dt())); }
void add_1_percent(ReferenceProblem &, Values &g) { scale(g, 1.01); }
void add_0_1_percent(ReferenceProblem &, Values &g) { scale(g, 1.001); }
void add_0_01_percent(ReferenceProblem &, Values &g) { scale(g, 1.0001); }
void enlarge_one_cell(ReferenceProblem &, Values &g) { g[kOneCell] *= 1.165; }

// What f^k adds to dJ/dv = 2/v (sum q^{k+1} (L u^k + B f^k)), where a source lies on a node.
void leave_sources_out(ReferenceProblem &problem, Values &g) {
  for (std::int64_t s = 0; s < ReferenceProblem::kSources; ++s) {
    const std::int64_t node = ReferenceProblem::source_node(s);
    g[node] -= 2.0 / problem.velocity()[node] * problem.source_term(s);
  }
}

// A stand-in: the library has no line in which this mistake could be made, so that its effect is built from outside.
// The library's adjoint runs on q = c a, which obeys the forward recursion. With residuals over c it is the field that
// c L, taken for its own transpose, would give for a; and the gradient needs no division by c.
void undo_division_by_courant(ReferenceProblem &problem, Values &g) {
  for (std::int64_t i = 0; i < ReferenceProblem::kNodes; ++i) g[i] *= problem.courant_squared(i);
}

}  // namespace

const std::vector<Fault> &all_faults() {
  static const std::vector<Fault> faults = {
      {.id = "M1", .what = "sign", .distort = turn_sign},
      {.id = "M2", .what = "factor 2", .distort = double_it},
      {.id = "M3", .what = "images u of step k - 1", .store = StoreFault::tape_before},
      {.id = "M4", .what = "images u of step k + 1", .store = StoreFault::tape_after},
      {.id = "M5", .what = "layers not added to the edge", .planted = Mutant::layers_not_folded},
      {.id = "M6", .what = "source term left out", .distort = leave_sources_out},
      {.id = "M8", .what = "stale tape for 20 steps", .store = StoreFault::stale_tape},
      {.id = "M9", .what = "dt^2 left out", .distort = forget_dt_squared},
      {.id = "M9 dt", .what = "dt left out", .distort = forget_dt},
      {.id = "M11", .what = "last step skipped", .planted = Mutant::last_step_not_imaged, .may_hide_in_f32 = true},
      {.id = "M12", .what = "first step skipped", .planted = Mutant::first_step_not_imaged, .may_hide_in_f32 = true},
      {.id = "M13", .what = "one receiver left out", .residual = ResidualFault::one_receiver_left_out},
      {.id = "M14", .what = "+1 %", .distort = add_1_percent},
      {.id = "M15", .what = "+0.1 %", .distort = add_0_1_percent, .may_hide_in_f32 = true},
      {.id = "M16", .what = "+0.01 %", .distort = add_0_01_percent, .may_hide_in_f32 = true},
      {.id = "M17", .what = "adjoint uses the forward CPML", .planted = Mutant::forward_cpml},
      {.id = "M17 sponge",
       .what = "adjoint without the sponge",
       .setting = Setting::sponge,
       .planted = Mutant::sponge_only_forward},
      {.id = "M17 sign",
       .what = "sponge of the wrong sign",
       .setting = Setting::sponge,
       .planted = Mutant::sponge_sign_turned,
       .overflows_in_f32 = true},
      {.id = "M18", .what = "gradient at 1.003 m", .moved = 1.003},
      {.id = "M19", .what = "one cell +16.5 %", .distort = enlarge_one_cell, .may_hide_in_f32 = true},
      {.id = "M20",
       .what = "c L as its transpose (stand-in)",
       .residual = ResidualFault::over_courant,
       .distort = undo_division_by_courant},
      {.id = "M21", .what = "adjoint restarts in the middle", .planted = Mutant::adjoint_restarts, .slots = 5},
      {.id = "M22",
       .what = "initial state's terms left out",
       .setting = Setting::initial_state,
       .planted = Mutant::initial_state_not_imaged},
      {.id = "M23", .what = "checkpoints in float32", .store = StoreFault::rounded, .may_hide_in_f32 = true},
      {.id = "M24", .what = "full store drops a save", .store = StoreFault::full_silently},
      {.id = "M25", .what = "first layer cell off by one", .planted = Mutant::profile_off_by_one},
      {.id = "M26", .what = "cotangent of psi dropped", .planted = Mutant::psi_cotangent_dropped},
  };
  return faults;
}

const std::vector<Absent> &absent_faults() {
  static const std::vector<Absent> absent = {
      {"M7", "not present: the library has no halo exchange yet"},
      {"M10", "not present: the library has no density yet"},
  };
  return absent;
}

std::vector<double> faulty_gradient(ReferenceProblem &problem, const Fault &fault) {
  planted_mutant = fault.planted;
  problem.set_residual_fault(fault.residual);
  std::vector<double> velocity = problem.velocity();
  scale(velocity, fault.moved);
  std::vector<double> g = fault.store == StoreFault::none ? problem.gradient(velocity, fault.slots)
                                                          : problem.gradient_of_executor(velocity, fault.store);
  if (fault.distort) fault.distort(problem, g);
  return g;
}

}  // namespace mutants

}  // namespace ebw
