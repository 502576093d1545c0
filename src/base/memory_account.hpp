// SPDX-License-Identifier: MIT
// Counts the bytes of every large buffer by what it is for, so that a plan can be held against what was really used.
#pragma once

#include <array>
#include <cstdint>

namespace ebw {

// The keys of `bytes` in a plan, in the order in which they are printed.
enum class MemoryUse {
  work_fields,
  slots,
  tape_ring,
  adjoint_state,
  initial_state,
  model_copies,
  gradient,
  traces,
  residuals,
  wavelets,
  scratch,
  schedule_tables,
};
inline constexpr int kMemoryUses = 12;
inline constexpr std::array<const char *, kMemoryUses> kMemoryUseNames = {
    "work_fields", "slots",  "tape_ring", "adjoint_state", "initial_state", "model_copies",
    "gradient",    "traces", "residuals", "wavelets",      "scratch",       "schedule_tables"};

using MemoryBytes = std::array<std::int64_t, kMemoryUses>;

inline std::int64_t total(const MemoryBytes &bytes) {
  std::int64_t sum = 0;
  for (std::int64_t b : bytes) sum += b;
  return sum;
}

// Belongs to one object and is used by one thread at a time; outlives the buffers that report to it.
class MemoryAccount {
 public:
  MemoryAccount() = default;
  MemoryAccount(const MemoryAccount &) = delete;
  MemoryAccount &operator=(const MemoryAccount &) = delete;

  void add(MemoryUse use, std::int64_t bytes) noexcept {
    now_[static_cast<int>(use)] += bytes;
    total_ += bytes;
    if (total_ > peak_) {
      peak_ = total_;
      at_peak_ = now_;
    }
  }
  std::int64_t total() const noexcept { return total_; }
  std::int64_t peak() const noexcept { return peak_; }
  const MemoryBytes &at_peak() const noexcept { return at_peak_; }
  const MemoryBytes &now() const noexcept { return now_; }
  void reset_peak() noexcept {
    peak_ = total_;
    at_peak_ = now_;
  }

 private:
  MemoryBytes now_{}, at_peak_{};
  std::int64_t total_ = 0, peak_ = 0;
};

}  // namespace ebw
