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

// --slots is the room for states and tapes together. A given --leaf leaves the rest of it to states.
void create_segment(const ScheduleOptions &options, ebw_schedule **schedule) {
  const std::int64_t state = options.restart_units.value_or(1), tape = options.tape_units.value_or(1);
  std::int64_t leaf = 0, slots = 0;
  if (options.leaf && *options.leaf < options.steps) {
    leaf = *options.leaf;
    std::int64_t tapes;
    if (state < 1 || tape < 1 || leaf < 1)
      refuse(EBW_ERR_ARGUMENT, "--restart-units = ", state, ", --tape-units = ", tape, ", --leaf = ", leaf,
             ", need at least 1 of each");
    const bool fits = !__builtin_mul_overflow(leaf, tape, &tapes) && tapes <= *options.slots;
    slots = fits ? (*options.slots - tapes) / state : 0;
    if (slots < 1)
      refuse(EBW_ERR_BUDGET, "--slots = ", *options.slots, ", a leaf of ", leaf, " tapes of ", tape, " and a state of ",
             state, " do not fit; raise --slots or shorten --leaf");
  } else {
    check(
        ebw_schedule_choose_segment(options.steps, *options.slots, state, tape, costs_or_null(options), &leaf, &slots));
  }
  check(ebw_schedule_create_segment(options.steps, leaf, slots > 0 ? slots : 1, reverse_kind(options), schedule));
}

void create_mixed(const ScheduleOptions &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_mixed(options.steps, *options.slots, options.restart_units.value_or(1),
                                  options.tape_units.value_or(1), reverse_kind(options), schedule));
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
      {.name = "segment",
       .description = "Leaves of steps whose tapes are kept while they run, states around them",
       .create = create_segment,
       .units = ScheduleKind::optional,
       .leaf = ScheduleKind::optional,
       .costs = "F,FT,A,COPY",
       .slots_are = "Room for states and tapes together, in units; leaf and slots are chosen by cost",
       .reverses = {"fused", "state_only"}},
      {.name = "mixed",
       .description = "Fewest forward steps where states and tapes share the slots",
       .create = create_mixed,
       .units = ScheduleKind::optional,
       .slots_are = "Room for states and tapes together, in units",
       .reverses = {"fused", "state_only"}},
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
