// SPDX-License-Identifier: MIT
// The library's handles, released by themselves.
#pragma once

#include <ebbwave/wave.h>

#include <memory>

namespace ebw::cli {

struct Destroy {
  void operator()(ebw_model *model) const { ebw_model_destroy(model); }
  void operator()(ebw_shot *shot) const { ebw_shot_destroy(shot); }
  void operator()(ebw_plan *plan) const { ebw_plan_destroy(plan); }
};
using Model = std::unique_ptr<ebw_model, Destroy>;
using Shot = std::unique_ptr<ebw_shot, Destroy>;
using Plan = std::unique_ptr<ebw_plan, Destroy>;

}  // namespace ebw::cli
