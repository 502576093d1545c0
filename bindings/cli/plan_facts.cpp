// SPDX-License-Identifier: MIT
// A plan's numbers, and the tables in which the command shows them.
#include "plan_facts.hpp"

#include <cstdio>

#include "numbers.hpp"
#include "refused.hpp"

namespace ebw::cli {
namespace {

// All names of ebw_plan_get_bytes.
constexpr const char *kUses[] = {"work_fields",   "slots",        "tape_ring", "adjoint_state",
                                 "initial_state", "model_copies", "gradient",  "traces",
                                 "residuals",     "wavelets",     "scratch",   "schedule_tables"};

double sweeps(const PlanFacts &facts) {
  return static_cast<double>(facts.forward_steps) / static_cast<double>(facts.steps);
}

}  // namespace

Plan make_plan(const Survey &survey) {
  const auto shots = survey.shot_handles();
  ebw_plan *raw = nullptr;
  check_budget(survey, ebw_gradient_plan(survey.model.get(), shots.data(), static_cast<std::int64_t>(shots.size()),
                                         survey.memory_bytes, &raw));
  return Plan(raw);
}

PlanFacts facts_of(const ebw_plan *plan) {
  PlanFacts facts;
  const char *schedule = nullptr;
  check(ebw_plan_get_steps(plan, &facts.steps));
  check(ebw_plan_get_slots(plan, &facts.slots));
  check(ebw_plan_get_tape_slots(plan, &facts.tape_slots));
  check(ebw_plan_get_disk_slots(plan, &facts.disk_slots));
  check(ebw_plan_get_disk_bytes(plan, &facts.disk_bytes));
  check(ebw_plan_get_forward_steps(plan, &facts.forward_steps));
  check(ebw_plan_get_recomputed(plan, &facts.recomputed));
  check(ebw_plan_get_total_bytes(plan, &facts.total_bytes));
  check(ebw_plan_get_least_bytes(plan, &facts.least_bytes));
  check(ebw_plan_get_memory_limit(plan, &facts.memory_limit));
  check(ebw_plan_get_number(plan, "interval", &facts.interval));
  check(ebw_plan_get_number(plan, "disk_limit", &facts.disk_limit));
  check(ebw_plan_get_number(plan, "least_disk_bytes", &facts.least_disk_bytes));
  check(ebw_plan_get_dt(plan, &facts.dt));
  check(ebw_plan_get_cost(plan, &facts.cost));
  check(ebw_plan_get_seconds(plan, &facts.seconds));
  check(ebw_plan_get_schedule(plan, &schedule));
  facts.schedule = schedule;
  for (const char *name : kUses) {
    std::int64_t bytes = 0;
    check(ebw_plan_get_bytes(plan, name, &bytes));
    facts.bytes.emplace_back(name, bytes);
  }
  return facts;
}

std::vector<PlanFacts> alternatives_of(const ebw_plan *plan) {
  std::int64_t count = 0;
  check(ebw_plan_count_alternatives(plan, &count));
  std::vector<PlanFacts> alternatives;
  for (std::int64_t i = 0; i < count; ++i) {
    ebw_plan *raw = nullptr;
    check(ebw_plan_get_alternative(plan, i, &raw));
    const Plan alternative(raw);
    alternatives.push_back(facts_of(raw));
  }
  return alternatives;
}

void print_row(const std::string &label, const std::string &value) {
  std::printf("  %-24s %s\n", label.c_str(), value.c_str());
}

std::string bytes_text(std::int64_t bytes) { return joined(readable_bytes(bytes), " (", bytes, ")"); }

void print_survey(const Survey &survey, const PlanFacts &facts) {
  print_row("grid", shape_text(survey.shape) + ", " + dtype_name(survey.dtype));
  print_row("shots", joined(survey.shots.size(), ", each with ", survey.n_receivers, " receivers"));
  print_row("steps", joined(facts.steps, " of ", exact_text(facts.dt), " s"));
  const bool leaves = facts.schedule.starts_with("segment") && facts.tape_slots < facts.steps;
  print_row("schedule", joined(facts.schedule, ", ", facts.slots, " slots",
                               leaves ? joined(", leaves of ", facts.tape_slots, " steps") : ""));
  if (facts.disk_slots > 0) print_row("on disk", joined(facts.disk_slots, " slots, ", bytes_text(facts.disk_bytes)));
  print_row("forward steps", joined(facts.forward_steps, ", ", facts.recomputed, " of them recomputed"));
  print_row("memory bound",
            bytes_text(survey.memory_bytes) + (!survey.memory_text.empty() ? "" : ", half of the machine's"));
}

std::string hint_of(const PlanFacts &facts, const std::vector<PlanFacts> &alternatives) {
  for (const PlanFacts &a : alternatives) {
    if (a.total_bytes > a.memory_limit) continue;
    if (!(a.cost < facts.cost)) break;
    char text[160];
    std::snprintf(text, sizeof text, "--schedule %s (or auto) costs %.0f %% less, %.2f forward sweeps instead of %.2f",
                  a.schedule.c_str(), 100.0 * (1.0 - a.cost / facts.cost), sweeps(a), sweeps(facts));
    return text;
  }
  return {};
}

void print_alternatives(const std::vector<PlanFacts> &alternatives) {
  std::puts("side by side, cheapest first");
  for (const PlanFacts &a : alternatives) {
    char work[200];
    const std::string on_disk = a.disk_slots > 0 ? readable_bytes(a.disk_bytes) + " on disk" : "";
    std::snprintf(work, sizeof work, "%-10s %-17s %8.2f forward sweeps, cost %.4g",
                  readable_bytes(a.total_bytes).c_str(), on_disk.c_str(), sweeps(a), a.cost);
    std::string line = work;
    if (a.seconds > 0.0) {
      std::snprintf(work, sizeof work, ", %.3g s a shot", a.seconds);
      line += work;
    }
    if (a.total_bytes > a.memory_limit) line += ", does not fit";
    print_row(a.schedule, line);
  }
}

void print_bytes(const PlanFacts &facts) {
  std::puts("bytes planned");
  for (const auto &[name, bytes] : facts.bytes) print_row(name, bytes_text(bytes));
  print_row("total", bytes_text(facts.total_bytes));
}

}  // namespace ebw::cli
