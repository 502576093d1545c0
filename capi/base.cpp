// SPDX-License-Identifier: MIT
// Library group of the C ABI: version, error text, log.
#include "ebbwave/base.h"

#include <cstring>

#include "base/aligned_buffer.hpp"
#include "base/log.hpp"
#include "config.hpp"
#include "entry.hpp"

namespace ebw::capi {

namespace {
// Plain arrays: no destructor at thread exit, no allocation when memory is short.
thread_local char last_text[2048] = "";
thread_local std::int32_t last_callback = 0;
}  // namespace

void set_last_error(Status status, const char *text, std::int32_t callback_status) noexcept {
  if (text == last_text) return;
  std::strncpy(last_text, text, sizeof last_text - 1);
  if (status == Status::callback) last_callback = callback_status;
}

}  // namespace ebw::capi

extern "C" {

const char *ebw_version(void) { return EBW_VERSION; }

int32_t ebw_abi_version(void) { return EBW_ABI_VERSION; }

const char *ebw_build_info(void) { return EBW_BUILD_INFO; }

const char *ebw_status_name(int32_t status) { return ebw::status_name(status); }

const char *ebw_last_error(void) { return ebw::capi::last_text; }

int32_t ebw_last_callback_status(void) { return ebw::capi::last_callback; }

void ebw_get_memory(int64_t *now, int64_t *peak) {
  const ebw::ProcessMemory memory = ebw::process_memory();
  if (now) *now = memory.now;
  if (peak) *peak = memory.peak;
}

void ebw_reset_memory_peak(void) { ebw::reset_process_peak(); }

void ebw_set_log(ebw_log_fn function, void *user) { ebw::set_log(function, user); }

}  // extern "C"
