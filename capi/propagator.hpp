// SPDX-License-Identifier: MIT
// What a propagator handle points at; built-in propagators derive from the same object as the user's.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ebbwave/propagator.h"
#include "entry.hpp"
#include "executor/stepper.hpp"

namespace ebw::executor {
class UserStepper;
}

namespace ebw::capi {

struct PropagatorObject : Object {
  virtual executor::Stepper &stepper() = 0;
  // The stepper when it is made of a user's callbacks, else NULL.
  virtual executor::UserStepper *user_stepper() { return nullptr; }
  // Holds what else a run needs for itself (a built-in propagator: its model and shot), for as long as it is kept.
  virtual std::vector<Hold> hold_others() { return {}; }
};

}  // namespace ebw::capi

struct ebw_propagator : ebw::capi::Handle<ebw::capi::PropagatorObject, 'p'> {
  using Handle::Handle;
};
