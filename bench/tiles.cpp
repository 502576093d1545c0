// SPDX-License-Identifier: MIT
// What do time tiles gain? Prints one JSON object: advance, advance with tapes and reverse with imaging, plain and in
// tiles of some shapes, on the same memory in alternated rounds; medians, as speed-ups over the plain sweep of the same
// round. One case by arguments: ndim edge order f32|f64 zero|cpml|sponge cells threads rounds k,by,bx ...
#include <cinttypes>
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
using wave::acoustic::TileChoice;
using wave::acoustic::TileShape;

// A grid whose fields hold `edge` nodes along each axis, layers included.
struct Case {
  int ndim;
  std::int64_t edge;
  int order;
  Dtype dtype;
  std::string faces;
  std::int64_t cells;
  int threads;
  std::vector<TileShape> shapes;
};

wave::FaceKind kind_of(const std::string &name) {
  return name == "cpml" ? wave::FaceKind::cpml : name == "sponge" ? wave::FaceKind::sponge : wave::FaceKind::zero;
}

// Seconds per step of every phase.
struct Phases {
  double advance, taped, reverse;
};

class Sweeps {
 public:
  explicit Sweeps(const Case &c) {
    wave::Grid grid;
    grid.ndim = c.ndim;
    grid.spacing.fill(10.0);
    for (int axis = 0; axis < 3; ++axis)
      grid.shape[static_cast<std::size_t>(axis)] = grid.has(axis) ? c.edge - 2 * c.cells : 1;
    model_ = std::make_unique<wave::Model>(c.dtype, grid);
    fill(c.dtype, grid);
    model_->set_order(c.order);
    model_->set_face(-1, wave::make_face(static_cast<std::int32_t>(kind_of(c.faces)), c.cells, 2000.0, 10.0));
    model_->set_time(0.9 * model_->dt_max(), kSteps);
    shot_ = std::make_unique<wave::Shot>(grid, kSteps);
    wave::acoustic::Resources resources;
    resources.threads = c.threads;
    resources.isa = wave::stencil::choose_isa();
    propagator_ = wave::acoustic::make_propagator(model_->setup(), resources);
    const wave::acoustic::Geometry &g = propagator_->geometry();
    points_ = static_cast<double>(g.n[0] * g.n[1] * g.n[2]);
    ring_ = AlignedBuffer(account_, MemoryUse::tape_ring, kLeaf * g.tape_bytes());
    std::memset(ring_.data(), 0, static_cast<std::size_t>(ring_.bytes()));
    use({});
    propagator_->start();
  }
  double points() const { return points_; }
  void use(const TileShape &shape) {
    propagator_->set_tile({false, shape});
    propagator_->set_shot(
        {model_.get(), shot_.get(), 0, wave::acoustic::Task::image, wave::acoustic::AdjointSource::given});
    propagator_->allocate();
  }
  Phases run() {
    const TapePlaces places{ring_.data(), propagator_->geometry().tape_bytes(), kLeaf};
    const auto seconds = [](const auto &body) {
      const Clock::time_point begin = Clock::now();
      body();
      return seconds_since(begin) / kLeaf;
    };
    Phases p;
    p.advance = seconds([&] { propagator_->advance(0, kLeaf); });
    p.taped = seconds([&] { propagator_->advance_taped(kLeaf, 2 * kLeaf, places); });
    p.reverse = seconds([&] { propagator_->reverse_taped(2 * kLeaf - 1, kLeaf, places); });
    return p;
  }

 private:
  static constexpr std::int64_t kLeaf = 16, kSteps = 64;
  void fill(Dtype dtype, const wave::Grid &grid) {
    const std::int64_t flat[2] = {grid.shape[0], grid.shape[2]};
    const auto layout = make_layout(grid.ndim, grid.ndim == 3 ? grid.shape.data() : flat, nullptr);
    if (dtype == Dtype::f32) {
      std::vector<float> v(static_cast<std::size_t>(grid.nodes()), 2000.0f);
      model_->set_field("velocity", v.data(), dtype, layout);
    } else {
      std::vector<double> v(static_cast<std::size_t>(grid.nodes()), 2000.0);
      model_->set_field("velocity", v.data(), dtype, layout);
    }
  }

  MemoryAccount account_;
  AlignedBuffer ring_;
  std::unique_ptr<wave::Model> model_;
  std::unique_ptr<wave::Shot> shot_;
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  double points_ = 0.0;
};

// Values of a round: Gpoints/s of the plain advance; then per shape four ratios.
enum { kAdvance, kTaped, kReverse, kTapeCost, kReverseCost, kRatios };

