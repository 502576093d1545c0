// SPDX-License-Identifier: MIT
// The keeper that runs use, timed.
#include "storage/measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include "base/aligned_buffer.hpp"
#include "base/checked.hpp"
#include "storage/keeper/disk.hpp"

namespace ebw::storage {

DiskSeconds measure_disk(const std::string &directory, std::int64_t slot_bytes) {
  if (slot_bytes < 1) fail(Status::argument, "slot_bytes = ", slot_bytes, ", need at least 1");
  constexpr std::size_t kRuns = 3;
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  DiskKeeper keeper(directory, 0, true);
  keeper.reserve(Bank::state, kRuns, slot_bytes);
  MemoryAccount account;
  AlignedBuffer out(account, MemoryUse::scratch, slot_bytes), in(account, MemoryUse::scratch, slot_bytes);
  // Bytes that no file system can leave out.
  std::memset(out.data(), 0x5a, static_cast<std::size_t>(slot_bytes));
  std::memset(in.data(), 0, static_cast<std::size_t>(slot_bytes));
  std::array<double, kRuns> saves{}, loads{};
  const auto place = [](std::size_t run) {
    return Place{Bank::state, static_cast<std::int64_t>(run), static_cast<std::int64_t>(run)};
  };
  for (std::size_t run = 0; run < kRuns; ++run) {
    const Clock::time_point begin = Clock::now();
    keeper.keep(place(run), out.data(), slot_bytes);
    saves[run] = seconds_since(begin);
  }
  for (std::size_t run = 0; run < kRuns; ++run) {
    const Clock::time_point begin = Clock::now();
    keeper.fetch(place(run), in.data(), slot_bytes);
    loads[run] = seconds_since(begin);
  }
  keeper.clear(Bank::state);
  std::sort(saves.begin(), saves.end());
  std::sort(loads.begin(), loads.end());
  return {saves[kRuns / 2], loads[kRuns / 2]};
}

}  // namespace ebw::storage
