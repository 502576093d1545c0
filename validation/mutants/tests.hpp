// SPDX-License-Identifier: MIT
// cmocka in C++: a test's body may throw.
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmath>
#include <cstring>
#include <exception>
#include <string>

extern "C" {
#include "check.h"
}
#undef fail  // a macro without arguments, in the way of ebw::fail

namespace ebw::mutants {

// Runs the body; cmocka leaves by longjmp, so nothing that needs a destructor lives when it does.
template <class Body>
void run_body(const Body &body) {
  bool failed = true;
  try {
    body();
    failed = false;
  } catch (const std::exception &error) {
    print_error("%s\n", error.what());
  }
  if (failed) _fail(__FILE__, __LINE__);
}

}  // namespace ebw::mutants
