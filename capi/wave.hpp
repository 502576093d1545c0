// SPDX-License-Identifier: MIT
// What model and shot handles point at, shared by the files of the wave group.
#pragma once

#include <string>

#include "ebbwave/wave.h"
#include "entry.hpp"
#include "gradient/survey.hpp"

namespace ebw::capi {

struct ModelObject : Object {
  ModelObject(Dtype dtype, const wave::Grid &grid) : model(dtype, grid) {}
  wave::Model model;
  gradient::Survey survey;
  gradient::Options options;
  UserPointer misfit_user, progress_user;
  mutable std::string description, tuning;
};

struct ShotObject : Object {
  ShotObject(const wave::Grid &grid, std::int64_t n_steps) : shot(grid, n_steps) {}
  wave::Shot shot;
};

}  // namespace ebw::capi

struct ebw_model : ebw::capi::Handle<ebw::capi::ModelObject, 'm'> {
  using Handle::Handle;
};
struct ebw_shot : ebw::capi::Handle<ebw::capi::ShotObject, 's' + 128> {
  using Handle::Handle;
};
