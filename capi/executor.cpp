// SPDX-License-Identifier: MIT
// Executor group of the C ABI.
#include "ebbwave/executor.h"

#include <optional>

#include "entry.hpp"
#include "executor/executor.hpp"
#include "named.hpp"
#include "plan.hpp"
#include "propagator.hpp"
#include "recovery.hpp"
#include "schedule.hpp"
#include "storage.hpp"

namespace ebw::capi {

struct ExecutorObject : Object {
  ExecutorObject(std::shared_ptr<ScheduleObject> s, std::shared_ptr<StorageObject> k,
                 std::shared_ptr<PropagatorObject> p)
      : schedule(std::move(s)),
        storage(std::move(k)),
        propagator(std::move(p)),
        executor(*schedule->schedule, *storage->store, propagator->stepper()) {}

  const std::shared_ptr<ScheduleObject> schedule;
  const std::shared_ptr<StorageObject> storage;
  const std::shared_ptr<PropagatorObject> propagator;
  executor::Executor executor;

  ebw_progress_fn progress = nullptr;
  std::int64_t every = 0;
  UserPointer progress_user;
  bool has_run = false;

  executor::RecoveryOptions recovery;
  Fingerprint::Value identity{};  // the caller's
  std::int64_t generations = 0, restored_steps = 0;
};

namespace {

// An executor and all that it drives, held for one call.
class Driven {
 public:
  explicit Driven(const Used<ExecutorObject> &executor)
      : schedule_(*executor->schedule, "schedule"),
        storage_(*executor->storage, "storage"),
        propagator_(*executor->propagator, "propagator"),
        others_(executor->propagator->hold_others()) {}

 private:
  Hold schedule_, storage_, propagator_;
  std::vector<Hold> others_;
};

void run_with(ExecutorObject &object, executor::Recovery *recovery) {
  if (!object.progress) return object.executor.run(nullptr, recovery);
  const executor::Plan plan = object.executor.plan(recovery != nullptr);
  executor::Progress progress(
      [&](std::int64_t done, std::int64_t total, std::int64_t recomputed) {
        return object.progress(done, total, recomputed, object.progress_user.get());
      },
      object.every);
  progress.begin(plan.forward_steps + plan.steps);
  object.executor.run(&progress, recovery);
  progress.finish();
}

// Runs anew, or from where a killed run stood. Generations go last of all: a run that is cancelled at its end can be
// resumed too.
void run_or_resume(ExecutorObject &object, bool resume) {
  const bool generations = !object.recovery.directory.empty();
  object.executor.require_ready(generations);
  std::optional<executor::Recovery> recovery;
  if (generations) {
    Fingerprint problem = build_fingerprint();
    problem.add(object.identity);
    object.executor.add_to(problem);
    recovery.emplace(object.recovery, problem, resume);
  }
  object.has_run = true;
  object.storage->slot_bytes = 0;
  object.generations = object.restored_steps = 0;
  run_with(object, recovery ? &*recovery : nullptr);
  if (!recovery) return;
  object.generations = recovery->generations();
  object.restored_steps = recovery->restored_steps();
  recovery->finish();
}

}  // namespace

}  // namespace ebw::capi

struct ebw_executor : ebw::capi::Handle<ebw::capi::ExecutorObject, 'e'> {
  using Handle::Handle;
};

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_executor_create(ebw_schedule *schedule, ebw_storage *storage, ebw_propagator *propagator,
                            ebw_executor **executor) {
  return entry([&] {
    const auto used_schedule = use(schedule, "schedule");
    const auto used_storage = use(storage, "storage");
    const auto used_propagator = use(propagator, "propagator");
    require(executor, "executor");
    *executor = new ebw_executor(
        std::make_shared<ExecutorObject>(used_schedule.shared(), used_storage.shared(), used_propagator.shared()));
  });
}

int32_t ebw_executor_plan(const ebw_executor *executor, ebw_plan **plan) {
  return entry([&] {
    const auto object = use(executor, "executor");
    require(plan, "plan");
    const Driven driven(object);
    *plan = new_plan(object->executor.plan(!object->recovery.directory.empty()));
  });
}

