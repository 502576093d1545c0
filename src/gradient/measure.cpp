// SPDX-License-Identifier: MIT
// Short runs without sources and receivers: zero fields take the time of any others.
#include "gradient/measure.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/aligned_buffer.hpp"

namespace ebw::gradient {

namespace {

constexpr int kRuns = 3;
constexpr std::int64_t kLeaf = 4;  // steps of a run

template <class Body>
double least_seconds(int runs, const Body &body) {
  using Clock = std::chrono::steady_clock;
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const Clock::time_point begin = Clock::now();
    body();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return least;
}

}  // namespace

namespace {

schedule::SegmentCosts measure_steps(const wave::Model &model, const wave::acoustic::Resources &resources,
                                     std::int64_t &state_bytes) {
  const auto propagator = wave::acoustic::make_propagator(model.setup(), resources);
  const wave::acoustic::Geometry &g = propagator->geometry();
  state_bytes = g.state_bytes;
  wave::Shot shot(model.grid(), model.setup().n_steps);
  const wave::acoustic::ShotTask task{&model, &shot, 0, wave::acoustic::Task::image,
                                      wave::acoustic::AdjointSource::given};
  propagator->set_shot(task);
  propagator->allocate();
  propagator->start();

  MemoryAccount account;
  const Array<std::byte> ring(account, MemoryUse::tape_ring, checked_multiply(kLeaf, g.tape_bytes(), "tapes"));
  Array<std::byte> state(account, MemoryUse::slots, g.state_bytes);
  const TapePlaces places{const_cast<std::byte *>(ring.data()), g.tape_bytes(), kLeaf};

  propagator->advance(0, kLeaf);
  schedule::SegmentCosts costs;
  const double steps = static_cast<double>(kLeaf);
  // A run that tunes its tiles is measured with the fastest of them.
  const int runs = kRuns + propagator->trials();
  costs.advance = least_seconds(runs, [&] { propagator->advance(kLeaf, 2 * kLeaf); }) / steps;
  costs.taped = least_seconds(runs, [&] { propagator->advance_taped(kLeaf, 2 * kLeaf, places); }) / steps;
  // Never step 0, whose reverse ends a sweep.
  costs.reverse = least_seconds(runs, [&] { propagator->reverse_taped(2 * kLeaf - 1, kLeaf, places); }) / steps;
  costs.copy = 0.5 * least_seconds(kRuns, [&] {
                 propagator->save(kLeaf, state.data());
                 propagator->load(kLeaf, state.data());
               });
  return costs;
}

}  // namespace

MeasuredCosts measure_costs(const wave::Model &model, const wave::acoustic::Resources &resources,
                            const std::string &directory) {
  model.check_ready();
  MeasuredCosts costs;
  std::int64_t state_bytes = 0;
  costs.steps = measure_steps(model, resources, state_bytes);
  if (!directory.empty()) costs.disk = storage::measure_disk(directory, state_bytes);
  return costs;
}

}  // namespace ebw::gradient
