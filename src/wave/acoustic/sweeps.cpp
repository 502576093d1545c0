// SPDX-License-Identifier: MIT
// Forward and adjoint sweeps of the acoustic scheme, side by side.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/caches.hpp"
#include "base/mutant.hpp"
#include "wave/acoustic/finite.hpp"
#include "wave/acoustic/typed_propagator.hpp"

namespace ebw::wave::acoustic {

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
typename TypedPropagator<T>::Step TypedPropagator<T>::forward_step(std::int64_t k) {
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

// Rows in y whose 2R + 1 planes stay in a core's second cache while x goes on: each plane is read 2R + 1 times. All
// tiles of a plane have nearly as many.
template <class T>
std::int64_t TypedPropagator<T>::rows_in_cache() const {
  constexpr std::int64_t kMostBytes = 640 << 10;  // more gained nothing in a cache of 2 MiB
  const std::int64_t cache_bytes = std::min(kMostBytes, second_cache_bytes() * 5 / 8);
  const std::int64_t bytes_per_row = (2 * geometry_.radius() + 1) * geometry_.row * geometry_.element;
  const std::int64_t most = std::max<std::int64_t>(8, cache_bytes / bytes_per_row), ny = geometry_.n[kY];
  const std::int64_t tiles = (ny + most - 1) / most;
  return (ny + tiles - 1) / tiles;
}

template <class T>
void TypedPropagator<T>::run_blocks(Block block, const Step &step, int thread, int team) {
  const Range mine = share(geometry_.rows(), thread, team);
  const std::int64_t ny = geometry_.n[kY];
  const std::int64_t tile = rows_in_cache();
  T *scratch = scratch_of(thread);
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

// ---- Sweeps --------------------------------------------------------------------------------------------------------

// This thread's share of the points.
template <class T>
void TypedPropagator<T>::sample(const Points &points, const T *field, double *samples, int thread, int team) const {
  const Range mine = share(points.count(), thread, team);
  for (std::int64_t p = mine.begin; p < mine.end; ++p) samples[p * task_.shot->n_samples()] = points.sample(p, field);
}

template <class T>
template <class Make>
void TypedPropagator<T>::sweep(Sweep kind, std::int64_t count, const Make &make) {
  using Clock = std::chrono::steady_clock;
  if (most_fused_ < 2) return sweep_piece(kind, {0, count}, {}, make);
  TileTuner &tuner = tuners_[kind];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t left = count - done, piece = tuner.piece(left);
    const Clock::time_point begin = Clock::now();
    sweep_piece(kind, {done, done + piece}, tuner.shape(left), make);
    tuner.note(left, std::chrono::duration<double>(Clock::now() - begin).count());
    done += piece;
  }
}

template <class T>
template <class Make>
void TypedPropagator<T>::sweep_piece(Sweep kind, Range steps, const TileShape &shape, const Make &make) {
  const bool forward = kind == kAdvance || kind == kAdvanceTaped;
  const Points &points = forward ? receivers_ : sources_;
  StagedSamples<T> &staged = forward ? staged_at_receivers_ : staged_at_sources_;
  StepBarrier barrier;
  in_parallel([&](int thread, int team) {
    // A team may be smaller than planned.
    const std::int64_t most =
        std::min({shape.steps, most_fused_, kMostFusedSteps,
                  TilePlan::most_steps(geometry_.n[kX], geometry_.radius(), team, shape.threads)});
    std::array<SweepStep, kMostFusedSteps> fused;
    for (std::int64_t s = steps.begin; s < steps.end;) {
      // Of nearly equal length: a tile of few steps gains little.
      const std::int64_t left = steps.end - s, tiles = (left + most - 1) / most, count = (left + tiles - 1) / tiles;
      for (std::int64_t n = 0; n < count; ++n) fused[static_cast<std::size_t>(n)] = make(s++);
      if (count == 1)
        plain_step(fused[0], points, barrier, thread, team);
      else
        tile({fused.data(), static_cast<std::size_t>(count)}, shape, points, staged, barrier, thread, team);
      if (thread == 0 && count > 1) tiled_steps_ += count;
    }
  });
}

template <class T>
void TypedPropagator<T>::plain_step(const SweepStep &step, const Points &points, StepBarrier &barrier, int thread,
                                    int team) {
  if (step.samples) sample(points, step.step.now, step.samples, thread, team);
  Step alone = step.step;
  alone.stream_memories = beyond_caches();
  run_blocks(step.block, alone, thread, team);
  barrier.wait(team);
}

// Places of the rows that the block after `first` will read, in the order in which it does. Images are left out: no
// step reads the rows of another's, so that the row kernel's own prefetch does as much.
template <class T>
void TypedPropagator<T>::list_ahead(const TilePlan &plan, const TileBlock &first, std::span<const SweepStep> steps,
                                    stencil::FetchList<T> &list) const {
  const Geometry &g = geometry_;
  const std::int64_t each = g.packed * (g.three_d() ? stencil::kFetchedLines<true> : stencil::kFetchedLines<false>);
  list.count = list.next = 0;
  const auto rows = [&](const TileBlock &b, const T *base, std::int64_t plane, std::int64_t row) {
    for (std::int64_t i = b.i0; i < b.i1; ++i)
      for (std::int64_t k = b.j0 * row; k < b.j1 * row && list.count < list.kMost; k += each)
        list.places[static_cast<std::size_t>(list.count++)] = base + i * plane + k;
  };
  const auto step = [&](const TileBlock &b) -> const Step & { return steps[static_cast<std::size_t>(b.step)].step; };
  const auto fields = [&](const TileBlock &b) { rows(b, step(b).now, g.plane, g.row); };
  const auto own = [&](const TileBlock &b) {
    const Step &s = step(b);
    if (b.step == 0) rows(b, s.next, g.plane, g.row);  // later steps overwrite what the one before them has read
    for (const T *packed : {s.c, static_cast<const T *>(s.gradient)})
      if (packed) rows(b, packed, g.n[kY] * g.packed, g.packed);
  };
  plan.ahead(first, fields, own);
}

// The field before the first step is there as a whole; those between the steps are sampled as they are written; that
// after the last is left to what comes next.
template <class T>
void TypedPropagator<T>::tile(std::span<const SweepStep> steps, const TileShape &shape, const Points &points,
                              StagedSamples<T> &staged, StepBarrier &barrier, int thread, int team) {
  const auto count = static_cast<std::int64_t>(steps.size());
  const auto at = [&](std::int64_t s) -> const SweepStep & { return steps[static_cast<std::size_t>(s)]; };
  const auto sampled = [&](std::int64_t s) { return at(s).samples != nullptr; };
  if (sampled(0)) {
    sample(points, at(0).step.now, at(0).samples, thread, team);
    barrier.wait(team);  // step 1 overwrites it
  }
  T *scratch = scratch_of(thread);
  const TilePlan plan(geometry_.n[kX], geometry_.n[kY], geometry_.radius(), team,
                      {count, shape.rows, shape.planes, shape.threads});
  stencil::FetchList<T> fetch;
  const auto run = [&](const TileBlock &block, stencil::FetchList<T> *list) {
    Step step = at(block.step).step;
    step.fetch = list;
    at(block.step).block(step, block.i0, block.i1, block.j0, block.j1, scratch);
    if (block.step + 1 < count && sampled(block.step + 1)) staged.gather(block, step.next);
  };
  const auto run_fetching = [&](const TileBlock &block) {
    if (block.step == 0) list_ahead(plan, block, steps, fetch);
    run(block, &fetch);
  };
  const auto run_alone = [&](const TileBlock &block) { run(block, nullptr); };
  const int group = plan.group_of(thread), members = plan.threads_of_group(group);
  StepBarrier &of_group = group_barriers_[static_cast<std::size_t>(group)];
  plan.trapezoid(thread, run_fetching, [&] { of_group.wait(members); });
  barrier.wait(team);
  if (plan.has_valleys()) {
    for (std::int64_t s = 1; s < count; ++s) {
      plan.valleys(s, thread, run_alone);
      if (plan.valleys_need_meeting() || s + 1 == count) barrier.wait(team);
    }
  }
  const Range mine = share(points.count(), thread, team);
  for (std::int64_t s = 1; s < count; ++s)
    for (std::int64_t p = mine.begin; sampled(s) && p < mine.end; ++p)
      at(s).samples[p * task_.shot->n_samples()] = staged.sample(p, s - 1);
}

// ---- Forward -------------------------------------------------------------------------------------------------------

template <class T>
void TypedPropagator<T>::start() {
  misfit_ = 0.0;
  recorded_ = 0;
  finished_ = folded_ = false;
  in_parallel([&](int thread, int team) {
    for (Array<T> &field : fields_) clear_share(field, thread, team);
    memories_.clear(thread, team);
    if (active_.image) clear_share(gradient_, thread, team);
  });
  if (active_.adjoint) {
    clear_adjoint();
    std::fill_n(task_.shot->wavelet_gradients(), task_.shot->n_sources() * task_.shot->n_samples(), 0.0);
  }
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
void TypedPropagator<T>::sweep_forward(std::int64_t from, std::int64_t to, const TapePlaces &tapes, std::byte *state) {
  const Block block = pick(kernels_.advance);
  sweep(tapes.base ? kAdvanceTaped : kAdvance, to - from, [&](std::int64_t step) -> SweepStep {
    const std::int64_t k = from + step;
    Step s = forward_step(k);
    if (tapes.base && k == from) s.tape_now = reinterpret_cast<T *>(tapes.of(k));
    if (tapes.base && k + 1 < to) s.tape = reinterpret_cast<T *>(tapes.of(k + 1));
    if (state && k + 1 == to) {
      s.tape = field_of(state, 0);
      s.tape_now = field_of(state, 1);
    }
    const bool sampled = receivers_.count() > 0 && k >= recorded_;
    return {s, block, sampled ? task_.shot->traces() + k : nullptr};
  });
  recorded_ = std::max(recorded_, to);
}

template <class T>
void TypedPropagator<T>::advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) {
  sweep_forward(from, to, {}, bytes);
  if (geometry_.state.size() > 2)
    in_parallel([&](int thread, int team) { memories_.to_state(geometry_, to & 1, bytes, thread, team); });
}

template <class T>
void TypedPropagator<T>::turn(std::int64_t n) {
  Shot &shot = *task_.shot;
  if (receivers_.count() > 0)
    in_parallel([&](int thread, int team) { sample(receivers_, u(n), shot.traces() + n, thread, team); });
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
    clear_adjoint();
  }
  sweep(image ? kReverseImaging : kReverse, from - to + 1, [&](std::int64_t step) -> SweepStep {
    const std::int64_t k = from - step;
    // The sum over u^k s^k ends at k = 1; step 0 has the two terms of the initial state instead.
    const bool image_here = image && k > (EBW_MUTANT(first_step_not_imaged) ? 1 : 0);
    // dJ/df^k = B^T (c a^{k+1}) = B^T q^{k+1}.
    return {reverse_step(k, tapes, image_here), pick(image_here ? kernels_.reverse_imaging : kernels_.reverse),
            sources_.count() > 0 ? task_.shot->wavelet_gradients() + k : nullptr};
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

#define EBW_SWEEPS_OF(T)                                                                                        \
  template void TypedPropagator<T>::start();                                                                    \
  template void TypedPropagator<T>::turn(std::int64_t);                                                         \
  template void TypedPropagator<T>::sweep_forward(std::int64_t, std::int64_t, const TapePlaces &, std::byte *); \
  template void TypedPropagator<T>::advance_saving(std::int64_t, std::int64_t, std::byte *);                    \
  template void TypedPropagator<T>::sweep_back(std::int64_t, std::int64_t, const TapePlaces &, bool);           \
  template stencil::Step<T> TypedPropagator<T>::base_step() const;                                              \
  template void TypedPropagator<T>::run_blocks(stencil::BlockFunction<T>, const stencil::Step<T> &, int, int);
EBW_SWEEPS_OF(float)
EBW_SWEEPS_OF(double)
#undef EBW_SWEEPS_OF

}  // namespace ebw::wave::acoustic
