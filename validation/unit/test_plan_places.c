/* SPDX-License-Identifier: MIT */
/* A budget for memory and one for a disk: what is planned is what a loop of one's own then does and holds, by every
 * kind of schedule, never beyond either bound; and what is refused. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include <limits.h>

#include "check.h"
#include "lorenz.h"
#include "scratch_directory.h"

enum { STEPS = 24, STATE = (CELLS + 1) * 8, TAPE = CELLS * 8 };
static const char *const kNames[] = {"auto",      "store_all", "revolve",  "segment", "mixed",
                                     "two_level", "disk",      "periodic", "async",   "segment_disk"};
enum { NAMES = sizeof kNames / sizeof *kNames };
static const double kCosts[6] = {1.0, 1.25, 1.5, 0.0, 0.75, 0.5};

static int64_t number(const ebw_plan *plan, int32_t (*get)(const ebw_plan *, int64_t *)) {
  int64_t value = -1;
  assert_ok(get(plan, &value));
  return value;
}

static int64_t named(const ebw_plan *plan, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_plan_get_number(plan, name, &value));
  return value;
}

static int64_t stat_of(const ebw_storage *storage, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_storage_get_stat(storage, name, &value));
  return value;
}

static int64_t ran(const ebw_executor *executor, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_executor_get_stat(executor, name, &value));
  return value;
}

/* Runs the plan twice, in its own storage. */
static void assert_comes_true(const ebw_plan *plan, lorenz *loop, const char *directory) {
  double adjoint[CELLS + 1], gradient[CELLS];
  lorenz_reference(loop, adjoint, gradient);
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(loop);
  int64_t tables = -1;
  assert_ok(ebw_plan_get_bytes(plan, "schedule_tables", &tables));
  assert_ok(ebw_plan_create_schedule(plan, &schedule));
  assert_ok(ebw_plan_create_storage(plan, directory, &storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  for (int run = 0; run < 2; ++run) {
    loop->log[0] = 0;
    assert_ok(ebw_executor_run(executor));
    assert_int_equal(loop->forward_steps, number(plan, ebw_plan_get_forward_steps));
    assert_memory_equal(loop->gradient, gradient, sizeof gradient);
    assert_memory_equal(loop->adjoint, adjoint, sizeof adjoint);
    assert_int_equal(ran(executor, "recomputed"), number(plan, ebw_plan_get_recomputed));
    assert_int_equal(ran(executor, "peak_bytes"), number(plan, ebw_plan_get_total_bytes));
    assert_int_equal(ran(executor, "peak_disk_slots"), number(plan, ebw_plan_get_disk_slots));
    assert_int_equal(ran(executor, "disk_saves"), named(plan, "disk_saves"));
    assert_int_equal(ran(executor, "disk_loads"), named(plan, "disk_loads"));
    assert_int_equal(stat_of(storage, "peak_bytes"), number(plan, ebw_plan_get_total_bytes) - tables);
    assert_int_equal(stat_of(storage, "peak_disk_bytes"), number(plan, ebw_plan_get_disk_bytes));
  }
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
}

static int32_t choose(int32_t kind, int64_t memory, int64_t disk, const char *name, ebw_plan **plan) {
  return ebw_plan_choose_places(STEPS, kind, STATE, TAPE, memory, disk, name, kCosts, plan);
}

static void every_kind_does_what_its_plan_says_in_both_places(void **state) {
  (void)state;
  const scratch_directory place = scratch_open();
  static const int64_t kMemory[] = {112, 250, 600, 1000, 3300}, kDisk[] = {0, 300, 1500, INT64_MAX};
  int made[NAMES] = {0}, on_disk = 0;
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (size_t m = 0; m < sizeof kMemory / sizeof *kMemory; ++m)
      for (size_t d = 0; d < sizeof kDisk / sizeof *kDisk; ++d)
        for (int i = 0; i < NAMES; ++i) {
          ebw_plan *plan = NULL;
          const int32_t status = choose(kind, kMemory[m], kDisk[d], kNames[i], &plan);
          if (status == EBW_ERR_BUDGET || status == EBW_ERR_UNSUPPORTED) continue;
          assert_ok(status);
          ++made[i];
          assert_true(number(plan, ebw_plan_get_total_bytes) <= kMemory[m]);
          assert_true(number(plan, ebw_plan_get_disk_bytes) <= kDisk[d]);
          assert_int_equal(named(plan, "disk_limit"), kDisk[d]);
          on_disk += number(plan, ebw_plan_get_disk_slots) > 0;
          lorenz loop;
          lorenz_init(&loop, STEPS, kind);
          assert_comes_true(plan, &loop, place.path);
          ebw_plan_destroy(plan);
        }
  for (int i = 0; i < NAMES; ++i) assert_true(made[i] > 0);
  assert_true(on_disk > 20);
  assert_int_equal(scratch_count(&place), 0); /* nothing is left there */
  scratch_close(&place);
}

static void alternatives_stand_side_by_side_the_cheapest_first(void **state) {
  (void)state;
  ebw_plan *plan = NULL;
  const scratch_directory place = scratch_open();
  assert_ok(choose(EBW_REVERSE_STATE_ONLY, 600, 2000, NULL, &plan));
  const char *schedule = NULL;
  assert_ok(ebw_plan_get_schedule(plan, &schedule));
  assert_string_equal(schedule, "revolve"); /* the rule, though others are cheaper */
  int64_t count = -1;
  double last = 0.0;
  assert_ok(ebw_plan_count_alternatives(plan, &count));
  int seen[NAMES] = {0};
  for (int64_t i = 0; i < count; ++i) {
    ebw_plan *other = NULL;
    double cost = -1.0;
    assert_ok(ebw_plan_get_alternative(plan, i, &other));
    assert_ok(ebw_plan_get_cost(other, &cost));
    assert_true(cost >= last);
    last = cost;
    assert_ok(ebw_plan_get_schedule(other, &schedule));
    for (int k = 1; k < NAMES; ++k) seen[k] += strcmp(kNames[k], schedule) == 0;
    const int disk = number(other, ebw_plan_get_disk_slots) > 0;
    assert_true(disk == (named(other, "least_disk_bytes") > 0));
    if (!strcmp(schedule, "mixed")) assert_true(named(other, "state_units") > 0 && named(other, "tape_units") > 0);
    if (!strcmp(schedule, "async") || !strcmp(schedule, "periodic")) assert_true(named(other, "interval") > 0);
    if (number(other, ebw_plan_get_total_bytes) <= 600) {
      lorenz loop;
      lorenz_init(&loop, STEPS, EBW_REVERSE_STATE_ONLY);
      assert_comes_true(other, &loop, place.path);
    }
    ebw_plan_destroy(other);
  }
  for (int k = 1; k < NAMES; ++k)
    if (strcmp(kNames[k], "disk") != 0) assert_int_equal(seen[k], 1); /* which wants more than 2000 bytes */
  ebw_plan_destroy(plan);
  scratch_close(&place);
}

/* The number behind "at least " in the last message. */
static int64_t named_least(void) {
  const char *at = strstr(ebw_last_error(), "at least ");
  assert_non_null(at);
  return strtoll(at + strlen("at least "), NULL, 10);
}

/* Of what is chosen among, with the disk as it is. */
static void the_least_bytes_of_a_plan_work_and_one_less_does_not(void **state) {
  (void)state;
  static const int64_t kMemory[] = {1000, 5000}, kDisk[] = {0, 300, 1500, INT64_MAX};
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (size_t m = 0; m < sizeof kMemory / sizeof *kMemory; ++m)
      for (size_t d = 0; d < sizeof kDisk / sizeof *kDisk; ++d)
        for (int i = -1; i < NAMES; ++i) {
          const char *name = i < 0 ? NULL : kNames[i];
          ebw_plan *plan = NULL;
          const int32_t status = choose(kind, kMemory[m], kDisk[d], name, &plan);
          if (status == EBW_ERR_BUDGET || status == EBW_ERR_UNSUPPORTED) continue;
          assert_ok(status);
          const int64_t least = number(plan, ebw_plan_get_least_bytes);
          assert_true(least <= number(plan, ebw_plan_get_total_bytes));
          ebw_plan_destroy(plan);
          plan = NULL;
          assert_refused(choose(kind, least - 1, kDisk[d], name, &plan), EBW_ERR_BUDGET, "at least");
          assert_null(plan);
          assert_ok(choose(kind, least, kDisk[d], name, &plan));
          assert_int_equal(number(plan, ebw_plan_get_total_bytes), least);
          assert_int_equal(number(plan, ebw_plan_get_least_bytes), least);
          ebw_plan_destroy(plan);
        }
}

static void a_refusal_names_the_place_and_the_least_that_works(void **state) {
  (void)state;
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (int i = 0; i < NAMES; ++i) {
      ebw_plan *plan = NULL;
      assert_refused(choose(kind, 1, INT64_MAX, kNames[i], &plan), EBW_ERR_BUDGET, "memory_bytes = 1");
      const int64_t memory = named_least();
      assert_refused(choose(kind, memory - 1, INT64_MAX, kNames[i], &plan), EBW_ERR_BUDGET, "memory_bytes");
      assert_null(plan);
      assert_ok(choose(kind, memory, INT64_MAX, kNames[i], &plan));
      const int64_t on_disk = number(plan, ebw_plan_get_disk_slots);
      ebw_plan_destroy(plan);
      plan = NULL;
      if (on_disk == 0) continue;
      assert_refused(choose(kind, memory, 1, kNames[i], &plan), EBW_ERR_BUDGET, "disk_bytes = 1");
      const int64_t disk = named_least();
      assert_ok(choose(kind, memory, disk, kNames[i], &plan));
      ebw_plan_destroy(plan);
      plan = NULL;
      assert_refused(choose(kind, memory, disk - 1, kNames[i], &plan), EBW_ERR_BUDGET, "disk_bytes");
    }
}

static void what_cannot_be_is_refused(void **state) {
  (void)state;
  const int32_t kind = EBW_REVERSE_STATE_ONLY;
  ebw_plan *plan = NULL;
  assert_refused(choose(kind, 600, -1, "auto", &plan), EBW_ERR_ARGUMENT, "disk_bytes = -1");
  assert_refused(choose(kind, -1, 0, "auto", &plan), EBW_ERR_ARGUMENT, "memory_bytes");
  assert_refused(choose(kind, 600, 0, "two_level", &plan), EBW_ERR_UNSUPPORTED, "disk");
  assert_refused(choose(kind, 600, 0, "best", &plan), EBW_ERR_NOT_FOUND, "segment_disk");
  assert_refused(ebw_plan_choose_places(STEPS, kind, STATE, 0, 600, 900, "segment_disk", NULL, &plan),
                 EBW_ERR_UNSUPPORTED, "tapes");
  double costs[6] = {1.0, 1.0, 1.0, 0.0, -1.0, 0.0};
  assert_refused(ebw_plan_choose_places(9, kind, 8, 8, 600, 900, NULL, costs, &plan), EBW_ERR_ARGUMENT, "W = -1");
  costs[4] = 0.0, costs[5] = 1.0 / 0.0;
  assert_refused(ebw_plan_choose_places(9, kind, 8, 8, 600, 900, NULL, costs, &plan), EBW_ERR_ARGUMENT, "R = inf");
  assert_refused(ebw_plan_choose_places(9, kind, 8, 8, 600, 900, NULL, NULL, NULL), EBW_ERR_ARGUMENT, "plan");
  costs[4] = costs[5] = 1.0;
  for (costs[0] = 1e308; costs[0] > 0.0; costs[0] = costs[0] > 1.0 ? 1e-300 : 0.0)
    assert_refused(ebw_plan_choose_places(9, kind, 8, 8, 600, 900, NULL, costs, &plan), EBW_ERR_ARGUMENT, "1e100");
  /* No kind can count these; revolve, which needs the least, says why. */
  for (int64_t tape = 0; tape < 2; ++tape) {
    assert_refused(ebw_plan_choose(INT64_C(1) << 62, kind, 1000, tape, 100, NULL, NULL, &plan), EBW_ERR_OVERFLOW,
                   "advances");
    assert_refused(ebw_plan_choose_places(INT64_C(1) << 61, kind, 1000, tape, 100, 100, "auto", NULL, &plan),
                   EBW_ERR_OVERFLOW, "advances");
  }
  /* More than 2^62 bytes: an argument's fault, not a budget's. */
  assert_refused(ebw_plan_choose(INT64_C(1) << 55, kind, 3200, 1280, 0, "store_all", NULL, &plan), EBW_ERR_ARGUMENT,
                 "steps = 36028797018963968");
  assert_refused(ebw_plan_choose(INT64_C(1) << 62, kind, 3200, 1280, 0, "store_all", NULL, &plan), EBW_ERR_ARGUMENT,
                 "steps = ");
  assert_null(plan);
  assert_ok(choose(kind, 400, 900, "two_level", &plan));
  int64_t value = -5;
  ebw_storage *storage = NULL;
  assert_refused(ebw_plan_get_number(plan, "fields", &value), EBW_ERR_NOT_FOUND, "interval");
  assert_refused(ebw_plan_get_number(plan, NULL, &value), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_plan_get_number(plan, "interval", NULL), EBW_ERR_ARGUMENT, "value");
  assert_int_equal(value, -5);
  assert_refused(ebw_plan_create_storage(plan, NULL, &storage), EBW_ERR_ARGUMENT, "directory");
  assert_refused(ebw_plan_create_storage(plan, "/no/such/place/at/all", &storage), EBW_ERR_STORAGE, "/no/such");
  assert_refused(ebw_plan_create_storage(plan, "/tmp", NULL), EBW_ERR_ARGUMENT, "storage");
  assert_null(storage);
  ebw_plan_destroy(plan);
}

static void a_disk_is_measured(void **state) {
  (void)state;
  const scratch_directory place = scratch_open();
  double save = -1.0, load = -1.0;
  assert_refused(ebw_storage_measure_disk(place.path, 0, &save, &load), EBW_ERR_ARGUMENT, "slot_bytes");
  assert_refused(ebw_storage_measure_disk(NULL, 8, &save, &load), EBW_ERR_ARGUMENT, "directory");
  assert_refused(ebw_storage_measure_disk(place.path, 8, NULL, &load), EBW_ERR_ARGUMENT, "save");
  assert_refused(ebw_storage_measure_disk(place.path, 8, &save, NULL), EBW_ERR_ARGUMENT, "load");
  assert_true(save == -1.0 && load == -1.0);
  assert_ok(ebw_storage_measure_disk(place.path, 1 << 20, &save, &load));
  assert_true(save > 0.0 && save < 60.0 && load > 0.0 && load < 60.0);
  assert_int_equal(scratch_count(&place), 0);
  scratch_close(&place);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_does_what_its_plan_says_in_both_places),
      cmocka_unit_test(alternatives_stand_side_by_side_the_cheapest_first),
      cmocka_unit_test(the_least_bytes_of_a_plan_work_and_one_less_does_not),
      cmocka_unit_test(a_refusal_names_the_place_and_the_least_that_works),
      cmocka_unit_test(what_cannot_be_is_refused),
      cmocka_unit_test(a_disk_is_measured),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
