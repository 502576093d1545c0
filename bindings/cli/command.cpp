// SPDX-License-Identifier: MIT
// How refusals leave the command.
#include "command.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ebw::cli {
namespace {

// One line that a terminal shows as it is: other control characters come from damaged files and odd names.
std::string one_line(std::string_view text) {
  constexpr const char *kDigits = "0123456789abcdef";
  std::string line;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '\n') {
      line += ' ';
    } else if (code < 0x20 || code == 0x7f) {
      line.append("\\x").append(1, kDigits[code / 16]).append(1, kDigits[code % 16]);
    } else {
      line += letter;
    }
  }
  return line;
}

int show(const Refused &refused, bool json) {
  const char *name = ebw_status_name(refused.status());
  const std::string line = one_line(refused.text());
  std::fprintf(stderr, "ebbwave: %s: %s\n", name, line.c_str());
  if (json) {
    const nlohmann::ordered_json error{{"status", refused.status()}, {"name", name}, {"message", line}};
    // File names need not be UTF-8; what is not becomes U+FFFD.
    const auto text =
        nlohmann::ordered_json{{"error", error}}.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::puts(text.c_str());
  }
  return refused.exit_code();
}

int guarded(const std::function<int(bool)> &body, bool json) {
  try {
    const int code = body(json);
    flush_stdout();
    return code;
  } catch (const Refused &refused) {
    return show(refused, json);
  } catch (const std::bad_alloc &) {
    return show({EBW_ERR_NO_MEMORY, "the machine refuses memory; ask for less"}, json);
  } catch (const std::length_error &) {  // a container asked for more than an address can count
    return show({EBW_ERR_NO_MEMORY, "no machine has that much memory; ask for less"}, json);
  } catch (const std::exception &error) {
    return show({EBW_ERR_INTERNAL, error.what()}, json);
  }
}

// Whether --json stands on a command line that could not be parsed.
bool asks_for_json(int argc, char **argv) {
  return std::any_of(argv, argv + argc, [](const char *word) { return std::string_view(word) == "--json"; });
}

// A file opened later must not take the number of a closed standard stream, or messages would go into it. What is
// written to a closed stdout fails as it should: its stand-in can only be read.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1 && errno == EBADF)
      open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace

void set_body(CLI::App &subcommand, std::function<int(bool json)> body) {
  const auto json = std::make_shared<bool>(false);
  subcommand.add_flag("--json", *json, "Print one JSON object");
  // CLI11 carries an exit code out of a callback by this exception.
  subcommand.callback([json, body = std::move(body)] { throw CLI::RuntimeError(guarded(body, *json)); });
}

void set_plain_body(CLI::App &subcommand, std::function<int()> body) {
  subcommand.callback(
      [body = std::move(body)] { throw CLI::RuntimeError(guarded([&](bool) { return body(); }, false)); });
}

void flush_stdout(const std::string &files) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  const int error = errno;
  refuse(error == ENOSPC ? EBW_ERR_NO_SPACE : EBW_ERR_STORAGE, "stdout: cannot be written",
         error != 0 ? joined(" (", std::strerror(error), ")") : "", files.empty() ? "" : "; " + files,
         "; let stdout go to a file or terminal that takes it");
}

// CLI11 would say that a subcommand is missing.
void require_known_subcommand(const CLI::App &app, const std::string &word) {
  std::string names;
  for (const CLI::App *one : app.get_subcommands([](const CLI::App *) { return true; })) {
    if (word == one->get_name()) return;
    names += (names.empty() ? "" : ", ") + one->get_name();
  }
  refuse_usage("'", word, "' is no subcommand; use one of ", names);
}

int run(CLI::App &app, int argc, char **argv) {
  occupy_closed_streams();
  try {
    if (argc > 1 && argv[1][0] != '-') require_known_subcommand(app, argv[1]);
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError &done) {
    return done.get_exit_code();
  } catch (const Refused &refused) {  // by an option's own reading of its value
    return show(refused, asks_for_json(argc, argv));
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)  // --help
      return guarded([&](bool) { return app.exit(error); }, false);
    return show({EBW_ERR_ARGUMENT, std::string(error.what()) + "; --help shows the options", kBadCommandLine},
                asks_for_json(argc, argv));
  }
  return kDone;
}

}  // namespace ebw::cli
