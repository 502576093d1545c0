// SPDX-License-Identifier: MIT
// Forward and adjoint sweeps of the acoustic scheme, side by side.
#include "wave/acoustic/propagator.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/mutant.hpp"
#include "base/step_barrier.hpp"
#include "base/threads.hpp"
#include "wave/acoustic/finite.hpp"
#include "wave/acoustic/imaging.hpp"
#include "wave/acoustic/layers.hpp"
#include "wave/acoustic/points.hpp"
#include "wave/acoustic/run_bytes.hpp"

namespace ebw::wave::acoustic {

namespace {

template <class T>
class TypedPropagator final : public Propagator {
 public:
  TypedPropagator(const Setup &setup, const Resources &resources)
      : Propagator(setup, resources), kernels_(stencil::kernels<T>(resources.isa)) {}

  MemoryBytes planned_bytes(const ShotTask &task) const override;
  void set_shot(const ShotTask &task) override { task_ = task; }
  void allocate() override;

  void start() override;
  void advance(std::int64_t from, std::int64_t to) override { sweep_forward(from, to, {}); }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    sweep_forward(from, to, tapes);
  }
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
  void clear_fields(Array<T> (&fields)[2]);

  T *u(std::int64_t k) { return fields_[k & 1].data() + geometry_.origin; }
  T *q(std::int64_t k) { return adjoint_fields_[k & 1].data() + geometry_.origin; }
  Block pick(const std::array<std::array<Block, 2>, stencil::kMaxRadius> &table) const {
    return table[static_cast<std::size_t>(geometry_.radius() - 1)][geometry_.three_d() ? 1 : 0];
  }
  Step base_step() const;
  Step forward_step(std::int64_t k, const TapePlaces &tapes, std::int64_t to);
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
  void run_blocks(Block block, const Step &step, int thread, int team);
  void record(std::int64_t k, int thread, int team);

  void sweep_forward(std::int64_t from, std::int64_t to, const TapePlaces &tapes);
  void sweep_back(std::int64_t from, std::int64_t to, const TapePlaces &tapes, bool image);
  void image_initial_terms();
  void wavelet_gradient(std::int64_t k, int thread, int team);
  void keep_initial_cotangent();
  void copy_row_out(const T *field, std::int64_t i, std::int64_t j, T *packed_row) const;
  const T *given(const Array<std::byte> &state, int field) const {
    return reinterpret_cast<const T *>(state.data() + geometry_.state[static_cast<std::size_t>(field)].offset);
  }

  const stencil::Kernels<T> &kernels_;
  ShotTask task_;
  Held held_, active_;  // what there is, what the present task needs of it

