// SPDX-License-Identifier: MIT
// How near are the three phases of a gradient to the machine's memory, and what do layers, tapes, imaging, threads and
// time tiles do to them? Prints one JSON object. Per case: 1e9 points per second of an advance, of one that keeps its
// tape and of a reverse step with imaging, plain; the bytes per point that each must move; the share of the wave probe
// (a = 2b - a + d * b, 16 bytes per point) that the advance reaches, by points and by its own bytes; what the best of
// the tiles that a run would try makes of each of the three; and the ceiling of it: how much faster plain sweeps are
// over grids that second caches hold. What is compared runs in turn within each round; medians of the rounds. Two
// cores that share no L3 (ping-pong above 200 ns) are another machine, with other bars.
//
//   bench_phases [PART...]   of faces, orders, threads, flat, small, start; without any: all
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/caches.hpp"
#include "machine.hpp"
#include "wave_steps.hpp"

namespace {

using namespace ebw;
using namespace ebw::bench;
using wave::FaceKind;

constexpr std::int64_t kEdge = 230;
constexpr std::array<std::int64_t, 3> kCube{kEdge, kEdge, kEdge};
constexpr int kRounds = 7;

std::vector<Goal> goals;
bool first_row = true;

// ---- One case ------------------------------------------------------------------------------------------------------

// Seconds of Steps::kSteps steps.
struct Phases {
  double advance, taped, reverse;
};
// Advances stand around the other two, so that a drift of the machine falls out.
Phases phases_of(Steps &steps) {
  const double before = steps.advance(), taped = steps.taped(), between = steps.advance(), reverse = steps.reverse(),
               after = steps.advance();
  const double advance = (before + between + after) / 3.0;
  return {advance, taped * 2.0 * advance / (before + between), reverse * 2.0 * advance / (between + after)};
}

enum Value { kShare, kAdvance, kTaped, kReverse, kLoss, kTapedCost, kReverseCost, kCeiling, kPlainValues };
enum TiledValue { kFaster, kTapedFaster, kReverseFaster, kTiledTapedCost, kTiledReverseCost, kTiledValues };

struct Contest {
  Case of;
  int threads;
  bool tiled;  // beside plain sweeps also the shapes that a run would try
};

// As much of a case as the second cache of one core holds, so that no sweep waits for memory; each thread could have
// such a grid of its own. How much slower plain sweeps of the whole are tells what tiles can gain.
Case resident(Case of) {
  const std::int64_t halo = of.order;
  for (const std::int64_t rows : {24, 12, 6}) {
    of.shape[1] = of.shape[1] == 1 ? 1 : rows;
    const std::int64_t plane_rows = of.shape[1] == 1 ? 3 : 2 * (rows + halo) + rows;
    of.shape[0] = second_cache_bytes() * 3 / 4 / (size_of(of.dtype) * of.shape[2] * plane_rows) - halo;
    if (of.shape[0] >= halo) return of;
  }
  return {};
}

// A case on the machine, and its rounds.
class Entrant {
 public:
  explicit Entrant(const Contest &c) : contest_(c), steps_(std::make_unique<Steps>(c.of, c.threads, true)) {
    if (c.tiled) {
      // With layers a small grid is another mixture of points.
      const Case small = c.of.cells == 0 ? resident(c.of) : Case{};
      if (small.points() > 0) resident_ = std::make_unique<Steps>(small, 1, false);
      shapes_ = steps_->tile_candidates();
      shapes_.erase(shapes_.begin());  // plain
    }
    phases_.resize(1 + shapes_.size());
    run();
  }
  void run() {
    for (std::size_t n = 0; n < phases_.size(); ++n) {
      steps_->use(n == 0 ? TileShape{} : shapes_[n - 1]);
      phases_[n] = phases_of(*steps_);
    }
    if (!resident_) return;
    // Many steps: the first of them fill the caches.
    const auto points = static_cast<double>(resident_->of().points());
    const auto many = static_cast<std::int64_t>(static_cast<double>(contest_.of.points()) / points) * Steps::kSteps;
    resident_rate_ = static_cast<double>(many) * points / resident_->advance(many) * contest_.threads;
  }
  double plain_seconds() const { return phases_[0].advance; }
  // beside: seconds of the same with zero faces.
  void note(const Conditions &at, double beside) {
    const Phases &p = phases_[0];
    const auto rate = [&](double seconds) {
      return static_cast<double>(Steps::kSteps * contest_.of.points()) / seconds;
    };
    const double bytes = static_cast<double>(Steps::kAdvanceFields * size_of(contest_.of.dtype));
    std::vector<double> values = {bytes * rate(p.advance) / at.probe(),
                                  rate(p.advance) / 1e9,
                                  rate(p.taped) / 1e9,
                                  rate(p.reverse) / 1e9,
                                  1.0 - beside / p.advance,
                                  p.taped / p.advance,
                                  p.reverse / p.advance,
                                  0.0};
    if (resident_) values[kCeiling] = resident_rate_ / rate(p.advance);
    for (std::size_t n = 1; n < phases_.size(); ++n) {
      const Phases &t = phases_[n];
      values.insert(values.end(), {p.advance / t.advance, p.taped / t.taped, p.reverse / t.reverse, t.taped / t.advance,
                                   t.reverse / t.advance});
    }
    rounds_.add(at, std::move(values));
  }
  const Rounds &rounds() const { return rounds_; }
  const Contest &contest() const { return contest_; }
  static std::size_t tiled(std::size_t shape, std::size_t value) { return kPlainValues + shape * kTiledValues + value; }
  // The shape by which one of the first three values gains most: each kind of sweep has its own.
  std::size_t best(TiledValue gain = kFaster) const {
    std::size_t best = 0;
    for (std::size_t n = 1; n < shapes_.size(); ++n)
      if (rounds_.median_of(tiled(n, gain)) > rounds_.median_of(tiled(best, gain))) best = n;
    return best;
  }
  void print() const;

