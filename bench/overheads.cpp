// SPDX-License-Identifier: MIT
// What does a gradient cost beside its steps? `ebw_gradient`, told of its progress. Prints one JSON object. `outside`:
// its time over that of its own forward and reverse sweeps, clocked by the same run: planning, memory, tables, folding,
// division by c and copying out are what is beyond 1, and other programs lengthen both alike. Against that, which does
// not see what the executor does between steps, the same calls of the same propagator written down one after another:
// no executor, no storage, no progress, no checks; alternated in one process, `walk` is the ratio of the least times of
// all rounds, which other programs lengthen least, and `processor_ms` what ebw_gradient takes more of the processors
// (below 0: it spares copies that the written calls make). The goals are judged by the larger of `outside` and `walk`.
// 200 steps, zero faces, order 8, f32; the gradients have the same bits.
//
//   bench_overheads [THREADS [EDGE]]
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <time.h>

#include "machine.hpp"
#include "wave/acoustic/imaging.hpp"
#include "wave/acoustic/propagator.hpp"
#include "wave_problem.hpp"

namespace {

using namespace ebw;
using namespace ebw::bench;

constexpr std::int64_t kSteps = 200, kMemory = 8'000'000'000;

// Of all threads; waiting for one another is in it, other programs are not.
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Seconds {
  double wall = 0.0, processor = 0.0, sweeps = 0.0;
};
class Watch {
 public:
  Seconds stop() const { return {seconds_since(begin_), processor_seconds() - processor_}; }

 private:
  Clock::time_point begin_ = Clock::now();
  double processor_ = processor_seconds();
};

struct Action {
  std::int32_t kind;
  std::int64_t from, to, slot;
};

// A schedule as a list, and the places that it needs.
struct Actions {
  explicit Actions(ebw_schedule *schedule) {
    for (Action a{}; ebw_schedule_next(schedule, &a.kind, &a.from, &a.to, &a.slot) == EBW_OK && a.kind;) {
      list.push_back(a);
      if (a.kind == EBW_ACTION_SAVE) states = std::max(states, a.slot + 1);
      if (a.kind == EBW_ACTION_ADVANCE_TAPED) tapes = std::max(tapes, a.slot + a.to - a.from);
    }
    ebw_schedule_destroy(schedule);
  }
  std::vector<Action> list;
  std::int64_t states = 0, tapes = 0;
};

std::int32_t ignore_progress(std::int64_t, std::int64_t, std::int64_t, void *) { return 0; }

// The gradient as a user gets it, and the schedule that it ran.
class Whole {
 public:
  Whole(WaveProblem &problem, const char *schedule, std::int64_t slots)
      : problem_(problem), schedule_(schedule), slots_(slots), gradient_(problem.nodes()) {
    check(ebw_model_set_progress(problem.model(), ignore_progress, 0, nullptr, nullptr));
  }
  // Of so many states; for segment as many as the bytes of so many give.
  Actions prepare() {
    ebw_shot *shot = problem_.shot();
    ebw_plan *plan;
    ebw_schedule *actions;
    std::int64_t states, tapes;
    select();
    check(ebw_gradient_plan(problem_.model(), &shot, 1, memory_, &plan));
    check(ebw_plan_get_slots(plan, &states));
    check(ebw_plan_get_tape_slots(plan, &tapes));
    ebw_plan_destroy(plan);
    if (schedule_ == "store_all")
      check(ebw_schedule_create_store_all(kSteps, EBW_REVERSE_STATE_ONLY, 1, &actions));
    else if (schedule_ == "revolve")
      check(ebw_schedule_create_revolve(kSteps, states, EBW_REVERSE_STATE_ONLY, &actions));
    else
      check(ebw_schedule_create_segment(kSteps, tapes, states, EBW_REVERSE_STATE_ONLY, &actions));
    seconds();  // takes and touches the memory
    return Actions(actions);
  }
  Seconds seconds() {
    ebw_shot *shot = problem_.shot();
    const Watch watch;
    check(ebw_gradient(problem_.model(), &shot, 1, memory_, nullptr, gradient_.data(), nullptr));
    Seconds seconds = watch.stop();
    for (const char *name : {"forward", "reverse"}) {
      double sweep;
      check(ebw_model_get_seconds(problem_.model(), name, &sweep));
      seconds.sweeps += sweep;
    }
    return seconds;
  }
  const std::vector<float> &gradient() const { return gradient_; }

