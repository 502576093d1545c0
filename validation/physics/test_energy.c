/* SPDX-License-Identifier: MIT */
/* The discrete energy of the scheme, E = 1/2 |(u^{n+1} - u^n) / dt|^2 weighted by 1/v^2, minus 1/2 <u^{n+1}, L u^n>,
 * is constant in any medium when L is symmetric, and not negative when dt <= dt_max. L is the test's own. */
#include "scalar.h"

#include <stdlib.h>

#define SEGMENTS 20
#define STEPS_PER_SEGMENT 50

static const double spacing[3] = {10.0, 12.5, 9.0};
static const int64_t flat[2] = {29, 23}, deep[3] = {15, 13, 14};

/* E dt^2; inverse_c[node] = 1 / (v dt)^2. The planes of free faces hold no energy. */
static double energy(const Box *box, const double *inverse_c, const double *now, const double *before) {
  const int64_t nodes = box_nodes(box);
  double *curved = zeros(nodes, sizeof *curved), sum = 0.0;
  laplacian(box, before, curved);
  for (int64_t i = 0; i < nodes; ++i) {
    const double change = now[i] - before[i];
    if (!on_free_plane(box, i)) sum += 0.5 * change * change * inverse_c[i] - 0.5 * now[i] * curved[i];
  }
  free(curved);
  return sum;
}

static double energy_of_state(const ebw_model *model, const Box *box, const double *inverse_c, const State *state) {
  double *now = zeros(box_nodes(box), sizeof *now), *before = zeros(box_nodes(box), sizeof *before);
  get_field(model, state, 0, now);
  get_field(model, state, 1, before);
  const double e = energy(box, inverse_c, now, before);
  free(now);
  free(before);
  return e;
}

/* A random field at rest, 0 on the planes of free faces. At rest, because the mean of a rigid box is a mode without
 * energy that would grow as n, and the roundings with it. */
static void fill_state(const ebw_model *model, const Box *box, State *state) {
  double *u = zeros(box_nodes(box), sizeof *u);
  fill_uniform(u, box_nodes(box), -1.0, 1.0, 7);
  for (int64_t i = 0; i < box_nodes(box); ++i)
    if (on_free_plane(box, i)) u[i] = 0.0;
  put_field(model, state, 0, u);
  put_field(model, state, 1, u);
  free(u);
}

/* Largest relative change of the energy over SEGMENTS x STEPS_PER_SEGMENT steps in a random medium. The energy is
 * weighed with velocities that are wrong by the factor `mistake`, which a test of the test sets. */
static double energy_drift(const Box *box, double mistake) {
  const int64_t nodes = box_nodes(box);
  double *velocity = zeros(nodes, sizeof *velocity), *inverse_c = zeros(nodes, sizeof *inverse_c), drift = 0.0;
  fill_uniform(velocity, nodes, 1500.0, 3500.0, 3);
  ebw_model *model = open_model(box, velocity);
  const double dt = 0.95 * dt_max_of(model);
  for (int64_t i = 0; i < nodes; ++i) inverse_c[i] = 1.0 / pow(mistake * velocity[i] * dt, 2);
  State state = new_state(model, box);
  fill_state(model, box, &state);
  const double first = energy_of_state(model, box, inverse_c, &state);
  assert_true(first > 0.0);
  for (int segment = 0; segment < SEGMENTS; ++segment) {
    advance_state(model, dt, STEPS_PER_SEGMENT, &state);
    const double e = energy_of_state(model, box, inverse_c, &state);
    assert_true(e > 0.0);
    drift = worse_of(drift, fabs(e / first - 1.0));
  }
  free(velocity);
  free(inverse_c);
  free_state(&state);
  ebw_model_destroy(model);
  return drift;
}

/* Faces of one kind, or (0) other kinds at every two ends. */
static Box box_of(int32_t dtype, int32_t ndim, int32_t order, int32_t kind) {
  static const int32_t mixed[3][2] = {{EBW_BOUNDARY_RIGID, EBW_BOUNDARY_FREE},
                                      {EBW_BOUNDARY_FREE, EBW_BOUNDARY_ZERO},
                                      {EBW_BOUNDARY_ZERO, EBW_BOUNDARY_RIGID}};
  Box box = make_box(dtype, ndim, order, ndim == 2 ? flat : deep, spacing, kind, 0);
  if (!kind) memcpy(box.faces, mixed, sizeof mixed);
  return box;
}

/* 1000 steps at roundoff u: a random walk of sqrt(1000) u, 4e-15 and 2e-6, were all roundings of the size of the
 * energy; the bounds leave more for f64, whose reference sums round too, and 5 for f32. */
static double allowed_drift(int32_t dtype) { return dtype == EBW_F32 ? 1e-5 : 1e-12; }

