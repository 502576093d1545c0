/* SPDX-License-Identifier: MIT */
/* The time tiles of a model or propagator as a text: kept, used, and refused where they are another's. */
#include "small_wave.h"

/* Of the small survey: 24 x 20 nodes, 5 layer cells left, right and below. */
static void small_tuning(const ebw_model *model, int threads, const char *tiles, char *out, size_t size) {
  const char *description = NULL, *isa;
  char name[32];
  assert_ok(ebw_model_get_description(model, &description));
  isa = strstr(description, "order 8, ") + strlen("order 8, ");
  snprintf(name, sizeof name, "%.*s", (int)(strstr(isa, " kernels") - isa), isa);
  snprintf(out, size, "tiles=1 nodes=34x1x25 dtype=f32 order=8 faces=cpml:5,cpml:5,free,sponge:5 threads=%d isa=%s %s",
           threads, name, tiles);
}
#define TILES "advance=2,1,4 taped=3,1,8 reverse=plain imaging=2,1,4"

static int64_t plain_bytes(void) {
  small_result result;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 81.0);
  small_run(model, shot, &result);
  const int64_t bytes = small_count(model, "planned_bytes");
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
  return bytes;
}

static void a_model_gives_back_what_it_was_given_and_keeps_its_bits(void **state) {
  (void)state;
  small_result expected, found;
  small_reference(0, 81.0, &expected);
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 81.0);
  const char *text = NULL;
  char tuning[512];
  assert_refused(ebw_model_get_tuning(model, &text), EBW_ERR_STATE, "20 s");
  small_tuning(model, 1, TILES, tuning, sizeof tuning);
  assert_ok(ebw_model_set_tuning(model, tuning));
  assert_ok(ebw_model_get_tuning(model, &text));
  assert_string_equal(text, tuning);
  const int64_t plain = plain_bytes();
  small_run(model, shot, &found);
  assert_same_result(&found, &expected);
  /* Points of fused steps are staged: the tiles were used, and planned. */
  assert_true(small_count(model, "planned_bytes") > plain);
  assert_int_equal(small_count(model, "planned_bytes"), small_count(model, "peak_bytes"));
  /* Kept when memory goes, forgotten on wish. */
  assert_ok(ebw_model_release_memory(model));
  assert_ok(ebw_model_get_tuning(model, &text));
  assert_string_equal(text, tuning);
  assert_ok(ebw_model_set_tuning(model, NULL));
  assert_refused(ebw_model_get_tuning(model, &text), EBW_ERR_STATE, "tiles");
  small_run(model, shot, &found);
  assert_int_equal(small_count(model, "planned_bytes"), plain);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

static void what_was_found_for_something_else_is_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  char tuning[512], other[512];
  const char *text = NULL;
  small_tuning(model, 1, TILES, tuning, sizeof tuning);
  static const char *const kOthers[][3] = {{"nodes=34x1x25", "nodes=34x1x26", "nodes"},
                                           {"dtype=f32", "dtype=f64", "dtype"},
                                           {"order=8", "order=6", "order"},
                                           {"free,sponge:5", "zero,sponge:5", "faces"},
                                           {"threads=1", "threads=2", "threads"},
                                           {"isa=", "isa=w", "isa"}};
  for (size_t n = 0; n < sizeof kOthers / sizeof *kOthers; ++n) {
    const char *at = strstr(tuning, kOthers[n][0]);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(at - tuning), tuning, kOthers[n][1], at + strlen(kOthers[n][0]));
    assert_refused(ebw_model_set_tuning(model, other), EBW_ERR_ARGUMENT, kOthers[n][2]);
  }
  static const char *const kBroken[] = {"x", "tiles=1", "advance=4,64,4"};
  for (size_t n = 0; n < 3; ++n) assert_refused(ebw_model_set_tuning(model, kBroken[n]), EBW_ERR_ARGUMENT, "no tuning");
  static const char *const kTiles[] = {
      "advance=0,1,4 taped=plain reverse=plain imaging=plain", "advance=17,1,4 taped=plain reverse=plain imaging=plain",
      "advance=2,1,4 taped=plain reverse=plain imaging=", "advance=2,1,4 taped=plain imaging=plain reverse=plain",
      "advance=2,1,4 taped=plain reverse=plain imaging=plain more=1"};
  for (size_t n = 0; n < sizeof kTiles / sizeof *kTiles; ++n) {
    small_tuning(model, 1, kTiles[n], other, sizeof other);
    assert_refused(ebw_model_set_tuning(model, other), EBW_ERR_ARGUMENT, "no tuning");
  }
  /* Nothing was taken; what fits is forgotten when a setting makes it another's. */
  assert_refused(ebw_model_get_tuning(model, &text), EBW_ERR_STATE, "tiles");
  assert_ok(ebw_model_set_tuning(model, tuning));
  assert_ok(ebw_model_set_order(model, 6));
  assert_refused(ebw_model_get_tuning(model, &text), EBW_ERR_STATE, "tiles");
  ebw_model_destroy(model);
}

static void propagators_take_it_too(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 81.0);
  ebw_propagator *acoustic = NULL, *user = NULL;
  const char *text = NULL;
  char tuning[512];
  small_tuning(model, 1, TILES, tuning, sizeof tuning);
  assert_ok(ebw_propagator_create_acoustic(model, shot, &acoustic));
  assert_refused(ebw_propagator_get_tuning(acoustic, &text), EBW_ERR_STATE, "tiles");
  assert_refused(ebw_propagator_set_tuning(acoustic, "tiles=2"), EBW_ERR_ARGUMENT, "tuning");
  assert_ok(ebw_propagator_set_tuning(acoustic, tuning));
  assert_ok(ebw_propagator_get_tuning(acoustic, &text));
  assert_string_equal(text, tuning);
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  assert_ok(ebw_schedule_create_revolve(STEPS, 4, EBW_REVERSE_STATE_ONLY, &schedule));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, acoustic, &executor));
  assert_ok(ebw_executor_run(executor));
  float gradient[CELLS_ALL];
  small_result expected;
  small_reference(0, 81.0, &expected);
  assert_ok(ebw_propagator_get_gradient(acoustic, NULL, gradient, NULL));
  assert_memory_equal(gradient, expected.gradient, sizeof gradient);
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_FUSED, 8, NULL, NULL, &user));
  assert_refused(ebw_propagator_get_tuning(user, &text), EBW_ERR_HANDLE, "acoustic");
  assert_refused(ebw_propagator_set_tuning(user, tuning), EBW_ERR_HANDLE, "acoustic");
  ebw_executor_destroy(executor);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  ebw_propagator_destroy(user);
  ebw_propagator_destroy(acoustic);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_model_gives_back_what_it_was_given_and_keeps_its_bits),
      cmocka_unit_test(what_was_found_for_something_else_is_refused),
      cmocka_unit_test(propagators_take_it_too),
  };
  return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
