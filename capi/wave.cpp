// SPDX-License-Identifier: MIT
// Runs in the wave group of the C ABI: the main calls and the acoustic propagator.
#include "wave.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gradient/acoustic_stepper.hpp"
#include "plan.hpp"
#include "propagator.hpp"
#include "recovery.hpp"
#include "wave/acoustic/imaging.hpp"

namespace ebw::capi {

namespace {

using wave::acoustic::AdjointSource;
using wave::acoustic::Task;

// Model and shot of an acoustic propagator, kept alive and held while it runs.
struct AcousticObject : PropagatorObject {
  AcousticObject(std::shared_ptr<ModelObject> m, std::shared_ptr<ShotObject> s,
                 std::unique_ptr<wave::acoustic::Propagator> p)
      : model(std::move(m)),
        shot(std::move(s)),
        propagator(std::move(p)),
        acoustic(*propagator,
                 {&model->model, &shot->shot, 0, Task::image, AdjointSource::misfit, &model->options.misfit}) {}

  executor::Stepper &stepper() override { return acoustic; }
  std::vector<Hold> hold_others() override {
    std::vector<Hold> holds;
    holds.emplace_back(*model, "model");
    holds.emplace_back(*shot, "shot");
    return holds;
  }

  const std::shared_ptr<ModelObject> model;
  const std::shared_ptr<ShotObject> shot;
  const std::unique_ptr<wave::acoustic::Propagator> propagator;
  gradient::AcousticStepper acoustic;
  std::string tuning;
};

AcousticObject &as_acoustic(PropagatorObject &object) {
  auto *acoustic = dynamic_cast<AcousticObject *>(&object);
  if (!acoustic) fail(Status::handle, "propagator is not an acoustic one; use ebw_propagator_create_acoustic");
  return *acoustic;
}

template <class T>
void copy_strided(const wave::Grid &grid, const T *dense, T *out, const ArrayLayout &layout) {
  const auto stride = wave::axis_strides(grid, layout);
  for (std::int64_t i = 0; i < grid.shape[0]; ++i)
    for (std::int64_t j = 0; j < grid.shape[1]; ++j) {
      const T *from = dense + (i * grid.shape[1] + j) * grid.shape[2];
      T *to = out + i * stride[0] + j * stride[1];
      if (stride[2] == 1)
        std::copy_n(from, grid.shape[2], to);
      else
        for (std::int64_t k = 0; k < grid.shape[2]; ++k) to[k * stride[2]] = from[k];
    }
}

void copy_gradient(const wave::Model &model, const std::byte *dense, void *gradient, const ArrayLayout &layout) {
  if (model.setup().dtype == Dtype::f32)
    copy_strided(model.grid(), reinterpret_cast<const float *>(dense), static_cast<float *>(gradient), layout);
  else
    copy_strided(model.grid(), reinterpret_cast<const double *>(dense), static_cast<double *>(gradient), layout);
}

// Model and shots of one call, opened and held.
class Held {
 public:
  Held(const ebw_model *model, ebw_shot *const *shots, std::int64_t n_shots) : model_(use(model, "model")) {
    require(shots, "shots");
    if (n_shots < 1) fail(Status::argument, "n_shots = ", n_shots, ", need at least 1");
    std::set<const ShotObject *> seen;
    for (std::int64_t s = 0; s < n_shots; ++s) {
      const std::string name = text("shots[", s, "]");
      auto object = open(shots[s], name.c_str());
      if (!seen.insert(object.get()).second)
        fail(Status::argument, name, " is in the array twice; pass each shot once");
      shots_.emplace_back(std::move(object), name.c_str());
      pointers_.push_back(&shots_.back()->shot);
    }
  }
  ModelObject *operator->() const { return &*model_; }
  gradient::Shots shots() const { return pointers_; }

