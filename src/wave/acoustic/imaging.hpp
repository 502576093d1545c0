// SPDX-License-Identifier: MIT
// From the sum of u^k s^k to the gradient on the grid: layers folded, divided by c, by the parameter of the user.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wave/acoustic/geometry.hpp"
#include "wave/model.hpp"

namespace ebw::wave::acoustic {

// True where the node of the given grid lies on the plane of a free face: u and c are 0 there.
bool on_free_plane(const Setup &setup, int axis, std::int64_t node);

// Transpose of repeating the edge: layer cells are added to the edge cell, axis by axis, the outermost first; in place.
// All three have the same bits for any number of threads.
template <class T>
void fold_layers(const Geometry &geometry, T *packed, int threads);

// The nodes of the given grid, dense, z fastest.
template <class T>
void copy_grid(const Geometry &geometry, const T *packed, T *dense, int threads);

// dJ/d(parameter) from the folded sum of u^k s^k: divided by c, times dc/d(parameter), 0 where c = 0; in place.
// Status::non_finite names the first node whose value is not finite.
void finish_gradient(const Model &model, Parameter by, std::byte *dense, int threads);

}  // namespace ebw::wave::acoustic
