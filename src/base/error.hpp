// SPDX-License-Identifier: MIT
// The one exception type of the core: a status and a text that names the argument, the value, the limit and the remedy.
#pragma once

#include <cstdint>
#include <exception>
#include <locale>
#include <sstream>
#include <string>
#include <utility>

#include "base/status.hpp"

namespace ebw {

class Error : public std::exception {
 public:
  Error(Status status, std::string text, std::int32_t callback_status = 0)
      : status_(status), callback_status_(callback_status), text_(std::move(text)) {}

  const char *what() const noexcept override { return text_.c_str(); }
  Status status() const noexcept { return status_; }
  // What the user's callback returned, when status() is Status::callback; 0 otherwise.
  std::int32_t callback_status() const noexcept { return callback_status_; }

 private:
  Status status_;
  std::int32_t callback_status_;
  std::string text_;
};

// Joins its arguments into one text; reals with 9 significant digits, always with a decimal point (the host's locale
// must not leak into messages).
template <class... Parts>
std::string text(const Parts &...parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(9);
  (out << ... << parts);
  return out.str();
}

// A real with the 17 digits that give it back when typed in.
inline std::string exact(double value) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.precision(17);
  out << value;
  return out.str();
}

template <class... Parts>
[[noreturn]] void fail(Status status, const Parts &...parts) {
  throw Error(status, text(parts...));
}

// Turns a callback's non-zero answer into the error that ends the call.
inline void check_callback(std::int32_t answer, const char *which) {
  if (answer != 0) throw Error(Status::callback, text("the callback '", which, "' returned ", answer), answer);
}

}  // namespace ebw
