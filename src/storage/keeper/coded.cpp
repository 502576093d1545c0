// SPDX-License-Identifier: MIT
// Encoding on the way down, decoding on the way up.
#include "storage/keeper/coded.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "storage/block_file.hpp"
#include "storage/slot_table.hpp"

namespace ebw::storage {

void CodedKeeper::require_layout_for(Bank bank, std::int64_t slot_bytes) const {
  if (codec_->is_lossless()) return;
  const Layout &layout = lane(bank).given;
  if (layout.empty())
    fail(Status::unsupported, "codec ", codec_->name(), " needs to know what a ",
         bank == Bank::state ? "state" : "tape", " is made of, and nothing is said of it; set the layout of the ",
         "propagator or of the storage, or use codec zstd or none");
  require_layout(layout, slot_bytes);
}

MemoryBytes CodedKeeper::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  MemoryBytes bytes = below_->planned_bytes(bank, slots, slot_bytes);
  if (slots == 0) return bytes;
  require_layout_for(bank, slot_bytes);
  std::int64_t &sum = bytes[static_cast<int>(use_of(bank))];
  sum = checked_add(sum, codec_->room(slot_bytes, lane(bank).given), "bytes of the codec");
  return bytes;
}

void CodedKeeper::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  const std::int64_t before = lane(bank).slot_bytes;
  if (slots > 0) require_layout_for(bank, slot_bytes);
  below_->reserve(bank, slots, slot_bytes);
  Lane &lane = this->lane(bank);
  const std::int64_t room = slots > 0 ? codec_->room(slot_bytes, lane.given) : 0;
  if (lane.scratch.bytes() != room || before != slot_bytes) {
    lane.scratch.release();
    lane.scratch = AlignedBuffer(account_, use_of(bank), room);
    if (room > 0) std::memset(lane.scratch.data(), 0, static_cast<std::size_t>(room));
  }
  lane.layout = lane.given;
  lane.slot_bytes = slot_bytes;
  codec_->reset_error();
}

void CodedKeeper::keep(const Place &place, const std::byte *bytes, std::int64_t size) {
  Lane &lane = this->lane(place.bank);
  codec_->set_layout(lane.layout);
  const std::int64_t written = codec_->encode(bytes, size, lane.scratch.data(), lane.scratch.bytes());
  if (written < 0 || written >= size)
    below_->keep(place, bytes, size);
  else
    below_->keep(place, lane.scratch.data(), written);
}

std::int64_t CodedKeeper::fetch(const Place &place, std::byte *bytes, std::int64_t room) {
  Lane &lane = this->lane(place.bank);
  const std::int64_t size = below_->fetch(place, lane.scratch.data(), lane.scratch.bytes());
  if (size == lane.slot_bytes) {
    std::memcpy(bytes, lane.scratch.data(), static_cast<std::size_t>(size));
    return size;
  }
  codec_->set_layout(lane.layout);
  try {
    codec_->decode(lane.scratch.data(), size, bytes, std::min(room, lane.slot_bytes));
  } catch (const Error &error) {
    fail(error.status(), name_of(place), ": ", error.what());
  }
  return lane.slot_bytes;
}

const BlockFile *CodedKeeper::file_of(const Place &place) const {
  const BlockFile *file = below_->file_of(place);
  return file && file->header().payload == lane(place.bank).slot_bytes ? file : nullptr;
}

bool CodedKeeper::adopt(const Place &place, BlockFile &file) {
  return file.header().payload == lane(place.bank).slot_bytes && below_->adopt(place, file);
}

}  // namespace ebw::storage
