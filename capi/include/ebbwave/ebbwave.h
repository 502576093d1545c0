/* SPDX-License-Identifier: MIT */
/* All of Ebbwave in one include. In the order in which to read:
 *   base.h      status numbers, error text, version, and the rules that every function keeps
 *   schedule.h  which steps to advance, save, load and reverse, so that few states are kept
 */
#ifndef EBBWAVE_EBBWAVE_H
#define EBBWAVE_EBBWAVE_H

#include "base.h"
#include "schedule.h"

#endif
