// SPDX-License-Identifier: MIT
// The choice among candidates, and what is refused.
#include "executor/planner.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>

#include "executor/candidates.hpp"
#include "executor/places.hpp"
#include "schedule/revolve.hpp"
#include "schedule/segment.hpp"
#include "schedule/store_all.hpp"

namespace ebw::executor {

namespace {

constexpr std::array<const char *, 11> kChoices = {"",          "auto", "store_all", "revolve", "segment",     "mixed",
                                                   "two_level", "disk", "periodic",  "async",   "segment_disk"};

bool fits_memory(const Plan &plan) { return plan.total_bytes <= plan.memory_limit; }

bool on_disk(Choice kind) { return kind >= Choice::two_level; }

// The kinds that stand side by side. Of equal ones the first is taken.
std::vector<Choice> kinds_of(const Needs &needs) {
  std::vector<Choice> kinds;
  const bool named = needs.choice != Choice::rule && needs.choice != Choice::automatic;
  if (!needs.side_by_side && named) return {needs.choice};
  if (!needs.side_by_side && needs.choice == Choice::rule) return {Choice::store_all, Choice::revolve};
  const auto add_if = [&](bool wanted, Choice kind) {
    if (wanted || needs.choice == kind) kinds.push_back(kind);
  };
  const bool tapes = needs.tape_bytes > 0;
  add_if(tapes, Choice::store_all);
  add_if(tapes, Choice::segment);
  add_if(true, Choice::revolve);
  add_if(tapes && needs.shared_room, Choice::mixed);
  for (const Choice kind : {Choice::two_level, Choice::disk, Choice::periodic, Choice::async})
    add_if(needs.has_disk, kind);
  add_if(needs.has_disk && tapes, Choice::segment_disk);
  return kinds;
}

// A kind that is not possible is left out, unless it was asked for. Where none is, `why` tells of revolve, which needs
// the least.
std::vector<Plan> candidates(const Needs &needs, const std::vector<Choice> &kinds, std::exception_ptr &why) {
  std::vector<Plan> plans;
  for (const Choice kind : kinds) try {
      Plan plan = candidate(needs, kind);
      // With all states in memory it is revolve under another name.
      if (on_disk(kind) && plan.disk_slots == 0 && needs.choice != kind) continue;
      plan.forget_tables();
      plans.push_back(std::move(plan));
    } catch (const Error &error) {
      const bool impossible = error.status() == Status::overflow || error.status() == Status::unsupported ||
                              error.status() == Status::budget || error.status() == Status::argument;
      if (!impossible || needs.choice == kind) throw;
      if (!why || kind == Choice::revolve) why = std::current_exception();
    }
  std::stable_sort(plans.begin(), plans.end(), better);
  return plans;
}

const Plan *find(const std::vector<Plan> &plans, Choice kind) {
  for (const Plan &plan : plans)
    if (plan.schedule == name_of(kind)) return &plan;
  return nullptr;
}

// The cheapest that fits, or the least.
const Plan &cheapest(const std::vector<Plan> &plans) {
  for (const Plan &plan : plans)
    if (fits_memory(plan)) return plan;
  return *std::min_element(plans.begin(), plans.end(),
                           [](const Plan &a, const Plan &b) { return a.total_bytes < b.total_bytes; });
}

// NULL when neither of the two can be counted.
const Plan *by_rule(const std::vector<Plan> &plans) {
  const Plan *all = find(plans, Choice::store_all), *few = find(plans, Choice::revolve);
  if (all && (fits_memory(*all) || (few && !fits_memory(*few) && all->total_bytes < few->total_bytes))) return all;
  return few;
}

[[noreturn]] void refuse_memory(const Needs &needs, std::int64_t needed) {
  const bool any = needs.choice == Choice::rule || needs.choice == Choice::automatic;
  fail(Status::budget, "memory_bytes = ", memory_limit_of(needs), ", need at least ", needed, " for ", needs.steps,
       " steps", any ? std::string() : text(" with schedule '", name_of(needs.choice), "'"), "; raise memory_bytes to ",
       needed, " or use a smaller model");
}

Plan with_slots(const Needs &needs) {
  if (needs.choice != Choice::rule && needs.choice != Choice::revolve)
    fail(Status::unsupported, "slots = ", needs.slots, " with schedule '",
         kChoices[static_cast<std::size_t>(needs.choice)],
         "', whose places are chosen by memory; give slots with revolve, or none");
  const Places places{std::min(needs.slots, states_for_all(needs)), 0};
  if (!fits(needs, places))
    fail(Status::budget, "slots = ", needs.slots, " need ", with_places(needs, "", places).total_bytes,
         " bytes, memory_bytes allows ", memory_limit_of(needs), "; use fewer slots (1 needs ", least_of_revolve(needs),
         ") or raise memory_bytes");
  return revolve_with(needs, needs.slots);
}

// The smallest plan of the choice within so much memory, or at its least where there is not so much; 0: none.
std::int64_t smallest_plan(Needs needs, std::int64_t memory_bytes) {
  needs.memory_bytes = memory_bytes;
  needs.side_by_side = false;
  std::int64_t least = 0;
  try {
    std::exception_ptr why;
    for (const Plan &plan : candidates(needs, kinds_of(needs), why))
      if (least == 0 || plan.total_bytes < least) least = plan.total_bytes;
  } catch (const Error &error) {
    if (error.status() != Status::budget && error.status() != Status::overflow) throw;
  }
  return least;
}

// The least total with which what was chosen from `needs` can be chosen. `planned` bytes can. Where a kind is not
// possible at its least, as it would need more disk or counts that do not fit, it lies between; 0 where that takes long
// to find.
std::int64_t least_of(const Needs &needs, std::int64_t planned) {
  if (needs.slots > 0) return least_of_revolve(needs);
  if (const std::int64_t least = smallest_plan(needs, 1); least > 0) return std::min(least, planned);
  constexpr std::int64_t kQuick = 20'000;
  if (needs.steps > kQuick) return 0;
  std::int64_t fails = 1, works = planned;
  while (works - fails > 1) {
    const std::int64_t middle = fails + (works - fails) / 2, least = smallest_plan(needs, middle);
    const bool fits = least > 0 && least <= middle;
    (fits ? works : fails) = middle;
  }
  return works;
}

Plan chosen(const Needs &needs) {
  std::exception_ptr why;
  std::vector<Plan> plans = candidates(needs, kinds_of(needs), why);
  const bool any = needs.choice == Choice::rule || needs.choice == Choice::automatic;
  const Plan *picked = any ? nullptr : find(plans, needs.choice);
  if (needs.choice == Choice::rule) picked = by_rule(plans);
  if (!picked && needs.choice == Choice::rule && !needs.side_by_side) {
    // More steps than either can count.
    Needs all = needs;
    all.side_by_side = true;
    return chosen(all);
  }
  if (plans.empty()) std::rethrow_exception(why);
  if (!picked) picked = &cheapest(plans);
  if (!fits_memory(*picked)) refuse_memory(needs, picked->total_bytes);
  Plan plan = *picked;
  plan.alternatives = std::move(plans);
  for (Plan &other : plan.alternatives) other.forget_tables();
  return plan;
}

}  // namespace

Choice checked_choice(const char *name) {
  const std::string_view word = name ? name : "";
  for (std::size_t i = 0; i < kChoices.size(); ++i)
    if (word == kChoices[i]) return static_cast<Choice>(i);
  fail(Status::not_found, "schedule = \"", word,
       "\" is none to choose from; pass auto, store_all, revolve, segment, mixed, two_level, disk, periodic, async or "
       "segment_disk, or nothing for store_all where it fits and else revolve");
}

const char *name_of(Choice choice) { return kChoices[static_cast<std::size_t>(choice)]; }

std::int64_t machine_memory() {
  return static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::int64_t>(sysconf(_SC_PAGE_SIZE));
}

Plan choose(const Needs &needs) {
  if (needs.memory_bytes < 0)
    fail(Status::argument, "memory_bytes = ", needs.memory_bytes,
         ", need a number of bytes, or 0 for half of the machine's");
  Plan plan = needs.slots > 0 ? with_slots(needs) : chosen(needs);
  plan.least_bytes = least_of(needs, plan.total_bytes);
  for (Plan &other : plan.alternatives) {
    Needs of_kind = needs;
    of_kind.choice = checked_choice(other.schedule.c_str());
    of_kind.side_by_side = false;
    other.least_bytes = least_of(of_kind, other.total_bytes);
  }
  return plan;
}

Plan plan_without_slots(const Needs &needs, bool bounded) {
  if (needs.memory_bytes < 0)
    fail(Status::argument, "memory_bytes = ", needs.memory_bytes,
         ", need a number of bytes, or 0 for half of the machine's");
  Plan plan = with_places(needs, "none", {});
  plan.forward_steps = needs.steps;
  plan.least_bytes = plan.total_bytes;
  if (bounded && plan.total_bytes > plan.memory_limit)
    fail(Status::budget, "memory_bytes = ", plan.memory_limit, ", need at least ", plan.total_bytes,
         "; raise memory_bytes or use a smaller model");
  return plan;
}

std::unique_ptr<schedule::Schedule> schedule_of(const Plan &plan) {
  if (plan.made) return plan.made->fresh();
  if (plan.make) return plan.make();
  // Of an executor: its numbers say all.
  const std::string_view name = plan.schedule;
  if (name == "store_all") return std::make_unique<schedule::StoreAll>(plan.steps, plan.kind, true);
  const std::int64_t slots = std::max<std::int64_t>(plan.slots, 1);
  if (name == "segment") return std::make_unique<schedule::Segment>(plan.steps, plan.tape_slots, slots, plan.kind);
  if (name == "revolve") return std::make_unique<schedule::Revolve>(plan.steps, slots, plan.kind);
  fail(Status::unsupported, "the plan's schedule is '", name, "', which cannot be made from a plan; create it by ",
       "its own function");
}

}  // namespace ebw::executor
