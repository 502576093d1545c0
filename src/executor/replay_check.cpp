// SPDX-License-Identifier: MIT
// Hashes of states by step.
#include "executor/replay_check.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/checked.hpp"

namespace ebw::executor {

std::int64_t ReplayCheck::planned_bytes(std::int64_t steps) const {
  const std::int64_t hashes = checked_multiply(checked_add(steps, 1, "states"), sizeof(std::uint64_t), "hashes");
  return checked_add(hashes, stepper_.state_bytes(), "bytes of the replay check");
}

void ReplayCheck::reserve(std::int64_t steps) {
  hashes_ = {};
  state_ = {};
  account_.reset_peak();
  hashes_ = Array<std::uint64_t>(account_, MemoryUse::scratch, steps + 1);
  state_ = AlignedBuffer(account_, MemoryUse::scratch, stepper_.state_bytes());
}

// The schedule did not know its end.
void ReplayCheck::grow(std::int64_t count) {
  Array<std::uint64_t> more(account_, MemoryUse::scratch, std::max(count, 2 * hashes_.size()));
  std::copy(hashes_.begin(), hashes_.end(), more.begin());
  hashes_ = std::move(more);
}

void ReplayCheck::at(std::int64_t step, const char *how) {
  // Bytes that save leaves alone, padding, are the same each time.
  std::memset(state_.data(), 0, static_cast<std::size_t>(state_.bytes()));
  stepper_.save(step, state_.data());
  Fingerprint fingerprint;
  fingerprint.add_bytes(state_.data(), state_.bytes());
  const std::uint64_t hash = fingerprint.value()[0] | 1;  // 0 is taken
  if (step >= hashes_.size()) grow(step + 1);
  std::uint64_t &first = hashes_[step];
  if (first == 0) first = hash;
  if (first != hash)
    fail(Status::corrupt, "replay check: the state at step ", step, ", ", how,
         ", differs from that of the first sweep; ",
         "make advance deterministic, and let save and load carry all that it reads");
}

}  // namespace ebw::executor
