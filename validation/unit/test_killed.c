/* SPDX-License-Identifier: MIT */
/* A loop of the user's own, killed by SIGKILL at random moments and resumed: same bits. Argument: number of kills for
 * each case, 20 unless given. */
#define _DEFAULT_SOURCE /* mkdtemp, fork and mmap beside C11 */
#include "check.h"
#include "killed.h"
#include "lorenz_resumed.h"

static int32_t kind;
static int64_t slots;
static int kills;

static int32_t maybe_killed(lorenz *self) {
  (void)self;
  killed_here();
  return 0;
}

static size_t work(const char *directory, int resume, unsigned char *result) {
  lorenz loop;
  lorenz_init(&loop, 60, kind);
  loop.inside = maybe_killed;
  ebw_executor *executor = lorenz_resumable(&loop, slots, directory, 0);
  const int32_t status = resume ? ebw_executor_resume(executor) : ebw_executor_run(executor);
  int64_t on_disk = 0;
  ebw_executor_get_stat(executor, "disk_saves", &on_disk);
  if (status != EBW_OK) fprintf(stderr, "%s\n", ebw_last_error());
  ebw_executor_destroy(executor);
  ebw_schedule_destroy(loop.open);
  if (status != EBW_OK) return 0;
  if (slots > LORENZ_TWO_LEVEL && slots < LORENZ_ONLINE && on_disk == 0) return 0; /* the case is not what it says */
  const lorenz_bits bits = lorenz_bits_of(&loop);
  memcpy(result, &bits, sizeof bits);
  return sizeof bits;
}

static void fused_revolve(void **state) {
  (void)state;
  kind = EBW_REVERSE_FUSED;
  slots = 4;
  killed_trials(work, kills, 1);
}

static void state_only_revolve(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = 5;
  killed_trials(work, kills, 2);
}

static void tapes_of_all_steps(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = 0;
  killed_trials(work, kills, 3);
}

static void leaves_with_tapes(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = -7;
  killed_trials(work, kills, 4);
}

static void states_and_tapes_in_one_room(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = LORENZ_MIXED + 20;
  killed_trials(work, kills, 5);
}

static void two_level_on_memory_and_disk(void **state) {
  (void)state;
  kind = EBW_REVERSE_FUSED;
  slots = LORENZ_TWO_LEVEL + 2;
  killed_trials(work, kills, 6);
}

static void states_on_disk_as_pays(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = LORENZ_DISK + 2;
  killed_trials(work, kills, 7);
}

static void a_state_on_disk_each_period(void **state) {
  (void)state;
  kind = EBW_REVERSE_FUSED;
  slots = LORENZ_PERIODIC + 2;
  killed_trials(work, kills, 8);
}

static void a_disk_in_the_background(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = LORENZ_ASYNC + 2;
  killed_trials(work, kills, 9);
}

/* The end that was seen before the kill is not seen again. */
static void a_loop_of_unknown_length(void **state) {
  (void)state;
  kind = EBW_REVERSE_STATE_ONLY;
  slots = LORENZ_ONLINE + 4;
  killed_trials(work, kills, 10);
}

int main(int argc, char **argv) {
  kills = killed_count(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fused_revolve),
      cmocka_unit_test(state_only_revolve),
      cmocka_unit_test(tapes_of_all_steps),
      cmocka_unit_test(leaves_with_tapes),
      cmocka_unit_test(states_and_tapes_in_one_room),
      cmocka_unit_test(two_level_on_memory_and_disk),
      cmocka_unit_test(states_on_disk_as_pays),
      cmocka_unit_test(a_state_on_disk_each_period),
      cmocka_unit_test(a_disk_in_the_background),
      cmocka_unit_test(a_loop_of_unknown_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
