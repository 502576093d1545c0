// SPDX-License-Identifier: MIT
// The kinds of schedule in the C ABI: one create function each.
#include "schedule.hpp"
#include "schedule/async.hpp"
#include "schedule/disk.hpp"
#include "schedule/mixed.hpp"
#include "schedule/online.hpp"
#include "schedule/periodic.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/segment_choice.hpp"
#include "schedule/store_all.hpp"
#include "schedule/two_level.hpp"

namespace ebw::capi {

namespace {

std::optional<schedule::Costs> optional_costs(const double *costs) {
  return costs ? std::optional(schedule::checked_costs(costs)) : std::nullopt;
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_schedule_create_store_all(int64_t steps, int32_t reverse_kind, int32_t tape, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::StoreAll>(steps, checked_reverse_kind(reverse_kind), tape != 0);
  });
}

int32_t ebw_schedule_create_revolve(int64_t steps, int64_t slots, int32_t reverse_kind, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Revolve>(steps, slots, schedule::checked_sweep(reverse_kind));
  });
}

int32_t ebw_schedule_create_segment(int64_t steps, int64_t leaf, int64_t slots, int32_t reverse_kind,
                                    ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Segment>(steps, leaf, slots, checked_reverse_kind(reverse_kind));
  });
}

int32_t ebw_schedule_choose_segment(int64_t steps, int64_t room, int64_t state_size, int64_t tape_size,
                                    const double *costs, int64_t *leaf, int64_t *slots) {
  return entry([&] {
    require(leaf, "leaf");
    require(slots, "slots");
    const schedule::SegmentCosts weights = costs ? schedule::checked_segment_costs(costs) : schedule::SegmentCosts{};
    const schedule::SegmentChoice choice = schedule::choose_segment(steps, {room, state_size, tape_size}, weights);
    *leaf = choice.leaf;
    *slots = choice.slots;
  });
}

int32_t ebw_schedule_create_mixed(int64_t steps, int64_t units, int64_t restart_units, int64_t tape_units,
                                  int32_t reverse_kind, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Mixed>(steps, units, restart_units, tape_units,
                                             checked_reverse_kind(reverse_kind));
  });
}

int32_t ebw_schedule_create_online(int64_t slots, int32_t reverse_kind, ebw_schedule **schedule) {
  return create_schedule(
      schedule, [&] { return std::make_unique<schedule::Online>(slots, schedule::checked_sweep(reverse_kind)); });
}

int32_t ebw_schedule_create_two_level(int64_t steps, int64_t slots, int64_t disk_slots, int32_t reverse_kind,
                                      const double *costs, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::TwoLevel>(steps, slots, disk_slots, schedule::checked_sweep(reverse_kind),
                                                optional_costs(costs));
  });
}

int32_t ebw_schedule_create_disk(int64_t steps, int64_t slots, int32_t reverse_kind, const double *costs,
                                 ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Disk>(steps, slots, schedule::checked_sweep(reverse_kind), optional_costs(costs));
  });
}

int32_t ebw_schedule_create_periodic(int64_t steps, int64_t slots, int64_t period, int32_t reverse_kind,
                                     const double *costs, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Periodic>(steps, slots, period, schedule::checked_sweep(reverse_kind),
                                                optional_costs(costs));
  });
}

int32_t ebw_schedule_create_async(int64_t steps, int64_t slots, int64_t interval, int32_t reverse_kind,
                                  const double *costs, ebw_schedule **schedule) {
  return create_schedule(schedule, [&] {
    return std::make_unique<schedule::Async>(steps, slots, interval, schedule::checked_sweep(reverse_kind),
                                             optional_costs(costs));
  });
}

}  // extern "C"