  Array<T> fields_[2], adjoint_fields_[2];
  Array<T> courant_, gradient_, scratch_, zero_row_;
  Array<double> residual_;
  Memories<T> memories_, adjoint_memories_;
  LayerTables<T> tables_;
  Points sources_, receivers_;
  std::int64_t recorded_ = 0;  // samples 0 .. recorded_ - 1 of the traces are there
};

// ---- Memory --------------------------------------------------------------------------------------------------------

template <class T>
typename TypedPropagator<T>::Held TypedPropagator<T>::needed(const ShotTask &task) const {
  Held held;
  held.adjoint = task.task == Task::adjoint || task.task == Task::image;
  held.image = task.task == Task::image;
  held.ready = true;
  held.residuals = held.adjoint && task.source == AdjointSource::misfit
                       ? checked_multiply(task.shot->n_receivers(), task.shot->n_samples(), "residuals")
                       : 0;
  return held;
}

template <class T>
template <class Make>
void TypedPropagator<T>::list(const Held &held, Make &make) {
  const Geometry &g = geometry_;
  for (Array<T> &field : fields_) make(field, MemoryUse::work_fields, g.field_elements);
  memories_.list(g, MemoryUse::work_fields, false, make);
  make(courant_, MemoryUse::model_copies, g.packed_elements);
  make(scratch_, MemoryUse::scratch,
       checked_multiply(resources_.threads * stencil::kScratchRows, g.scratch_row, "scratch rows"));
  make(zero_row_, MemoryUse::scratch, g.packed);
  tables_.list(g, held.adjoint, make);
  if (!held.adjoint) return;
  for (Array<T> &field : adjoint_fields_) make(field, MemoryUse::adjoint_state, g.field_elements);
  adjoint_memories_.list(g, MemoryUse::adjoint_state, true, make);
  make(residual_, MemoryUse::residuals, held.residuals);
  if (held.image) make(gradient_, MemoryUse::gradient, g.packed_elements);
}

template <class T>
MemoryBytes TypedPropagator<T>::planned_bytes(const ShotTask &task) const {
  CountBytes count;
  // list() names members to count or allocate them; counting changes none.
  const_cast<TypedPropagator *>(this)->list(needed(task), count);
  count.bytes[static_cast<int>(MemoryUse::scratch)] +=
      Points::bytes(geometry_, task.shot->sources()) + Points::bytes(geometry_, task.shot->receivers());
  return count.bytes;
}

template <class T>
void TypedPropagator<T>::allocate() {
  const Held held = active_ = needed(task_);
  finished_ = false;
  // By position, not by shot: another shot may lie at the address of one that is gone.
  if (sources_.positions() != task_.shot->sources()) sources_ = {};
  if (receivers_.positions() != task_.shot->receivers()) receivers_ = {};
  const bool same_memory = held_.serves(held);
  if (!same_memory) {
    held_ = {};
    const auto drop = [](auto &array, MemoryUse, std::int64_t) { array = {}; };
    list({true, true, true, 0}, drop);
  }
  account_.reset_peak();
  if (!same_memory) {
    Allocate make{account_};
    list(held, make);
    tables_.fill(geometry_);
    held_ = held;
  }
  make_points();
  fill_courant();
}

template <class T>
void TypedPropagator<T>::fill_courant() {
  const Setup &s = geometry_.setup;
  const T *field = task_.model->field<T>();
  const Parameter kind = task_.model->field_kind();
  const auto inner = [&](int axis, std::int64_t node) {
    const auto d = static_cast<std::size_t>(axis);
    return std::clamp<std::int64_t>(node - geometry_.profile[d].cells[0], 0, s.grid.shape[d] - 1);
  };
  in_parallel([&](int thread, int team) {
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const std::int64_t edge_row = (inner(kX, i) * s.grid.shape[kY] + inner(kY, j)) * s.grid.shape[kZ];
      T *row = courant_.data() + r * geometry_.packed;
      const bool free_row = on_free_plane(s, kX, inner(kX, i)) || on_free_plane(s, kY, inner(kY, j));
      for (std::int64_t k = 0; k < geometry_.n[kZ]; ++k) {
        const std::int64_t z = inner(kZ, k);
        row[k] = free_row || on_free_plane(s, kZ, z)
                     ? T(0)
                     : static_cast<T>(courant_squared(kind, static_cast<double>(field[edge_row + z]), s.dt));
      }
    });
  });
}

template <class T>
void TypedPropagator<T>::make_points() {
  const FloatMode mode(false);
  const Shot &shot = *task_.shot;
  double scale = 1.0;
  for (int axis = 0; axis < 3; ++axis)
    if (geometry_.setup.grid.has(axis)) scale /= geometry_.setup.grid.spacing[static_cast<std::size_t>(axis)];
  if (sources_.positions().empty()) sources_ = Points(geometry_, shot.sources(), scale, account_);
  if (receivers_.positions().empty()) receivers_ = Points(geometry_, shot.receivers(), 1.0, account_);
}

template <class T>
void TypedPropagator<T>::clear_fields(Array<T> (&fields)[2]) {
  in_parallel([&](int thread, int team) {
    for (Array<T> &field : fields) {
      const Range mine = share(field.size(), thread, team);
      std::fill(field.data() + mine.begin, field.data() + mine.end, T(0));
    }
  });
}

// ---- One step ------------------------------------------------------------------------------------------------------

template <class T>
typename TypedPropagator<T>::Step TypedPropagator<T>::base_step() const {
  const FloatMode mode(false);  // also called by the threads of a region: the same weights for all
  const Geometry &g = geometry_;
  Step s;
  s.nx = g.n[kX];
  s.ny = g.n[kY];
  s.nz = g.n[kZ];
  s.plane = g.plane;
  s.row = g.row;
  s.packed = g.packed;
  s.scratch_row = g.scratch_row;
  double centre = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    if (!g.setup.grid.has(axis)) continue;
    const double h = g.setup.grid.spacing[d];
    for (std::size_t m = 0; m <= static_cast<std::size_t>(g.radius()); ++m) {
      s.first[d][m] = static_cast<T>(g.weights.first[m] / h);
      s.second[d][m] = static_cast<T>(g.weights.second[m] / (h * h));
    }
    centre += static_cast<double>(s.second[d][0]);
    for (std::size_t side = 0; side < 2; ++side) {
      const FaceKind kind = g.setup.boundary[2 * d + side].kind;
      s.mirror[2 * d + side] = kind == FaceKind::rigid ? 1 : kind == FaceKind::free ? -1 : 0;
    }
  }
  s.centre = static_cast<T>(centre);
  s.c = courant_.data();
  s.zero_row = zero_row_.data();
  return s;
}

