// SPDX-License-Identifier: MIT
// Where a point counts as lying on a node, on an axis as the wavefield sees it.
#include <cmath>
#include <cstdint>
#include <vector>

#include "expect.hpp"
#include "wave/interpolation.hpp"

namespace {

using ebw::wave::AxisWeight;

constexpr std::int64_t kNodes = 20, kLayer = 6;
constexpr double kSpacing = 10.0;

// CPML below, fixed zero above: both ends lie far from the points.
std::vector<AxisWeight> weights_at(int axis, double position) {
  const std::int64_t shape[3] = {kNodes, kNodes, kNodes};
  const double spacing[3] = {kSpacing, kSpacing, kSpacing};
  ebw::wave::Boundary boundary;
  for (std::size_t face = 0; face < 6; ++face)
    boundary[face] = face % 2 ? ebw::wave::make_face(5, 0, 0.0, 0.0) : ebw::wave::make_face(1, kLayer, 2000.0, 10.0);
  return ebw::wave::axis_weights(ebw::wave::make_grid(3, shape, spacing), boundary, axis, position);
}

void a_point_within_a_millionth_of_a_spacing_is_on_its_node(void **) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double off : {0.0, 0.9e-6, -0.9e-6}) {
      const auto weights = weights_at(axis, (9.0 + off) * kSpacing);
      assert_int_equal(weights.size(), 1);
      assert_int_equal(weights[0].node, 9 + kLayer);
      assert_true(weights[0].weight == 1.0);
    }
}

void a_point_further_off_has_eight_nodes(void **) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double off : {1.1e-6, -1.1e-6}) {
      const auto weights = weights_at(axis, (9.0 + off) * kSpacing);
      assert_int_equal(weights.size(), 8);
      for (const AxisWeight &w : weights) {
        assert_true(w.weight != 0.0);
        // Next to a node the sinc of the others is of the size of the distance.
        const double ideal = w.node == 9 + kLayer ? 1.0 : 0.0;
        assert_true(std::fabs(w.weight - ideal) < 2e-6);
      }
    }
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_point_within_a_millionth_of_a_spacing_is_on_its_node),
      cmocka_unit_test(a_point_further_off_has_eight_nodes),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
