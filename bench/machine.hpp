// SPDX-License-Identifier: MIT
// What the machine gives at the moment: the wave probe and the ping-pong between two threads, printed beside every
// figure of a sweep; medians over rounds of which disturbed ones are dropped; goals for the table of `./dev bench`.
#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/aligned_buffer.hpp"

namespace ebw::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

inline double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Round trip of a cache line between two threads, in ns. Two cores of one L3: about 100; of two: about 400.
inline double ping_pong() {
  constexpr int kTrips = 20'000;
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

// The traffic of a time step and nothing else: a = 2b - a + d * b in f32, 16 bytes per point.
class Probe {
 public:
  Probe(std::int64_t points, int threads) : points_(points), threads_(threads) {
    for (AlignedBuffer *buffer : {&a_, &b_, &d_}) *buffer = AlignedBuffer(account_, MemoryUse::work_fields, 4 * points);
    run([](float *a, float *b, float *d, std::int64_t i) { a[i] = 0.25f, b[i] = 0.5f, d[i] = 1e-3f; });
  }
  // Bytes per second.
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

// Fewer undisturbed rounds than these judge nothing.
inline constexpr int kLeastRounds = 5;

// How the machine was during a round: the ping-pong before it, the probe just before and just after it.
struct Conditions {
  double ping_pong, probe_before, probe_after;
  double probe() const { return 0.5 * (probe_before + probe_after); }
};

// Rounds of one comparison. A round is disturbed, and dropped, when something else had the machine: a probe below 60 %
// of the best of all (the faces of a machine differ by less), or a ping-pong above 1000 ns.
class Rounds {
 public:
  void add(const Conditions &conditions, std::vector<double> values) {
    all_.push_back({conditions, std::move(values)});
    best_ = std::max({best_, conditions.probe_before, conditions.probe_after});
  }
  int count() const { return static_cast<int>(all_.size()); }
  // Undisturbed rounds, whose ping-pong was below `limit` ns.
  int kept(double limit = kDisturbed) const {
    return static_cast<int>(pick(limit, [](const Round &) { return 0.0; }).size());
  }
  double median_of(std::size_t value, double limit = kDisturbed) const {
    return median(pick(limit, [&](const Round &round) { return round.values[value]; }));
  }
  // What a disturbance shorter than a round cannot lengthen.
  double least_of(std::size_t value) const {
    const std::vector<double> values = pick(1e300, [&](const Round &round) { return round.values[value]; });
    return values.empty() ? 0.0 : *std::min_element(values.begin(), values.end());
  }
  double ping_pong() const {
    return median(pick(1e300, [](const Round &round) { return round.at.ping_pong; }));
  }
  double probe() const {
    return median(pick(kDisturbed, [](const Round &round) { return round.at.probe(); }));
  }

 private:
  static constexpr double kDisturbed = 1000.0;
  struct Round {
    Conditions at;
    std::vector<double> values;
  };
  template <class Value>
  std::vector<double> pick(double limit, const Value &value) const {
    std::vector<double> values;
    for (const Round &round : all_)
      if (round.at.ping_pong < limit && std::min(round.at.probe_before, round.at.probe_after) >= 0.6 * best_)
        values.push_back(value(round));
    return values;
  }
  std::vector<Round> all_;
  double best_ = 0.0;
};

// One line of the table: `value` at most or at least `bar`. Not judged: the note says why.
struct Goal {
  std::string name;
  double value;
  bool at_most;
  double bar;
  bool judged = true;
  std::string note = "";
};
inline void print_goals(const std::vector<Goal> &goals) {
  std::puts("\"goals\": [");
  for (std::size_t n = 0; n < goals.size(); ++n) {
    const Goal &g = goals[n];
    std::printf(
        "  {\"name\": \"%s\", \"value\": %.4g, \"sense\": \"%s\", \"bar\": %g, \"judged\": %s, \"note\": \"%s\"}%s\n",
        g.name.c_str(), g.value, g.at_most ? "at most" : "at least", g.bar, g.judged ? "true" : "false", g.note.c_str(),
        n + 1 < goals.size() ? "," : "");
  }
  std::puts("]");
}

}  // namespace ebw::bench
