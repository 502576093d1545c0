/* SPDX-License-Identifier: MIT */
/* Discrete standing waves in a box of free faces. u^n = cos(n theta) prod sin(k_d x_d) solves the discrete equations
 * exactly, with sin(theta / 2) = (v dt / 2) sqrt(lambda) and the eigenvalue lambda of the discrete Laplacian: any
 * slip of a coefficient, an index, a mirror or the time step shows without a convergence study. */
#include "scalar.h"

#include <stdlib.h>

#define STEPS 2000
#define VELOCITY 2000.0

static const double spacing[3] = {10.0, 12.5, 9.0};
static const long double pi = 3.14159265358979323846264338327950288L;

typedef struct Mode {
  int64_t half_waves[3];
} Mode;

/* The box has unequal nodes and spacings per axis, so that swapped axes show. */
static Box box_of(int32_t dtype, int32_t ndim, int32_t order) {
  static const int64_t flat[2] = {23, 37}, deep[3] = {17, 14, 19};
  return make_box(dtype, ndim, order, ndim == 2 ? flat : deep, spacing, EBW_BOUNDARY_FREE, 0);
}

static long double angle_of(const Box *box, const Mode *mode, int axis) {
  return pi * (long double)mode->half_waves[axis] / (long double)(box->shape[axis] - 1);
}

/* theta, the phase of the mode per step, for the stencil of any order. More than double where there is more: its
 * rounding is multiplied by STEPS as that of the library is. */
static long double phase_per_step(const Box *box, const Mode *mode, double dt, int32_t order) {
  long double lambda = 0.0L;
  for (int d = 0; d < box->ndim; ++d)
    lambda += second_difference_eigenvalue(order, angle_of(box, mode, d)) / powl(box->spacing[d], 2);
  return 2.0L * asinl(0.5L * VELOCITY * dt * sqrtl(lambda));
}

static void fill_mode(const Box *box, const Mode *mode, double amplitude, double *u) {
  for (int64_t node = 0; node < box_nodes(box); ++node) {
    u[node] = amplitude;
    int64_t rest = node;
    for (int d = box->ndim - 1; d >= 0; --d) {
      u[node] *= (double)sinl(angle_of(box, mode, d) * (long double)(rest % box->shape[d]));
      rest /= box->shape[d];
    }
  }
}

/* Largest difference from amplitude * mode over one field of the state. */
static double error_of(const ebw_model *model, const State *state, int32_t index, const Box *box, const Mode *mode,
                       double amplitude) {
  const int64_t nodes = box_nodes(box);
  double *got = zeros(nodes, sizeof *got), *exact = zeros(nodes, sizeof *exact);
  get_field(model, state, index, got);
  fill_mode(box, mode, amplitude, exact);
  for (int64_t i = 0; i < nodes; ++i) got[i] -= exact[i];
  const double most = largest(got, nodes);
  free(got);
  free(exact);
  return most;
}

/* Error after STEPS steps in units of u STEPS / sin(theta), of both fields of the final state from the wave of the
 * expected order: a rounding of u in each step changes the phase by about u / sin(theta). */
static double error_in_roundings(const Box *box, const Mode *mode, double share_of_dt_max, int32_t expected_order) {
  ebw_model *model = open_model(box, NULL);
  State state = new_state(model, box);
  const double dt = share_of_dt_max * dt_max_of(model);
  const long double theta = phase_per_step(box, mode, dt, box->order);
  double *u = zeros(box_nodes(box), sizeof *u);
  fill_mode(box, mode, 1.0, u);
  put_field(model, &state, 0, u);
  fill_mode(box, mode, (double)cosl(theta), u);
  put_field(model, &state, 1, u);
  advance_state(model, dt, STEPS, &state);
  const long double expected = phase_per_step(box, mode, dt, expected_order);
  const double now = error_of(model, &state, 0, box, mode, (double)cosl(STEPS * expected));
  const double before = error_of(model, &state, 1, box, mode, (double)cosl((STEPS - 1) * expected));
  free(u);
  free_state(&state);
  ebw_model_destroy(model);
  return worse_of(now, before) * (double)sinl(theta) / (unit_roundoff(box->dtype) * STEPS);
}

/* Long, middling and nearly shortest waves of the box. */
static const Mode modes[3] = {{{1, 2, 1}}, {{7, 11, 6}}, {{15, 12, 17}}};

/* Twice the linear growth that one rounding per step in the worst direction gives. */
static const double allowed = 2.0;

static void check_dimension(int32_t dtype, int32_t ndim) {
  double worst = 0.0;
  for (int32_t order = 2; order <= 12; order += 2)
    for (int m = 0; m < 3; ++m) {
      const Box box = box_of(dtype, ndim, order);
      const double error = error_in_roundings(&box, &modes[m], 0.9, order);
      if (!(error <= allowed))
        fail_msg("%s, %d-D, order %d, mode %d: error %.3g u n / sin(theta), allowed %.3g", dtype_name(dtype), (int)ndim,
                 (int)order, m, error, allowed);
      worst = worse_of(worst, error);
    }
  print_message("# standing wave %s %d-D: worst error %.3f u n / sin(theta), allowed %.1f\n", dtype_name(dtype),
                (int)ndim, worst, allowed);
}

static void standing_waves_in_2d_stay_exact_in_f64_at_every_order(void **state) {
  (void)state;
  check_dimension(EBW_F64, 2);
}
static void standing_waves_in_2d_stay_exact_in_f32_at_every_order(void **state) {
  (void)state;
  check_dimension(EBW_F32, 2);
}
static void standing_waves_in_3d_stay_exact_in_f64_at_every_order(void **state) {
  (void)state;
  check_dimension(EBW_F64, 3);
}
static void standing_waves_in_3d_stay_exact_in_f32_at_every_order(void **state) {
  (void)state;
  check_dimension(EBW_F32, 3);
}

/* The bound is sharp enough to see the least mistake of the stencil: the eigenvalue of a neighbouring order. */
static void the_eigenvalue_of_a_neighbouring_order_exceeds_the_bound(void **state) {
  (void)state;
  for (int32_t dtype = EBW_F32; dtype <= EBW_F64; ++dtype)
    for (int32_t order = 2; order <= 12; order += 2) {
      const Box box = box_of(dtype, 2, order);
      const double error = error_in_roundings(&box, &modes[1], 0.9, order == 12 ? 10 : order + 2);
      if (!(error > 10.0 * allowed))
        fail_msg("%s, order %d: a wrong eigenvalue gives only %.3g", dtype_name(dtype), (int)order, error);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(standing_waves_in_2d_stay_exact_in_f64_at_every_order),
      cmocka_unit_test(standing_waves_in_2d_stay_exact_in_f32_at_every_order),
      cmocka_unit_test(standing_waves_in_3d_stay_exact_in_f64_at_every_order),
      cmocka_unit_test(standing_waves_in_3d_stay_exact_in_f32_at_every_order),
      cmocka_unit_test(the_eigenvalue_of_a_neighbouring_order_exceeds_the_bound),
  };
  return cmocka_run_group_tests_name("standing wave", tests, NULL, NULL);
}
