// SPDX-License-Identifier: MIT
// How much of the time of a disk does the background hide? The schedule `async` over three stores: states in memory
// alone, in files, and in files behind the background's thread. A transfer of a state to its file or back takes a time
// that is known, whatever the machine's cache would make of it: a write that is done sooner waits, as for a slow disk.
// The interval is the least whose steps take as long as a transfer, so that all of it could be hidden. Prints one JSON
// object: seconds of each, and the part of the disk's time that is hidden, medians over rounds that alternate.
// With --no-background the third store does without the thread: nothing is hidden, and the goal must be missed.
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "executor/executor.hpp"
#include "machine.hpp"
#include "schedule/async.hpp"
#include "storage/background.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/memory.hpp"
#include "storage/staged.hpp"
#include "storage/tiered.hpp"

namespace {

using namespace ebw;
using bench::Clock;
using bench::seconds_since;

constexpr std::int64_t kBytes = 4 << 20, kSteps = 60, kSlots = 3;
// Five steps take a little longer than a transfer, which leaves the copies into the buffers some room.
constexpr double kTransfer = 0.020, kStep = 0.0045;

// Processor time of this thread. A step takes as much of it as it is told, on a fast machine as on a busy one: so the
// interval allows what is asked, while a background that takes the steps' processor is seen in the clock.
double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Arithmetic in the first cache, so that the disk and the steps do not compete for memory.
class Loop final : public executor::Stepper {
 public:
  Loop() : state_(static_cast<std::size_t>(kBytes)) {}

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
    constexpr int kBetweenLooks = 20;  // some 10 us
    for (const double end = cpu_seconds() + kStep; cpu_seconds() < end;)
      for (int round = 0; round < kBetweenLooks; ++round)
        for (double &value : values_) value = value * 0.999 + 0.001;
  }
  std::vector<std::byte> state_;
  double values_[1024] = {};
};

// What the transfers of a store took, all together and the longest.
struct Transfers {
  std::int64_t count = 0;
  double seconds = 0.0, longest = 0.0;
};

// Files on a disk as slow as we say.
class SlowDisk final : public storage::Keeper {
 public:
  SlowDisk(const std::string &directory, Transfers &transfers) : files_(directory, 0, true), transfers_(transfers) {}

  MemoryBytes planned_bytes(storage::Bank bank, std::int64_t slots, std::int64_t bytes) const override {
    return files_.planned_bytes(bank, slots, bytes);
  }
  void reserve(storage::Bank bank, std::int64_t slots, std::int64_t bytes) override {
    files_.reserve(bank, slots, bytes);
  }
  void keep(const storage::Place &place, const std::byte *bytes, std::int64_t size) override {
    const Clock::time_point begin = Clock::now();
    files_.keep(place, bytes, size);
    last_until_done(begin);
  }
  std::int64_t fetch(const storage::Place &place, std::byte *bytes, std::int64_t room) override {
    const Clock::time_point begin = Clock::now();
    const std::int64_t size = files_.fetch(place, bytes, room);
    last_until_done(begin);
    return size;
  }
  void drop(const storage::Place &place) override { files_.drop(place); }
  void clear(storage::Bank bank) noexcept override { files_.clear(bank); }
  void forget() noexcept override { files_.forget(); }
  storage::KeeperStats stats(storage::Bank bank) const override { return files_.stats(bank); }

 private:
  void last_until_done(Clock::time_point begin) {
    std::this_thread::sleep_until(
        begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(kTransfer)));
    const double seconds = seconds_since(begin);
    ++transfers_.count;
    transfers_.seconds += seconds;
    transfers_.longest = std::max(transfers_.longest, seconds);
  }

  storage::DiskKeeper files_;
  Transfers &transfers_;
};

// Memory for the slots in memory, and `far` for those on disk.
class Tiers {
 public:
  enum class Far { memory, files, background };
  Tiers(Far far, const std::string &directory)
      : store_(account_, std::make_unique<storage::MemoryStore>(account_), make(far, directory), kSlots) {}

