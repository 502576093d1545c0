// SPDX-License-Identifier: MIT
// The options that `plan` and `gradient` share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace ebw::cli {

struct SurveyOptions {
  std::string model, axes, spacing, boundary = "cpml:20";
  std::optional<double> dt;  // seconds
  std::optional<std::int64_t> steps;
  std::int32_t order = 8;
  std::string sources, receivers;
  std::optional<std::string> wavelet;
  std::optional<double> freq, delay;  // Hz, seconds
  std::optional<double> layer_freq;   // Hz
  std::optional<std::string> observed, true_model;
  std::optional<std::string> memory;
  std::optional<std::int64_t> slots;
  std::string schedule;              // "" for the rule of --memory
  std::optional<std::string> costs;  // F,FT,A,COPY[,W,R], seconds
  bool measure = false;              // the costs, before planning
  std::optional<std::string> directory, disk;
  std::int32_t threads = 0, shots_at_once = 0;
  std::string dtype;  // "f32", "f64" or "" for the file's
};

// What `gradient` alone takes with --directory.
struct ResumeOptions {
  bool resume = false;
  double seconds = 60.0;
  bool every_disk_checkpoint = false;
};
void add_resume_options(CLI::App &subcommand, ResumeOptions &options);

void add_survey_options(CLI::App &subcommand, SurveyOptions &options);

// Refuses combinations that the command line alone shows to be incomplete.
void check_survey_options(const SurveyOptions &options);

}  // namespace ebw::cli
