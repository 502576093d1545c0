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
  std::int64_t steps = 0, slots = 0, forward_steps = 0, recomputed = 0, total_bytes = 0, least_bytes = 0;
  double dt = 0.0;  // seconds
  std::string schedule;
  std::vector<std::pair<std::string, std::int64_t>> bytes;  // by name
};

// Plans the survey's gradient: refused here is what could not be run.
PlanFacts plan_gradient(const Survey &survey);

// One line of a table on stdout.
void print_row(const std::string &label, const std::string &value);
std::string bytes_text(std::int64_t bytes);  // "1.23 GB (1234567890)"

// Grid, shots, schedule, steps and the memory bound.
void print_survey(const Survey &survey, const PlanFacts &facts);
// Bytes by name and their sum.
void print_bytes(const PlanFacts &facts);

}  // namespace ebw::cli
