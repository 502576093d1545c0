// SPDX-License-Identifier: MIT
// The shot loop.
#include "gradient/survey.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "base/threads.hpp"
#include "gradient/acoustic_stepper.hpp"
#include "gradient/finished_shots.hpp"
#include "gradient/problem.hpp"
#include "gradient/shot_crew.hpp"
#include "storage/configured.hpp"
#include "wave/acoustic/imaging.hpp"

namespace ebw::gradient {

using wave::acoustic::AdjointSource;
using wave::acoustic::ShotTask;
using wave::acoustic::Task;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool with_adjoint(Task task) { return task == Task::adjoint || task == Task::image; }

}  // namespace

wave::acoustic::Resources resources_of(const Options &options) {
  wave::acoustic::Resources resources;
  resources.threads = options.threads > 0 ? options.threads : default_threads();
  resources.flush_to_zero = options.flush_to_zero;
  resources.isa = wave::stencil::choose_isa();
  resources.tile = wave::acoustic::choose_tile();
  return resources;
}

// ---- Lanes ---------------------------------------------------------------------------------------------------------

std::int64_t Survey::Lanes::bytes() const {
  std::int64_t bytes = 0;
  for (const Lane &lane : list) bytes += lane.propagator->account().total() + lane.store->account().total();
  return bytes;
}

void Survey::release_memory() {
  one_ = {};
  several_ = {};
  sum_.reset();
}

// The threads shared among them; nothing is allocated before a lane's first shot.
void Survey::make_lanes(const wave::Model &model, wave::acoustic::Resources resources, int count, Lanes &lanes) {
  lanes = {};
  for (int lane = 0; lane < count; ++lane) {
    wave::acoustic::Resources own = resources;
    const Range threads = share(resources.threads, lane, count);
    own.threads = static_cast<int>(threads.end - threads.begin);
    auto propagator = wave::acoustic::make_propagator(model.setup(), own);
    if (count == 1 && propagator->why_not(tuning_).empty()) propagator->set_tuning(tuning_);
    lanes.list.push_back({std::move(propagator), std::make_unique<storage::MemoryStore>()});
  }
}

void Survey::require_lanes(const wave::Model &model, const Options &options) {
  const wave::acoustic::Resources resources = resources_of(options);
  if (one_.count() == 1 && geometry().setup == model.setup() && one_.list[0].propagator->resources() == resources)
    return;
  release_memory();
  make_lanes(model, resources, 1, one_);
}

std::string Survey::tuning(const wave::Model &model, const Options &options) {
  model.check_structure();
  require_lanes(model, options);
  return one_.list[0].propagator->tuning();
}

void Survey::set_tuning(const wave::Model &model, const Options &options, std::string_view text) {
  model.check_structure();
  require_lanes(model, options);
  one_.list[0].propagator->set_tuning(text);
  tuning_ = text;
}

// Stores that serve are kept: their memory was touched already.
void Survey::keep_stores(Lanes &lanes, const executor::Plan &plan, const Options &options) {
  const std::string &directory = plan.disk_slots > 0 ? options.recovery.directory : std::string();
  if (lanes.planned == plan.bytes && lanes.store_directory == directory && lanes.store_on_disk == plan.disk_slots)
    return;
  sum_.reset();
  for (Lane &lane : lanes.list) {
    lane.store.reset();
    if (plan.disk_slots > 0)
      lane.store = std::make_unique<storage::ConfiguredStore>(
          storage::StoreOptions{.medium = storage::Medium::tiered, .directory = directory, .bytes = plan.disk_bytes});
    else
      lane.store = std::make_unique<storage::MemoryStore>();
  }
  lanes.planned = plan.bytes;
  lanes.store_directory = directory;
  lanes.store_on_disk = plan.disk_slots;
}

// ---- Run -----------------------------------------------------------------------------------------------------------

