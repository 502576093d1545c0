// SPDX-License-Identifier: MIT
// One gradient in a process of its own, whose memory is measured from inside and from outside.
#include "memory_probe.hpp"

#include <cstdio>
#include <memory>
#include <sstream>
#include <vector>

#include "../command.hpp"
#include "../number_option.hpp"
#include "../resident_peak.hpp"
#include "shell.hpp"
#include "wave_problem.hpp"

namespace ebw::cli {

namespace {

WaveSetting setting_of(const ProbeSize &size) {
  WaveSetting setting;
  setting.name = "memory probe";
  setting.dtype = EBW_F32;
  setting.shape = {32, 32, 32};
  setting.cells = 5;
  setting.steps = size.steps;
  return setting;
}

void print(const char *name, std::int64_t value) { std::printf("%s %lld\n", name, static_cast<long long>(value)); }

std::int64_t count_of(const ebw_model *model, const char *name) {
  std::int64_t value = 0;
  check(ebw_model_get_count(model, name, &value));
  return value;
}

// What a plan holds for each sample.
std::int64_t series_bytes(const WaveProblem &problem) {
  ebw_shot *shot = problem.shot();
  ebw_plan *made = nullptr;
  check(ebw_gradient_plan(problem.model(), &shot, 1, 0, &made));
  const Plan plan(made);
  std::int64_t all = 0;
  for (const char *name : {"traces", "residuals", "wavelets"}) {
    std::int64_t bytes = 0;
    check(ebw_plan_get_bytes(made, name, &bytes));
    all += bytes;
  }
  return all;
}

// The caller's own arrays, point and gradient, which are not the library's.
int hold_arrays(const WaveSetting &setting) {
  std::size_t bytes = sizeof(float);
  for (const std::int64_t n : setting.shape) bytes *= static_cast<std::size_t>(n);
  const std::vector<std::byte> point(bytes), gradient(bytes);
  // Their addresses leave this file, so that no compiler leaves them out.
  std::fwrite(point.data(), 1, 0, stdout);
  std::fwrite(gradient.data(), 1, 0, stdout);
  return kDone;
}

int probe(const ProbeSize &size) {
  std::puts("probe 1");  // stdio's buffer is part of the baseline
  const WaveSetting setting = setting_of(size);
  if (size.idle) return hold_arrays(setting);
  const WaveProblem problem(setting, 1);
  check(ebw_model_set_slots(problem.model(), size.slots));
  problem.gradient();
  std::int64_t state_bytes = 0;
  check(ebw_model_get_state_bytes(problem.model(), &state_bytes));
  print("state_bytes", state_bytes);
  print("planned_bytes", count_of(problem.model(), "planned_bytes"));
  print("own_peak_bytes", count_of(problem.model(), "peak_bytes"));
  print("series_bytes", series_bytes(problem));
  print("rss_peak_bytes", resident_peak());
  return kDone;
}

}  // namespace

void add_memory_probe(CLI::App &validate) {
  auto &app = *validate.add_subcommand("memory-probe", "One gradient for the memory suite to measure");
  app.group("");  // not for people: left out of --help
  const auto size = std::make_shared<ProbeSize>();
  add_number<std::int64_t>(app, "--slots", size->slots, "Slots");
  add_number<std::int64_t>(app, "--steps", size->steps, "Steps");
  app.add_flag("--idle", size->idle, "Do not use the library");
  set_plain_body(app, [size] { return probe(*size); });
}

std::map<std::string, std::int64_t> run_probe(Runner &runner, const ProbeSize &size, const std::string &wrapper) {
  // One thread: the team of more would be counted, which is not the library's.
  const std::string command =
      joined("OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive exec ", wrapper, wrapper.empty() ? "" : " ",
             shell_quoted(own_program()), " validate memory-probe --slots ", size.slots, " --steps ", size.steps,
             size.idle ? " --idle" : "");
  const Ended ended = runner.run(command);
  if (!ended.well) refuse(EBW_ERR_INTERNAL, "the probe of memory did not run: ", ended.reason);
  std::map<std::string, std::int64_t> facts;
  std::istringstream words(ended.output);
  std::string name;
  for (std::int64_t value = 0; words >> name >> value;) facts[name] = value;
  return facts;
}

}  // namespace ebw::cli
