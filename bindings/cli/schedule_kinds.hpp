// SPDX-License-Identifier: MIT
// The kinds of schedule that the command knows: one row of a table each.
#pragma once

#include <ebbwave/schedule.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ebw::cli {

// What was typed; each kind takes some of it.
struct ScheduleOptions {
  std::int64_t steps = 0;
  std::optional<std::int64_t> slots, disk_slots, period, restart_units, tape_units, leaf;
  std::string reverse;
  std::vector<double> costs;  // four, or none
  bool actions = false;
};

std::int32_t reverse_kind(const ScheduleOptions &options);

// NULL where no costs were typed.
const double *costs_or_null(const ScheduleOptions &options);

struct ScheduleKind {
  enum Use { none, optional, required };

  const char *name, *description;
  void (*create)(const ScheduleOptions &, ebw_schedule **);
  Use slots = required;
  Use disk_slots = none;
  Use period = none;
  Use units = none;  // --restart-units and --tape-units
  Use leaf = none;
  const char *costs = "uf,ub,wd,rd";  // what the four numbers of --costs are
  const char *slots_are = "Slots in memory, the one of the initial state included";
  std::vector<std::string> reverses = {"fused", "state_only", "unfused"};  // the first is the default
};

const std::vector<ScheduleKind> &schedule_kinds();

}  // namespace ebw::cli
