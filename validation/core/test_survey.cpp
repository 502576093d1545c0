// SPDX-License-Identifier: MIT
// A survey takes its memory once: the gradients after the first take no buffer, whatever shots they are of; and how
// many shots run at a time where nobody says it.
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "expect.hpp"
#include "gradient/survey.hpp"

namespace {

using ebw::gradient::Options;
using ebw::gradient::Survey;
using ebw::wave::acoustic::AdjointSource;
using ebw::wave::acoustic::Task;

constexpr std::int64_t kSteps = 24;

// Six shots, each of a source in another place, on a grid with layers.
struct Problem {
  Problem() : model(ebw::Dtype::f32, grid()), velocity(static_cast<std::size_t>(grid().nodes()), 2000.0f) {
    const std::int64_t shape[2] = {40, 30};
    model.set_field("velocity", velocity.data(), ebw::Dtype::f32, ebw::make_layout(2, shape, nullptr));
    model.set_face(-1, ebw::wave::make_face(static_cast<std::int32_t>(ebw::wave::FaceKind::cpml), 6, 2000.0, 20.0));
    model.set_time(1e-3, kSteps);
    const std::vector<double> wavelet(kSteps + 1, 1.0);
    for (int s = 0; s < 6; ++s) {
      shots.push_back(std::make_unique<ebw::wave::Shot>(grid(), kSteps));
      shots.back()->add_source({103.0 + 31.0 * s, 0.0, 91.0}, wavelet.data(), kSteps + 1);
      shots.back()->add_receivers(5, [](std::int64_t r) {
        return ebw::wave::Position{57.0 + 43.0 * static_cast<double>(r), 0.0, 37.0};
      });
      pointers.push_back(shots.back().get());
    }
  }
  static ebw::wave::Grid grid() {
    const std::int64_t shape[2] = {40, 30};
    const double spacing[2] = {10.0, 10.0};
    return ebw::wave::make_grid(2, shape, spacing);
  }
  ebw::wave::Model model;
  std::vector<float> velocity;
  std::vector<std::unique_ptr<ebw::wave::Shot>> shots;
  std::vector<ebw::wave::Shot *> pointers;
};

void a_second_gradient_takes_no_buffer(void **) {
  for (const int at_once : {1, 2, 3})
    for (const std::int64_t slots : {0, 5}) {
      Problem p;
      Survey survey;
      Options options;
      options.threads = 3;
      options.shots_at_once = at_once;
      options.slots = slots;
      const std::byte *gradient = nullptr;
      const auto run = [&] {
        survey.run(p.model, p.pointers, options, Task::image, AdjointSource::misfit, &gradient);
        const auto *first = reinterpret_cast<const float *>(gradient);
        return std::vector<float>(first, first + p.model.grid().nodes());
      };
      const std::vector<float> first = run();
      assert_int_equal(survey.report()->shots_at_once, at_once);
      const std::int64_t taken = ebw::process_memory().taken;
      for (int again = 0; again < 3; ++again) assert_true(run() == first);
      assert_int_equal(ebw::process_memory().taken, taken);
    }
}

void small_grids_give_each_shot_fewer_threads(void **) {
  using ebw::gradient::shots_for_threads;
  constexpr std::int64_t kMuch = std::int64_t{1} << 30, kLittle = 1000, kEnough = 32 << 10;
  assert_int_equal(shots_for_threads(kMuch, 100, 16), 1);
  assert_int_equal(shots_for_threads(kLittle, 100, 16), 15);  // 7 rounds either way
  assert_int_equal(shots_for_threads(kLittle, 64, 16), 16);
  assert_int_equal(shots_for_threads(kLittle, 3, 16), 3);
  assert_int_equal(shots_for_threads(kLittle, 1, 16), 1);
  assert_int_equal(shots_for_threads(kLittle, 5, 4), 3);       // two rounds of 3 and 2
  assert_int_equal(shots_for_threads(4 * kEnough, 8, 16), 4);  // 4 threads each
  assert_int_equal(shots_for_threads(2 * kEnough - 1, 8, 2), 2);
  assert_int_equal(shots_for_threads(2 * kEnough, 8, 2), 1);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_second_gradient_takes_no_buffer),
      cmocka_unit_test(small_grids_give_each_shot_fewer_threads),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
