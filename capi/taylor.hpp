// SPDX-License-Identifier: MIT
// The handle of a Taylor test.
#pragma once

#include <memory>
#include <optional>

#include "base/aligned_buffer.hpp"
#include "ebbwave/taylor.h"
#include "entry.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::capi {

struct TaylorObject : Object {
  verify::TaylorSetup setup;
  UserPointer evaluate_user, gradient_user, hessian_user, inner_user;
  MemoryAccount account;
  AlignedBuffer given, typical_size, lower, upper;
  std::optional<verify::TaylorResult> result;
};

}  // namespace ebw::capi

struct ebw_taylor : ebw::capi::Handle<ebw::capi::TaylorObject, 'T'> {
  using Handle::Handle;
};
