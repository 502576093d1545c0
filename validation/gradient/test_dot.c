/* SPDX-License-Identifier: MIT */
/* Dot tests of the whole forward map: the adjoint sweep is its transpose to rounding, block by block. */
#include "wave_dot.h"

/* Every kind of face all round, and mixes; orders 2, 4, 8, 12 and once 6 and 10; anisotropic spacing. */
static const wave_case kCases[] = {
    {"2-D zero f64", EBW_F64, 2, 2, {17, 14}, {1.0, 0.8}, "z z z z", 40},
    {"2-D free f64", EBW_F64, 2, 8, {15, 14}, {1.0, 1.25}, "f f f f", 40},
    {"2-D rigid f64", EBW_F64, 2, 12, {15, 14}, {1.0, 1.0}, "r r r r", 40},
    {"2-D cpml f64", EBW_F64, 2, 8, {13, 12}, {1.0, 0.9}, "c8 c8 c8 c8", 60},
    {"2-D cpml of four thicknesses f64", EBW_F64, 2, 4, {13, 12}, {0.7, 1.2}, "c5 c9 c6 c7", 60},
    {"2-D sponge of four thicknesses f64", EBW_F64, 2, 8, {13, 12}, {1.0, 0.9}, "s5 s9 s6 s7", 60},
    {"2-D free top, cpml elsewhere f64", EBW_F64, 2, 12, {14, 13}, {1.0, 1.0}, "c6 c7 f c8", 60},
    {"2-D free top, cpml elsewhere f32", EBW_F32, 2, 8, {14, 13}, {1.0, 1.0}, "c6 c7 f c8", 60},
    {"2-D rigid and sponge f64", EBW_F64, 2, 4, {14, 13}, {1.0, 1.1}, "r s6 s5 r", 40},
    {"2-D cpml opposite sponge f64", EBW_F64, 2, 8, {14, 13}, {1.0, 1.1}, "c6 s6 s5 c7", 60},
    {"2-D cpml opposite sponge f32", EBW_F32, 2, 4, {14, 13}, {1.0, 1.1}, "s6 c6 c5 s7", 60},
    {"2-D rigid, free, zero, cpml f64", EBW_F64, 2, 6, {14, 13}, {1.1, 1.0}, "r f z c6", 40},
    {"2-D cpml, zero, rigid, sponge f32", EBW_F32, 2, 10, {14, 13}, {1.0, 1.0}, "c6 z r s6", 40},
    {"3-D cpml f64", EBW_F64, 3, 8, {7, 6, 8}, {1.0, 0.9, 1.1}, "c5 c6 c6 c5 c7 c5", 30},
    {"3-D free top, cpml elsewhere f32", EBW_F32, 3, 4, {7, 6, 8}, {1.0, 0.9, 1.1}, "c5 c6 c6 c5 f c5", 30},
    {"3-D sponge f64", EBW_F64, 3, 2, {7, 6, 8}, {1.0, 0.9, 1.1}, "s5 s6 s6 s5 s7 s5", 30},
    {"3-D rigid, free and zero f64", EBW_F64, 3, 4, {9, 8, 9}, {1.0, 0.9, 1.1}, "r f f z z r", 30},
    {"3-D a kind per face f64", EBW_F64, 3, 8, {9, 8, 9}, {1.0, 0.9, 1.1}, "c5 s6 r c6 f z", 30},
    {"3-D a kind per face f32", EBW_F32, 3, 12, {7, 6, 12}, {1.0, 0.9, 1.1}, "s5 c6 c5 z r f", 30},
    {"3-D equal spacings, cpml f64", EBW_F64, 3, 8, {7, 6, 8}, {1.1, 1.1, 1.1}, "c5 c6 c6 c5 c7 c5", 30},
    {"3-D equal spacings, a kind per face f32", EBW_F32, 3, 4, {9, 8, 9}, {1.1, 1.1, 1.1}, "c5 s6 r c6 f z", 30},
    {"3-D equal spacings, zero, order 12 f64", EBW_F64, 3, 12, {13, 6, 14}, {1.1, 1.1, 1.1}, "z z z z z z", 30},
};
enum { CASES = sizeof kCases / sizeof *kCases };

