/* SPDX-License-Identifier: MIT */
/* Storage group: checkpoints of the caller's own, without an executor. */
#include "check.h"
#include "lorenz.h"

static int64_t stat(const ebw_storage *storage, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_storage_get_stat(storage, name, &value));
  return value;
}

static ebw_storage *with_slots(int64_t slots, int64_t slot_bytes) {
  ebw_storage *storage = NULL;
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_storage_reserve(storage, slots, slot_bytes));
  return storage;
}

static void what_is_saved_is_a_copy_and_comes_back(void **state) {
  (void)state;
  ebw_storage *storage = with_slots(2, 5);
  char bytes[8] = "first", back[8] = "______|";
  assert_ok(ebw_storage_save(storage, 1, 7, bytes));
  memcpy(bytes, "other", 5);
  assert_ok(ebw_storage_save(storage, 0, 8, bytes));
  assert_ok(ebw_storage_load(storage, 1, 7, back));
  assert_string_equal(back, "first_|");
  assert_ok(ebw_storage_load(storage, 0, 8, back));
  assert_string_equal(back, "other_|");
  assert_ok(ebw_storage_load(storage, 0, 8, back));
  assert_int_equal(stat(storage, "saves"), 2);
  assert_int_equal(stat(storage, "loads"), 3);
  assert_int_equal(stat(storage, "live_slots"), 2);
  assert_ok(ebw_storage_discard(storage, 0));
  assert_int_equal(stat(storage, "discards"), 1);
  assert_int_equal(stat(storage, "live_slots"), 1);
  assert_int_equal(stat(storage, "peak_slots"), 2);
  ebw_storage_destroy(storage);
}

static void bytes_are_counted_and_given_back(void **state) {
  (void)state;
  ebw_storage *storage = with_slots(10, 100);
  assert_true(stat(storage, "bytes") >= 10 * 128);
  assert_int_equal(stat(storage, "peak_bytes"), stat(storage, "bytes"));
  assert_ok(ebw_storage_reserve(storage, 0, 0));
  assert_int_equal(stat(storage, "bytes"), 0);
  ebw_storage_destroy(storage);
}

