// SPDX-License-Identifier: MIT
// The command `ebbwave`: the shell's binding of the library.
#include <cstdio>

#include "command.hpp"
#include "schedule.hpp"

int main(int argc, char **argv) {
  CLI::App app{"Exact gradients of time-stepping simulations in a fixed amount of memory"};
  app.require_subcommand(1);
  app.add_subcommand("version", "Print the version")->callback([] {
    std::printf("ebbwave %s (ABI %d)\n%s\n", ebw_version(), ebw_abi_version(), ebw_build_info());
  });
  ebw::cli::add_schedule(app);
  return ebw::cli::run(app, argc, argv);
}