  // Of one gradient; `transfers` are those of the last.
  double seconds_of_run(std::int64_t interval, double &check) {
    transfers_ = {};
    schedule::Async schedule(kSteps, kSlots, interval, schedule::Sweep(ReverseKind::state_only), std::nullopt);
    Loop loop;
    executor::Executor executor(schedule, store_, loop);
    const Clock::time_point begin = Clock::now();
    executor.run();
    const double seconds = seconds_since(begin);
    computed_ = executor.stats().forward_steps + executor.stats().reverse_steps;
    check += loop.sum();
    return seconds;
  }
  std::int64_t steps_computed() const { return computed_; }
  const Transfers &transfers() const { return transfers_; }

 private:
  std::unique_ptr<storage::Store> make(Far far, const std::string &directory) {
    if (far == Far::memory) return std::make_unique<storage::MemoryStore>(account_);
    auto disk = std::make_unique<SlowDisk>(directory, transfers_);
    if (far == Far::files) return std::make_unique<storage::StagedStore>(account_, std::move(disk));
    return std::make_unique<storage::BackgroundStore>(account_, std::move(disk));
  }

  MemoryAccount account_;  // before the store, which reports to it when it goes
  Transfers transfers_;
  std::int64_t computed_ = 0;
  storage::TieredStore store_;
};

struct Seconds {
  std::vector<double> memory, files, background, hidden, steps, trips;
  Transfers transfers;  // of the last run in files, in the foreground
};

Seconds measure(const std::string &directory, bool in_background, std::int64_t interval, double &check) {
  using Far = Tiers::Far;
  Tiers memory(Far::memory, directory), files(Far::files, directory),
      background(in_background ? Far::background : Far::files, directory);
  // The first run of a store takes its memory, which is not what is compared.
  for (Tiers *tiers : {&memory, &files, &background}) tiers->seconds_of_run(interval, check);
  Seconds seconds;
  for (int round = 0; round < 5; ++round) {
    seconds.trips.push_back(bench::ping_pong());
    seconds.memory.push_back(memory.seconds_of_run(interval, check));
    seconds.steps.push_back(seconds.memory.back() / static_cast<double>(memory.steps_computed()));
    seconds.files.push_back(files.seconds_of_run(interval, check));
    seconds.transfers = files.transfers();
    seconds.background.push_back(background.seconds_of_run(interval, check));
    seconds.hidden.push_back(1.0 - (seconds.background.back() - seconds.memory.back()) / seconds.transfers.seconds);
  }
  return seconds;
}

}  // namespace

int main(int count, char **arguments) {
  const bool in_background = count < 2 || std::string(arguments[1]) != "--no-background";
  const std::string directory = (std::filesystem::temp_directory_path() / text("ebbwave-bench-", getpid())).string();
  double check = 0.0;
  const auto interval = static_cast<std::int64_t>(std::ceil(kTransfer / kStep));
  const Seconds seconds = measure(directory, in_background, interval, check);
  std::filesystem::remove(directory);
  const double step = bench::median(seconds.steps), hidden = bench::median(seconds.hidden),
               trip = bench::median(seconds.trips);
  std::printf(
      "{\"state_bytes\": %lld, \"steps\": %lld, \"interval\": %lld, \"step_seconds\": %.5f, \"transfers\": %lld, "
      "\"transfer_seconds\": %.4f, "
      "\"longest_transfer_seconds\": %.4f, \"memory_seconds\": %.4f, \"disk_seconds\": %.4f, "
      "\"background_seconds\": %.4f, \"hidden\": %.3f, \"check\": %.3f,\n",
      static_cast<long long>(kBytes), static_cast<long long>(kSteps), static_cast<long long>(interval), step,
      static_cast<long long>(seconds.transfers.count),
      seconds.transfers.seconds / static_cast<double>(seconds.transfers.count), seconds.transfers.longest,
      bench::median(seconds.memory), bench::median(seconds.files), bench::median(seconds.background), hidden, check);
  // With both cores taken by others there is no background to hide anything in.
  bench::print_goals({{"storage: part of the disk's time that the background hides", hidden, false, 0.8, trip < 1000.0,
                       text("ping-pong between two threads ", std::llround(trip), " ns")}});
  std::puts("}");
  return 0;
}
