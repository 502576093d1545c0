// SPDX-License-Identifier: MIT
// Allocation of large memory.
#include "base/aligned_buffer.hpp"

#include <omp.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "base/threads.hpp"

namespace ebw {

namespace {

constexpr std::int64_t kHugePage = std::int64_t{1} << 21;

std::atomic<std::int64_t> bytes_now{0}, bytes_peak{0}, buffers_taken{0};

void count(std::int64_t bytes) noexcept {
  const std::int64_t now = bytes_now.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  std::int64_t peak = bytes_peak.load(std::memory_order_relaxed);
  while (now > peak && !bytes_peak.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace

ProcessMemory process_memory() noexcept {
  return {bytes_now.load(std::memory_order_relaxed), bytes_peak.load(std::memory_order_relaxed),
          buffers_taken.load(std::memory_order_relaxed)};
}

void reset_process_peak() noexcept {
  bytes_peak.store(bytes_now.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

void zero_bytes(std::byte *bytes, std::int64_t count, int threads) {
  constexpr std::int64_t kWorthThreads = 1 << 20;
  const int team = count < kWorthThreads ? 1 : safe_threads(threads);
#pragma omp parallel num_threads(team)
  {
    const Range mine = share(count, omp_get_thread_num(), omp_get_num_threads());
    if (mine.begin < mine.end) std::memset(bytes + mine.begin, 0, static_cast<std::size_t>(mine.end - mine.begin));
  }
}

namespace {

// Where a buffer of huge pages begins in the first of them: an odd number of lines further each time. The same node of
// two fields would otherwise lie in the same set of every cache, and a load behind a store would wait for it.
std::int64_t stagger() noexcept {
  constexpr std::int64_t kLines = 9, kLinesOfPage = 64;
  return buffers_taken.load(std::memory_order_relaxed) * kLines % kLinesOfPage * kCacheLine;
}

}  // namespace

AlignedBuffer::AlignedBuffer(MemoryAccount &account, MemoryUse use, std::int64_t bytes) {
  if (bytes <= 0) return;
  // Two huge pages at least: below that the alignment would cost more than it brings.
  const bool huge = bytes >= 2 * kHugePage;
  void *memory = nullptr;
  const std::int64_t shift = huge ? stagger() : 0;
  if (posix_memalign(&memory, static_cast<std::size_t>(huge ? kHugePage : kCacheLine),
                     static_cast<std::size_t>(bytes + shift)))
    fail(Status::no_memory, kMemoryUseNames[static_cast<int>(use)], ": the machine refuses ", bytes,
         " bytes; use fewer slots or a smaller memory_bytes");
  if (huge) madvise(memory, static_cast<std::size_t>(bytes + shift), MADV_HUGEPAGE);
  memory_ = static_cast<std::byte *>(memory);
  data_ = memory_ + shift;
  bytes_ = bytes;
  account_ = &account;
  use_ = use;
  account.add(use, bytes);
  count(bytes);
  buffers_taken.fetch_add(1, std::memory_order_relaxed);
}

void AlignedBuffer::release() noexcept {
  if (!data_) return;
  std::free(memory_);
  account_->add(use_, -bytes_);
  count(-bytes_);
  memory_ = data_ = nullptr;
  bytes_ = 0;
}

void AlignedBuffer::swap(AlignedBuffer &other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(account_, other.account_);
  std::swap(use_, other.use_);
}

}  // namespace ebw