/* Grids smaller than the stencil, and axes of one node inside two layers. */
static const wave_case kThin[] = {
    {"2-D one node on x in cpml", EBW_F64, 2, 8, {1, 12}, {1.0, 1.0}, "c6 c5 c5 c6", 50},
    {"2-D one node on z in cpml", EBW_F64, 2, 12, {12, 1}, {1.0, 1.0}, "c6 c5 c5 c6", 50},
    {"2-D one node on both in sponge and cpml", EBW_F64, 2, 8, {1, 1}, {1.0, 1.0}, "s6 c5 c5 s6", 50},
    {"2-D 3 x 2 nodes in zeros, order 12", EBW_F64, 2, 12, {3, 2}, {1.0, 1.0}, "z z z z", 50},
    {"2-D as many nodes as the order between mirrors", EBW_F64, 2, 8, {8, 8}, {1.0, 1.0}, "f r r f", 50},
    {"2-D order 2, two nodes between mirrors", EBW_F64, 2, 2, {2, 3}, {1.0, 1.0}, "r f f r", 50},
    {"3-D one node on y in cpml", EBW_F64, 3, 8, {6, 1, 7}, {1.0, 1.0, 1.0}, "c5 c5 c5 c6 c6 c5", 30},
    {"3-D one node on x in zeros", EBW_F64, 3, 4, {1, 6, 7}, {1.0, 1.0, 1.0}, "z z c5 c6 f c5", 30},
    {"3-D one node on z in cpml, f32", EBW_F32, 3, 12, {5, 6, 1}, {1.0, 1.0, 1.0}, "z c5 c5 s5 c6 c5", 30},
};

static void adjoint_is_the_transpose_for_every_face_order_and_dtype(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) wave_assert_case(&kCases[i]);
}

static void adjoint_is_the_transpose_on_thin_grids(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kThin / sizeof *kThin; ++i) wave_assert_case(&kThin[i]);
}

static void every_input_block_alone_has_its_transpose_with_every_output_block_alone(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    wave_open(&w, &kCases[i], 1);
    const int blocks = w.n_fields > 2 ? WAVE_MEMORIES : WAVE_U_PREV; /* without cpml there are no memories */
    for (int in = 1; in <= blocks; in *= 2)
      for (int out = 1; out <= blocks; out *= 2) wave_assert_dot(&w, in, out);
    wave_close(&w);
  }
}

static void adjoint_is_the_transpose_with_several_threads(void **state) {
  (void)state;
  wave w;
  wave_open(&w, &kCases[CASES - 2], 1);
  assert_ok(ebw_model_set_threads(w.model, 3));
  wave_assert_dot(&w, WAVE_ALL, WAVE_ALL);
  wave_close(&w);
}

static void an_adjoint_wrong_by_1e_9_fails(void **state) {
  (void)state;
  wave w;
  wave_open(&w, &kCases[3], 1);
  assert_int_equal(wave_dot(&w, WAVE_ALL, WAVE_ALL, 1e-9).verdict, EBW_VERDICT_FAIL);
  for (int in = 1; in <= WAVE_MEMORIES; in *= 2)
    assert_int_equal(wave_dot(&w, in, WAVE_SAMPLES, 1e-9).verdict, EBW_VERDICT_FAIL);
  wave_close(&w);
}

static int show_worst(void **state) {
  (void)state;
  print_message("# largest error over bound: %.3g\n", wave_worst_dot);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adjoint_is_the_transpose_for_every_face_order_and_dtype),
      cmocka_unit_test(adjoint_is_the_transpose_on_thin_grids),
      cmocka_unit_test(every_input_block_alone_has_its_transpose_with_every_output_block_alone),
      cmocka_unit_test(adjoint_is_the_transpose_with_several_threads),
      cmocka_unit_test(an_adjoint_wrong_by_1e_9_fails),
  };
  return cmocka_run_group_tests(tests, NULL, show_worst);
}
