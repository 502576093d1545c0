/* SPDX-License-Identifier: MIT */
/* Absorbing layers stay bounded over 1e5 steps just below dt_max, from a state that holds every wave of the grid,
 * layers included. With the argument `3d`: the 3-D cases, which are slow. */
#include "wave_box.h"

#include <stdlib.h>

#define CHECKS 4

/* Steps at which the norm is looked at: during the transient, after it, at the end. */
static const int64_t check_at[CHECKS] = {100, 1000, 10000, 100000};
static const double spacing[3] = {10.0, 12.5, 9.0};

/* Norms of u^n at check_at, relative to that of the start. */
static void run_long(const Box *box, double *norms) {
  ebw_model *model = open_model(box, NULL);
  const int64_t nodes = state_nodes(model);
  double *u = zeros(nodes, sizeof *u);
  State state = new_state(model, box);
  fill_uniform(u, nodes, -1.0, 1.0, 5);
  put_field(model, &state, 0, u);
  put_field(model, &state, 1, u);
  const double first = norm(u, nodes);
  for (int c = 0; c < CHECKS; ++c) {
    advance_state(model, 0.999 * dt_max_of(model), check_at[c] - (c ? check_at[c - 1] : 0), &state);
    get_field(model, &state, 0, u);
    norms[c] = norm(u, nodes) / first;
  }
  free(u);
  free_state(&state);
  ebw_model_destroy(model);
}

/* A wave at rest without damping grows by at most 1 / cos(theta / 2) = 22.4 at 0.999 dt_max; a layer may not exceed
 * that on the way and must have taken the energy out in the end. Growth of 1e-3 per step would give e^100; the
 * slowest decay that was seen left 4e-5 (f32, where roundings keep a little alive). */
static const double allowed[CHECKS] = {22.4, 22.4, 1.0, 1e-3};

static void check_layer(int32_t ndim, int32_t dtype, int32_t kind, int64_t cells, int32_t top) {
  double worst[CHECKS] = {0.0};
  const int mirror = top != kind;
  for (int32_t order = 2; order <= 12; order += 2) {
    /* A mirror face needs as many nodes as the order. */
    const int64_t side = mirror ? 12 : 6, flat[2] = {5, side}, deep[3] = {5, 4, side};
    Box box = make_box(dtype, ndim, order, ndim == 2 ? flat : deep, spacing, kind, cells);
    box.faces[ndim - 1][0] = top;
    double norms[CHECKS];
    run_long(&box, norms);
    for (int c = 0; c < CHECKS; ++c) {
      if (!(norms[c] <= allowed[c]))
        fail_msg("%d-D, %s, %s of %d cells, order %d: the norm is %.3g of the start after %d steps, allowed %.3g",
                 (int)ndim, dtype_name(dtype), kind_name(kind), (int)cells, (int)order, norms[c], (int)check_at[c],
                 allowed[c]);
      worst[c] = worse_of(worst[c], norms[c]);
    }
  }
  print_message("# %d-D %s, %s of %d cells, top %s: norm after 1e2, 1e3, 1e4, 1e5 steps %.2g, %.2g, %.2g, %.2g\n",
                (int)ndim, dtype_name(dtype), kind_name(kind), (int)cells, kind_name(top), worst[0], worst[1], worst[2],
                worst[3]);
}

#define LAYER_TEST(dimension, kind, KIND, cells)                                                       \
  static void kind##_of_##cells##_cells_stays_bounded_over_1e5_steps_in_##dimension##d(void **state) { \
    (void)state;                                                                                       \
    check_layer(dimension, EBW_F64, KIND, cells, KIND);                                                \
  }
LAYER_TEST(2, cpml, EBW_BOUNDARY_CPML, 5)
LAYER_TEST(2, cpml, EBW_BOUNDARY_CPML, 10)
LAYER_TEST(2, cpml, EBW_BOUNDARY_CPML, 20)
LAYER_TEST(2, sponge, EBW_BOUNDARY_SPONGE, 5)
LAYER_TEST(2, sponge, EBW_BOUNDARY_SPONGE, 10)
LAYER_TEST(3, cpml, EBW_BOUNDARY_CPML, 5)
LAYER_TEST(3, cpml, EBW_BOUNDARY_CPML, 10)
LAYER_TEST(3, sponge, EBW_BOUNDARY_SPONGE, 10)

static void cpml_under_a_free_face_stays_bounded_over_1e5_steps_in_2d(void **state) {
  (void)state;
  check_layer(2, EBW_F64, EBW_BOUNDARY_CPML, 10, EBW_BOUNDARY_FREE);
}
static void cpml_under_a_rigid_face_stays_bounded_over_1e5_steps_in_2d(void **state) {
  (void)state;
  check_layer(2, EBW_F64, EBW_BOUNDARY_CPML, 10, EBW_BOUNDARY_RIGID);
}
static void cpml_in_f32_stays_bounded_over_1e5_steps_in_2d(void **state) {
  (void)state;
  check_layer(2, EBW_F32, EBW_BOUNDARY_CPML, 10, EBW_BOUNDARY_CPML);
}
static void cpml_under_a_free_face_stays_bounded_over_1e5_steps_in_3d(void **state) {
  (void)state;
  check_layer(3, EBW_F64, EBW_BOUNDARY_CPML, 5, EBW_BOUNDARY_FREE);
}

int main(int argc, char **argv) {
  const struct CMUnitTest flat[] = {
      cmocka_unit_test(cpml_of_5_cells_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(cpml_of_10_cells_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(cpml_of_20_cells_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(sponge_of_5_cells_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(sponge_of_10_cells_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(cpml_under_a_free_face_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(cpml_under_a_rigid_face_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(cpml_in_f32_stays_bounded_over_1e5_steps_in_2d),
  };
  const struct CMUnitTest deep[] = {
      cmocka_unit_test(cpml_of_5_cells_stays_bounded_over_1e5_steps_in_3d),
      cmocka_unit_test(cpml_of_10_cells_stays_bounded_over_1e5_steps_in_3d),
      cmocka_unit_test(sponge_of_10_cells_stays_bounded_over_1e5_steps_in_3d),
      cmocka_unit_test(cpml_under_a_free_face_stays_bounded_over_1e5_steps_in_3d),
  };
  if (argc > 1 && strcmp(argv[1], "3d") == 0) return cmocka_run_group_tests_name("layers 3d", deep, NULL, NULL);
  return cmocka_run_group_tests_name("layers", flat, NULL, NULL);
}
