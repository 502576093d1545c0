// SPDX-License-Identifier: MIT
// Words and limits that keepers share.
#include "storage/keeper/keeper.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "storage/slot_table.hpp"

namespace ebw::storage {

std::string name_of(const Place &place) { return text(name_of(place.bank), " ", place.slot, ", step ", place.step); }

void Limit::take(const Place &place, std::int64_t bytes) {
  if (bytes_ > 0 && bytes > bytes_ - used_) {
    refused_ = std::max(refused_, bytes);
    fail(Status::budget, name_of(place), ": takes ", bytes, " bytes, ", used_, " of the storage's ", bytes_,
         " are taken; raise the bytes of the storage or use fewer slots. All earlier checkpoints are kept");
  }
  used_ += bytes;
}

}  // namespace ebw::storage
