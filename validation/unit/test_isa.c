/* SPDX-License-Identifier: MIT */
/* EBW_ISA names an instruction set that does not exist: the environment of this process is set by the build. */
#include "small_wave.h"

static void an_unknown_instruction_set_is_refused_by_every_run(void **state) {
  (void)state;
#if defined(__x86_64__)
  const char *word = "EBW_ISA = \"v9\", need generic";
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  ebw_plan *plan = NULL;
  ebw_propagator *propagator = NULL;
  const char *words = NULL;
  float gradient[CELLS_ALL];
  double misfit = -7.0;
  assert_string_equal(getenv("EBW_ISA"), "v9");
  assert_refused(ebw_gradient(model, &shot, 1, 0, &misfit, gradient, NULL), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_adjoint(model, &shot, 1, 0, gradient, NULL), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_forward(model, &shot, 1), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_misfit(model, &shot, 1, &misfit), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_gradient_plan(model, &shot, 1, 0, &plan), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_model_get_description(model, &words), EBW_ERR_ARGUMENT, word);
  assert_refused(ebw_propagator_create_acoustic(model, shot, &propagator), EBW_ERR_ARGUMENT, word);
  assert_true(misfit == -7.0 && !plan && !words && !propagator);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
#else
  skip();
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(an_unknown_instruction_set_is_refused_by_every_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
