// SPDX-License-Identifier: MIT
// Thread counts.
#include "base/threads.hpp"

#include <omp.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>

namespace ebw {

int default_threads() noexcept { return omp_get_max_threads(); }

int safe_threads(int wanted) noexcept {
  // The process whose OpenMP threads exist; 0 until the first region of several.
  static std::atomic<pid_t> owner{0};
  if (wanted <= 1) return 1;
  const pid_t self = getpid();
  pid_t seen = 0;
  if (owner.compare_exchange_strong(seen, self) || seen == self) return wanted;
  return 1;
}

}  // namespace ebw
