/* SPDX-License-Identifier: MIT */
/* All of Ebbwave in one include. In the order in which to read:
 *   base.h        status numbers, error text, version, and the rules that every function keeps
 *   wave.h        a model, shots, and one call for the gradient of a wave inversion
 *   verify.h      is a gradient or an adjoint right, for any user code? taylor.h, dot.h, verdict.h, and a fit of memory
 *   report.h      what tests found as JSON, JUnit XML and one HTML file
 *   executor.h    your own time loop under a checkpoint schedule, with
 *   schedule.h      which steps to advance, save, load and reverse, so that few states are kept
 *   checker.h       is a stream of actions legal? For any schedule, your own too
 *   storage.h       where checkpoints lie
 *   propagator.h    a state with its advance and reverse: your own time loop by callbacks
 *   plan.h          what a run will do and hold
 */
#ifndef EBBWAVE_EBBWAVE_H
#define EBBWAVE_EBBWAVE_H

#include "base.h"
#include "checker.h"
#include "executor.h"
#include "plan.h"
#include "propagator.h"
#include "report.h"
#include "schedule.h"
#include "storage.h"
#include "verify.h"
#include "wave.h"

#endif
