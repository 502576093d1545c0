// SPDX-License-Identifier: MIT
// `ebbwave plan`: what a gradient will do and hold.
#include "plan.hpp"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "file.hpp"
#include "plan_facts.hpp"
#include "plan_plot.hpp"

namespace ebw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct PlanOptions {
  SurveyOptions survey;
  std::optional<std::string> plot;
};

// The documented keys; what the choice was made from only where one was asked for.
Json json_of(const PlanFacts &facts, bool choice) {
  Json bytes = Json::object();
  for (const auto &[name, count] : facts.bytes) bytes[name] = count;
  Json object{{"steps", facts.steps},
              {"dt", facts.dt},
              {"schedule", facts.schedule},
              {"slots", facts.slots},
              {"forward_steps", facts.forward_steps},
              {"recomputed", facts.recomputed},
              {"bytes", bytes},
              {"total_bytes", facts.total_bytes},
              {"least_bytes", facts.least_bytes}};
  if (!choice) return object;
  object["tape_slots"] = facts.tape_slots;
  if (facts.disk_slots > 0) {
    object["disk_slots"] = facts.disk_slots;
    object["disk_bytes"] = facts.disk_bytes;
    object["least_disk_bytes"] = facts.least_disk_bytes;
    if (facts.interval > 0) object["interval"] = facts.interval;
  }
  object["cost"] = facts.cost;
  if (facts.seconds > 0.0) object["seconds"] = facts.seconds;
  return object;
}

void print_json(const SurveyOptions &options, const PlanFacts &facts, const std::vector<PlanFacts> &alternatives) {
  const bool choice = !options.schedule.empty() || options.costs || options.measure || options.directory;
  Json result = json_of(facts, choice);
  if (choice) result["alternatives"] = Json::array();
  if (const std::string hint = hint_of(facts, alternatives); choice && options.schedule.empty() && !hint.empty())
    result["hint"] = hint;
  for (const PlanFacts &alternative : alternatives) {
    if (!choice) break;
    Json object = json_of(alternative, true);
    object["fits"] = alternative.total_bytes <= alternative.memory_limit;
    result["alternatives"].push_back(std::move(object));
  }
  std::puts(result.dump().c_str());
}

int run_plan(const PlanOptions &options, bool json) {
  if (options.plot) check_writable(*options.plot);
  const Survey survey = make_survey(options.survey);
  const Plan plan = make_plan(survey);
  const PlanFacts facts = facts_of(plan.get());
  const std::vector<PlanFacts> alternatives = alternatives_of(plan.get());
  if (options.plot) write_plot(*options.plot, plan.get());
  if (json) {
    print_json(options.survey, facts, alternatives);
    return kDone;
  }
  std::printf("plan of the gradient of %s\n", options.survey.model.c_str());
  print_survey(survey, facts);
  if (facts.seconds > 0.0) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3g s", facts.seconds);
    print_row("forecast of a shot", seconds);
  }
  print_bytes(facts);
  print_row("least that works", bytes_text(facts.least_bytes));
  if (!alternatives.empty()) print_alternatives(alternatives);
  const std::string hint = options.survey.schedule.empty() ? hint_of(facts, alternatives) : std::string();
  if (!hint.empty()) print_row("hint", hint);
  if (options.plot) print_row("plot", *options.plot);
  return kDone;
}

}  // namespace

void add_plan(CLI::App &app) {
  auto *subcommand = app.add_subcommand("plan", "Tell what a gradient will do and hold");
  const auto options = std::make_shared<PlanOptions>();
  add_survey_options(*subcommand, options->survey);
  subcommand->add_flag("--measure", options->survey.measure, "Measure the costs by some steps; takes their memory")
      ->excludes("--costs");
  subcommand->add_option("--plot", options->plot, "Draw the schedule into this file, SVG");
  set_body(*subcommand, [options](bool json) { return run_plan(*options, json); });
}

}  // namespace ebw::cli
