/* SPDX-License-Identifier: MIT */
/* Reports: what is added comes out in every format, and nothing of it escapes its place. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static ebw_report *opened(void) {
  ebw_report *report = NULL;
  assert_ok(ebw_report_create("a solver", &report));
  return report;
}

/* Writes into a folder of its own, reads it back; the caller frees it. */
static char *written(const ebw_report *report, int32_t format) {
  char folder[] = "report-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/report", folder);
  assert_ok(ebw_report_write(report, format, path));
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  unlink(path);
  assert_int_equal(rmdir(folder), 0); /* nothing else was left */
  return text;
}

static void assert_holds(const ebw_report *report, int32_t format, const char *words) {
  char *text = written(report, format);
  if (!strstr(text, words)) fail_msg("\"%s\" is not in:\n%s", words, text);
  free(text);
}

static int32_t verdict_of(const ebw_report *report) {
  int32_t verdict = -1;
  assert_ok(ebw_report_get_verdict(report, &verdict));
  return verdict;
}

static void add(ebw_report *report, int32_t verdict) {
  assert_ok(ebw_report_add_check(report, "suite", "claim", verdict, "words", 0.5));
}

static void one_fail_fails_all_and_nothing_proves_nothing(void **state) {
  (void)state;
  ebw_report *report = opened();
  int64_t count = -1;
  assert_int_equal(verdict_of(report), EBW_VERDICT_INCONCLUSIVE);
  add(report, EBW_VERDICT_PASS);
  assert_int_equal(verdict_of(report), EBW_VERDICT_PASS);
  add(report, EBW_VERDICT_INCONCLUSIVE);
  assert_int_equal(verdict_of(report), EBW_VERDICT_INCONCLUSIVE);
  add(report, EBW_VERDICT_FAIL);
  add(report, EBW_VERDICT_PASS);
  assert_int_equal(verdict_of(report), EBW_VERDICT_FAIL);
  assert_ok(ebw_report_count_checks(report, EBW_VERDICT_PASS, &count));
  assert_int_equal(count, 2);
  assert_holds(report, EBW_REPORT_JUNIT, "tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"0\" time=\"2\"");
  assert_holds(report, EBW_REPORT_HTML, "<li><span class=\"verdict FAIL\">FAIL</span> suite: claim</li>");
  ebw_report_destroy(report);
}

static void words_of_anybody_stay_in_their_place(void **state) {
  (void)state;
  ebw_report *report = opened();
  const char *odd = "a<b>&\"c\"\\\n\x01\xff\xc3\xa9";
  assert_ok(ebw_report_add_check(report, odd, odd, EBW_VERDICT_FAIL, odd, 0.0));
  assert_ok(ebw_report_add_text(report, odd, odd));
  assert_holds(report, EBW_REPORT_JSON, "\"words\": \"a<b>&\\\"c\\\"\\\\\\n\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9\"");
  const char *xml = "a&lt;b&gt;&amp;&quot;c&quot;\\&#10;\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9";
  assert_holds(report, EBW_REPORT_JUNIT, xml);
  assert_holds(report, EBW_REPORT_HTML, xml);
  char *page = written(report, EBW_REPORT_HTML);
  assert_null(strstr(page, "<b>"));
  free(page);
  ebw_report_destroy(report);
}

static void numbers_are_exact_or_null(void **state) {
  (void)state;
  ebw_report *report = opened();
  assert_ok(ebw_report_add_number(report, "of the run", 0.1));
  add(report, EBW_VERDICT_PASS);
  assert_ok(ebw_report_add_number(report, "tiny", 1e-300));
  assert_ok(ebw_report_add_number(report, "steps", 160.0));
  assert_ok(ebw_report_add_number(report, "steps", 161.0));
  assert_ok(ebw_report_add_number(report, "lost", NAN));
  assert_holds(report, EBW_REPORT_JSON, "\"of the run\": 0.1, \"checks\": [{");
  assert_holds(report, EBW_REPORT_JSON, "\"tiny\": 1e-300, \"steps\": 161, \"lost\": null}]");
  ebw_report_destroy(report);
}

