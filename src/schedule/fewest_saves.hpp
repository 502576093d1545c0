// SPDX-License-Identifier: MIT
// How often revolve saves a state, found without running it.
#pragma once

#include <cstdint>

namespace ebw::schedule {

// Saves of the range of `length` steps with s slots, its first state's included; the fewest of all schedules with the
// fewest advances. Visits the distinct sub-ranges, about s * r of them (two slots: sqrt(2 length)); more than
// kMaxRanges are refused with Status::unsupported.
std::int64_t fewest_saves(std::int64_t length, std::int64_t s);

// Bounds the time to about a second.
inline constexpr std::int64_t kMaxRanges = 50'000'000;

}  // namespace ebw::schedule
