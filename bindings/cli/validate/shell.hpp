// SPDX-License-Identifier: MIT
// Words and files in a command for the shell.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ebw::cli {

// The word in single quotes, so that the shell takes it as it is; bare where it needs none.
std::string shell_quoted(std::string_view word);

// The command with every {name} replaced by its path, quoted. The placeholders must not stand in quotes themselves.
std::string filled_in(std::string command, const std::vector<std::pair<std::string, std::string>> &paths);

// The program that runs, by its full path.
std::string own_program();

// The command line of this process, to be typed in again.
std::string own_command_line();

}  // namespace ebw::cli