static void memory_is_fitted(void **state) {
  (void)state;
  ebw_report *report = opened();
  const int64_t slots[4] = {5, 10, 20, 40}, bytes[4] = {6000, 11000, 21000, 41000};
  assert_ok(ebw_report_add_memory(report, "memory", "right", 4, slots, bytes, 1000, 1e-3, 1.0));
  assert_int_equal(verdict_of(report), EBW_VERDICT_PASS);
  assert_holds(report, EBW_REPORT_JSON, "\"bytes_per_slot\": 1000");
  assert_holds(report, EBW_REPORT_HTML, "peak, MB");
  assert_ok(ebw_report_add_memory(report, "memory", "two states a slot", 4, slots, bytes, 500, 1e-3, 1.0));
  assert_int_equal(verdict_of(report), EBW_VERDICT_FAIL);
  const int64_t same[2] = {3, 3};
  assert_refused(ebw_report_add_memory(report, "m", "n", 2, same, bytes, 9, 1e-3, 0.0), EBW_ERR_ARGUMENT,
                 "slots are 3");
  assert_refused(ebw_report_add_memory(report, "m", "n", 1, slots, bytes, 9, 1e-3, 0.0), EBW_ERR_ARGUMENT, "count = 1");
  assert_refused(ebw_report_add_memory(report, "m", "n", 2, NULL, bytes, 9, 1e-3, 0.0), EBW_ERR_ARGUMENT, "slots");
  assert_refused(ebw_report_add_memory(report, "m", "n", 2, slots, NULL, 9, 1e-3, 0.0), EBW_ERR_ARGUMENT, "bytes");
  assert_refused(ebw_report_add_memory(report, "m", "n", 2, slots, bytes, 0, 1e-3, 0.0), EBW_ERR_ARGUMENT,
                 "state_bytes");
  assert_refused(ebw_report_add_memory(report, "m", "n", 2, slots, bytes, 9, NAN, 0.0), EBW_ERR_ARGUMENT, "tolerance");
  ebw_report_destroy(report);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static int32_t quartic(const void *m, double *J, void *user) {
  const double *x = m;
  (void)user;
  *J = x[0] * x[0] * x[0] * x[0] + x[1] * x[1];
  return 0;
}

static int32_t doubled(const void *x, void *y, void *user) {
  (void)user;
  for (int i = 0; i < 3; ++i) ((double *)y)[i] = 2.0 * ((const double *)x)[i];
  return 0;
}

static void tests_are_taken_with_all_their_numbers(void **state) {
  (void)state;
  ebw_report *report = opened();
  ebw_taylor *taylor = NULL;
  ebw_dot *dot = NULL;
  const double m[2] = {1.0, 2.0}, right[2] = {4.0, 4.0}, wrong[2] = {4.0, -4.0}, not_finite[2] = {NAN, 4.0};
  int32_t verdict;
  assert_ok(ebw_taylor_create(EBW_F64, 2, quartic, NULL, NULL, &taylor));
  assert_refused(ebw_report_add_taylor(report, "s", "n", taylor, 0.0), EBW_ERR_STATE, "run it first");
  assert_ok(ebw_taylor_run(taylor, m, right, &verdict));
  assert_ok(ebw_report_add_taylor(report, "gradient", "quartic", taylor, 0.25));
  assert_int_equal(verdict_of(report), EBW_VERDICT_PASS);
  assert_holds(report, EBW_REPORT_JSON,
               "\"test\": \"taylor\", \"suite\": \"gradient\", \"name\": \"quartic\", "
               "\"verdict\": \"PASS\"");
  assert_holds(report, EBW_REPORT_JSON, "\"dtype\": \"f64\"");
  assert_holds(report, EBW_REPORT_JSON, "\"J\": 5,");
  assert_holds(report, EBW_REPORT_JSON, "\"state_restored\": true");
  assert_holds(report, EBW_REPORT_JSON, "\"ladder\": [{\"h\": ");
  assert_holds(report, EBW_REPORT_HTML, "noise of J");
  assert_holds(report, EBW_REPORT_HTML, ">R1</text>");
  assert_ok(ebw_taylor_run(taylor, m, wrong, &verdict));
  assert_ok(ebw_report_add_taylor(report, "gradient", "a wrong one", taylor, 0.25));
  assert_int_equal(verdict_of(report), EBW_VERDICT_FAIL);
  assert_ok(ebw_taylor_run(taylor, m, not_finite, &verdict)); /* a fault: no directions, no picture */
  assert_ok(ebw_report_add_taylor(report, "gradient", "not a number", taylor, 0.25));
  assert_holds(report, EBW_REPORT_JSON, "g[0] is not finite");
  ebw_taylor_destroy(taylor);

  assert_ok(ebw_dot_create(EBW_F64, 3, 3, doubled, doubled, NULL, NULL, &dot));
  assert_refused(ebw_report_add_dot(report, "s", "n", dot, 0.0), EBW_ERR_STATE, "run it first");
  assert_ok(ebw_dot_run(dot, &verdict));
  assert_ok(ebw_report_add_dot(report, "adjoint", "diagonal", dot, 0.0));
  assert_holds(report, EBW_REPORT_JSON, "\"test\": \"dot\"");
  assert_holds(report, EBW_REPORT_JSON, "\"linearity\": ");
  ebw_dot_destroy(dot);
  int64_t passed = 0;
  assert_ok(ebw_report_count_checks(report, EBW_VERDICT_PASS, &passed));
  assert_int_equal(passed, 2);
  ebw_report_destroy(report);
}

/* ---- Misuse ------------------------------------------------------------------------------------------------------ */

static void misuse_is_refused_and_adds_nothing(void **state) {
  (void)state;
  ebw_report *report = opened(), *other = NULL;
  int32_t verdict = 7;
  int64_t count = 7;
  assert_refused(ebw_report_create(NULL, &other), EBW_ERR_ARGUMENT, "title");
  assert_refused(ebw_report_create("t", NULL), EBW_ERR_ARGUMENT, "report");
  assert_refused(ebw_report_add_check(NULL, "s", "n", 0, "w", 0.0), EBW_ERR_ARGUMENT, "report");
  assert_refused(ebw_report_add_check(report, NULL, "n", 0, "w", 0.0), EBW_ERR_ARGUMENT, "suite");
  assert_refused(ebw_report_add_check(report, "s", NULL, 0, "w", 0.0), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_report_add_check(report, "s", "n", 3, "w", 0.0), EBW_ERR_ARGUMENT, "verdict = 3");
  assert_refused(ebw_report_add_check(report, "s", "n", 0, NULL, 0.0), EBW_ERR_ARGUMENT, "words");
  assert_refused(ebw_report_add_check(report, "s", "n", 0, "w", -1.0), EBW_ERR_ARGUMENT, "seconds");
  assert_refused(ebw_report_add_check(report, "s", "n", 0, "w", NAN), EBW_ERR_ARGUMENT, "seconds");
  assert_refused(ebw_report_add_taylor(report, "s", "n", NULL, 0.0), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_report_add_dot(report, "s", "n", NULL, 0.0), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_report_add_number(report, NULL, 0.0), EBW_ERR_ARGUMENT, "name");
  assert_refused(ebw_report_add_text(report, "n", NULL), EBW_ERR_ARGUMENT, "text");
  assert_refused(ebw_report_get_verdict(report, NULL), EBW_ERR_ARGUMENT, "verdict");
  assert_refused(ebw_report_count_checks(report, 9, &count), EBW_ERR_ARGUMENT, "verdict = 9");
  assert_refused(ebw_report_count_checks(report, 0, NULL), EBW_ERR_ARGUMENT, "count");
  assert_refused(ebw_report_get_verdict((ebw_report *)"not a report at all", &verdict), EBW_ERR_HANDLE, "report");
  assert_int_equal(verdict, 7);
  assert_int_equal(count, 7);
  assert_int_equal(verdict_of(report), EBW_VERDICT_INCONCLUSIVE); /* still empty */
  ebw_report_destroy(report);
  ebw_report_destroy(NULL);
}

static void a_file_that_cannot_be_written_is_refused_and_the_old_one_stays(void **state) {
  (void)state;
  ebw_report *report = opened();
  char folder[] = "report-XXXXXX", path[64], text[8] = "";
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/absent/r", folder);
  assert_refused(ebw_report_write(report, EBW_REPORT_JSON, path), EBW_ERR_NOT_FOUND, "cannot be written");
  assert_refused(ebw_report_write(report, EBW_REPORT_JSON, folder), EBW_ERR_ARGUMENT, "regular file");
  assert_refused(ebw_report_write(report, EBW_REPORT_JSON, "/dev/full"), EBW_ERR_ARGUMENT, "regular file");
  assert_refused(ebw_report_write(report, EBW_REPORT_JSON, NULL), EBW_ERR_ARGUMENT, "path");
  snprintf(path, sizeof path, "%s/r", folder);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("old", file);
  fclose(file);
  assert_refused(ebw_report_write(report, 3, path), EBW_ERR_ARGUMENT, "format = 3");
  file = fopen(path, "r");
  assert_non_null(fgets(text, sizeof text, file));
  fclose(file);
  assert_string_equal(text, "old");
  assert_ok(ebw_report_write(report, EBW_REPORT_JSON, path));
  unlink(path);
  assert_int_equal(rmdir(folder), 0);
  ebw_report_destroy(report);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_fail_fails_all_and_nothing_proves_nothing),
      cmocka_unit_test(words_of_anybody_stay_in_their_place),
      cmocka_unit_test(numbers_are_exact_or_null),
      cmocka_unit_test(memory_is_fitted),
      cmocka_unit_test(tests_are_taken_with_all_their_numbers),
      cmocka_unit_test(misuse_is_refused_and_adds_nothing),
      cmocka_unit_test(a_file_that_cannot_be_written_is_refused_and_the_old_one_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
