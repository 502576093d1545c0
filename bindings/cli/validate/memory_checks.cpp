// SPDX-License-Identifier: MIT
// Suite `memory`: the plan against the library's own count, the process's resident peak and valgrind's massif.
#include <algorithm>
#include <cmath>
#include <fstream>

#include "../numbers.hpp"
#include "memory_probe.hpp"
#include "shell.hpp"
#include "suite.hpp"

namespace ebw::cli {

namespace {

using Facts = std::map<std::string, std::int64_t>;

constexpr std::int64_t kSlots[] = {5, 10, 20, 40};
constexpr std::int64_t kSteps = 44;
constexpr double kSlopeTolerance = 1e-3;
// Pages of 4 KiB at both ends of a hundred blocks, and one huge page of 2 MiB that is touched in part.
constexpr double kResidentTolerance = 0.02, kResidentSlack = 2.5e6;
constexpr std::int64_t kMassifSlack = 65536;

// ---- Massif ---------------------------------------------------------------------------------------------------------

bool has_valgrind(Runner &runner) { return runner.run("command -v valgrind").well; }

// The largest heap over all snapshots; the peak that massif marks is of its own rounding.
std::int64_t peak_of(const std::string &path) {
  std::ifstream file(path);
  std::int64_t peak = 0;
  const std::string key = "mem_heap_B=";
  for (std::string line; std::getline(file, line);)
    if (std::int64_t bytes = 0; line.starts_with(key) && parse_integer(line.substr(key.size()), bytes))
      peak = std::max(peak, bytes);
  if (peak == 0) refuse(EBW_ERR_INTERNAL, "massif wrote no peak; try valgrind --tool=massif by hand");
  return peak;
}

struct Measured {
  std::int64_t heap = 0;
  Facts facts;
};

Measured under_massif(Suite &suite, const ProbeSize &size) {
  const std::string out = suite.folder.file("massif.out");
  Measured measured;
  measured.facts = run_probe(suite.runner, size,
                             "valgrind --quiet --tool=massif --time-unit=B --peak-inaccuracy=0.0 --max-snapshots=200 "
                             "--detailed-freq=1000000 --massif-out-file=" +
                                 shell_quoted(out));
  measured.heap = peak_of(out);
  return measured;
}

void compare_with_massif(Suite &suite) {
  if (!has_valgrind(suite.runner))
    return suite.add("own count against massif", EBW_VERDICT_INCONCLUSIVE,
                     "not tried: valgrind is not installed; install it to have the heap measured from outside");
  const std::int64_t idle = under_massif(suite, {.slots = 5, .steps = kSteps, .idle = true}).heap;
  std::vector<std::int64_t> slots(std::begin(kSlots), std::end(kSlots)), heaps;
  std::int64_t state = 0;
  for (const std::int64_t count : slots) {
    const Measured run = under_massif(suite, {.slots = count, .steps = kSteps, .idle = false});
    const std::int64_t heap = run.heap - idle, own = run.facts.at("own_peak_bytes");
    state = run.facts.at("state_bytes");
    heaps.push_back(heap);
    // Small things, such as handles, are not counted; the baseline has the C++ library's own.
    const double allowed = 1e-3 * static_cast<double>(own) + static_cast<double>(kMassifSlack);
    suite.expect(joined("own count against massif, ", count, " slots"),
                 std::abs(static_cast<double>(heap - own)) <= allowed,
                 joined("massif ", heap, " bytes over the baseline of ", idle, ", own count ", own, ": difference ",
                        heap - own, ", allowed ", std::llround(allowed)));
  }
  suite.add_memory("a slot costs a state, by massif (32^3)", slots, heaps, state, kSlopeTolerance);

  const Measured twice = under_massif(suite, {.slots = kSlots[0], .steps = 2 * kSteps, .idle = false});
  const Measured once = under_massif(suite, {.slots = kSlots[0], .steps = kSteps, .idle = false});
  const std::int64_t grown = twice.heap - once.heap;
  const std::int64_t series = twice.facts.at("series_bytes") - once.facts.at("series_bytes");
  suite.expect("twice the steps cost traces, residuals and wavelets alone, by massif",
               std::abs(grown - series) <= kMassifSlack,
               joined("grew by ", grown, " bytes; traces, residuals and wavelets by ", series));
}

// ---- Own count and resident peak ------------------------------------------------------------------------------------

void compare_with_plan(Suite &suite) {
  std::vector<std::int64_t> slots(std::begin(kSlots), std::end(kSlots)), own, resident, planned;
  std::int64_t state = 0;
  std::string faults;
  for (const std::int64_t count : slots) {
    const Facts facts = run_probe(suite.runner, {.slots = count, .steps = kSteps, .idle = false});
    own.push_back(facts.at("own_peak_bytes"));
    resident.push_back(facts.at("rss_peak_bytes"));
    planned.push_back(facts.at("planned_bytes"));
    state = facts.at("state_bytes");
    if (own.back() != planned.back())
      faults += joined(count, " slots: counted ", own.back(), ", planned ", planned.back(), "; ");
  }
  suite.expect(
      "own count is the plan", faults.empty(),
      faults.empty() ? joined("to the byte with 5, 10, 20 and 40 slots; ", planned.back(), " bytes with 40") : faults);
  suite.add_memory("a slot costs a state, by own count (32^3)", slots, own, state, kSlopeTolerance);

  const auto more_planned = static_cast<double>(planned.back() - planned.front());
  const auto more_resident = static_cast<double>(resident.back() - resident.front());
  if (resident.front() == 0)
    return suite.add("resident peak grows as the plan", EBW_VERDICT_INCONCLUSIVE,
                     "not tried: the system tells no VmHWM");
  suite.expect("resident peak (VmHWM, fresh processes) grows as the plan",
               std::abs(more_resident - more_planned) <= kResidentTolerance * more_planned + kResidentSlack,
               joined("from 5 to 40 slots by ", more_resident, " bytes, the plan by ", more_planned));
}

void compare_steps(Suite &suite) {
  const Facts once = run_probe(suite.runner, {.slots = 5, .steps = kSteps, .idle = false});
  const Facts twice = run_probe(suite.runner, {.slots = 5, .steps = 2 * kSteps, .idle = false});
  const auto grown = [&](const char *name) { return twice.at(name) - once.at(name); };
  suite.expect(
      "twice the steps cost traces, residuals and wavelets alone, by own count",
      grown("own_peak_bytes") == grown("series_bytes"),
      joined("grew by ", grown("own_peak_bytes"), " bytes; traces, residuals and wavelets by ", grown("series_bytes")));
}

}  // namespace

void check_memory(Suite &suite) {
  suite.part("plan and own count", [&] { compare_with_plan(suite); });
  suite.part("number of steps", [&] { compare_steps(suite); });
  suite.part("massif", [&] { compare_with_massif(suite); });
}

}  // namespace ebw::cli
