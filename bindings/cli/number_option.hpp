// SPDX-License-Identifier: MIT
// Options that take a number: decimal, or refused with what was typed.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>
#include <string>
#include <type_traits>

#include "numbers.hpp"

namespace ebw::cli {

// Adds an option whose value goes to `target`, a real, an integer or a std::optional of one. The parser's own reading
// of numbers is not used: it takes 0100 for octal, clamps what is too large and reads '' as 0.
template <class Number, class Target>
CLI::Option *add_number(CLI::App &app, const std::string &name, Target &target, const std::string &description) {
  const auto read = [name, &target](const CLI::results_t &words) {
    if constexpr (std::is_floating_point_v<Number>) {
      target = parse_real_option(name, words.front());
    } else {
      target = static_cast<Number>(parse_integer_option(name, words.front(), std::numeric_limits<Number>::max()));
    }
    return true;
  };
  return app.add_option(name, read, description)->type_name(std::is_floating_point_v<Number> ? "REAL" : "INT");
}

}  // namespace ebw::cli
