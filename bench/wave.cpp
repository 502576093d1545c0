// SPDX-License-Identifier: MIT
// How near is a time step to the machine's memory? Prints one JSON object: the wave probe (a = 2b - a + d * b, 16
// bytes per point in f32), the ping-pong of a cache line between two threads, and plain acoustic steps as a share of
// the probe, alternated in one run; medians of the rounds.
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "wave/acoustic/propagator.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using namespace ebw;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Round trip of a cache line between two threads, in ns. Two cores of one L3: about 100; of two: about 400.
double ping_pong() {
  constexpr int kTrips = 200'000;
  alignas(128) static std::atomic<int> turn;
  turn = 0;
  double seconds = 0.0;
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    const Clock::time_point begin = Clock::now();
    for (int trip = 0; trip < kTrips; ++trip) {
      while (turn.load(std::memory_order_acquire) != 2 * trip + me) {
      }
      turn.store(2 * trip + me + 1, std::memory_order_release);
    }
    if (me == 0) seconds = seconds_since(begin);
  }
  return seconds / kTrips * 1e9;
}

class Probe {
 public:
  Probe(std::int64_t points, int threads) : points_(points), threads_(threads) {
    for (AlignedBuffer *buffer : {&a_, &b_, &d_}) *buffer = AlignedBuffer(account_, MemoryUse::work_fields, 4 * points);
    run([](float *a, float *b, float *d, std::int64_t i) { a[i] = 0.25f, b[i] = 0.5f, d[i] = 1e-3f; });
  }
  // Bytes per second, 16 per point.
  double bandwidth() {
    const Clock::time_point begin = Clock::now();
    constexpr int kSweeps = 8;
    for (int sweep = 0; sweep < kSweeps; ++sweep)
      run([](float *a, float *b, float *d, std::int64_t i) { a[i] = 2.0f * b[i] - a[i] + d[i] * b[i]; });
    return 16.0 * static_cast<double>(points_) * kSweeps / seconds_since(begin);
  }

 private:
  template <class Body>
  void run(const Body &body) {
    float *a = reinterpret_cast<float *>(a_.data()), *b = reinterpret_cast<float *>(b_.data()),
          *d = reinterpret_cast<float *>(d_.data());
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::int64_t i = 0; i < points_; ++i) body(a, b, d, i);
  }
  MemoryAccount account_;
  std::int64_t points_;
  int threads_;
  AlignedBuffer a_, b_, d_;
};

// A grid whose fields hold `edge` nodes along each axis, layers included.
struct Case {
  std::string name;
  std::int64_t edge;
  int order;
  wave::FaceKind faces;
  std::int64_t cells;
};

class Steps {
 public:
  Steps(const Case &c, int threads) {
    wave::Grid grid;
    grid.ndim = 3;
    grid.shape.fill(c.edge - 2 * c.cells);
    grid.spacing.fill(10.0);
    model_ = std::make_unique<wave::Model>(Dtype::f32, grid);
    std::vector<float> v(static_cast<std::size_t>(grid.nodes()), 2000.0f);
    std::int64_t shape[3] = {grid.shape[0], grid.shape[1], grid.shape[2]};
    model_->set_field("velocity", v.data(), Dtype::f32, make_layout(3, shape, nullptr));
    model_->set_order(c.order);
    model_->set_face(-1, wave::make_face(static_cast<std::int32_t>(c.faces), c.cells, 2000.0, 10.0));
    model_->set_time(0.9 * model_->dt_max(), std::int64_t{1} << 30);
    shot_ = std::make_unique<wave::Shot>(grid, 4);  // its wavelet is not used below: no source points
    wave::acoustic::Resources resources;
    resources.threads = threads;
    resources.isa = wave::stencil::choose_isa();
    propagator_ = wave::acoustic::make_propagator(model_->setup(), resources);
    wave::acoustic::ShotTask task;
    task.model = model_.get();
    task.shot = shot_.get();
    propagator_->set_shot(task);
    propagator_->allocate();
    propagator_->start();
    points_ = c.edge * c.edge * c.edge;
  }
  // Points per second over 16 steps.
  double rate() {
    const Clock::time_point begin = Clock::now();
    propagator_->advance(step_, step_ + 16);
    step_ += 16;
    return 16.0 * static_cast<double>(points_) / seconds_since(begin);
  }

 private:
  std::unique_ptr<wave::Model> model_;
  std::unique_ptr<wave::Shot> shot_;
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  std::int64_t points_ = 0, step_ = 0;
};

void measure(const Case &c, int threads, bool last) {
  constexpr int kRounds = 9;
  Probe probe(230 * 230 * 230, threads);
  Steps steps(c, threads);
  steps.rate();
  std::vector<double> bandwidth, rate, share;
  for (int round = 0; round < kRounds; ++round) {
    bandwidth.push_back(probe.bandwidth());
    rate.push_back(steps.rate());
    share.push_back(16.0 * rate.back() / bandwidth.back());
  }
  std::printf(
      "  {\"case\": \"%s\", \"edge\": %lld, \"order\": %d, \"threads\": %d, \"isa\": \"%s\", \"ping_pong_ns\": %.0f, "
      "\"probe_GB_per_s\": %.1f, \"Gpoints_per_s\": %.3f, \"share_of_probe\": %.3f}%s\n",
      c.name.c_str(), static_cast<long long>(c.edge), c.order, threads,
      wave::stencil::name_of(wave::stencil::choose_isa()), ping_pong(), median(bandwidth) / 1e9, median(rate) / 1e9,
      median(share), last ? "" : ",");
  std::fflush(stdout);
}

}  // namespace

int main() {
  std::puts("{\"advance\": [");
  for (int threads : {1, 2}) {
    measure({"zero", 230, 8, wave::FaceKind::zero, 0}, threads, false);
    measure({"cpml 20", 230, 8, wave::FaceKind::cpml, 20}, threads, false);
    measure({"cpml 10", 230, 8, wave::FaceKind::cpml, 10}, threads, false);
    measure({"sponge 20", 230, 8, wave::FaceKind::sponge, 20}, threads, false);
    measure({"zero", 230, 4, wave::FaceKind::zero, 0}, threads, false);
    measure({"zero", 230, 12, wave::FaceKind::zero, 0}, threads, false);
    measure({"zero", 128, 8, wave::FaceKind::zero, 0}, threads, threads == 2);
  }
  std::puts("]}");
  return 0;
}
