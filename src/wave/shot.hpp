// SPDX-License-Identifier: MIT
// A shot: sources with wavelets, receivers, observed data and weights; and what a run leaves: traces, wavelet
// gradients, states. All samples are float64, [point][sample].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "wave/interpolation.hpp"
#include "wave/model.hpp"

namespace ebw::wave {

class Shot {
 public:
  Shot(const Grid &grid, std::int64_t n_steps) : grid_(grid), n_samples_(n_steps + 1) {}

  void add_source(const Position &position, const double *wavelet, std::int64_t n_samples);
  void set_wavelet(std::int64_t source, const double *wavelet, std::int64_t n_samples);
  // position_of(p): that of the p-th new receiver, asked after `count` is found good.
  template <class PositionOf>
  void add_receivers(std::int64_t count, const PositionOf &position_of) {
    check_more_receivers(count);
    std::vector<Position> positions;
    for (std::int64_t p = 0; p < count; ++p) positions.push_back(position_of(p));
    add_receivers(positions);
  }
  void set_observed(const double *data, const ArrayLayout &layout) {
    set_traces(observed_, "observed data", data, layout);
  }
  void set_adjoint_sources(const double *data, const ArrayLayout &layout) {
    set_traces(adjoint_sources_, "adjoint sources", data, layout);
  }
  void set_weights(const double *weights, std::int64_t count);
  void set_initial_state(const void *state, std::int64_t bytes) { set_bytes(initial_state_, "state", state, bytes); }
  void set_final_cotangent(const void *cotangent, std::int64_t bytes) {
    set_bytes(final_cotangent_, "cotangent", cotangent, bytes);
  }
  void set_keep_states(bool keep) { keep_states_ = keep; }

  const Grid &grid() const { return grid_; }
  std::int64_t n_samples() const { return n_samples_; }
  std::int64_t n_sources() const { return static_cast<std::int64_t>(sources_.size()); }
  std::int64_t n_receivers() const { return static_cast<std::int64_t>(receivers_.size()); }
  const std::vector<Position> &sources() const { return sources_; }
  const std::vector<Position> &receivers() const { return receivers_; }
  const double *wavelets() const { return wavelets_.data(); }
  const double *observed() const { return observed_.empty() ? nullptr : observed_.data(); }
  const double *weights() const { return weights_.empty() ? nullptr : weights_.data(); }
  const double *adjoint_sources() const { return adjoint_sources_.empty() ? nullptr : adjoint_sources_.data(); }
  const Array<std::byte> &initial_state() const { return initial_state_; }
  const Array<std::byte> &final_cotangent() const { return final_cotangent_; }
  bool keep_states() const { return keep_states_; }

  // Refuses a shot without points, or made for another grid or number of steps than the model has now; state sizes too.
  void check_ready(const Setup &setup, std::int64_t state_bytes, std::int64_t number) const;

  // Bytes that prepare_results will hold beyond what is held already.
  MemoryBytes planned_results(std::int64_t state_bytes, bool adjoint) const;
  // Room for what a run leaves; the old results are gone from here on.
  void prepare_results(std::int64_t state_bytes, bool adjoint);
  double *traces() { return traces_.data(); }
  const double *traces() const { return traces_.data(); }
  double *wavelet_gradients() { return wavelet_gradients_.data(); }
  const double *wavelet_gradients() const { return wavelet_gradients_.data(); }
  Array<std::byte> &final_state() { return final_state_; }
  Array<std::byte> &initial_cotangent() { return initial_cotangent_; }
  // All that a run leaves, as it lies in memory.
  std::vector<std::span<std::byte>> results();
  // Until a run has finished its forward (adjoint) part, the getters answer that there is nothing.
  void finish_forward() { forward_done_ = true; }
  void finish_adjoint() { adjoint_done_ = true; }

  void get_traces(double *data, const ArrayLayout &layout) const;
  void get_wavelet_gradient(std::int64_t source, double *gradient, std::int64_t n_samples) const;
  void get_final_state(void *state, std::int64_t bytes) const;
  void get_initial_cotangent(void *cotangent, std::int64_t bytes) const;

  const MemoryAccount &account() const { return account_; }

 private:
  void check_more_receivers(std::int64_t count) const;
  void add_receivers(const std::vector<Position> &positions);
  void check_samples(const double *samples, std::int64_t n_samples, const char *what) const;
  void check_trace_shape(const ArrayLayout &layout, const char *what) const;
  void set_traces(Array<double> &into, const char *what, const double *data, const ArrayLayout &layout);
  void set_bytes(Array<std::byte> &into, const char *what, const void *bytes, std::int64_t count);
  void drop_results();

  Grid grid_;
  std::int64_t n_samples_;
  MemoryAccount account_;
  std::vector<Position> sources_, receivers_;
  Array<double> wavelets_, observed_, weights_, adjoint_sources_, traces_, wavelet_gradients_;
  Array<std::byte> initial_state_, final_cotangent_, final_state_, initial_cotangent_;
  bool keep_states_ = false, forward_done_ = false, adjoint_done_ = false;
};

}  // namespace ebw::wave
