// SPDX-License-Identifier: MIT
// One gradient in a process of its own, so that VmHWM is this gradient's peak; prints one JSON object. bench/curves.py
// and bench/headline.py run it.
//
//   gradient_once EDGE CELLS STEPS SCHEDULE [--slots S] [--memory BYTES] [--process BYTES] [--threads T] [--taylor]
//                [--receivers N] [--comparable] [--write DIR] [--twice]
//   gradient_once EDGE CELLS STEPS segment --slots S --leaf L --directory DIR [...]
//
// SCHEDULE: store_all, revolve, segment, auto. --memory bounds the library, --process the whole process. With
// --directory states and tapes lie in files of DIR, S and L of them. --taylor: the Taylor test of the gradient
// afterwards, reduced ladder, one random direction, within the same bound. --plan: nothing is run. --idle: no use of
// the library at all, what a count of the heap has to take off. --comparable: source and receivers on nodes, dt
// smaller. --twice: `seconds` is of a second gradient of the same process, in memory that the first one,
// `first_seconds`, has touched, and in the tiles that it has found. --write: the problem and its gradient as files of
// DIR, for other programs to solve and compare.
#include <optional>

#include <time.h>

#include "machine.hpp"
#include "wave_problem.hpp"
#include "written_problem.hpp"

