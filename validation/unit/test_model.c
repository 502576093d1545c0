/* SPDX-License-Identifier: MIT */
/* Model group: what a model takes, tells and refuses, before anything is run. */
#include "small_wave.h"

static void create_refuses_what_is_no_grid(void **state) {
  (void)state;
  ebw_model *model = NULL;
  const int64_t flat[2] = {NX, 0}, negative[2] = {-3, NZ}, huge[3] = {INT64_C(1) << 31, INT64_C(1) << 31, 4};
  const int64_t many_bytes[2] = {INT64_C(1) << 31, INT64_C(1) << 30};
  const double zero[2] = {10.0, 0.0}, below[2] = {-1.0, 10.0}, nan_spacing[2] = {NAN, 10.0};
  const double cube[3] = {10.0, 10.0, 10.0}, infinite[2] = {10.0, INFINITY};
  assert_refused(ebw_model_create(EBW_F32, 2, flat, kSpacing, &model), EBW_ERR_SHAPE, "shape[1] = 0, need at least 1");
  assert_refused(ebw_model_create(EBW_F32, 2, negative, kSpacing, &model), EBW_ERR_SHAPE, "shape[0] = -3");
  assert_refused(ebw_model_create(EBW_F32, 1, kShape, kSpacing, &model), EBW_ERR_SHAPE, "ndim = 1, need 2");
  assert_refused(ebw_model_create(EBW_F32, 4, kShape, kSpacing, &model), EBW_ERR_SHAPE, "ndim = 4, need 2");
  assert_refused(ebw_model_create(EBW_F32, 3, huge, cube, &model), EBW_ERR_OVERFLOW, "nodes of the grid");
  assert_refused(ebw_model_create(EBW_F32, 2, many_bytes, kSpacing, &model), EBW_ERR_OVERFLOW, "bytes of the grid");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, zero, &model), EBW_ERR_ARGUMENT, "spacing[1] = 0");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, below, &model), EBW_ERR_ARGUMENT, "spacing[0] = -1");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, nan_spacing, &model), EBW_ERR_ARGUMENT, "spacing[0] = nan");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, infinite, &model), EBW_ERR_ARGUMENT, "spacing[1] = inf");
  assert_refused(ebw_model_create(3, 2, kShape, kSpacing, &model), EBW_ERR_DTYPE, "dtype = 3");
  assert_refused(ebw_model_create(EBW_F32, 2, NULL, kSpacing, &model), EBW_ERR_ARGUMENT, "shape is NULL");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, NULL, &model), EBW_ERR_ARGUMENT, "spacing is NULL");
  assert_refused(ebw_model_create(EBW_F32, 2, kShape, kSpacing, NULL), EBW_ERR_ARGUMENT, "model is NULL");
  assert_null(model);
  ebw_model_destroy(NULL);
}

static void a_field_comes_back_as_it_was_set(void **state) {
  (void)state;
  ebw_model *model = NULL;
  float v[CELLS_ALL], back[CELLS_ALL], reversed[CELLS_ALL];
  small_velocity(v, 1);
  const int64_t fortran[2] = {1, NX}, backwards[2] = {-NZ, -1}, still[2] = {0, 0};
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &model));
  assert_refused(ebw_model_get_field(model, "velocity", back, EBW_F32, 2, kShape, NULL), EBW_ERR_NOT_FOUND,
                 "holds no field");
  assert_ok(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, NULL));
  assert_ok(ebw_model_get_field(model, "velocity", back, EBW_F32, 2, kShape, NULL));
  assert_memory_equal(back, v, sizeof v);
  assert_ok(ebw_model_get_field(model, "velocity", back, EBW_F32, 2, kShape, fortran));
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) assert_memory_equal(&back[k * NX + i], &v[i * NZ + k], sizeof *v);
  assert_ok(ebw_model_get_field(model, "velocity", reversed + CELLS_ALL - 1, EBW_F32, 2, kShape, backwards));
  for (int c = 0; c < CELLS_ALL; ++c) assert_memory_equal(&reversed[CELLS_ALL - 1 - c], &v[c], sizeof *v);
  assert_ok(ebw_model_set_field(model, "velocity", back, EBW_F32, 2, kShape, fortran));
  assert_ok(ebw_model_get_field(model, "velocity", back, EBW_F32, 2, kShape, NULL));
  assert_memory_equal(back, v, sizeof v);
  const float slowness = 4e-7f; /* s^2/m^2, about 1581 m/s */
  assert_ok(ebw_model_set_field(model, "slowness_squared", &slowness, EBW_F32, 2, kShape, still));
  assert_refused(ebw_model_get_field(model, "velocity", back, EBW_F32, 2, kShape, NULL), EBW_ERR_NOT_FOUND,
                 "holds slowness_squared, not velocity");
  assert_ok(ebw_model_get_field(model, "slowness_squared", back, EBW_F32, 2, kShape, NULL));
  assert_memory_equal(&back[CELLS_ALL - 1], &slowness, sizeof slowness);
  ebw_model_destroy(model);
}