 private:
  Contest contest_;
  std::unique_ptr<Steps> steps_, resident_;
  std::vector<TileShape> shapes_;
  std::vector<Phases> phases_;  // of the last round; plain, then by shape
  double resident_rate_ = 0.0;
  Rounds rounds_;
};

void begin_row(const char *part) {
  std::printf("%s  {\"part\": \"%s\"", first_row ? "" : ",\n", part);
  first_row = false;
}

void print_case(const Case &c, int threads, const Rounds &rounds) {
  std::printf(
      ", \"case\": \"%s\", \"shape\": \"%lld x %lld x %lld\", \"order\": %d, \"dtype\": \"%s\", \"threads\": %d",
      c.name.c_str(), static_cast<long long>(c.shape[0]), static_cast<long long>(c.shape[1]),
      static_cast<long long>(c.shape[2]), c.order, c.dtype == Dtype::f32 ? "f32" : "f64", threads);
  std::printf(", \"isa\": \"%s\", \"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, \"rounds\": \"%d of %d\"",
              wave::stencil::name_of(wave::stencil::choose_isa()), rounds.ping_pong(), rounds.probe() / 1e9,
              rounds.kept(), rounds.count());
}

void Entrant::print() const {
  const auto value = [&](std::size_t which) { return rounds_.median_of(which); };
  const double own = steps_->bytes_per_point(Steps::kAdvanceFields);
  const double least = static_cast<double>(Steps::kAdvanceFields * size_of(contest_.of.dtype));
  begin_row("phases");
  print_case(contest_.of, contest_.threads, rounds_);
  std::printf(
      ", \"advance\": %.3f, \"taped\": %.3f, \"reverse\": %.3f, \"bytes_advance\": %.1f, \"bytes_taped\": %.1f, "
      "\"bytes_reverse\": %.1f, \"share_of_probe\": %.3f, \"share_by_own_bytes\": %.3f, \"loss_to_zero\": %.3f, "
      "\"taped_over_advance\": %.3f, \"reverse_over_advance\": %.3f",
      value(kAdvance), value(kTaped), value(kReverse), own, steps_->bytes_per_point(Steps::kTapedFields),
      steps_->bytes_per_point(Steps::kReverseFields), value(kShare), value(kShare) * own / least, value(kLoss),
      value(kTapedCost), value(kReverseCost));
  if (!shapes_.empty()) {
    const std::size_t n = best(), taped = best(kTapedFaster), reverse = best(kReverseFaster);
    const auto name = [&](std::size_t shape) { return wave::acoustic::name_of(shapes_[shape]); };
    std::printf(
        ", \"tile\": \"%s\", \"tiled_advance\": %.3f, \"tiled_taped_over_advance\": %.3f, "
        "\"tiled_reverse_over_advance\": %.3f, \"tile_taped\": \"%s\", \"tiled_taped\": %.3f, \"tile_reverse\": "
        "\"%s\", \"tiled_reverse\": %.3f",
        name(n).c_str(), value(tiled(n, kFaster)), value(tiled(n, kTiledTapedCost)), value(tiled(n, kTiledReverseCost)),
        name(taped).c_str(), value(tiled(taped, kTapedFaster)), name(reverse).c_str(),
        value(tiled(reverse, kReverseFaster)));
  }
  if (resident_) std::printf(", \"ceiling\": %.3f", value(kCeiling));
  std::printf("}");
  std::fflush(stdout);
}

// ---- Goals ---------------------------------------------------------------------------------------------------------

struct Bars {
  double one_cache, two_caches;
};

// Judged by the rounds with one L3 where most have it.
void judge(const std::string &name, const Rounds &rounds, std::size_t value, bool at_most, Bars bars) {
  constexpr double kOneCache = 200.0;
  const int with_one = rounds.kept(kOneCache), one = 2 * with_one > rounds.kept() ? with_one : 0;
  char note[120];
  std::snprintf(note, sizeof note, "%d of %d rounds, %s, ping-pong %.0f ns", one ? one : rounds.kept(), rounds.count(),
                one ? "one L3" : "two L3s", rounds.ping_pong());
  goals.push_back({name, one ? rounds.median_of(value, kOneCache) : rounds.median_of(value), at_most,
                   one ? bars.one_cache : bars.two_caches, (one ? one : rounds.kept()) >= kLeastRounds, note});
}
void judge_plain(const Entrant &e, const std::string &what, std::size_t value, bool at_most, Bars bars) {
  judge(e.contest().of.name + ": " + what, e.rounds(), value, at_most, bars);
}
void judge_tiled(const Entrant &e, const std::string &what, std::size_t value, bool at_most, Bars bars) {
  judge(e.contest().of.name + ": " + what, e.rounds(), Entrant::tiled(e.best(), value), at_most, bars);
  if (value != kFaster || e.rounds().median_of(kCeiling) <= 0.0) return;
  char ceiling[80];
  std::snprintf(ceiling, sizeof ceiling, "; plain in second caches over plain: %.2f", e.rounds().median_of(kCeiling));
  goals.back().note += ceiling;
}

// ---- Parts ---------------------------------------------------------------------------------------------------------

// All by turns within each round; losses are to the first.
std::vector<std::unique_ptr<Entrant>> contest(const std::vector<Contest> &contests) {
  Probe probe(kEdge * kEdge * kEdge, contests.front().threads);
  std::vector<std::unique_ptr<Entrant>> all;
  for (const Contest &c : contests) all.push_back(std::make_unique<Entrant>(c));
  double before = probe.bandwidth();
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong();
    for (auto &e : all) e->run();
    const double after = probe.bandwidth();
    for (auto &e : all) e->note({trip, before, after}, all[0]->plain_seconds());
    before = after;
  }
  for (auto &e : all) e->print();
  return all;
}