static void check_kind(int32_t kind) {
  for (int32_t dtype = EBW_F32; dtype <= EBW_F64; ++dtype) {
    double worst = 0.0;
    for (int32_t ndim = 2; ndim <= 3; ++ndim)
      for (int32_t order = 2; order <= 12; order += 2) {
        const Box box = box_of(dtype, ndim, order, kind);
        const double drift = energy_drift(&box, 1.0);
        if (!(drift <= allowed_drift(dtype)))
          fail_msg("%s, %d-D, order %d: the energy drifts by %.3g, allowed %.3g", dtype_name(dtype), (int)ndim,
                   (int)order, drift, allowed_drift(dtype));
        worst = worse_of(worst, drift);
      }
    print_message("# energy, %s faces, %s: worst drift %.2g, allowed %.0g\n", kind ? kind_name(kind) : "mixed",
                  dtype_name(dtype), worst, allowed_drift(dtype));
  }
}

static void energy_is_constant_between_zero_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_ZERO);
}
static void energy_is_constant_between_rigid_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_RIGID);
}
static void energy_is_constant_between_free_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_FREE);
}
static void energy_is_constant_between_mixed_faces(void **state) {
  (void)state;
  check_kind(0);
}

static void energy_with_velocities_off_by_a_millionth_part_drifts_too_far_in_f64(void **state) {
  (void)state;
  const Box box = box_of(EBW_F64, 2, 8, EBW_BOUNDARY_RIGID);
  assert_true(energy_drift(&box, 1.0 + 1e-6) > 100.0 * allowed_drift(EBW_F64));
}

static void energy_with_the_faces_of_another_kind_drifts_too_far(void **state) {
  (void)state;
  const int32_t wrong[2] = {EBW_BOUNDARY_ZERO, EBW_BOUNDARY_RIGID};
  for (int k = 0; k < 2; ++k) {
    const Box box = box_of(EBW_F64, 2, 4, wrong[k]), other = box_of(EBW_F64, 2, 4, wrong[1 - k]);
    double *inverse_c = zeros(box_nodes(&box), sizeof *inverse_c);
    ebw_model *model = open_model(&box, NULL);
    const double dt = 0.5 * dt_max_of(model);
    State run = new_state(model, &box);
    for (int64_t i = 0; i < box_nodes(&box); ++i) inverse_c[i] = 1.0 / pow(2000.0 * dt, 2);
    fill_state(model, &box, &run);
    const double first = energy_of_state(model, &other, inverse_c, &run);
    advance_state(model, dt, 1000, &run);
    assert_true(fabs(energy_of_state(model, &other, inverse_c, &run) / first - 1.0) > allowed_drift(EBW_F32));
    free(inverse_c);
    free_state(&run);
    ebw_model_destroy(model);
  }
}

/* The shortest wave of a free box, in one step turned to its opposite: the state of least energy. */
static void energy_can_be_negative_only_above_dt_max(void **state) {
  (void)state;
  for (int32_t order = 2; order <= 12; order += 2) {
    const int64_t shape[2] = {61, 61};
    const Box box = make_box(EBW_F64, 2, order, shape, spacing, EBW_BOUNDARY_FREE, 0);
    const int64_t nodes = box_nodes(&box);
    double *now = zeros(nodes, sizeof *now), *before = zeros(nodes, sizeof *before);
    double *inverse_c = zeros(nodes, sizeof *inverse_c);
    ebw_model *model = open_model(&box, NULL);
    const double angle = acos(-1.0) * 59.0 / 60.0;
    for (int64_t i = 0; i < nodes; ++i) {
      now[i] = sin(angle * (double)(i / shape[1])) * sin(angle * (double)(i % shape[1]));
      before[i] = -now[i];
    }
    for (int above = 0; above < 2; ++above) {
      const double dt = (above ? 1.01 : 0.999) * dt_max_of(model);
      for (int64_t i = 0; i < nodes; ++i) inverse_c[i] = 1.0 / pow(2000.0 * dt, 2);
      assert_int_equal(energy(&box, inverse_c, now, before) < 0.0, above);
    }
    free(now);
    free(before);
    free(inverse_c);
    ebw_model_destroy(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_is_constant_between_zero_faces),
      cmocka_unit_test(energy_is_constant_between_rigid_faces),
      cmocka_unit_test(energy_is_constant_between_free_faces),
      cmocka_unit_test(energy_is_constant_between_mixed_faces),
      cmocka_unit_test(energy_with_velocities_off_by_a_millionth_part_drifts_too_far_in_f64),
      cmocka_unit_test(energy_with_the_faces_of_another_kind_drifts_too_far),
      cmocka_unit_test(energy_can_be_negative_only_above_dt_max),
  };
  return cmocka_run_group_tests_name("energy", tests, NULL, NULL);
}
