// SPDX-License-Identifier: MIT
// What the system tells of this machine's caches; read once. Choices made by it change no bit of a result.
#pragma once

#include <cstdint>

namespace ebw {

// Of one core; 1 MiB where the system does not tell.
std::int64_t second_cache_bytes() noexcept;

// How many of the processors that this process may run on share the last cache of the first of them; all where the
// system does not tell.
int threads_per_cache() noexcept;

}  // namespace ebw
