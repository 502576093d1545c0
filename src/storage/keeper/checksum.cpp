// SPDX-License-Identifier: MIT
// Checksums of slots.
#include "storage/keeper/checksum.hpp"

#include "base/checked.hpp"
#include "storage/crc32c.hpp"

namespace ebw::storage {

MemoryBytes ChecksumKeeper::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  MemoryBytes bytes = below_->planned_bytes(bank, slots, slot_bytes);
  std::int64_t &scratch = bytes[static_cast<int>(MemoryUse::scratch)];
  scratch =
      checked_add(scratch, checked_multiply(slots, sizeof(std::uint32_t), "bytes of checksums"), "bytes of checksums");
  return bytes;
}

void ChecksumKeeper::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  below_->reserve(bank, slots, slot_bytes);
  Array<std::uint32_t> &sums = sums_[static_cast<int>(bank)];
  if (sums.size() == slots) return;
  sums = {};
  sums = Array<std::uint32_t>(account_, MemoryUse::scratch, slots);
}

void ChecksumKeeper::keep(const Place &place, const std::byte *bytes, std::int64_t size) {
  below_->keep(place, bytes, size);
  sums_[static_cast<int>(place.bank)][place.slot] = crc32c(0, bytes, static_cast<std::size_t>(size));
}

std::int64_t ChecksumKeeper::fetch(const Place &place, std::byte *bytes, std::int64_t room) {
  const std::int64_t size = below_->fetch(place, bytes, room);
  if (crc32c(0, bytes, static_cast<std::size_t>(size)) != sums_[static_cast<int>(place.bank)][place.slot])
    fail(Status::corrupt, name_of(place), ": its bytes changed since they were saved; ",
         "check the machine's memory and what writes to it");
  return size;
}

}  // namespace ebw::storage
