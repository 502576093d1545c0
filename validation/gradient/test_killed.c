/* SPDX-License-Identifier: MIT */
/* Acoustic gradients of several shots, killed by SIGKILL at random moments and resumed: the bits of all results are
 * those of a call that nobody stopped. Argument: number of kills for each case, 20 unless given. */
#define _DEFAULT_SOURCE /* mkdtemp, fork and mmap beside C11 */
#include "killed.h"
#include "wave_case.h"

static const wave_case kCpml = {"cpml", EBW_F32, 2, 4, {23, 19}, {1.0, 1.1}, "c6 c5 f c7", 40};
static const wave_case kMixed = {"mixed", EBW_F64, 2, 8, {21, 18}, {1.0, 0.9}, "s5 c6 z r", 30};

static const wave_case *of;
static int64_t slots;
static int n_shots, kills;

static int32_t maybe_killed(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done;
  (void)total;
  (void)recomputed;
  (void)user;
  killed_here();
  return 0;
}

static size_t work(const char *directory, int resume, unsigned char *result) {
  wave w;
  wave_open(&w, of, n_shots);
  wave_set_random_initial(&w, 0, 5, 1e-3);
  assert_ok(ebw_model_set_slots(w.model, slots));
  assert_ok(ebw_model_set_directory(w.model, directory, 0));
  assert_ok(ebw_model_set_generation_seconds(w.model, 0.0));
  assert_ok(ebw_model_set_resume(w.model, resume));
  assert_ok(ebw_model_set_progress(w.model, maybe_killed, 1, NULL, NULL));
  wave_bits bits = wave_gradient_bits(&w);
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

int main(int argc, char **argv) {
  kills = killed_count(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_executor_over_one_shot),
      cmocka_unit_test(revolve_over_three_shots),
      cmocka_unit_test(tapes_of_all_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
