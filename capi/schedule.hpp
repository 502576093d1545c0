// SPDX-License-Identifier: MIT
// What a schedule handle points at; the executor's entry points open it too.
#pragma once

#include <memory>

#include "ebbwave/schedule.h"
#include "entry.hpp"
#include "schedule/schedule.hpp"

namespace ebw::capi {

struct ScheduleObject : Object {
  explicit ScheduleObject(std::unique_ptr<schedule::Schedule> s) : schedule(std::move(s)) {}
  std::unique_ptr<schedule::Schedule> schedule;
};

}  // namespace ebw::capi

struct ebw_schedule : ebw::capi::Handle<ebw::capi::ScheduleObject, 's'> {
  using Handle::Handle;
};
