// SPDX-License-Identifier: MIT
// The acoustic propagator of one element type: memory and states in propagator.cpp, sweeps in sweeps.cpp.
#pragma once

#include <omp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/step_barrier.hpp"
#include "base/threads.hpp"
#include "wave/acoustic/layers.hpp"
#include "wave/acoustic/points.hpp"
#include "wave/acoustic/propagator.hpp"
#include "wave/acoustic/staged_samples.hpp"
#include "wave/acoustic/tuning.hpp"

namespace ebw::wave::acoustic {

template <class T>
class TypedPropagator final : public Propagator {
 public:
  TypedPropagator(const Setup &setup, const Resources &resources)
      : Propagator(setup, resources),
        kernels_(stencil::kernels<T>(resources.isa)),
        group_barriers_(static_cast<std::size_t>(std::max(1, resources.threads))) {}

  int trials() const override {
    int most = 0;
    for (const TileTuner &tuner : tuners_) most = std::max(most, most_fused_ > 1 ? tuner.trials() : 0);
    return most;
  }
  std::string tuning() const override;
  std::int64_t tiled_steps() const override { return tiled_steps_; }
  MemoryBytes planned_bytes(const ShotTask &task) const override;
  void set_shot(const ShotTask &task) override { task_ = task; }
  void allocate() override;

