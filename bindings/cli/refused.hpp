// SPDX-License-Identifier: MIT
// How the command refuses: one exception with a status number, a text and an exit code.
#pragma once

#include <ebbwave/base.h>

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace ebw::cli {

// Exit codes: a verdict PASS is kDone, FAIL is kFailed as is anything that the library refused or could not finish.
inline constexpr int kDone = 0, kFailed = 1, kInconclusive = 2, kBadCommandLine = 3;

// A status with its text.
class Refused : public std::runtime_error {
 public:
  Refused(std::int32_t status, const std::string &text, int exit_code = kFailed)
      : std::runtime_error(text), text_(text), status_(status), exit_code_(exit_code) {}

  const std::string &text() const noexcept { return text_; }  // whole, though a NUL stands in it
  std::int32_t status() const noexcept { return status_; }
  int exit_code() const noexcept { return exit_code_; }

 private:
  std::string text_;
  std::int32_t status_;
  int exit_code_;
};

// Joins its arguments into one text; reals with 9 significant digits and a decimal point in every locale.
template <class... Parts>
std::string joined(const Parts &...parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(9);
  (out << ... << parts);
  return out.str();
}

template <class... Parts>
[[noreturn]] void refuse(std::int32_t status, const Parts &...parts) {
  throw Refused(status, joined(parts...));
}

// For what the command line alone shows to be wrong.
template <class... Parts>
[[noreturn]] void refuse_usage(const Parts &...parts) {
  throw Refused(EBW_ERR_ARGUMENT, joined(parts...), kBadCommandLine);
}

// Raises a failed call of the C ABI with the library's text, after the file or option that it speaks of.
inline void check(std::int32_t status, const std::string &subject = {}) {
  if (status != EBW_OK) throw Refused(status, subject.empty() ? ebw_last_error() : subject + ": " + ebw_last_error());
}

}  // namespace ebw::cli
