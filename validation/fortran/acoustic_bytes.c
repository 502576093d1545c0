/* SPDX-License-Identifier: MIT */
/* The gradient of docs/examples/acoustic_gradient.c in both precisions as bytes: acoustic_bytes PREFIX writes
 * PREFIX_f32.bin and PREFIX_f64.bin. */
#include <ebbwave/ebbwave.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NX = 201, NZ = 101, STEPS = 600, RECEIVERS = 51 };
static float single[NX][NZ];
static double values[NX][NZ], wavelet[STEPS + 1], receivers[RECEIVERS][2], traces[RECEIVERS][STEPS + 1];

static void check(int32_t status) {
  if (status == EBW_OK) return;
  fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  exit(1);
}

static void set_velocity(ebw_model *model, int32_t dtype, double inside) {
  const int64_t shape[2] = {NX, NZ};
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) {
      values[i][k] = hypot(10.0 * i - 1000.0, 10.0 * k - 500.0) < 200.0 ? inside : 2000.0;
      single[i][k] = (float)values[i][k];
    }
  check(ebw_model_set_field(model, "velocity", dtype == EBW_F32 ? (void *)single : (void *)values, dtype, 2, shape,
                            NULL));
}

static void write_gradient(const char *prefix, int32_t dtype) {
  const int64_t shape[2] = {NX, NZ};
  const double spacing[2] = {10.0, 10.0}, source[2] = {1000.0, 20.0}, dt = 0.0015, f0 = 10.0;
  void *gradient = dtype == EBW_F32 ? (void *)single : (void *)values;
  const size_t bytes = dtype == EBW_F32 ? sizeof single : sizeof values;
  ebw_model *model;
  ebw_shot *shot;
  char path[1000];
  check(ebw_model_create(dtype, 2, shape, spacing, &model));
  check(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 20, 2300.0, f0));
  check(ebw_model_set_time(model, dt, STEPS));
  check(ebw_shot_create(model, &shot));
  check(ebw_ricker(f0, 1.2 / f0, dt, STEPS + 1, wavelet));
  check(ebw_shot_add_source(shot, source, wavelet, STEPS + 1));
  for (int r = 0; r < RECEIVERS; ++r) receivers[r][0] = 40.0 * r, receivers[r][1] = 20.0;
  check(ebw_shot_add_receivers(shot, RECEIVERS, &receivers[0][0]));
  set_velocity(model, dtype, 2300.0);
  check(ebw_forward(model, &shot, 1));
  check(ebw_shot_get_traces(shot, &traces[0][0], RECEIVERS, STEPS + 1, NULL));
  check(ebw_shot_set_observed(shot, &traces[0][0], RECEIVERS, STEPS + 1, NULL));
  set_velocity(model, dtype, 2000.0);
  check(ebw_gradient(model, &shot, 1, 8000000, NULL, gradient, NULL));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
  snprintf(path, sizeof path, "%s_%s.bin", prefix, dtype == EBW_F32 ? "f32" : "f64");
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(gradient, 1, bytes, file) != bytes || fclose(file) != 0) exit(1);
}

int main(int count, char **arguments) {
  if (count != 2) return 3;
  write_gradient(arguments[1], EBW_F32);
  write_gradient(arguments[1], EBW_F64);
  return 0;
}
