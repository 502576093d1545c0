// SPDX-License-Identifier: MIT
// What an executor checks before a run, and holds against the plan after it.
#include "executor/executor.hpp"

#include <algorithm>
#include <chrono>

#include "base/checked.hpp"
#include "executor/run.hpp"

namespace ebw::executor {

using storage::Bank;

namespace {

MemoryBytes checked_sum(const MemoryBytes &a, const MemoryBytes &b) {
  MemoryBytes sum;
  for (int i = 0; i < kMemoryUses; ++i) sum[i] = checked_add(a[i], b[i], kMemoryUseNames[i]);
  return sum;
}

std::int64_t checked_total(const MemoryBytes &bytes) {
  std::int64_t sum = 0;
  for (std::int64_t b : bytes) sum = checked_add(sum, b, "total bytes");
  return sum;
}

void require_equal(std::int64_t measured, std::int64_t planned, const char *what) {
  if (measured != planned)
    fail(Status::internal, what, ": measured ", measured, ", planned ", planned,
         "; please report this text with the call");
}

}  // namespace

Executor::Executor(schedule::Schedule &schedule, storage::Store &store, Stepper &stepper)
    : schedule_(schedule), store_(store), stepper_(stepper) {
  require_compatible();
}

void Executor::require_compatible() const {
  if (stepper_.steps() > 0 && !schedule_.finds_its_end() && schedule_.steps() != stepper_.steps())
    fail(Status::unsupported, "the schedule '", schedule_.name(), "' has ", schedule_.steps(),
         " steps, the propagator ", stepper_.steps(), "; create the schedule with the propagator's number");
  if (schedule_.uses_tapes()) {
    if (stepper_.tape_bytes() < 1)
      fail(Status::unsupported, "the schedule '", schedule_.name(),
           "' keeps tapes and this propagator has none; set its tape callbacks, or use revolve with slots = ",
           schedule_.steps());
  } else if (schedule_.reverse_kind() != stepper_.reverse_kind()) {
    fail(Status::unsupported, "the schedule '", schedule_.name(), "' is of reverse kind ",
         name_of(schedule_.reverse_kind()), ", the propagator of kind ", name_of(stepper_.reverse_kind()),
         "; create the schedule with the propagator's kind");
  }
}

void Executor::require_ready() const {
  plan();
  stepper_.require_ready(schedule_.state_slots() > 0 || !schedule_.uses_tapes(), schedule_.uses_tapes());
  if (schedule_.turns()) stepper_.require_turn();
  for (const Bank bank : {Bank::state, Bank::tape})
    if (const std::int64_t live = store_.stats(bank).live_slots; live > 0)
      fail(Status::state, "the storage holds ", live,
           " live checkpoints, which a run would drop; discard them or use another storage");
}

MemoryBytes Executor::planned_store_bytes() const {
  return checked_sum(store_.planned_bytes(Bank::state, schedule_.state_slots(), stepper_.state_bytes()),
                     store_.planned_bytes(Bank::tape, schedule_.tape_slots(), stepper_.tape_bytes()));
}

void Executor::plan_steps(Plan &plan) const {
  plan.steps = schedule_.steps();
  plan.forward_steps = checked_add(schedule_.count_advances(), schedule_.count_taped(), "forward steps");
  checked_add(plan.forward_steps, plan.steps, "forward and reverse steps");
  plan.recomputed = plan.forward_steps - plan.steps;
}

Plan Executor::plan() const {
  require_compatible();
  Plan plan;
  if (!schedule_.finds_its_end()) plan_steps(plan);
  plan.slots = schedule_.finds_its_end() ? schedule_.state_slots() : schedule_.peak_slots();
  plan.schedule = schedule_.name();
  plan.bytes = checked_sum(stepper_.planned_bytes(), planned_store_bytes());
  plan.total_bytes = checked_total(plan.bytes);
  // Revolve can do with one state, and with none where there is but one step that need not be repeated.
  const bool no_state = plan.steps == 1 && stepper_.reverse_kind() == ReverseKind::fused;
  plan.least_bytes =
      std::min(plan.total_bytes,
               checked_total(checked_sum(stepper_.planned_bytes(),
                                         store_.planned_bytes(Bank::state, no_state ? 0 : 1, stepper_.state_bytes()))));
  return plan;
}

void Executor::prepare() {
  schedule_.reset();
  if (schedule_.finds_its_end() && stepper_.steps() > 0) schedule_.finish(stepper_.steps());
  stepper_.allocate();
  // The bank that gives memory back goes first.
  const Bank first = schedule_.uses_tapes() ? Bank::state : Bank::tape;
  for (const Bank bank : {first, first == Bank::state ? Bank::tape : Bank::state})
    store_.reserve(bank, bank == Bank::state ? schedule_.state_slots() : schedule_.tape_slots(),
                   bank == Bank::state ? stepper_.state_bytes() : stepper_.tape_bytes());
}

void Executor::run(Progress *progress) {
  require_ready();
  Plan plan = this->plan();
  stats_ = {};
  stats_.planned_bytes = plan.total_bytes;

  // Whatever happens, all slots are free afterwards.
  struct Closing {
    Executor &executor;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    ~Closing() {
      executor.store_.clear(Bank::state);
      executor.store_.clear(Bank::tape);
      executor.stats_.seconds_total = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
  } closing{*this};

  prepare();
  Run(schedule_, store_, stepper_, progress, stats_).all();
  if (schedule_.finds_its_end()) plan_steps(plan);
  compare_with(plan);
}

void Executor::compare_with(const Plan &plan) {
  const MemoryAccount *account = stepper_.account();
  stats_.peak_bytes = store_.account().peak() + (account ? account->peak() : 0);

  require_equal(stats_.forward_steps, plan.forward_steps, "forward steps");
  require_equal(stats_.recomputed, plan.recomputed, "recomputed steps");
  require_equal(stats_.reverse_steps, plan.steps, "reverse steps");
  require_equal(stats_.saves, schedule_.count_saves(), "saves");
  require_equal(stats_.loads, schedule_.count_loads(), "loads");
  require_equal(stats_.peak_slots, schedule_.peak_slots(), "slots in use at once");
  require_equal(stats_.disk_saves, schedule_.count_disk_saves(), "saves to disk");
  require_equal(stats_.disk_loads, schedule_.count_disk_loads(), "loads from disk");
  require_equal(stats_.peak_disk_slots, schedule_.peak_disk_slots(), "slots on disk in use at once");

  const MemoryBytes store = planned_store_bytes();
  const MemoryBytes stepper = stepper_.planned_bytes();
  for (int i = 0; i < kMemoryUses; ++i) {
    require_equal(store_.account().at_peak()[i], store[i], text("bytes of storage, ", kMemoryUseNames[i]).c_str());
    if (account)
      require_equal(account->at_peak()[i], stepper[i], text("bytes of propagator, ", kMemoryUseNames[i]).c_str());
  }
}

}  // namespace ebw::executor
