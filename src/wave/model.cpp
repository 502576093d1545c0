// SPDX-License-Identifier: MIT
// Setters of a model, each checked before anything changes.
#include "wave/model.hpp"

#include <atomic>
#include <cmath>
#include <limits>

#include "base/threads.hpp"
#include "wave/stencil/coefficients.hpp"

namespace ebw::wave {

namespace {

const char *field_name(Parameter kind) { return kind == Parameter::velocity ? "velocity" : "slowness_squared"; }

Parameter parse_field(std::string_view name) {
  if (name == "velocity") return Parameter::velocity;
  if (name == "slowness_squared") return Parameter::slowness_squared;
  fail(Status::not_found, "no field \"", name, "\"; an acoustic model has \"velocity\" (m/s) or \"slowness_squared\" ",
       "(s^2/m^2)");
}

std::int64_t new_version() {
  static std::atomic<std::int64_t> last{0};
  return ++last;
}

// Calls visit(index of the dense array, offset in the caller's array) for every node, z fastest.
template <class Visit>
void for_each_node(const Grid &grid, const ArrayLayout &layout, const Visit &visit) {
  const auto stride = axis_strides(grid, layout);
  std::int64_t index = 0;
  for (std::int64_t i = 0; i < grid.shape[0]; ++i)
    for (std::int64_t j = 0; j < grid.shape[1]; ++j)
      for (std::int64_t k = 0; k < grid.shape[2]; ++k)
        visit(index++, i * stride[0] + j * stride[1] + k * stride[2], std::array{i, j, k});
}

template <class T>
std::array<double, 2> checked_copy(const Grid &grid, const ArrayLayout &layout, const T *from, T *to, Parameter kind) {
  const FloatMode mode(false);
  double fastest = 0.0, slowest = std::numeric_limits<double>::infinity();
  for_each_node(grid, layout, [&](std::int64_t index, std::int64_t offset, std::array<std::int64_t, 3> node) {
    const double value = static_cast<double>(from[offset]);
    const double v = kind == Parameter::velocity ? value : 1.0 / std::sqrt(value);
    const bool finite = std::isfinite(value);
    if (!finite || value <= 0.0 || !std::isnormal(v * v)) {
      const std::string where = grid.ndim == 2 ? text("[", node[0], "][", node[2], "]")
                                               : text("[", node[0], "][", node[1], "][", node[2], "]");
      fail(finite ? Status::argument : Status::non_finite, field_name(kind), where, " = ", value,
           ", need a finite value above 0 in every cell");
    }
    fastest = std::fmax(fastest, v);
    slowest = std::fmin(slowest, v);
    to[index] = from[offset];
  });
  return {slowest, fastest};
}

}  // namespace

Model::Model(Dtype dtype, const Grid &grid) {
  setup_.dtype = dtype;
  setup_.grid = grid;
}

void Model::require_shape(Dtype dtype, const ArrayLayout &layout) const {
  const Grid &g = setup_.grid;
  if (dtype != setup_.dtype)
    fail(Status::dtype, "dtype = ", name_of(dtype), ", the model is ", name_of(setup_.dtype),
         "; convert the array or create the model with its dtype");
  if (layout.ndim != g.ndim) fail(Status::shape, "ndim = ", layout.ndim, ", the model has ", g.ndim, " axes");
  for (int d = 0; d < g.ndim; ++d)
    if (layout.shape[d] != g.shape[g.axis_of(d)])
      fail(Status::shape, "shape[", d, "] = ", layout.shape[d], ", the model has ", g.shape[g.axis_of(d)],
           " nodes along ", kAxisNames[g.axis_of(d)]);
}

void Model::set_field(std::string_view name, const void *data, Dtype dtype, const ArrayLayout &layout) {
  const Parameter kind = parse_field(name);
  if (!data) fail(Status::argument, "data is NULL; pass the model's values");
  require_shape(dtype, layout);
  AlignedBuffer copy(account_, MemoryUse::model_copies,
                     checked_multiply(grid().nodes(), size_of(dtype), "field bytes"));
  const auto [slowest, fastest] = dtype == Dtype::f32 ? checked_copy(grid(), layout, static_cast<const float *>(data),
                                                                     reinterpret_cast<float *>(copy.data()), kind)
                                                      : checked_copy(grid(), layout, static_cast<const double *>(data),
                                                                     reinterpret_cast<double *>(copy.data()), kind);
  field_ = std::move(copy);
  field_kind_ = kind;
  v_min_ = slowest;
  v_max_ = fastest;
  version_ = new_version();
}

void Model::get_field(std::string_view name, void *data, Dtype dtype, const ArrayLayout &layout) const {
  const Parameter kind = parse_field(name);
  if (!has_field() || kind != field_kind_)
    fail(Status::not_found, "the model holds ", has_field() ? field_name(field_kind_) : "no field", ", not ", name,
         "; ask for the field that was set");
  if (!data) fail(Status::argument, "data is NULL; pass an array of the model's shape");
  require_shape(dtype, layout);
  require_distinct_elements(layout, "data");
  for_each_node(grid(), layout, [&](std::int64_t index, std::int64_t offset, std::array<std::int64_t, 3>) {
    if (dtype == Dtype::f32)
      static_cast<float *>(data)[offset] = field<float>()[index];
    else
      static_cast<double *>(data)[offset] = field<double>()[index];
  });
}

void Model::set_face(int face, const Face &value) {
  if (face < -1 || face > 5)
    fail(Status::argument, "face = ", face, ", need EBW_FACE_LEFT (0) .. EBW_FACE_BOTTOM (5) or EBW_FACE_ALL (-1)");
  if (face >= 0 && !grid().has(face / 2))
    fail(Status::argument, "face = ", face, " (", kFaceNames[face], "): a 2-D model has no y faces");
  for (int f = 0; f < 6; ++f)
    if (grid().has(f / 2) && (face == -1 || face == f)) setup_.boundary[f] = value;
  version_ = new_version();
}

void Model::set_time(double dt, std::int64_t n_steps) {
  if (!std::isfinite(dt) || dt <= 0.0) fail(Status::argument, "dt = ", dt, ", need a positive number of seconds");
  if (n_steps < 1) fail(Status::argument, "n_steps = ", n_steps, ", need at least 1");
  if (n_steps > (std::int64_t{1} << 40)) fail(Status::overflow, "n_steps = ", n_steps, ", need at most 2^40");
  setup_.dt = dt;
  setup_.n_steps = n_steps;
  version_ = new_version();
}

void Model::set_order(int order) {
  stencil::coefficients(order);  // refuses what does not exist
  setup_.order = order;
  version_ = new_version();
}

double Model::dt_max() const {
  if (!has_field()) fail(Status::state, "the model has no field; call ebw_model_set_field first");
  const FloatMode mode(false);
  const double second_sum = stencil::coefficients(setup_.order).second_sum();
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis)
    if (grid().has(axis)) sum += second_sum / (grid().spacing[axis] * grid().spacing[axis]);
  return 2.0 / (v_max_ * std::sqrt(sum));
}