int32_t ebw_executor_set_progress(ebw_executor *executor, ebw_progress_fn function, int64_t every, void *user,
                                  ebw_release_fn release) {
  return entry([&] {
    const auto object = use(executor, "executor");
    if (every < 0) fail(Status::argument, "every = ", every, ", need a number of steps, or 0 for ten calls a second");
    object->progress_user = UserPointer(user, release);
    object->progress = function;
    object->every = every;
  });
}

int32_t ebw_executor_run(ebw_executor *executor) {
  return entry([&] {
    const auto object = use(executor, "executor");
    const Driven driven(object);
    run_or_resume(*object, false);
  });
}

int32_t ebw_executor_set_replay_check(ebw_executor *executor, int32_t on) {
  return entry([&] {
    const auto object = use(executor, "executor");
    object->executor.set_replay_check(checked_flag(on, "on"));
  });
}

int32_t ebw_executor_set_directory(ebw_executor *executor, const char *directory, int64_t disk_bytes) {
  return entry([&] {
    const auto object = use(executor, "executor");
    set_directory(object->recovery, directory, disk_bytes);
  });
}

int32_t ebw_executor_set_generation_seconds(ebw_executor *executor, double seconds) {
  return entry([&] {
    const auto object = use(executor, "executor");
    set_generation_seconds(object->recovery, seconds);
  });
}

int32_t ebw_executor_set_disk_generations(ebw_executor *executor, int32_t on) {
  return entry([&] {
    const auto object = use(executor, "executor");
    object->recovery.every_disk_checkpoint = checked_flag(on, "on");
  });
}

int32_t ebw_executor_set_fingerprint(ebw_executor *executor, const void *data, int64_t bytes) {
  return entry([&] {
    const auto object = use(executor, "executor");
    if (bytes < 0) fail(Status::argument, "bytes = ", bytes, ", need at least 0");
    if (bytes > 0) require(data, "data");
    Fingerprint fingerprint;
    fingerprint.add_bytes(data, bytes);
    object->identity = fingerprint.value();
  });
}

int32_t ebw_executor_resume(ebw_executor *executor) {
  return entry([&] {
    const auto object = use(executor, "executor");
    const Driven driven(object);
    if (object->recovery.directory.empty())
      fail(Status::state, "no directory is set to resume from; call ebw_executor_set_directory first");
    run_or_resume(*object, true);
  });
}

int32_t ebw_executor_get_stat(const ebw_executor *executor, const char *name, int64_t *value) {
  return entry([&] {
    const auto object = use(executor, "executor");
    require(value, "value");
    const executor::Stats &stats = object->executor.stats();
    const std::int64_t found = find_named<std::int64_t>({{"forward_steps", stats.forward_steps},
                                                         {"reverse_steps", stats.reverse_steps},
                                                         {"recomputed", stats.recomputed},
                                                         {"saves", stats.saves},
                                                         {"loads", stats.loads},
                                                         {"peak_slots", stats.peak_slots},
                                                         {"disk_saves", stats.disk_saves},
                                                         {"disk_loads", stats.disk_loads},
                                                         {"peak_disk_slots", stats.peak_disk_slots},
                                                         {"planned_bytes", stats.planned_bytes},
                                                         {"peak_bytes", stats.peak_bytes},
                                                         {"replans", stats.replans},
                                                         {"replan_step", stats.replan_step},
                                                         {"replan_slots_before", stats.replan_slots_before},
                                                         {"replan_slots", stats.replan_slots},
                                                         {"generations", object->generations},
                                                         {"restored_steps", object->restored_steps}},
                                                        name);
    if (!object->has_run) fail(Status::state, "\"", name, "\": no run yet; call ebw_executor_run first");
    *value = found;
  });
}

int32_t ebw_executor_get_seconds(const ebw_executor *executor, const char *name, double *seconds) {
  return entry([&] {
    const auto object = use(executor, "executor");
    require(seconds, "seconds");
    const executor::Stats &stats = object->executor.stats();
    const double found = find_named<double>(
        {{"forward", stats.seconds_forward}, {"reverse", stats.seconds_reverse}, {"total", stats.seconds_total}}, name);
    if (!object->has_run) fail(Status::state, "\"", name, "\": no run yet; call ebw_executor_run first");
    *seconds = found;
  });
}

void ebw_executor_destroy(ebw_executor *executor) { delete executor; }

}  // extern "C"
