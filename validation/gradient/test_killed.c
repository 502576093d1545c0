/* SPDX-License-Identifier: MIT */
/* Acoustic gradients of several shots, killed by SIGKILL at random moments and resumed: the bits of all results are
 * those of a call that nobody stopped. Argument: number of kills for each case, 20 unless given. */
#define _DEFAULT_SOURCE /* mkdtemp, fork and mmap beside C11 */
#include "killed.h"
#include "wave_case.h"

static const wave_case kCpml = {"cpml", EBW_F32, 2, 4, {23, 19}, {1.0, 1.1}, "c6 c5 f c7", 40};
static const wave_case kMixed = {"mixed", EBW_F64, 2, 8, {21, 18}, {1.0, 0.9}, "s5 c6 z r", 30};

static const wave_case *of;
static int64_t slots, memory;     /* memory: bytes, or 0 */
static const char *schedule_name; /* NULL: by slots */
static int n_shots, kills;

static int32_t maybe_killed(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done;
  (void)total;
  (void)recomputed;
  (void)user;
  killed_here();
  return 0;
}

/* A budget well between what the schedule takes with all its room and the least of all: so it has something to choose,
 * and states that go to the disk, when it keeps them there. */
static int64_t memory_between(const wave *w) {
  static const double kFreeCopies[] = {1.0, 1.0, 1.0, 0.0};
  int64_t least = 0, most = 0, on_disk = 0;
  const int has_disk = strcmp(schedule_name, "two_level") == 0 || strcmp(schedule_name, "segment_disk") == 0;
  assert_ok(ebw_model_set_costs(w->model, kFreeCopies));
  ebw_plan *plan = NULL;
  assert_ok(ebw_gradient_plan(w->model, w->shot, w->n_shots, 0, &plan));
  assert_ok(ebw_plan_get_total_bytes(plan, &most));
  assert_ok(ebw_plan_get_least_bytes(plan, &least));
  ebw_plan_destroy(plan);
  const int64_t between = least + (most - least) / 4;
  assert_ok(ebw_gradient_plan(w->model, w->shot, w->n_shots, between, &plan));
  assert_ok(ebw_plan_get_disk_slots(plan, &on_disk));
  ebw_plan_destroy(plan);
  assert_int_equal(on_disk > 0, has_disk);
  return between;
}

static size_t work(const char *directory, int resume, unsigned char *result) {
  wave w;
  wave_open(&w, of, n_shots);
  wave_set_random_initial(&w, 0, 5, 1e-3);
  assert_ok(ebw_model_set_slots(w.model, slots));
  assert_ok(ebw_model_set_schedule(w.model, schedule_name));
  assert_ok(ebw_model_set_directory(w.model, directory, 0));
  assert_ok(ebw_model_set_generation_seconds(w.model, 0.0));
  assert_ok(ebw_model_set_resume(w.model, resume));
  assert_ok(ebw_model_set_progress(w.model, maybe_killed, 1, NULL, NULL));
  if (memory < 0) memory = memory_between(&w);
  wave_bits bits = wave_gradient_bits_within(&w, memory);
  const size_t size = bits.size;
  if (size <= KILLED_RESULT) memcpy(result, bits.bytes, size);
  wave_drop(&bits);
  wave_close(&w);
  return size <= KILLED_RESULT ? size : 0;
}

/* The same by the caller's own executor over the acoustic propagator. */
static size_t work_of_executor(const char *directory, int resume, unsigned char *result) {
  wave w;
  double misfit = 0.0;
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_propagator *propagator = NULL;
  ebw_executor *executor = NULL;
  wave_open(&w, of, 1);
  assert_ok(ebw_schedule_create_revolve(of->steps, slots, EBW_REVERSE_STATE_ONLY, &schedule));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_propagator_create_acoustic(w.model, w.shot[0], &propagator));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  assert_ok(ebw_executor_set_directory(executor, directory, 0));
  assert_ok(ebw_executor_set_generation_seconds(executor, 0.0));
  assert_ok(ebw_executor_set_progress(executor, maybe_killed, 1, NULL, NULL));
  assert_ok(resume ? ebw_executor_resume(executor) : ebw_executor_run(executor));
  void *gradient = calloc((size_t)w.nodes, wave_size(&w));
  assert_ok(ebw_propagator_get_gradient(propagator, &misfit, gradient, NULL));
  wave_bits bits = wave_collect(&w, misfit, gradient);
  const size_t size = bits.size;
  if (size <= KILLED_RESULT) memcpy(result, bits.bytes, size);
  free(gradient);
  wave_drop(&bits);
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  wave_close(&w);
  return size <= KILLED_RESULT ? size : 0;
}

static void an_executor_over_one_shot(void **state) {
  (void)state;
  of = &kCpml;
  slots = 3;
  killed_trials(work_of_executor, kills, 13);
}

static void revolve_over_three_shots(void **state) {
  (void)state;
  of = &kCpml;
  slots = 4;
  n_shots = 3;
  killed_trials(work, kills, 11);
}

static void tapes_of_all_steps(void **state) {
  (void)state;
  of = &kMixed;
  slots = 0;
  n_shots = 2;
  killed_trials(work, kills, 12);
}

static void with_schedule(const char *name, uint64_t seed) {
  of = &kCpml;
  slots = 0;
  n_shots = 2;
  memory = -1;
  schedule_name = name;
  killed_trials(work, kills, seed);
  schedule_name = NULL;
  memory = 0;
}

static void two_level_on_memory_and_disk(void **state) {
  (void)state;
  with_schedule("two_level", 14);
}

static void segment(void **state) {
  (void)state;
  with_schedule("segment", 15);
}

static void mixed(void **state) {
  (void)state;
  with_schedule("mixed", 16);
}

static void segment_with_states_on_disk(void **state) {
  (void)state;
  with_schedule("segment_disk", 17);
}

int main(int argc, char **argv) {
  kills = killed_count(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_executor_over_one_shot),
      cmocka_unit_test(revolve_over_three_shots),
      cmocka_unit_test(tapes_of_all_steps),
      cmocka_unit_test(two_level_on_memory_and_disk),
      cmocka_unit_test(segment),
      cmocka_unit_test(mixed),
      cmocka_unit_test(segment_with_states_on_disk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
