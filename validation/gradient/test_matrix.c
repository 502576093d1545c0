/* SPDX-License-Identifier: MIT */
/* The claims of the quick tests over every combination of faces, orders and precisions. */
#include <stdio.h>

#include "wave_bits.h"
#include "wave_dot.h"
#include "wave_taylor.h"

static const char *const kKinds[] = {"c5", "s6", "f", "r", "z"};
enum { KINDS = 5, ORDERS = 6 };
static const int32_t kDtypes[] = {EBW_F64, EBW_F32};

/* A case with names of faces[2 * ndim]; grids hold as many nodes as the highest order. */
typedef struct {
  wave_case of;
  char faces[32], name[80];
} made_case;

static const wave_case *make(made_case *m, int32_t ndim, const int *kinds, int32_t order, int32_t dtype,
                             int64_t steps) {
  const wave_case of = {m->name, dtype, ndim, order, {13, 12, 14}, {1.0, 0.9, 1.1}, m->faces, steps};
  m->of = of;
  /* Grids of equal spacings have row kernels of their own. */
  for (int d = 0; kinds[0] % 2 && d < 3; ++d) m->of.spacing[d] = 1.1;
  m->faces[0] = 0;
  for (int f = 0; f < 2 * ndim; ++f) {
    strncat(m->faces, kKinds[kinds[f]], 3);
    strncat(m->faces, " ", 2);
  }
  for (int d = 0; ndim == 3 && d < 3; ++d) m->of.shape[d] = order > 6 ? order + d : 6 + d;
  snprintf(m->name, sizeof m->name, "%d-D %s, order %d, %s", (int)ndim, m->faces, (int)order,
           dtype == EBW_F32 ? "f32" : "f64");
  return &m->of;
}

/* Kinds of all four faces from a number below 625. */
static void kinds_of(int number, int *kinds) {
  for (int f = 0; f < 4; ++f, number /= KINDS) kinds[f] = number % KINDS;
}

/* Every pair of kinds on one axis, other pairs on the others. */
static void pairs_of(int number, int axis, int *kinds) {
  for (int d = 0; d < 3; ++d) {
    const int pair = (number + 7 * ((d - axis + 3) % 3)) % (KINDS * KINDS);
    kinds[2 * d] = pair / KINDS;
    kinds[2 * d + 1] = pair % KINDS;
  }
}

static void adjoint_is_the_transpose_for_all_faces_orders_and_dtypes_in_2d(void **state) {
  (void)state;
  int kinds[4];
  made_case m;
  for (int number = 0; number < KINDS * KINDS * KINDS * KINDS; ++number)
    for (int32_t order = 2; order <= 2 * ORDERS; order += 2)
      for (int d = 0; d < 2; ++d) {
        kinds_of(number, kinds);
        wave_assert_case(make(&m, 2, kinds, order, kDtypes[d], 25));
      }
}

static void adjoint_is_the_transpose_for_all_pairs_of_faces_in_3d(void **state) {
  (void)state;
  int kinds[6];
  made_case m;
  for (int number = 0; number < KINDS * KINDS; ++number)
    for (int axis = 0; axis < 3; ++axis)
      for (int32_t order = 2; order <= 2 * ORDERS; order += 2) {
        pairs_of(number, axis, kinds);
        wave_assert_case(make(&m, 3, kinds, order, kDtypes[(number + axis + order / 2) % 2], 10));
      }
}

/* A set that the machine lacks is skipped by name in the test of bits. */
static const char *const kSets[] = {NULL, "generic", "v2", "v3", "v4"};

static void assert_bits(const wave_case *of) {
  wave w;
  wave_open(&w, of, 1);
  wave_set_random_initial(&w, 0, 5, 0.5);
  wave_bits expected = wave_gradient_bits(&w);
  for (int set = 0; set < 5; ++set)
    if (wave_choose_isa(&w, kSets[set])) wave_assert_everywhere(&w, &expected, kSets[set]);
  wave_choose_isa(&w, NULL);
  wave_assert_schedules(&w, &expected);
  wave_drop(&expected);
  wave_close(&w);
}

static void bits_are_the_same_everywhere_for_many_faces_and_every_order(void **state) {
  (void)state;
  int kinds[6];
  made_case m;
  for (int number = 0; number < KINDS * KINDS * KINDS * KINDS; number += 13) {
    kinds_of(number, kinds);
    assert_bits(make(&m, 2, kinds, 2 + number % ORDERS * 2, kDtypes[number / 13 % 2], 9));
  }
  for (int number = 0; number < KINDS * KINDS; ++number) {
    pairs_of(number, number % 3, kinds);
    assert_bits(make(&m, 3, kinds, 2 + number % ORDERS * 2, kDtypes[number / 2 % 2], 4));
  }
}

static void gradient_passes_exactly_for_all_pairs_of_faces(void **state) {
  (void)state;
  const wave_taylor_options options[] = {{0, 0, 0.0, 0}, {3, 0, 0.0, 0}, {0, 1, 0.0, 0}};
  int kinds[6];
  made_case m;
  for (int number = 0; number < KINDS * KINDS; ++number)
    for (int32_t ndim = 2; ndim <= 3; ++ndim) {
      wave w;
      pairs_of(number, number % 3, kinds);
      wave_open(&w, make(&m, ndim, kinds, 2 + number % ORDERS * 2, EBW_F64, ndim == 2 ? 40 : 20), 1 + number % 2);
      wave_set_random_initial(&w, 0, 20, 0.5); /* the first shot's; another one starts from rest */
      for (int block = 0; block < WAVE_BLOCKS; ++block) wave_assert_taylor(&w, block, options[number % 2]);
      wave_assert_taylor(&w, WAVE_BY_VELOCITY, options[2]);
      wave_close(&w);
    }
}

static int show_worst(void **state) {
  (void)state;
  print_message("# dot: largest error over bound %.3g; Taylor: largest error %.3g, resolution %.3g, of 1e-8\n",
                wave_worst_dot, wave_worst_error, wave_worst_resolution);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adjoint_is_the_transpose_for_all_faces_orders_and_dtypes_in_2d),
      cmocka_unit_test(adjoint_is_the_transpose_for_all_pairs_of_faces_in_3d),
      cmocka_unit_test(bits_are_the_same_everywhere_for_many_faces_and_every_order),
      cmocka_unit_test(gradient_passes_exactly_for_all_pairs_of_faces),
  };
  return cmocka_run_group_tests(tests, NULL, show_worst);
}
