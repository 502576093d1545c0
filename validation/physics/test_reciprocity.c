/* SPDX-License-Identifier: MIT */
/* Reciprocity: the trace at b of a source at a is that at a of the same source at b. It holds to rounding wherever
 * the scheme is symmetric after division by c = (v dt)^2: faces zero, rigid, free, and the sponge, which adds
 * diagonals alone. Injection is the transpose of sampling, scaled by c and divided by the volume of a cell: part of
 * what is tested. */
#include "wave_box.h"

#include <stdlib.h>

#define STEPS 250
#define POINTS 4

static const double spacing[3] = {10.0, 12.5, 9.0};
static const int64_t flat[2] = {31, 27}, deep[3] = {19, 17, 21};

/* Places as fractions of the box: off the nodes, one with a support that leaves the grid, one on an edge node. */
static const double places[POINTS][3] = {{0.31, 0.47, 0.53}, {0.77, 0.62, 0.29}, {0.02, 0.93, 0.95}, {1.0, 0.5, 0.5}};

/* traces[source][receiver][sample] between all pairs of points in a random medium. */
static double *all_traces(const Box *box) {
  double positions[POINTS * 3], wavelet[STEPS + 1];
  double *velocity = zeros(box_nodes(box), sizeof *velocity);
  double *traces = zeros(POINTS * POINTS * (STEPS + 1), sizeof *traces);
  fill_uniform(velocity, box_nodes(box), 1500.0, 2500.0, 11);
  ebw_model *model = open_model(box, velocity);
  const double dt = 0.9 * dt_max_of(model);
  for (int p = 0; p < POINTS; ++p)
    for (int d = 0; d < box->ndim; ++d)
      positions[p * box->ndim + d] = places[p][d] * (double)(box->shape[d] - 1) * box->spacing[d];
  assert_ok(ebw_ricker(20.0, 0.06, dt, STEPS + 1, wavelet));
  for (int p = 0; p < POINTS; ++p)
    run_source(model, dt, STEPS, positions + p * box->ndim, wavelet, POINTS, positions,
               traces + p * POINTS * (STEPS + 1));
  ebw_model_destroy(model);
  free(velocity);
  return traces;
}

/* Largest difference of exchanged traces, relative to the largest sample of the two, over the first `points` points.
 * */
static double asymmetry(const Box *box, int points) {
  double *traces = all_traces(box), worst = 0.0;
  for (int a = 0; a < points; ++a)
    for (int b = 0; b < a; ++b) {
      const double *forth = traces + (a * POINTS + b) * (STEPS + 1), *back = traces + (b * POINTS + a) * (STEPS + 1);
      double difference = 0.0;
      for (int k = 0; k <= STEPS; ++k) difference = worse_of(difference, fabs(forth[k] - back[k]));
      const double size = worse_of(largest(forth, STEPS + 1), largest(back, STEPS + 1));
      /* A point on a free face is silent and deaf. */
      if (size > 0.0) worst = worse_of(worst, difference / size);
    }
  assert_true(largest(traces, POINTS * POINTS * (STEPS + 1)) > 0.0);
  free(traces);
  return worst;
}

/* Two sums of 250 steps that differ in the order of their roundings: sqrt(250) u = 2e-15 each, times what the medium
 * focuses; 1e-12 leaves a factor of a hundred and is ten orders below the effect of an unscaled source. */
static const double exact = 1e-12;

static void check_kind(int32_t kind, int64_t cells, int points, double allowed) {
  double worst = 0.0;
  for (int32_t ndim = 2; ndim <= 3; ++ndim)
    for (int32_t order = 2; order <= 12; order += 2) {
      const Box box = make_box(EBW_F64, ndim, order, ndim == 2 ? flat : deep, spacing, kind, cells);
      const double error = asymmetry(&box, points);
      if (!(error <= allowed))
        fail_msg("%s, %d-D, order %d: exchanged traces differ by %.3g, allowed %.3g", kind_name(kind), (int)ndim,
                 (int)order, error, allowed);
      worst = worse_of(worst, error);
    }
  print_message("# reciprocity, %s faces: worst difference %.2g, allowed %.0e\n", kind_name(kind), worst, allowed);
}

static void source_and_receiver_exchange_exactly_between_zero_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_ZERO, 0, POINTS, exact);
}
static void source_and_receiver_exchange_exactly_between_rigid_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_RIGID, 0, POINTS, exact);
}
static void source_and_receiver_exchange_exactly_between_free_faces(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_FREE, 0, POINTS, exact);
}
static void source_and_receiver_exchange_exactly_between_sponges(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_SPONGE, 10, POINTS, exact);
}
/* The discrete CPML operator is not symmetric, even where the continuous one is: between points in the given grid that
 * shows through what the layer sends back, which was 1e-5 at most; ten times that is allowed. */
static void source_and_receiver_exchange_up_to_the_reflection_of_cpml(void **state) {
  (void)state;
  check_kind(EBW_BOUNDARY_CPML, 10, 2, 1e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(source_and_receiver_exchange_exactly_between_zero_faces),
      cmocka_unit_test(source_and_receiver_exchange_exactly_between_rigid_faces),
      cmocka_unit_test(source_and_receiver_exchange_exactly_between_free_faces),
      cmocka_unit_test(source_and_receiver_exchange_exactly_between_sponges),
      cmocka_unit_test(source_and_receiver_exchange_up_to_the_reflection_of_cpml),
  };
  return cmocka_run_group_tests_name("reciprocity", tests, NULL, NULL);
}
