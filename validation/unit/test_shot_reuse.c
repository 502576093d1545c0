/* SPDX-License-Identifier: MIT */
/* A model keeps work memory and tables of points from run to run; a new shot must never be served with old ones. */
#include "check.h"

#define STEPS 40
#define SHOTS 8

static ebw_model *new_model(void) {
  static const int64_t shape[2] = {24, 24};
  static const double spacing[2] = {10.0, 10.0};
  double velocity[24 * 24];
  ebw_model *model = NULL;
  for (int i = 0; i < 24 * 24; ++i) velocity[i] = 2000.0;
  assert_ok(ebw_model_create(EBW_F64, 2, shape, spacing, &model));
  assert_ok(ebw_model_set_field(model, "velocity", velocity, EBW_F64, 2, shape, NULL));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_ok(ebw_model_set_time(model, 0.002, STEPS));
  return model;
}

/* Trace at the middle of a source in column `column`; the shot lives for this call only. */
static void run_once(ebw_model *model, int column, double *trace) {
  const double source[2] = {10.0 * column, 60.0}, receiver[2] = {120.0, 120.0};
  double wavelet[STEPS + 1];
  ebw_shot *shot = NULL;
  assert_ok(ebw_ricker(25.0, 0.03, 0.002, STEPS + 1, wavelet));
  assert_ok(ebw_shot_create(model, &shot));
  assert_ok(ebw_shot_add_source(shot, source, wavelet, STEPS + 1));
  assert_ok(ebw_shot_add_receivers(shot, 1, receiver));
  assert_ok(ebw_forward(model, &shot, 1));
  assert_ok(ebw_shot_get_traces(shot, trace, 1, STEPS + 1, NULL));
  ebw_shot_destroy(shot);
}

/* Most allocators give the memory of the shot just destroyed to the next one. */
static void a_shot_in_the_memory_of_a_destroyed_one_uses_its_own_points(void **state) {
  (void)state;
  ebw_model *kept = new_model();
  for (int s = 0; s < SHOTS; ++s) {
    double with_kept[STEPS + 1], with_new[STEPS + 1];
    ebw_model *fresh = new_model();
    run_once(fresh, 4 + s, with_new);
    ebw_model_destroy(fresh);
    run_once(kept, 4 + s, with_kept);
    assert_memory_equal(with_kept, with_new, sizeof with_new);
  }
  ebw_model_destroy(kept);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_shot_in_the_memory_of_a_destroyed_one_uses_its_own_points),
  };
  return cmocka_run_group_tests_name("shot reuse", tests, NULL, NULL);
}
