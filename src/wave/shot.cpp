// SPDX-License-Identifier: MIT
// Setters and getters of a shot, each checked before anything changes.
#include "wave/shot.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ebw::wave {

void Shot::check_samples(const double *samples, std::int64_t n_samples, const char *what) const {
  if (!samples) fail(Status::argument, what, " is NULL; pass n_samples = ", n_samples_, " values");
  if (n_samples != n_samples_)
    fail(Status::shape, what, ": n_samples = ", n_samples, ", need n_steps + 1 = ", n_samples_);
  for (std::int64_t k = 0; k < n_samples; ++k)
    if (!std::isfinite(samples[k])) fail(Status::non_finite, what, "[", k, "] = ", samples[k], ", need finite samples");
}

void Shot::add_source(const Position &position, const double *wavelet, std::int64_t n_samples) {
  check_inside(grid_, position, "source", n_sources());
  check_samples(wavelet, n_samples, "wavelet");
  Array<double> grown(account_, MemoryUse::wavelets, checked_multiply(n_sources() + 1, n_samples_, "wavelets"));
  std::copy(wavelets_.begin(), wavelets_.end(), grown.begin());
  std::copy_n(wavelet, n_samples_, grown.begin() + wavelets_.size());
  sources_.push_back(position);
  wavelets_ = std::move(grown);
  drop_results();
}

void Shot::set_wavelet(std::int64_t source, const double *wavelet, std::int64_t n_samples) {
  if (source < 0 || source >= n_sources())
    fail(Status::not_found, "source = ", source, ", the shot has ", n_sources(), " sources (from 0)");
  check_samples(wavelet, n_samples, "wavelet");
  std::copy_n(wavelet, n_samples_, wavelets_.data() + source * n_samples_);
}

void Shot::check_more_receivers(std::int64_t count) const {
  if (count < 1) fail(Status::argument, "n_receivers = ", count, ", need at least 1");
  checked_multiply(checked_add(n_receivers(), count, "receivers"), checked_multiply(n_samples_, 8, "trace bytes"),
                   "trace bytes");
}

void Shot::add_receivers(const std::vector<Position> &positions) {
  std::int64_t number = n_receivers();
  for (const Position &position : positions) check_inside(grid_, position, "receiver", number++);
  receivers_.insert(receivers_.end(), positions.begin(), positions.end());
  observed_ = {};
  weights_ = {};
  adjoint_sources_ = {};
  drop_results();
}

void Shot::check_trace_shape(const ArrayLayout &layout, const char *what) const {
  if (layout.shape[0] != n_receivers())
    fail(Status::shape, what, ": n_receivers = ", layout.shape[0], ", the shot has ", n_receivers());
  if (layout.shape[1] != n_samples_)
    fail(Status::shape, what, ": n_samples = ", layout.shape[1], ", need n_steps + 1 = ", n_samples_);
}

void Shot::set_traces(Array<double> &into, const char *what, const double *data, const ArrayLayout &layout) {
  if (!data) fail(Status::argument, what, " is NULL; pass n_receivers x n_samples values");
  check_trace_shape(layout, what);
  Array<double> copy(account_, MemoryUse::traces, n_receivers() * n_samples_);
  for (std::int64_t r = 0; r < n_receivers(); ++r)
    for (std::int64_t k = 0; k < n_samples_; ++k) {
      const double value = data[r * layout.stride[0] + k * layout.stride[1]];
      if (!std::isfinite(value))
        fail(Status::non_finite, what, "[", r, "][", k, "] = ", value, ", need finite samples");
      copy[r * n_samples_ + k] = value;
    }
  into = std::move(copy);
}

void Shot::set_weights(const double *weights, std::int64_t count) {
  if (!weights) fail(Status::argument, "weights is NULL; pass one weight per receiver");
  if (count != n_receivers()) fail(Status::shape, "weights: n_receivers = ", count, ", the shot has ", n_receivers());
  for (std::int64_t r = 0; r < count; ++r)
    if (!std::isfinite(weights[r]))
      fail(Status::non_finite, "weights[", r, "] = ", weights[r], ", need finite weights");
  Array<double> copy(account_, MemoryUse::traces, count);
  std::copy_n(weights, count, copy.begin());
  weights_ = std::move(copy);
}

void Shot::set_bytes(Array<std::byte> &into, const char *what, const void *bytes, std::int64_t count) {
  if (count < 0) fail(Status::argument, "bytes = ", count, ", need the size of a state, or 0 for none");
  if (!bytes && count) fail(Status::argument, what, " is NULL with bytes = ", count, "; pass a state, or 0 bytes");
  Array<std::byte> copy(account_, MemoryUse::initial_state, count);
  if (count) std::memcpy(copy.data(), bytes, static_cast<std::size_t>(count));
  into = std::move(copy);
}

