// SPDX-License-Identifier: MIT
// What a plan handle points at; everything that can be planned makes one.
#pragma once

#include <memory>
#include <utility>

#include "ebbwave/plan.h"
#include "entry.hpp"
#include "executor/plan.hpp"

namespace ebw::capi {

struct PlanObject : Object {
  explicit PlanObject(executor::Plan p) : plan(std::move(p)) {}
  const executor::Plan plan;  // never changes, hence needs no hold
};

}  // namespace ebw::capi

struct ebw_plan : ebw::capi::Handle<ebw::capi::PlanObject, 'l'> {
  using Handle::Handle;
};

namespace ebw::capi {

// A plan is kept to be looked at: tables are made again for the schedule that is created from it.
inline ebw_plan *new_plan(executor::Plan plan) {
  plan.forget_tables();
  return new ebw_plan(std::make_shared<PlanObject>(std::move(plan)));
}

}  // namespace ebw::capi