void Model::check_ready() const {
  const double limit = dt_max();  // also: there is a field
  check_structure();
  if (setup_.n_steps == 0) fail(Status::state, "the model has no time axis; call ebw_model_set_time first");
  check_range(limit);
  if (setup_.dt > limit)
    fail(Status::unstable, "dt = ", exact(setup_.dt), " s, need at most dt_max = ", exact(limit),
         " s for v_max = ", v_max_, " m/s at order ", setup_.order, "; lower dt or coarsen the grid");
}

// Every c and every coefficient of the stencil must be a normal number of the dtype, or the scheme is another one.
void Model::check_range(double limit) const {
  const bool single = setup_.dtype == Dtype::f32;
  const auto normal = [single](double value) {
    return std::isnormal(value) && (!single || std::isnormal(static_cast<float>(value)));
  };
  for (const double v : {v_min_, v_max_})
    if (const double c = v * v * setup_.dt * setup_.dt; !normal(c) || !std::isfinite(limit))
      fail(Status::argument, "dt = ", exact(setup_.dt), " s with v = ", v, " m/s gives v^2 dt^2 = ", c, ", which ",
           name_of(setup_.dtype), " cannot hold to full precision; use a larger dt or other units");
  const stencil::Coefficients w = stencil::coefficients(setup_.order);
  for (int axis = 0; axis < 3; ++axis) {
    const double h = grid().spacing[axis];
    if (grid().has(axis) && !(normal(w.second[w.radius] / (h * h)) && normal(w.second[0] / (h * h))))
      fail(Status::argument, "spacing of ", h, " m along ", kAxisNames[axis], ": 1/h^2 = ", 1.0 / (h * h), ", which ",
           name_of(setup_.dtype), " cannot hold to full precision; use another unit of length");
  }
}

}  // namespace ebw::wave