/* Sets one cell to `value` and expects the refusal, with the old field in place. */
static void assert_value_refused(ebw_model *model, float value, int32_t status, const char *word) {
  float v[CELLS_ALL], old[CELLS_ALL], now[CELLS_ALL];
  assert_ok(ebw_model_get_field(model, "velocity", old, EBW_F32, 2, kShape, NULL));
  small_velocity(v, 1);
  v[3 * NZ + 7] = value;
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, NULL), status, word);
  assert_ok(ebw_model_get_field(model, "velocity", now, EBW_F32, 2, kShape, NULL));
  assert_memory_equal(now, old, sizeof now);
}

static void a_bad_field_is_refused_and_the_old_one_stays(void **state) {
  (void)state;
  ebw_model *model = small_model();
  assert_value_refused(model, NAN, EBW_ERR_NON_FINITE, "velocity[3][7] = nan");
  assert_value_refused(model, INFINITY, EBW_ERR_NON_FINITE, "velocity[3][7] = inf");
  assert_value_refused(model, 0.0f, EBW_ERR_ARGUMENT, "velocity[3][7] = 0, need");
  assert_value_refused(model, -1500.0f, EBW_ERR_ARGUMENT, "velocity[3][7] = -1500");
  float v[CELLS_ALL];
  small_velocity(v, 0);
  const int64_t other[2] = {NX, NZ + 1}, cube[3] = {NX, 1, NZ}, none[2] = {0, NZ};
  const int64_t far[2] = {INT64_MAX, 1}, farthest[2] = {INT64_MIN, 1};
  assert_refused(ebw_model_set_field(model, "speed", v, EBW_F32, 2, kShape, NULL), EBW_ERR_NOT_FOUND, "\"speed\"");
  assert_refused(ebw_model_set_field(model, NULL, v, EBW_F32, 2, kShape, NULL), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_model_set_field(model, "velocity", NULL, EBW_F32, 2, kShape, NULL), EBW_ERR_ARGUMENT,
                 "data is NULL");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, NULL, NULL), EBW_ERR_ARGUMENT, "shape is NULL");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F64, 2, kShape, NULL), EBW_ERR_DTYPE,
                 "dtype = f64, the model is f32");
  assert_refused(ebw_model_set_field(model, "velocity", v, 7, 2, kShape, NULL), EBW_ERR_DTYPE, "dtype = 7");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, other, NULL), EBW_ERR_SHAPE,
                 "shape[1] = 21, the model has 20");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, none, NULL), EBW_ERR_SHAPE, "shape[0] = 0");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 3, cube, NULL), EBW_ERR_SHAPE, "ndim = 3");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, far), EBW_ERR_OVERFLOW, "array span");
  assert_refused(ebw_model_set_field(model, "velocity", v, EBW_F32, 2, kShape, farthest), EBW_ERR_OVERFLOW,
                 "stride[0]");
  ebw_model_destroy(model);
}