 private:
  Used<ModelObject> model_;
  std::vector<Used<ShotObject>> shots_;
  std::vector<wave::Shot *> pointers_;
};

void run_gradient(ebw_model *model, ebw_shot *const *shots, std::int64_t n_shots, std::int64_t memory_bytes,
                  AdjointSource source, double *misfit, void *out, const std::int64_t *stride) {
  const Held held(model, shots, n_shots);
  const wave::Model &m = held->model;
  ArrayLayout layout;
  if (out) {
    layout = wave::layout_on(m.grid(), stride);
    require_distinct_elements(layout, "gradient");
  }
  gradient::Options options = held->options;
  options.memory_bytes = memory_bytes;
  options.recovery.identity = build_fingerprint().value();
  const std::byte *dense = nullptr;
  const double j = held->survey.run(m, held.shots(), options, out ? Task::image : Task::adjoint, source, &dense);
  if (out) copy_gradient(m, dense, out, layout);
  if (misfit) *misfit = j;
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

// ---- The main calls

int32_t ebw_gradient(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes, double *misfit,
                     void *gradient, const int64_t *stride) {
  return entry(
      [&] { run_gradient(model, shots, n_shots, memory_bytes, AdjointSource::misfit, misfit, gradient, stride); });
}

int32_t ebw_adjoint(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes, void *gradient,
                    const int64_t *stride) {
  return entry(
      [&] { run_gradient(model, shots, n_shots, memory_bytes, AdjointSource::given, nullptr, gradient, stride); });
}

int32_t ebw_forward(ebw_model *model, ebw_shot *const *shots, int64_t n_shots) {
  return entry([&] {
    const Held held(model, shots, n_shots);
    held->survey.run(held->model, held.shots(), held->options, Task::forward, AdjointSource::misfit, nullptr);
  });
}

int32_t ebw_misfit(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, double *misfit) {
  return entry([&] {
    require(misfit, "misfit");
    const Held held(model, shots, n_shots);
    *misfit = held->survey.run(held->model, held.shots(), held->options, Task::misfit, AdjointSource::misfit, nullptr);
  });
}

int32_t ebw_gradient_plan(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes,
                          ebw_plan **plan) {
  return entry([&] {
    require(plan, "plan");
    const Held held(model, shots, n_shots);
    gradient::Options options = held->options;
    options.memory_bytes = memory_bytes;
    *plan = new_plan(held->survey.plan(held->model, held.shots(), options, Task::image, AdjointSource::misfit));
  });
}

// ---- The acoustic propagator

int32_t ebw_propagator_create_acoustic(ebw_model *model, ebw_shot *shot, ebw_propagator **propagator) {
  return entry([&] {
    require(propagator, "propagator");
    const auto m = use(model, "model");
    const auto s = use(shot, "shot");
    m->model.check_ready();
    auto acoustic = wave::acoustic::make_propagator(m->model.setup(), gradient::resources_of(m->options));
    wave::acoustic::check_shot(acoustic->geometry(), s->shot, 0);
    *propagator = new ebw_propagator(std::make_shared<AcousticObject>(m.shared(), s.shared(), std::move(acoustic)));
  });
}

int32_t ebw_propagator_get_gradient(const ebw_propagator *propagator, double *misfit, void *gradient,
                                    const int64_t *stride) {
  return entry([&] {
    const auto used = use(propagator, "propagator");
    AcousticObject *acoustic = &as_acoustic(*used);
    const Hold model(*acoustic->model, "model");
    if (!acoustic->acoustic.has_gradient())
      fail(Status::state, "the propagator has no gradient of the model as it is now; run an executor on it to the end ",
           "first");
    const wave::Model &m = acoustic->model->model;
    if (gradient) {
      const ArrayLayout layout = wave::layout_on(m.grid(), stride);
      require_distinct_elements(layout, "gradient");
      MemoryAccount account;
      const AlignedBuffer dense(account, MemoryUse::gradient, m.grid().nodes() * size_of(m.setup().dtype));
      acoustic->propagator->fold_gradient(dense.data());
      wave::acoustic::finish_gradient(m, acoustic->model->options.parameter, dense.data(),
                                      acoustic->propagator->resources().threads);
      copy_gradient(m, dense.data(), gradient, layout);
    }
    if (misfit) *misfit = acoustic->propagator->misfit();
  });
}

int32_t ebw_propagator_get_tuning(const ebw_propagator *propagator, const char **tuning) {
  return entry([&] {
    require(tuning, "tuning");
    const auto used = use(propagator, "propagator");
    AcousticObject &acoustic = as_acoustic(*used);
    acoustic.tuning = acoustic.propagator->tuning();
    *tuning = acoustic.tuning.c_str();
  });
}

int32_t ebw_propagator_set_tuning(ebw_propagator *propagator, const char *tuning) {
  return entry([&] {
    const auto used = use(propagator, "propagator");
    as_acoustic(*used).propagator->set_tuning(tuning ? tuning : "");
  });
}

}  // extern "C"
