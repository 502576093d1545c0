// SPDX-License-Identifier: MIT
// What the checks of all suites share.
#include "suite.hpp"

#include <cstdio>

namespace ebw::cli {

double Suite::take_seconds() {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(now - std::exchange(since_, now)).count();
}

void Suite::show(const std::string &claim, std::int32_t verdict, const std::string &words) {
  std::printf("%-12s %-9s %s", verdict_name(verdict), name_.c_str(), claim.c_str());
  if (verdict != EBW_VERDICT_PASS) std::printf("\n             %s", words.c_str());
  std::printf("\n");
  std::fflush(stdout);
}

void Suite::add(const std::string &claim, std::int32_t verdict, const std::string &words) {
  check(ebw_report_add_check(report_.get(), name_.c_str(), claim.c_str(), verdict, words.c_str(), take_seconds()));
  show(claim, verdict, words);
}

void Suite::add_taylor(const std::string &claim, const ebw_taylor *test) {
  std::int32_t verdict;
  const char *words;
  check(ebw_taylor_get_verdict(test, &verdict));
  check(ebw_taylor_get_text(test, &words));
  check(ebw_report_add_taylor(report_.get(), name_.c_str(), claim.c_str(), test, take_seconds()));
  show(claim, verdict, words);
}

void Suite::add_dot(const std::string &claim, const ebw_dot *test) {
  std::int32_t verdict;
  const char *words;
  check(ebw_dot_get_verdict(test, &verdict));
  check(ebw_dot_get_text(test, &words));
  check(ebw_report_add_dot(report_.get(), name_.c_str(), claim.c_str(), test, take_seconds()));
  show(claim, verdict, words);
}

void Suite::add_memory(const std::string &claim, const std::vector<std::int64_t> &slots,
                       const std::vector<std::int64_t> &bytes, std::int64_t state_bytes, double tolerance) {
  std::int64_t failed = 0, open = 0, failed_now, open_now;
  check(ebw_report_count_checks(report_.get(), EBW_VERDICT_FAIL, &failed));
  check(ebw_report_count_checks(report_.get(), EBW_VERDICT_INCONCLUSIVE, &open));
  check(ebw_report_add_memory(report_.get(), name_.c_str(), claim.c_str(), static_cast<std::int64_t>(slots.size()),
                              slots.data(), bytes.data(), state_bytes, tolerance, take_seconds()));
  check(ebw_report_count_checks(report_.get(), EBW_VERDICT_FAIL, &failed_now));
  check(ebw_report_count_checks(report_.get(), EBW_VERDICT_INCONCLUSIVE, &open_now));
  show(claim,
       failed_now > failed ? EBW_VERDICT_FAIL
       : open_now > open   ? EBW_VERDICT_INCONCLUSIVE
                           : EBW_VERDICT_PASS,
       "the bytes per slot are not those of a state; the report has the numbers");
}

void Suite::part(const std::string &claim, const std::function<void()> &run) {
  if (interrupted()) return;
  try {
    run();
  } catch (const Refused &refused) {
    add(claim, EBW_VERDICT_FAIL, refused.text());
  }
}

}  // namespace ebw::cli
