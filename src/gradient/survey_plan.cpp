// SPDX-License-Identifier: MIT
// What a survey will do and hold: how many shots at a time, and the schedule and slots of each.
#include <algorithm>
#include <utility>

#include "base/threads.hpp"
#include "executor/places.hpp"
#include "gradient/acoustic_stepper.hpp"
#include "gradient/kept_choice.hpp"
#include "gradient/survey.hpp"

namespace ebw::gradient {

using executor::Needs;
using executor::Plan;
using wave::acoustic::AdjointSource;
using wave::acoustic::ShotTask;
using wave::acoustic::Task;

namespace {

bool with_adjoint(Task task) { return task == Task::adjoint || task == Task::image; }

void add(MemoryBytes &to, const MemoryBytes &more, std::int64_t times = 1) {
  for (int i = 0; i < kMemoryUses; ++i) {
    const std::int64_t product = checked_multiply(times, more[i], kMemoryUseNames[i]);
    to[i] = checked_add(to[i], product, kMemoryUseNames[i]);
  }
}

// A plan of one of `lanes` runs side by side, whose needs have nothing fixed, as that of all.
void widen(Plan &plan, const MemoryBytes &fixed, int lanes, const Plan &one) {
  MemoryBytes all = fixed;
  MemoryBytes of_lane = plan.bytes;
  std::int64_t &tables = of_lane[static_cast<int>(MemoryUse::schedule_tables)];
  all[static_cast<int>(MemoryUse::schedule_tables)] += std::exchange(tables, 0);  // which all share
  add(all, of_lane, lanes);
  plan.bytes = all;
  plan.total_bytes = 0;
  for (const std::int64_t bytes : all) plan.total_bytes = checked_add(plan.total_bytes, bytes, "total bytes");
  plan.memory_limit = one.memory_limit;
  plan.least_bytes = one.least_bytes;
  plan.shots_at_once = lanes;
}

}  // namespace

// Bytes that each kind of work moves to and from memory, by an advance: three fields read or written and one written to
// the tape, seven in the adjoint with imaging, two per field of a state. Without a measurement this tells apart what
// differs by more than a tenth.
schedule::SegmentCosts relative_costs(const wave::acoustic::Geometry &geometry) {
  const double fields = static_cast<double>(geometry.state_bytes) / static_cast<double>(geometry.tape_bytes());
  return {1.0, 1.1, 1.7, 0.25 * fields};
}

// Where two threads share a shot of fewer points than this each, a barrier per step and what is serial cost more than a
// second shot's wavefields in the caches (bench/shots.cpp).
int shots_for_threads(std::int64_t points, std::int64_t shots, int threads) {
  constexpr std::int64_t kPointsOfThread = 32 << 10;
  const std::int64_t team = std::clamp<std::int64_t>(points / kPointsOfThread, 1, threads);
  const std::int64_t most = std::min(shots, threads / team);
  // As few as need no more rounds: their teams are larger then.
  const std::int64_t rounds = (shots + most - 1) / most;
  return static_cast<int>((shots + rounds - 1) / rounds);
}

ShotTask Survey::Call::of(std::int64_t shot) const {
  return {&model, shots[static_cast<std::size_t>(shot)], shot, task, source, &options.misfit, count()};
}

Plan Survey::plan(const wave::Model &model, Shots shots, const Options &options, Task task, AdjointSource source) {
  const Call call{model, shots, options, task, source, true};
  model.check_ready();
  require_lanes(model, options);
  return checked_plan(call);
}

// All but what is held beside slots.
Needs Survey::needs_of(const Call &call) const {
  const Options &options = call.options;
  const wave::acoustic::Geometry &g = geometry();
  Needs needs;
  needs.choice = options.choice;
  needs.costs = options.costs ? *options.costs : relative_costs(g);
  needs.costs_in_seconds = options.costs.has_value();
  if (options.disk) {
    needs.disk_save = options.disk->save;
    needs.disk_load = options.disk->load;
  }
  needs.steps = call.model.setup().n_steps;
  needs.state_bytes = g.state_bytes;
  needs.tape_bytes = g.tape_bytes();
  needs.slots = options.slots;
  needs.memory_bytes = options.memory_bytes;
  needs.has_disk = !options.recovery.directory.empty();
  needs.disk_bytes = options.recovery.disk_bytes;
  needs.disk_parts = 2;  // the other half is for generations, which need some of it
  if (call.task == Task::image && needs.has_disk)
    for (std::int64_t s = 0; s < call.count(); ++s)
      needs.disk_reserved =
          std::max(needs.disk_reserved,
                   executor::Recovery::least_disk_bytes(AcousticStepper(*one_.list[0].propagator, call.of(s))));
  needs.shared_room = true;
  needs.side_by_side = call.side_by_side;
  return needs;
}

// However many shots run at a time: the model, all that the shots have and get, the sums of gradients.
MemoryBytes Survey::shared_bytes(const Call &call) const {
  MemoryBytes bytes = call.model.account().now();
  for (std::int64_t s = 0; s < call.count(); ++s) {
    const wave::Shot &shot = *call.of(s).shot;
    wave::acoustic::check_shot(geometry(), shot, s);
    add(bytes, shot.account().now());
    add(bytes, shot.planned_results(geometry().state_bytes, with_adjoint(call.task)));
  }
  if (call.task == Task::image)
    bytes[static_cast<int>(MemoryUse::gradient)] +=
        ShotSum::bytes(call.model.setup().dtype, call.model.grid().nodes(), call.count());
  return bytes;
}

// Of all lanes, each when it has the largest of its shots: residuals and point tables differ, the fields do not.
MemoryBytes Survey::lane_bytes(const Call &call, const Lanes &lanes) const {
  MemoryBytes all{};
  for (int lane = 0; lane < lanes.count(); ++lane) {
    MemoryBytes work{};
    for (std::int64_t s = lane; s < call.count(); s += lanes.count()) {
      const MemoryBytes own = lanes.list[static_cast<std::size_t>(lane)].propagator->planned_bytes(call.of(s));
      if (total(own) > total(work)) work = own;
    }
    add(all, work);
  }
  return all;
}

// Generations are of one shot.
int Survey::wanted_at_once(const Call &call) const {
  const int threads = one_.list[0].propagator->resources().threads, asked = call.options.shots_at_once;
  const bool in_turn = call.task == Task::image && !call.options.recovery.directory.empty();
  if (threads == 1 || call.count() == 1 || asked == 1 || in_turn || !may_start_threads()) return 1;
  if (asked == 0) return shots_for_threads(geometry().packed_elements, call.count(), threads);
  return static_cast<int>(std::min<std::int64_t>({asked, call.count(), threads}));
}

// A gradient in a loop of an optimiser has the needs of the one before. What stands beside the plan is left out then:
// it would hold its tables too.
Plan Survey::chosen(const Call &call, const Needs &needs, Lanes &lanes) const {
  if (call.task != Task::image) return plan_without_slots(needs, call.task == Task::adjoint);
  if (call.side_by_side) return executor::choose(needs);
  if (lanes.needs != needs) {
    lanes.needs.reset();
    lanes.choice = executor::choose(needs);
    lanes.choice.alternatives.clear();
    lanes.needs = needs;
  }
  return lanes.choice;
}

// Nothing where so many do not fit, or fit only with fewer slots than recompute nothing more: unless it was asked for,
// that would be slower.
std::optional<Plan> Survey::plan_at_once(const Call &call, const Plan &one, const MemoryBytes &shared, int lanes) {
  if (several_.count() != lanes) make_lanes(call.model, one_.list[0].propagator->resources(), lanes, several_);
  MemoryBytes fixed = shared;
  add(fixed, lane_bytes(call, several_));
  Needs needs = needs_of(call);
  needs.memory_bytes = (executor::memory_limit_of(needs) - total(fixed)) / lanes;
  if (total(fixed) > one.memory_limit || (call.task == Task::image && needs.memory_bytes < 1)) return {};
  try {
    Plan plan = chosen(call, needs, several_);
    if (call.options.shots_at_once == 0 && plan.forward_steps > one.forward_steps) return {};
    for (Plan &other : plan.alternatives) widen(other, fixed, lanes, one);
    widen(plan, fixed, lanes, one);
    return plan;
  } catch (const Error &error) {
    if (error.status() != Status::budget) throw;
    return {};
  }
}

Plan Survey::checked_plan(const Call &call, const std::vector<std::int64_t> &kept) {
  const MemoryBytes shared = shared_bytes(call);
  Needs needs = needs_of(call);
  needs.fixed = shared;
  add(needs.fixed, lane_bytes(call, one_));
  std::int64_t &scratch = needs.fixed[static_cast<int>(MemoryUse::scratch)];
  scratch = checked_add(scratch, recovery_bytes(call), "scratch");
  if (!kept.empty()) needs = with_choice(needs, kept, call.options.recovery.directory);
  Plan plan = chosen(call, needs, one_);
  for (int lanes = wanted_at_once(call); lanes > 1; lanes /= 2)
    if (std::optional<Plan> wider = plan_at_once(call, plan, shared, lanes)) {
      plan = std::move(*wider);
      break;
    }
  plan.dt = call.model.setup().dt;
  for (Plan &other : plan.alternatives) other.dt = plan.dt;
  return plan;
}

// A schedule is chosen from what the run that left a generation was told, or now.
Plan Survey::plan_with_generations(const Call &call, std::optional<executor::Recovery> &recovery) {
  // What cannot run leaves no directory.
  if (!call.options.resume) checked_plan(call);
  recovery.emplace(call.options.recovery, fingerprint_of(call), call.options.resume);
  const Needs needs = needs_of(call);
  Plan plan = checked_plan(call, recovery->choice());
  if (recovery->choice().empty()) recovery->set_choice(choice_numbers(needs));
  if (const std::int64_t limit = executor::memory_limit_of(needs); plan.total_bytes > limit)
    fail(Status::budget, "memory_bytes = ", limit, ", need at least ", plan.total_bytes, " for the schedule '",
         plan.schedule, "' of the run in directory '", call.options.recovery.directory, "'; raise memory_bytes");
  recovery->set_others_bytes(plan.disk_bytes);
  return plan;
}

// Room for the arrays of a generation; 0 where none are written.
std::int64_t Survey::recovery_bytes(const Call &call) const {
  std::int64_t bytes = 0;
  if (call.task != Task::image || call.options.recovery.directory.empty()) return bytes;
  for (std::int64_t s = 0; s < call.count(); ++s)
    bytes = std::max(bytes, executor::Recovery::buffer_bytes(AcousticStepper(*one_.list[0].propagator, call.of(s))));
  return bytes;
}

}  // namespace ebw::gradient
