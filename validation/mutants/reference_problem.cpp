// SPDX-License-Identifier: MIT
// Model, points, data and gradients of the reference problem.
#include "reference_problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "base/rng.hpp"
#include "storage.hpp"

namespace ebw::mutants {

namespace {

constexpr std::int64_t kShape[2] = {ReferenceProblem::kNx, ReferenceProblem::kNz};
constexpr double kSpacing = 10.0;    // m
constexpr double kFrequency = 25.0;  // Hz: 8 nodes per wavelength

// Between 1600 and 2400 m/s; neighbours differ by a few per cent.
std::vector<double> random_smooth_velocity(std::uint64_t seed) {
  constexpr std::int64_t nx = ReferenceProblem::kNx, nz = ReferenceProblem::kNz;
  std::vector<double> v(nx * nz), smoothed(v.size());
  const Random random(seed, 1000);  // a stream that no direction of a test has
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = random.gaussian(static_cast<std::int64_t>(i));
  for (int pass = 0; pass < 8; ++pass) {
    for (std::int64_t x = 0; x < nx; ++x)
      for (std::int64_t z = 0; z < nz; ++z) {
        const auto at = [&](std::int64_t i, std::int64_t k) {
          return v[std::clamp<std::int64_t>(i, 0, nx - 1) * nz + std::clamp<std::int64_t>(k, 0, nz - 1)];
        };
        smoothed[x * nz + z] = (4.0 * at(x, z) + at(x - 1, z) + at(x + 1, z) + at(x, z - 1) + at(x, z + 1)) / 8.0;
      }
    v.swap(smoothed);
  }
  const auto [least, most] = std::minmax_element(v.begin(), v.end());
  const double low = *least, high = *most;
  for (double &value : v) value = 1600.0 + 800.0 * (value - low) / (high - low);
  return v;
}

std::int64_t node_of(std::int64_t x, std::int64_t z) { return x * ReferenceProblem::kNz + z; }

}  // namespace

std::int64_t ReferenceProblem::source_node(std::int64_t source) {
  return source == 0 ? node_of(9, 30) : node_of(28, 22);
}
std::int64_t ReferenceProblem::receiver_node(std::int64_t receiver) { return node_of(3 + 3 * receiver, 3); }
bool ReferenceProblem::on_edge(std::int64_t node) {
  const std::int64_t x = node / kNz, z = node % kNz;
  return x == 0 || x == kNx - 1 || z == 0 || z == kNz - 1;
}

ReferenceProblem::ReferenceProblem(std::int32_t dtype, Setting setting) : dtype_(dtype) {
  const double spacing[2] = {kSpacing, kSpacing};
  velocity_ = untyped(typed(random_smooth_velocity(1)));
  require_ok(ebw_model_create(dtype, 2, kShape, spacing, &model_));
  require_ok(ebw_model_set_order(model_, 4));
  require_ok(ebw_model_set_threads(model_, 1));
  const std::int32_t kind = setting == Setting::sponge ? EBW_BOUNDARY_SPONGE : EBW_BOUNDARY_CPML;
  for (const std::int32_t face : {EBW_FACE_LEFT, EBW_FACE_RIGHT, EBW_FACE_TOP, EBW_FACE_BOTTOM})
    require_ok(ebw_model_set_boundary(model_, face, kind, 8, 2400.0, kFrequency));
  set_velocity(typed(velocity_).data());
  // The largest step of a test's ladder changes velocities by 5 % times a Gaussian.
  double dt_max = 0.0;
  require_ok(ebw_model_get_dt_max(model_, &dt_max));
  dt_ = 0.7 * dt_max;
  require_ok(ebw_model_set_time(model_, dt_, kSteps));
  require_ok(ebw_shot_create(model_, &shot_));
  add_points();
  if (setting == Setting::initial_state) set_initial_state();
  observe();
}

ReferenceProblem::~ReferenceProblem() {
  ebw_shot_destroy(shot_);
  ebw_model_destroy(model_);
}

void ReferenceProblem::add_points() {
  const auto position = [](std::int64_t node, double *to) {
    to[0] = static_cast<double>(node / kNz) * kSpacing;
    to[1] = static_cast<double>(node % kNz) * kSpacing;
  };
  wavelet_.resize(kSamples);
  double at[2 * kReceivers];
  for (std::int64_t s = 0; s < kSources; ++s) {
    require_ok(ebw_ricker(kFrequency, 1.0 / kFrequency, dt_, kSamples, wavelet_.data()));
    position(source_node(s), at);
    require_ok(ebw_shot_add_source(shot_, at, wavelet_.data(), kSamples));
  }
  for (std::int64_t r = 0; r < kReceivers; ++r) position(receiver_node(r), at + 2 * r);
  require_ok(ebw_shot_add_receivers(shot_, kReceivers, at));
}

// A bump that swells from step -1 to step 0.
void ReferenceProblem::set_initial_state() {
  std::int64_t bytes = 0;
  require_ok(ebw_model_get_state_bytes(model_, &bytes));
  const std::int64_t element = dtype_ == EBW_F32 ? 4 : 8;
  std::vector<double> values(static_cast<std::size_t>(bytes / element), 0.0);
  for (std::int32_t field = 0; field < 2; ++field) {
    const char *name = nullptr;
    std::int64_t offset = 0, shape[3] = {}, stride[3] = {};
    require_ok(ebw_model_get_state_field(model_, field, &name, &offset, shape, stride));
    for (std::int64_t x = 0; x < shape[0]; ++x)
      for (std::int64_t z = 0; z < shape[1]; ++z) {
        const double dx = static_cast<double>(x) - 0.4 * static_cast<double>(shape[0]);
        const double dz = static_cast<double>(z) - 0.5 * static_cast<double>(shape[1]);
        values[offset / element + x * stride[0] + z * stride[1]] =
            (field == 0 ? 0.5 : 0.45) * std::exp(-(dx * dx + dz * dz) / 8.0);
      }
  }
  require_ok(ebw_shot_set_initial_state(shot_, typed(values).data(), bytes));
}

// The data of another model; then the tested one again.
void ReferenceProblem::observe() {
  observed_.resize(kReceivers * kSamples);
  set_velocity(typed(random_smooth_velocity(2)).data());
  require_ok(ebw_forward(model_, &shot_, 1));
  require_ok(ebw_shot_get_traces(shot_, observed_.data(), kReceivers, kSamples, nullptr));
  require_ok(ebw_shot_set_observed(shot_, observed_.data(), kReceivers, kSamples, nullptr));
  set_velocity(typed(velocity_).data());
}

std::vector<std::byte> ReferenceProblem::typed(const std::vector<double> &values) const {
  std::vector<std::byte> array(values.size() * (dtype_ == EBW_F32 ? sizeof(float) : sizeof(double)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto single = static_cast<float>(values[i]);
    if (dtype_ == EBW_F32)
      std::memcpy(array.data() + i * sizeof single, &single, sizeof single);
    else
      std::memcpy(array.data() + i * sizeof(double), &values[i], sizeof(double));
  }
  return array;
}

std::vector<double> ReferenceProblem::untyped(const std::vector<std::byte> &array) const {
  std::vector<double> values(array.size() / (dtype_ == EBW_F32 ? sizeof(float) : sizeof(double)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = dtype_ == EBW_F32 ? reinterpret_cast<const float *>(array.data())[i]
                                  : reinterpret_cast<const double *>(array.data())[i];
  return values;
}

std::int32_t ReferenceProblem::try_velocity(const void *velocity) {
  return ebw_model_set_field(model_, "velocity", velocity, dtype_, 2, kShape, nullptr);
}

std::int32_t ReferenceProblem::misfit(const void *velocity, double *J) {
  const std::int32_t status = try_velocity(velocity);
  return status != EBW_OK ? status : ebw_misfit(model_, &shot_, 1, J);
}

std::int32_t ReferenceProblem::misfit_function(std::int64_t, std::int64_t n_receivers, std::int64_t n_samples,
                                               const double *traces, double *misfit, double *residual, void *user) {
  const auto &problem = *static_cast<const ReferenceProblem *>(user);
  *misfit = 0.0;
  for (std::int64_t r = 0; r < n_receivers; ++r) {
    double factor = 1.0;
    if (problem.residual_fault_ == ResidualFault::one_receiver_left_out && r == 5) factor = 0.0;
    if (problem.residual_fault_ == ResidualFault::over_courant)
      factor = 1.0 / problem.courant_squared(receiver_node(r));
    for (std::int64_t i = r * n_samples; i < (r + 1) * n_samples; ++i) {
      const double difference = traces[i] - problem.observed_[i];
      *misfit += 0.5 * difference * difference;
      if (residual) residual[i] = factor * difference;
    }
  }
  return 0;
}

std::vector<double> ReferenceProblem::gradient(const std::vector<double> &velocity, std::int64_t slots) {
  std::vector<std::byte> g = typed(velocity);
  set_velocity(g.data());
  require_ok(ebw_model_set_slots(model_, slots));
  if (residual_fault_ != ResidualFault::none) require_ok(ebw_model_set_misfit(model_, misfit_function, this, nullptr));
  require_ok(ebw_gradient(model_, &shot_, 1, 0, nullptr, g.data(), nullptr));
  require_ok(ebw_model_set_misfit(model_, nullptr, nullptr, nullptr));
  return untyped(g);
}

std::vector<double> ReferenceProblem::gradient_of_executor(const std::vector<double> &velocity, StoreFault fault) {
  std::vector<std::byte> g = typed(velocity);
  set_velocity(g.data());
  ebw_schedule *schedule = nullptr;
  ebw_propagator *propagator = nullptr;
  ebw_executor *executor = nullptr;
  if (is_of_tapes(fault))
    require_ok(ebw_schedule_create_store_all(kSteps, EBW_REVERSE_STATE_ONLY, 1, &schedule));
  else
    require_ok(ebw_schedule_create_revolve(kSteps, kFaultySlots, EBW_REVERSE_STATE_ONLY, &schedule));
  auto store = std::make_unique<storage::ConfiguredStore>(
      [&](MemoryAccount &account) { return std::make_unique<FaultyStore>(account, fault, dtype_ == EBW_F64); });
  auto *storage = new ebw_storage(std::make_shared<capi::StorageObject>(std::move(store)));
  require_ok(ebw_propagator_create_acoustic(model_, shot_, &propagator));
  require_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  require_ok(ebw_executor_run(executor));
  require_ok(ebw_propagator_get_gradient(propagator, nullptr, g.data(), nullptr));
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  return untyped(g);
}

double ReferenceProblem::source_term(std::int64_t source) {
  std::vector<double> by_wavelet(kSamples);
  require_ok(ebw_shot_get_wavelet_gradient(shot_, source, by_wavelet.data(), kSamples));
  double sum = 0.0;
  for (std::int64_t k = 0; k < kSamples; ++k) sum += wavelet_[k] * by_wavelet[k];
  return sum;
}

}  // namespace ebw::mutants
