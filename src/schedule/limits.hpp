// SPDX-License-Identifier: MIT
// What every schedule refuses, with one wording.
#pragma once

#include <cstdint>

#include "base/error.hpp"
#include "schedule/binomial.hpp"

namespace ebw::schedule {

inline void require_steps(std::int64_t steps) {
  if (steps < 1 || steps > kMaxSteps)
    fail(Status::argument, "steps = ", steps, ", need 1 to ", kMaxSteps, " (2^62); pass the number of time steps");
}

inline void require_slots(std::int64_t slots, std::int64_t steps) {
  if (slots < 1)
    fail(Status::argument, "slots = ", slots, ", need at least 1 for ", steps,
         " steps, the initial state takes one; pass 1 or more");
}

// A count of 128 bits as the 64 bits that are handed out.
inline std::int64_t require_fit(Wide count, const char *what, std::int64_t steps) {
  if (count > static_cast<Wide>(INT64_MAX))
    fail(Status::overflow, what, " of a schedule of ", steps, " steps do not fit 64 bits, the most is ", INT64_MAX,
         "; use more slots or fewer steps");
  return static_cast<std::int64_t>(count);
}

}  // namespace ebw::schedule
