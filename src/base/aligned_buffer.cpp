// SPDX-License-Identifier: MIT
// Allocation of large memory.
#include "base/aligned_buffer.hpp"

#include <sys/mman.h>

#include <cstdlib>

namespace ebw {

namespace {
constexpr std::int64_t kHugePage = std::int64_t{1} << 21;
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
}

void AlignedBuffer::release() noexcept {
  if (!data_) return;
  std::free(data_);
  account_->add(use_, -bytes_);
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