static void get_field_refuses_what_set_field_does_and_overlaps(void **state) {
  (void)state;
  ebw_model *model = small_model();
  float v[CELLS_ALL];
  const int64_t other[2] = {NX + 1, NZ}, overlapping[2] = {NZ - 1, 1}, still[2] = {0, 1}, far[2] = {INT64_MAX / 8, 1};
  assert_refused(ebw_model_get_field(model, "speed", v, EBW_F32, 2, kShape, NULL), EBW_ERR_NOT_FOUND, "\"speed\"");
  assert_refused(ebw_model_get_field(model, "slowness_squared", v, EBW_F32, 2, kShape, NULL), EBW_ERR_NOT_FOUND,
                 "holds velocity");
  assert_refused(ebw_model_get_field(model, NULL, v, EBW_F32, 2, kShape, NULL), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_model_get_field(model, "velocity", NULL, EBW_F32, 2, kShape, NULL), EBW_ERR_ARGUMENT,
                 "data is NULL");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F32, 2, NULL, NULL), EBW_ERR_ARGUMENT, "shape is NULL");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F64, 2, kShape, NULL), EBW_ERR_DTYPE, "dtype = f64");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F32, 2, other, NULL), EBW_ERR_SHAPE, "shape[0] = 25");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F32, 2, kShape, overlapping), EBW_ERR_ARGUMENT,
                 "stride[0] = 19 lets elements overlap");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F32, 2, kShape, still), EBW_ERR_ARGUMENT,
                 "stride[0] = 0");
  assert_refused(ebw_model_get_field(model, "velocity", v, EBW_F32, 2, kShape, far), EBW_ERR_OVERFLOW, "array span");
  ebw_model_destroy(model);
}

static void a_field_beyond_the_machine_is_refused(void **state) {
  (void)state;
  ebw_model *model = NULL;
  const int64_t shape[2] = {INT64_C(1) << 30, INT64_C(1) << 20}, still[2] = {0, 0}; /* 4 PiB */
  const float v = 1500.0f;
  assert_ok(ebw_model_create(EBW_F32, 2, shape, kSpacing, &model));
  assert_refused(ebw_model_set_field(model, "velocity", &v, EBW_F32, 2, shape, still), EBW_ERR_NO_MEMORY, "");
  ebw_model_destroy(model);
}

static void boundaries_refuse_what_damps_nothing(void **state) {
  (void)state;
  ebw_model *m = small_model();
  assert_refused(ebw_model_set_boundary(m, 6, EBW_BOUNDARY_ZERO, 0, 0, 0), EBW_ERR_ARGUMENT, "face = 6");
  assert_refused(ebw_model_set_boundary(m, -2, EBW_BOUNDARY_ZERO, 0, 0, 0), EBW_ERR_ARGUMENT, "face = -2");
  assert_refused(ebw_model_set_boundary(m, EBW_FACE_FRONT, EBW_BOUNDARY_ZERO, 0, 0, 0), EBW_ERR_ARGUMENT, "no y faces");
  assert_refused(ebw_model_set_boundary(m, 0, 0, 0, 0, 0), EBW_ERR_ARGUMENT, "kind = 0");
  assert_refused(ebw_model_set_boundary(m, 0, 6, 0, 0, 0), EBW_ERR_ARGUMENT, "kind = 6");
  const int32_t layers[2] = {EBW_BOUNDARY_CPML, EBW_BOUNDARY_SPONGE};
  for (int l = 0; l < 2; ++l) {
    assert_refused(ebw_model_set_boundary(m, 0, layers[l], 4, 1500, 25), EBW_ERR_ARGUMENT,
                   "cells = 4, need at least 5");
    assert_refused(ebw_model_set_boundary(m, 0, layers[l], -1, 1500, 25), EBW_ERR_ARGUMENT, "cells = -1");
    assert_refused(ebw_model_set_boundary(m, 0, layers[l], INT64_C(1) << 25, 1500, 25), EBW_ERR_ARGUMENT, "16777216");
    assert_refused(ebw_model_set_boundary(m, 0, layers[l], 5, 0, 25), EBW_ERR_ARGUMENT, "v_ref = 0");
    assert_refused(ebw_model_set_boundary(m, 0, layers[l], 5, NAN, 25), EBW_ERR_ARGUMENT, "v_ref = nan");
    assert_ok(ebw_model_set_boundary(m, 0, layers[l], 5, 1500, 25));
  }
  assert_refused(ebw_model_set_boundary(m, 0, EBW_BOUNDARY_CPML, 5, 1500, 0), EBW_ERR_ARGUMENT, "f_ref = 0");
  assert_refused(ebw_model_set_boundary(m, 0, EBW_BOUNDARY_CPML, 5, 1500, INFINITY), EBW_ERR_ARGUMENT, "f_ref = inf");
  assert_refused(ebw_model_set_boundary(m, 0, EBW_BOUNDARY_FREE, 5, 1500, 25), EBW_ERR_ARGUMENT, "cells = 5, need 0");
  assert_refused(ebw_model_set_boundary(m, 0, EBW_BOUNDARY_RIGID, 5, 1500, 25), EBW_ERR_ARGUMENT, "cells = 5, need 0");
  ebw_model_destroy(m);
}

