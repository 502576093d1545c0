// SPDX-License-Identifier: MIT
// Buffers that come with a save and go with a discard.
#include "storage/keeper/memory.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "storage/slot_table.hpp"

namespace ebw::storage {

MemoryBytes MemoryKeeper::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  MemoryBytes bytes{};
  const std::int64_t most = checked_multiply(slots, slots ? slot_bytes : 0, "bytes of all slots");
  bytes[static_cast<int>(use_of(bank))] = limit_.bytes() > 0 ? std::min(most, limit_.bytes()) : most;
  return bytes;
}

void MemoryKeeper::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  clear(bank);
  limit_.forget();
  slot_bytes_[static_cast<int>(bank)] = slot_bytes;
  slots_[static_cast<int>(bank)] = std::vector<AlignedBuffer>(static_cast<std::size_t>(slots));
  stats_[static_cast<int>(bank)] = {};
}

void MemoryKeeper::keep(const Place &place, const std::byte *bytes, std::int64_t size) {
  AlignedBuffer &buffer = this->buffer(place);
  limit_.take(place, size);
  try {
    buffer = AlignedBuffer(account_, use_of(place.bank), size);
  } catch (...) {
    limit_.give(size);
    throw;
  }
  std::memcpy(buffer.data(), bytes, static_cast<std::size_t>(size));
  stats_[static_cast<int>(place.bank)].hold(size);
}

std::int64_t MemoryKeeper::fetch(const Place &place, std::byte *bytes, std::int64_t room) {
  const AlignedBuffer &buffer = this->buffer(place);
  if (buffer.bytes() > room) fail(Status::internal, name_of(place), ": ", buffer.bytes(), " bytes for room of ", room);
  std::memcpy(bytes, buffer.data(), static_cast<std::size_t>(buffer.bytes()));
  return buffer.bytes();
}

void MemoryKeeper::drop(const Place &place) {
  AlignedBuffer &buffer = this->buffer(place);
  limit_.give(buffer.bytes());
  stats_[static_cast<int>(place.bank)].hold(-buffer.bytes());
  buffer.release();
}

void MemoryKeeper::clear(Bank bank) noexcept {
  for (AlignedBuffer &buffer : slots_[static_cast<int>(bank)]) {
    limit_.give(buffer.bytes());
    stats_[static_cast<int>(bank)].hold(-buffer.bytes());
    buffer.release();
  }
}

}  // namespace ebw::storage