void Shot::check_ready(const Setup &setup, std::int64_t state_bytes, std::int64_t number) const {
  if (!(grid_ == setup.grid) || n_samples_ != setup.n_steps + 1)
    fail(Status::state, "shot ", number, " was made for another grid or for ", n_samples_ - 1, " steps, the model has ",
         setup.n_steps, "; create the shot anew from this model");
  if (sources_.empty() && initial_state_.empty())
    fail(Status::state, "shot ", number, " has neither a source nor an initial state; call ebw_shot_add_source");
  if (receivers_.empty() && final_cotangent_.empty() && !keep_states_)
    fail(Status::state, "shot ", number, " has no receivers; call ebw_shot_add_receivers");
  for (const auto *state : {&initial_state_, &final_cotangent_})
    if (!state->empty() && state->size() != state_bytes)
      fail(Status::shape, "shot ", number, ": a state of ", state->size(), " bytes was set, the model's layout has ",
           state_bytes, "; see ebw_model_get_state_bytes");
}

MemoryBytes Shot::planned_results(std::int64_t state_bytes, bool adjoint) const {
  MemoryBytes more{};
  const auto add = [&](MemoryUse use, std::int64_t wanted, std::int64_t held) {
    more[static_cast<int>(use)] += wanted - held;
  };
  add(MemoryUse::traces, checked_product({n_receivers(), n_samples_, 8}, "traces"), traces_.bytes());
  if (adjoint)
    add(MemoryUse::wavelets, checked_product({n_sources(), n_samples_, 8}, "wavelets"), wavelet_gradients_.bytes());
  const std::int64_t kept = keep_states_ ? state_bytes : 0;
  add(MemoryUse::initial_state, kept, final_state_.bytes());
  if (adjoint) add(MemoryUse::initial_state, kept, initial_cotangent_.bytes());
  return more;
}

void Shot::prepare_results(std::int64_t state_bytes, bool adjoint) {
  forward_done_ = adjoint_done_ = false;
  const auto resize = [&](auto &array, MemoryUse use, std::int64_t count) {
    if (array.size() == count) return;
    array = {};
    array = std::remove_reference_t<decltype(array)>(account_, use, count);
  };
  resize(traces_, MemoryUse::traces, n_receivers() * n_samples_);
  resize(final_state_, MemoryUse::initial_state, keep_states_ ? state_bytes : 0);
  if (!adjoint) return;
  resize(wavelet_gradients_, MemoryUse::wavelets, n_sources() * n_samples_);
  resize(initial_cotangent_, MemoryUse::initial_state, keep_states_ ? state_bytes : 0);
}

std::vector<std::span<std::byte>> Shot::results() {
  std::vector<std::span<std::byte>> all;
  for (Array<double> *array : {&traces_, &wavelet_gradients_})
    all.push_back(std::as_writable_bytes(std::span(array->begin(), array->end())));
  for (Array<std::byte> *array : {&final_state_, &initial_cotangent_}) all.emplace_back(array->begin(), array->end());
  return all;
}

void Shot::drop_results() {
  forward_done_ = adjoint_done_ = false;
  traces_ = {};
  wavelet_gradients_ = {};
  final_state_ = {};
  initial_cotangent_ = {};
}

void Shot::get_traces(double *data, const ArrayLayout &layout) const {
  if (!data) fail(Status::argument, "data is NULL; pass room for n_receivers x n_samples values");
  check_trace_shape(layout, "data");
  require_distinct_elements(layout, "data");
  if (!forward_done_) fail(Status::state, "the shot has no traces yet; run ebw_forward or ebw_gradient first");
  for (std::int64_t r = 0; r < n_receivers(); ++r)
    for (std::int64_t k = 0; k < n_samples_; ++k)
      data[r * layout.stride[0] + k * layout.stride[1]] = traces_[r * n_samples_ + k];
}

void Shot::get_wavelet_gradient(std::int64_t source, double *gradient, std::int64_t n_samples) const {
  if (!gradient) fail(Status::argument, "wavelet_gradient is NULL; pass room for n_samples values");
  if (source < 0 || source >= n_sources())
    fail(Status::not_found, "source = ", source, ", the shot has ", n_sources(), " sources (from 0)");
  if (n_samples != n_samples_)
    fail(Status::shape, "wavelet_gradient: n_samples = ", n_samples, ", need n_steps + 1 = ", n_samples_);
  if (!adjoint_done_)
    fail(Status::state, "the shot has no wavelet gradient yet; run ebw_gradient or ebw_adjoint first");
  std::copy_n(wavelet_gradients_.data() + source * n_samples_, n_samples_, gradient);
}

namespace {

void copy_state(const Array<std::byte> &from, bool done, const char *what, void *to, std::int64_t bytes,
                const char *run) {
  if (!to) fail(Status::argument, what, " is NULL; pass room for the state's bytes");
  if (!done || from.empty())
    fail(Status::state, "the shot keeps no such state; call ebw_shot_set_keep_states(shot, 1), then ", run);
  if (bytes != from.size())
    fail(Status::shape, "bytes = ", bytes, ", the state has ", from.size(), "; see ebw_model_get_state_bytes");
  std::memcpy(to, from.data(), static_cast<std::size_t>(bytes));
}

}  // namespace

void Shot::get_final_state(void *state, std::int64_t bytes) const {
  copy_state(final_state_, forward_done_, "state", state, bytes, "ebw_forward or ebw_gradient");
}

void Shot::get_initial_cotangent(void *cotangent, std::int64_t bytes) const {
  copy_state(initial_cotangent_, adjoint_done_, "cotangent", cotangent, bytes, "ebw_gradient or ebw_adjoint");
}

}  // namespace ebw::wave
