// SPDX-License-Identifier: MIT
// The one optional outlet for remarks; silent until a function is set. Errors never go here: they are statuses.
#pragma once

#include <cstdint>
#include <string>

namespace ebw {

using LogFunction = void (*)(std::int32_t level, const char *message, void *user);

// Replaces the process's log function; NULL silences.
void set_log(LogFunction function, void *user) noexcept;
bool log_enabled() noexcept;
void log_info(const std::string &message);

}  // namespace ebw
