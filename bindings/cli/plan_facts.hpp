// SPDX-License-Identifier: MIT
// A plan's numbers, and the tables in which the command shows them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "survey.hpp"

namespace ebw::cli {

struct PlanFacts {
  std::int64_t steps = 0, slots = 0, tape_slots = 0, disk_slots = 0, disk_bytes = 0, forward_steps = 0, recomputed = 0,
               total_bytes = 0, least_bytes = 0, memory_limit = 0, interval = 0, disk_limit = 0, least_disk_bytes = 0;
  double dt = 0.0;       // seconds
  double cost = 0.0;     // what it was chosen by
  double seconds = 0.0;  // forecast of one shot; 0 when unknown
  std::string schedule;
  std::vector<std::pair<std::string, std::int64_t>> bytes;  // by name
};

// Plans the survey's gradient: refused here is what could not be run.
Plan make_plan(const Survey &survey);
PlanFacts facts_of(const ebw_plan *plan);
// The plan and what stood beside it, cheapest first; those beyond the memory bound at their least.
std::vector<PlanFacts> alternatives_of(const ebw_plan *plan);

// Where another kind that fits costs less than the plan: its name and what it would spare; else empty.
std::string hint_of(const PlanFacts &facts, const std::vector<PlanFacts> &alternatives);

// One line of a table on stdout.
void print_row(const std::string &label, const std::string &value);
std::string bytes_text(std::int64_t bytes);  // "1.23 GB (1234567890)"

// Grid, shots, schedule, steps and the memory bound.
void print_survey(const Survey &survey, const PlanFacts &facts);
// Kinds of schedule side by side.
void print_alternatives(const std::vector<PlanFacts> &alternatives);
// Bytes by name and their sum.
void print_bytes(const PlanFacts &facts);

}  // namespace ebw::cli
