// SPDX-License-Identifier: MIT
// How near is a time step to the machine's memory? Prints one JSON object: the wave probe (a = 2b - a + d * b, 16
// bytes per point in f32), the ping-pong of a cache line between two threads, and plain acoustic steps as a share of
// the probe, and with the tape kept in a ring, alternated in one run; medians of the rounds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "machine.hpp"
#include "wave/acoustic/propagator.hpp"

namespace {

using namespace ebw;
using namespace ebw::bench;

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
    ring_ = AlignedBuffer(account_, MemoryUse::tape_ring, kLeaf * propagator_->geometry().tape_bytes());
    std::memset(ring_.data(), 0, static_cast<std::size_t>(ring_.bytes()));
  }
  // Points per second over 16 steps.
  double rate() {
    const Clock::time_point begin = Clock::now();
    propagator_->advance(step_, step_ + 16);
    step_ += 16;
    return 16.0 * static_cast<double>(points_) / seconds_since(begin);
  }
  // Time of 16 steps in leaves whose tapes are kept over that of 16 without: before and after, so that a drift of the
  // machine falls out.
  double taped() {
    const auto seconds = [&](bool tape) {
      const Clock::time_point begin = Clock::now();
      for (int leaf = 0; leaf < 16 / kLeaf; ++leaf, step_ += kLeaf)
        if (tape)
          propagator_->advance_taped(step_, step_ + kLeaf, {ring_.data(), propagator_->geometry().tape_bytes(), step_});
        else
          propagator_->advance(step_, step_ + kLeaf);
      return seconds_since(begin);
    };
    const double before = seconds(false), tape = seconds(true), after = seconds(false);
    return 2.0 * tape / (before + after);
  }

 private:
  static constexpr std::int64_t kLeaf = 8;
  MemoryAccount account_;
  AlignedBuffer ring_;
  std::unique_ptr<wave::Model> model_;
  std::unique_ptr<wave::Shot> shot_;
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  std::int64_t points_ = 0, step_ = 0;
};

Rounds measure(const Case &c, int threads, bool last) {
  constexpr int kRounds = 11;
  Probe probe(230 * 230 * 230, threads);
  Steps steps(c, threads);
  steps.rate();
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong(), rate = steps.rate(), taped = steps.taped(), after = probe.bandwidth();
    const Conditions conditions{trip, before, after};
    rounds.add(conditions, {16.0 * rate / conditions.probe(), rate / 1e9, taped});
    before = after;
  }
  std::printf(
      "  {\"case\": \"%s\", \"edge\": %lld, \"order\": %d, \"threads\": %d, \"isa\": \"%s\", \"ping_pong_ns\": %.0f, "
      "\"probe_GB_per_s\": %.1f, \"Gpoints_per_s\": %.3f, \"share_of_probe\": %.3f, \"taped_over_plain\": %.3f, "
      "\"rounds_kept\": %d, "
      "\"rounds\": %d}%s\n",
      c.name.c_str(), static_cast<long long>(c.edge), c.order, threads,
      wave::stencil::name_of(wave::stencil::choose_isa()), rounds.ping_pong(), rounds.probe() / 1e9,
      rounds.median_of(1), rounds.median_of(0), rounds.median_of(2), rounds.kept(), rounds.count(), last ? "" : ",");
  std::fflush(stdout);
  return rounds;
}

}  // namespace

int main() {
  const Case plain{"zero", 230, 8, wave::FaceKind::zero, 0};
  Rounds bar, layers;
  std::puts("{\"advance\": [");
  for (int threads : {1, 2}) {
    Rounds rounds = measure(plain, threads, false);
    Rounds cpml = measure({"cpml 20", 230, 8, wave::FaceKind::cpml, 20}, threads, false);
    if (threads == 2) {
      bar = std::move(rounds);
      layers = std::move(cpml);
    }
    measure({"cpml 10", 230, 8, wave::FaceKind::cpml, 10}, threads, false);
    measure({"sponge 20", 230, 8, wave::FaceKind::sponge, 20}, threads, false);
    measure({"zero", 230, 4, wave::FaceKind::zero, 0}, threads, false);
    measure({"zero", 230, 12, wave::FaceKind::zero, 0}, threads, false);
    measure({"zero", 128, 8, wave::FaceKind::zero, 0}, threads, threads == 2);
  }
  std::puts("],");
  // Two cores that share no L3 are another machine, with more bandwidth and a lower share (bar 0.45).
  constexpr double kOneCache = 200.0;
  const int judged = bar.kept(kOneCache);
  print_goals(
      {{"advance, 230^3, order 8, f32, 2 threads: share of the wave probe",
        judged ? bar.median_of(0, kOneCache) : bar.median_of(0), false, 0.5, judged > 0,
        std::to_string(judged) + " of " + std::to_string(bar.count()) + " rounds with a ping-pong below 200 ns"},
       {"advance with tapes in a ring, 230^3, zero faces: time over without", bar.median_of(2), true, 1.15,
        bar.kept() > 0, std::to_string(bar.kept()) + " of " + std::to_string(bar.count()) + " rounds"},
       {"advance with tapes in a ring, 230^3, cpml 20: time over without", layers.median_of(2), true, 1.15,
        layers.kept() > 0, std::to_string(layers.kept()) + " of " + std::to_string(layers.count()) + " rounds"}});
  std::puts("}");
  return 0;
}
