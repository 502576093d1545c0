/* SPDX-License-Identifier: MIT */
/* Tests the gradient of a function and writes a report: the C program of docs/test-your-own-gradient.md. */
#include <ebbwave/report.h>
#include <stdio.h>

enum { N = 12 };

static int32_t objective(const void *model, double *J, void *user) {
  const double *m = model;
  (void)user;
  *J = 0.0;
  for (int i = 0; i < N; ++i) *J += 0.25 * (m[i] * m[i] - 1.0) * (m[i] * m[i] - 1.0);
  return 0; /* another number: J cannot be had at this point */
}

int main(void) {
  double m[N], g[N];
  for (int i = 0; i < N; ++i) {
    m[i] = 1.0 + 0.1 * i;
    g[i] = m[i] * m[i] * m[i] - m[i];
  }
  ebw_taylor *test;
  ebw_report *report;
  const char *text;
  int32_t verdict;
  if (ebw_taylor_create(EBW_F64, N, objective, NULL, NULL, &test) != EBW_OK) return 3;
  if (ebw_taylor_run(test, m, g, &verdict) != EBW_OK) return 3;
  ebw_taylor_get_text(test, &text);
  puts(text);
  ebw_report_create("my solver", &report);
  ebw_report_add_taylor(report, "gradient", "objective by m", test, 0.0);
  ebw_report_write(report, EBW_REPORT_HTML, "c-report.html");
  ebw_report_destroy(report);
  ebw_taylor_destroy(test);
  return verdict;
}