double Survey::run(const wave::Model &model, Shots shots, const Options &options, Task task, AdjointSource source,
                   const std::byte **gradient) {
  const Clock::time_point begin = Clock::now();
  const Call call{model, shots, options, task, source};
  model.check_ready();
  require_lanes(model, options);
  std::optional<executor::Recovery> recovery;
  const bool generations = task == Task::image && !options.recovery.directory.empty();
  executor::Plan plan = generations ? plan_with_generations(call, recovery) : checked_plan(call);
  if (log_enabled())
    log_info(text("schedule ", plan.schedule, ", ", plan.slots, " slots, ", plan.forward_steps,
                  " forward steps per shot, ", plan.shots_at_once, " at a time, ", plan.total_bytes, " bytes"));
  // Memory of another shape goes first, or plan and count would part ways. A forward run leaves it to the next
  // gradient.
  Lanes &lanes = plan.shots_at_once > 1 ? several_ : one_, &others = plan.shots_at_once > 1 ? one_ : several_;
  if (others.bytes() > 0) make_lanes(model, one_.list[0].propagator->resources(), others.count(), others);
  if (with_adjoint(task)) keep_stores(lanes, plan, options);
  // Tables are made once for all shots and for the gradients that follow.
  if (task == Task::image) {
    others.choice.forget_tables();
    if (!lanes.choice.made) lanes.choice.made = lanes.choice.make();
    plan.made = lanes.choice.made;
  }
  begin_report(plan, lanes);
  if (task == Task::image) {
    if (!sum_ || !sum_->serves(model.setup().dtype, model.grid().nodes(), call.count()))
      sum_.emplace(model.setup().dtype, model.grid().nodes(), call.count(), account_);
    sum_->begin();
  }
  std::optional<executor::Progress> progress;
  if (options.progress) {
    progress.emplace(options.progress, options.progress_every);
    const std::int64_t per_shot =
        checked_add(plan.forward_steps, with_adjoint(task) ? plan.steps : 0, "forward and reverse steps");
    progress->begin(checked_multiply(call.count(), per_shot, "steps of all shots"));
  }
  if (recovery) recovery->reserve(recovery_bytes(call));
  // All at once, so that the peak is the plan's whichever shot is the largest.
  for (wave::Shot *shot : shots) shot->prepare_results(geometry().state_bytes, with_adjoint(task));
  running_.seconds_prepare = seconds_since(begin);

  executor::Progress *told = progress ? &*progress : nullptr;
  const std::vector<double> misfits = plan.shots_at_once > 1
                                          ? run_at_once(call, plan, told)
                                          : run_in_turn(call, plan, told, recovery ? &*recovery : nullptr);
  if (task == Task::image) {
    std::byte *sum = sum_->total(running_.threads);
    wave::acoustic::finish_gradient(model, options.parameter, sum, running_.threads);
    *gradient = sum;
  }
  if (progress) progress->finish();
  finish_report(call, lanes, recovery ? &*recovery : nullptr);
  if (recovery) recovery->finish();
  running_.seconds_total = seconds_since(begin);
  report_ = running_;
  const FloatMode mode(false);
  return shot_tree(0, call.count(), [&](std::int64_t s) { return misfits[static_cast<std::size_t>(s)]; });
}

// All that a run which goes on from a generation must share with the one that wrote it.
Fingerprint Survey::fingerprint_of(const Call &call) {
  Fingerprint problem;
  problem.add(call.options.recovery.identity);
  for (const std::int64_t number :
       {static_cast<std::int64_t>(call.options.choice), call.options.slots, call.count(),
        static_cast<std::int64_t>(call.options.parameter), std::int64_t{call.options.flush_to_zero}})
    problem.add(number);
  for (std::int64_t s = 0; s < call.count(); ++s) add_to(problem, call.of(s));
  return problem;
}

// One shot after the other, each with all threads.
std::vector<double> Survey::run_in_turn(const Call &call, const executor::Plan &plan, executor::Progress *progress,
                                        executor::Recovery *recovery) {
  Lane &lane = one_.list[0];
  std::optional<FinishedShots> finished;
  std::vector<double> misfits;
  if (recovery) {
    finished.emplace(*recovery, *sum_, call.shots);
    misfits = finished->restore();
    running_.forward_steps = plan.forward_steps;
    running_.reverse_steps = plan.steps;
  }
  const auto restored = running_.restored_shots = static_cast<std::int64_t>(misfits.size());
  if (progress && restored > 0) progress->add(restored * (plan.forward_steps + plan.steps), restored * plan.recomputed);
  for (std::int64_t s = restored; s < call.count(); ++s) {
    run_shot(lane, call.of(s), plan, progress, recovery);
    if (call.task == Task::image) {
      lane.propagator->fold_gradient(sum_->place());
      sum_->push(running_.threads);
    }
    misfits.push_back(lane.propagator->misfit());
    if (finished && s + 1 < call.count()) finished->add(misfits);
  }
  return misfits;
}

// Several shots at a time; sums in the order of the shots, whichever is ready first.
std::vector<double> Survey::run_at_once(const Call &call, const executor::Plan &plan, executor::Progress *progress) {
  std::vector<double> misfits(call.shots.size());
  ShotCrew crew(several_.count(), call.count(), &call.options.misfit, progress, call.options.progress_every);
  crew.run([&](int number, std::int64_t s) {
    Lane &lane = several_.list[static_cast<std::size_t>(number)];
    ShotTask task = call.of(s);
    task.misfit = &crew.misfit();
    run_shot(lane, task, plan, &crew.progress(number), nullptr);
    misfits[static_cast<std::size_t>(s)] = lane.propagator->misfit();
    if (call.task != Task::image) return;
    crew.in_order(s, [&] {
      lane.propagator->fold_gradient(sum_->place());
      sum_->push(lane.propagator->resources().threads);
    });
  });
  return misfits;
}

