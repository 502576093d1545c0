// SPDX-License-Identifier: MIT
// The progress bar of long runs, and Ctrl-C, which ends them in order.
#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "refused.hpp"

namespace ebw::cli {
namespace {

constexpr int kBarCells = 30;
constexpr const char *kEraseLine = "\r\033[K";

volatile std::sig_atomic_t signal_came = 0;

void note_signal(int) { signal_came = 1; }

struct sigaction before_interrupt, before_terminate;

}  // namespace

Interruption::Interruption() {
  signal_came = 0;
  struct sigaction action = {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &before_interrupt);
  sigaction(SIGTERM, &action, &before_terminate);
}

Interruption::~Interruption() {
  sigaction(SIGINT, &before_interrupt, nullptr);
  sigaction(SIGTERM, &before_terminate, nullptr);
}

void Interruption::check() {
  if (signal_came) refuse(EBW_ERR_CANCELLED, "stopped by a signal; nothing was written");
}

Progress::Progress(ebw_model *model, std::string label)
    : model_(model), label_(std::move(label)), on_terminal_(isatty(STDERR_FILENO) == 1) {
  ebw::cli::check(ebw_model_set_progress(model_, &Progress::report, 0, this, nullptr));
}

Progress::~Progress() {
  ebw_model_set_progress(model_, nullptr, 0, nullptr, nullptr);
  if (on_terminal_) std::fputs(kEraseLine, stderr);
}

std::int32_t Progress::report(std::int64_t done, std::int64_t total, std::int64_t recomputed, void *user) {
  const auto *progress = static_cast<const Progress *>(user);
  if (progress->on_terminal_) progress->draw(done, total, recomputed);
  return signal_came;
}

void Progress::draw(std::int64_t done, std::int64_t total, std::int64_t recomputed) const {
  const double fraction =
      total > 0 ? std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0) : 1.0;
  std::string bar(kBarCells, '.');
  std::fill_n(bar.begin(), static_cast<int>(fraction * kBarCells), '#');
  std::fprintf(stderr, "%s%s [%s] %3d %%  %lld of %lld steps, %lld recomputed", kEraseLine, label_.c_str(), bar.c_str(),
               static_cast<int>(100.0 * fraction), static_cast<long long>(done), static_cast<long long>(total),
               static_cast<long long>(recomputed));
  std::fflush(stderr);
}

}  // namespace ebw::cli
