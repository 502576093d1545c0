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

AlignedBuffer::AlignedBuffer(MemoryAccount &account, MemoryUse use, std::int64_t bytes) {
  if (bytes <= 0) return;
  // Two huge pages at least: below that the alignment would cost more than it brings.
  const bool huge = bytes >= 2 * kHugePage;
  void *memory = nullptr;
  if (posix_memalign(&memory, static_cast<std::size_t>(huge ? kHugePage : kCacheLine), static_cast<std::size_t>(bytes)))
    fail(Status::no_memory, kMemoryUseNames[static_cast<int>(use)], ": the machine refuses ", bytes,
         " bytes; use fewer slots or a smaller memory_bytes");
  if (huge) madvise(memory, static_cast<std::size_t>(bytes), MADV_HUGEPAGE);
  data_ = static_cast<std::byte *>(memory);
  bytes_ = bytes;
  account_ = &account;
  use_ = use;
  account.add(use, bytes);
  count(bytes);
  buffers_taken.fetch_add(1, std::memory_order_relaxed);
}

void AlignedBuffer::release() noexcept {
  if (!data_) return;
  std::free(data_);
  account_->add(use_, -bytes_);
  count(-bytes_);
  data_ = nullptr;
  bytes_ = 0;
}

void AlignedBuffer::swap(AlignedBuffer &other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(account_, other.account_);
  std::swap(use_, other.use_);
}

}  // namespace ebw