static void settings_refuse_what_is_out_of_range(void **state) {
  (void)state;
  ebw_model *m = small_model();
  double dt_max = -1.0;
  assert_refused(ebw_model_set_time(m, 0.0, 10), EBW_ERR_ARGUMENT, "dt = 0");
  assert_refused(ebw_model_set_time(m, -DT, 10), EBW_ERR_ARGUMENT, "dt = -0.001");
  assert_refused(ebw_model_set_time(m, NAN, 10), EBW_ERR_ARGUMENT, "dt = nan");
  assert_refused(ebw_model_set_time(m, DT, 0), EBW_ERR_ARGUMENT, "n_steps = 0, need at least 1");
  assert_refused(ebw_model_set_time(m, DT, -5), EBW_ERR_ARGUMENT, "n_steps = -5");
  assert_refused(ebw_model_set_time(m, DT, INT64_MAX), EBW_ERR_OVERFLOW, "2^40");
  for (int32_t order = -2; order <= 14; ++order)
    if (order >= 2 && order <= 12 && order % 2 == 0)
      assert_ok(ebw_model_set_order(m, order));
    else
      assert_refused(ebw_model_set_order(m, order), EBW_ERR_ARGUMENT, "need 2, 4, 6, 8, 10 or 12");
  assert_refused(ebw_model_set_parameter(m, 0), EBW_ERR_ARGUMENT, "parameter = 0");
  assert_refused(ebw_model_set_parameter(m, 3), EBW_ERR_ARGUMENT, "parameter = 3");
  assert_ok(ebw_model_set_parameter(m, EBW_PARAMETER_SLOWNESS_SQUARED));
  assert_refused(ebw_model_set_threads(m, -1), EBW_ERR_ARGUMENT, "threads = -1");
  assert_refused(ebw_model_set_threads(m, 1025), EBW_ERR_ARGUMENT, "threads = 1025");
  assert_ok(ebw_model_set_threads(m, 1024));
  assert_refused(ebw_model_set_flush_to_zero(m, 2), EBW_ERR_ARGUMENT, "on = 2");
  assert_ok(ebw_model_set_flush_to_zero(m, 0));
  assert_refused(ebw_model_set_slots(m, -1), EBW_ERR_ARGUMENT, "slots = -1");
  assert_ok(ebw_model_set_slots(m, INT64_MAX));
  assert_refused(ebw_model_set_progress(m, NULL, -1, NULL, NULL), EBW_ERR_ARGUMENT, "every = -1");
  assert_refused(ebw_model_get_dt_max(m, NULL), EBW_ERR_ARGUMENT, "dt_max is NULL");
  ebw_model_destroy(m);
  assert_ok(ebw_model_create(EBW_F32, 2, kShape, kSpacing, &m));
  assert_refused(ebw_model_get_dt_max(m, &dt_max), EBW_ERR_STATE, "ebw_model_set_field");
  assert_memory_equal(&dt_max, &(double){-1.0}, sizeof dt_max);
  ebw_model_destroy(m);
}

static void dt_max_is_that_of_the_formula(void **state) {
  (void)state;
  ebw_model *model = small_model();
  double dt_max = 0.0;
  assert_ok(ebw_model_set_order(model, 2));
  assert_ok(ebw_model_get_dt_max(model, &dt_max));
  /* Order 2: S_d = 1 + 2 + 1 per axis; v_max is the deepest cell's. Two ways to the same number in double. */
  ebw_assert_close(dt_max, 2.0 / (2070.0 * sqrt(8.0 / (SPACING * SPACING))), 1e-15 * dt_max);
  ebw_model_destroy(model);
}

