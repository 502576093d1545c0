// SPDX-License-Identifier: MIT
// What an executor checks before a run, and holds against the plan after it.
#include "executor/executor.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "base/checked.hpp"
#include "executor/recovery.hpp"
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
    : schedule_(schedule), store_(store), stepper_(stepper), room_(schedule, store, stepper) {
  require_compatible();
}

void Executor::require_compatible() const {
  if (stepper_.steps() > 0 && !schedule_.finds_its_end() && schedule_.steps() != stepper_.steps())
    fail(Status::unsupported, "the schedule '", schedule_.name(), "' has ", schedule_.steps(),
         " steps, the propagator ", stepper_.steps(), "; create the schedule with the propagator's number");
  if (schedule_.uses_tapes() && stepper_.tape_bytes() < 1)
    fail(Status::unsupported, "the schedule '", schedule_.name(),
         "' keeps tapes and this propagator has none; set its tape callbacks, or use revolve with slots = ",
         schedule_.steps());
  if (schedule_.reverses_from_states() && schedule_.reverse_kind() != stepper_.reverse_kind())
    fail(Status::unsupported, "the schedule '", schedule_.name(), "' is of reverse kind ",
         name_of(schedule_.reverse_kind()), ", the propagator of kind ", name_of(stepper_.reverse_kind()),
         "; create the schedule with the propagator's kind");
}

void Executor::require_ready(bool generations) const {
  plan(generations);
  stepper_.require_ready(schedule_.state_slots() > 0 || schedule_.reverses_from_states(), schedule_.uses_tapes());
  if (schedule_.turns()) stepper_.require_turn();
  if (generations) {
    if (stepper_.adjoint_bytes() < 1)
      fail(Status::unsupported,
           "this propagator cannot save its adjoint state, so a run that is killed in its reverse ",
           "sweep cannot be resumed; call ebw_propagator_set_adjoint, or set no directory");
    // A run whose schedule keeps tapes alone keeps its state in generations all the same.
    stepper_.require_ready(true, schedule_.uses_tapes());
  }
  for (const Bank bank : {Bank::state, Bank::tape})
    if (const std::int64_t live = store_.stats(bank).live_slots; live > 0)
      fail(Status::state, "the storage holds ", live,
           " live checkpoints, which a run would drop; discard them or use another storage");
}

// States that are computed again from a lossy checkpoint are not those of the first sweep.
void Executor::require_exact(bool bounded_generations) const {
  if (!store_.is_lossy()) return;
  if (replay_check_)
    fail(Status::unsupported, "the replay check compares states bit for bit, and the storage's codec is lossy; ",
         "use the codec none or zstd with it");
  if (bounded_generations)
    fail(Status::unsupported, "disk_bytes bounds the generations, so that a resume computes checkpoints again, from ",
         "others that the storage's lossy codec has changed; set disk_bytes = 0, or the codec none or zstd");
}

void Executor::describe_slots() const {
  store_.set_layout(Bank::state, stepper_.state_layout());
  store_.set_layout(Bank::tape, stepper_.tape_layout());
  const bool has_disk = schedule_.memory_slots() < schedule_.state_slots();
  store_.set_memory_slots(has_disk ? schedule_.memory_slots() : -1);
}

void Executor::plan_steps(Plan &plan) const {
  plan.steps = schedule_.steps();
  plan.forward_steps = checked_add(schedule_.count_advances(), schedule_.count_taped(), "forward steps");
  checked_add(plan.forward_steps, plan.steps, "forward and reverse steps");
  plan.recomputed = plan.forward_steps - plan.steps;
}

void Executor::set_replay_check(bool on) {
  replay_check_.reset();
  if (on) replay_check_.emplace(stepper_);
}

void Executor::add_to(Fingerprint &fingerprint) const {
  // As it was made: one whose end is found on the way does not know it yet.
  const auto schedule = schedule_.fresh();
  fingerprint.add(std::string_view(schedule->name()));
  const std::int64_t steps = schedule->finds_its_end() ? 0 : schedule->steps();
  for (const std::int64_t number :
       {steps, static_cast<std::int64_t>(schedule->reverse_kind()), schedule->state_slots(), schedule->tape_slots()})
    fingerprint.add(number);
  stepper_.add_to(fingerprint);
}

