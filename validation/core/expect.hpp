// SPDX-License-Identifier: MIT
// cmocka for the inside of the core: what is thrown, with its status and its words.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern "C" {
#include <cmocka.h>
}
#undef fail  // a macro without arguments, in the way of ebw::fail

#include <string>

#include "base/error.hpp"

namespace ebw::validation {

// `body` throws Error with just this status and a text that contains `word`.
template <class Body>
void expect_refused(Status status, const char *word, const Body &body) {
  std::string seen = "nothing was thrown";
  bool right = false;
  try {
    body();
  } catch (const Error &error) {
    seen = text("status ", static_cast<int>(error.status()), ": ", error.what());
    right = error.status() == status && std::string(error.what()).find(word) != std::string::npos;
  }
  // Outside of the handler: cmocka leaves by longjmp.
  if (right) return;
  print_error("expected status %d with \"%s\": %s\n", static_cast<int>(status), word, seen.c_str());
  _fail(__FILE__, __LINE__);
}

}  // namespace ebw::validation
