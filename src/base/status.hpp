// SPDX-License-Identifier: MIT
// The status numbers of the C ABI: written out, never reused, never renumbered.
#pragma once

#include <cstdint>

namespace ebw {

enum class Status : std::int32_t {
  ok = 0,
  argument = 10,
  shape = 11,
  dtype = 12,
  overflow = 13,
  not_found = 14,
  unsupported = 15,
  state = 20,
  busy = 21,
  handle = 22,
  cancelled = 23,
  no_memory = 30,
  budget = 31,
  storage = 40,
  no_space = 41,
  corrupt = 42,
  permission = 43,
  not_resumable = 44,
  non_finite = 50,
  unstable = 51,
  not_converged = 52,
  callback = 60,
  mpi = 70,
  decomposition = 71,
  ranks_disagree = 72,
  rank_failed = 73,
  internal = 90,
};

// Short English name of a status ("budget too small"); "unknown status" for a number that is not in the table.
const char *status_name(std::int32_t status) noexcept;

}  // namespace ebw
