/* SPDX-License-Identifier: MIT */
/* The same bits of misfit, gradient, traces, wavelet gradients and states, however the gradient is computed. */
#include <stdlib.h>

#include "wave_bits.h"

/* Each with an initial state, points off nodes, and axes of different size. Grids of equal spacings have row kernels of
 * their own. */
static const wave_case kCases[] = {
    {"2-D cpml f64", EBW_F64, 2, 8, {15, 14}, {1.0, 0.9}, "c6 c5 c5 c7", 7},
    {"2-D sponge, cpml, free, rigid f32", EBW_F32, 2, 4, {17, 13}, {1.0, 0.9}, "s5 c6 f r", 7},
    {"2-D rigid, zero, free f64", EBW_F64, 2, 2, {9, 21}, {1.0, 1.2}, "r z f f", 7},
    {"3-D cpml, sponge, zero, free f32", EBW_F32, 3, 8, {7, 9, 10}, {1.0, 0.9, 1.1}, "c5 c6 s5 z f c5", 5},
    {"3-D rigid, free, cpml, zero, sponge f64", EBW_F64, 3, 4, {8, 7, 5}, {1.0, 0.9, 1.1}, "r f c5 c6 z s5", 5},
    {"2-D equal spacings, cpml, rigid f32", EBW_F32, 2, 12, {17, 19}, {1.1, 1.1}, "c6 c5 r c7", 7},
    {"3-D equal spacings, cpml, sponge, free f64", EBW_F64, 3, 8, {9, 7, 10}, {1.1, 1.1, 1.1}, "c5 z s5 c6 f c5", 5},
    {"3-D equal spacings, zero f32", EBW_F32, 3, 4, {8, 7, 37}, {1.1, 1.1, 1.1}, "z z z z z z", 5},
};
enum { CASES = sizeof kCases / sizeof *kCases };

static void open_with_states(wave *w, const wave_case *of, int n_shots) {
  wave_open(w, of, n_shots);
  for (int s = 0; s < n_shots; ++s) wave_set_random_initial(w, s, 40 + (uint64_t)s, 0.5);
}

/* Other sets against the bits of the best. A set that the machine lacks is skipped, which the log then shows. */
static void assert_bits_of_set(const char *isa) {
  for (int i = 0; i < CASES; ++i) {
    wave w;
    open_with_states(&w, &kCases[i], 1);
    wave_choose_isa(&w, NULL);
    wave_bits expected = wave_gradient_bits(&w);
    const int there = wave_choose_isa(&w, isa);
    if (there) wave_assert_everywhere(&w, &expected, isa);
    wave_choose_isa(&w, NULL);
    wave_drop(&expected);
    wave_close(&w);
    if (!there) skip();
  }
}

static void slots_and_threads_give_the_same_bits_with_the_best_set(void **state) {
  (void)state;
  assert_bits_of_set(NULL);
}

static void slots_and_threads_give_the_same_bits_with_set_generic(void **state) {
  (void)state;
  assert_bits_of_set("generic");
}

static void slots_and_threads_give_the_same_bits_with_set_v2(void **state) {
  (void)state;
  assert_bits_of_set("v2");
}

static void slots_and_threads_give_the_same_bits_with_set_v3(void **state) {
  (void)state;
  assert_bits_of_set("v3");
}

static void slots_and_threads_give_the_same_bits_with_set_v4(void **state) {
  (void)state;
  assert_bits_of_set("v4");
}

static void every_schedule_of_an_executor_gives_the_bits_of_the_one_call(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    open_with_states(&w, &kCases[i], 1);
    wave_bits expected = wave_gradient_bits(&w);
    wave_assert_schedules(&w, &expected);
    wave_drop(&expected);
    wave_close(&w);
  }
}

static void states_on_disk_give_the_same_bits(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    wave_case longer = kCases[i]; /* more tapes than the two buffers of a disk, or leaves never need one */
    longer.steps += 12;
    open_with_states(&w, &longer, 1);
    wave_bits expected = wave_gradient_bits(&w);
    wave_assert_states_on_disk(&w, &expected);
    wave_drop(&expected);
    wave_close(&w);
  }
}

static void used_handles_give_the_bits_of_fresh_ones_at_every_model(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave used;
    open_with_states(&used, &kCases[i], 1);
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const uint64_t model = seed <= 3 ? seed : 5 - seed; /* two of them come again */
      wave fresh;
      open_with_states(&fresh, &kCases[i], 1);
      wave_set_random_velocity(&fresh, model);
      wave_bits expected = wave_gradient_bits(&fresh);
      wave_set_random_velocity(&used, model);
      double misfit;
      assert_ok(ebw_misfit(used.model, used.shot, 1, &misfit)); /* as a line search does in between */
      wave_assert_slots(&used, &expected, "used handles, slots");
      wave_drop(&expected);
      wave_close(&fresh);
    }
    wave_close(&used);
  }
}

