// SPDX-License-Identifier: MIT
// How far each element of a point may move: its typical size and its bounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/aligned_buffer.hpp"

namespace ebw::verify {

// largest_step is in units of the typical size. Takes a copy of m: the code under test may know the caller's array.
template <class T>
class Box {
 public:
  Box(MemoryAccount &account, std::int64_t n, const T *m, const void *typical, const void *lower, const void *upper,
      double largest_step)
      : largest_step_(largest_step),
        typical_(static_cast<const T *>(typical)),
        lower_(static_cast<const T *>(lower)),
        upper_(static_cast<const T *>(upper)),
        m_(account, MemoryUse::scratch, n) {
    std::copy(m, m + n, m_.begin());
  }

  const Array<T> &point() const { return m_; }

  // The typical size of element i, cut so that the largest step stays within the bounds on both sides.
  double size(std::int64_t i) const {
    const double here = std::abs(static_cast<double>(m_[i]));
    return std::min(typical_ ? typical_[i] : here == 0.0 ? 1.0 : here, room(i));
  }

  // How large element i of a direction may be.
  double room(std::int64_t i) const {
    const double here = m_[i];
    double room = HUGE_VAL;
    if (lower_) room = std::min(room, (here - lower_[i]) / largest_step_);
    if (upper_) room = std::min(room, (upper_[i] - here) / largest_step_);
    return room;
  }

  // Element i of m + t d as the working precision holds it.
  T at(std::int64_t i, double t, double d) const {
    if (t == 0.0) return m_[i];
    T value = static_cast<T>(m_[i] + t * d);
    if (lower_) value = std::max(value, lower_[i]);
    if (upper_) value = std::min(value, upper_[i]);
    return value;
  }

 private:
  double largest_step_;
  const T *typical_, *lower_, *upper_;
  Array<T> m_;
};

}  // namespace ebw::verify