Plan Executor::plan(bool generations) const {
  require_compatible();
  describe_slots();
  Plan plan;
  if (!schedule_.finds_its_end()) plan_steps(plan);
  const bool shared = schedule_.shared_room().units > 0;
  const bool both = schedule_.uses_tapes() && schedule_.state_slots() > 0 && !shared;
  plan.slots = both || schedule_.finds_its_end() ? std::min(schedule_.memory_slots(), schedule_.state_slots())
                                                 : schedule_.peak_slots();
  plan.tape_slots = shared ? 0 : schedule_.tape_slots();
  plan.kind = schedule_.reverse_kind();
  plan.schedule = schedule_.name();
  plan.bytes = checked_sum(stepper_.planned_bytes(), room_.planned_bytes());
  plan.bytes[static_cast<int>(MemoryUse::schedule_tables)] = schedule_.table_bytes();
  if (generations) {
    std::int64_t &scratch = plan.bytes[static_cast<int>(MemoryUse::scratch)];
    scratch = checked_add(scratch, Recovery::buffer_bytes(stepper_), "scratch");
  }
  if (replay_check_) {
    std::int64_t &scratch = plan.bytes[static_cast<int>(MemoryUse::scratch)];
    scratch = checked_add(scratch, replay_check_->planned_bytes(plan.steps), "scratch");
  }
  plan.total_bytes = checked_total(plan.bytes);
  // Revolve can do with one state, and with none where there is but one step that need not be repeated.
  const bool no_state = plan.steps == 1 && stepper_.reverse_kind() == ReverseKind::fused;
  plan.least_bytes =
      std::min(plan.total_bytes,
               checked_total(checked_sum(stepper_.planned_bytes(),
                                         store_.planned_bytes(Bank::state, no_state ? 0 : 1, stepper_.state_bytes()))));
  if (generations) plan.least_bytes = std::min(plan.total_bytes, plan.least_bytes + Recovery::buffer_bytes(stepper_));
  return plan;
}

void Executor::prepare() {
  schedule_.reset();
  if (schedule_.finds_its_end() && stepper_.steps() > 0) schedule_.finish(stepper_.steps());
  stepper_.allocate();
  room_.reserve();
}

void Executor::run(Progress *progress, Recovery *recovery) {
  require_ready(recovery != nullptr);
  if (recovery) recovery->require_room(stepper_);
  require_exact(recovery && recovery->is_bounded());
  Plan plan = this->plan(recovery != nullptr);
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
  if (recovery) recovery->reserve(Recovery::buffer_bytes(stepper_));
  if (replay_check_) replay_check_->reserve(schedule_.steps());
  Run(schedule_, room_, stepper_, progress, recovery, replay_check_ ? &*replay_check_ : nullptr, stats_, observer_)
      .all();
  if (schedule_.finds_its_end()) plan_steps(plan);
  compare_with(plan, recovery);
}

// Those of the schedule. A run that was planned again holds its own against the new plan.
void Executor::compare_counts(const Plan &plan) {
  require_equal(stats_.forward_steps, plan.forward_steps, "forward steps");
  require_equal(stats_.recomputed, plan.recomputed, "recomputed steps");
  require_equal(stats_.saves, schedule_.count_saves(), "saves");
  require_equal(stats_.loads, schedule_.count_loads(), "loads");
  require_equal(stats_.peak_slots, schedule_.peak_slots(), "slots in use at once");
  require_equal(stats_.disk_saves, schedule_.count_disk_saves(), "saves to disk");
  require_equal(stats_.disk_loads, schedule_.count_disk_loads(), "loads from disk");
  require_equal(stats_.peak_disk_slots, schedule_.peak_disk_slots(), "slots on disk in use at once");
}

void Executor::compare_with(const Plan &plan, const Recovery *recovery) {
  const MemoryAccount *account = stepper_.account();
  stats_.peak_bytes = store_.account().peak() + (account ? account->peak() : 0) + schedule_.table_bytes();
  if (recovery) stats_.peak_bytes += recovery->account().total();
  if (replay_check_) stats_.peak_bytes += replay_check_->account().total();

  require_equal(stats_.reverse_steps, plan.steps, "reverse steps");
  if (stats_.replans == 0) compare_counts(plan);

  const MemoryBytes store = room_.planned_bytes();
  const MemoryBytes stepper = stepper_.planned_bytes();
  for (int i = 0; i < kMemoryUses; ++i) {
    // What slots take may depend on what is saved: then the plan says the most.
    if (const std::int64_t held = store_.account().at_peak()[i]; held > store[i] || !store_.plan_is_bound())
      require_equal(held, store[i], text("bytes of storage, ", kMemoryUseNames[i]).c_str());
    if (account)
      require_equal(account->at_peak()[i], stepper[i], text("bytes of propagator, ", kMemoryUseNames[i]).c_str());
  }
}

}  // namespace ebw::executor