template <class T>
typename TypedPropagator<T>::Step TypedPropagator<T>::forward_step(std::int64_t k, const TapePlaces &tapes,
                                                                   std::int64_t to) {
  Step s = base_step();
  s.now = u(k);
  s.next = u(k + 1);
  tables_.bind(geometry_, s);
  for (int axis = 0; axis < 3; ++axis)
    memories_.bind(geometry_, axis, k & 1, (k + 1) & 1, s.layer[static_cast<std::size_t>(axis)]);
  s.row_begin = sources_.row_begin();
  s.entries = sources_.entries();
  s.values = task_.shot->wavelets() + k;
  s.value_stride = task_.shot->n_samples();
  if (tapes.base && k + 1 < to) s.tape = reinterpret_cast<T *>(tapes.of(k + 1));
  return s;
}

template <class T>
typename TypedPropagator<T>::Step TypedPropagator<T>::reverse_step(std::int64_t k, const TapePlaces &tapes,
                                                                   bool image) {
  Step s = base_step();
  const Shot &shot = *task_.shot;
  s.now = q(k + 1);
  s.next = q(k);
  tables_.bind(geometry_, s);
  if (EBW_MUTANT(sponge_only_forward)) s.sponge = {};
  if (EBW_MUTANT(sponge_sign_turned)) s.sponge = {tables_.sponge(0, 1), tables_.sponge(1, 1), tables_.sponge(2, 1)};
  for (int axis = 0; axis < 3; ++axis)
    adjoint_memories_.bind(geometry_, axis, (k + 1) & 1, k & 1, s.layer[static_cast<std::size_t>(axis)]);
  const double *residual = task_.source == AdjointSource::misfit ? residual_.data() : shot.adjoint_sources();
  if (residual) {
    s.row_begin = receivers_.row_begin();
    s.entries = receivers_.entries();
    s.values = residual + k;
    s.value_stride = shot.n_samples();
  }
  if (k == geometry_.setup.n_steps - 1 && !shot.final_cotangent().empty())
    s.cotangent = given(shot.final_cotangent(), 1);
  if (!image) return s;
  s.gradient = gradient_.data();
  if (tapes.base) {
    s.image = reinterpret_cast<const T *>(tapes.of(k));
    s.image_row = geometry_.packed;
    s.image_plane = geometry_.packed * geometry_.n[kY];
  } else {
    s.image = u(k);
    s.image_row = geometry_.row;
    s.image_plane = geometry_.plane;
  }
  return s;
}

// The turn is a reverse step from zero fields, without layers: q^n = c s^n, s^n = S^T r[n] + the cotangent of u^n.
template <class T>
typename TypedPropagator<T>::Step TypedPropagator<T>::seed_step(std::int64_t n) {
  Step s = reverse_step(n, {}, task_.task == Task::image);
  s.layer = {};
  s.cotangent = task_.shot->final_cotangent().empty() ? nullptr : given(task_.shot->final_cotangent(), 0);
  return s;
}

// Rows in y whose 2R + 1 planes stay in a core's second cache while x goes on: each plane is read 2R + 1 times.
template <class T>
std::int64_t TypedPropagator<T>::rows_in_cache() const {
  constexpr std::int64_t kCacheBytes = 640 << 10;  // of 1 MiB and more
  const std::int64_t bytes_per_row = (2 * geometry_.radius() + 1) * geometry_.row * geometry_.element;
  return std::max<std::int64_t>(8, kCacheBytes / bytes_per_row);
}

template <class T>
void TypedPropagator<T>::run_blocks(Block block, const Step &step, int thread, int team) {
  const Range mine = share(geometry_.rows(), thread, team);
  const std::int64_t ny = geometry_.n[kY];
  const std::int64_t tile = rows_in_cache();
  T *scratch = scratch_.data() + thread * stencil::kScratchRows * geometry_.scratch_row;
  for (std::int64_t r = mine.begin; r < mine.end;) {
    const std::int64_t i = r / ny, j = r % ny;
    if (j == 0 && r + ny <= mine.end) {  // whole planes at once
      const std::int64_t planes = (mine.end - r) / ny;
      for (std::int64_t y = 0; y < ny; y += tile) block(step, i, i + planes, y, std::min(ny, y + tile), scratch);
      r += planes * ny;
    } else {
      const std::int64_t end = std::min(ny, j + mine.end - r);
      block(step, i, i + 1, j, end, scratch);
      r += end - j;
    }
  }
}

