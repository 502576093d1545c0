// SPDX-License-Identifier: MIT
// What does a gradient in little memory cost? 20 slots against store_all, which keeps u^k of every step: 128^3 nodes,
// 200 steps, zero faces, order 8, f32. Both keep their memory, touched before; they alternate within each round.
#include <ebbwave/ebbwave.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "machine.hpp"

namespace {

using namespace ebw::bench;

constexpr std::int64_t kEdge = 128, kSteps = 200, kSlots = 20, kMemory = 8'000'000'000;
constexpr int kThreads = 2, kRounds = 7;

void check(std::int32_t status) {
  if (status == EBW_OK) return;
  std::fprintf(stderr, "%s: %s\n", ebw_status_name(status), ebw_last_error());
  std::exit(1);
}

class Gradient {
 public:
  explicit Gradient(std::int64_t slots) : gradient_(kEdge * kEdge * kEdge) {
    const std::int64_t shape[3] = {kEdge, kEdge, kEdge};
    const double spacing[3] = {10.0, 10.0, 10.0}, source[3] = {600.0, 600.0, 600.0}, receiver[3] = {300.0, 600.0, 50.0};
    const std::vector<float> velocity(gradient_.size(), 2000.0f);
    std::vector<double> wavelet(kSteps + 1);
    double dt;
    check(ebw_model_create(EBW_F32, 3, shape, spacing, &model_));
    check(ebw_model_set_field(model_, "velocity", velocity.data(), EBW_F32, 3, shape, nullptr));
    check(ebw_model_set_boundary(model_, EBW_FACE_ALL, EBW_BOUNDARY_ZERO, 0, 0.0, 0.0));
    check(ebw_model_get_dt_max(model_, &dt));
    check(ebw_model_set_time(model_, 0.9 * dt, kSteps));
    check(ebw_model_set_threads(model_, kThreads));
    check(ebw_model_set_slots(model_, slots));
    check(ebw_ricker(15.0, 0.08, 0.9 * dt, kSteps + 1, wavelet.data()));
    check(ebw_shot_create(model_, &shot_));
    check(ebw_shot_add_source(shot_, source, wavelet.data(), kSteps + 1));
    check(ebw_shot_add_receivers(shot_, 1, receiver));
    seconds();  // takes and touches the memory
  }
  ~Gradient() {
    ebw_shot_destroy(shot_);
    ebw_model_destroy(model_);
  }
  Gradient(const Gradient &) = delete;
  Gradient &operator=(const Gradient &) = delete;

  double seconds() {
    const Clock::time_point begin = Clock::now();
    check(ebw_gradient(model_, &shot_, 1, kMemory, nullptr, gradient_.data(), nullptr));
    return seconds_since(begin);
  }
  long long count(const char *name) const {
    std::int64_t value;
    check(ebw_model_get_count(model_, name, &value));
    return value;
  }
  const std::vector<float> &values() const { return gradient_; }

 private:
  std::vector<float> gradient_;
  ebw_model *model_ = nullptr;
  ebw_shot *shot_ = nullptr;
};

}  // namespace

int main() {
  Gradient few(kSlots), all(0);
  Probe probe(230 * 230 * 230, kThreads);
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong(), few_seconds = few.seconds(), all_seconds = all.seconds();
    const double after = probe.bandwidth();
    rounds.add({trip, before, after}, {few_seconds, all_seconds, few_seconds / all_seconds});
    before = after;
  }
  if (few.values() != all.values()) {
    std::fprintf(stderr, "the gradients differ\n");
    return 1;
  }
  std::printf(
      "{\"gradient\": {\"edge\": %lld, \"steps\": %lld, \"threads\": %d, \"slots\": %lld, \"forward_steps\": %lld, "
      "\"seconds\": %.3f, \"bytes\": %lld, \"store_all_seconds\": %.3f, \"store_all_bytes\": %lld, \"ratio\": %.3f, "
      "\"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, \"rounds_kept\": %d, \"rounds\": %d},\n",
      static_cast<long long>(kEdge), static_cast<long long>(kSteps), kThreads, few.count("slots"),
      few.count("forward_steps"), rounds.median_of(0), few.count("peak_bytes"), rounds.median_of(1),
      all.count("peak_bytes"), rounds.median_of(2), rounds.ping_pong(), rounds.probe() / 1e9, rounds.kept(),
      rounds.count());
  print_goals(
      {{"gradient, 128^3 x 200: time with 20 slots over store_all", rounds.median_of(2), true, 2.0, rounds.kept() > 0,
        std::to_string(rounds.kept()) + " of " + std::to_string(rounds.count()) + " rounds"}});
  std::puts("}");
  return 0;
}
