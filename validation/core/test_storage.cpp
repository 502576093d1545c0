// SPDX-License-Identifier: MIT
// MemoryStore: its plan, its slots and what it refuses.
#include <cstring>

#include "expect.hpp"
#include "storage/memory.hpp"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::MemoryStore;

namespace {

void reserve_holds_just_what_was_planned(void **) {
  MemoryStore store;
  for (const Bank bank : {Bank::state, Bank::tape})
    for (const std::int64_t slots : {0, 1, 7})
      for (const std::int64_t bytes : {1, 64, 65, 1000}) {
        store.reserve(Bank::state, 0, 0);
        store.reserve(Bank::tape, 0, 0);
        assert_int_equal(store.account().total(), 0);
        store.reserve(bank, slots, bytes);
        assert_true(store.account().now() == store.planned_bytes(bank, slots, bytes));
        const MemoryUse use = bank == Bank::state ? MemoryUse::slots : MemoryUse::tape_ring;
        assert_int_equal(store.account().now()[static_cast<int>(use)], slots * round_up(bytes, 64));
      }
}

void memory_of_the_same_size_is_kept_and_of_another_is_not(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 4, 100);
  const std::byte *first = store.begin_save(Bank::state, 0, 0);
  store.reserve(Bank::state, 4, 128);
  assert_ptr_equal(store.begin_save(Bank::state, 0, 0), first);
  store.reserve(Bank::state, 2, 100);
  assert_int_equal(store.account().now()[static_cast<int>(MemoryUse::slots)], 256);
  assert_int_equal(store.account().peak(), store.account().total());
}

void slots_are_aligned_side_by_side_and_apart(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 3, 100);
  std::byte *places[3];
  for (int i = 0; i < 3; ++i) {
    places[i] = store.begin_save(Bank::state, i, i);
    assert_int_equal(reinterpret_cast<std::uintptr_t>(places[i]) % 64, 0);
    std::memset(places[i], 'a' + i, 100);
    store.end_save(Bank::state, i);
  }
  for (int i = 0; i < 3; ++i) {
    assert_ptr_equal(places[i], places[0] + i * store.slot_stride(Bank::state));
    const std::byte *bytes = store.begin_load(Bank::state, i, i);
    for (int b = 0; b < 100; ++b) assert_int_equal(static_cast<int>(bytes[b]), 'a' + i);
  }
}

void a_live_slot_is_never_overwritten(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 2, 8);
  store.begin_save(Bank::state, 0, 5);
  expect_refused(Status::state, "holds step 5", [&] { store.begin_save(Bank::state, 0, 6); });
  store.end_save(Bank::state, 0);
  expect_refused(Status::state, "holds step 5", [&] { store.begin_save(Bank::state, 0, 6); });
  store.discard(Bank::state, 0);
  store.begin_save(Bank::state, 0, 6);
}

void only_what_was_saved_completely_can_be_loaded(void **) {
  MemoryStore store;
  store.reserve(Bank::tape, 2, 8);
  expect_refused(Status::state, "is empty", [&] { store.begin_load(Bank::tape, 1, 3); });
  expect_refused(Status::state, "not being written", [&] { store.end_save(Bank::tape, 1); });
  store.begin_save(Bank::tape, 1, 3);
  expect_refused(Status::state, "holds step 3", [&] { store.begin_load(Bank::tape, 1, 3); });
  assert_false(store.holds(Bank::tape, 1, 3));
  store.end_save(Bank::tape, 1);
  assert_true(store.holds(Bank::tape, 1, 3));
  assert_false(store.holds(Bank::state, 1, 3));
  expect_refused(Status::state, "not step 4", [&] { store.begin_load(Bank::tape, 1, 4); });
  store.discard(Bank::tape, 1);
  expect_refused(Status::state, "is empty", [&] { store.discard(Bank::tape, 1); });
}

void arguments_out_of_range_are_refused_and_change_nothing(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 2, 8);
  store.begin_save(Bank::state, 0, 1);
  store.end_save(Bank::state, 0);
  expect_refused(Status::argument, "slot = 2", [&] { store.begin_save(Bank::state, 2, 0); });
  expect_refused(Status::argument, "slot = -1", [&] { store.begin_load(Bank::state, -1, 0); });
  expect_refused(Status::argument, "step = -1", [&] { store.begin_save(Bank::state, 1, -1); });
  expect_refused(Status::argument, "slots = -1", [&] { store.reserve(Bank::state, -1, 8); });
  expect_refused(Status::argument, "slot_bytes = 0", [&] { store.reserve(Bank::state, 1, 0); });
  expect_refused(Status::overflow, "bytes", [&] { store.reserve(Bank::state, INT64_MAX / 8, 64); });
  expect_refused(Status::overflow, "bytes", [&] { store.reserve(Bank::state, 1, INT64_MAX); });
  assert_true(store.holds(Bank::state, 0, 1));
  expect_refused(Status::no_memory, "slots", [&] { store.reserve(Bank::state, 1, std::int64_t{1} << 60); });
  assert_int_equal(store.account().total(), 0);
}

void clear_empties_all_slots_and_keeps_memory_and_counts(void **) {
  MemoryStore store;
  store.reserve(Bank::state, 3, 8);
  store.begin_save(Bank::state, 0, 0);
  store.begin_save(Bank::state, 1, 1);
  store.end_save(Bank::state, 1);
  const std::int64_t held = store.account().total();
  store.clear(Bank::state);
  assert_int_equal(store.account().total(), held);
  const storage::StoreStats stats = store.stats(Bank::state);
  assert_int_equal(stats.live_slots, 0);
  assert_int_equal(stats.peak_slots, 2);
  assert_int_equal(stats.saves, 2);
  for (int slot = 0; slot < 3; ++slot) store.begin_save(Bank::state, slot, 9);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(reserve_holds_just_what_was_planned),
      cmocka_unit_test(memory_of_the_same_size_is_kept_and_of_another_is_not),
      cmocka_unit_test(slots_are_aligned_side_by_side_and_apart),
      cmocka_unit_test(a_live_slot_is_never_overwritten),
      cmocka_unit_test(only_what_was_saved_completely_can_be_loaded),
      cmocka_unit_test(arguments_out_of_range_are_refused_and_change_nothing),
      cmocka_unit_test(clear_empties_all_slots_and_keeps_memory_and_counts),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