Case cube(const std::string &name, int order = 8, FaceKind kind = FaceKind::zero, std::int64_t cells = 0,
          Dtype dtype = Dtype::f32) {
  return {name, kCube, order, kind, cells, dtype};
}

void faces() {
  std::vector<Contest> contests;
  contests.push_back({cube("230^3 zero"), 2, true});
  contests.push_back({cube("230^3 cpml 20", 8, FaceKind::cpml, 20), 2, true});
  contests.push_back({cube("230^3 cpml 10", 8, FaceKind::cpml, 10), 2, false});
  contests.push_back({cube("230^3 sponge 20", 8, FaceKind::sponge, 20), 2, false});
  const auto all = contest(contests);
  const Entrant &zero = *all[0], &twenty = *all[1], &ten = *all[2];
  judge_plain(zero, "plain advance, share of the wave probe", kShare, false, {0.70, 0.45});
  judge_plain(twenty, "plain advance, speed lost to zero faces", kLoss, true, {0.36, 0.38});
  judge_plain(ten, "plain advance, speed lost to zero faces", kLoss, true, {0.25, 0.29});
  judge_tiled(zero, "tiled over plain advance", kFaster, false, {1.35, 1.25});
  judge_tiled(twenty, "tiled over plain advance", kFaster, false, {1.12, 1.10});
  judge_tiled(zero, "tape kept, tiled, time over advance", kTiledTapedCost, true, {1.15, 1.15});
  judge_tiled(twenty, "tape kept, tiled, time over advance", kTiledTapedCost, true, {1.15, 1.15});
  judge_plain(zero, "reverse with imaging over advance, plain", kReverseCost, true, {1.8, 1.8});
  judge_tiled(zero, "reverse with imaging over advance, tiled", kTiledReverseCost, true, {1.65, 1.65});
  judge_plain(twenty, "reverse with imaging over advance, plain", kReverseCost, true, {1.8, 1.8});
  judge_tiled(twenty, "reverse with imaging over advance, tiled", kTiledReverseCost, true, {1.85, 1.85});
}

std::unique_ptr<Entrant> alone(const Case &c, int threads) {
  std::vector<Contest> contests;
  contests.push_back({c, threads, true});
  return std::move(contest(contests)[0]);
}

