// SPDX-License-Identifier: MIT
// The command `ebbwave`: the shell's binding of the library.
#include "command.hpp"
#include "gradient.hpp"
#include "plan.hpp"
#include "schedule.hpp"
#include "version.hpp"

int main(int argc, char **argv) {
  CLI::App app{"Exact gradients of time-stepping simulations in a fixed amount of memory"};
  app.require_subcommand(1);
  ebw::cli::add_gradient(app);
  ebw::cli::add_plan(app);
  ebw::cli::add_schedule(app);
  ebw::cli::add_version(app);
  return ebw::cli::run(app, argc, argv);
}
