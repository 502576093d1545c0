// SPDX-License-Identifier: MIT
// The options that `plan` and `gradient` share.
#include "survey_options.hpp"

#include "number_option.hpp"
#include "refused.hpp"

namespace ebw::cli {
namespace {

void add_grid_options(CLI::App &subcommand, SurveyOptions &options) {
  subcommand.add_option("model", options.model, "Velocity model, .npy, m/s, axes x,z or x,y,z")->required();
  subcommand.add_option("--axes", options.axes, "Axes of the .npy files where they are not in this order, such as zx");
  subcommand.add_option("--spacing", options.spacing, "Metres between nodes: H, or HX,[HY,]HZ")->required();
  subcommand.add_option("--boundary", options.boundary,
                        "KIND[:CELLS][,FACE=KIND[:CELLS]]...: cpml, sponge, free, rigid, zero at left, right, front, "
                        "back, top, bottom (default cpml:20)");
  add_number<double>(subcommand, "--layer-freq", options.layer_freq,
                     "Frequency the cpml layers are tuned to, Hz (default --freq)");
  add_number<std::int32_t>(subcommand, "--order", options.order, "Order in space: 2, 4, ... 12 (default 8)");
  add_number<std::int64_t>(subcommand, "--steps", options.steps,
                           "Number of time steps (default: samples of the wavelet - 1)");
  add_number<double>(subcommand, "--dt", options.dt, "Time step, s (default 0.9 of the largest stable one)");
}

void add_shot_options(CLI::App &subcommand, SurveyOptions &options) {
  constexpr const char *kPoints =
      "CSV with the header x,z or x,y,z and an optional first column shot, or "
      "line:x0,z0:x1,z1:N";
  subcommand.add_option("--sources", options.sources, kPoints)->required();
  subcommand.add_option("--receivers", options.receivers, kPoints)->required();
  auto *wavelet = subcommand.add_option("--wavelet", options.wavelet, "Wavelets, .npy [sample] or [source][sample]");
  auto *freq = add_number<double>(subcommand, "--freq", options.freq, "Peak frequency of a Ricker wavelet, Hz");
  freq->excludes(wavelet);
  add_number<double>(subcommand, "--delay", options.delay, "Time of its peak, s (default 1.2 / freq)")->needs(freq);
  auto *observed =
      subcommand.add_option("--observed", options.observed, "Traces, .npy float64 [shot][receiver][sample]");
  subcommand.add_option("--true-model", options.true_model, "Velocity model whose traces are the observed ones")
      ->excludes(observed);
}

void add_run_options(CLI::App &subcommand, SurveyOptions &options) {
  subcommand.add_option("--memory", options.memory,
                        "Bound on the library's memory, such as 2GB or 512MiB (default half of the machine's)");
  add_number<std::int64_t>(subcommand, "--slots", options.slots,
                           "Checkpoint with this many slots (default: what --memory allows)");
  subcommand
      .add_option(
          "--schedule", options.schedule,
          "auto (the cheapest that fits --memory and --disk), store_all, revolve, segment, mixed, or with states in "
          "--directory two_level, disk, periodic, async, segment_disk (default: store_all where it fits, else revolve)")
      ->check(CLI::IsMember({"auto", "store_all", "revolve", "segment", "mixed", "two_level", "disk", "periodic",
                             "async", "segment_disk"}));
  subcommand.add_option("--costs", options.costs,
                        "F,FT,A,COPY[,W,R]: seconds of an advance, one that keeps its tape, a reverse step, a copy of "
                        "a state, a state to and from --directory; schedules are chosen by them");
  add_number<std::int32_t>(subcommand, "--threads", options.threads, "Number of threads (default: all)");
  add_number<std::int32_t>(subcommand, "--shots-at-once", options.shots_at_once,
                           "Shots that run at a time at most (default: several where the grid is small)");
  subcommand.add_option("--dtype", options.dtype, "Compute in f32 or f64 (default: as the model file)")
      ->check(CLI::IsMember({"f32", "f64"}));
  auto *directory =
      subcommand.add_option("--directory", options.directory,
                            "Leave generations there, from which a killed run can be resumed, and states on disk");
  subcommand
      .add_option("--disk", options.disk,
                  "Bound on what lies in --directory, such as 10GB (default none), half of it for states")
      ->needs(directory);
}

}  // namespace

void add_resume_options(CLI::App &subcommand, ResumeOptions &options) {
  auto *directory = subcommand.get_option("--directory");
  subcommand.add_flag("--resume", options.resume, "Go on from what a killed run left in --directory")->needs(directory);
  add_number<double>(subcommand, "--generation-seconds", options.seconds,
                     "Seconds between two generations (default 60; 0: as often as possible)")
      ->needs(directory);
  subcommand
      .add_flag("--generation-every-disk-checkpoint", options.every_disk_checkpoint,
                "A generation after each state that goes to disk too")
      ->needs(directory);
}

void add_survey_options(CLI::App &subcommand, SurveyOptions &options) {
  add_grid_options(subcommand, options);
  add_shot_options(subcommand, options);
  add_run_options(subcommand, options);
}

void check_survey_options(const SurveyOptions &options) {
  if (!options.wavelet && !options.freq) refuse_usage("no wavelet; give --wavelet FILE or --freq F");
  if (!options.wavelet && !options.steps) refuse_usage("no number of steps; give --steps N");
  if (!options.dt && (options.wavelet || options.observed))
    refuse_usage("no time step; give --dt, which ", options.wavelet ? "--wavelet" : "--observed", " was sampled with");
}

}  // namespace ebw::cli
