// SPDX-License-Identifier: MIT
// `ebbwave schedule {store_all,revolve}`.
#include "schedule.hpp"

#include <ebbwave/schedule.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"

namespace ebw::cli {

namespace {

using Json = nlohmann::ordered_json;
using Handle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;
using Row = std::array<std::int64_t, 4>;

// Options of every kind of schedule.
struct Options {
  std::int64_t steps = 0;
  std::int64_t slots = 0;
  bool has_slots = false;
  std::int32_t reverse_kind = EBW_REVERSE_FUSED;
  bool actions = false;
};

using Create = void (*)(const Options &, ebw_schedule **);

void create_store_all(const Options &options, ebw_schedule **schedule) {
  if (options.has_slots && options.slots < options.steps)
    throw Refused(EBW_ERR_BUDGET, "slots = " + std::to_string(options.slots) + ", store_all needs " +
                                      std::to_string(options.steps) + ", one per step; raise --slots or use revolve");
  const bool tape = options.reverse_kind == EBW_REVERSE_FUSED;
  check(ebw_schedule_create_store_all(options.steps, options.reverse_kind, tape, schedule));
}

void create_revolve(const Options &options, ebw_schedule **schedule) {
  check(ebw_schedule_create_revolve(options.steps, options.slots, options.reverse_kind, schedule));
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
  std::vector<Row> rows;
  if (static_cast<std::uint64_t>(count) > rows.max_size()) throw std::bad_alloc();
  rows.resize(static_cast<std::size_t>(count));
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

int print_schedule(const Options &options, Create create, bool json) {
  ebw_schedule *made = nullptr;
  create(options, &made);
  const Handle schedule(made, ebw_schedule_destroy);
  Json result = counts_of(schedule);
  const std::vector<Row> rows = options.actions ? actions_of(schedule) : std::vector<Row>{};
  if (!json) {
    print_table(result, rows);
    return kDone;
  }
  if (options.actions) result["actions"] = rows;
  std::puts(result.dump().c_str());
  return kDone;
}

void add_kind(CLI::App &parent, const char *name, const char *description, bool needs_slots, Create create) {
  const auto options = std::make_shared<Options>();
  CLI::App &command = *parent.add_subcommand(name, description);
  command.add_option("--steps", options->steps, "Number of steps, 1 to 2^62")->required();
  CLI::Option *slots = command.add_option("--slots", options->slots, "Slots, the one of the initial state included")
                           ->required(needs_slots);
  const std::map<std::string, std::int32_t> kinds{{"fused", EBW_REVERSE_FUSED}, {"state_only", EBW_REVERSE_STATE_ONLY}};
  command.add_option("--reverse", options->reverse_kind, "What the reverse of a step needs; default fused")
      ->transform(CLI::CheckedTransformer(kinds));
  command.add_flag("--actions", options->actions, "Also print every action");
  set_body(command, [options, slots, create](bool json) {
    options->has_slots = slots->count() > 0;
    return print_schedule(*options, create, json);
  });
}

}  // namespace

void add_schedule(CLI::App &app) {
  CLI::App &schedule = *app.add_subcommand("schedule", "Print what a checkpoint schedule costs, and its actions");
  schedule.require_subcommand(1);
  add_kind(schedule, "store_all", "Keep what every step needs; no step is run twice", false, create_store_all);
  add_kind(schedule, "revolve", "Fewest forward steps for a number of slots", true, create_revolve);
}

}  // namespace ebw::cli
