// SPDX-License-Identifier: MIT
// Shots and wavelets in the wave group of the C ABI.
#include "wave.hpp"
#include "wave/wavelet.hpp"

namespace ebw::capi {

namespace {

wave::Position position_of(const wave::Grid &grid, const double *coordinates) {
  wave::Position position{0.0, 0.0, 0.0};
  for (int d = 0; d < grid.ndim; ++d) position[static_cast<std::size_t>(grid.axis_of(d))] = coordinates[d];
  return position;
}

// [receiver][sample] with given strides; a shot without receivers has no such array.
ArrayLayout trace_layout(std::int64_t n_receivers, std::int64_t n_samples, const std::int64_t *stride) {
  if (n_receivers < 1) fail(Status::shape, "n_receivers = ", n_receivers, ", need that of the shot, at least 1");
  if (n_samples < 1) fail(Status::shape, "n_samples = ", n_samples, ", need n_steps + 1");
  const std::int64_t shape[2] = {n_receivers, n_samples};
  return make_layout(2, shape, stride);
}

template <class Set>
std::int32_t with_shot(const ebw_shot *shot, const Set &set) {
  return entry([&] {
    const auto used = use(shot, "shot");
    set(used->shot);
  });
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_shot_create(const ebw_model *model, ebw_shot **shot) {
  return entry([&] {
    require(shot, "shot");
    const auto used = use(model, "model");
    const wave::Setup &setup = used->model.setup();
    if (setup.n_steps == 0) fail(Status::state, "the model has no time axis; call ebw_model_set_time first");
    *shot = new ebw_shot(std::make_shared<ShotObject>(setup.grid, setup.n_steps));
  });
}

int32_t ebw_shot_add_source(ebw_shot *shot, const double *position, const double *wavelet, int64_t n_samples) {
  return with_shot(shot, [&](wave::Shot &s) {
    require(position, "position");
    s.add_source(position_of(s.grid(), position), wavelet, n_samples);
  });
}

int32_t ebw_shot_set_wavelet(ebw_shot *shot, int64_t source, const double *wavelet, int64_t n_samples) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_wavelet(source, wavelet, n_samples); });
}

int32_t ebw_shot_add_receivers(ebw_shot *shot, int64_t n_receivers, const double *positions) {
  return with_shot(shot, [&](wave::Shot &s) {
    require(positions, "positions");
    s.add_receivers(n_receivers, [&](std::int64_t r) { return position_of(s.grid(), positions + r * s.grid().ndim); });
  });
}

int32_t ebw_shot_set_observed(ebw_shot *shot, const double *data, int64_t n_receivers, int64_t n_samples,
                              const int64_t *stride) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_observed(data, trace_layout(n_receivers, n_samples, stride)); });
}

int32_t ebw_shot_set_weights(ebw_shot *shot, const double *weights, int64_t n_receivers) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_weights(weights, n_receivers); });
}

int32_t ebw_shot_set_adjoint_sources(ebw_shot *shot, const double *data, int64_t n_receivers, int64_t n_samples,
                                     const int64_t *stride) {
  return with_shot(shot,
                   [&](wave::Shot &s) { s.set_adjoint_sources(data, trace_layout(n_receivers, n_samples, stride)); });
}

int32_t ebw_shot_set_initial_state(ebw_shot *shot, const void *state, int64_t bytes) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_initial_state(state, bytes); });
}

int32_t ebw_shot_set_final_cotangent(ebw_shot *shot, const void *cotangent, int64_t bytes) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_final_cotangent(cotangent, bytes); });
}

int32_t ebw_shot_set_keep_states(ebw_shot *shot, int32_t keep) {
  return with_shot(shot, [&](wave::Shot &s) { s.set_keep_states(checked_flag(keep, "keep")); });
}

int32_t ebw_shot_get_traces(const ebw_shot *shot, double *data, int64_t n_receivers, int64_t n_samples,
                            const int64_t *stride) {
  return with_shot(shot, [&](wave::Shot &s) { s.get_traces(data, trace_layout(n_receivers, n_samples, stride)); });
}

int32_t ebw_shot_get_wavelet_gradient(const ebw_shot *shot, int64_t source, double *wavelet_gradient,
                                      int64_t n_samples) {
  return with_shot(shot, [&](wave::Shot &s) { s.get_wavelet_gradient(source, wavelet_gradient, n_samples); });
}

int32_t ebw_shot_get_final_state(const ebw_shot *shot, void *state, int64_t bytes) {
  return with_shot(shot, [&](wave::Shot &s) { s.get_final_state(state, bytes); });
}

int32_t ebw_shot_get_initial_cotangent(const ebw_shot *shot, void *cotangent, int64_t bytes) {
  return with_shot(shot, [&](wave::Shot &s) { s.get_initial_cotangent(cotangent, bytes); });
}

int32_t ebw_shot_get_sizes(const ebw_shot *shot, int64_t *n_sources, int64_t *n_receivers, int64_t *n_samples) {
  return with_shot(shot, [&](wave::Shot &s) {
    if (n_sources) *n_sources = s.n_sources();
    if (n_receivers) *n_receivers = s.n_receivers();
    if (n_samples) *n_samples = s.n_samples();
  });
}

void ebw_shot_destroy(ebw_shot *shot) { delete shot; }

int32_t ebw_ricker(double f0, double t0, double dt, int64_t n_samples, double *wavelet) {
  return entry([&] {
    require(wavelet, "wavelet");
    wave::ricker(f0, t0, dt, n_samples, wavelet);
  });
}

}  // extern "C"
