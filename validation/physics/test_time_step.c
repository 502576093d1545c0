/* SPDX-License-Identifier: MIT */
/* The limit of the time step: runs stay bounded just below it, are refused just above it, and would grow there. */
#include "scalar.h"

#include <stdlib.h>

#define LONG_RUN 100000
#define SEGMENTS 10

static const double spacing[3] = {10.0, 12.5, 9.0};

/* Of equal velocity everywhere, so that every node is at the limit; free faces carry nearly the shortest wave. */
static Box box_of(int32_t ndim, int32_t order, int64_t nodes) {
  const int64_t shape[3] = {nodes, nodes, nodes};
  return make_box(EBW_F64, ndim, order, shape, spacing, EBW_BOUNDARY_FREE, 0);
}

static void fill_at_rest(const Box *box, double *u) {
  fill_uniform(u, box_nodes(box), -1.0, 1.0, 5);
  for (int64_t i = 0; i < box_nodes(box); ++i)
    if (on_free_plane(box, i)) u[i] = 0.0;
}

/* A mode at rest turns as cos(n theta) + tan(theta / 2) sin(n theta): by at most 1 / cos(theta / 2), and sin(theta /
 * 2) is below the share of dt_max. */
static double greatest_growth(double share_of_dt_max) { return 1.0 / sqrt(1.0 - share_of_dt_max * share_of_dt_max); }

static void check_long_run(int32_t ndim, int32_t order) {
  const Box box = box_of(ndim, order, order + 2);
  const int64_t nodes = box_nodes(&box);
  double *u = zeros(nodes, sizeof *u);
  ebw_model *model = open_model(&box, NULL);
  const double dt = 0.999 * dt_max_of(model);
  State state = new_state(model, &box);
  fill_at_rest(&box, u);
  put_field(model, &state, 0, u);
  put_field(model, &state, 1, u);
  const double bound = greatest_growth(0.999) * norm(u, nodes);
  for (int segment = 1; segment <= SEGMENTS; ++segment) {
    advance_state(model, dt, LONG_RUN / SEGMENTS, &state);
    get_field(model, &state, 0, u);
    const double size = norm(u, nodes);
    if (!(size <= bound && size > 0.0))
      fail_msg("%d-D, order %d: norm %.3g after %d steps, need at most %.3g", (int)ndim, (int)order, size,
               segment * (LONG_RUN / SEGMENTS), bound);
  }
  free(u);
  free_state(&state);
  ebw_model_destroy(model);
}

static void a_step_of_0_999_dt_max_stays_bounded_over_1e5_steps_in_2d(void **state) {
  (void)state;
  for (int32_t order = 2; order <= 12; order += 2) check_long_run(2, order);
}
static void a_step_of_0_999_dt_max_stays_bounded_over_1e5_steps_in_3d(void **state) {
  (void)state;
  for (int32_t order = 2; order <= 12; order += 2) check_long_run(3, order);
}

/* The number that follows `label` in the text of the last error. */
static double number_after(const char *label) {
  const char *at = strstr(ebw_last_error(), label);
  if (!at) fail_msg("\"%s\" does not name %s", ebw_last_error(), label);
  return strtod(at + strlen(label), NULL);
}

static void a_step_of_1_001_dt_max_is_refused_with_both_numbers(void **state) {
  (void)state;
  for (int32_t ndim = 2; ndim <= 3; ++ndim)
    for (int32_t order = 2; order <= 12; order += 2) {
      const Box box = box_of(ndim, order, order + 2);
      ebw_model *model = open_model(&box, NULL);
      ebw_shot *shot = NULL;
      const double dt_max = dt_max_of(model), dt = 1.001 * dt_max;
      State start = new_state(model, &box);
      assert_ok(ebw_model_set_time(model, dt, 10));
      assert_ok(ebw_shot_create(model, &shot));
      assert_ok(ebw_shot_set_initial_state(shot, start.bytes, start.size));
      assert_ok(ebw_shot_set_keep_states(shot, 1));
      assert_refused(ebw_forward(model, &shot, 1), EBW_ERR_UNSTABLE, "dt_max");
      /* Printed with at least four digits, or the two would look alike. */
      ebw_assert_close(number_after("dt = ") / dt, 1.0, 1e-4);
      ebw_assert_close(number_after("dt_max = ") / dt_max, 1.0, 1e-4);
      assert_refused(ebw_shot_get_final_state(shot, start.bytes, start.size), EBW_ERR_STATE, "state");
      free_state(&start);
      ebw_shot_destroy(shot);
      ebw_model_destroy(model);
    }
}

