// SPDX-License-Identifier: MIT
// `ebbwave validate external`: gradient or adjoint of somebody's program, tested from outside.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../npy.hpp"
#include "program.hpp"
#include "report_files.hpp"

namespace CLI {
class App;
}

namespace ebw::cli {

struct ExternalOptions {
  // Taylor test
  std::string evaluate, gradient, model, profile = "default", ladder = "full";
  std::optional<std::string> bounds, blocks;
  std::optional<double> tolerance;
  std::int64_t directions = 3;
  // Dot test
  bool dot = false;
  std::string forward, adjoint, x, y;
  std::int64_t steps = 1;
  // Both
  std::optional<std::string> dtype;
  std::int64_t seed = 1;
  double timeout = 600.0;
  ReportFiles files;
};

void add_external(CLI::App &validate);

// Each runs its test with programs, adds the result to the report, prints it, and leaves the verdict there.
void test_external_gradient(const ExternalOptions &options, Runner &runner, PrivateFolder &folder,
                            const Report &report);
void test_external_adjoint(const ExternalOptions &options, Runner &runner, PrivateFolder &folder, const Report &report);

// Reads back what a program was given in `path`. What it has written there goes to `values`, the caller's array, where
// the library finds it; false, with a reason, when the file is gone or is another one.
bool read_back(const std::string &path, const Array &given, const void *values, std::string &reason);

// A test that could not be made, since the program did not do its part: FAIL.
void add_no_test(const Report &report, const char *name, const std::string &words, double seconds);

}  // namespace ebw::cli
