// SPDX-License-Identifier: MIT
// The executor tells a store which slow load comes next, before it asks for it.
#include <map>
#include <memory>
#include <utility>

#include "executor/executor.hpp"
#include "expect.hpp"
#include "schedule/async.hpp"
#include "schedule/two_level.hpp"
#include "scripted.hpp"
#include "storage/tiered.hpp"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;

namespace {

// A far store that says that loads take time and writes down what it is told.
class FarStore final : public storage::Store {
 public:
  FarStore(MemoryAccount &account, const std::int64_t &calls) : calls_(calls), inner_(account) {}

  std::int64_t loads = 0, announced = 0, early = 0;

  MemoryBytes planned_bytes(Bank b, std::int64_t n, std::int64_t size) const override {
    return inner_.planned_bytes(b, n, size);
  }
  void reserve(Bank b, std::int64_t n, std::int64_t size) override { inner_.reserve(b, n, size); }
  std::byte *begin_save(Bank b, std::int64_t slot, std::int64_t step) override {
    return inner_.begin_save(b, slot, step);
  }
  void end_save(Bank b, std::int64_t slot) override { inner_.end_save(b, slot); }
  const std::byte *begin_load(Bank b, std::int64_t slot, std::int64_t step) override {
    ++loads;
    // Before a load its own announcement, and perhaps that of the one after it.
    if (const auto told = told_.extract({slot, step})) {
      ++announced;
      early += calls_ > told.mapped();
    }
    return inner_.begin_load(b, slot, step);
  }
  void end_load(Bank b, std::int64_t slot) override { inner_.end_load(b, slot); }
  void discard(Bank b, std::int64_t slot) override { inner_.discard(b, slot); }
  void clear(Bank b) noexcept override { inner_.clear(b); }
  bool holds(Bank b, std::int64_t slot, std::int64_t step) const override { return inner_.holds(b, slot, step); }
  bool takes_time(Bank, std::int64_t) const override { return true; }
  void expect_load(Bank, std::int64_t slot, std::int64_t step) override { told_.try_emplace({slot, step}, calls_); }
  storage::StoreStats stats(Bank b) const override { return inner_.stats(b); }
  const MemoryAccount &account() const override { return inner_.account(); }

 private:
  const std::int64_t &calls_;  // of the stepper
  storage::MemoryStore inner_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> told_;  // slot and step; calls when it was announced
};

// Every load from the far store was announced, and all but a few while the steps before it still ran.
void expect_announced(schedule::Schedule &schedule, std::int64_t steps) {
  NumberStepper stepper(schedule.reverse_kind());
  MemoryAccount account;
  auto far = std::make_unique<FarStore>(account, stepper.made);
  FarStore &seen = *far;
  storage::TieredStore store(account, std::make_unique<storage::MemoryStore>(account), std::move(far), 0);
  executor::Executor executor(schedule, store, stepper);
  executor.run();
  assert_true(stepper.gradient == NumberStepper::expected(steps));
  assert_int_equal(seen.loads, schedule.count_disk_loads());
  assert_true(seen.loads > 3);
  assert_int_equal(seen.announced, seen.loads);
  assert_true(seen.early >= seen.loads - 1);
}

void slow_loads_are_announced_before_they_are_asked_for(void **) {
  for (const ReverseKind kind : {ReverseKind::fused, ReverseKind::state_only}) {
    schedule::Async async(60, 2, 9, kind, std::nullopt);
    expect_announced(async, 60);
    schedule::TwoLevel two_level(60, 3, 5, kind, std::nullopt);
    expect_announced(two_level, 60);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(slow_loads_are_announced_before_they_are_asked_for)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
