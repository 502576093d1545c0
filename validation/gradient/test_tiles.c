/* SPDX-License-Identifier: MIT */
/* Time tiles give the bits of plain sweeps: EBW_TILE forces one or the other. Every phase of a gradient, every kind of
 * face, both types, tiles that end everywhere between the points. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include <stdio.h>
#include <stdlib.h>

#include "wave_bits.h"

/* Long in x: four threads that fuse k steps need 8 R k planes. Points lie all over, also on edges (wave_case.h). */
typedef struct {
  wave_case of;
  int most; /* steps that four threads can fuse */
} tile_case;
static const tile_case kCases[] = {
    {{"2-D zero f32", EBW_F32, 2, 2, {70, 11}, {1.0, 0.9}, "z z z z", 19}, 8},
    {{"2-D cpml f64", EBW_F64, 2, 4, {118, 9}, {1.0, 0.9}, "c6 c5 c5 c7", 19}, 8},
    {{"2-D sponge, rigid, free f32", EBW_F32, 2, 4, {121, 14}, {1.0, 1.2}, "r s7 f s5", 17}, 8},
    {{"3-D zero f32", EBW_F32, 3, 2, {66, 9, 7}, {1.0, 0.9, 1.1}, "z z z z z z", 17}, 8},
    {{"3-D cpml f32", EBW_F32, 3, 4, {61, 5, 6}, {1.0, 0.9, 1.1}, "c6 c5 c5 c6 c5 c5", 11}, 4},
    {{"3-D free, cpml, sponge, rigid f64", EBW_F64, 3, 4, {55, 9, 8}, {1.0, 0.9, 1.1}, "f c5 r s5 f c5", 11}, 3},
    {{"3-D rigid, free f32", EBW_F32, 3, 6, {99, 12, 9}, {1.0, 0.9, 1.1}, "f r f f r f", 9}, 4},
    {{"2-D equal spacings, zero, free f64", EBW_F64, 2, 4, {118, 21}, {1.1, 1.1}, "z z f z", 17}, 8},
    {{"3-D equal spacings, cpml, zero f32", EBW_F32, 3, 4, {63, 7, 21}, {1.1, 1.1, 1.1}, "z c5 z z c5 z", 11}, 4},
};
enum { CASES = sizeof kCases / sizeof *kCases };

static const char *const kSets[] = {NULL, "generic", "v2", "v3", "v4"};

/* Tapes at every step, states alone: all phases, in ranges of many lengths. */
static void assert_tiles(wave *w, const wave_bits *expected, const char *tile) {
  static const int64_t kSlots[] = {0, 1, 3};
  char word[48];
  const char *text = NULL;
  assert_int_equal(setenv("EBW_TILE", tile, 1), 0);
  assert_ok(ebw_model_get_description(w->model, &text));
  snprintf(word, sizeof word, ", tiles %s", tile);
  assert_non_null(strstr(text, word));
  for (int i = 0; i < 3; ++i) {
    assert_ok(ebw_model_set_slots(w->model, kSlots[i]));
    wave_bits got = wave_gradient_bits(w);
    if (!wave_same_bits(expected, &got)) fail_msg("%s, tile %s, slots %d: other bits", w->of.name, tile, i);
    wave_drop(&got);
  }
  assert_ok(ebw_model_set_slots(w->model, 0));
}

static void open_case(wave *w, const tile_case *of) {
  wave_open(w, &of->of, 1);
  wave_set_random_initial(w, 0, 40, 0.5);
}

static wave_bits plain_bits(wave *w) {
  assert_int_equal(setenv("EBW_TILE", "plain", 1), 0);
  assert_ok(ebw_model_set_threads(w->model, 1));
  return wave_gradient_bits(w);
}

/* Every length of a tile on few shapes, every shape on few lengths; a tile to each thread, and tiles that 2, 3 or 4
 * share, more than there are included. */
static void assert_case(const tile_case *of, const char *isa, int full) {
  static const int32_t kThreads[] = {1, 2, 4};
  static const int kRows[] = {3, 1, 8, 200}, kPlanes[] = {4, 1, 3, 500};
  wave w;
  open_case(&w, of);
  wave_bits expected = plain_bits(&w);
  if (wave_choose_isa(&w, isa)) {
    for (int t = 0; t < 3; ++t) {
      assert_ok(ebw_model_set_threads(w.model, kThreads[t]));
      for (int k = 1; k <= (t == 2 && !full ? of->most : 8); k += full ? 1 : 3)
        for (int shape = 0; shape < 16; shape += full ? 1 : 5) {
          char tile[32];
          snprintf(tile, sizeof tile, "%d,%d,%d", k, kRows[shape / 4], kPlanes[shape % 4]);
          assert_tiles(&w, &expected, tile);
          snprintf(tile, sizeof tile, "%d,%d,%d,%d", k, kRows[shape / 4], kPlanes[shape % 4], 2 + (k + shape) % 3);
          if (t > 0) assert_tiles(&w, &expected, tile);
        }
    }
  }
  wave_choose_isa(&w, NULL);
  unsetenv("EBW_TILE");
  wave_drop(&expected);
  wave_close(&w);
}

static int run_full;

static void tiles_have_the_bits_of_plain_sweeps(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i)
    for (int set = 0; set < (run_full ? 5 : 1); ++set) assert_case(&kCases[i], kSets[set], run_full);
}

static void a_malformed_tile_is_refused(void **state) {
  (void)state;
  static const char *const kBad[] = {"tiles",   "4",       "4,64",     "4,64,",      "0,64,4",  "4,0,4",   "4,4,0",
                                     "17,64,4", "4,64,4,", "4,64,4,0", "4,64,4,1,1", " 4,64,4", "4,64,4 ", "-4,64,4"};
  wave w;
  wave_open(&w, &kCases[0].of, 1);
  for (size_t i = 0; i < sizeof kBad / sizeof *kBad; ++i) {
    double misfit = -7.0;
    assert_int_equal(setenv("EBW_TILE", kBad[i], 1), 0);
    assert_refused(ebw_misfit(w.model, w.shot, 1, &misfit), EBW_ERR_ARGUMENT, "EBW_TILE = \"");
    assert_true(misfit == -7.0);
  }
  unsetenv("EBW_TILE");
  wave_close(&w);
}

int main(int argc, char **argv) {
  run_full = argc > 1 && strcmp(argv[1], "full") == 0;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiles_have_the_bits_of_plain_sweeps),
      cmocka_unit_test(a_malformed_tile_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