void orders() {
  for (const int order : {2, 4, 12}) {
    const auto one = alone(cube("230^3 zero, order " + std::to_string(order), order), 2);
    if (order == 4) judge_tiled(*one, "tiled over plain advance", kFaster, false, {1.5, 1.5});
  }
  alone(cube("230^3 zero, f64", 8, FaceKind::zero, 0, Dtype::f64), 2);
}

// Sizes, on two threads and on one in turn.
void threads() {
  for (const std::int64_t edge : {64, 128, 230}) {
    const Case c{std::to_string(edge) + "^3 zero", {edge, edge, edge}, 8, FaceKind::zero, 0, Dtype::f32};
    std::vector<Contest> contests;
    for (const int count : {2, 1}) contests.push_back({c, count, false});
    contest(contests);
  }
}

void flat() {
  for (const auto &[edge, bar] : {std::pair<std::int64_t, double>{2000, 1.4}, {4000, 2.2}}) {
    const Case c{std::to_string(edge) + "^2 zero", {edge, 1, edge}, 8, FaceKind::zero, 0, Dtype::f32};
    judge_tiled(*alone(c, 2), "tiled over plain advance", kFaster, false, {bar, bar});
  }
}

// Two threads inside one small shot over one thread, of the least times: steps are so short that any other program on
// one of the two cores stops both.
void small() {
  constexpr std::int64_t kMany = 800;
  const std::array<std::int64_t, 3> shape{600, 1, 204};
  for (const Case &c : {Case{"600 x 204 zero", shape}, Case{"600 x 204 cpml 20", shape, 8, FaceKind::cpml, 20}}) {
    Probe probe(kEdge * kEdge * kEdge, 2);
    Steps one(c, 1, false), two(c, 2, false);
    one.advance(kMany), two.advance(kMany);
    Rounds rounds;
    double before = probe.bandwidth();
    for (int round = 0; round < 2 * kRounds; ++round) {
      const double trip = ping_pong(), first = one.advance(kMany), both = two.advance(kMany), last = one.advance(kMany);
      const double after = probe.bandwidth();
      rounds.add({trip, before, after}, {0.5 * (first + last) / both, std::min(first, last), both});
      before = after;
    }
    begin_row("small");
    print_case(c, 2, rounds);
    const double rate = static_cast<double>(kMany * c.points()) / 1e9, least = rounds.least_of(1) / rounds.least_of(2);
    std::printf(", \"one_thread\": %.3f, \"two_threads\": %.3f, \"two_over_one\": %.3f, \"median\": %.3f}",
                rate / rounds.least_of(1), rate / rounds.least_of(2), least, rounds.median_of(0));
    char note[120];
    std::snprintf(note, sizeof note, "least times of %d rounds; median of their ratios %.2f, ping-pong %.0f ns",
                  rounds.count(), rounds.median_of(0), rounds.ping_pong());
    goals.push_back({c.name + ": two threads over one", least, false, 1.8, rounds.kept() >= kLeastRounds, note});
  }
}

// Fresh memory for the fields of a forward run, touched by one thread and by two, in the least times.
void start() {
  const Case c{"230^3 zero", kCube};
  Rounds rounds;
  Probe probe(kEdge * kEdge * kEdge, 2);
  double bytes = 0.0;
  for (int round = 0; round < kRounds; ++round) {
    const double trip = ping_pong(), before = probe.bandwidth();
    std::vector<double> values;
    for (const int threads : {1, 2}) {
      const Steps steps(c, threads, false);
      bytes = static_cast<double>(steps.bytes());
      values.push_back(steps.seconds_to_allocate());
    }
    rounds.add({trip, before, probe.bandwidth()}, values);
  }
  begin_row("start");
  print_case(c, 2, rounds);
  std::printf(", \"MB\": %.0f, \"one_thread_GB_per_s\": %.2f, \"two_threads_GB_per_s\": %.2f, \"two_over_one\": %.2f}",
              bytes / 1e6, bytes / rounds.least_of(0) / 1e9, bytes / rounds.least_of(1) / 1e9,
              rounds.least_of(0) / rounds.least_of(1));
}

}  // namespace

int main(int argc, char **argv) {
  const std::vector<std::pair<const char *, std::function<void()>>> parts = {
      {"faces", faces}, {"orders", orders}, {"threads", threads}, {"flat", flat}, {"small", small}, {"start", start}};
  std::puts("{\"rows\": [");
  for (const auto &[name, part] : parts)
    if (argc == 1 || std::any_of(argv + 1, argv + argc, [&](const char *word) { return !std::strcmp(word, name); }))
      part();
  std::puts("\n],");
  print_goals(goals);
  std::puts("}");
  return 0;
}
