// SPDX-License-Identifier: MIT
// All shots of a model: plan, shot loop, misfit and summed gradient. The one place where waves and checkpoints meet.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "executor/executor.hpp"
#include "executor/planner.hpp"
#include "executor/recovery.hpp"
#include "gradient/shot_sum.hpp"
#include "storage/measure.hpp"
#include "storage/memory.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

struct Options {
  int threads = 0;        // 0: OpenMP's own limit
  int shots_at_once = 0;  // at most so many; 0: chosen by the size of the grid
  bool flush_to_zero = true;
  wave::Parameter parameter = wave::Parameter::velocity;
  std::int64_t slots = 0;         // > 0: revolve with so many; 0: chosen by memory
  std::int64_t memory_bytes = 0;  // 0: half of the machine's memory
  executor::Choice choice = executor::Choice::rule;
  std::optional<schedule::SegmentCosts> costs;  // in seconds
  std::optional<storage::DiskSeconds> disk;     // of a state to and from the directory; else from the cost of a copy
  wave::MisfitFunction misfit;                  // empty: least squares
  executor::Progress::Function progress;
  std::int64_t progress_every = 0;
  // Generations of runs with Task::image, when a directory is named; resume: go on from one that is there.
  executor::RecoveryOptions recovery;
  bool resume = false;
};

// How a run with these options computes: threads and instruction set settled.
wave::acoustic::Resources resources_of(const Options &options);

// Costs without a measurement, in advances.
schedule::SegmentCosts relative_costs(const wave::acoustic::Geometry &geometry);

// How many of `shots` shots run at a time where nobody says it: so many that each thread has enough of its shot's
// points (packed ones) to be worth meeting the others after every step.
int shots_for_threads(std::int64_t points, std::int64_t shots, int threads);

// What the last finished run did. Steps are per shot; seconds of shots that run at the same time are their mean.
struct Report {
  std::int64_t steps = 0, forward_steps = 0, reverse_steps = 0, slots = 0, threads = 0, shots_at_once = 0;
  std::int64_t planned_bytes = 0, peak_bytes = 0;
  std::int64_t generations = 0, restored_steps = 0, restored_shots = 0;  // of all shots
  double seconds_prepare = 0.0, seconds_forward = 0.0, seconds_reverse = 0.0, seconds_total = 0.0;
};

using Shots = std::span<wave::Shot *const>;

// Keeps propagators and checkpoint memory between runs of the same size.
class Survey {
 public:
  // What a run of `task` will do and hold; Status::budget names the least that works.
  executor::Plan plan(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
                      wave::acoustic::AdjointSource source);

  // Runs all shots, one after the other in ascending order or several at a time, with the same bits. Returns the misfit
  // (0 for tasks without one). With Task::image `gradient` holds the summed gradient afterwards, dense, valid until the
  // next run; else NULL.
  double run(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
             wave::acoustic::AdjointSource source, const std::byte **gradient);

  // The tiles of runs with one shot at a time, as Propagator::tuning and set_tuning; those that were given are kept for
  // as long as they fit what the model computes with.
  std::string tuning(const wave::Model &model, const Options &options);
  void set_tuning(const wave::Model &model, const Options &options, std::string_view text);

  const std::optional<Report> &report() const { return report_; }
  void release_memory();

 private:
  // What one shot at a time runs in; several have one each.
  struct Lane {
    std::unique_ptr<wave::acoustic::Propagator> propagator;
    std::unique_ptr<storage::Store> store;
    // Of the present run; steps of one shot, bytes of the two above.
    std::int64_t forward_steps = 0, reverse_steps = 0, peak = 0;
    double seconds_forward = 0.0, seconds_reverse = 0.0;
  };
  // The lanes of one number of shots at a time, and the last choice for them, whose table runs with the same needs
  // share.
  struct Lanes {
    std::vector<Lane> list;
    std::optional<executor::Needs> needs;
    executor::Plan choice;
    MemoryBytes planned{};        // of the last run
    std::string store_directory;  // of states on disk; empty: all lie in memory
    std::int64_t store_on_disk = 0;
    int count() const { return static_cast<int>(list.size()); }
    std::int64_t bytes() const;
  };
  // One call: what all parts of it want to know.
  struct Call {
    const wave::Model &model;
    Shots shots;
    const Options &options;
    wave::acoustic::Task task;
    wave::acoustic::AdjointSource source;
    bool side_by_side = false;  // the plan's alternatives are wanted
    std::int64_t count() const { return static_cast<std::int64_t>(shots.size()); }
    wave::acoustic::ShotTask of(std::int64_t shot) const;
  };

  const wave::acoustic::Geometry &geometry() const { return one_.list[0].propagator->geometry(); }
  void require_lanes(const wave::Model &model, const Options &options);
  void make_lanes(const wave::Model &model, wave::acoustic::Resources resources, int count, Lanes &lanes);

  // survey_plan.cpp
  // kept: what a generation's schedule was chosen from, or nothing.
  executor::Plan checked_plan(const Call &call, const std::vector<std::int64_t> &kept = {});
  // Opens the directory too.
  executor::Plan plan_with_generations(const Call &call, std::optional<executor::Recovery> &recovery);
  executor::Needs needs_of(const Call &call) const;
  MemoryBytes shared_bytes(const Call &call) const;
  MemoryBytes lane_bytes(const Call &call, const Lanes &lanes) const;
  int wanted_at_once(const Call &call) const;
  std::optional<executor::Plan> plan_at_once(const Call &call, const executor::Plan &one, const MemoryBytes &shared,
                                             int lanes);
  executor::Plan chosen(const Call &call, const executor::Needs &needs, Lanes &lanes) const;
  std::int64_t recovery_bytes(const Call &call) const;

  void begin_report(const executor::Plan &plan, Lanes &lanes);
  static Fingerprint fingerprint_of(const Call &call);
  std::vector<double> run_in_turn(const Call &call, const executor::Plan &plan, executor::Progress *progress,
                                  executor::Recovery *recovery);
  std::vector<double> run_at_once(const Call &call, const executor::Plan &plan, executor::Progress *progress);
  void run_shot(Lane &lane, const wave::acoustic::ShotTask &task, const executor::Plan &plan,
                executor::Progress *progress, executor::Recovery *recovery);
  void run_with_checkpoints(Lane &lane, const wave::acoustic::ShotTask &task, const executor::Plan &plan,
                            executor::Progress *progress, executor::Recovery *recovery);
  void run_plain(Lane &lane, const wave::acoustic::ShotTask &task, executor::Progress *progress);
  void keep_stores(Lanes &lanes, const executor::Plan &plan, const Options &options);
  void finish_report(const Call &call, const Lanes &lanes, const executor::Recovery *recovery);

  MemoryAccount account_;  // before what reports to it
  Lanes one_, several_;    // one shot at a time, with all threads; several, which share them
  std::string tuning_;     // that was given
  std::optional<ShotSum> sum_;
  std::optional<Report> report_;
  Report running_;
};

}  // namespace ebw::gradient
