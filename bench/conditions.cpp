// SPDX-License-Identifier: MIT
// How the machine is just now, for benchmarks that are no C++: answers every line of its input with one JSON object of
// the ping-pong of a cache line between two threads and the wave probe (a = 2b - a + d * b, 16 bytes per point).
//
//   conditions [THREADS]
#include <cstdio>
#include <cstdlib>

#include "machine.hpp"

int main(int argc, char **argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  if (threads < 1) {
    std::fprintf(stderr, "THREADS is %s, need at least 1\n", argv[1]);
    return 2;
  }
  ebw::bench::Probe probe(230 * 230 * 230, threads);
  for (int c = std::getchar(); c != EOF; c = std::getchar()) {
    if (c != '\n') continue;
    const double trip = ebw::bench::ping_pong();
    std::printf("{\"ping_pong_ns\": %.0f, \"probe_GB_per_s\": %.2f}\n", trip, probe.bandwidth() / 1e9);
    std::fflush(stdout);
  }
  return 0;
}