static void a_step_of_just_dt_max_is_accepted(void **state) {
  (void)state;
  const Box box = box_of(2, 8, 12);
  ebw_model *model = open_model(&box, NULL);
  State start = new_state(model, &box);
  advance_state(model, dt_max_of(model), 10, &start);
  free_state(&start);
  ebw_model_destroy(model);
}

static void dt_max_follows_the_largest_velocity_and_all_spacings(void **state) {
  (void)state;
  for (int32_t order = 2; order <= 12; order += 2) {
    Box box = box_of(3, order, order + 2);
    double *velocity = zeros(box_nodes(&box), sizeof *velocity), sum = 0.0;
    fill_uniform(velocity, box_nodes(&box), 1000.0, 2000.0, 4);
    velocity[box_nodes(&box) / 3] = 4321.0;
    ebw_model *model = open_model(&box, velocity);
    for (int d = 0; d < 3; ++d)
      /* The shortest wave, pi per node, has the largest eigenvalue: all terms of the sum have one sign there. */
      sum += (double)second_difference_eigenvalue(order, acosl(-1.0L)) / pow(box.spacing[d], 2);
    /* A handful of roundings. */
    ebw_assert_close(dt_max_of(model) * 4321.0 * sqrt(sum) / 2.0, 1.0, 1e-14);
    free(velocity);
    ebw_model_destroy(model);
  }
}

/* Growth of the norm over 1000 steps of the test's own scheme. */
static double growth_at(int32_t order, double share_of_dt_max) {
  const Box box = box_of(2, order, 60);
  const int64_t nodes = box_nodes(&box);
  double *fields[2] = {zeros(nodes, sizeof(double)), zeros(nodes, sizeof(double))};
  double *work = zeros(nodes, sizeof *work);
  ebw_model *model = open_model(&box, NULL);
  const double dt = share_of_dt_max * dt_max_of(model);
  fill_at_rest(&box, fields[0]);
  memcpy(fields[1], fields[0], (size_t)nodes * sizeof(double));
  const double first = norm(fields[0], nodes);
  for (int k = 0; k < 1000; ++k) scalar_step(&box, pow(2000.0 * dt, 2), fields[k & 1], fields[1 - (k & 1)], work);
  const double growth = norm(fields[0], nodes) / first;
  free(fields[0]);
  free(fields[1]);
  free(work);
  ebw_model_destroy(model);
  return growth;
}

/* At 1.01 dt_max the shortest wave grows by exp(2 acosh(1.01)) = 1.33 per step, in this box by a little less. */
static void the_limit_is_sharp_the_scheme_grows_at_1_01_dt_max(void **state) {
  (void)state;
  for (int32_t order = 2; order <= 12; order += 2) {
    const double below = growth_at(order, 0.999), above = growth_at(order, 1.01);
    if (!(below <= greatest_growth(0.999))) fail_msg("order %d grows by %.3g below dt_max", (int)order, below);
    if (!(above > 1e20)) fail_msg("order %d grows by no more than %.3g above dt_max", (int)order, above);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_of_0_999_dt_max_stays_bounded_over_1e5_steps_in_2d),
      cmocka_unit_test(a_step_of_0_999_dt_max_stays_bounded_over_1e5_steps_in_3d),
      cmocka_unit_test(a_step_of_1_001_dt_max_is_refused_with_both_numbers),
      cmocka_unit_test(a_step_of_just_dt_max_is_accepted),
      cmocka_unit_test(dt_max_follows_the_largest_velocity_and_all_spacings),
      cmocka_unit_test(the_limit_is_sharp_the_scheme_grows_at_1_01_dt_max),
  };
  return cmocka_run_group_tests_name("time step", tests, NULL, NULL);
}
