// SPDX-License-Identifier: MIT
// The shot loop.
#include "gradient/survey.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>

#include "base/log.hpp"
#include "base/threads.hpp"
#include "executor/planner.hpp"
#include "gradient/acoustic_stepper.hpp"
#include "gradient/finished_shots.hpp"
#include "gradient/problem.hpp"
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

void add(MemoryBytes &to, const MemoryBytes &more) {
  for (int i = 0; i < kMemoryUses; ++i) to[i] = checked_add(to[i], more[i], kMemoryUseNames[i]);
}

ShotTask task_of(const wave::Model &model, Shots shots, std::size_t s, const Options &options, Task task,
                 AdjointSource source) {
  return {&model, shots[s],        static_cast<std::int64_t>(s),           task,
          source, &options.misfit, static_cast<std::int64_t>(shots.size())};
}

}  // namespace

wave::acoustic::Resources resources_of(const Options &options) {
  wave::acoustic::Resources resources;
  resources.threads = options.threads > 0 ? options.threads : default_threads();
  resources.flush_to_zero = options.flush_to_zero;
  resources.isa = wave::stencil::choose_isa();
  resources.tile = wave::acoustic::choose_tile();
  return resources;
}

// Bytes that each kind of work moves to and from memory, by an advance: three fields read or written and one written to
// the tape, seven in the adjoint with imaging, two per field of a state. Without a measurement this tells apart what
// differs by more than a tenth.
schedule::SegmentCosts relative_costs(const wave::acoustic::Geometry &geometry) {
  const double fields = static_cast<double>(geometry.state_bytes) / static_cast<double>(geometry.tape_bytes());
  return {1.0, 1.1, 1.7, 0.25 * fields};
}

void Survey::release_memory() {
  propagator_.reset();
  store_ = std::make_unique<storage::MemoryStore>();
  planned_ = {};
  needs_.reset();
  choice_ = {};
  sum_.reset();
}

void Survey::require_propagator(const wave::Model &model, const Options &options) {
  const wave::acoustic::Resources resources = resources_of(options);
  if (propagator_ && propagator_->geometry().setup == model.setup() && propagator_->resources() == resources) return;
  release_memory();
  propagator_ = wave::acoustic::make_propagator(model.setup(), resources);
}

executor::Plan Survey::plan(const wave::Model &model, Shots shots, const Options &options, Task task,
                            AdjointSource source) {
  model.check_ready();
  require_propagator(model, options);
  return checked_plan(model, shots, options, task, source, true);
}

// A gradient in a loop of an optimiser has the needs of the one before. What stands beside the plan is left out: it
// would hold its tables too.
const executor::Plan &Survey::chosen(const executor::Needs &needs) {
  if (needs_ != needs) {
    needs_.reset();
    choice_ = executor::choose(needs);
    choice_.alternatives.clear();
    needs_ = needs;
  }
  return choice_;
}

executor::Plan Survey::checked_plan(const wave::Model &model, Shots shots, const Options &options, Task task,
                                    AdjointSource source, bool side_by_side) {
  const wave::acoustic::Geometry &g = propagator_->geometry();
  executor::Needs needs;
  needs.choice = options.choice;
  needs.costs = options.costs ? *options.costs : relative_costs(g);
  needs.costs_in_seconds = options.costs.has_value();
  if (options.disk) {
    needs.disk_save = options.disk->save;
    needs.disk_load = options.disk->load;
  }
  needs.steps = model.setup().n_steps;
  needs.state_bytes = g.state_bytes;
  needs.tape_bytes = g.tape_bytes();
  needs.slots = options.slots;
  needs.memory_bytes = options.memory_bytes;
  needs.has_disk = !options.recovery.directory.empty();
  needs.disk_bytes = options.recovery.disk_bytes;
  needs.disk_parts = 2;                 // the other half is for generations
  needs.shared_room = !needs.has_disk;  // which do not hold a shared room
  needs.side_by_side = side_by_side;
  needs.fixed = model.account().now();
  MemoryBytes work{};
  for (std::size_t s = 0; s < shots.size(); ++s) {
    wave::acoustic::check_shot(g, *shots[s], static_cast<std::int64_t>(s));
    add(needs.fixed, shots[s]->account().now());
    add(needs.fixed, shots[s]->planned_results(g.state_bytes, with_adjoint(task)));
    // Residuals and point tables differ between shots; the fields do not.
    const MemoryBytes own = propagator_->planned_bytes(task_of(model, shots, s, options, task, source));
    if (total(own) > total(work)) work = own;
  }
  add(needs.fixed, work);
  std::int64_t &scratch = needs.fixed[static_cast<int>(MemoryUse::scratch)];
  scratch = checked_add(scratch, recovery_bytes(model, shots, options, task, source), "scratch");
  executor::Plan plan;
  if (task == Task::image) {
    needs.fixed[static_cast<int>(MemoryUse::gradient)] +=
        ShotSum::bytes(model.setup().dtype, model.grid().nodes(), static_cast<std::int64_t>(shots.size()));
    plan = side_by_side ? executor::choose(needs) : chosen(needs);
  } else {
    plan = executor::plan_without_slots(needs, task == Task::adjoint);
  }
  plan.dt = model.setup().dt;
  for (executor::Plan &other : plan.alternatives) other.dt = plan.dt;
  return plan;
}

