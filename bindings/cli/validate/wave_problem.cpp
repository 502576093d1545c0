// SPDX-License-Identifier: MIT
// A small wave problem with random smooth media, on which gradients are checked.
#include "wave_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "../refused.hpp"

namespace ebw::cli {

namespace {

constexpr double kSpacing = 10.0;
constexpr double kMiddle = 2250.0, kMost = 750.0;  // m/s: all velocities lie in 1500 .. 3000
constexpr double kFastest = 3300.0;                // of the time step, so that the test's steps stay stable
constexpr double kPeak = 20.0;                     // Hz: 7 nodes in the shortest wave length
constexpr int kSmoothings = 3;

// Uniform in (-1, 1), by counting: splitmix64 (Steele, Lea, Flood 2014).
double random_at(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = (seed + counter * 1000003) * UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  z ^= z >> 31;
  return (static_cast<double>(z >> 11) + 0.5) / 4503599627370496.0 - 1.0;
}

// Mean of each value and its two neighbours along one axis, ends repeated.
void smooth(std::vector<double> &values, const std::vector<std::int64_t> &shape, std::size_t axis) {
  std::int64_t stride = 1;
  for (std::size_t d = axis + 1; d < shape.size(); ++d) stride *= shape[d];
  const std::vector<double> old = values;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(values.size()); ++i) {
    const std::int64_t at = i / stride % shape[axis];
    const std::int64_t before = at == 0 ? i : i - stride, after = at == shape[axis] - 1 ? i : i + stride;
    values[static_cast<std::size_t>(i)] = (old[static_cast<std::size_t>(before)] + old[static_cast<std::size_t>(i)] +
                                           old[static_cast<std::size_t>(after)]) /
                                          3.0;
  }
}

}  // namespace

WaveProblem::WaveProblem(const WaveSetting &setting, std::uint64_t seed) : setting_(setting) {
  const auto ndim = static_cast<std::int32_t>(setting.shape.size());
  const std::array<double, 3> spacing = {kSpacing, kSpacing, kSpacing};
  for (const std::int64_t n : setting.shape) nodes_ *= n;
  ebw_model *model = nullptr;
  check(ebw_model_create(setting.dtype, ndim, setting.shape.data(), spacing.data(), &model), setting.name);
  model_.reset(model);
  check(ebw_model_set_order(model, setting.order), setting.name);
  check(ebw_model_set_threads(model, 1), setting.name);
  set_face(EBW_FACE_ALL, setting.boundary);
  set_face(EBW_FACE_TOP, setting.top);
  point_ = random_velocity(seed);
  check(set_velocity(point_.data()), setting.name);
  check(ebw_model_get_dt_max(model, &dt_), setting.name);
  dt_ *= 0.8 * (kMiddle + kMost) / kFastest;
  check(ebw_model_set_time(model, dt_, setting.steps), setting.name);
  ebw_shot *shot = nullptr;
  check(ebw_shot_create(model, &shot), setting.name);
  shot_.reset(shot);
  add_points();
  set_observed(random_velocity(seed + 1));
  check(set_velocity(point_.data()), setting.name);
}

void WaveProblem::set_face(std::int32_t face, std::int32_t kind) const {
  const bool has_layer = kind == EBW_BOUNDARY_CPML || kind == EBW_BOUNDARY_SPONGE;
  check(ebw_model_set_boundary(model_.get(), face, kind, has_layer ? setting_.cells : 0, kMiddle + kMost, kPeak),
        setting_.name);
}

std::vector<std::byte> WaveProblem::random_velocity(std::uint64_t seed) const {
  std::vector<double> values(static_cast<std::size_t>(nodes_));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = random_at(seed, i);
  for (int round = 0; round < kSmoothings; ++round)
    for (std::size_t axis = 0; axis < setting_.shape.size(); ++axis) smooth(values, setting_.shape, axis);
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  for (double &value : values) value = kMiddle + kMost * value / largest;
  const std::size_t size = setting_.dtype == EBW_F32 ? sizeof(float) : sizeof(double);
  std::vector<std::byte> bytes(values.size() * size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto single = static_cast<float>(values[i]);
    std::memcpy(bytes.data() + i * size, setting_.dtype == EBW_F32 ? static_cast<const void *>(&single) : &values[i],
                size);
  }
  return bytes;
}

