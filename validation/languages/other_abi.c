/* SPDX-License-Identifier: MIT */
/* A library of another binary interface: bindings must refuse it. */
#include <ebbwave/base.h>

int32_t ebw_abi_version(void) { return 99; }