 private:
  void select() {
    ebw_shot *shot = problem_.shot();
    ebw_plan *plan;
    check(ebw_model_set_slots(problem_.model(), slots_));
    if (schedule_ == "segment") {
      check(ebw_gradient_plan(problem_.model(), &shot, 1, kMemory, &plan));
      check(ebw_plan_get_total_bytes(plan, &memory_));
      ebw_plan_destroy(plan);
      check(ebw_model_set_slots(problem_.model(), 0));
      check(ebw_model_set_schedule(problem_.model(), "segment"));
    }
  }

  WaveProblem &problem_;
  std::string schedule_;
  std::int64_t slots_, memory_ = kMemory;
  std::vector<float> gradient_;
};

// The same gradient by the propagator alone.
class Bare {
 public:
  Bare(const WaveProblem &problem, std::int64_t edge, const Actions &actions, int threads)
      : actions_(actions.list), gradient_(problem.nodes()) {
    wave::Grid grid;
    grid.ndim = 3;
    grid.shape.fill(edge);
    grid.spacing.fill(WaveProblem::kSpacing);
    model_ = std::make_unique<wave::Model>(Dtype::f32, grid);
    const std::vector<float> velocity = problem.start();
    const std::int64_t shape[3] = {edge, edge, edge};
    model_->set_field("velocity", velocity.data(), Dtype::f32, make_layout(3, shape, nullptr));
    model_->set_face(-1, wave::make_face(static_cast<std::int32_t>(wave::FaceKind::zero), 0, 0.0, 0.0));
    model_->set_time(problem.dt(), kSteps);
    shot_ = std::make_unique<wave::Shot>(grid, kSteps);
    shot_->add_source(problem.source(), problem.wavelet().data(), kSteps + 1);
    shot_->add_receivers(WaveProblem::kReceivers,
                         [&](std::int64_t r) { return problem.receiver(static_cast<int>(r)); });
    wave::acoustic::Resources resources;
    resources.threads = threads;
    resources.isa = wave::stencil::choose_isa();
    propagator_ = wave::acoustic::make_propagator(model_->setup(), resources);
    state_bytes_ = propagator_->geometry().state_bytes;
    tape_bytes_ = propagator_->geometry().tape_bytes();
    if (actions.states) states_ = AlignedBuffer(account_, MemoryUse::slots, actions.states * state_bytes_);
    if (actions.tapes) tapes_ = AlignedBuffer(account_, MemoryUse::tape_ring, actions.tapes * tape_bytes_);
    run();  // touches the memory
  }
  Seconds run() {
    wave::acoustic::ShotTask task;
    task.model = model_.get();
    task.shot = shot_.get();
    task.task = wave::acoustic::Task::image;
    const Watch watch;
    shot_->prepare_results(state_bytes_, true);
    propagator_->set_shot(task);
    propagator_->allocate();
    propagator_->start();
    for (const Action &action : actions_) perform(action);
    auto *out = reinterpret_cast<std::byte *>(gradient_.data());
    propagator_->fold_gradient(out);
    wave::acoustic::finish_gradient(*model_, wave::Parameter::velocity, out, propagator_->resources().threads);
    return watch.stop();
  }
  const std::vector<float> &gradient() const { return gradient_; }

 private:
  void perform(const Action &a) {
    switch (a.kind) {
      case EBW_ACTION_ADVANCE: return propagator_->advance(a.from, a.to);
      case EBW_ACTION_SAVE: return propagator_->save(a.from, states_.data() + a.slot * state_bytes_);
      case EBW_ACTION_LOAD: return propagator_->load(a.from, states_.data() + a.slot * state_bytes_);
      case EBW_ACTION_TURN: return propagator_->turn(a.from);
      case EBW_ACTION_ADVANCE_TAPED: return propagator_->advance_taped(a.from, a.to, places(a.slot, a.from));
      case EBW_ACTION_REVERSE:
        return a.slot < 0 ? propagator_->reverse(a.from)
                          : propagator_->reverse_taped(a.from, a.to, places(a.slot, a.to));
      default: return;  // a discard is nothing here
    }
  }
  TapePlaces places(std::int64_t slot, std::int64_t step) const {
    return {tapes_.data() + slot * tape_bytes_, tape_bytes_, step};
  }