static void a_state_is_covered_by_its_fields_without_overlap(void **state) {
  (void)state;
  ebw_model *model = small_model();
  const char *expected[] = {"u", "u_prev", "pi_left", "pi_right", "zeta_left", "zeta_right"};
  int64_t bytes = 0, end = 0;
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  for (int32_t f = 0; f < 6; ++f) {
    const char *name = NULL;
    int64_t offset = -1, shape[2] = {0, 0}, stride[2] = {0, 0};
    assert_ok(ebw_model_get_state_field(model, f, &name, &offset, shape, stride));
    assert_string_equal(name, expected[f]);
    assert_int_equal(offset, end); /* each field begins where the last one ended: no gap, no overlap */
    assert_int_equal(shape[0], f < 2 ? NX + 10 : 5);
    assert_int_equal(shape[1], NZ + 5);
    assert_int_equal(stride[1], 1);
    assert_true(stride[0] >= shape[1]); /* rows do not overlap either */
    end = offset + shape[0] * stride[0] * 4;
  }
  assert_int_equal(end, bytes);
  const char *name = "untouched";
  int64_t offset = -7, shape[2], stride[2];
  assert_refused(ebw_model_get_state_field(model, 6, &name, &offset, shape, stride), EBW_ERR_NOT_FOUND,
                 "index = 6, the state has 6");
  assert_refused(ebw_model_get_state_field(model, -1, &name, &offset, shape, stride), EBW_ERR_NOT_FOUND, "index = -1");
  assert_refused(ebw_model_get_state_field(model, 0, NULL, &offset, shape, stride), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_model_get_state_field(model, 0, &name, NULL, shape, stride), EBW_ERR_ARGUMENT, "offset is NULL");
  assert_refused(ebw_model_get_state_field(model, 0, &name, &offset, NULL, stride), EBW_ERR_ARGUMENT, "shape is NULL");
  assert_refused(ebw_model_get_state_field(model, 0, &name, &offset, shape, NULL), EBW_ERR_ARGUMENT, "stride is NULL");
  assert_refused(ebw_model_get_state_bytes(model, NULL), EBW_ERR_ARGUMENT, "bytes is NULL");
  assert_string_equal(name, "untouched");
  assert_int_equal(offset, -7);
  ebw_model_destroy(model);
}

static void a_state_without_layout_is_refused(void **state) {
  (void)state;
  ebw_model *model = NULL;
  int64_t bytes = -1;
  const int64_t thin[2] = {NX, 7};
  assert_ok(ebw_model_create(EBW_F32, 2, thin, kSpacing, &model));
  assert_refused(ebw_model_get_state_bytes(model, &bytes), EBW_ERR_STATE, "left face has no boundary");
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_BOTTOM, EBW_BOUNDARY_RIGID, 0, 0.0, 0.0));
  assert_refused(ebw_model_get_state_bytes(model, &bytes), EBW_ERR_SHAPE,
                 "axis z has 7 nodes, need at least order = 8");
  assert_int_equal(bytes, -1);
  assert_ok(ebw_model_set_order(model, 6));
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  assert_int_equal(bytes, 2 * NX * 16 * 4); /* two fields, rows of 7 rounded up to 16 floats */
  ebw_model_destroy(model);
}

static void a_three_dimensional_state_names_all_faces(void **state) {
  (void)state;
  ebw_model *model = NULL;
  const int64_t shape[3] = {5, 6, 7};
  const double spacing[3] = {5.0, 10.0, 20.0};
  int64_t bytes = 0, end = 0;
  assert_ok(ebw_model_create(EBW_F64, 3, shape, spacing, &model));
  assert_ok(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 5, 1800.0, 25.0));
  assert_ok(ebw_model_get_state_bytes(model, &bytes));
  const char *expected[] = {"u",       "u_prev",     "pi_left",   "pi_right", "zeta_left", "zeta_right", "pi_front",
                            "pi_back", "zeta_front", "zeta_back", "pi_top",   "pi_bottom", "zeta_top",   "zeta_bottom"};
  for (int32_t f = 0; f < 14; ++f) {
    const char *name = NULL;
    int64_t offset = -1, n[3], stride[3];
    assert_ok(ebw_model_get_state_field(model, f, &name, &offset, n, stride));
    assert_string_equal(name, expected[f]);
    assert_int_equal(offset, end);
    assert_true(stride[2] == 1 && stride[1] >= n[2] && stride[0] >= n[1] * stride[1]);
    end += n[0] * stride[0] * 8;
  }
  assert_int_equal(end, bytes);
  ebw_model_destroy(model);
}

