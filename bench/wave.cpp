// SPDX-License-Identifier: MIT
// How near is a time step to the machine's memory, and what do layers, tapes and imaging cost? Prints one JSON object:
// the wave probe (a = 2b - a + d * b, 16 bytes per point in f32), the ping-pong of a cache line between two threads,
// plain acoustic steps as a share of the probe, and their phases as ratios. All that is compared runs in turn within
// each round; medians of the rounds.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "machine.hpp"
#include "wave_steps.hpp"

namespace {

using namespace ebw;
using namespace ebw::bench;
using wave::FaceKind;

// What a round measures of one case; the ratios are to steps of the same case before and after, or, for `loss`, of the
// case with zero faces.
enum Value { kShare, kRate, kLoss, kTaped, kReverse, kValues };

constexpr std::int64_t kEdge = 230;
constexpr std::array<std::int64_t, 3> kCube{kEdge, kEdge, kEdge};

// Seconds of plain steps, of steps with tapes and of reverse steps with imaging; plain ones around them, so that a
// drift of the machine falls out.
struct Phases {
  double advance, taped, reverse;
};
Phases phases_of(Steps &steps) {
  const double before = steps.advance(), taped = steps.taped(), between = steps.advance(), reverse = steps.reverse(),
               after = steps.advance();
  return {(before + between + after) / 3.0, 2.0 * taped / (before + between), 2.0 * reverse / (between + after)};
}

void print_case(const Case &c, int threads, const Rounds &rounds, bool phases, bool last) {
  std::printf(
      "  {\"case\": \"%s\", \"shape\": [%lld, %lld, %lld], \"order\": %d, \"dtype\": \"%s\", \"threads\": %d, "
      "\"isa\": \"%s\", \"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, \"Gpoints_per_s\": %.3f, "
      "\"share_of_probe\": %.3f",
      c.name.c_str(), static_cast<long long>(c.shape[0]), static_cast<long long>(c.shape[1]),
      static_cast<long long>(c.shape[2]), c.order, c.dtype == Dtype::f32 ? "f32" : "f64", threads,
      wave::stencil::name_of(wave::stencil::choose_isa()), rounds.ping_pong(), rounds.probe() / 1e9,
      rounds.median_of(kRate), rounds.median_of(kShare));
  if (phases)
    std::printf(", \"loss_to_zero_faces\": %.3f, \"taped_over_plain\": %.3f, \"reverse_over_plain\": %.3f",
                rounds.median_of(kLoss), rounds.median_of(kTaped), rounds.median_of(kReverse));
  std::printf(", \"rounds_kept\": %d, \"rounds\": %d}%s\n", rounds.kept(), rounds.count(), last ? "" : ",");
  std::fflush(stdout);
}

std::vector<double> values_of(const Case &c, double seconds, const Conditions &at) {
  const double rate = static_cast<double>(Steps::kSteps * c.points()) / seconds;
  const double bytes = 4.0 * static_cast<double>(size_of(c.dtype));
  return {bytes * rate / at.probe(), rate / 1e9};
}

// All cases by turns within each round, the one with zero faces first; their phases too.
std::vector<Rounds> measure_phases(const std::vector<Case> &cases, int threads) {
  constexpr int kRounds = 11;
  Probe probe(kEdge * kEdge * kEdge, threads);
  std::vector<std::unique_ptr<Steps>> steps;
  for (const Case &c : cases) steps.push_back(std::make_unique<Steps>(c, threads, true));
  for (auto &s : steps) phases_of(*s);
  std::vector<Rounds> rounds(cases.size());
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong();
    std::vector<Phases> phases;
    std::vector<double> zero;
    for (auto &s : steps) {
      phases.push_back(phases_of(*s));
      zero.push_back(steps[0]->advance());
    }
    const double after = probe.bandwidth();
    const Conditions at{trip, before, after};
    for (std::size_t n = 0; n < cases.size(); ++n) {
      const Phases &p = phases[n];
      std::vector<double> values = values_of(cases[n], p.advance, at);
      const double beside = n == 0 ? p.advance : 0.5 * (zero[n - 1] + zero[n]);
      values.insert(values.end(), {1.0 - beside / p.advance, p.taped, p.reverse});
      rounds[n].add(at, values);
    }
    before = after;
  }
  for (std::size_t n = 0; n < cases.size(); ++n) print_case(cases[n], threads, rounds[n], true, false);
  return rounds;
}

void measure_advance(const Case &c, int threads, bool last) {
  constexpr int kRounds = 7;
  Probe probe(kEdge * kEdge * kEdge, threads);
  Steps steps(c, threads, false);
  steps.advance();
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong(), seconds = steps.advance(), after = probe.bandwidth();
    const Conditions at{trip, before, after};
    rounds.add(at, values_of(c, seconds, at));
    before = after;
  }
  print_case(c, threads, rounds, false, last);
}