std::int64_t Survey::recovery_bytes(const wave::Model &model, Shots shots, const Options &options, Task task,
                                    AdjointSource source) const {
  std::int64_t bytes = 0;
  if (task != Task::image || options.recovery.directory.empty()) return bytes;
  for (std::size_t s = 0; s < shots.size(); ++s)
    bytes = std::max(bytes, executor::Recovery::buffer_bytes(
                                AcousticStepper(*propagator_, task_of(model, shots, s, options, task, source))));
  return bytes;
}

double Survey::run(const wave::Model &model, Shots shots, const Options &options, Task task, AdjointSource source,
                   const std::byte **gradient) {
  const Clock::time_point begin = Clock::now();
  model.check_ready();
  require_propagator(model, options);
  const executor::Plan plan = checked_plan(model, shots, options, task, source, false);
  if (log_enabled())
    log_info(text("schedule ", plan.schedule, ", ", plan.slots, " slots, ", plan.forward_steps,
                  " forward steps per shot, ", plan.total_bytes, " bytes"));
  // Memory of another shape goes first, or plan and count would part ways. A forward run leaves it to the next
  // gradient.
  if (with_adjoint(task)) keep_store(plan, options);
  running_ = {};
  running_.steps = plan.steps;
  running_.slots = plan.slots;
  running_.planned_bytes = plan.total_bytes;
  running_.threads = propagator_->resources().threads;
  const auto n_shots = static_cast<std::int64_t>(shots.size());
  if (task == Task::image) sum_.emplace(model.setup().dtype, model.grid().nodes(), n_shots, account_);
  std::optional<executor::Progress> progress;
  if (options.progress) {
    progress.emplace(options.progress, options.progress_every);
    const std::int64_t per_shot =
        checked_add(plan.forward_steps, with_adjoint(task) ? plan.steps : 0, "forward and reverse steps");
    progress->begin(checked_multiply(n_shots, per_shot, "steps of all shots"));
  }
  std::optional<executor::Recovery> recovery;
  if (task == Task::image && !options.recovery.directory.empty()) {
    Fingerprint problem;
    problem.add(options.recovery.identity);
    problem.add(std::string_view(plan.schedule));
    for (const std::int64_t number :
         {plan.slots, n_shots, static_cast<std::int64_t>(options.parameter), std::int64_t{options.flush_to_zero}})
      problem.add(number);
    for (std::size_t s = 0; s < shots.size(); ++s) add_to(problem, task_of(model, shots, s, options, task, source));
    for (const std::int64_t number : {plan.disk_slots, plan.tape_slots, plan.interval}) problem.add(number);
    executor::RecoveryOptions directory = options.recovery;
    if (directory.disk_bytes > 0) directory.disk_bytes -= plan.disk_bytes;
    recovery.emplace(directory, problem, options.resume);
    recovery->reserve(recovery_bytes(model, shots, options, task, source));
  }
  // All at once, so that the peak is the plan's whichever shot is the largest.
  for (wave::Shot *shot : shots) shot->prepare_results(propagator_->geometry().state_bytes, with_adjoint(task));
  running_.seconds_prepare = seconds_since(begin);

  std::optional<FinishedShots> finished;
  std::vector<double> misfits;
  if (recovery) {
    finished.emplace(*recovery, *sum_, shots);
    misfits = finished->restore();
    running_.forward_steps = plan.forward_steps;
    running_.reverse_steps = plan.steps;
  }
  const auto restored = static_cast<std::int64_t>(misfits.size());
  if (progress && restored > 0) progress->add(restored * (plan.forward_steps + plan.steps), restored * plan.recomputed);
  for (std::size_t s = misfits.size(); s < shots.size(); ++s) {
    const ShotTask shot_task = task_of(model, shots, s, options, task, source);
    if (task == Task::image) {
      run_with_checkpoints(shot_task, plan, progress ? &*progress : nullptr, recovery ? &*recovery : nullptr);
      propagator_->fold_gradient(sum_->place());
      sum_->push();
    } else {
      run_plain(shot_task, progress ? &*progress : nullptr);
    }
    misfits.push_back(propagator_->misfit());
    note_peak(model, shots, recovery ? recovery->account().total() : 0);
    if (finished && s + 1 < shots.size()) finished->add(misfits);
  }
  if (task == Task::image) {
    std::byte *sum = sum_->total();
    wave::acoustic::finish_gradient(model, options.parameter, sum);
    *gradient = sum;
  }
  if (progress) progress->finish();
  // The shots that ran in this process may be the smaller ones.
  const bool as_planned =
      restored > 0 ? running_.peak_bytes <= running_.planned_bytes : running_.peak_bytes == running_.planned_bytes;
  if (task == Task::image && !as_planned)
    fail(Status::internal, "bytes held at the peak: measured ", running_.peak_bytes, ", planned ",
         running_.planned_bytes, "; please report this text with the call");
  if (recovery) {
    running_.generations = recovery->generations();
    running_.restored_steps = recovery->restored_steps();
    recovery->finish();
  }
  running_.seconds_total = seconds_since(begin);
  report_ = running_;
  const FloatMode mode(false);
  return shot_tree(0, n_shots, [&](std::int64_t s) { return misfits[static_cast<std::size_t>(s)]; });
}

