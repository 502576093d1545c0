/* SPDX-License-Identifier: MIT */
/* Taylor tests: the gradient is that of the misfit, by model, wavelets and initial states, to 1e-8 and better. */
#include "wave_taylor.h"

/* Every case has a source 0.3 spacings from its low faces, next to the layers there. */
static const wave_case kCpml = {"2-D cpml", EBW_F64, 2, 8, {18, 15}, {1.0, 0.9}, "c7 c6 c6 c8", 60};
static const wave_case kMixed = {"2-D a kind per face", EBW_F64, 2, 4, {18, 15}, {1.0, 0.9}, "s6 c6 f r", 60};
static const wave_case kThreeD = {
    "3-D free top, cpml and sponge elsewhere", EBW_F64, 3, 8, {8, 7, 9}, {1.0, 0.9, 1.1}, "c5 c6 s5 c5 f c6", 30};
static const wave_case kSingle = {"2-D cpml f32", EBW_F32, 2, 8, {18, 15}, {1.0, 0.9}, "c7 c6 f c8", 60};
static const wave_taylor_options kPlain = {0, 0, 0.0, 0};

/* With an initial state, memories of the layers included: it has terms of its own in the gradient. In f32 from rest: a
 * random state fills the grid with the shortest waves, whose rounding hides the last digits that are to be seen. */
static void assert_blocks(const wave_case *of, int n_shots, wave_taylor_options options) {
  wave w;
  wave_open(&w, of, n_shots);
  for (int s = 0; s < n_shots && of->dtype == EBW_F64; ++s) wave_set_random_initial(&w, s, 20 + (uint64_t)s, 0.5);
  for (int block = 0; block < WAVE_BLOCKS; ++block) wave_assert_taylor(&w, block, options);
  wave_close(&w);
}

static void gradient_passes_exactly_with_cpml_in_every_block(void **state) {
  (void)state;
  assert_blocks(&kCpml, 1, kPlain);
}

static void gradient_passes_exactly_with_a_kind_per_face_in_every_block(void **state) {
  (void)state;
  assert_blocks(&kMixed, 1, kPlain);
}

static void gradient_passes_exactly_in_3d_in_every_block(void **state) {
  (void)state;
  assert_blocks(&kThreeD, 1, kPlain);
}

static void gradient_passes_exactly_through_a_schedule_with_3_slots(void **state) {
  (void)state;
  const wave_taylor_options slots = {3, 0, 0.0, 0};
  assert_blocks(&kCpml, 1, slots);
  assert_blocks(&kMixed, 1, slots);
}

static void gradient_of_several_shots_passes_exactly(void **state) {
  (void)state;
  assert_blocks(&kMixed, 3, kPlain);
}

static void gradient_passes_in_single_precision(void **state) {
  (void)state;
  assert_blocks(&kSingle, 2, kPlain);
}

/* Model values are repeated into the layers, so that an edge cell stands for all cells behind it. */
static void gradient_in_edge_cells_holds_what_the_layers_add(void **state) {
  (void)state;
  const wave_taylor_options edges = {0, 1, 0.0, 0};
  const wave_case *cases[] = {&kCpml, &kMixed, &kThreeD};
  for (int i = 0; i < 3; ++i) {
    wave w;
    wave_open(&w, cases[i], 1);
    wave_set_random_initial(&w, 0, 20, 0.5);
    wave_assert_taylor(&w, WAVE_BY_VELOCITY, edges);
    wave_assert_taylor(&w, WAVE_BY_SLOWNESS_SQUARED, edges);
    wave_close(&w);
  }
}

/* Not quadratic in the traces: sum over r^2 / 2 + r^4 / 4, r = trace - 0.2 sin(sample + receiver + shot). */
static int32_t quartic(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces, double *misfit,
                       double *residual, void *user) {
  double sum = 0.0;
  (void)user;
  for (int64_t i = 0; i < n_receivers; ++i)
    for (int64_t k = 0; k < n_samples; ++k) {
      const double r = traces[i * n_samples + k] - 0.2 * sin((double)(k + i + shot));
      sum += 0.5 * r * r + 0.25 * r * r * r * r;
      if (residual) residual[i * n_samples + k] = r + r * r * r;
    }
  *misfit = sum;
  return 0;
}

static void gradient_of_a_users_misfit_from_rest_passes_exactly(void **state) {
  (void)state;
  wave w;
  wave_open(&w, &kCpml, 2);
  assert_ok(ebw_model_set_misfit(w.model, quartic, NULL, NULL));
  for (int block = 0; block < WAVE_BLOCKS; ++block) wave_assert_taylor(&w, block, kPlain);
  wave_close(&w);
}

static void one_element_wrong_by_1e_6_of_the_gradient_fails(void **state) {
  (void)state;
  const wave_taylor_options spoilt = {0, 0, 1e-6, 0};
  wave w;
  wave_open(&w, &kCpml, 1);
  for (int block = 0; block < WAVE_BLOCKS; ++block)
    assert_int_equal(wave_taylor(&w, block, spoilt).verdict, EBW_VERDICT_FAIL);
  wave_close(&w);
}

static void gradient_of_another_point_fails(void **state) {
  (void)state;
  const wave_taylor_options stale = {3, 0, 0.0, 1};
  wave w;
  wave_open(&w, &kCpml, 1);
  for (int block = 0; block < WAVE_BLOCKS; ++block)
    assert_int_equal(wave_taylor(&w, block, stale).verdict, EBW_VERDICT_FAIL);
  wave_close(&w);
}

static int show_worst(void **state) {
  (void)state;
  print_message("# f64: largest error %.3g, largest resolution %.3g, of 1e-8\n", wave_worst_error,
                wave_worst_resolution);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gradient_passes_exactly_with_cpml_in_every_block),
      cmocka_unit_test(gradient_passes_exactly_with_a_kind_per_face_in_every_block),
      cmocka_unit_test(gradient_passes_exactly_in_3d_in_every_block),
      cmocka_unit_test(gradient_passes_exactly_through_a_schedule_with_3_slots),
      cmocka_unit_test(gradient_of_several_shots_passes_exactly),
      cmocka_unit_test(gradient_passes_in_single_precision),
      cmocka_unit_test(gradient_in_edge_cells_holds_what_the_layers_add),
      cmocka_unit_test(gradient_of_a_users_misfit_from_rest_passes_exactly),
      cmocka_unit_test(one_element_wrong_by_1e_6_of_the_gradient_fails),
      cmocka_unit_test(gradient_of_another_point_fails),
  };
  return cmocka_run_group_tests(tests, NULL, show_worst);
}
