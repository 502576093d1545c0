// SPDX-License-Identifier: MIT
// A model: grid, field, boundaries, time axis and order. It holds what a user sets and checks it; it computes nothing.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/aligned_buffer.hpp"
#include "wave/boundary.hpp"
#include "wave/grid.hpp"

namespace ebw::wave {

enum class Parameter : std::int32_t { velocity = 1, slowness_squared = 2 };

// What decides the structure of a run: memory, tables and layouts hang on these numbers and on nothing else.
struct Setup {
  Grid grid;
  Dtype dtype = Dtype::f32;
  Boundary boundary{};
  int order = 8;
  double dt = 0.0;
  std::int64_t n_steps = 0;
  bool operator==(const Setup &) const = default;
};

class Model {
 public:
  Model(Dtype dtype, const Grid &grid);

  const Setup &setup() const { return setup_; }
  const Grid &grid() const { return setup_.grid; }

  // name: "velocity" or "slowness_squared". All values are checked before anything changes.
  void set_field(std::string_view name, const void *data, Dtype dtype, const ArrayLayout &layout);
  void get_field(std::string_view name, void *data, Dtype dtype, const ArrayLayout &layout) const;
  void set_face(int face, const Face &value);  // face -1: all that exist
  void set_time(double dt, std::int64_t n_steps);
  void set_order(int order);

  // Which of the two the field is; what the values are: dense, z fastest.
  Parameter field_kind() const { return field_kind_; }
  bool has_field() const { return field_.data() != nullptr; }
  template <class T>
  const T *field() const {
    return reinterpret_cast<const T *>(field_.data());
  }
  double v_max() const { return v_max_; }

  // Largest stable dt of the present field and order.
  double dt_max() const;
  // Everything that a run needs is there and fits: field, faces, time, stability.
  void check_ready() const;
  // The part of check_ready that the state's layout hangs on.
  void check_structure() const { check_boundary(setup_.boundary, setup_.grid, setup_.order); }

  // Grows with every change, and no two models share one: tells that a result is of another model.
  std::int64_t version() const { return version_; }
  const MemoryAccount &account() const { return account_; }

 private:
  void check_range(double dt_max) const;
  void require_shape(Dtype dtype, const ArrayLayout &layout) const;

  Setup setup_;
  MemoryAccount account_;
  AlignedBuffer field_;
  Parameter field_kind_ = Parameter::velocity;
  double v_min_ = 0.0, v_max_ = 0.0;
  std::int64_t version_ = 0;
};

// c = v^2 dt^2 from a value of the field, and d(c)/d(parameter), in double.
inline double courant_squared(Parameter kind, double value, double dt) {
  return kind == Parameter::velocity ? value * value * dt * dt : dt * dt / value;
}
inline double courant_slope(Parameter kind, double value, double dt, Parameter by) {
  const double c = courant_squared(kind, value, dt);
  if (by == Parameter::velocity) {
    const double v = kind == Parameter::velocity ? value : 1.0 / std::sqrt(value);
    return 2.0 * c / v;
  }
  const double slowness_squared = kind == Parameter::slowness_squared ? value : 1.0 / (value * value);
  return -c / slowness_squared;
}

}  // namespace ebw::wave
