// SPDX-License-Identifier: MIT
// What all subcommands share: --json, how refusals are shown, how the command ends.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "refused.hpp"

namespace ebw::cli {

// Adds --json to a subcommand, which then runs `body(json)`; body returns an exit code. A refusal is one line on
// stderr, with --json also {"error": {"status", "name", "message"}} on stdout, and leads to its exit code.
void set_body(CLI::App &subcommand, std::function<int(bool json)> body);

// The same for a subcommand without --json: a refusal is one line on stderr.
void set_plain_body(CLI::App &subcommand, std::function<int()> body);

// Refuses when what was printed did not arrive; `files` says what became of the files, "" where there are none.
void flush_stdout(const std::string &files = {});

// Parses the command line and runs the subcommand; returns the exit code.
int run(CLI::App &app, int argc, char **argv);

}  // namespace ebw::cli
