// SPDX-License-Identifier: MIT
// The three phases of a wave gradient on a grid at rest: steps alone, steps whose tapes are kept, and reverse steps
// with imaging from those tapes.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "machine.hpp"
#include "wave/acoustic/propagator.hpp"
#include "wave/acoustic/tuning.hpp"

namespace ebw::bench {

// A grid whose fields hold `shape` nodes (x, y, z; y = 1: 2-D), layers of `cells` nodes at every face included.
struct Case {
  std::string name;
  std::array<std::int64_t, 3> shape;
  int order = 8;
  wave::FaceKind faces = wave::FaceKind::zero;
  std::int64_t cells = 0;
  Dtype dtype = Dtype::f32;

  std::int64_t points() const { return shape[0] * shape[1] * shape[2]; }
};

using wave::acoustic::TileShape;

class Steps {
 public:
  // Imaging: kLeaf tapes are kept in a ring by taped() and read by reverse().
  Steps(const Case &c, int threads, bool imaging) : case_(c), threads_(threads) {
    const bool flat = c.shape[1] == 1;
    wave::Grid grid;
    grid.ndim = flat ? 2 : 3;
    for (std::size_t d = 0; d < 3; ++d) grid.shape[d] = flat && d == 1 ? 1 : c.shape[d] - 2 * c.cells;
    grid.spacing.fill(10.0);
    model_ = std::make_unique<wave::Model>(c.dtype, grid);
    if (c.dtype == Dtype::f32)
      set_velocity<float>(grid);
    else
      set_velocity<double>(grid);
    model_->set_order(c.order);
    model_->set_face(-1, wave::make_face(static_cast<std::int32_t>(c.faces), c.cells, 2000.0, 10.0));
    model_->set_time(0.9 * model_->dt_max(), std::int64_t{1} << 30);
    shot_ = std::make_unique<wave::Shot>(grid, 4);  // without points, so that its samples are not used
    wave::acoustic::Resources resources;
    resources.threads = threads;
    resources.isa = wave::stencil::choose_isa();
    resources.tile = {false, {}};  // one step at a time
    propagator_ = wave::acoustic::make_propagator(model_->setup(), resources);
    imaging_ = imaging;
    const Clock::time_point begin = Clock::now();
    use({});
    seconds_to_allocate_ = seconds_since(begin);
    propagator_->start();
    if (!imaging) return;
    tape_bytes_ = propagator_->geometry().tape_bytes();
    ring_ = AlignedBuffer(account_, MemoryUse::tape_ring, kLeaf * tape_bytes_);
    std::memset(ring_.data(), 0, static_cast<std::size_t>(ring_.bytes()));
  }

  const Case &of() const { return case_; }
  // Taking the memory and touching all of it for the first time.
  double seconds_to_allocate() const { return seconds_to_allocate_; }
  std::int64_t bytes() const { return propagator_->account().total(); }
  // Bytes that a step of a point moves to and from memory when no cache keeps anything, layers' memories included:
  // both fields read, one written, c read; a tape written; or the gradient read and written and a tape read.
  double bytes_per_point(std::int64_t fields) const {
    const wave::acoustic::Geometry &g = propagator_->geometry();
    std::int64_t strips = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) strips += g.strip_elements(axis, side);
    constexpr double kReadAndWritten = 4.0;  // pi and zeta
    return static_cast<double>(g.element) *
           (static_cast<double>(fields) +
            kReadAndWritten * static_cast<double>(strips) / static_cast<double>(case_.points()));
  }
  static constexpr std::int64_t kAdvanceFields = 4, kTapedFields = 5, kReverseFields = 7;

  // What a run would try, plain first.
  std::vector<TileShape> tile_candidates() const {
    return wave::acoustic::tile_candidates(propagator_->geometry(), threads_);
  }
  // From now on in these tiles; {}: plain.
  void use(const TileShape &shape) {
    propagator_->set_tile({false, shape});
    wave::acoustic::ShotTask task;
    task.model = model_.get();
    task.shot = shot_.get();
    if (imaging_) task.task = wave::acoustic::Task::image;
    propagator_->set_shot(task);
    propagator_->allocate();
  }
  static constexpr std::int64_t kSteps = 16;
  // Seconds of kSteps steps each.
  double advance() { return advance(kSteps); }
  double advance(std::int64_t steps) {
    const Clock::time_point begin = Clock::now();
    propagator_->advance(step_, step_ + steps);
    step_ += steps;
    return seconds_since(begin);
  }
  double taped() {
    const Clock::time_point begin = Clock::now();
    for (std::int64_t leaf = 0; leaf < kSteps / kLeaf; ++leaf, step_ += kLeaf)
      propagator_->advance_taped(step_, step_ + kLeaf, {ring_.data(), tape_bytes_, step_});
    return seconds_since(begin);
  }
  double reverse() {
    const Clock::time_point begin = Clock::now();
    for (std::int64_t leaf = 0; leaf < kSteps / kLeaf; ++leaf)
      propagator_->reverse_taped(step_ - 1, step_ - kLeaf, {ring_.data(), tape_bytes_, step_ - kLeaf});
    return seconds_since(begin);
  }

 private:
  template <class T>
  void set_velocity(const wave::Grid &grid) {
    const std::vector<T> v(static_cast<std::size_t>(grid.nodes()), T(2000));
    const bool flat = grid.ndim == 2;
    const std::int64_t shape[3] = {grid.shape[0], flat ? grid.shape[2] : grid.shape[1], grid.shape[2]};
    model_->set_field("velocity", v.data(), case_.dtype, make_layout(grid.ndim, shape, nullptr));
  }

  static constexpr std::int64_t kLeaf = 16;
  Case case_;
  int threads_;
  bool imaging_ = false;
  double seconds_to_allocate_ = 0.0;
  MemoryAccount account_;
  AlignedBuffer ring_;
  std::unique_ptr<wave::Model> model_;
  std::unique_ptr<wave::Shot> shot_;
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  std::int64_t step_ = kLeaf, tape_bytes_ = 0;
};

}  // namespace ebw::bench