static int32_t some_misfit(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces, double *misfit,
                           double *residual, void *user) {
  (void)shot, (void)n_receivers, (void)n_samples, (void)traces, (void)misfit, (void)residual, (void)user;
  return 0;
}
static int32_t some_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done, (void)total, (void)recomputed, (void)user;
  return 0;
}

static void release_comes_once_for_each_user_pointer(void **state) {
  (void)state;
  ebw_model *model = small_model();
  int misfits[3] = {0, 0, 0}, progresses[3] = {0, 0, 0};
  assert_ok(ebw_model_set_misfit(model, some_misfit, &misfits[0], small_count_release));
  assert_ok(ebw_model_set_misfit(model, some_misfit, &misfits[1], small_count_release));
  assert_int_equal(misfits[0], 1);
  /* A release is called also where there is no function to go with it. */
  assert_ok(ebw_model_set_misfit(model, NULL, &misfits[2], small_count_release));
  assert_int_equal(misfits[1], 1);
  assert_ok(ebw_model_set_progress(model, some_progress, 1, &progresses[0], small_count_release));
  assert_refused(ebw_model_set_progress(model, some_progress, -1, &progresses[1], small_count_release),
                 EBW_ERR_ARGUMENT, "every = -1");
  assert_int_equal(progresses[0], 0);
  assert_int_equal(progresses[1], 0);
  assert_ok(ebw_model_set_progress(model, NULL, 0, &progresses[2], small_count_release));
  ebw_model_destroy(model);
  for (int i = 0; i < 3; ++i) {
    assert_int_equal(misfits[i], 1);
    assert_int_equal(progresses[i], i == 1 ? 0 : 1);
  }
}

