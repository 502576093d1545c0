// SPDX-License-Identifier: MIT
// The progress bar of long runs, and Ctrl-C, which ends them in order.
#pragma once

#include <ebbwave/wave.h>

#include <cstdint>
#include <string>

namespace ebw::cli {

// While one lives, SIGINT and SIGTERM set a flag and end nothing. One at a time.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  // Refuses with EBW_ERR_CANCELLED when a signal has come.
  static void check();
};

// Shows the progress of a model's runs on stderr where that is a terminal, and cancels them on a signal. It must
// outlive the model's runs.
class Progress {
 public:
  Progress(ebw_model *model, std::string label);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

 private:
  static std::int32_t report(std::int64_t done, std::int64_t total, std::int64_t recomputed, void *user);
  void draw(std::int64_t done, std::int64_t total, std::int64_t recomputed) const;

  ebw_model *model_;
  std::string label_;
  bool on_terminal_;
};

}  // namespace ebw::cli
