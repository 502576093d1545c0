/* SPDX-License-Identifier: MIT */
/* The library within its host's process: the log, the child of a fork, numbers that a dtype cannot hold. */
#include <sys/wait.h>
#include <unistd.h>

#include "small_wave.h"

static void collect(int32_t level, const char *message, void *user) {
  assert_int_equal(level, 0);
  snprintf(user, 200, "%s", message);
}

static void the_log_names_the_schedule_and_silence_is_the_default(void **state) {
  (void)state;
  char message[200] = "";
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  small_result result;
  ebw_set_log(collect, message);
  small_run(model, shot, &result);
  ebw_set_log(NULL, NULL);
  assert_non_null(strstr(message, "store_all"));
  message[0] = '\0';
  small_run(model, shot, &result);
  assert_string_equal(message, "");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* GNU OpenMP's threads do not exist in a child: waiting for them would hang it. */
static void a_child_of_fork_runs_and_has_the_same_bits(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_model_set_threads(model, 3));
  small_result before;
  small_run(model, shot, &before);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    alarm(60);
    small_result inside;
    memset(&inside, 0, sizeof inside);
    const int32_t status = ebw_gradient(model, &shot, 1, 0, &inside.misfit, inside.gradient, NULL);
    ebw_shot_destroy(shot);
    ebw_model_destroy(model);
    _exit(status != EBW_OK || memcmp(inside.gradient, before.gradient, sizeof before.gradient) != 0);
  }
  int ended = -1;
  assert_int_equal(waitpid(child, &ended, 0), child);
  assert_true(WIFEXITED(ended));
  assert_int_equal(WEXITSTATUS(ended), 0);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* Where v^2 dt^2 or 1/h^2 is no normal number of the dtype the scheme would be another one, silently. */
static void numbers_beyond_the_dtype_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  double misfit = 7.0;
  assert_ok(ebw_model_set_time(model, 1e-24, STEPS));
  assert_refused(ebw_misfit(model, &shot, 1, &misfit), EBW_ERR_ARGUMENT, "dt = ");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);

  const double far[2] = {1e20, 1e20};
  float v[CELLS_ALL];
  small_velocity(v, 0);
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, far, &model));
  assert_ok(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, NULL));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_ok(ebw_model_set_time(model, 1e15, STEPS));
  assert_ok(ebw_shot_create(model, &shot));
  small_add_source(shot, 1e20, 1e20, 1.0);
  const double receiver[2] = {2e20, 1e20};
  assert_ok(ebw_shot_add_receivers(shot, 1, receiver));
  assert_refused(ebw_misfit(model, &shot, 1, &misfit), EBW_ERR_ARGUMENT, "spacing");
  ebw_assert_close(misfit, 7.0, 0.0);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* The limit that a refusal names is a dt that is accepted. */
static void the_named_limit_of_dt_is_accepted(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  double misfit;
  assert_ok(ebw_model_set_time(model, 1.0, STEPS));
  assert_refused(ebw_misfit(model, &shot, 1, &misfit), EBW_ERR_UNSTABLE, "dt_max = ");
  const double limit = strtod(strstr(ebw_last_error(), "dt_max = ") + strlen("dt_max = "), NULL);
  assert_ok(ebw_model_set_time(model, limit, STEPS));
  assert_ok(ebw_misfit(model, &shot, 1, &misfit));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_log_names_the_schedule_and_silence_is_the_default),
      cmocka_unit_test(a_child_of_fork_runs_and_has_the_same_bits),
      cmocka_unit_test(numbers_beyond_the_dtype_are_refused),
      cmocka_unit_test(the_named_limit_of_dt_is_accepted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
