/* SPDX-License-Identifier: MIT */
/* Gradient of a small 2-D acoustic inversion in 8 MB, where keeping every step would take 80 MB. */
#include <ebbwave/ebbwave.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NX = 201, NZ = 101, STEPS = 600, RECEIVERS = 51 };
static float velocity[NX][NZ], gradient[NX][NZ];
static double wavelet[STEPS + 1], receivers[RECEIVERS][2], traces[RECEIVERS][STEPS + 1];

static void check(int32_t status) {
  if (status == EBW_OK) return;
  fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  exit(1);
}

/* 2000 m/s, and `inside` within 200 m of the middle. */
static void set_velocity(ebw_model *model, float inside) {
  const int64_t shape[2] = {NX, NZ};
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) velocity[i][k] = hypot(10.0 * i - 1000.0, 10.0 * k - 500.0) < 200.0 ? inside : 2000.0f;
  check(ebw_model_set_field(model, "velocity", velocity, EBW_F32, 2, shape, NULL));
}

int main(void) {
  const int64_t shape[2] = {NX, NZ};
  const double spacing[2] = {10.0, 10.0}, source[2] = {1000.0, 20.0}, dt = 0.0015, f0 = 10.0;
  ebw_model *model;
  ebw_shot *shot;
  double misfit, sum = 0.0;

  check(ebw_model_create(EBW_F32, 2, shape, spacing, &model));
  check(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 20, 2300.0, f0));
  check(ebw_model_set_time(model, dt, STEPS));
  check(ebw_shot_create(model, &shot));
  check(ebw_ricker(f0, 1.2 / f0, dt, STEPS + 1, wavelet));
  check(ebw_shot_add_source(shot, source, wavelet, STEPS + 1));
  for (int r = 0; r < RECEIVERS; ++r) receivers[r][0] = 40.0 * r, receivers[r][1] = 20.0;
  check(ebw_shot_add_receivers(shot, RECEIVERS, &receivers[0][0]));

  set_velocity(model, 2300.0f); /* the truth: its traces are what was observed */
  check(ebw_forward(model, &shot, 1));
  check(ebw_shot_get_traces(shot, &traces[0][0], RECEIVERS, STEPS + 1, NULL));
  check(ebw_shot_set_observed(shot, &traces[0][0], RECEIVERS, STEPS + 1, NULL));

  set_velocity(model, 2000.0f); /* the guess, and how the misfit changes with each of its cells */
  check(ebw_gradient(model, &shot, 1, 8000000, &misfit, gradient, NULL));
  for (int i = 0; i < NX; ++i)
    for (int k = 0; k < NZ; ++k) sum += (double)gradient[i][k] * gradient[i][k];
  printf("misfit %.6e, norm of the gradient %.6e\n", misfit, sqrt(sum));
  ebw_shot_destroy(shot);
  ebw_model_destroy(model);
  return 0;
}
