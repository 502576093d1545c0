// SPDX-License-Identifier: MIT
// A small wave problem with random smooth media, on which gradients are checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../handles.hpp"

namespace ebw::cli {

// What a problem is. All faces are of `boundary`, but for the top, which is of `top`.
struct WaveSetting {
  std::string name;
  std::int32_t dtype = EBW_F64;
  std::vector<std::int64_t> shape = {40, 36};
  std::int32_t order = 4;
  std::int32_t boundary = EBW_BOUNDARY_CPML, top = EBW_BOUNDARY_CPML;
  std::int64_t cells = 8, steps = 160;
  int sources = 2, receivers = 12;
};

class WaveProblem {
 public:
  // Observed data come from another random medium. seed: of both.
  WaveProblem(const WaveSetting &setting, std::uint64_t seed);

  std::int64_t nodes() const { return nodes_; }
  // The node's indices, axis by axis; and whether it is at most `reach` nodes off a source along every axis.
  std::vector<std::int64_t> index_of(std::int64_t node) const;
  bool near_source(const std::vector<std::int64_t> &index, std::int64_t reach) const;
  const WaveSetting &setting() const { return setting_; }
  ebw_model *model() const { return model_.get(); }
  std::int64_t samples() const { return setting_.steps + 1; }
  ebw_shot *shot() const { return shot_.get(); }

  // The point: velocities of the setting's dtype.
  const std::vector<std::byte> &point() const { return point_; }
  std::int32_t set_velocity(const void *velocity) const;
  std::int32_t misfit(const void *velocity, double &J) const;
  // At the point, as the model now has it.
  std::vector<std::byte> gradient(double *J = nullptr) const;

 private:
  std::vector<std::byte> random_velocity(std::uint64_t seed) const;
  void set_face(std::int32_t face, std::int32_t kind) const;
  void add_points();
  void set_observed(const std::vector<std::byte> &truth);

  WaveSetting setting_;
  std::int64_t nodes_ = 1;
  double dt_ = 0.0;
  Model model_;
  Shot shot_;
  std::vector<std::byte> point_;
  std::vector<std::vector<double>> sources_;  // m
};

}  // namespace ebw::cli
