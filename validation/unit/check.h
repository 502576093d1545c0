/* SPDX-License-Identifier: MIT */
/* cmocka with the assertions it lacks: statuses with the library's text, and closeness that NaN and infinity fail. */
#ifndef EBBWAVE_VALIDATION_CHECK_H
#define EBBWAVE_VALIDATION_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ebbwave/ebbwave.h>
#include <math.h>
#include <string.h>

/* The call succeeds; on failure the library's own text is shown. */
#define assert_ok(call)                                                                                    \
  do {                                                                                                     \
    int32_t status_ = (call);                                                                              \
    if (status_ != EBW_OK)                                                                                 \
      fail_msg("%s: status %d (%s): %s", #call, (int)status_, ebw_status_name(status_), ebw_last_error()); \
  } while (0)

/* The call fails with just this status and with a text that contains `word` (the argument, the limit, the remedy). */
#define assert_refused(call, expected, word)                                                                       \
  do {                                                                                                             \
    int32_t status_ = (call);                                                                                      \
    if (status_ != (expected))                                                                                     \
      fail_msg("%s: status %d (%s), expected %d: %s", #call, (int)status_, ebw_status_name(status_), (expected),   \
               status_ ? ebw_last_error() : "");                                                                   \
    if (!strstr(ebw_last_error(), (word))) fail_msg("%s: \"%s\" does not name %s", #call, ebw_last_error(), word); \
  } while (0)

/* |a - b| <= tolerance, false for anything that is not finite. */
static inline int ebw_close(double a, double b, double tolerance) {
  return isfinite(a) && isfinite(b) && fabs(a - b) <= tolerance;
}
#define ebw_assert_close(a, b, tolerance)                                                                   \
  do {                                                                                                      \
    double a_ = (a), b_ = (b), t_ = (tolerance);                                                            \
    if (!ebw_close(a_, b_, t_))                                                                             \
      fail_msg("%s = %.17g, %s = %.17g: difference %.3g, allowed %.3g", #a, a_, #b, b_, fabs(a_ - b_), t_); \
  } while (0)

#endif
