// SPDX-License-Identifier: MIT
// Schedule group of the C ABI, but for the kinds (schedule_kinds.cpp). What does not move the stream reads constants
// only, hence needs no hold.
#include "schedule.hpp"

#include <cmath>

namespace ebw::capi {

namespace {

using schedule::Schedule;

template <class T, class Read>
std::int32_t get(const ebw_schedule *schedule, T *value, const char *name, const Read &read) {
  return entry([&] {
    const auto object = open(schedule, "schedule");
    require(value, name);
    *value = read(*object->schedule);
  });
}

void write_action(const schedule::Action &a, std::int64_t *row) {
  row[0] = static_cast<std::int64_t>(a.kind);
  row[1] = a.from;
  row[2] = a.to;
  row[3] = a.slot;
}

void write_actions(Schedule &stream, std::int64_t *row) {
  for (schedule::Action a = stream.next(); a.kind != schedule::ActionKind::end; a = stream.next(), row += 4)
    write_action(a, row);
}

// The next actions, at most `capacity`; their number. A failure after the first is left to the next call, so that no
// action is lost.
std::int64_t take_actions(Schedule &stream, std::int64_t *row, std::int64_t capacity) {
  std::int64_t taken = 0;
  try {
    for (; taken < capacity && (taken == 0 || stream.decided()); ++taken, row += 4) {
      const schedule::Action action = stream.next();
      if (action.kind == schedule::ActionKind::end) break;
      write_action(action, row);
    }
  } catch (...) {
    if (taken == 0) throw;
  }
  return taken;
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_schedule_next(ebw_schedule *schedule, int32_t *kind, int64_t *from, int64_t *to, int64_t *slot) {
  return entry([&] {
    // Called once per action: counting references would take as long as finding the action.
    ScheduleObject *const object = look_at(schedule, "schedule").get();
    const Hold hold(*object, "schedule");
    require(kind, "kind");
    require(from, "from");
    require(to, "to");
    require(slot, "slot");
    const schedule::Action action = object->schedule->next();
    *kind = static_cast<std::int32_t>(action.kind);
    *from = action.from;
    *to = action.to;
    *slot = action.slot;
  });
}

int32_t ebw_schedule_next_many(ebw_schedule *schedule, int64_t *actions, int64_t capacity, int64_t *count) {
  return entry([&] {
    const auto object = use(schedule, "schedule");
    require(actions, "actions");
    require(count, "count");
    if (capacity < 1) fail(Status::argument, "capacity = ", capacity, " rows, need at least 1; pass actions[256][4]");
    *count = take_actions(*object->schedule, actions, capacity);
  });
}

int32_t ebw_schedule_reset(ebw_schedule *schedule) {
  return entry([&] { use(schedule, "schedule")->schedule->reset(); });
}

int32_t ebw_schedule_finish(ebw_schedule *schedule, int64_t steps) {
  // No hold: the loop that finds its end is a callback of the run which holds the schedule.
  return entry([&] { open(schedule, "schedule")->schedule->finish(steps); });
}

int32_t ebw_schedule_export(const ebw_schedule *schedule, int64_t *actions, int64_t capacity, int64_t *count) {
  return entry([&] {
    const auto object = open(schedule, "schedule");
    require(count, "count");
    const std::int64_t needed = object->schedule->count_actions();
    if (actions && capacity < needed)
      fail(Status::shape, "capacity = ", capacity, " rows, need ", needed, "; pass actions[", needed, "][4]");
    if (actions) write_actions(*object->schedule->fresh(), actions);
    *count = needed;
  });
}

int32_t ebw_schedule_count_advances(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_advances(); });
}

int32_t ebw_schedule_count_taped(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_taped(); });
}

int32_t ebw_schedule_count_saves(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_saves(); });
}

int32_t ebw_schedule_count_loads(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_loads(); });
}

int32_t ebw_schedule_count_disk_saves(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_disk_saves(); });
}

int32_t ebw_schedule_count_disk_loads(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.count_disk_loads(); });
}

int32_t ebw_schedule_count_left_on_disk(const ebw_schedule *schedule, int64_t *count) {
  return get(schedule, count, "count", [](const Schedule &s) { return s.left_on_disk(); });
}

int32_t ebw_schedule_get_steps(const ebw_schedule *schedule, int64_t *steps) {
  return get(schedule, steps, "steps", [](const Schedule &s) { return s.steps(); });
}

int32_t ebw_schedule_get_peak_slots(const ebw_schedule *schedule, int64_t *slots) {
  return get(schedule, slots, "slots", [](const Schedule &s) { return s.peak_slots(); });
}

int32_t ebw_schedule_get_peak_disk_slots(const ebw_schedule *schedule, int64_t *slots) {
  return get(schedule, slots, "slots", [](const Schedule &s) { return s.peak_disk_slots(); });
}

int32_t ebw_schedule_get_memory_slots(const ebw_schedule *schedule, int64_t *slots) {
  return get(schedule, slots, "slots", [](const Schedule &s) { return s.memory_slots(); });
}

int32_t ebw_schedule_get_tape_slots(const ebw_schedule *schedule, int64_t *slots) {
  return get(schedule, slots, "slots",
             [](const Schedule &s) { return s.shared_room().units > 0 ? 0 : s.tape_slots(); });
}

int32_t ebw_schedule_get_cost(const ebw_schedule *schedule, const double *costs, double *cost) {
  return get(schedule, cost, "cost", [&](const Schedule &s) {
    const double sum = s.cost(costs ? schedule::checked_costs(costs) : s.costs());
    if (!std::isfinite(sum)) fail(Status::overflow, "cost: the sum does not fit a double; pass smaller costs");
    return sum;
  });
}

int32_t ebw_schedule_get_reverse_kind(const ebw_schedule *schedule, int32_t *reverse_kind) {
  return get(schedule, reverse_kind, "reverse_kind", [](const Schedule &s) {
    const bool unfused = s.reverse_kind() == ReverseKind::fused && s.turns() && !s.uses_tapes();
    return unfused ? EBW_REVERSE_UNFUSED : static_cast<std::int32_t>(s.reverse_kind());
  });
}

void ebw_schedule_destroy(ebw_schedule *schedule) { delete schedule; }

}  // extern "C"
