/* SPDX-License-Identifier: MIT */
/* Point sources in the whole space against the solutions of the continuous equation: a line source in 2-D and a point
 * source in 3-D, with absolute amplitudes. Speed 2000 m/s, Ricker of 10 Hz delayed by 0.12 s, 500 m away. With the
 * argument `convergence`: the error as the grid is refined, which is slow. */
#include "wave_box.h"

#include <stdlib.h>

static const double speed = 2000.0, f0 = 10.0, t0 = 0.12, distance = 500.0, duration = 0.5;

static double ricker(double t) {
  const double q = pow(acos(-1.0) * f0 * (t - t0), 2);
  return (1.0 - 2.0 * q) * exp(-q);
}

/* (1 / 2 pi) times the integral of w(t - (r / c) cosh s) over s from 0 to acosh(c t / r), by Simpson's rule: the
 * integrand is smooth and the panels are fine enough for ten digits. */
static double line_source(double t) {
  const double arrival = distance / speed;
  if (t <= arrival) return 0.0;
  const int panels = 2000;
  const double width = acosh(t / arrival) / panels;
  double sum = 0.0;
  for (int i = 0; i <= panels; ++i)
    sum += (i == 0 || i == panels ? 1.0 : i % 2 ? 4.0 : 2.0) * ricker(t - arrival * cosh(i * width));
  return sum * width / 3.0 / (2.0 * acos(-1.0));
}

static double point_source(double t) {
  const double arrival = distance / speed;
  return t <= arrival ? 0.0 : ricker(t - arrival) / (4.0 * acos(-1.0) * distance);
}

/* Nine digits, computed in another language with composite Gauss quadrature. */
static void the_closed_forms_have_their_reference_values(void **state) {
  (void)state;
  ebw_assert_close(line_source(0.3800), 4.88399087e-2, 1e-10);
  ebw_assert_close(line_source(0.3385), -3.02339658e-2, 1e-10);
  ebw_assert_close(line_source(0.37), 3.67518598e-2, 1e-10);
  ebw_assert_close(line_source(0.45), -4.65463622e-3, 1e-10);
  ebw_assert_close(point_source(0.37), 1.59154943e-4, 1e-12);
  ebw_assert_close(point_source(0.40), -5.08404480e-5, 1e-12);
}

/* Relative L2 error of the trace `distance` from the source along x, in a box with 800 m or more on all sides of the
 * source: what its faces send back arrives after duration. Spacings are h along x and less along the others, so that
 * the volume of a cell shows. `shift`, in spacings, moves source and receiver off the nodes; the exact trace is taken
 * `late` samples late. */
static double relative_error(int32_t ndim, int32_t order, double h, double dt, double shift, int late) {
  static const double share[3] = {1.0, 0.95, 0.9};
  const int64_t steps = (int64_t)(duration / dt + 0.5);
  int64_t shape[3];
  double spacing[3], source[3], receiver[3];
  for (int d = 0; d < ndim; ++d) {
    spacing[d] = h * share[d];
    const int64_t half = (int64_t)ceil(800.0 / spacing[d]);
    shape[d] = 2 * half + 1;
    source[d] = receiver[d] = spacing[d] * ((double)half + shift);
  }
  receiver[0] += distance;
  const Box box = make_box(EBW_F64, ndim, order, shape, spacing, EBW_BOUNDARY_ZERO, 0);
  ebw_model *model = open_model(&box, NULL);
  double *wavelet = zeros(steps + 1, sizeof *wavelet), *trace = zeros(steps + 1, sizeof *trace);
  double *exact = zeros(steps + 1, sizeof *exact);
  assert_ok(ebw_ricker(f0, t0, dt, steps + 1, wavelet));
  run_source(model, dt, steps, source, wavelet, 1, receiver, trace);
  for (int64_t k = 0; k <= steps; ++k) exact[k] = (ndim == 2 ? line_source : point_source)(dt * (double)(k + late));
  const double error = norm_of_difference(trace, exact, steps + 1) / norm(exact, steps + 1);
  free(wavelet);
  free(trace);
  free(exact);
  ebw_model_destroy(model);
  return error;
}

