// SPDX-License-Identifier: MIT
// The acoustic propagator as the executor sees it.
#pragma once

#include "executor/stepper.hpp"
#include "gradient/problem.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

// Forwards to a propagator that outlives it, for one shot with task Task::image. The model's field may change between
// runs; what the propagator was made of may not.
class AcousticStepper final : public executor::Stepper {
 public:
  AcousticStepper(wave::acoustic::Propagator &propagator, const wave::acoustic::ShotTask &task)
      : propagator_(propagator), task_(task) {}

  ReverseKind reverse_kind() const override { return ReverseKind::state_only; }
  std::int64_t steps() const override { return propagator_.geometry().setup.n_steps; }
  std::int64_t state_bytes() const override { return propagator_.geometry().state_bytes; }
  std::int64_t tape_bytes() const override { return propagator_.geometry().tape_bytes(); }
  storage::Layout state_layout() const override {
    storage::Layout layout;
    for (const wave::acoustic::StateField &field : propagator_.geometry().state)
      layout.push_back({real(), field.offset, field.shape, field.stride[1]});
    return layout;
  }
  // The tape of a step is the first field of its state.
  storage::Layout tape_layout() const override { return {state_layout().front()}; }
  MemoryBytes planned_bytes() const override { return propagator_.planned_bytes(task_); }
  const MemoryAccount *account() const override { return &propagator_.account(); }
  void require_ready(bool, bool) const override {
    task_.model->check_ready();
    if (!(task_.model->setup() == propagator_.geometry().setup))
      fail(Status::state, "boundaries, order or time of the model are not those of the propagator any more; ",
           "create the propagator anew");
    wave::acoustic::check_shot(propagator_.geometry(), *task_.shot, task_.number);
  }

  void allocate() override {
    task_.shot->prepare_results(state_bytes(), true);
    propagator_.set_shot(task_);
    propagator_.allocate();
    model_version_ = task_.model->version();
  }
  void start() override { propagator_.start(); }
  void advance(std::int64_t from, std::int64_t to) override { propagator_.advance(from, to); }
  void turn(std::int64_t n) override { propagator_.turn(n); }
  void reverse(std::int64_t k) override { propagator_.reverse(k); }
  void save(std::int64_t k, std::byte *bytes) override { propagator_.save(k, bytes); }
  void load(std::int64_t k, const std::byte *bytes) override { propagator_.load(k, bytes); }
  bool saves_in_passing() const override { return true; }
  void advance_saving(std::int64_t from, std::int64_t to, std::byte *bytes) override {
    propagator_.advance_saving(from, to, bytes);
  }
  bool states_hold_tapes() const override { return true; }
  void advance_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    propagator_.advance_taped(from, to, tapes);
  }
  void reverse_taped(std::int64_t from, std::int64_t to, const TapePlaces &tapes) override {
    propagator_.reverse_taped(from, to, tapes);
  }

  std::int64_t adjoint_bytes() const override { return propagator_.adjoint_bytes(task_); }
  void save_adjoint(std::int64_t, std::byte *bytes) override { propagator_.save_adjoint(bytes); }
  void load_adjoint(std::int64_t, const std::byte *bytes) override { propagator_.load_adjoint(bytes); }
  std::int64_t record_bytes() const override { return propagator_.record_bytes(task_); }
  void save_record(std::int64_t, std::byte *bytes) override { propagator_.save_record(bytes); }
  void load_record(std::int64_t, const std::byte *bytes) override { propagator_.load_record(bytes); }
  void add_to(Fingerprint &fingerprint) const override {
    Stepper::add_to(fingerprint);
    fingerprint.add(std::int64_t{propagator_.resources().flush_to_zero});
    gradient::add_to(fingerprint, task_);
  }

  // The last run came to its end, and its model is still what it was.
  bool has_gradient() const { return propagator_.finished() && model_version_ == task_.model->version(); }

 private:
  storage::Real real() const { return propagator_.geometry().element == 4 ? storage::Real::f32 : storage::Real::f64; }

  wave::acoustic::Propagator &propagator_;
  wave::acoustic::ShotTask task_;
  std::int64_t model_version_ = -1;
};

}  // namespace ebw::gradient
