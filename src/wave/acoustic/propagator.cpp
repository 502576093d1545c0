// SPDX-License-Identifier: MIT
// Memory, states and gradient of the acoustic propagator.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/mutant.hpp"
#include "wave/acoustic/imaging.hpp"
#include "wave/acoustic/run_bytes.hpp"
#include "wave/acoustic/typed_propagator.hpp"

namespace ebw::wave::acoustic {

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
  std::int64_t &scratch = count.bytes[static_cast<int>(MemoryUse::scratch)];
  scratch += Points::bytes(geometry_, task.shot->sources()) + Points::bytes(geometry_, task.shot->receivers());
  const std::int64_t fused = most_fused(task);
  const auto staged = [&](const std::vector<Position> &positions) {
    return fused < 2 ? 0 : StagedSamples<T>::bytes(Points::count_nodes(geometry_, positions), fused);
  };
  scratch = checked_add(scratch, staged(task.shot->receivers()), "staged samples");
  if (needed(task).adjoint) scratch = checked_add(scratch, staged(task.shot->sources()), "staged samples");
  return count.bytes;
}

template <class T>
void TypedPropagator<T>::allocate() {
  const Held held = active_ = needed(task_);
  finished_ = false;
  // By position, not by shot: another shot may lie at the address of one that is gone.
  const std::int64_t fused = most_fused(task_);
  if (sources_.positions() != task_.shot->sources() || fused != most_fused_ || !held.adjoint) staged_at_sources_ = {};
  if (receivers_.positions() != task_.shot->receivers() || fused != most_fused_) staged_at_receivers_ = {};
  sources_.make_way(geometry_, task_.shot->sources());
  receivers_.make_way(geometry_, task_.shot->receivers());
  most_fused_ = fused;
  const bool same_memory = held_.serves(held);
  if (!same_memory) {
    held_ = {};
    courant_of_ = -1;
    const auto drop = [](auto &array, MemoryUse, std::int64_t) { array = {}; };
    list({true, true, true, 0}, drop);
  }
  account_.reset_peak();
  if (!same_memory) {
    Allocate make{account_, resources_.threads};
    list(held, make);
    tables_.fill(geometry_);
    held_ = held;
  }
  make_points();
  fill_courant();
  if (most_fused_ > 1 && retune_) {
    retune_ = false;
    for (int kind = 0; kind < kSweeps; ++kind)
      tuners_[static_cast<std::size_t>(kind)] = tuner_of(static_cast<Sweep>(kind));
  }
}

// Of the model as it is now; shots in a row share it.
template <class T>
void TypedPropagator<T>::fill_courant() {
  if (courant_of_ == task_.model->version()) return;
  const Setup &s = geometry_.setup;
  const T *field = task_.model->field<T>();
  const Parameter kind = task_.model->field_kind();
  const auto inner = [&](int axis, std::int64_t node) {
    const auto d = static_cast<std::size_t>(axis);
    return std::clamp<std::int64_t>(node - geometry_.profile[d].cells[0], 0, s.grid.shape[d] - 1);
  };
  const std::int64_t nz = s.grid.shape[kZ], top = geometry_.profile[kZ].cells[0], row_end = geometry_.n[kZ];
  in_parallel([&](int thread, int team) {
    for_rows(thread, team, [&](std::int64_t r, std::int64_t i, std::int64_t j) {
      const T *from = field + (inner(kX, i) * s.grid.shape[kY] + inner(kY, j)) * nz;
      T *row = courant_.data() + r * geometry_.packed;
      if (on_free_plane(s, kX, inner(kX, i)) || on_free_plane(s, kY, inner(kY, j)))
        return void(std::fill_n(row, row_end, T(0)));
      for (std::int64_t k = 0; k < nz; ++k)
        row[top + k] = static_cast<T>(courant_squared(kind, static_cast<double>(from[k]), s.dt));
      for (const std::int64_t k : {std::int64_t{0}, nz - 1})
        if (on_free_plane(s, kZ, k)) row[top + k] = T(0);
      std::fill(row, row + top, row[top]);
      std::fill(row + top + nz, row + row_end, row[top + nz - 1]);
    });
  });
  courant_of_ = task_.model->version();
}

