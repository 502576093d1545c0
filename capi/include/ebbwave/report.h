/* SPDX-License-Identifier: MIT */
/* Collects what tests found and writes it for people and machines: JSON, JUnit XML for CI, one HTML file with pictures.
 * For any user code; nothing else of Ebbwave is needed but the tests themselves.
 *
 * Example, with a Taylor test that was run:
 *
 *   ebw_report *report;
 *   ebw_report_create("my solver", &report);
 *   ebw_report_add_taylor(report, "gradient", "misfit by velocity", test, seconds);
 *   ebw_report_write(report, EBW_REPORT_HTML, "report.html");
 *   ebw_report_get_verdict(report, &verdict);
 *   ebw_report_destroy(report);
 *
 * Words need not be UTF-8 and may hold anything: what a format cannot show becomes U+FFFD, the rest is escaped.
 */
#ifndef EBBWAVE_REPORT_H
#define EBBWAVE_REPORT_H

#include "verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Formats of ebw_report_write. */
#define EBW_REPORT_JSON 0  /* one object; `checks` has one object per check */
#define EBW_REPORT_JUNIT 1 /* a FAIL is a failure, an INCONCLUSIVE an error */
#define EBW_REPORT_HTML 2  /* one file that needs nothing else */

/* What tests found. */
typedef struct ebw_report ebw_report;

/* Creates an empty report.
 * title (in): what was tested, one line; not NULL.
 * report (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_report_create(const char *title, ebw_report **report);

/* Releases the handle.
 * report (in): the handle, or NULL. Threads: any. Cost: constant. Since 0.1. */
EBW_API void ebw_report_destroy(ebw_report *report);

/* All functions ebw_report_add_* below add to a report; what is wrong adds nothing.
 * report (in, out): the report.
 * suite (in): the group that the check belongs to; not NULL.
 * name (in): what is claimed; not NULL.
 * seconds (in): how long it took, finite, at least 0.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, seconds); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY; and what a
 * function names.
 * Threads: one at a time per handle. Cost: copies of what is given. */

/* Adds a check of any kind.
 * verdict (in): EBW_VERDICT_*.
 * words (in): what was found, one line; not NULL.
 * Status: also EBW_ERR_ARGUMENT (verdict). Since 0.1. */
EBW_API int32_t ebw_report_add_check(ebw_report *report, const char *suite, const char *name, int32_t verdict,
                                     const char *words, double seconds);

/* Adds the last run of a Taylor test: verdict, words, all numbers of the direction that decides, and its ladder, which
 * HTML shows as a picture.
 * test (in): the test, which is not kept.
 * Status: also EBW_ERR_STATE (no run yet). Since 0.1. */
EBW_API int32_t ebw_report_add_taylor(ebw_report *report, const char *suite, const char *name, const ebw_taylor *test,
                                      double seconds);

/* Adds the last run of a dot test.
 * test (in): the test, which is not kept.
 * Status: also EBW_ERR_STATE (no run yet). Since 0.1. */
EBW_API int32_t ebw_report_add_dot(ebw_report *report, const char *suite, const char *name, const ebw_dot *test,
                                   double seconds);

/* Adds measured memory against slots, which HTML shows as a picture: PASS when a slot costs state_bytes.
 * count (in): number of measurements, at least 2, of at least 2 different numbers of slots.
 * slots (in): array[count], at least 0; not NULL.
 * bytes (in): array[count], the peak measured with that many slots, at least 0; not NULL.
 * state_bytes (in): what a slot holds, at least 1.
 * tolerance (in): largest error of the slope relative to state_bytes that passes, in (0, 1); 0.001 is usual.
 * Status: also EBW_ERR_ARGUMENT (count, slots, bytes, state_bytes, tolerance). Since 0.1. */
EBW_API int32_t ebw_report_add_memory(ebw_report *report, const char *suite, const char *name, int64_t count,
                                      const int64_t *slots, const int64_t *bytes, int64_t state_bytes, double tolerance,
                                      double seconds);

/* Adds a named number to the check that was added last, or before the first check to the whole report. A name that is
 * there already is replaced.
 * name (in): the key in JSON, such as "threads".
 * value (in): the number; NaN and infinities become null in JSON. Since 0.1. */
EBW_API int32_t ebw_report_add_number(ebw_report *report, const char *name, double value);

/* Adds a named text to the check that was added last, or before the first check to the whole report. A name that is
 * there already is replaced.
 * name (in): the key in JSON, such as "repeat".
 * text (in): the words; not NULL. Since 0.1. */
EBW_API int32_t ebw_report_add_text(ebw_report *report, const char *name, const char *text);

/* Gets the verdict of all checks together: FAIL when any fails, else INCONCLUSIVE when any is or when there is none.
 * report (in): the report.
 * verdict (out): EBW_VERDICT_*, also the exit code for a program; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one pass over the checks. Since 0.1. */
EBW_API int32_t ebw_report_get_verdict(const ebw_report *report, int32_t *verdict);

/* Counts the checks of one verdict.
 * report (in): the report.
 * verdict (in): EBW_VERDICT_*.
 * count (out): how many; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, verdict); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one pass over the checks. Since 0.1. */
EBW_API int32_t ebw_report_count_checks(const ebw_report *report, int32_t verdict, int64_t *count);

/* Writes the report to a file, which appears whole or not at all and replaces one of that name.
 * report (in): the report.
 * format (in): EBW_REPORT_*.
 * path (in): the file; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, format, path is no regular file); EBW_ERR_NOT_FOUND (no such folder);
 * EBW_ERR_PERMISSION; EBW_ERR_NO_SPACE; EBW_ERR_STORAGE; EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: the file is made in memory first. Since 0.1. */
EBW_API int32_t ebw_report_write(const ebw_report *report, int32_t format, const char *path);

#ifdef __cplusplus
}
#endif

#endif
