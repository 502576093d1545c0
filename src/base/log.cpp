// SPDX-License-Identifier: MIT
// The log function and its user pointer, changed as one.
#include "base/log.hpp"

#include <mutex>

namespace ebw {

namespace {
std::mutex mutex;
LogFunction log_function = nullptr;
void *log_user = nullptr;
}  // namespace

void set_log(LogFunction function, void *user) noexcept {
  const std::lock_guard lock(mutex);
  log_function = function;
  log_user = user;
}

bool log_enabled() noexcept {
  const std::lock_guard lock(mutex);
  return log_function != nullptr;
}

void log_info(const std::string &message) {
  LogFunction function;
  void *user;
  {
    // Not held during the call: the function may set another one.
    const std::lock_guard lock(mutex);
    function = log_function;
    user = log_user;
  }
  if (function) function(0, message.c_str(), user);
}

}  // namespace ebw
