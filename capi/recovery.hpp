// SPDX-License-Identifier: MIT
// What the setters of generations share, on executors and on models.
#pragma once

#include <string_view>

#include "config.hpp"
#include "entry.hpp"
#include "executor/recovery.hpp"

namespace ebw::capi {

// Another release or compiler promises no bits, so it resumes nothing.
inline Fingerprint build_fingerprint() {
  Fingerprint fingerprint;
  fingerprint.add(std::string_view(EBW_VERSION));
  fingerprint.add(std::string_view(EBW_BUILD_INFO));
  return fingerprint;
}

inline void set_directory(executor::RecoveryOptions &options, const char *directory, std::int64_t disk_bytes) {
  executor::RecoveryOptions changed = options;
  changed.directory = directory ? directory : "";
  changed.disk_bytes = directory ? disk_bytes : 0;
  if (directory && !*directory) fail(Status::argument, "directory is empty; pass a path, or NULL for no generations");
  check(changed);
  options = changed;
}

inline void set_generation_seconds(executor::RecoveryOptions &options, double seconds) {
  executor::RecoveryOptions changed = options;
  changed.seconds = seconds;
  check(changed);
  options = changed;
}

}  // namespace ebw::capi
