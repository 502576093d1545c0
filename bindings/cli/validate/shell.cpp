// SPDX-License-Identifier: MIT
// Words and files in a command for the shell.
#include "shell.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace ebw::cli {

namespace {

bool is_plain(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         std::string_view("/._-+=:,@%").find(letter) != std::string_view::npos;
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string quoted = "'";
  for (const char letter : word) {
    if (letter == '\'') {
      quoted += "'\\''";
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

std::string filled_in(std::string command, const std::vector<std::pair<std::string, std::string>> &paths) {
  for (const auto &[name, path] : paths) {
    const std::string placeholder = "{" + name + "}", quoted = shell_quoted(path);
    for (auto at = command.find(placeholder); at != std::string::npos; at = command.find(placeholder, at)) {
      command.replace(at, placeholder.size(), quoted);
      at += quoted.size();
    }
  }
  return command;
}

std::string own_program() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).string();
}

std::string own_command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  std::string line;
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find('\0', begin), words.size());
    if (!line.empty()) line += ' ';
    line += shell_quoted(std::string_view(words).substr(begin, end - begin));
    begin = end + 1;
  }
  return line;
}

}  // namespace ebw::cli