static void counts_times_and_words_are_found_by_name(void **state) {
  (void)state;
  ebw_model *model = small_model();
  int64_t count = -1;
  double seconds = -1.0;
  const char *words = NULL;
  assert_refused(ebw_model_get_count(model, "steps", &count), EBW_ERR_STATE, "ebw_gradient first");
  assert_refused(ebw_model_get_seconds(model, "total", &seconds), EBW_ERR_STATE, "ebw_gradient first");
  ebw_shot *shot = small_shot(model, 115.0);
  assert_ok(ebw_model_set_threads(model, 2));
  assert_ok(ebw_forward(model, &shot, 1));
  assert_int_equal(small_count(model, "steps"), STEPS);
  assert_int_equal(small_count(model, "forward_steps"), STEPS);
  assert_int_equal(small_count(model, "reverse_steps"), 0);
  assert_int_equal(small_count(model, "slots"), 0);
  assert_int_equal(small_count(model, "threads"), 2);
  double parts = 0.0;
  const char *phases[] = {"prepare", "forward", "reverse"};
  for (int p = 0; p < 3; ++p) {
    assert_ok(ebw_model_get_seconds(model, phases[p], &seconds));
    assert_true(seconds >= 0.0);
    parts += seconds;
  }
  assert_ok(ebw_model_get_seconds(model, "total", &seconds));
  assert_true(seconds >= parts * (1 - 1e-12)); /* a sum of three, each rounded */
  assert_refused(ebw_model_get_count(model, "step", &count), EBW_ERR_NOT_FOUND, "planned_bytes");
  assert_refused(ebw_model_get_count(model, NULL, &count), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_model_get_count(model, "steps", NULL), EBW_ERR_ARGUMENT, "value is NULL");
  assert_refused(ebw_model_get_seconds(model, "all", &seconds), EBW_ERR_NOT_FOUND, "prepare");
  assert_refused(ebw_model_get_seconds(model, NULL, &seconds), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_model_get_seconds(model, "total", NULL), EBW_ERR_ARGUMENT, "seconds is NULL");
  assert_refused(ebw_model_get_description(model, NULL), EBW_ERR_ARGUMENT, "description is NULL");
  assert_ok(ebw_model_get_description(model, &words));
  assert_non_null(strstr(words, "f32, order 8"));
  assert_non_null(strstr(words, "2 threads, flush-to-zero on"));
  assert_ok(ebw_model_release_memory(model));
  assert_int_equal(small_count(model, "steps"), STEPS);
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

/* Every function that takes a model, with this one; all must answer `status`. */
static void assert_all_refuse(ebw_model *m, int32_t status, const char *word) {
  float v[CELLS_ALL];
  double real = 0.0;
  int64_t count = 0, pair[2];
  const char *words = NULL;
  ebw_shot *shot = NULL;
  small_velocity(v, 0);
  assert_refused(ebw_model_set_field(m, "velocity", v, EBW_F32, 2, kShape, NULL), status, word);
  assert_refused(ebw_model_get_field(m, "velocity", v, EBW_F32, 2, kShape, NULL), status, word);
  assert_refused(ebw_model_set_boundary(m, 0, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0), status, word);
  assert_refused(ebw_model_set_time(m, DT, 1), status, word);
  assert_refused(ebw_model_get_dt_max(m, &real), status, word);
  assert_refused(ebw_model_set_order(m, 2), status, word);
  assert_refused(ebw_model_set_parameter(m, 1), status, word);
  assert_refused(ebw_model_set_threads(m, 1), status, word);
  assert_refused(ebw_model_set_flush_to_zero(m, 1), status, word);
  assert_refused(ebw_model_set_slots(m, 1), status, word);
  assert_refused(ebw_model_set_misfit(m, NULL, NULL, NULL), status, word);
  assert_refused(ebw_model_set_progress(m, NULL, 0, NULL, NULL), status, word);
  assert_refused(ebw_model_get_state_bytes(m, &count), status, word);
  assert_refused(ebw_model_get_state_field(m, 0, &words, &count, pair, pair), status, word);
  assert_refused(ebw_model_get_count(m, "steps", &count), status, word);
  assert_refused(ebw_model_get_seconds(m, "total", &real), status, word);
  assert_refused(ebw_model_get_description(m, &words), status, word);
  assert_refused(ebw_model_release_memory(m), status, word);
  assert_refused(ebw_shot_create(m, &shot), status, word);
}

static int32_t refuse_in_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)done, (void)total, (void)recomputed;
  assert_all_refuse(user, EBW_ERR_BUSY, "model is in use");
  return 0;
}

static void null_foreign_and_busy_models_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  ebw_shot *shot = small_shot(model, 115.0);
  assert_all_refuse(NULL, EBW_ERR_ARGUMENT, "model is NULL");
  assert_all_refuse((ebw_model *)shot, EBW_ERR_HANDLE, "model is not a handle of this kind");
  /* Held by the call whose callback this is. */
  assert_ok(ebw_model_set_progress(model, refuse_in_progress, STEPS, model, NULL));
  assert_ok(ebw_forward(model, &shot, 1));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(create_refuses_what_is_no_grid),
      cmocka_unit_test(a_field_comes_back_as_it_was_set),
      cmocka_unit_test(a_bad_field_is_refused_and_the_old_one_stays),
      cmocka_unit_test(get_field_refuses_what_set_field_does_and_overlaps),
      cmocka_unit_test(a_field_beyond_the_machine_is_refused),
      cmocka_unit_test(boundaries_refuse_what_damps_nothing),
      cmocka_unit_test(settings_refuse_what_is_out_of_range),
      cmocka_unit_test(dt_max_is_that_of_the_formula),
      cmocka_unit_test(a_state_is_covered_by_its_fields_without_overlap),
      cmocka_unit_test(a_state_without_layout_is_refused),
      cmocka_unit_test(a_three_dimensional_state_names_all_faces),
      cmocka_unit_test(release_comes_once_for_each_user_pointer),
      cmocka_unit_test(counts_times_and_words_are_found_by_name),
      cmocka_unit_test(null_foreign_and_busy_models_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
