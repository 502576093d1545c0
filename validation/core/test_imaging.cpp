// SPDX-License-Identifier: MIT
// Layers are folded onto the grid's edge x first, then y, then z, the outermost cell first: bits against a plain fold.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "base/rng.hpp"
#include "expect.hpp"
#include "wave/acoustic/imaging.hpp"

namespace {

using ebw::wave::acoustic::Geometry;

// A dense box of floats, z fastest.
struct Box {
  std::array<std::int64_t, 3> n;
  std::vector<float> values;
  explicit Box(const std::array<std::int64_t, 3> &size)
      : n(size), values(static_cast<std::size_t>(size[0] * size[1] * size[2])) {}
  float &at(const std::array<std::int64_t, 3> &i) {
    return values[static_cast<std::size_t>((i[0] * n[1] + i[1]) * n[2] + i[2])];
  }
};

// The box without the layers of one axis; its edge cells take what lay outside of them.
Box fold_axis(Box &box, std::size_t axis, std::int64_t low, std::int64_t high) {
  std::array<std::int64_t, 3> size = box.n;
  size[axis] -= low + high;
  Box out(size);
  std::array<std::int64_t, 3> i{};
  for (i[0] = 0; i[0] < size[0]; ++i[0])
    for (i[1] = 0; i[1] < size[1]; ++i[1])
      for (i[2] = 0; i[2] < size[2]; ++i[2]) {
        auto from = i;
        from[axis] = i[axis] + low;
        float sum = box.at(from);
        if (i[axis] == 0)
          for (from[axis] = 0; from[axis] < low; ++from[axis]) sum += box.at(from);
        if (i[axis] == size[axis] - 1)
          for (from[axis] = box.n[axis] - 1; from[axis] >= low + size[axis]; --from[axis]) sum += box.at(from);
        out.at(i) = sum;
      }
  return out;
}

ebw::wave::Setup setup_of(const std::array<std::int64_t, 3> &shape, const std::array<std::int64_t, 6> &cells) {
  const double spacing[3] = {10.0, 10.0, 10.0};
  ebw::wave::Setup setup;
  setup.dtype = ebw::Dtype::f32;
  setup.grid = ebw::wave::make_grid(3, shape.data(), spacing);
  setup.order = 4;
  setup.dt = 1e-3;
  setup.n_steps = 1;
  for (std::size_t face = 0; face < 6; ++face)
    setup.boundary[face] = cells[face] == 0 ? ebw::wave::make_face(5, 0, 0.0, 0.0)
                                            : ebw::wave::make_face(face % 2 ? 2 : 1, cells[face], 2000.0, 10.0);
  return setup;
}

// The plain fold in the given order of axes, and the library's; true when their bits agree.
bool agree(const ebw::wave::Setup &setup, const std::array<std::size_t, 3> &order, int threads = 1) {
  const Geometry g(setup);
  std::vector<float> packed(static_cast<std::size_t>(g.packed_elements));
  Box box(g.n);
  const ebw::Random random(3, 0);
  std::array<std::int64_t, 3> i{};
  for (i[0] = 0; i[0] < g.n[0]; ++i[0])
    for (i[1] = 0; i[1] < g.n[1]; ++i[1])
      for (i[2] = 0; i[2] < g.n[2]; ++i[2]) {
        const std::int64_t at = (i[0] * g.n[1] + i[1]) * g.packed + i[2];
        packed[static_cast<std::size_t>(at)] = box.at(i) = static_cast<float>(random.gaussian(at));
      }
  for (const std::size_t axis : order) box = fold_axis(box, axis, g.profile[axis].cells[0], g.profile[axis].cells[1]);
  std::vector<float> dense(box.values.size());
  ebw::wave::acoustic::fold_layers(g, packed.data(), threads);
  ebw::wave::acoustic::copy_grid(g, packed.data(), dense.data(), threads);
  return std::memcmp(dense.data(), box.values.data(), dense.size() * sizeof(float)) == 0;
}

void layers_are_folded_in_the_order_x_y_z_outermost_first(void **) {
  assert_true(agree(setup_of({9, 8, 7}, {5, 6, 7, 5, 6, 8}), {0, 1, 2}));
  assert_true(agree(setup_of({9, 8, 7}, {5, 0, 0, 6, 7, 0}), {0, 1, 2}));
  assert_true(agree(setup_of({1, 2, 1}, {5, 6, 7, 5, 6, 8}), {0, 1, 2}));
  for (int threads = 2; threads <= 4; ++threads)
    assert_true(agree(setup_of({9, 8, 7}, {5, 6, 7, 5, 6, 8}), {0, 1, 2}, threads));
}

// A model with a free face above and rigid ones else, whose gradient is divided by c, with the same bits for any number
// of threads; of values that are not finite the first in memory is named.
void the_division_by_c_has_the_bits_of_one_thread(void **) {
  const std::int64_t shape[3] = {11, 9, 10};
  const double spacing[3] = {10.0, 10.0, 10.0};
  ebw::wave::Model model(ebw::Dtype::f32, ebw::wave::make_grid(3, shape, spacing));
  const ebw::Random random(5, 0);
  std::vector<float> velocity(11 * 9 * 10), sum(velocity.size());
  for (std::size_t n = 0; n < sum.size(); ++n) {
    velocity[n] = 2000.0f + 100.0f * static_cast<float>(random.uniform(static_cast<std::int64_t>(n)));
    sum[n] = static_cast<float>(random.gaussian(static_cast<std::int64_t>(n)));
  }
  model.set_field("velocity", velocity.data(), ebw::Dtype::f32, ebw::make_layout(3, shape, nullptr));
  model.set_face(-1, ebw::wave::make_face(static_cast<std::int32_t>(ebw::wave::FaceKind::rigid), 0, 0.0, 0.0));
  model.set_face(4, ebw::wave::make_face(static_cast<std::int32_t>(ebw::wave::FaceKind::free), 0, 0.0, 0.0));
  model.set_time(1e-3, 1);
  const auto finish = [&](std::vector<float> values, int threads) {
    ebw::wave::acoustic::finish_gradient(model, ebw::wave::Parameter::slowness_squared,
                                         reinterpret_cast<std::byte *>(values.data()), threads);
    return values;
  };
  const std::vector<float> one = finish(sum, 1);
  assert_true(one[0] == 0.0f && one[1] != 0.0f && one[10] == 0.0f);
  std::vector<float> broken = sum;
  for (const std::size_t n : {333, 334, 888}) broken[n] = std::numeric_limits<float>::infinity();
  for (int threads = 1; threads <= 4; ++threads) {
    assert_memory_equal(finish(sum, threads).data(), one.data(), one.size() * sizeof(float));
    try {
      finish(broken, threads);
      assert_true(false);
    } catch (const ebw::Error &error) {
      assert_non_null(std::strstr(error.what(), "node (3, 6, 3)"));
    }
  }
}

void another_order_of_axes_has_other_bits(void **) {
  const auto setup = setup_of({9, 8, 7}, {5, 6, 7, 5, 6, 8});
  const std::array<std::size_t, 3> others[] = {{2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
  for (const auto &order : others) assert_false(agree(setup, order));
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(layers_are_folded_in_the_order_x_y_z_outermost_first),
      cmocka_unit_test(another_order_of_axes_has_other_bits),
      cmocka_unit_test(the_division_by_c_has_the_bits_of_one_thread),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
