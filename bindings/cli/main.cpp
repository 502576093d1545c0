// SPDX-License-Identifier: MIT
// The command `ebbwave`: the shell's binding of the library.
#include <stdlib.h>
#include <unistd.h>

#include "command.hpp"
#include "gradient.hpp"
#include "plan.hpp"
#include "schedule.hpp"
#include "validate/validate.hpp"
#include "version.hpp"

namespace {

// GNU OpenMP reads its environment before main, so a change needs a new start. By default idle threads spin for many
// milliseconds, which on a machine with other work makes a run several times slower. 4000 rounds, some 0.1 ms, bridge
// the gaps between our parallel regions and cost nothing on free cores. A choice of the user stands.
void let_idle_threads_sleep(char **argv) {
  if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
  if (setenv("GOMP_SPINCOUNT", "4000", 1) == 0) execv("/proc/self/exe", argv);
  // Where that is not to be had the run is right all the same.
}

}  // namespace

int main(int argc, char **argv) {
  let_idle_threads_sleep(argv);
  CLI::App app{"Exact gradients of time-stepping simulations in a fixed amount of memory"};
  app.require_subcommand(1);
  ebw::cli::add_gradient(app);
  ebw::cli::add_plan(app);
  ebw::cli::add_schedule(app);
  ebw::cli::add_validate(app);
  ebw::cli::add_version(app);
  return ebw::cli::run(app, argc, argv);
}
