// SPDX-License-Identifier: MIT
// How refusals leave the command.
#include "command.hpp"

#include <cstdio>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>

namespace ebw::cli {

void check(std::int32_t status) {
  if (status != EBW_OK) throw Refused(status, ebw_last_error());
}

namespace {

int show(const Refused &refused, bool json) {
  const char *name = ebw_status_name(refused.status());
  std::fprintf(stderr, "ebbwave: %s: %s\n", name, refused.what());
  if (json) {
    const nlohmann::ordered_json error{{"status", refused.status()}, {"name", name}, {"message", refused.what()}};
    std::puts(nlohmann::ordered_json{{"error", error}}.dump().c_str());
  }
  return kFailed;
}

int guarded(const std::function<int(bool)> &body, bool json) {
  try {
    return body(json);
  } catch (const Refused &refused) {
    return show(refused, json);
  } catch (const std::bad_alloc &) {
    return show({EBW_ERR_NO_MEMORY, "the machine refuses memory; ask for less"}, json);
  } catch (const std::exception &error) {
    return show({EBW_ERR_INTERNAL, error.what()}, json);
  }
}

}  // namespace

void set_body(CLI::App &subcommand, std::function<int(bool json)> body) {
  const auto json = std::make_shared<bool>(false);
  subcommand.add_flag("--json", *json, "Print one JSON object");
  // CLI11 carries an exit code out of a callback by this exception.
  subcommand.callback([json, body = std::move(body)] { throw CLI::RuntimeError(guarded(body, *json)); });
}

int run(CLI::App &app, int argc, char **argv) {
  app.failure_message([](const CLI::App *, const CLI::Error &error) {
    return "ebbwave: " + std::string(error.what()) + "; --help shows the options\n";
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError &done) {
    return done.get_exit_code();
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? kDone : kBadCommandLine;
  }
  return kDone;
}

}  // namespace ebw::cli
