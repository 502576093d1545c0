// SPDX-License-Identifier: MIT
// Caches as the system lists them.
#include "base/caches.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/threads.hpp"

namespace ebw {

namespace {

// Processors of a list like "0-3,8", counted where `may` holds them.
int count_listed(std::FILE *list, const cpu_set_t &may) noexcept {
  int first = 0, count = 0;
  while (std::fscanf(list, "%d", &first) == 1) {
    int last = first;
    if (std::fscanf(list, "-%d", &last) == EOF) last = first;
    for (int cpu = first; cpu <= last && cpu < CPU_SETSIZE; ++cpu) count += CPU_ISSET(cpu, &may) ? 1 : 0;
    std::fscanf(list, ",");
  }
  return count;
}

int read_threads_per_cache() noexcept {
  cpu_set_t may;
  if (sched_getaffinity(0, sizeof may, &may) != 0) return default_threads();
  int cpu = 0;
  while (cpu < CPU_SETSIZE && !CPU_ISSET(cpu, &may)) ++cpu;
  int shared = 0;
  // The highest index is the last cache.
  for (int index = 0; index < 8; ++index) {
    char path[96];
    std::snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
    std::FILE *list = std::fopen(path, "r");
    if (!list) break;
    shared = count_listed(list, may);
    std::fclose(list);
  }
  return shared > 0 ? shared : CPU_COUNT(&may);
}

}  // namespace

int threads_per_cache() noexcept {
  static const int count = std::max(1, read_threads_per_cache());
  return count;
}

std::int64_t second_cache_bytes() noexcept {
#ifdef _SC_LEVEL2_CACHE_SIZE
  static const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#else
  constexpr long bytes = 0;
#endif
  return bytes > 0 ? bytes : 1 << 20;
}

}  // namespace ebw