static int32_t do_not_stop(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done, (void)total, (void)recomputed, (void)user;
  return 0;
}

static void pieces_between_calls_of_progress_change_no_bits(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    open_with_states(&w, &kCases[i], 1);
    wave_bits expected = wave_gradient_bits(&w);
    for (int64_t every = 1; every <= 3; ++every) {
      assert_ok(ebw_model_set_progress(w.model, do_not_stop, every, NULL, NULL));
      wave_assert_slots(&w, &expected, "pieces, slots");
    }
    wave_drop(&expected);
    wave_close(&w);
  }
}

/* The same residual by ebw_adjoint, with and without a model gradient, is the same sweep. */
static void adjoint_of_the_residual_has_the_bits_of_the_gradient(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    open_with_states(&w, &kCases[i], 1);
    void *gradient = calloc((size_t)w.nodes, wave_size(&w));
    const size_t row = (size_t)w.samples, all = WAVE_RECEIVERS * row;
    double *traces = malloc(all * sizeof *traces), misfit;
    assert_ok(
        ebw_shot_set_observed(w.shot[0], memset(traces, 0, all * sizeof *traces), WAVE_RECEIVERS, w.samples, NULL));
    double ones[WAVE_RECEIVERS];
    for (int r = 0; r < WAVE_RECEIVERS; ++r) ones[r] = 1.0;
    assert_ok(ebw_shot_set_weights(w.shot[0], ones, WAVE_RECEIVERS)); /* now the residual is the trace */
    assert_ok(ebw_gradient(w.model, w.shot, 1, 0, &misfit, gradient, NULL));
    wave_bits expected = wave_collect(&w, 0.0, gradient);
    wave_bits without = wave_collect(&w, 0.0, NULL);
    assert_ok(ebw_shot_get_traces(w.shot[0], traces, WAVE_RECEIVERS, w.samples, NULL));
    assert_ok(ebw_shot_set_adjoint_sources(w.shot[0], traces, WAVE_RECEIVERS, w.samples, NULL));
    assert_ok(ebw_adjoint(w.model, w.shot, 1, 0, gradient, NULL));
    wave_bits with_gradient = wave_collect(&w, 0.0, gradient);
    assert_true(wave_same_bits(&expected, &with_gradient));
    assert_ok(ebw_adjoint(w.model, w.shot, 1, 0, NULL, NULL));
    wave_bits no_gradient = wave_collect(&w, 0.0, NULL);
    assert_true(wave_same_bits(&without, &no_gradient));
    wave_drop(&expected);
    wave_drop(&without);
    wave_drop(&with_gradient);
    wave_drop(&no_gradient);
    free(gradient);
    free(traces);
    wave_close(&w);
  }
}

/* ---- Several shots ----------------------------------------------------------------------------------------------- */

/* Speeds, time step and so the factor from dJ/dc to dJ/dv are powers of two: scaling commutes with the sum. */
static void set_powers_of_two(wave *w, void *velocity) {
  uint64_t seed = 9;
  for (int64_t i = 0; i < w->nodes; ++i) wave_put(w, velocity, i, wave_random(&seed) > 0.0 ? 1024.0 : 2048.0);
  wave_set_field(w, "velocity", velocity);
  int exponent;
  frexp(w->dt, &exponent);
  assert_ok(ebw_model_set_time(w->model, ldexp(0.5, exponent), w->of.steps));
}

/* array[begin] += the tree over shots begin .. end - 1, split at the largest power of two below their number. */
static void add_tree(const wave *w, void *const *gradients, double *misfits, int begin, int end) {
  if (end - begin < 2) return;
  int half = 1;
  while (2 * half < end - begin) half *= 2;
  add_tree(w, gradients, misfits, begin, begin + half);
  add_tree(w, gradients, misfits, begin + half, end);
  for (int64_t i = 0; i < w->nodes; ++i)
    wave_put(w, gradients[begin], i, wave_get(w, gradients[begin], i) + wave_get(w, gradients[begin + half], i));
  misfits[begin] += misfits[begin + half];
}

