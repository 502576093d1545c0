// SPDX-License-Identifier: MIT
// A velocity model from a .npy file, in logical order by its strides.
#include "velocity.hpp"

#include <algorithm>

#include "refused.hpp"

namespace ebw::cli {
namespace {

// Place in the file of each logical axis.
std::vector<std::size_t> axis_places(const Velocity &velocity, const std::string &axes) {
  const std::size_t ndim = velocity.values.shape.size();
  const std::string logical = ndim == 2 ? "xz" : "xyz";
  if (!axes.empty() && axes.size() != ndim)
    refuse(EBW_ERR_SHAPE, "--axes = '", axes, "' names ", axes.size(), " axes, ", velocity.path, " has ", ndim,
           "; name each axis once");
  std::vector<std::size_t> places;
  for (const char letter : logical) {
    const std::size_t place = (axes.empty() ? logical : axes).find(letter);
    if (place == std::string::npos)
      refuse(EBW_ERR_ARGUMENT, "--axes = '", axes, "' lacks ", letter, "; put the letters of ", logical,
             " into the file's order");
    places.push_back(place);
  }
  return places;
}

template <class T>
double largest_of(const Array &array) {
  const T *begin = array.data<T>();
  return array.count() == 0 ? 0.0 : static_cast<double>(*std::max_element(begin, begin + array.count()));
}

}  // namespace

Velocity read_velocity(const std::string &path, const std::string &axes, std::int32_t dtype) {
  Velocity velocity;
  velocity.path = path;
  velocity.values = read_npy(path);
  velocity.file_dtype = velocity.values.dtype;
  const auto &file_shape = velocity.values.shape;
  if (file_shape.size() != 2 && file_shape.size() != 3)
    refuse(EBW_ERR_SHAPE, path, " has ", file_shape.size(), " axes, a velocity model has 2 or 3; save it as [x][z] or ",
           "[x][y][z]");
  const auto file_stride = velocity.values.strides();
  for (const std::size_t place : axis_places(velocity, axes)) {
    velocity.shape.push_back(file_shape[place]);
    velocity.stride.push_back(file_stride[place]);
  }
  if (dtype != 0 && dtype != velocity.file_dtype)
    velocity.values = converted(velocity.values, dtype, path, "compute with --dtype f64");
  velocity.largest =
      velocity.values.dtype == EBW_F32 ? largest_of<float>(velocity.values) : largest_of<double>(velocity.values);
  return velocity;
}

}  // namespace ebw::cli
