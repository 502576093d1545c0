// SPDX-License-Identifier: MIT
// All shots of a model: plan, shot loop, misfit and summed gradient. The one place where waves and checkpoints meet.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "executor/executor.hpp"
#include "executor/planner.hpp"
#include "executor/recovery.hpp"
#include "gradient/shot_sum.hpp"
#include "storage/measure.hpp"
#include "storage/memory.hpp"
#include "wave/acoustic/propagator.hpp"

namespace ebw::gradient {

struct Options {
  int threads = 0;  // 0: OpenMP's own limit
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

// What the last finished run did. Steps are per shot.
struct Report {
  std::int64_t steps = 0, forward_steps = 0, reverse_steps = 0, slots = 0, threads = 0;
  std::int64_t planned_bytes = 0, peak_bytes = 0;
  std::int64_t generations = 0, restored_steps = 0;  // of all shots
  double seconds_prepare = 0.0, seconds_forward = 0.0, seconds_reverse = 0.0, seconds_total = 0.0;
};

using Shots = std::span<wave::Shot *const>;

// Keeps propagator and checkpoint memory between runs of the same size.
class Survey {
 public:
  // What a run of `task` will do and hold; Status::budget names the least that works.
  executor::Plan plan(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
                      wave::acoustic::AdjointSource source);

  // Runs all shots in ascending order. Returns the misfit (0 for tasks without one). With Task::image `gradient` holds
  // the summed gradient afterwards, dense, valid until the next run; else NULL.
  double run(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
             wave::acoustic::AdjointSource source, const std::byte **gradient);

  const std::optional<Report> &report() const { return report_; }
  void release_memory();

 private:
  void require_propagator(const wave::Model &model, const Options &options);
  executor::Plan checked_plan(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
                              wave::acoustic::AdjointSource source, bool side_by_side);
  const executor::Plan &chosen(const executor::Needs &needs);
  void run_with_checkpoints(const wave::acoustic::ShotTask &task, const executor::Plan &plan,
                            executor::Progress *progress, executor::Recovery *recovery);
  // Room for the arrays of a generation; 0 where none are written.
  std::int64_t recovery_bytes(const wave::Model &model, Shots shots, const Options &options, wave::acoustic::Task task,
                              wave::acoustic::AdjointSource source) const;
  void keep_store(const executor::Plan &plan, const Options &options);
  void run_plain(const wave::acoustic::ShotTask &task, executor::Progress *progress);
  void note_peak(const wave::Model &model, Shots shots, std::int64_t more);

  MemoryAccount account_;  // before what reports to it
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  std::unique_ptr<storage::Store> store_ = std::make_unique<storage::MemoryStore>();
  std::string store_directory_;  // of states on disk; empty: all lie in memory
  std::int64_t store_on_disk_ = 0;
  std::optional<ShotSum> sum_;
  std::optional<Report> report_;
  Report running_;
  MemoryBytes planned_{};  // of the last run
  // The last choice, whose table runs with the same needs share.
  std::optional<executor::Needs> needs_;
  executor::Plan choice_;
};

}  // namespace ebw::gradient