// ---- Forward -------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::start() {
  misfit_ = 0.0;
  recorded_ = 0;
  finished_ = folded_ = false;
  clear_fields(fields_);
  memories_.clear();
  if (active_.adjoint) {
    clear_fields(adjoint_fields_);
    adjoint_memories_.clear();
    std::fill_n(task_.shot->wavelet_gradients(), task_.shot->n_sources() * task_.shot->n_samples(), 0.0);
  }
  if (active_.image) std::fill(gradient_.begin(), gradient_.end(), T(0));
  const Array<std::byte> &initial = task_.shot->initial_state();
  if (initial.empty()) return;
  load(0, initial.data());
  // A free face's plane stays 0 for ever: initial values there do not count.
  in_parallel([&](int thread, int team) {
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const std::int64_t at = i * geometry_.plane + j * geometry_.row;
      for (std::int64_t k = 0; k < geometry_.n[kZ]; ++k)
        if (courant_[r * geometry_.packed + k] == T(0)) u(0)[at + k] = u(-1)[at + k] = T(0);
    });
  });
}

template <class T>
void TypedPropagator<T>::record(std::int64_t k, int thread, int team) {
  const Range mine = share(receivers_.count(), thread, team);
  for (std::int64_t p = mine.begin; p < mine.end; ++p)
    task_.shot->traces()[p * task_.shot->n_samples() + k] = receivers_.sample(p, u(k));
}

template <class T>
void TypedPropagator<T>::sweep_forward(std::int64_t from, std::int64_t to, const TapePlaces &tapes) {
  const Block block = pick(kernels_.advance);
  StepBarrier barrier;
  in_parallel([&](int thread, int team) {
    if (tapes.base)
      for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
        copy_row_out(u(from), i, j, reinterpret_cast<T *>(tapes.of(from)) + r * geometry_.packed);
      });
    for (std::int64_t k = from; k < to; ++k) {
      if (k >= recorded_) record(k, thread, team);
      run_blocks(block, forward_step(k, tapes, to), thread, team);
      barrier.wait(team);
    }
  });
  recorded_ = std::max(recorded_, to);
}

template <class T>
void TypedPropagator<T>::turn(std::int64_t n) {
  Shot &shot = *task_.shot;
  in_parallel([&](int thread, int team) { record(n, thread, team); });
  recorded_ = n + 1;
  check_traces(shot, task_.number);
  if (shot.keep_states()) {
    save(n, shot.final_state().data());
    check_state<T>(shot.final_state(), "state", n, task_.number);
  }
  shot.finish_forward();
  if (task_.task != Task::forward && task_.source == AdjointSource::misfit) {
    double *residual = active_.adjoint ? residual_.data() : nullptr;
    misfit_ = task_.misfit && *task_.misfit ? (*task_.misfit)(task_.number, shot, shot.traces(), residual)
                                            : least_squares(shot, shot.traces(), residual);
    if (!std::isfinite(misfit_))
      fail(Status::non_finite, "shot ", task_.number, ": the misfit is ", misfit_, "; check data and misfit function");
    for (std::int64_t e = 0; residual && e < active_.residuals; ++e)
      if (!std::isfinite(residual[e]))
        fail(Status::non_finite, "shot ", task_.number, ": residual[", e / shot.n_samples(), "][", e % shot.n_samples(),
             "] is ", residual[e], "; check the misfit function");
  }
  if (!active_.adjoint) return;
  const std::byte *final = shot.final_cotangent().empty() ? nullptr : shot.final_cotangent().data();
  const bool image = active_.image && !EBW_MUTANT(last_step_not_imaged);
  const Block block = pick(image ? kernels_.reverse_imaging : kernels_.reverse);
  const Step seed = seed_step(n);
  in_parallel([&](int thread, int team) {
    if (final) adjoint_memories_.from_state(geometry_, n & 1, final, thread, team);
    run_blocks(block, seed, thread, team);
  });
}

