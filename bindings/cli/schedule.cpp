// SPDX-License-Identifier: MIT
// `ebbwave schedule {store_all,revolve}`.
#include "schedule.hpp"

#include <ebbwave/schedule.h>

#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "number_option.hpp"

namespace ebw::cli {

namespace {

using Json = nlohmann::ordered_json;
using Handle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;
using Row = std::array<std::int64_t, 4>;

// Options of every kind of schedule.
struct Options {
  std::int64_t steps = 0;
  std::optional<std::int64_t> slots;
  std::string reverse = "fused";
  bool actions = false;
};

constexpr std::int64_t kMostActions = 10000000;  // each takes 32 bytes, and a line of 84

std::int32_t reverse_kind(const Options &options) {
  return options.reverse == "fused" ? EBW_REVERSE_FUSED : EBW_REVERSE_STATE_ONLY;
}

using Create = void (*)(const Options &, ebw_schedule **);

void create_store_all(const Options &options, ebw_schedule **schedule) {
  if (options.slots && *options.slots < options.steps)
    throw Refused(EBW_ERR_BUDGET, "slots = " + std::to_string(*options.slots) + ", store_all needs " +
                                      std::to_string(options.steps) + ", one per step; raise --slots or use revolve");
  const bool tape = reverse_kind(options) == EBW_REVERSE_FUSED;
  check(ebw_schedule_create_store_all(options.steps, reverse_kind(options), tape, schedule));
}

void create_revolve(const Options &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_revolve(options.steps, *options.slots, reverse_kind(options), schedule));
}

template <class Get>
std::int64_t ask(Get get, const Handle &schedule) {
  std::int64_t value = 0;
  check(get(schedule.get(), &value));
  return value;
}

Json counts_of(const Handle &schedule) {
  const std::int64_t advances = ask(ebw_schedule_count_advances, schedule);
  const std::int64_t taped = ask(ebw_schedule_count_taped, schedule);
  std::int64_t forward;
  if (__builtin_add_overflow(advances, taped, &forward))
    throw Refused(EBW_ERR_OVERFLOW, "total_forward = " + std::to_string(advances) + " + " + std::to_string(taped) +
                                        " does not fit 64 bits; use more slots or fewer steps");
  return {{"advances", advances},
          {"taped", taped},
          {"total_forward", forward},
          {"saves", ask(ebw_schedule_count_saves, schedule)},
          {"loads", ask(ebw_schedule_count_loads, schedule)},
          {"peak_slots", ask(ebw_schedule_get_peak_slots, schedule)},
          {"cost", forward}};
}

std::vector<Row> actions_of(const Handle &schedule) {
  std::int64_t count = 0;
  check(ebw_schedule_export(schedule.get(), nullptr, 0, &count));
  if (count > kMostActions)
    refuse(EBW_ERR_ARGUMENT, "--actions: the schedule has ", count, " actions, at most ", kMostActions,
           " are printed; leave --actions out or use fewer --steps");
  std::vector<Row> rows(static_cast<std::size_t>(count));
  check(ebw_schedule_export(schedule.get(), rows.data()->data(), count, &count));
  return rows;
}

const char *action_name(std::int64_t kind) {
  static constexpr const char *kNames[] = {"end",  "advance", "save",          "load",      "discard",
                                           "turn", "reverse", "advance_taped", "save_tape", "load_tape"};
  return kNames[kind];
}

void print_table(const Json &counts, const std::vector<Row> &rows) {
  for (const auto &[name, value] : counts.items())
    std::printf("%-14s %20lld\n", name.c_str(), static_cast<long long>(value.get<std::int64_t>()));
  if (rows.empty()) return;
  const auto cell = [](std::int64_t value) { return value < 0 ? std::string("-") : std::to_string(value); };
  std::printf("\n%-14s %20s %20s %20s\n", "action", "from", "to", "slot");
  for (const auto &[kind, from, to, slot] : rows)
    std::printf("%-14s %20s %20s %20s\n", action_name(kind), cell(from).c_str(), cell(to).c_str(), cell(slot).c_str());
}

// Row by row: a Json of all rows would take many times their memory.
void print_json(const Options &options, const Json &counts, const std::vector<Row> &rows) {
  std::string object = counts.dump();
  object.pop_back();
  std::fputs(object.c_str(), stdout);
  const char *before = ",\"actions\":[";
  for (const auto &[kind, from, to, slot] : rows) {
    std::printf("%s[%lld,%lld,%lld,%lld]", before, static_cast<long long>(kind), static_cast<long long>(from),
                static_cast<long long>(to), static_cast<long long>(slot));
    before = ",";
  }
  std::puts(options.actions ? "]}" : "}");
}

int print_schedule(const Options &options, Create create, bool json) {
  ebw_schedule *made = nullptr;
  create(options, &made);
  const Handle schedule(made, ebw_schedule_destroy);
  const Json counts = counts_of(schedule);
  const std::vector<Row> rows = options.actions ? actions_of(schedule) : std::vector<Row>{};
  if (json) {
    print_json(options, counts, rows);
  } else {
    print_table(counts, rows);
  }
  return kDone;
}

void add_kind(CLI::App &parent, const char *name, const char *description, bool needs_slots, Create create) {
  const auto options = std::make_shared<Options>();
  CLI::App &command = *parent.add_subcommand(name, description);
  add_number<std::int64_t>(command, "--steps", options->steps, "Number of steps, 1 to 2^62")->required();
  add_number<std::int64_t>(command, "--slots", options->slots, "Slots, the one of the initial state included")
      ->required(needs_slots);
  command.add_option("--reverse", options->reverse, "What the reverse of a step needs; default fused")
      ->check(CLI::IsMember({"fused", "state_only"}));
  command.add_flag("--actions", options->actions, "Also print every action");
  set_body(command, [options, create](bool json) { return print_schedule(*options, create, json); });
}

}  // namespace

void add_schedule(CLI::App &app) {
  CLI::App &schedule = *app.add_subcommand("schedule", "Print what a checkpoint schedule costs, and its actions");
  schedule.require_subcommand(1);
  add_kind(schedule, "store_all", "Keep what every step needs; no step is run twice", false, create_store_all);
  add_kind(schedule, "revolve", "Fewest forward steps for a number of slots", true, create_revolve);
}

}  // namespace ebw::cli