  void start() override;
  void advance(std::int64_t from, std::int64_t to) override { sweep_forward(from, to, {}); }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    sweep_forward(from, to, tapes);
  }
  void advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) override;
  void turn(std::int64_t n) override;
  void reverse(std::int64_t k) override { sweep_back(k, k, {}, task_.task == Task::image); }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    sweep_back(from, to, tapes, true);
  }
  void reverse_plain(std::int64_t from, std::int64_t to) override { sweep_back(from, to, {}, false); }
  void save(std::int64_t k, std::byte *bytes) override;
  void load(std::int64_t k, const std::byte *bytes) override;
  std::int64_t adjoint_bytes(const ShotTask &task) const override;
  void save_adjoint(std::byte *bytes) override;
  void load_adjoint(const std::byte *bytes) override;
  std::int64_t record_bytes(const ShotTask &task) const override;
  void save_record(std::byte *bytes) override;
  void load_record(const std::byte *bytes) override;
  void fold_gradient(std::byte *dense) override;

 private:
  using Step = stencil::Step<T>;
  using Block = stencil::BlockFunction<T>;

  // One time step of a sweep. samples: where those of the field `now` go, point p's at samples[p * n_samples]; NULL:
  // not sampled.
  struct SweepStep {
    Step step;
    Block block;
    double *samples;
  };
  // What is held depends on these alone; memory is kept while it serves.
  struct Held {
    bool adjoint = false, image = false, ready = false;
    std::int64_t residuals = 0;
    bool operator==(const Held &) const = default;
    // A forward run in between must not cost a gradient its memory.
    bool serves(const Held &need) const { return *this == need || (ready && !need.adjoint); }
  };
  Held needed(const ShotTask &task) const;
  template <class Make>
  void list(const Held &held, Make &make);

  void fill_courant();
  void make_points();
  std::int64_t most_fused(const ShotTask &task) const;
  TileTuner tuner_of(Sweep kind) const;
  void clear_adjoint();

  T *u(std::int64_t k) { return fields_[k & 1].data() + geometry_.origin; }
  T *q(std::int64_t k) { return adjoint_fields_[k & 1].data() + geometry_.origin; }
  template <class Kernel>
  Kernel of_shape(const std::array<std::array<Kernel, 2>, stencil::kMaxRadius> &table) const {
    return table[static_cast<std::size_t>(geometry_.radius() - 1)][geometry_.three_d() ? 1 : 0];
  }
  Block pick(const std::array<stencil::ByGrid<T>, stencil::kMaxRadius> &table) const {
    return of_shape(table)[geometry_.setup.grid.equal_spacing() ? 1 : 0];
  }
  Step base_step() const;
  Step forward_step(std::int64_t k);
  Step reverse_step(std::int64_t k, const TapePlaces &tapes, bool image);
  Step seed_step(std::int64_t n);

  // Runs body(thread, team) on every thread of the team, in the library's floating-point environment.
  template <class Body>
  void in_parallel(const Body &body) {
#pragma omp parallel num_threads(safe_threads(resources_.threads))
    {
      const FloatMode mode(resources_.flush_to_zero);
      body(omp_get_thread_num(), omp_get_num_threads());
    }
  }
  template <class RowBody>
  void for_rows(int thread, int team, const RowBody &body) {
    const Range mine = share(geometry_.rows(), thread, team);
    for (std::int64_t r = mine.begin; r < mine.end; ++r) body(r, r / geometry_.n[1], r % geometry_.n[1]);
  }
  std::int64_t rows_in_cache() const;
  // A whole step goes through more bytes than caches hold.
  bool beyond_caches() const { return 3 * geometry_.field_elements * geometry_.element > (std::int64_t{48} << 20); }
  T *scratch_of(int thread) { return scratch_.data() + thread * stencil::kScratchRows * geometry_.scratch_row; }
  void run_blocks(Block block, const Step &step, int thread, int team);
  void sample(const Points &points, const T *field, double *samples, int thread, int team) const;

  // Steps make(0) .. make(count - 1), plain or in tiles. Forward sweeps sample at receivers, others at sources.
  template <class Make>
  void sweep(Sweep kind, std::int64_t count, const Make &make);
  template <class Make>
  void sweep_piece(Sweep kind, Range steps, const TileShape &shape, const Make &make);
  void plain_step(const SweepStep &step, const Points &points, StepBarrier &barrier, int thread, int team);
  void list_ahead(const TilePlan &plan, const TileBlock &first, std::span<const SweepStep> steps,
                  stencil::FetchList<T> &list) const;
  void tile(std::span<const SweepStep> steps, const TileShape &shape, const Points &points, StagedSamples<T> &staged,
            StepBarrier &barrier, int thread, int team);

  void sweep_forward(std::int64_t from, std::int64_t to, const TapePlaces &tapes, std::byte *state = nullptr);
  void sweep_back(std::int64_t from, std::int64_t to, const TapePlaces &tapes, bool image);
  void image_initial_terms();
  void keep_initial_cotangent();
  void copy_row_out(const T *field, std::int64_t i, std::int64_t j, T *packed_row) const {
    std::copy_n(field + i * geometry_.plane + j * geometry_.row, geometry_.n[kZ], packed_row);
  }
  T *field_of(std::byte *state, std::size_t field) const {
    return reinterpret_cast<T *>(state + geometry_.state[field].offset);
  }
  const T *given(const Array<std::byte> &state, int field) const {
    return reinterpret_cast<const T *>(state.data() + geometry_.state[static_cast<std::size_t>(field)].offset);
  }

  const stencil::Kernels<T> &kernels_;
  ShotTask task_;
  Held held_, active_;            // what there is, what the present task needs of it
  std::int64_t courant_of_ = -1;  // the version of the model that c is of

  Array<T> fields_[2], adjoint_fields_[2];
  Array<T> courant_, gradient_, scratch_, zero_row_;
  Array<double> residual_;
  Memories<T> memories_, adjoint_memories_;
  LayerTables<T> tables_;
  Points sources_, receivers_;
  StagedSamples<T> staged_at_sources_, staged_at_receivers_;
  std::int64_t most_fused_ = 1, tiled_steps_ = 0;
  std::array<TileTuner, kSweeps> tuners_;
  std::vector<StepBarrier> group_barriers_;  // of the groups of threads that share a tile
  std::int64_t recorded_ = 0;                // samples 0 .. recorded_ - 1 of the traces are there
};

}  // namespace ebw::wave::acoustic
