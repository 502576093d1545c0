// SPDX-License-Identifier: MIT
// One gradient in a process of its own, whose memory is measured from inside and from outside.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "program.hpp"

namespace CLI {
class App;
}

namespace ebw::cli {

// What a probe is asked for.
struct ProbeSize {
  std::int64_t slots = 5, steps = 44;
  bool idle = false;  // all but the use of the library: the baseline
};

// The hidden subcommand `memory-probe`: prints names and numbers.
void add_memory_probe(CLI::App &validate);

// Runs it in a fresh process, under `wrapper` (such as valgrind with its options) or plainly. Keys: state_bytes,
// planned_bytes, own_peak_bytes, rss_peak_bytes, and what grows with the steps, series_bytes.
std::map<std::string, std::int64_t> run_probe(Runner &runner, const ProbeSize &size, const std::string &wrapper = {});

}  // namespace ebw::cli
