// SPDX-License-Identifier: MIT
// The suites that validate this library, and what their checks share.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "../refused.hpp"
#include "program.hpp"
#include "report_files.hpp"

namespace ebw::cli {

// Where checks report: the terminal sees one line each as it ends. Times itself: each check takes what has passed since
// the last.
class Suite {
 public:
  Suite(const Report &report, std::string name, bool full, Runner &with, PrivateFolder &in)
      : runner(with), folder(in), report_(report), name_(std::move(name)), full_(full) {}

  // Whether the long forms are wanted.
  bool full() const { return full_; }

  void add(const std::string &claim, std::int32_t verdict, const std::string &words);
  void expect(const std::string &claim, bool holds, const std::string &words) {
    add(claim, holds ? EBW_VERDICT_PASS : EBW_VERDICT_FAIL, words);
  }
  void add_taylor(const std::string &claim, const ebw_taylor *test);
  void add_dot(const std::string &claim, const ebw_dot *test);
  void add_memory(const std::string &claim, const std::vector<std::int64_t> &slots,
                  const std::vector<std::int64_t> &bytes, std::int64_t state_bytes, double tolerance);
  // Facts of the check that was added last.
  void number(const char *name, double value) { check(ebw_report_add_number(report_.get(), name, value)); }
  void text(const char *name, const std::string &value) {
    check(ebw_report_add_text(report_.get(), name, value.c_str()));
  }

  // Runs a part; what the library refuses there is a FAIL of `claim`, and the next part goes on.
  void part(const std::string &claim, const std::function<void()> &run);
  // Ends the suites early, between parts.
  bool interrupted() { return runner.interrupted(); }

  Runner &runner;
  PrivateFolder &folder;

 private:
  double take_seconds();
  void show(const std::string &claim, std::int32_t verdict, const std::string &words);

  const Report &report_;
  std::string name_;
  bool full_;
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

void check_gradients(Suite &suite);
void check_physics(Suite &suite);
void check_memory(Suite &suite);
void check_schedules(Suite &suite);

}  // namespace ebw::cli