namespace {

using namespace ebw::bench;

struct Options {
  std::int64_t edge = 0, cells = 0, steps = 0, slots = 0, leaf = 0, memory = 0, process = 0;
  std::int32_t threads = 2;
  int receivers = WaveProblem::kReceivers;
  std::string schedule;
  std::optional<std::string> directory;
  std::optional<std::string> written;
  bool taylor = false, only_plan = false, idle = false, comparable = false, twice = false;
};

// What the run did, whichever way it went.
struct Outcome {
  double misfit = 0.0, seconds = 0.0, first_seconds = 0.0, processor_seconds = 0.0;
  std::string schedule;
  std::int64_t slots = 0, tape_slots = 0, forward_steps = 0, planned = 0, counted = 0, disk_peak = 0;
};

// Stacks, libgomp's own and what the heap rounds up to.
constexpr std::int64_t kMargin = 4'000'000;

// What the library may hold beside the `others` of the process.
std::int64_t library_bytes(const Options &o, std::int64_t others) {
  if (o.process > 0) return o.process - others - kMargin;
  return o.memory > 0 ? o.memory : std::int64_t{1} << 40;
}

// Of all threads; waiting for one another is in it, other programs are not.
double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Times what `body` does.
template <class Body>
void timed(Outcome &out, const Body &body) {
  const Clock::time_point begin = Clock::now();
  const double processor_begin = processor_seconds();
  body();
  out.seconds = seconds_since(begin);
  out.processor_seconds = processor_seconds() - processor_begin;
}

void read_plan(ebw_plan *plan, Outcome &out) {
  const char *name;
  check(ebw_plan_get_schedule(plan, &name));
  out.schedule = name;
  check(ebw_plan_get_slots(plan, &out.slots));
  check(ebw_plan_get_tape_slots(plan, &out.tape_slots));
  check(ebw_plan_get_total_bytes(plan, &out.planned));
  check(ebw_plan_get_forward_steps(plan, &out.forward_steps));
  ebw_plan_destroy(plan);
}

Outcome in_memory(const WaveProblem &problem, const Options &o, std::int64_t memory, std::vector<float> &gradient) {
  Outcome out;
  ebw_shot *shot = problem.shot();
  if (o.slots > 0)
    check(ebw_model_set_slots(problem.model(), o.slots));
  else
    check(ebw_model_set_schedule(problem.model(), o.schedule.c_str()));
  ebw_plan *plan;
  check(ebw_gradient_plan(problem.model(), &shot, 1, memory, &plan));
  read_plan(plan, out);
  if (o.only_plan) return out;
  const auto run = [&] {
    check(ebw_gradient(problem.model(), &shot, 1, memory, &out.misfit, gradient.data(), nullptr));
  };
  timed(out, run);
  out.first_seconds = out.seconds;
  if (o.twice) {
    const std::string hash = hash_of(gradient);
    timed(out, run);
    if (hash_of(gradient) != hash) {
      std::fprintf(stderr, "the second gradient has other bits\n");
      std::exit(1);
    }
  }
  check(ebw_model_get_count(problem.model(), "peak_bytes", &out.counted));
  return out;
}

// segment through an executor whose storage keeps states and tapes on disk: memory holds one of each.
Outcome on_disk(const WaveProblem &problem, const Options &o, std::int64_t memory, std::vector<float> &gradient) {
  Outcome out;
  ebw_propagator *propagator;
  ebw_schedule *schedule;
  ebw_storage *storage;
  ebw_executor *executor;
  ebw_plan *plan;
  check(ebw_propagator_create_acoustic(problem.model(), problem.shot(), &propagator));
  check(ebw_schedule_create_segment(o.steps, o.leaf, o.slots, EBW_REVERSE_STATE_ONLY, &schedule));
  check(ebw_storage_create_disk(o.directory->c_str(), 0, &storage));
  check(ebw_executor_create(schedule, storage, propagator, &executor));
  check(ebw_executor_plan(executor, &plan));
  read_plan(plan, out);
  if (out.planned > memory) {
    std::fprintf(stderr, "the library needs %lld bytes beside the disk, the bound leaves %lld\n",
                 static_cast<long long>(out.planned), static_cast<long long>(memory));
    std::exit(1);
  }
  if (!o.only_plan) {
    timed(out, [&] { check(ebw_executor_run(executor)); });
    out.first_seconds = out.seconds;
    check(ebw_executor_get_stat(executor, "peak_bytes", &out.counted));
    check(ebw_storage_get_stat(storage, "peak_disk_bytes", &out.disk_peak));
  }
  // The files and their buffers go first: fetching the gradient takes memory again.
  ebw_executor_destroy(executor);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  if (!o.only_plan) check(ebw_propagator_get_gradient(propagator, &out.misfit, gradient.data(), nullptr));
  ebw_propagator_destroy(propagator);
  return out;
}

std::int32_t evaluate(const void *m, double *misfit, void *user) {
  auto &problem = *static_cast<WaveProblem *>(user);
  problem.set_velocity(static_cast<const float *>(m));
  ebw_shot *shot = problem.shot();
  return ebw_misfit(problem.model(), &shot, 1, misfit);
}

// The rest of the JSON object: verdict, error, resolution.
void taylor_test(WaveProblem &problem, const std::vector<float> &gradient) {
  check(ebw_model_release_memory(problem.model()));  // of the gradient; a misfit needs less
  const std::vector<float> velocity = problem.start();
  ebw_taylor *test;
  std::int32_t verdict;
  std::int64_t evaluations;
  double error, resolution;
  const Clock::time_point begin = Clock::now();
  check(ebw_taylor_create(EBW_F32, static_cast<std::int64_t>(velocity.size()), evaluate, &problem, nullptr, &test));
  check(ebw_taylor_set_ladder(test, EBW_LADDER_REDUCED));
  check(ebw_taylor_set_directions(test, 1));
  check(ebw_taylor_run(test, velocity.data(), gradient.data(), &verdict));
  check(ebw_taylor_get_direction(test, EBW_WORST, nullptr, &error, &resolution));
  check(ebw_taylor_get_evaluations(test, &evaluations));
  std::printf(
      ", \"taylor\": {\"verdict\": \"%s\", \"error\": %.3g, \"resolution\": %.3g, \"evaluations\": %lld, "
      "\"seconds\": %.1f}",
      verdict == EBW_VERDICT_PASS   ? "PASS"
      : verdict == EBW_VERDICT_FAIL ? "FAIL"
                                    : "INCONCLUSIVE",
      error, resolution, static_cast<long long>(evaluations), seconds_since(begin));
  ebw_taylor_destroy(test);
}

bool *flag_of(Options &o, const std::string &name) {
  if (name == "--taylor") return &o.taylor;
  if (name == "--plan") return &o.only_plan;
  if (name == "--idle") return &o.idle;
  if (name == "--comparable") return &o.comparable;
  if (name == "--twice") return &o.twice;
  return nullptr;
}

Options read_options(int argc, char **argv) {
  if (argc < 5) {
    std::fprintf(stderr, "gradient_once EDGE CELLS STEPS SCHEDULE [options]; its first lines tell them\n");
    std::exit(2);
  }
  Options o;
  o.edge = std::atoll(argv[1]);
  o.cells = std::atoll(argv[2]);
  o.steps = std::atoll(argv[3]);
  o.schedule = argv[4];
  for (int i = 5; i < argc; ++i) {
    const std::string name = argv[i];
    if (bool *flag = flag_of(o, name)) {
      *flag = true;
      continue;
    }
    const char *value = i + 1 < argc ? argv[++i] : "";
    if (name == "--slots")
      o.slots = std::atoll(value);
    else if (name == "--memory")
      o.memory = std::atoll(value);
    else if (name == "--process")
      o.process = std::atoll(value);
    else if (name == "--threads")
      o.threads = std::atoi(value);
    else if (name == "--receivers")
      o.receivers = std::atoi(value);
    else if (name == "--directory")
      o.directory = value;
    else if (name == "--leaf")
      o.leaf = std::atoll(value);
    else if (name == "--write")
      o.written = value;
    else {
      std::fprintf(stderr, "unknown: %s\n", name.c_str());
      std::exit(2);
    }
  }
  return o;
}

// What the program itself takes from the heap while a gradient is computed.
int idle(const Options &o) {
  const auto inner = static_cast<std::size_t>(o.edge - 2 * o.cells);
  const std::vector<float> gradient(inner * inner * inner);
  const std::vector<double> wavelet(static_cast<std::size_t>(o.steps + 1));
  std::printf("{\"heap\": %zu}\n", gradient.size() * sizeof(float) + wavelet.size() * sizeof(double));
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const Options o = read_options(argc, argv);
  if (o.idle) return idle(o);
  const std::int64_t before = process_bytes("VmRSS");
  WaveProblem problem(o.edge, o.cells, o.steps, o.threads, o.receivers, o.comparable);
  std::vector<float> gradient(problem.nodes());
  // The plan of a gradient counts the model, that of an executor does not.
  const std::int64_t others =
      o.directory ? process_bytes("VmRSS") : before + static_cast<std::int64_t>(gradient.size() * sizeof(float));
  const std::int64_t memory = library_bytes(o, others);
  const Outcome out = o.directory ? on_disk(problem, o, memory, gradient) : in_memory(problem, o, memory, gradient);
  std::printf(
      "{\"edge\": %lld, \"cells\": %lld, \"steps\": %lld, \"threads\": %d, \"schedule\": \"%s\", \"slots\": %lld, "
      "\"tape_slots\": %lld, \"forward_steps\": %lld, \"planned_bytes\": %lld, \"counted_bytes\": %lld, "
      "\"disk_bytes\": %lld, \"seconds\": %.3f, \"first_seconds\": %.3f, \"processor_seconds\": %.3f, \"misfit\": "
      "%.17g, \"hash\": \"%s\", "
      "\"gradient_peak_bytes\": %lld",
      static_cast<long long>(o.edge), static_cast<long long>(o.cells), static_cast<long long>(o.steps), o.threads,
      out.schedule.c_str(), static_cast<long long>(out.slots), static_cast<long long>(out.tape_slots),
      static_cast<long long>(out.forward_steps), static_cast<long long>(out.planned),
      static_cast<long long>(out.counted), static_cast<long long>(out.disk_peak), out.seconds, out.first_seconds,
      out.processor_seconds, out.misfit, hash_of(gradient).c_str(), static_cast<long long>(process_bytes("VmHWM")));
  std::fflush(stdout);
  if (o.written && !o.only_plan) write_problem(*o.written, problem, o.edge, o.cells, o.steps, gradient);
  if (o.taylor && !o.only_plan) taylor_test(problem, gradient);
  std::printf(", \"peak_bytes\": %lld}\n", static_cast<long long>(process_bytes("VmHWM")));
  return 0;
}
