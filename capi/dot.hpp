// SPDX-License-Identifier: MIT
// The handle of a dot test.
#pragma once

#include <memory>
#include <optional>

#include "ebbwave/dot.h"
#include "entry.hpp"
#include "verify/dot_test.hpp"

namespace ebw::capi {

struct DotObject : Object {
  verify::DotSetup setup;
  UserPointer user, inner_user;
  std::optional<verify::DotResult> result;
};

}  // namespace ebw::capi

struct ebw_dot : ebw::capi::Handle<ebw::capi::DotObject, 'D'> {
  using Handle::Handle;
};