void Survey::run_shot(Lane &lane, const ShotTask &task, const executor::Plan &plan, executor::Progress *progress,
                      executor::Recovery *recovery) {
  if (task.task == Task::image)
    run_with_checkpoints(lane, task, plan, progress, recovery);
  else
    run_plain(lane, task, progress);
  lane.peak = std::max(lane.peak, lane.propagator->account().peak() + lane.store->account().total());
}

void Survey::run_with_checkpoints(Lane &lane, const ShotTask &task, const executor::Plan &plan,
                                  executor::Progress *progress, executor::Recovery *recovery) {
  const auto schedule = executor::schedule_of(plan);
  AcousticStepper stepper(*lane.propagator, task);
  executor::Executor executor(*schedule, *lane.store, stepper);
  executor.run(progress, recovery);
  const executor::Stats &stats = executor.stats();
  lane.forward_steps = stats.forward_steps;
  lane.reverse_steps = stats.reverse_steps;
  lane.seconds_forward += stats.seconds_forward;
  lane.seconds_reverse += stats.seconds_reverse;
}

void Survey::run_plain(Lane &lane, const ShotTask &task, executor::Progress *progress) {
  wave::acoustic::Propagator &propagator = *lane.propagator;
  const std::int64_t n = task.model->setup().n_steps;
  const bool adjoint = with_adjoint(task.task);
  const auto piece = [&](std::int64_t left) { return progress ? std::min(left, progress->chunk()) : left; };
  propagator.set_shot(task);
  propagator.allocate();
  Clock::time_point begin = Clock::now();
  propagator.start();
  for (std::int64_t k = 0; k < n;) {
    const std::int64_t count = piece(n - k);
    propagator.advance(k, k + count);
    k += count;
    if (progress) progress->add(count, 0);
  }
  lane.forward_steps = n;
  lane.seconds_forward += seconds_since(begin);
  begin = Clock::now();
  propagator.turn(n);
  for (std::int64_t k = n - 1; adjoint && k >= 0;) {
    const std::int64_t count = piece(k + 1);
    propagator.reverse_plain(k, k - count + 1);
    k -= count;
    if (progress) progress->add(count, 0);
  }
  lane.reverse_steps = adjoint ? n : 0;
  lane.seconds_reverse += seconds_since(begin);
}

// ---- Report --------------------------------------------------------------------------------------------------------

void Survey::begin_report(const executor::Plan &plan, Lanes &lanes) {
  running_ = {};
  running_.steps = plan.steps;
  running_.slots = plan.slots;
  running_.planned_bytes = plan.total_bytes;
  running_.threads = one_.list[0].propagator->resources().threads;
  running_.shots_at_once = lanes.count();
  for (Lane &lane : lanes.list) {
    lane.peak = lane.forward_steps = lane.reverse_steps = 0;
    lane.seconds_forward = lane.seconds_reverse = 0.0;
  }
}

void Survey::finish_report(const Call &call, const Lanes &lanes, const executor::Recovery *recovery) {
  std::int64_t bytes = call.model.account().total() + account_.total();
  if (call.task == Task::image) bytes += lanes.choice.made->table_bytes();
  for (const wave::Shot *shot : call.shots) bytes += shot->account().total();
  if (recovery) bytes += recovery->account().total();
  for (const Lane &lane : lanes.list) {
    bytes += lane.peak;
    // Shots that were finished before took as many.
    if (running_.restored_shots < call.count()) {
      running_.forward_steps = lane.forward_steps;
      running_.reverse_steps = lane.reverse_steps;
    }
    running_.seconds_forward += lane.seconds_forward / lanes.count();
    running_.seconds_reverse += lane.seconds_reverse / lanes.count();
  }
  running_.peak_bytes = bytes;
  // The shots that ran in this process may be the smaller ones.
  const bool as_planned =
      running_.restored_shots > 0 ? bytes <= running_.planned_bytes : bytes == running_.planned_bytes;
  if (call.task == Task::image && !as_planned)
    fail(Status::internal, "bytes held at the peak: measured ", bytes, ", planned ", running_.planned_bytes,
         "; please report this text with the call");
  if (!recovery) return;
  running_.generations = recovery->generations();
  running_.restored_steps = recovery->restored_steps();
}

}  // namespace ebw::gradient