static void misuse_is_refused_and_changes_nothing(void **state) {
  (void)state;
  char bytes[16] = "", back[16] = "untouched";
  int64_t value = -5;
  ebw_storage *storage = with_slots(2, sizeof bytes);
  assert_ok(ebw_storage_save(storage, 0, 3, bytes));

  assert_refused(ebw_storage_create_memory(NULL), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_reserve(NULL, 1, 1), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_reserve(storage, -1, 1), EBW_ERR_ARGUMENT, "slots = -1");
  assert_refused(ebw_storage_reserve(storage, 1, 0), EBW_ERR_ARGUMENT, "slot_bytes = 0");
  assert_refused(ebw_storage_reserve(storage, INT64_MAX / 2, 64), EBW_ERR_OVERFLOW, "64 bits");
  assert_refused(ebw_storage_save(storage, 0, 4, bytes), EBW_ERR_STATE, "discard it first");
  assert_refused(ebw_storage_save(storage, 2, 4, bytes), EBW_ERR_ARGUMENT, "slot = 2");
  assert_refused(ebw_storage_save(storage, 1, -4, bytes), EBW_ERR_ARGUMENT, "step = -4");
  assert_refused(ebw_storage_save(storage, 1, 4, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_refused(ebw_storage_save(NULL, 1, 4, bytes), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_load(storage, 1, 4, back), EBW_ERR_STATE, "is empty");
  assert_refused(ebw_storage_load(storage, 0, 4, back), EBW_ERR_STATE, "holds step 3, not step 4");
  assert_refused(ebw_storage_load(storage, -1, 4, back), EBW_ERR_ARGUMENT, "slot = -1");
  assert_refused(ebw_storage_load(storage, 0, 3, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_refused(ebw_storage_discard(storage, 1), EBW_ERR_STATE, "is empty");
  assert_refused(ebw_storage_discard(storage, 9), EBW_ERR_ARGUMENT, "slot = 9");
  assert_refused(ebw_storage_discard(NULL, 0), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_get_stat(storage, "size", &value), EBW_ERR_NOT_FOUND, "peak_slots");
  assert_refused(ebw_storage_get_stat(storage, NULL, &value), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_storage_get_stat(storage, "saves", NULL), EBW_ERR_ARGUMENT, "value is NULL");
  assert_string_equal(back, "untouched");
  assert_int_equal(value, -5);
  assert_int_equal(stat(storage, "live_slots"), 1);
  assert_ok(ebw_storage_load(storage, 0, 3, back));
  ebw_storage_destroy(storage);
  ebw_storage_destroy(NULL);
}

static void memory_that_the_machine_refuses_leaves_an_empty_storage(void **state) {
  (void)state;
  ebw_storage *storage = with_slots(1, 8);
  char bytes[8] = "";
  assert_refused(ebw_storage_reserve(storage, 1, INT64_C(1) << 60), EBW_ERR_NO_MEMORY, "slots");
  assert_int_equal(stat(storage, "bytes"), 0);
  assert_refused(ebw_storage_save(storage, 0, 0, bytes), EBW_ERR_STATE, "ebw_storage_reserve");
  assert_refused(ebw_storage_load(storage, 0, 0, bytes), EBW_ERR_STATE, "ebw_storage_reserve");
  ebw_storage_destroy(storage);
}

static void handles_of_other_kinds_are_refused(void **state) {
  (void)state;
  ebw_schedule *schedule = NULL;
  char bytes[8] = "";
  int64_t value;
  assert_ok(ebw_schedule_create_revolve(3, 1, EBW_REVERSE_FUSED, &schedule));
  ebw_storage *wrong = (ebw_storage *)schedule;
  assert_refused(ebw_storage_reserve(wrong, 1, 1), EBW_ERR_HANDLE, "storage");
  assert_refused(ebw_storage_save(wrong, 0, 0, bytes), EBW_ERR_HANDLE, "storage");
  assert_refused(ebw_storage_load(wrong, 0, 0, bytes), EBW_ERR_HANDLE, "storage");
  assert_refused(ebw_storage_discard(wrong, 0), EBW_ERR_HANDLE, "storage");
  assert_refused(ebw_storage_get_stat(wrong, "saves", &value), EBW_ERR_HANDLE, "storage");
  ebw_schedule_destroy(schedule);
}

static void runs_and_own_checkpoints_do_not_mix(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 5, EBW_REVERSE_FUSED);
  ebw_storage *storage = with_slots(1, 8);
  ebw_executor *executor = lorenz_executor(&loop, 2, storage);
  char bytes[8] = "mine", back[8] = "";
  assert_ok(ebw_storage_save(storage, 0, 0, bytes));
  assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "live checkpoints");
  assert_ok(ebw_storage_load(storage, 0, 0, back));
  assert_string_equal(back, "mine");
  assert_ok(ebw_storage_discard(storage, 0));
  assert_ok(ebw_executor_run(executor));
  assert_int_equal(stat(storage, "live_slots"), 0);
  assert_int_equal(stat(storage, "peak_slots"), 2);
  assert_refused(ebw_storage_save(storage, 0, 0, bytes), EBW_ERR_STATE, "ebw_storage_reserve");
  assert_ok(ebw_storage_reserve(storage, 1, 8));
  assert_ok(ebw_storage_save(storage, 0, 0, bytes));
  ebw_executor_destroy(executor);
  ebw_storage_destroy(storage);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_saved_is_a_copy_and_comes_back),
      cmocka_unit_test(bytes_are_counted_and_given_back),
      cmocka_unit_test(misuse_is_refused_and_changes_nothing),
      cmocka_unit_test(memory_that_the_machine_refuses_leaves_an_empty_storage),
      cmocka_unit_test(handles_of_other_kinds_are_refused),
      cmocka_unit_test(runs_and_own_checkpoints_do_not_mix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