// ---- Adjoint -------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::sweep_back(std::int64_t from, std::int64_t to, const TapePlaces &tapes, bool image) {
  if (to == 0 && image && !task_.shot->initial_state().empty()) {
    if (from > 0) sweep_back(from, 1, tapes, image);
    from = 0;
    if (!EBW_MUTANT(initial_state_not_imaged)) image_initial_terms();
  }
  if (const std::int64_t border = geometry_.setup.n_steps / 2;
      EBW_MUTANT(adjoint_restarts) && from >= border && to <= border) {
    if (from > border) sweep_back(from, border + 1, tapes, image);
    from = border;
    clear_fields(adjoint_fields_);
    adjoint_memories_.clear();
  }
  StepBarrier barrier;
  in_parallel([&](int thread, int team) {
    for (std::int64_t k = from; k >= to; --k) {
      // The sum over u^k s^k ends at k = 1; step 0 has the two terms of the initial state instead.
      const bool image_here = image && k > (EBW_MUTANT(first_step_not_imaged) ? 1 : 0);
      wavelet_gradient(k, thread, team);
      run_blocks(pick(image_here ? kernels_.reverse_imaging : kernels_.reverse), reverse_step(k, tapes, image_here),
                 thread, team);
      barrier.wait(team);
    }
  });
  if (to > 0) return;
  check_wavelet_gradients(*task_.shot, task_.number);
  if (task_.shot->keep_states()) {
    keep_initial_cotangent();
    check_state<T>(task_.shot->initial_cotangent(), "state's cotangent", 0, task_.number);
  }
  task_.shot->finish_adjoint();
  finished_ = true;
}

// dJ/df^k = B^T (c a^{k+1}) = B^T q^{k+1}.
template <class T>
void TypedPropagator<T>::wavelet_gradient(std::int64_t k, int thread, int team) {
  const Range mine = share(sources_.count(), thread, team);
  for (std::int64_t p = mine.begin; p < mine.end; ++p)
    task_.shot->wavelet_gradients()[p * task_.shot->n_samples() + k] = sources_.sample(p, q(k + 1));
}

// gradient += u^0 ((1-e) b^2 - 2 b^1) + u^{-1} (1-e) b^1 with b = q / c, while q^2 is still there. e: sponge.
template <class T>
void TypedPropagator<T>::image_initial_terms() {
  const T *u0 = given(task_.shot->initial_state(), 0), *before = given(task_.shot->initial_state(), 1);
  in_parallel([&](int thread, int team) {
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const std::int64_t at = i * geometry_.plane + j * geometry_.row, packed = r * geometry_.packed;
      for (std::int64_t k = 0; k < geometry_.n[kZ]; ++k) {
        const T c = courant_[packed + k];
        if (c == T(0)) continue;
        const T e = tables_.damping(i, j, k);
        const T one = q(1)[at + k], two = q(2)[at + k], kept = T(1) - e;
        gradient_[packed + k] += (u0[packed + k] * (kept * two - (one + one)) + before[packed + k] * (kept * one)) / c;
      }
    });
  });
}

// a^0 = (1+e) q^0 / c, -(1-e) q^1 / c, and the memories' cotangents; 0 on free planes.
template <class T>
void TypedPropagator<T>::keep_initial_cotangent() {
  std::byte *out = task_.shot->initial_cotangent().data();
  T *first = reinterpret_cast<T *>(out + geometry_.state[0].offset);
  T *second = reinterpret_cast<T *>(out + geometry_.state[1].offset);
  in_parallel([&](int thread, int team) {
    adjoint_memories_.to_state(geometry_, 0, out, thread, team);
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const std::int64_t at = i * geometry_.plane + j * geometry_.row, packed = r * geometry_.packed;
      for (std::int64_t k = 0; k < geometry_.n[kZ]; ++k) {
        const T c = courant_[packed + k];
        const T e = tables_.damping(i, j, k);
        first[packed + k] = c == T(0) ? T(0) : (T(1) + e) * q(0)[at + k] / c;
        second[packed + k] = c == T(0) ? T(0) : -((T(1) - e) * q(1)[at + k] / c);
      }
    });
  });
}

// ---- States --------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::copy_row_out(const T *field, std::int64_t i, std::int64_t j, T *packed_row) const {
  std::copy_n(field + i * geometry_.plane + j * geometry_.row, geometry_.n[kZ], packed_row);
}

template <class T>
void TypedPropagator<T>::save(std::int64_t k, std::byte *bytes) {
  T *now = reinterpret_cast<T *>(bytes), *before = reinterpret_cast<T *>(bytes + geometry_.state[1].offset);
  in_parallel([&](int thread, int team) {
    memories_.to_state(geometry_, k & 1, bytes, thread, team);
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      copy_row_out(u(k), i, j, now + r * geometry_.packed);
      copy_row_out(u(k - 1), i, j, before + r * geometry_.packed);
    });
  });
}

