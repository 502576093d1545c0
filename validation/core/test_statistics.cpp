// SPDX-License-Identifier: MIT
// What the tests of gradients make of few numbers: quantiles of chi-square, orders with their intervals.
#include <cmath>
#include <vector>

#include "base/rng.hpp"
#include "expect.hpp"
#include "verify/chi_square.hpp"
#include "verify/order_fit.hpp"

namespace {

using ebw::verify::chi_square_quantile;
using ebw::verify::fit_order;
using ebw::verify::Order;

// Abramowitz and Stegun (1964), table 26.8, and for 2 degrees -2 log(1 - p).
void quantiles_of_chi_square_are_those_of_the_table(void **) {
  const struct {
    std::int64_t degrees;
    double probability, value, tolerance;
  } known[] = {
      {1, 0.01, 1.57088e-4, 1e-9},
      {2, 0.01, -2.0 * std::log(0.99), 1e-15},
      {2, 0.5, -2.0 * std::log(0.5), 1e-14},
      {3, 0.01, 0.114832, 1e-6},
      {5, 0.05, 1.145476, 1e-6},
      {10, 0.01, 2.55821, 1e-5},
      {30, 0.01, 14.9535, 1e-4},
      {100, 0.05, 77.9295, 1e-4},
  };
  for (const auto &k : known)
    assert_true(std::abs(chi_square_quantile(k.degrees, k.probability) - k.value) <= k.tolerance);
  // Far out it nears a Gaussian of mean 10^5 and variance 2 10^5: 2.326 standard deviations below the mean at 1 %.
  assert_true(std::abs((chi_square_quantile(100000, 0.01) - 1e5) / std::sqrt(2e5) + 2.326) < 0.02);
}

const std::vector<double> kSteps = {0.05, 0.0125, 3.125e-3, 7.8125e-4, 1.953125e-4};

void an_exact_power_has_its_order_and_hardly_an_interval(void **) {
  for (const double power : {1.0, 2.0, 3.0}) {
    std::vector<double> remainder;
    for (const double h : kSteps) remainder.push_back(-7.0 * std::pow(h, power));
    const Order order = fit_order(kSteps, remainder, 1e-30);
    assert_true(order.known);
    assert_int_equal(order.points, 5);
    assert_true(std::abs(order.value - power) < 1e-12);  // rounding of logarithms
    assert_true(order.half_width < 1e-10);
  }
}

// Remainders h^2 with noise that reaches the smallest: of 1000 fits 95 % hold the order 2 in their interval; the
// counted points carry a tenth of noise at most, for which log is nearly linear. 50 misses at most are expected, 85
// have a probability below 1e-6. The interval must also say something: the noise at the last point, 2 %, moves the
// order by some hundredths.
void intervals_hold_the_order_in_95_percent(void **) {
  int misses = 0;
  const double noise = 1e-8;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const ebw::Random random(seed, 0);
    std::vector<double> remainder;
    for (std::size_t i = 0; i < kSteps.size(); ++i)
      remainder.push_back(kSteps[i] * kSteps[i] + noise * random.gaussian(static_cast<std::int64_t>(i)));
    const Order order = fit_order(kSteps, remainder, noise);
    assert_true(order.known);
    assert_true(order.half_width < 0.2);
    misses += std::abs(order.value - 2.0) > order.half_width;
  }
  assert_true(misses < 85);
}

void points_below_the_floor_do_not_count(void **) {
  const std::vector<double> remainder = {1e-3, 1e-4, 9.9e-6, 9.9e-6, 9.9e-6};
  const Order two = fit_order(kSteps, remainder, 1e-6);
  assert_int_equal(two.points, 2);
  assert_true(two.known);
  assert_true(std::abs(two.value - std::log(10.0) / std::log(4.0)) < 1e-12);
  assert_true(two.half_width > 0.0);  // by the noise alone: two points lie on a line anyway
  const Order one = fit_order(kSteps, remainder, 1e-5);
  assert_int_equal(one.points, 1);
  assert_true(!one.known && one.value == 0.0 && one.half_width == 0.0);
  const Order none = fit_order(kSteps, std::vector<double>(5, 0.0), 0.0);
  assert_true(!none.known && none.points == 0);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantiles_of_chi_square_are_those_of_the_table),
      cmocka_unit_test(an_exact_power_has_its_order_and_hardly_an_interval),
      cmocka_unit_test(intervals_hold_the_order_in_95_percent),
      cmocka_unit_test(points_below_the_floor_do_not_count),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
