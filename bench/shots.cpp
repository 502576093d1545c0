// SPDX-License-Identifier: MIT
// When do several shots at a time pay? Prints one JSON object: the same gradient of four shots, one after the other
// with both threads in each, and two at a time with a thread each, on grids of rising size in alternated rounds;
// medians of the ratios (above 1: two at a time are faster) and what the library would choose. The rule of
// `shots_for_threads` in src/gradient/survey_plan.cpp comes from this.
#include <ebbwave/ebbwave.h>

#include <array>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "machine.hpp"

namespace {

using namespace ebw;
using namespace ebw::bench;

constexpr int kShots = 4, kThreads = 2;

void check(std::int32_t status) {
  if (status == EBW_OK) return;
  std::fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  std::exit(1);
}

// Grid, layers beside it, and steps for some 50 ms.
struct Case {
  std::vector<std::int64_t> shape;
  std::int64_t cells, steps;
};

class Survey {
 public:
  explicit Survey(const Case &c) {
    const auto ndim = static_cast<std::int32_t>(c.shape.size());
    const double spacing[3] = {10.0, 10.0, 10.0};
    std::int64_t nodes = 1;
    for (const std::int64_t n : c.shape) nodes *= n;
    const std::vector<float> velocity(static_cast<std::size_t>(nodes), 2000.0f);
    check(ebw_model_create(EBW_F32, ndim, c.shape.data(), spacing, &model_));
    check(ebw_model_set_field(model_, "velocity", velocity.data(), EBW_F32, ndim, c.shape.data(), nullptr));
    check(ebw_model_set_boundary(model_, EBW_FACE_ALL, c.cells ? EBW_BOUNDARY_CPML : EBW_BOUNDARY_ZERO, c.cells,
                                 c.cells ? 2000.0 : 0.0, c.cells ? 10.0 : 0.0));
    check(ebw_model_set_time(model_, 1.5e-3, c.steps));
    check(ebw_model_set_threads(model_, kThreads));
    std::vector<double> wavelet(static_cast<std::size_t>(c.steps + 1));
    check(ebw_ricker(10.0, 0.1, 1.5e-3, c.steps + 1, wavelet.data()));
    for (int s = 0; s < kShots; ++s) {
      check(ebw_shot_create(model_, &shots_[static_cast<std::size_t>(s)]));
      ebw_shot *shot = shots_[static_cast<std::size_t>(s)];
      check(ebw_shot_add_source(shot, at(c, (s + 1.0) / (kShots + 1.0)).data(), wavelet.data(), c.steps + 1));
      for (int r = 0; r < 20; ++r) check(ebw_shot_add_receivers(shot, 1, at(c, (r + 0.5) / 20.0).data()));
    }
    gradient_.resize(velocity.size());
  }
  ~Survey() {
    for (ebw_shot *shot : shots_) ebw_shot_destroy(shot);
    ebw_model_destroy(model_);
  }
  Survey(const Survey &) = delete;
  Survey &operator=(const Survey &) = delete;

  void set_at_once(std::int32_t count) { check(ebw_model_set_shots_at_once(model_, count)); }
  double seconds() {
    const Clock::time_point begin = Clock::now();
    check(ebw_gradient(model_, shots_.data(), kShots, 0, nullptr, gradient_.data(), nullptr));
    return seconds_since(begin);
  }
  std::int64_t at_once() const {
    std::int64_t count;
    check(ebw_model_get_count(model_, "shots_at_once", &count));
    return count;
  }
  const std::vector<float> &gradient() const { return gradient_; }

 private:
  static std::array<double, 3> at(const Case &c, double share) {
    std::array<double, 3> position{};
    for (std::size_t d = 0; d < c.shape.size(); ++d)
      position[d] = 10.0 * static_cast<double>(c.shape[d] - 1) * (d == 0 ? share : 0.37);
    return position;
  }

  ebw_model *model_ = nullptr;
  std::array<ebw_shot *, kShots> shots_{};
  std::vector<float> gradient_;
};

void measure(const Case &c, Probe &probe, bool last) {
  constexpr int kRounds = 7;
  Survey in_turn(c), at_once(c), chosen(c);
  in_turn.set_at_once(1);
  at_once.set_at_once(2);
  in_turn.seconds(), at_once.seconds(), chosen.seconds();
  if (in_turn.gradient() != at_once.gradient()) {
    std::fprintf(stderr, "the gradients differ\n");
    std::exit(1);
  }
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong();
    const double a = in_turn.seconds(), b = at_once.seconds(), d = at_once.seconds(), e = in_turn.seconds();
    const double after = probe.bandwidth();
    rounds.add({trip, before, after}, {(a + e) / (b + d), 0.5 * (a + e)});
    before = after;
  }
  std::int64_t points = 1;
  std::string shape;
  for (const std::int64_t n : c.shape) {
    points *= n + 2 * c.cells;
    shape += (shape.empty() ? "" : " x ") + std::to_string(n);
  }
  std::printf("  {\"part\": \"shots\", \"case\": \"%s\", \"cells\": %" PRId64 ", \"steps\": %" PRId64
              ", \"points_per_thread\": %" PRId64
              ", \"two_at_a_time\": %.3f, \"seconds_in_turn\": %.4f, \"chosen\": %" PRId64
              ", \"ping_pong_ns\": %.0f, \"rounds_kept\": %d, \"rounds\": %d}%s\n",
              shape.c_str(), c.cells, c.steps, points / kThreads, rounds.median_of(0), rounds.median_of(1),
              chosen.at_once(), rounds.ping_pong(), rounds.kept(), rounds.count(), last ? "" : ",");
  std::fflush(stdout);
}

}  // namespace

int main() {
  Probe probe(128 * 128 * 128, kThreads);
  const std::vector<Case> cases = {{{60, 60}, 0, 2000},   {{60, 60}, 20, 600},    {{200, 100}, 0, 600},
                                   {{200, 100}, 20, 300}, {{300, 200}, 0, 200},   {{600, 204}, 0, 100},
                                   {{600, 204}, 20, 60},  {{24, 24, 24}, 0, 400}, {{40, 40, 40}, 0, 150},
                                   {{64, 64, 64}, 0, 40}};
  std::puts("{\"rows\": [");
  for (std::size_t n = 0; n < cases.size(); ++n) measure(cases[n], probe, n + 1 == cases.size());
  std::puts("]}");
  return 0;
}