template <class T>
void TypedPropagator<T>::load(std::int64_t k, const std::byte *bytes) {
  const T *now = reinterpret_cast<const T *>(bytes);
  const T *before = reinterpret_cast<const T *>(bytes + geometry_.state[1].offset);
  Step s = base_step();
  s.next = u(k);
  in_parallel([&](int thread, int team) {
    memories_.from_state(geometry_, k & 1, bytes, thread, team);
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const std::int64_t at = i * geometry_.plane + j * geometry_.row;
      std::copy_n(now + r * geometry_.packed, geometry_.n[kZ], u(k) + at);
      std::copy_n(before + r * geometry_.packed, geometry_.n[kZ], u(k - 1) + at);
    });
    // Images are written by their row's owner: no barrier needed.
    run_blocks(pick(kernels_.mirror), s, thread, team);
  });
}

// ---- Adjoint states and records ------------------------------------------------------------------------------------

template <class T>
std::int64_t TypedPropagator<T>::adjoint_bytes(const ShotTask &task) const {
  std::int64_t bytes = wavelet_bytes(*task.shot);
  const auto count = [&bytes](std::byte *, std::int64_t more) { bytes = checked_add(bytes, more, "adjoint state"); };
  AdjointArrays<decltype(count)> arrays{count};
  // As in planned_bytes: counting changes no member.
  const_cast<TypedPropagator *>(this)->list(needed(task), arrays);
  return bytes;
}

template <class T>
void TypedPropagator<T>::save_adjoint(std::byte *bytes) {
  const auto copy = [&bytes](const std::byte *from, std::int64_t count) { copy_out(bytes, from, count); };
  AdjointArrays<decltype(copy)> arrays{copy};
  list(active_, arrays);
  copy_out(bytes, task_.shot->wavelet_gradients(), wavelet_bytes(*task_.shot));
}

template <class T>
void TypedPropagator<T>::load_adjoint(const std::byte *bytes) {
  const auto copy = [&bytes](std::byte *to, std::int64_t count) { copy_in(bytes, to, count); };
  AdjointArrays<decltype(copy)> arrays{copy};
  list(active_, arrays);
  copy_in(bytes, task_.shot->wavelet_gradients(), wavelet_bytes(*task_.shot));
}

template <class T>
std::int64_t TypedPropagator<T>::record_bytes(const ShotTask &task) const {
  const std::int64_t numbers = sizeof recorded_ + sizeof misfit_;
  return numbers + trace_bytes(*task.shot) + (task.shot->keep_states() ? geometry_.state_bytes : 0);
}

template <class T>
void TypedPropagator<T>::save_record(std::byte *bytes) {
  Shot &shot = *task_.shot;
  copy_out(bytes, &recorded_, sizeof recorded_);
  copy_out(bytes, &misfit_, sizeof misfit_);
  copy_out(bytes, shot.traces(), trace_bytes(shot));
  if (shot.keep_states()) copy_out(bytes, shot.final_state().data(), geometry_.state_bytes);
}

template <class T>
void TypedPropagator<T>::load_record(const std::byte *bytes) {
  Shot &shot = *task_.shot;
  copy_in(bytes, &recorded_, sizeof recorded_);
  copy_in(bytes, &misfit_, sizeof misfit_);
  copy_in(bytes, shot.traces(), trace_bytes(shot));
  if (shot.keep_states()) copy_in(bytes, shot.final_state().data(), geometry_.state_bytes);
  // The last sample is recorded by the turn.
  if (recorded_ == geometry_.setup.n_steps + 1) shot.finish_forward();
}

// ---- Gradient ------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::fold_gradient(std::byte *dense) {
  if (!folded_ && !EBW_MUTANT(layers_not_folded)) fold_layers(geometry_, gradient_.data());
  folded_ = true;
  copy_grid(geometry_, gradient_.data(), reinterpret_cast<T *>(dense));
}

}  // namespace

std::unique_ptr<Propagator> make_propagator(const Setup &setup, const Resources &resources) {
  if (setup.dtype == Dtype::f32) return std::make_unique<TypedPropagator<float>>(setup, resources);
  return std::make_unique<TypedPropagator<double>>(setup, resources);
}

}  // namespace ebw::wave::acoustic
