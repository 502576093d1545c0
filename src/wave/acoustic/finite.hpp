// SPDX-License-Identifier: MIT
// What a run refuses to give out: values that are not finite. Each check names the shot, the place and the step.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "base/error.hpp"
#include "wave/shot.hpp"

namespace ebw::wave::acoustic {

// The first sample that is not finite, earliest first.
void check_traces(const Shot &shot, std::int64_t number);

// The last in time, where the adjoint came by first.
void check_wavelet_gradients(const Shot &shot, std::int64_t number);

template <class T>
void check_state(const Array<std::byte> &state, const char *what, std::int64_t step, std::int64_t number) {
  const T *values = reinterpret_cast<const T *>(state.data());
  const std::int64_t count = state.size() / static_cast<std::int64_t>(sizeof(T));
  if (!std::all_of(values, values + count, [](T value) { return std::isfinite(value); }))
    fail(Status::non_finite, "shot ", number, ": the ", what, " is not finite at step ", step,
         "; lower the amplitudes or use f64");
}

}  // namespace ebw::wave::acoustic