// Off the nodes, spread over the grid in all axes; receivers above, sources below the middle.
void WaveProblem::add_points() {
  std::vector<double> wavelet(static_cast<std::size_t>(samples())), positions;
  check(ebw_ricker(kPeak, 1.2 / kPeak, dt_, samples(), wavelet.data()), setting_.name);
  const auto place = [&](double share, double depth) {
    std::vector<double> at;
    for (std::size_t d = 0; d < setting_.shape.size(); ++d)
      at.push_back((d + 1 == setting_.shape.size() ? depth
                    : d == 0                       ? share
                                                   : 0.83 * share + 0.07) *
                   static_cast<double>(setting_.shape[d] - 1) * kSpacing);
    return at;
  };
  for (int s = 0; s < setting_.sources; ++s) {
    sources_.push_back(place((s + 0.73) / (setting_.sources + 0.5), 0.62));
    check(ebw_shot_add_source(shot_.get(), sources_.back().data(), wavelet.data(), samples()), setting_.name);
  }
  for (int r = 0; r < setting_.receivers; ++r)
    for (const double x : place((r + 0.41) / setting_.receivers, 0.21 + 0.02 * (r % 3))) positions.push_back(x);
  check(ebw_shot_add_receivers(shot_.get(), setting_.receivers, positions.data()), setting_.name);
}

std::vector<std::int64_t> WaveProblem::index_of(std::int64_t node) const {
  std::vector<std::int64_t> index(setting_.shape.size());
  for (std::size_t d = index.size(); d-- > 0; node /= setting_.shape[d]) index[d] = node % setting_.shape[d];
  return index;
}

bool WaveProblem::near_source(const std::vector<std::int64_t> &index, std::int64_t reach) const {
  return std::any_of(sources_.begin(), sources_.end(), [&](const std::vector<double> &source) {
    bool near = true;
    for (std::size_t d = 0; d < index.size(); ++d)
      near &= std::abs(static_cast<double>(index[d]) - source[d] / kSpacing) <= static_cast<double>(reach);
    return near;
  });
}

void WaveProblem::set_observed(const std::vector<std::byte> &truth) {
  ebw_shot *shot = shot_.get();
  std::vector<double> traces(static_cast<std::size_t>(setting_.receivers * samples()));
  check(set_velocity(truth.data()), setting_.name);
  check(ebw_forward(model_.get(), &shot, 1), setting_.name);
  check(ebw_shot_get_traces(shot, traces.data(), setting_.receivers, samples(), nullptr), setting_.name);
  check(ebw_shot_set_observed(shot, traces.data(), setting_.receivers, samples(), nullptr), setting_.name);
}

std::int32_t WaveProblem::set_velocity(const void *velocity) const {
  return ebw_model_set_field(model_.get(), "velocity", velocity, setting_.dtype,
                             static_cast<std::int32_t>(setting_.shape.size()), setting_.shape.data(), nullptr);
}

std::int32_t WaveProblem::misfit(const void *velocity, double &J) const {
  ebw_shot *shot = shot_.get();
  const std::int32_t status = set_velocity(velocity);
  return status != EBW_OK ? status : ebw_misfit(model_.get(), &shot, 1, &J);
}

std::vector<std::byte> WaveProblem::gradient(double *J) const {
  ebw_shot *shot = shot_.get();
  double misfit;
  std::vector<std::byte> gradient(point_.size());
  check(ebw_gradient(model_.get(), &shot, 1, 0, &misfit, gradient.data(), nullptr), setting_.name);
  if (J) *J = misfit;
  return gradient;
}

}  // namespace ebw::cli
