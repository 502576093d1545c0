// SPDX-License-Identifier: MIT
// The committed tables of reference numbers, row by row.
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ebw::validation {

using Row = std::map<std::string, std::string>;

inline std::vector<std::string> cells_of(const std::string &line) {
  std::istringstream stream(line);
  std::vector<std::string> cells;
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

// All rows by the names of the first line; throws when the file cannot be read.
inline std::vector<Row> reference_table(const char *name) {
  const std::string path = std::string(EBW_TEST_DATA) + "/" + name;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error(path + " cannot be read");
  const std::vector<std::string> names = cells_of(line);
  std::vector<Row> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    Row &row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row[names.at(i)] = cells[i];
  }
  return rows;
}

}  // namespace ebw::validation
