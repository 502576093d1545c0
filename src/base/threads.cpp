// SPDX-License-Identifier: MIT
// Thread counts.
#include "base/threads.hpp"

#include <omp.h>
#include <unistd.h>

namespace ebw {

int default_threads() noexcept { return omp_get_max_threads(); }

int safe_threads(int wanted) noexcept {
  // The process in which the calling thread first had a team; OpenMP keeps one for each thread that asks.
  thread_local pid_t process = 0;
  if (wanted <= 1) return 1;
  if (process == 0) process = getpid();
  return process == getpid() ? wanted : 1;
}

bool may_start_threads() noexcept {
  return !omp_in_parallel() && omp_get_proc_bind() == omp_proc_bind_false && safe_threads(2) > 1;
}

}  // namespace ebw
