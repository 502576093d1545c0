// SPDX-License-Identifier: MIT
// Verify group of the C ABI: what is neither a Taylor test nor a dot test.
#include "ebbwave/verify.h"

#include <algorithm>

#include "verify.hpp"
#include "verify/memory_fit.hpp"

namespace {

using namespace ebw;
using namespace ebw::capi;

void require_not_negative(const std::int64_t *values, std::int64_t count, const char *name) {
  for (std::int64_t i = 0; i < count; ++i)
    if (values[i] < 0) fail(Status::argument, name, "[", i, "] = ", values[i], ", need at least 0");
}

}  // namespace

extern "C" {

int32_t ebw_memory_fit(int64_t count, const int64_t *slots, const int64_t *peak, int64_t state_bytes, double tolerance,
                       int32_t *verdict, double *base, double *slope, double *uncertainty, double *largest_residual) {
  return entry([&] {
    if (count < 2) fail(Status::shape, "count = ", count, ", need at least 2 measurements, 3 for a verdict of PASS");
    require(slots, "slots");
    require(peak, "peak");
    require_not_negative(slots, count, "slots");
    require_not_negative(peak, count, "peak");
    require_at_least_1(state_bytes, "state_bytes");
    if (!(tolerance > 0.0 && tolerance < 1.0))
      fail(Status::argument, "tolerance = ", tolerance, ", need a number above 0 and below 1, such as 1e-3");
    require(verdict, "verdict");
    if (std::all_of(slots, slots + count, [&](std::int64_t s) { return s == slots[0]; }))
      fail(Status::argument, "slots are all ", slots[0], "; measure at two numbers of slots at least");
    const auto n = static_cast<std::size_t>(count);
    const verify::MemoryFit fit = verify::fit_memory({slots, n}, {peak, n}, state_bytes, tolerance);
    *verdict = number(fit.verdict);
    give(base, fit.base);
    give(slope, fit.slope);
    give(uncertainty, fit.slope_uncertainty);
    give(largest_residual, fit.largest_residual);
  });
}

}  // extern "C"
