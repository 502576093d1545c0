// SPDX-License-Identifier: MIT
// How much of the time of a disk does the background hide? A loop that keeps every state, in memory, on disk, and on
// disk in the background; a step computes a little longer than a state needs to or from the disk. Prints one JSON
// object: seconds of each, and the part of the disk's time that is hidden, medians over rounds that alternate.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "executor/executor.hpp"
#include "machine.hpp"
#include "schedule/store_all.hpp"
#include "storage/configured.hpp"

namespace {

using namespace ebw;
using bench::Clock;
using bench::seconds_since;

constexpr std::int64_t kBytes = 16 << 20, kSteps = 12;

// Arithmetic in the first cache, so that the disk and the steps do not compete for memory.
class Loop final : public executor::Stepper {
 public:
  explicit Loop(std::int64_t rounds) : rounds_(rounds), state_(static_cast<std::size_t>(kBytes)) {}

  ReverseKind reverse_kind() const override { return ReverseKind::state_only; }
  std::int64_t state_bytes() const override { return kBytes; }
  void start() override {}
  void advance(std::int64_t from, std::int64_t to) override {
    for (std::int64_t k = from; k < to; ++k) compute();
  }
  void turn(std::int64_t) override {}
  void reverse(std::int64_t) override { compute(); }
  void save(std::int64_t k, std::byte *bytes) override {
    std::memcpy(state_.data(), &k, sizeof k);
    std::memcpy(bytes, state_.data(), state_.size());
  }
  void load(std::int64_t, const std::byte *bytes) override { std::memcpy(state_.data(), bytes, state_.size()); }
  double sum() const { return values_[0]; }

 private:
  void compute() {
    for (std::int64_t round = 0; round < rounds_; ++round)
      for (double &value : values_) value = value * 0.999 + 0.001;
  }
  std::int64_t rounds_;
  std::vector<std::byte> state_;
  double values_[1024] = {};
};

double seconds_of_run(storage::Store &store, std::int64_t rounds, double &check) {
  schedule::StoreAll schedule(kSteps, ReverseKind::state_only, false);
  Loop loop(rounds);
  executor::Executor executor(schedule, store, loop);
  executor.run();
  check += loop.sum();
  return executor.stats().seconds_total;
}

storage::StoreOptions options(storage::Medium medium, const std::string &directory) {
  storage::StoreOptions options;
  options.medium = medium;
  options.directory = directory;
  return options;
}

}  // namespace

int main() {
  const std::string directory = (std::filesystem::temp_directory_path() / text("ebbwave-bench-", getpid())).string();
  double check = 0.0;
  std::vector<double> memory, disk, background, hidden, trips;
  std::int64_t rounds = 1, prefetched = 0;
  {
    storage::ConfiguredStore near(options(storage::Medium::memory, directory));
    storage::ConfiguredStore far(options(storage::Medium::disk, directory));
    storage::ConfiguredStore tiered(options(storage::Medium::tiered, directory));
    // A step takes 1.5 times what a state needs to the disk or back: both sweeps have a transfer per step.
    // The first run of a store takes its memory, which is not what is compared.
    const auto settled = [&](storage::Store &store, std::int64_t work) {
      seconds_of_run(store, work, check);
      return std::min(seconds_of_run(store, work, check), seconds_of_run(store, work, check));
    };
    settled(tiered, 0);
    const double copies = settled(near, 0), transfer = (settled(far, 0) - copies) / (2 * kSteps);
    // From a number that is long enough to be measured.
    constexpr std::int64_t kTried = 2000;
    const double each = std::max(1e-9, (settled(near, kTried) - copies) / (2 * kSteps * kTried));
    rounds = std::max<std::int64_t>(1, static_cast<std::int64_t>(1.5 * transfer / each));
    for (int round = 0; round < 5; ++round) {
      trips.push_back(bench::ping_pong());
      memory.push_back(seconds_of_run(near, rounds, check));
      disk.push_back(seconds_of_run(far, rounds, check));
      background.push_back(seconds_of_run(tiered, rounds, check));
      prefetched = tiered.stats(storage::Bank::state).prefetched;
      hidden.push_back((disk.back() - background.back()) / (disk.back() - memory.back()));
    }
  }
  std::filesystem::remove(directory);
  std::printf(
      "{\"state_bytes\": %lld, \"steps\": %lld, \"rounds_per_step\": %lld, \"memory_seconds\": %.4f, "
      "\"disk_seconds\": %.4f, \"background_seconds\": %.4f, \"hidden\": %.3f, \"loads_found_in_memory\": %lld, "
      "\"check\": %.3f,\n",
      static_cast<long long>(kBytes), static_cast<long long>(kSteps), static_cast<long long>(rounds),
      bench::median(memory), bench::median(disk), bench::median(background), bench::median(hidden),
      static_cast<long long>(prefetched), check);
  // With both cores taken by others there is no background to hide anything in.
  const double trip = bench::median(trips);
  bench::print_goals({{"storage: part of the disk's time that the background hides", bench::median(hidden), false, 0.8,
                       trip < 1000.0, text("ping-pong between two threads ", std::llround(trip), " ns")}});
  std::puts("}");
  return 0;
}
