// SPDX-License-Identifier: MIT
// Values that the C ABI gives by their names.
#pragma once

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <string>

#include "entry.hpp"
#include "schedule/costs.hpp"

namespace ebw::capi {

template <class T>
struct Named {
  const char *name;
  T value;
};

// The value with this name; Status::not_found with all names.
template <class T>
T find_named(std::initializer_list<Named<T>> values, const char *name) {
  require(name, "name");
  std::string names;
  for (const Named<T> &named : values) {
    if (std::strcmp(named.name, name) == 0) return named.value;
    names += names.empty() ? named.name : text(", ", named.name);
  }
  fail(Status::not_found, "name = \"", name, "\" is none; pass one of ", names);
}

// A cost: finite and at least 0.
inline double checked_seconds(double seconds, const char *name) {
  if (!schedule::is_cost(seconds, false))
    fail(Status::argument, name, " = ", seconds, ", need a finite number of at least 0 and at most 1e100");
  return seconds;
}

}  // namespace ebw::capi
