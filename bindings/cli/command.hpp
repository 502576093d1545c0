// SPDX-License-Identifier: MIT
// What all subcommands share: refusals of the library as exceptions, how they are shown, exit codes.
#pragma once

#include <ebbwave/ebbwave.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string>

namespace ebw::cli {

// Exit codes: a verdict PASS is kDone, FAIL is kFailed as is anything that the library refused or could not finish.
inline constexpr int kDone = 0, kFailed = 1, kInconclusive = 2, kBadCommandLine = 3;

// A status with its text.
class Refused : public std::runtime_error {
 public:
  Refused(std::int32_t status, const std::string &text) : std::runtime_error(text), status_(status) {}
  std::int32_t status() const noexcept { return status_; }

 private:
  std::int32_t status_;
};

// Raises a failed call of the C ABI with the library's text.
void check(std::int32_t status);

// Adds --json to a subcommand, which then runs `body(json)`; body returns an exit code. A refusal is one line on
// stderr, with --json also {"error": {"status", "name", "message"}} on stdout, and leads to kFailed.
void set_body(CLI::App &subcommand, std::function<int(bool json)> body);

// Parses the command line and runs the subcommand; returns the exit code.
int run(CLI::App &app, int argc, char **argv);

}  // namespace ebw::cli