template <class T>
void TypedPropagator<T>::make_points() {
  const FloatMode mode(false);
  const Shot &shot = *task_.shot;
  double scale = 1.0;
  for (int axis = 0; axis < 3; ++axis)
    if (geometry_.setup.grid.has(axis)) scale /= geometry_.setup.grid.spacing[static_cast<std::size_t>(axis)];
  sources_.set(geometry_, shot.sources(), scale, account_);
  receivers_.set(geometry_, shot.receivers(), 1.0, account_);
  const auto stage = [&](StagedSamples<T> &staged, const Points &points) {
    if (staged.steps() < most_fused_) staged = StagedSamples<T>(geometry_, points, most_fused_, account_);
  };
  stage(staged_at_receivers_, receivers_);
  if (active_.adjoint) stage(staged_at_sources_, sources_);
}

// ---- Tiles ---------------------------------------------------------------------------------------------------------

template <class T>
TileTuner TypedPropagator<T>::tuner_of(Sweep kind) const {
  const TileChoice &choice = resources_.tile;
  if (!choice.tuned) return TileTuner({choice.shape});
  if (known_ && (*known_)[kind]) return TileTuner({*(*known_)[kind]});
  return TileTuner(worth_tuning(geometry_, task_.shots, resources_.threads)
                       ? tile_candidates(geometry_, resources_.threads)
                       : std::vector<TileShape>{});
}

// Decided without running anything, so that a plan knows what is held.
template <class T>
std::int64_t TypedPropagator<T>::most_fused(const ShotTask &task) const {
  std::int64_t steps = 1;
  const auto fuses = [&](const TileShape &shape) {
    const std::int64_t most =
        TilePlan::most_steps(geometry_.n[kX], geometry_.radius(), resources_.threads, shape.threads);
    steps = std::max(steps, std::min(shape.steps, most));
  };
  if (!resources_.tile.tuned) {
    fuses(resources_.tile.shape);
    return steps;
  }
  const bool all_known = known_ && std::all_of(known_->begin(), known_->end(), [](const auto &s) { return !!s; });
  if (known_)
    for (const std::optional<TileShape> &shape : *known_) fuses(shape.value_or(TileShape{}));
  if (!all_known && worth_tuning(geometry_, task.shots, resources_.threads))
    for (const TileShape &shape : tile_candidates(geometry_, resources_.threads)) fuses(shape);
  return steps;
}

template <class T>
std::string TypedPropagator<T>::tuning() const {
  if (!resources_.tile.tuned)
    fail(Status::state, "EBW_TILE forces the tiles ", name_of(resources_.tile), ", so none were found; unset it");
  KnownTiles tiles = known_.value_or(KnownTiles{});
  for (std::size_t kind = 0; kind < kSweeps && most_fused_ > 1 && !retune_; ++kind)
    if (const TileShape *found = tuners_[kind].found()) tiles[kind] = *found;
  if (std::none_of(tiles.begin(), tiles.end(), [](const auto &shape) { return !!shape; }))
    fail(Status::state, "no tiles were found yet: they are tried in a run that would take more than some 20 s, or ",
         "while costs are measured for one; run it first");
  return write_tuning(words(), tiles);
}

std::string Propagator::why_not(std::string_view tuning) const {
  KnownTiles tiles;
  return read_tuning(tuning, words(), tiles);
}

void Propagator::set_tuning(std::string_view tuning) {
  KnownTiles tiles;
  if (tuning.empty()) {
    known_.reset();
  } else {
    if (const std::string why = read_tuning(tuning, words(), tiles); !why.empty()) fail(Status::argument, why);
    known_ = tiles;
  }
  retune_ = true;
}

template <class T>
void TypedPropagator<T>::clear_adjoint() {
  in_parallel([&](int thread, int team) {
    for (Array<T> &field : adjoint_fields_) clear_share(field, thread, team);
    adjoint_memories_.clear(thread, team);
  });
}

// ---- States --------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::save(std::int64_t k, std::byte *bytes) {
  T *now = field_of(bytes, 0), *before = field_of(bytes, 1);
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
    run_blocks(of_shape(kernels_.mirror), s, thread, team);
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
  if (!folded_ && !EBW_MUTANT(layers_not_folded)) fold_layers(geometry_, gradient_.data(), resources_.threads);
  folded_ = true;
  copy_grid(geometry_, gradient_.data(), reinterpret_cast<T *>(dense), resources_.threads);
}

// For the sweeps.
template void TypedPropagator<float>::clear_adjoint();
template void TypedPropagator<double>::clear_adjoint();

std::unique_ptr<Propagator> make_propagator(const Setup &setup, const Resources &resources) {
  if (setup.dtype == Dtype::f32) return std::make_unique<TypedPropagator<float>>(setup, resources);
  return std::make_unique<TypedPropagator<double>>(setup, resources);
}

}  // namespace ebw::wave::acoustic
