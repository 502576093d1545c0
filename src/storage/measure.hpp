// SPDX-License-Identifier: MIT
// What a checkpoint costs in a directory, by keeping and fetching some.
#pragma once

#include <cstdint>
#include <string>

namespace ebw::storage {

struct DiskSeconds {
  double save = 0.0, load = 0.0;
};

// Seconds to keep and to fetch a checkpoint of this size: the middle of three. Holds two of them in memory, and three
// on disk, meanwhile. What the system's cache of files hides, it hides here too, as it does in a run that the cache has
// room for.
DiskSeconds measure_disk(const std::string &directory, std::int64_t slot_bytes);

}  // namespace ebw::storage
