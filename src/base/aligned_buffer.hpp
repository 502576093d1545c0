// SPDX-License-Identifier: MIT
// The one place where large memory comes from: posix_memalign and madvise, never mmap, so that massif, our own count
// and the plan agree to the byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "base/checked.hpp"
#include "base/memory_account.hpp"

namespace ebw {

inline constexpr std::int64_t kCacheLine = 64;

// What all buffers of the process hold together, whatever object they belong to.
struct ProcessMemory {
  std::int64_t now = 0;
  std::int64_t peak = 0;   // since the process began, or since the last reset
  std::int64_t taken = 0;  // buffers, since the process began
};
ProcessMemory process_memory() noexcept;
void reset_process_peak() noexcept;

// Sets bytes to zero, each of `threads` threads its share of them, one after the other in memory. Where the bytes were
// never touched, this also decides which processor's memory they lie in: that of the thread that will sweep over them,
// when it sweeps over the same share (`share` in threads.hpp).
void zero_bytes(std::byte *bytes, std::int64_t count, int threads);

// Owns uninitialised bytes aligned to 64, or to 2 MiB (with huge pages advised) from 4 MiB on.
class AlignedBuffer {
 public:
  AlignedBuffer() = default;
  // Throws Status::no_memory with the size and the use when the machine refuses.
  AlignedBuffer(MemoryAccount &account, MemoryUse use, std::int64_t bytes);
  ~AlignedBuffer() { release(); }
  AlignedBuffer(AlignedBuffer &&other) noexcept { swap(other); }
  AlignedBuffer &operator=(AlignedBuffer &&other) noexcept {
    swap(other);
    return *this;
  }
  AlignedBuffer(const AlignedBuffer &) = delete;
  AlignedBuffer &operator=(const AlignedBuffer &) = delete;

  std::byte *data() const noexcept { return data_; }
  std::int64_t bytes() const noexcept { return bytes_; }
  void release() noexcept;
  void swap(AlignedBuffer &other) noexcept;

 private:
  std::byte *memory_ = nullptr, *data_ = nullptr;  // as the system gave it; where the buffer begins
  std::int64_t bytes_ = 0;
  MemoryAccount *account_ = nullptr;
  MemoryUse use_ = MemoryUse::scratch;
};

// A typed AlignedBuffer of trivial elements, set to zero.
template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  Array(MemoryAccount &account, MemoryUse use, std::int64_t count)
      : buffer_(account, use, checked_multiply(count, sizeof(T), "array bytes")), count_(count) {
    for (std::int64_t i = 0; i < count; ++i) new (data() + i) T{};
  }
  // Touched first by the threads that will use it, in shares.
  Array(MemoryAccount &account, MemoryUse use, std::int64_t count, int threads)
      : buffer_(account, use, checked_multiply(count, sizeof(T), "array bytes")), count_(count) {
    static_assert(std::is_arithmetic_v<T>, "zero must be all bits zero");
    zero_bytes(buffer_.data(), buffer_.bytes(), threads);
  }
  Array(Array &&) noexcept = default;
  Array &operator=(Array &&) noexcept = default;

  T *data() noexcept { return reinterpret_cast<T *>(buffer_.data()); }
  const T *data() const noexcept { return reinterpret_cast<const T *>(buffer_.data()); }
  std::int64_t size() const noexcept { return count_; }
  std::int64_t bytes() const noexcept { return buffer_.bytes(); }
  bool empty() const noexcept { return count_ == 0; }
  T &operator[](std::int64_t i) noexcept { return data()[i]; }
  const T &operator[](std::int64_t i) const noexcept { return data()[i]; }
  T *begin() noexcept { return data(); }
  T *end() noexcept { return data() + count_; }
  const T *begin() const noexcept { return data(); }
  const T *end() const noexcept { return data() + count_; }

 private:
  AlignedBuffer buffer_;
  std::int64_t count_ = 0;
};

}  // namespace ebw