Rounds measure(const Case &c, int n_rounds, bool last) {
  Probe probe(230 * 230 * 230, c.threads);
  Sweeps sweeps(c);
  sweeps.run();
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < n_rounds; ++round) {
    const double trip = ping_pong();
    sweeps.use({});
    const Phases plain = sweeps.run();
    std::vector<double> values{sweeps.points() / plain.advance / 1e9, plain.taped / plain.advance,
                               plain.reverse / plain.advance};
    for (const TileShape &shape : c.shapes) {
      sweeps.use(shape);
      const Phases tiled = sweeps.run();
      for (const double ratio :
           {plain.advance / tiled.advance, plain.taped / tiled.taped, plain.reverse / tiled.reverse,
            tiled.taped / tiled.advance, tiled.reverse / tiled.advance})
        values.push_back(ratio);
    }
    const double after = probe.bandwidth();
    rounds.add({trip, before, after}, values);
    before = after;
  }
  std::printf("  {\"ndim\": %d, \"edge\": %" PRId64 ", \"order\": %d, \"dtype\": \"%s\", \"faces\": \"%s %" PRId64
              "\", \"threads\": %d, \"isa\": \"%s\", \"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, "
              "\"rounds_kept\": %d, \"rounds\": %d,\n   \"plain\": {\"Gpoints_per_s\": %.3f, "
              "\"taped_over_advance\": %.3f, \"reverse_over_advance\": %.3f}, \"tiled\": [",
              c.ndim, c.edge, c.order, c.dtype == Dtype::f32 ? "f32" : "f64", c.faces.c_str(), c.cells, c.threads,
              wave::stencil::name_of(wave::stencil::choose_isa()), rounds.ping_pong(), rounds.probe() / 1e9,
              rounds.kept(), rounds.count(), rounds.median_of(0), rounds.median_of(1), rounds.median_of(2));
  for (std::size_t n = 0; n < c.shapes.size(); ++n) {
    const auto value = [&](std::size_t which) { return rounds.median_of(3 + n * kRatios + which); };
    std::printf("%s\n    {\"k\": %" PRId64 ", \"by\": %" PRId64 ", \"bx\": %" PRId64
                ", \"advance\": %.3f, \"taped\": %.3f, \"reverse\": %.3f, \"taped_over_advance\": %.3f, "
                "\"reverse_over_advance\": %.3f}",
                n ? "," : "", c.shapes[n].steps, c.shapes[n].rows, c.shapes[n].planes, value(kAdvance), value(kTaped),
                value(kReverse), value(kTapeCost), value(kReverseCost));
  }
  std::printf("]}%s\n", last ? "" : ",");
  std::fflush(stdout);
  return rounds;
}

// The best shape's median of one ratio, in rounds with a ping-pong from `least` to `most`.
double best(const Rounds &rounds, std::size_t shapes, std::size_t which, double most) {
  double found = 0.0;
  for (std::size_t n = 0; n < shapes; ++n) found = std::max(found, rounds.median_of(3 + n * kRatios + which, most));
  return found;
}

std::vector<TileShape> shapes_of(int count, char **words) {
  std::vector<TileShape> shapes;
  for (int i = 0; i < count; ++i) {
    TileShape s;
    if (std::sscanf(words[i], "%" SCNd64 ",%" SCNd64 ",%" SCNd64, &s.steps, &s.rows, &s.planes) != 3) std::exit(2);
    shapes.push_back(s);
  }
  return shapes;
}

}  // namespace

int main(int argc, char **argv) {
  std::puts("{\"tiles\": [");
  if (argc > 9) {
    const Case one{std::atoi(argv[1]),
                   std::atoll(argv[2]),
                   std::atoi(argv[3]),
                   std::strcmp(argv[4], "f64") == 0 ? Dtype::f64 : Dtype::f32,
                   argv[5],
                   std::atoll(argv[6]),
                   std::atoi(argv[7]),
                   shapes_of(argc - 9, argv + 9)};
    measure(one, std::atoi(argv[8]), true);
    std::puts("]}");
    return 0;
  }
  constexpr int kRounds = 7;
  const std::vector<TileShape> box = {{4, 64, 4}, {8, 64, 4}, {4, 128, 4}}, flat = {{4, 1, 8}, {8, 1, 8}, {16, 1, 8}};
  const Rounds zero = measure({3, 230, 8, Dtype::f32, "zero", 0, 2, box}, kRounds, false);
  const Rounds cpml = measure({3, 230, 8, Dtype::f32, "cpml", 20, 2, box}, kRounds, false);
  const Rounds four = measure({3, 230, 4, Dtype::f32, "zero", 0, 2, box}, kRounds, false);
  measure({3, 230, 12, Dtype::f32, "zero", 0, 2, box}, kRounds, false);
  measure({3, 230, 8, Dtype::f64, "zero", 0, 2, {{4, 32, 4}, {4, 64, 4}}}, kRounds, false);
  measure({3, 230, 8, Dtype::f32, "zero", 0, 1, box}, kRounds, false);
  const Rounds small = measure({2, 2000, 8, Dtype::f32, "zero", 0, 2, flat}, kRounds, false);
  const Rounds large = measure({2, 4000, 8, Dtype::f32, "zero", 0, 2, flat}, kRounds, true);
  std::puts("],");
  // Two cores that share no L3 (ping-pong above 200 ns) are another machine: plain sweeps are faster there.
  const auto goal = [](const char *name, const Rounds &rounds, std::size_t which, double one_cache, double two_caches) {
    constexpr double kOneCache = 200.0;
    const bool one = rounds.ping_pong() < kOneCache;
    return Goal{name,
                best(rounds, 3, which, 1000.0),
                false,
                one ? one_cache : two_caches,
                rounds.kept() > 0,
                std::to_string(rounds.kept()) + " of " + std::to_string(rounds.count()) + " rounds, best of 3 shapes"};
  };
  print_goals({goal("tiled over plain, 230^3, zero faces: advance", zero, kAdvance, 1.35, 1.25),
               goal("tiled over plain, 230^3, cpml 20: advance", cpml, kAdvance, 1.12, 1.10),
               goal("tiled over plain, 230^3, order 4, zero faces: advance", four, kAdvance, 1.5, 1.5),
               goal("tiled over plain, 2000^2, zero faces: advance", small, kAdvance, 1.4, 1.4),
               goal("tiled over plain, 4000^2, zero faces: advance", large, kAdvance, 2.2, 2.2)});
  std::puts("}");
  return 0;
}