/* Ten nodes per wavelength at the peak, order 8, dt = 1 ms: half of it is dispersion in time, of which the rest
 * leaves as much again. A time axis that is off by one sample shows as several per cent (tested below). */
static const double allowed = 0.01;

static void check_source(int32_t ndim) {
  static const double shifts[2] = {0.0, 0.37};
  for (int s = 0; s < 2; ++s) {
    const double error = relative_error(ndim, 8, 20.0, 0.001, shifts[s], 0);
    print_message("# %d-D source, h = 20 m, order 8, shifted by %.2f h: error %.5f, allowed %.3f\n", (int)ndim,
                  shifts[s], error, allowed);
    if (!(error <= allowed))
      fail_msg("%d-D, shift %.2f: error %.3g, allowed %.3g", (int)ndim, shifts[s], error, allowed);
  }
}

static void a_line_source_in_2d_has_the_exact_waveform_and_amplitude(void **state) {
  (void)state;
  check_source(2);
}
static void a_point_source_in_3d_has_the_exact_waveform_and_amplitude(void **state) {
  (void)state;
  check_source(3);
}

static void a_trace_one_sample_early_or_late_exceeds_the_bound(void **state) {
  (void)state;
  for (int late = -1; late <= 1; late += 2) assert_true(relative_error(2, 8, 20.0, 0.001, 0.0, late) > 3.0 * allowed);
}

/* Errors at h = 20, 10, ... and the orders between neighbours, which must be `expected` to 0.2. */
static void check_order(int32_t ndim, int32_t order, int grids, double (*dt_of)(double), double expected) {
  double h = 20.0, last = 0.0;
  for (int g = 0; g < grids; ++g, h /= 2.0) {
    const double error = relative_error(ndim, order, h, dt_of(h), 0.0, 0), observed = g ? log2(last / error) : expected;
    print_message("# %d-D order %d, h = %g m, dt = %g s: error %.5f, observed order %.3f\n", (int)ndim, (int)order, h,
                  dt_of(h), error, observed);
    ebw_assert_close(observed, expected, 0.2);
    last = error;
  }
}

static double proportional(double h) { return h / 5000.0; }
static double quadratic(double h) { return h * h / 1e5; }

static void order_8_converges_with_the_second_order_of_time_in_2d(void **state) {
  (void)state;
  check_order(2, 8, 3, proportional, 2.0);
}
static void order_8_converges_with_the_second_order_of_time_in_3d(void **state) {
  (void)state;
  check_order(3, 8, 2, proportional, 2.0);
}
static void order_4_converges_with_its_order_when_dt_follows_h_squared(void **state) {
  (void)state;
  check_order(2, 4, 3, quadratic, 4.0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest quick[] = {
      cmocka_unit_test(the_closed_forms_have_their_reference_values),
      cmocka_unit_test(a_line_source_in_2d_has_the_exact_waveform_and_amplitude),
      cmocka_unit_test(a_point_source_in_3d_has_the_exact_waveform_and_amplitude),
      cmocka_unit_test(a_trace_one_sample_early_or_late_exceeds_the_bound),
  };
  const struct CMUnitTest slow[] = {
      cmocka_unit_test(order_8_converges_with_the_second_order_of_time_in_2d),
      cmocka_unit_test(order_8_converges_with_the_second_order_of_time_in_3d),
      cmocka_unit_test(order_4_converges_with_its_order_when_dt_follows_h_squared),
  };
  if (argc > 1 && strcmp(argv[1], "convergence") == 0)
    return cmocka_run_group_tests_name("convergence", slow, NULL, NULL);
  return cmocka_run_group_tests_name("point sources", quick, NULL, NULL);
}
