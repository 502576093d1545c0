// SPDX-License-Identifier: MIT
// A plan's numbers, and the tables in which the command shows them.
#include "plan_facts.hpp"

#include <cstdio>

#include "numbers.hpp"
#include "refused.hpp"

namespace ebw::cli {
namespace {

// All names of ebw_plan_get_bytes.
constexpr const char *kUses[] = {"work_fields", "slots",  "tape_ring", "adjoint_state", "initial_state", "model_copies",
                                 "gradient",    "traces", "residuals", "wavelets",      "scratch"};

}  // namespace

PlanFacts plan_gradient(const Survey &survey) {
  const auto shots = survey.shot_handles();
  ebw_plan *raw = nullptr;
  check_budget(survey, ebw_gradient_plan(survey.model.get(), shots.data(), static_cast<std::int64_t>(shots.size()),
                                         survey.memory_bytes, &raw));
  const Plan plan(raw);
  PlanFacts facts;
  const char *schedule = nullptr;
  check(ebw_plan_get_steps(raw, &facts.steps));
  check(ebw_plan_get_slots(raw, &facts.slots));
  check(ebw_plan_get_forward_steps(raw, &facts.forward_steps));
  check(ebw_plan_get_recomputed(raw, &facts.recomputed));
  check(ebw_plan_get_total_bytes(raw, &facts.total_bytes));
  check(ebw_plan_get_least_bytes(raw, &facts.least_bytes));
  check(ebw_plan_get_dt(raw, &facts.dt));
  check(ebw_plan_get_schedule(raw, &schedule));
  facts.schedule = schedule;
  for (const char *name : kUses) {
    std::int64_t bytes = 0;
    check(ebw_plan_get_bytes(raw, name, &bytes));
    facts.bytes.emplace_back(name, bytes);
  }
  return facts;
}

void print_row(const std::string &label, const std::string &value) {
  std::printf("  %-24s %s\n", label.c_str(), value.c_str());
}

std::string bytes_text(std::int64_t bytes) { return joined(readable_bytes(bytes), " (", bytes, ")"); }

void print_survey(const Survey &survey, const PlanFacts &facts) {
  print_row("grid", shape_text(survey.shape) + ", " + dtype_name(survey.dtype));
  print_row("shots", joined(survey.shots.size(), ", each with ", survey.n_receivers, " receivers"));
  print_row("steps", joined(facts.steps, " of ", exact_text(facts.dt), " s"));
  print_row("schedule", joined(facts.schedule, ", ", facts.slots, " slots"));
  print_row("forward steps", joined(facts.forward_steps, ", ", facts.recomputed, " of them recomputed"));
  print_row("memory bound",
            bytes_text(survey.memory_bytes) + (!survey.memory_text.empty() ? "" : ", half of the machine's"));
}

void print_bytes(const PlanFacts &facts) {
  std::puts("bytes planned");
  for (const auto &[name, bytes] : facts.bytes) print_row(name, bytes_text(bytes));
  print_row("total", bytes_text(facts.total_bytes));
}

}  // namespace ebw::cli
