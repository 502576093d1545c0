// SPDX-License-Identifier: MIT
// Calls of a user's store, and what their answers become.
#include "storage/keeper/user.hpp"

#include "base/error.hpp"

namespace ebw::storage {

namespace {

void check(std::int32_t answer, const char *callback, const Place &place) {
  if (answer != 0)
    throw Error(Status::callback,
                text("the storage's callback '", callback, "' returned ", answer, " at ", name_of(place)), answer);
}

}  // namespace

void UserKeeper::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  clear(bank);
  slots_[static_cast<int>(bank)] = std::vector<Slot>(static_cast<std::size_t>(slots));
  stats_[static_cast<int>(bank)] = {};
  if (!calls_.begin) return;
  const std::int32_t answer = calls_.begin(static_cast<std::int32_t>(bank), slots, slot_bytes, calls_.user);
  if (answer != 0)
    throw Error(
        Status::callback,
        text("the storage's callback 'begin' returned ", answer, " for ", slots, " slots of ", slot_bytes, " bytes"),
        answer);
}

void UserKeeper::keep(const Place &place, const std::byte *bytes, std::int64_t size) {
  Slot &slot = this->slot(place);
  check(calls_.save(static_cast<std::int32_t>(place.bank), place.slot, place.step, bytes, size, calls_.user), "save",
        place);
  slot = {place.step, size};
  stats_[static_cast<int>(place.bank)].hold(size);
}

std::int64_t UserKeeper::fetch(const Place &place, std::byte *bytes, std::int64_t room) {
  const std::int64_t size = slot(place).size;
  if (size > room) fail(Status::internal, name_of(place), ": ", size, " bytes for room of ", room);
  check(calls_.load(static_cast<std::int32_t>(place.bank), place.slot, place.step, bytes, size, calls_.user), "load",
        place);
  return size;
}

void UserKeeper::drop(const Place &place) {
  Slot &slot = this->slot(place);
  stats_[static_cast<int>(place.bank)].hold(-slot.size);
  slot = {};
  check(calls_.discard(static_cast<std::int32_t>(place.bank), place.slot, place.step, calls_.user), "discard", place);
}

void UserKeeper::clear(Bank bank) noexcept {
  std::int64_t number = 0;
  for (Slot &slot : slots_[static_cast<int>(bank)]) {
    if (slot.step >= 0) {
      stats_[static_cast<int>(bank)].hold(-slot.size);
      // The run is over or has failed: there is no call that could carry this answer.
      static_cast<void>(calls_.discard(static_cast<std::int32_t>(bank), number, slot.step, calls_.user));
      slot = {};
    }
    ++number;
  }
}

}  // namespace ebw::storage
