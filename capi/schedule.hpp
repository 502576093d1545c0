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

// One create function: what `make` returns (or refuses) becomes a new handle.
template <class Make>
std::int32_t create_schedule(ebw_schedule **schedule, const Make &make);

}  // namespace ebw::capi

struct ebw_schedule : ebw::capi::Handle<ebw::capi::ScheduleObject, 's'> {
  using Handle::Handle;
};

template <class Make>
std::int32_t ebw::capi::create_schedule(ebw_schedule **schedule, const Make &make) {
  return entry([&] {
    require(schedule, "schedule");
    auto object = std::make_shared<ScheduleObject>(make());
    *schedule = new ebw_schedule(std::move(object));
  });
}