void Survey::run_with_checkpoints(const ShotTask &task, const executor::Plan &plan, executor::Progress *progress,
                                  executor::Recovery *recovery) {
  const auto schedule = executor::schedule_of(plan);
  AcousticStepper stepper(*propagator_, task);
  executor::Executor executor(*schedule, *store_, stepper);
  executor.run(progress, recovery);
  const executor::Stats &stats = executor.stats();
  running_.forward_steps = stats.forward_steps;
  running_.reverse_steps = stats.reverse_steps;
  running_.seconds_forward += stats.seconds_forward;
  running_.seconds_reverse += stats.seconds_reverse;
}

// A store that serves is kept: its memory was touched already.
void Survey::keep_store(const executor::Plan &plan, const Options &options) {
  const std::string &directory = plan.disk_slots > 0 ? options.recovery.directory : std::string();
  if (planned_ == plan.bytes && store_directory_ == directory && store_on_disk_ == plan.disk_slots) return;
  sum_.reset();
  store_.reset();
  if (plan.disk_slots > 0)
    store_ = std::make_unique<storage::ConfiguredStore>(
        storage::StoreOptions{.medium = storage::Medium::tiered, .directory = directory, .bytes = plan.disk_bytes});
  else
    store_ = std::make_unique<storage::MemoryStore>();
  planned_ = plan.bytes;
  store_directory_ = directory;
  store_on_disk_ = plan.disk_slots;
}

void Survey::run_plain(const ShotTask &task, executor::Progress *progress) {
  const std::int64_t n = running_.steps;
  const bool adjoint = with_adjoint(task.task);
  const auto piece = [&](std::int64_t left) { return progress ? std::min(left, progress->chunk()) : left; };
  propagator_->set_shot(task);
  propagator_->allocate();
  Clock::time_point begin = Clock::now();
  propagator_->start();
  for (std::int64_t k = 0; k < n;) {
    const std::int64_t count = piece(n - k);
    propagator_->advance(k, k + count);
    k += count;
    if (progress) progress->add(count, 0);
  }
  running_.forward_steps = n;
  running_.seconds_forward += seconds_since(begin);
  begin = Clock::now();
  propagator_->turn(n);
  for (std::int64_t k = n - 1; adjoint && k >= 0;) {
    const std::int64_t count = piece(k + 1);
    propagator_->reverse_plain(k, k - count + 1);
    k -= count;
    if (progress) progress->add(count, 0);
  }
  running_.reverse_steps = adjoint ? n : 0;
  running_.seconds_reverse += seconds_since(begin);
}

void Survey::note_peak(const wave::Model &model, Shots shots, std::int64_t more) {
  std::int64_t bytes =
      more + model.account().total() + propagator_->account().peak() + store_->account().total() + account_.total();
  for (const wave::Shot *shot : shots) bytes += shot->account().total();
  running_.peak_bytes = std::max(running_.peak_bytes, bytes);
}

}  // namespace ebw::gradient
