// SPDX-License-Identifier: MIT
// How refusals leave the command.
#include "command.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <string_view>

namespace ebw::cli {
namespace {

int show(const Refused &refused, bool json) {
  const char *name = ebw_status_name(refused.status());
  std::string line = refused.what();
  std::replace(line.begin(), line.end(), '\n', ' ');
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
    return body(json);
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

}  // namespace

void set_body(CLI::App &subcommand, std::function<int(bool json)> body) {
  const auto json = std::make_shared<bool>(false);
  subcommand.add_flag("--json", *json, "Print one JSON object");
  // CLI11 carries an exit code out of a callback by this exception.
  subcommand.callback([json, body = std::move(body)] { throw CLI::RuntimeError(guarded(body, *json)); });
}

int run(CLI::App &app, int argc, char **argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError &done) {
    return done.get_exit_code();
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    return show({EBW_ERR_ARGUMENT, std::string(error.what()) + "; --help shows the options", kBadCommandLine},
                asks_for_json(argc, argv));
  }
  return kDone;
}

}  // namespace ebw::cli
