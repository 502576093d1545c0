// SPDX-License-Identifier: MIT
// Where the tapes of consecutive steps lie: what passes between storage, executor and propagator.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ebw {

// That of step k lies at base + (k - first) * stride.
struct TapePlaces {
  std::byte *base = nullptr;
  std::int64_t stride = 0;
  std::int64_t first = 0;
  std::byte *of(std::int64_t step) const { return base + (step - first) * stride; }
};

}  // namespace ebw