  std::vector<Action> actions_;
  std::vector<float> gradient_;
  std::unique_ptr<wave::Model> model_;
  std::unique_ptr<wave::Shot> shot_;
  std::unique_ptr<wave::acoustic::Propagator> propagator_;
  std::int64_t state_bytes_ = 0, tape_bytes_ = 0;
  MemoryAccount account_;
  AlignedBuffer states_, tapes_;
};

struct Case {
  std::int64_t edge;
  const char *schedule;
  std::int64_t slots;
  int rounds;
};

struct Result {
  double value;
  bool judged;
  std::string note;
};

// Values of a round: least of whole and walk in seconds, whole / walk, whole / its own sweeps, least processor seconds.
Result measure(const Case &c, int threads, Probe &probe, bool first) {
  WaveProblem problem(c.edge, 0, kSteps, threads);
  Whole whole(problem, c.schedule, c.slots);
  Bare bare(problem, c.edge, whole.prepare(), threads);
  if (whole.gradient() != bare.gradient()) {
    std::fprintf(stderr, "%s, %lld^3: the gradients differ\n", c.schedule, static_cast<long long>(c.edge));
    std::exit(1);
  }
  Rounds rounds;
  double before = probe.bandwidth();
  for (int round = 0; round < c.rounds; ++round) {
    const double trip = ping_pong();
    // In turn: two of the same in a row would let the second find its memory in the caches.
    const Seconds w0 = whole.seconds();
    const Seconds b0 = bare.run();
    const Seconds w1 = whole.seconds();
    const Seconds b1 = bare.run();
    const double after = probe.bandwidth();
    rounds.add({trip, before, after},
               {std::min(w0.wall, w1.wall), std::min(b0.wall, b1.wall), (w0.wall + w1.wall) / (b0.wall + b1.wall),
                std::min(w0.wall / w0.sweeps, w1.wall / w1.sweeps), std::min(w0.processor, w1.processor),
                std::min(b0.processor, b1.processor)});
    before = after;
  }
  const double seconds = rounds.least_of(0), walk = rounds.least_of(1), outside = rounds.median_of(3);
  std::printf(
      "%s{\"part\": \"overheads\", \"case\": \"%lld^3 %s\", \"steps\": %lld, \"slots\": %lld, \"threads\": %d, "
      "\"seconds\": %.5f, \"outside\": %.4f, \"walk_seconds\": %.5f, \"walk\": %.4f, \"median_walk\": %.4f, "
      "\"processor_ms\": %.2f, \"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, \"rounds\": \"%d of %d\"}",
      first ? "  " : ",\n  ", static_cast<long long>(c.edge), c.schedule, static_cast<long long>(kSteps),
      static_cast<long long>(c.slots), threads, seconds, outside, walk, seconds / walk, rounds.median_of(2),
      1e3 * (rounds.least_of(4) - rounds.least_of(5)), rounds.ping_pong(), rounds.probe() / 1e9, rounds.kept(),
      rounds.count());
  std::fflush(stdout);
  char note[160];
  std::snprintf(note, sizeof note, "%d of %d rounds; outside %.3f, walk %.3f; ping-pong %.0f ns", rounds.kept(),
                rounds.count(), outside, seconds / walk, rounds.ping_pong());
  return {std::max(outside, seconds / walk), rounds.kept() >= kLeastRounds, note};
}

}  // namespace

int main(int argc, char **argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  if (threads < 1) return 2;
  const Case cases[] = {{128, "store_all", 0, 7}, {128, "revolve", 20, 7}, {128, "segment", 20, 7},
                        {64, "store_all", 0, 21}, {64, "revolve", 20, 21}, {64, "segment", 20, 21}};
  Probe probe(230 * 230 * 230, threads);
  std::vector<Goal> goals;
  std::puts("{\"rows\": [");
  for (const Case &c : cases) {
    if (argc > 2 && c.edge != std::atoll(argv[2])) continue;
    const Result result = measure(c, threads, probe, goals.empty());
    goals.push_back({"overheads, " + std::to_string(c.edge) + "^3 x " + std::to_string(kSteps) + ", " + c.schedule +
                         ": gradient over its own sweeps and over bare calls",
                     result.value, true, c.edge == 128 ? 1.02 : 1.05, result.judged, result.note});
  }
  std::puts("],");
  print_goals(goals);
  std::puts("}");
  return 0;
}
