// SPDX-License-Identifier: MIT
// One row per kind of schedule, and what its create function is handed.
#include "schedule_kinds.hpp"

#include "refused.hpp"

namespace ebw::cli {

namespace {

void create_store_all(const ScheduleOptions &options, ebw_schedule **schedule) {
  if (options.slots && *options.slots < options.steps)
    throw Refused(EBW_ERR_BUDGET, "slots = " + std::to_string(*options.slots) + ", store_all needs " +
                                      std::to_string(options.steps) + ", one per step; raise --slots or use revolve");
  const bool tape = reverse_kind(options) == EBW_REVERSE_FUSED;
  check(ebw_schedule_create_store_all(options.steps, reverse_kind(options), tape, schedule));
}

void create_revolve(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_revolve(options.steps, *options.slots, reverse_kind(options), schedule));
}

// The length is typed, but the schedule decides as if it did not know.
void create_online(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_online(*options.slots, reverse_kind(options), schedule));
  const std::int32_t status = ebw_schedule_finish(*schedule, options.steps);
  if (status != EBW_OK) ebw_schedule_destroy(*schedule);
  check(status);
}

void create_two_level(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_two_level(options.steps, *options.slots, *options.disk_slots, reverse_kind(options),
                                      costs_or_null(options), schedule));
}

void create_disk(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(
      ebw_schedule_create_disk(options.steps, *options.slots, reverse_kind(options), costs_or_null(options), schedule));
}

void create_periodic(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_periodic(options.steps, *options.slots, options.period.value_or(0), reverse_kind(options),
                                     costs_or_null(options), schedule));
}

void create_async(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_async(options.steps, *options.slots, options.period.value_or(0), reverse_kind(options),
                                  costs_or_null(options), schedule));
}

}  // namespace

std::int32_t reverse_kind(const ScheduleOptions &options) {
  if (options.reverse == "unfused") return EBW_REVERSE_UNFUSED;
  return options.reverse == "fused" ? EBW_REVERSE_FUSED : EBW_REVERSE_STATE_ONLY;
}

const double *costs_or_null(const ScheduleOptions &options) {
  return options.costs.empty() ? nullptr : options.costs.data();
}

const std::vector<ScheduleKind> &schedule_kinds() {
  static const std::vector<ScheduleKind> kinds = {
      {.name = "store_all",
       .description = "Keep what every step needs; no step is run twice",
       .create = create_store_all,
       .slots = ScheduleKind::optional,
       .reverses = {"fused", "state_only"}},
      {.name = "revolve", .description = "Fewest forward steps for a number of slots", .create = create_revolve},
      {.name = "online",
       .description = "A loop that does not know its length",
       .create = create_online,
       .reverses = {"unfused", "state_only"}},
      {.name = "two_level",
       .description = "Slots in memory and on disk, the cheapest way",
       .create = create_two_level,
       .disk_slots = ScheduleKind::required},
      {.name = "disk",
       .description = "Slots in memory and any number on disk, the cheapest way",
       .create = create_disk},
      {.name = "periodic",
       .description = "A state on disk every --period steps, by default as often as is cheapest for --costs",
       .create = create_periodic,
       .period = ScheduleKind::optional},
      {.name = "async",
       .description = "A state to disk in the background every --period steps, by default the fewest that hide it",
       .create = create_async,
       .period = ScheduleKind::optional},
  };
  return kinds;
}

}  // namespace ebw::cli
