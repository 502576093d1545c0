// SPDX-License-Identifier: MIT
// Checker group of the C ABI.
#include "ebbwave/checker.h"

#include "entry.hpp"
#include "named.hpp"
#include "schedule.hpp"
#include "schedule/checker.hpp"

namespace ebw::capi {

struct CheckerObject : Object {
  CheckerObject(std::int64_t steps, schedule::Sweep sweep, const schedule::CheckLimits &limits)
      : checker(steps, sweep, limits) {}
  schedule::Checker checker;
};

namespace {

std::int64_t limit(std::int64_t slots, const char *name) {
  if (slots < -1) fail(Status::argument, name, " = ", slots, ", need 0 or more, or -1 for as many as it says");
  return slots < 0 ? INT64_MAX : slots;
}

}  // namespace

}  // namespace ebw::capi

struct ebw_checker : ebw::capi::Handle<ebw::capi::CheckerObject, 'c'> {
  using Handle::Handle;
};

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_checker_create(int64_t steps, int32_t reverse_kind, int64_t memory_slots, int64_t disk_slots,
                           int64_t tape_slots, ebw_checker **checker) {
  return entry([&] {
    require(checker, "checker");
    const schedule::CheckLimits limits{memory_slots, disk_slots, tape_slots};
    *checker = new ebw_checker(std::make_shared<CheckerObject>(steps, schedule::checked_sweep(reverse_kind), limits));
  });
}

int32_t ebw_checker_take(ebw_checker *checker, int32_t kind, int64_t from, int64_t to, int64_t slot) {
  return entry([&] {
    use(checker, "checker")->checker.take({static_cast<schedule::ActionKind>(kind), from, to, slot});
  });
}

int32_t ebw_checker_finish(ebw_checker *checker) {
  return entry([&] { use(checker, "checker")->checker.finish(); });
}

int32_t ebw_checker_get_count(const ebw_checker *checker, const char *name, int64_t *value) {
  return entry([&] {
    const auto object = use(checker, "checker");
    require(value, "value");
    const schedule::CheckCounts &counts = object->checker.counts();
    *value = find_named<std::int64_t>({{"actions", counts.actions},
                                       {"advances", counts.advances},
                                       {"taped", counts.taped},
                                       {"saves", counts.saves},
                                       {"loads", counts.loads},
                                       {"peak_slots", counts.peak_slots},
                                       {"disk_saves", counts.disk_saves},
                                       {"disk_loads", counts.disk_loads},
                                       {"peak_disk_slots", counts.peak_disk_slots},
                                       {"tape_saves", counts.tape_saves},
                                       {"tape_loads", counts.tape_loads},
                                       {"peak_tape_slots", counts.peak_tape_slots}},
                                      name);
  });
}

int32_t ebw_schedule_check(const ebw_schedule *schedule, int64_t memory_slots, int64_t disk_slots, int64_t tape_slots) {
  return entry([&] {
    const auto object = open(schedule, "schedule");
    const schedule::CheckLimits limits{limit(memory_slots, "memory_slots"), limit(disk_slots, "disk_slots"),
                                       limit(tape_slots, "tape_slots")};
    schedule::check(*object->schedule, &limits);
  });
}

void ebw_checker_destroy(ebw_checker *checker) { delete checker; }

}  // extern "C"
