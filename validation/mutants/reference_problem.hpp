// SPDX-License-Identifier: MIT
// The problem that the faults are planted in: 2-D, 40 x 36 nodes, 160 steps, order 4, 2 sources, 12 receivers, a random
// smooth model. Everything goes through the C ABI. Points lie on nodes, so that a fault at a point is one at a cell.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "ebbwave/ebbwave.h"
#include "faulty_store.hpp"

namespace ebw::mutants {

enum class Setting {
  cpml,           // 8 cells of CPML on all faces
  sponge,         // 8 cells of sponge instead
  initial_state,  // CPML, and a wave that is under way at step 0
};

// What a user's misfit function may do wrong.
enum class ResidualFault {
  none,
  one_receiver_left_out,
  over_courant,  // the residual is divided by v^2 dt^2 at its receiver
};

// A call that must not fail did: with the library's own words.
inline void require_ok(std::int32_t status) {
  if (status != EBW_OK) throw std::runtime_error(ebw_last_error());
}

class ReferenceProblem {
 public:
  ReferenceProblem(std::int32_t dtype, Setting setting);
  ~ReferenceProblem();
  ReferenceProblem(const ReferenceProblem &) = delete;
  ReferenceProblem &operator=(const ReferenceProblem &) = delete;

  static constexpr std::int64_t kNx = 40, kNz = 36, kSteps = 160, kSources = 2, kReceivers = 12;
  static constexpr std::int64_t kNodes = kNx * kNz, kSamples = kSteps + 1;
  static std::int64_t source_node(std::int64_t source);
  static std::int64_t receiver_node(std::int64_t receiver);
  static bool on_edge(std::int64_t node);

  // Velocities of seed 1, m/s, as the dtype holds them, and m^2 dt^2.
  const std::vector<double> &velocity() const { return velocity_; }
  double courant_squared(std::int64_t node) const { return velocity_[node] * velocity_[node] * dt_ * dt_; }
  double dt() const { return dt_; }
  std::int32_t dtype() const { return dtype_; }
  ebw_model *model() { return model_; }
  ebw_shot *shot() { return shot_; }

  // Values as an array of the dtype.
  std::vector<std::byte> typed(const std::vector<double> &values) const;
  std::int32_t misfit(const void *velocity, double *J);
  // J is right whatever the fault is; the gradient is not.
  void set_residual_fault(ResidualFault fault) { residual_fault_ = fault; }

  // By ebw_gradient; slots 0: one tape per step.
  std::vector<double> gradient(const std::vector<double> &velocity, std::int64_t slots);
  // By an executor with a store that makes this fault.
  std::vector<double> gradient_of_executor(const std::vector<double> &velocity, StoreFault fault);
  // Sum over samples of f^k dJ/df^k of one source, from the last gradient.
  double source_term(std::int64_t source);

 private:
  void add_points();
  void set_initial_state();
  void observe();
  void set_velocity(const void *velocity) { require_ok(try_velocity(velocity)); }
  std::int32_t try_velocity(const void *velocity);
  std::vector<double> untyped(const std::vector<std::byte> &values) const;
  static std::int32_t misfit_function(std::int64_t, std::int64_t, std::int64_t, const double *traces, double *misfit,
                                      double *residual, void *user);

  std::int32_t dtype_;
  ebw_model *model_ = nullptr;
  ebw_shot *shot_ = nullptr;
  double dt_ = 0.0;
  std::vector<double> velocity_, wavelet_, observed_;
  ResidualFault residual_fault_ = ResidualFault::none;
};

}  // namespace ebw::mutants
