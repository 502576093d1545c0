// SPDX-License-Identifier: MIT
// Positions of sources and receivers, from a CSV file or from `line:BEGIN:END:N`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ebw::cli {

struct Points {
  std::string origin;  // as the user gave it, for messages
  int ndim = 0;
  std::vector<double> position;    // [point][axis], metres, logical order
  std::vector<std::int64_t> shot;  // [point], or empty without the column `shot`
  std::vector<std::int64_t> line;  // [point], its line in the file; empty for `line:`

  std::int64_t count() const { return static_cast<std::int64_t>(position.size()) / ndim; }
  bool has_shots() const { return !shot.empty(); }
  const double *at(std::int64_t point) const { return position.data() + point * ndim; }
  // "sources.csv, line 4", for messages
  std::string name_of(std::int64_t point) const;
};

// `text` is the value of `option` ("--sources"), the points of a grid with ndim axes.
Points read_points(const std::string &option, const std::string &text, int ndim);

}  // namespace ebw::cli
