// SPDX-License-Identifier: MIT
// A row of a table of decisions, which are numbers of steps: two bytes each where a length fits them, else four.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ebw::schedule {

class TableRow {
 public:
  TableRow() = default;  // none
  // All 0, for lengths 0 .. `length`; the numbers are at most that in size.
  explicit TableRow(std::int64_t length) {
    const auto count = static_cast<std::size_t>(length) + 1;
    if (is_narrow(length))
      narrow_.resize(count);
    else
      wide_.resize(count);
  }

  std::int32_t operator[](std::size_t i) const { return wide_.empty() ? narrow_[i] : wide_[i]; }
  void set(std::size_t i, std::int64_t value) {
    if (wide_.empty())
      narrow_[i] = static_cast<std::int16_t>(value);
    else
      wide_[i] = static_cast<std::int32_t>(value);
  }

  std::int64_t bytes() const {
    return own_bytes() +
           static_cast<std::int64_t>(narrow_.size() * sizeof(std::int16_t) + wide_.size() * sizeof(std::int32_t));
  }
  // Of a row for these lengths, and of none.
  static std::int64_t bytes_for(std::int64_t length) {
    return own_bytes() + (length + 1) * (is_narrow(length) ? 2 : 4);
  }
  static std::int64_t own_bytes() { return static_cast<std::int64_t>(sizeof(TableRow)); }

 private:
  static bool is_narrow(std::int64_t length) { return length <= INT16_MAX; }

  std::vector<std::int16_t> narrow_;
  std::vector<std::int32_t> wide_;
};

}  // namespace ebw::schedule
