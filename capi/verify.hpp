// SPDX-License-Identifier: MIT
// What the handles of all tests have in common: options between runs, results of the last one.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/array_view.hpp"
#include "base/checked.hpp"
#include "ebbwave/verdict.h"
#include "entry.hpp"
#include "verify/space.hpp"
#include "verify/verdict.hpp"

namespace ebw::capi {

inline void require_length(std::int64_t n, Dtype dtype, const char *name) {
  if (n < 1) fail(Status::shape, name, " = ", n, ", need at least 1; pass the number of elements");
  // Vectors of doubles beside those of dtype are needed.
  checked_multiply(n, 8 + size_of(dtype), name);
}

inline void require_at_least_1(std::int64_t value, const char *name) {
  if (value < 1) fail(Status::argument, name, " = ", value, ", need at least 1");
}

// Sets a space's global number of element 0.
inline void require_offset(std::int64_t offset, std::int64_t n, const char *name) {
  if (offset < 0) fail(Status::argument, name, " = ", offset, ", need at least 0");
  checked_add(offset, n, name);
}

inline verify::InnerProduct inner_product_of(ebw_inner_product_fn function, void *user) {
  if (!function) return nullptr;
  return [function, user](const void *a, const void *b, double *product) { return function(a, b, product, user); };
}

template <class T>
void give(T *out, T value) {
  if (out) *out = value;
}

template <class Result>
const Result &require_result(const std::optional<Result> &result) {
  if (!result) fail(Status::state, "this test has no results; run it first, to its end");
  return *result;
}

// The item that an index or EBW_WORST names.
template <class Item>
const Item &choose(const std::vector<Item> &items, std::int64_t index, std::int64_t worst, const char *name) {
  const auto count = static_cast<std::int64_t>(items.size());
  if (count == 0)
    fail(Status::not_found, name, " = ", index, ", but a fault ended the run before the first; see get_fault");
  if (index == EBW_WORST) return items[worst];
  if (index < 0 || index >= count)
    fail(Status::not_found, name, " = ", index, ", need 0 to ", count - 1, ", or -1 for the worst");
  return items[index];
}

inline std::int32_t number(verify::Verdict verdict) { return static_cast<std::int32_t>(verdict); }

template <class Result>
void give_fault(const Result &result, std::int32_t *fault, std::int64_t *index) {
  give(fault, static_cast<std::int32_t>(result.fault.kind));
  give(index, result.fault.index);
}

// Runs `read` on the results of a test's last run.
template <class H, class Read>
std::int32_t with_result(const H *test, const Read &read) noexcept {
  return entry([&] {
    const auto object = use(test, "test");
    read(require_result(object->result));
  });
}

// Runs `change` on a test's setup; options hold for later runs, results stay those of the last.
template <class H, class Change>
std::int32_t with_setup(const H *test, const Change &change) noexcept {
  return entry([&] { change(use(test, "test")->setup); });
}

}  // namespace ebw::capi
