// SPDX-License-Identifier: MIT
// What does optimal checkpointing cost where nothing has to be computed twice? revolve with as many slots as steps
// against store_all, both on states alone, as for a propagator without tapes: 128^3 nodes, zero faces, order 8, f32.
// One storage serves both, touched before; they alternate within each round. `states --quick` is a smaller size.
#include <algorithm>
#include <cstring>

#include "machine.hpp"
#include "wave_problem.hpp"

namespace {

using namespace ebw::bench;

constexpr int kThreads = 2;

class Run {
 public:
  Run(ebw_schedule *schedule, ebw_storage *storage, ebw_propagator *propagator) : propagator_(propagator) {
    check(ebw_executor_create(schedule, storage, propagator, &executor_));
    ebw_schedule_destroy(schedule);  // the executor keeps it
  }
  ~Run() { ebw_executor_destroy(executor_); }
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  double seconds() {
    const Clock::time_point begin = Clock::now();
    check(ebw_executor_run(executor_));
    return seconds_since(begin);
  }
  std::string hash(std::size_t nodes) const {
    std::vector<float> gradient(nodes);
    check(ebw_propagator_get_gradient(propagator_, nullptr, gradient.data(), nullptr));
    return hash_of(gradient);
  }
  long long stat(const char *name) const {
    std::int64_t value;
    check(ebw_executor_get_stat(executor_, name, &value));
    return value;
  }

 private:
  ebw_propagator *propagator_;
  ebw_executor *executor_ = nullptr;
};

}  // namespace

int main(int argc, char **argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  const std::int64_t edge = quick ? 48 : 128, steps = quick ? 60 : 200;
  const int rounds_wanted = quick ? 5 : 7;
  const WaveProblem problem(edge, 0, steps, kThreads);
  ebw_propagator *propagator;
  ebw_storage *storage;
  ebw_schedule *few, *all;
  check(ebw_propagator_create_acoustic(problem.model(), problem.shot(), &propagator));
  check(ebw_storage_create_memory(&storage));
  check(ebw_schedule_create_revolve(steps, steps, EBW_REVERSE_STATE_ONLY, &few));
  check(ebw_schedule_create_store_all(steps, EBW_REVERSE_STATE_ONLY, 0, &all));
  Rounds rounds;
  {
    Run revolve(few, storage, propagator), store_all(all, storage, propagator);
    revolve.seconds();  // takes and touches the memory
    const std::string bits = revolve.hash(problem.nodes());
    store_all.seconds();
    if (store_all.hash(problem.nodes()) != bits) {
      std::fprintf(stderr, "the gradients differ\n");
      return 1;
    }
    Probe probe(230 * 230 * 230, kThreads);
    double before = probe.bandwidth();
    for (int round = 0; round < rounds_wanted; ++round) {
      // Either is first in every other round.
      double seconds[2];
      const double trip = ping_pong();
      for (int turn = 0; turn < 2; ++turn) {
        const int which = (turn + round) % 2;
        seconds[which] = (which == 0 ? revolve : store_all).seconds();
      }
      const double after = probe.bandwidth();
      rounds.add({trip, before, after}, {seconds[0], seconds[1], seconds[0] / seconds[1]});
      before = after;
    }
    std::printf(
        "{\"states\": {\"edge\": %lld, \"steps\": %lld, \"threads\": %d, \"revolve_seconds\": %.3f, "
        "\"store_all_seconds\": %.3f, \"ratio\": %.3f, \"revolve_saves\": %lld, \"store_all_saves\": %lld, "
        "\"recomputed\": %lld, \"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.1f, \"rounds_kept\": %d, "
        "\"rounds\": %d},\n",
        static_cast<long long>(edge), static_cast<long long>(steps), kThreads, rounds.median_of(0), rounds.median_of(1),
        rounds.median_of(2), revolve.stat("saves"), store_all.stat("saves"), revolve.stat("recomputed"),
        rounds.ping_pong(), rounds.probe() / 1e9, rounds.kept(), rounds.count());
  }
  ebw_storage_destroy(storage);
  ebw_propagator_destroy(propagator);
  print_goals({{"states alone, " + std::to_string(edge) + "^3 x " + std::to_string(steps) +
                    ": time of revolve with s = n over store_all",
                rounds.median_of(2), true, 1.05, !quick && rounds.kept() > 0,
                std::to_string(rounds.kept()) + " of " + std::to_string(rounds.count()) + " rounds"}});
  std::puts("}");
  return 0;
}