// Two threads inside one small shot over one thread: {zero faces, cpml 20}.
std::vector<Rounds> measure_small() {
  constexpr int kRounds = 11;
  constexpr std::int64_t kMany = 800;
  const std::array<std::int64_t, 3> shape{600, 1, 204};
  const Case cases[] = {{"zero", shape}, {"cpml 20", shape, 8, FaceKind::cpml, 20}};
  std::vector<Rounds> out;
  for (const Case &c : cases) {
    Probe probe(kEdge * kEdge * kEdge, 2);
    Steps one(c, 1, false), two(c, 2, false);
    one.advance(kMany), two.advance(kMany);
    Rounds rounds;
    double before = probe.bandwidth();
    for (int round = 0; round < kRounds; ++round) {
      const double trip = ping_pong(), first = one.advance(kMany), both = two.advance(kMany), last = one.advance(kMany);
      const double after = probe.bandwidth();
      rounds.add({trip, before, after}, {0.5 * (first + last) / both, static_cast<double>(kMany * c.points()) / both});
      before = after;
    }
    std::printf(
        "  {\"case\": \"%s\", \"shape\": [600, 204], \"two_threads_over_one\": %.3f, \"Gpoints_per_s\": %.3f, "
        "\"ping_pong_ns\": %.0f, \"rounds_kept\": %d, \"rounds\": %d}%s\n",
        c.name.c_str(), rounds.median_of(0), rounds.median_of(1) / 1e9, rounds.ping_pong(), rounds.kept(),
        rounds.count(), out.empty() ? "," : "");
    out.push_back(std::move(rounds));
  }
  return out;
}

// Two cores that share no L3 are another machine, with more bandwidth and other bars: judged by the rounds with one L3
// when there are any.
Goal judge(const std::string &name, const Rounds &rounds, std::size_t value, bool at_most, double bar_one_cache,
           double bar_two) {
  constexpr double kOneCache = 200.0;
  const int one = rounds.kept(kOneCache);
  Goal goal{name, one ? rounds.median_of(value, kOneCache) : rounds.median_of(value), at_most,
            one ? bar_one_cache : bar_two, rounds.kept() > 0};
  char note[120];
  std::snprintf(note, sizeof note, "%d of %d rounds, %s, ping-pong %.0f ns", one ? one : rounds.kept(), rounds.count(),
                one ? "one L3" : "two L3s", rounds.ping_pong());
  goal.note = note;
  return goal;
}

}  // namespace

int main() {
  const std::vector<Case> phases = {{"zero", kCube},
                                    {"cpml 20", kCube, 8, FaceKind::cpml, 20},
                                    {"cpml 10", kCube, 8, FaceKind::cpml, 10},
                                    {"sponge 20", kCube, 8, FaceKind::sponge, 20}};
  std::puts("{\"advance\": [");
  measure_phases(phases, 1);
  const std::vector<Rounds> two = measure_phases(phases, 2);
  for (int threads : {1, 2}) {
    measure_advance({"zero", kCube, 4}, threads, false);
    measure_advance({"zero", kCube, 12}, threads, false);
    measure_advance({"zero", kCube, 8, FaceKind::zero, 0, Dtype::f64}, threads, false);
    measure_advance({"zero", {128, 128, 128}}, threads, threads == 2);
  }
  std::puts("], \"small\": [");
  const std::vector<Rounds> small = measure_small();
  std::puts("],");
  const std::string grid = ", 230^3, order 8, f32, 2 threads";
  print_goals(
      {judge("advance, zero faces" + grid + ": share of the wave probe", two[0], kShare, false, 0.70, 0.45),
       judge("advance, cpml 20" + grid + ": speed lost to zero faces", two[1], kLoss, true, 0.36, 0.38),
       judge("advance, cpml 10" + grid + ": speed lost to zero faces", two[2], kLoss, true, 0.25, 0.29),
       judge("advance with tapes in a ring, zero faces" + grid + ": time over without", two[0], kTaped, true, 1.15,
             1.15),
       judge("advance with tapes in a ring, cpml 20" + grid + ": time over without", two[1], kTaped, true, 1.15, 1.15),
       judge("reverse and imaging, zero faces" + grid + ": time over advance", two[0], kReverse, true, 1.8, 1.8),
       judge("reverse and imaging, cpml 20" + grid + ": time over advance", two[1], kReverse, true, 1.8, 1.8),
       judge("advance, zero faces, 600 x 204, order 8, f32: speed of 2 threads over 1", small[0], 0, false, 1.8, 1.8),
       judge("advance, cpml 20, 600 x 204, order 8, f32: speed of 2 threads over 1", small[1], 0, false, 1.8, 1.8)});
  std::puts("}");
  return 0;
}