static void shots_add_up_by_the_binary_tree_of_their_gradients(void **state) {
  (void)state;
  for (int i = 0; i < CASES; ++i) {
    wave w;
    wave_open(&w, &kCases[i], WAVE_MAX_SHOTS);
    void *gradients[WAVE_MAX_SHOTS];
    double misfits[WAVE_MAX_SHOTS];
    for (int s = 0; s < w.n_shots; ++s) gradients[s] = calloc((size_t)w.nodes, wave_size(&w));
    set_powers_of_two(&w, gradients[0]);
    for (int n = 1; n <= w.n_shots; ++n) {
      for (int s = 0; s < n; ++s) assert_ok(ebw_gradient(w.model, &w.shot[s], 1, 0, &misfits[s], gradients[s], NULL));
      wave all = w;
      all.n_shots = n;
      add_tree(&w, gradients, misfits, 0, n);
      wave_bits expected = wave_collect(&all, misfits[0], gradients[0]);
      wave_assert_slots(&all, &expected, "shots together, slots");
      wave_drop(&expected);
    }
    for (int s = 0; s < w.n_shots; ++s) free(gradients[s]);
    wave_close(&w);
  }
}

/* ---- States ------------------------------------------------------------------------------------------------------ */

/* Bytes of a state that belong to no node. */
static void assert_padding_is_zero(const wave *w, const unsigned char *state) {
  unsigned char *copy = malloc((size_t)w->state_bytes), *packed = calloc((size_t)w->state_nodes, wave_size(w));
  memcpy(copy, state, (size_t)w->state_bytes);
  wave_pack_state(w, state, packed);
  wave_unpack_state(w, packed, copy, 0.0);
  assert_memory_equal(copy, state, (size_t)w->state_bytes);
  free(copy);
  free(packed);
}

static void padding_of_a_state_is_written_as_zero_and_read_by_nobody(void **state) {
  (void)state;
  static const double kPadding[] = {1.0, -3e38, NAN};
  for (int i = 0; i < CASES; ++i) {
    wave w;
    open_with_states(&w, &kCases[i], 1);
    void *packed = calloc((size_t)w.state_nodes, wave_size(&w)), *given = malloc((size_t)w.state_bytes);
    wave_bits expected = {NULL, 0};
    for (int p = -1; p < 3; ++p) {
      uint64_t seed = 6;
      for (int64_t n = 0; n < w.state_nodes; ++n) wave_put(&w, packed, n, wave_random(&seed));
      wave_unpack_state(&w, packed, given, p < 0 ? 0.0 : kPadding[p]);
      assert_ok(ebw_shot_set_initial_state(w.shot[0], given, w.state_bytes));
      assert_ok(ebw_shot_set_final_cotangent(w.shot[0], given, w.state_bytes));
      if (p < 0) expected = wave_gradient_bits(&w);
      wave_assert_slots(&w, &expected, p == 2 ? "padding NaN, slots" : p == 1 ? "padding -3e38, slots" : "slots");
      assert_ok(ebw_shot_get_final_state(w.shot[0], given, w.state_bytes));
      assert_padding_is_zero(&w, given);
      assert_ok(ebw_shot_get_initial_cotangent(w.shot[0], given, w.state_bytes));
      assert_padding_is_zero(&w, given);
    }
    wave_drop(&expected);
    free(packed);
    free(given);
    wave_close(&w);
  }
}

static void one_flipped_bit_is_seen(void **state) {
  (void)state;
  wave w;
  open_with_states(&w, &kCases[0], 1);
  wave_bits a = wave_gradient_bits(&w), b = wave_gradient_bits(&w);
  assert_true(wave_same_bits(&a, &b));
  for (size_t at = 0; at < b.size; at += 97) {
    b.bytes[at] ^= 1;
    assert_false(wave_same_bits(&a, &b));
    b.bytes[at] ^= 1;
  }
  wave_set_random_initial(&w, 0, 40, nextafter(0.5, 1.0)); /* and the last bit of the input */
  wave_drop(&b);
  b = wave_gradient_bits(&w);
  assert_false(wave_same_bits(&a, &b));
  wave_drop(&a);
  wave_drop(&b);
  wave_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slots_and_threads_give_the_same_bits_with_the_best_set),
      cmocka_unit_test(slots_and_threads_give_the_same_bits_with_set_generic),
      cmocka_unit_test(slots_and_threads_give_the_same_bits_with_set_v2),
      cmocka_unit_test(slots_and_threads_give_the_same_bits_with_set_v3),
      cmocka_unit_test(slots_and_threads_give_the_same_bits_with_set_v4),
      cmocka_unit_test(every_schedule_of_an_executor_gives_the_bits_of_the_one_call),
      cmocka_unit_test(states_on_disk_give_the_same_bits),
      cmocka_unit_test(used_handles_give_the_bits_of_fresh_ones_at_every_model),
      cmocka_unit_test(pieces_between_calls_of_progress_change_no_bits),
      cmocka_unit_test(adjoint_of_the_residual_has_the_bits_of_the_gradient),
      cmocka_unit_test(shots_add_up_by_the_binary_tree_of_their_gradients),
      cmocka_unit_test(padding_of_a_state_is_written_as_zero_and_read_by_nobody),
      cmocka_unit_test(one_flipped_bit_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
