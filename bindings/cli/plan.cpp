// SPDX-License-Identifier: MIT
// `ebbwave plan`: what a gradient will do and hold.
#include "plan.hpp"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "plan_facts.hpp"

namespace ebw::cli {
namespace {

using Json = nlohmann::ordered_json;

void print_json(const PlanFacts &facts) {
  Json bytes = Json::object();
  for (const auto &[name, count] : facts.bytes) bytes[name] = count;
  const Json result{{"steps", facts.steps},
                    {"dt", facts.dt},
                    {"schedule", facts.schedule},
                    {"slots", facts.slots},
                    {"forward_steps", facts.forward_steps},
                    {"recomputed", facts.recomputed},
                    {"bytes", bytes},
                    {"total_bytes", facts.total_bytes},
                    {"least_bytes", facts.least_bytes}};
  std::puts(result.dump().c_str());
}

int run_plan(const SurveyOptions &options, bool json) {
  const Survey survey = make_survey(options);
  const PlanFacts facts = plan_gradient(survey);
  if (json) {
    print_json(facts);
  } else {
    std::printf("plan of the gradient of %s\n", options.model.c_str());
    print_survey(survey, facts);
    print_bytes(facts);
    print_row("least that works", bytes_text(facts.least_bytes));
  }
  return kDone;
}

}  // namespace

void add_plan(CLI::App &app) {
  auto *subcommand = app.add_subcommand("plan", "Tell what a gradient will do and hold");
  const auto options = std::make_shared<SurveyOptions>();
  add_survey_options(*subcommand, *options);
  set_body(*subcommand, [options](bool json) { return run_plan(*options, json); });
}

}  // namespace ebw::cli
