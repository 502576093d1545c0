// SPDX-License-Identifier: MIT
// `ebbwave schedule KIND`; the kinds are rows of schedule_kinds.cpp.
#include "schedule.hpp"

#include <ebbwave/schedule.h>

#include <array>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "number_option.hpp"
#include "numbers.hpp"
#include "schedule_kinds.hpp"

namespace ebw::cli {

namespace {

using Json = nlohmann::ordered_json;
using Handle = std::unique_ptr<ebw_schedule, decltype(&ebw_schedule_destroy)>;
using Row = std::array<std::int64_t, 4>;

constexpr std::int64_t kMostActions = 10000000;  // each takes 32 bytes, and a line of 84

template <class Get>
std::int64_t ask(Get get, const Handle &schedule) {
  std::int64_t value = 0;
  check(get(schedule.get(), &value));
  return value;
}

// Without costs the forward steps are the cost, a whole number.
Json cost_of(const ScheduleOptions &options, const Handle &schedule, std::int64_t forward) {
  if (options.costs.empty()) return forward;
  double cost = 0.0;
  check(ebw_schedule_get_cost(schedule.get(), options.costs.data(), &cost));
  return cost;
}

Json counts_of(const ScheduleOptions &options, const ScheduleKind &kind, const Handle &schedule) {
  const std::int64_t advances = ask(ebw_schedule_count_advances, schedule);
  const std::int64_t taped = ask(ebw_schedule_count_taped, schedule);
  std::int64_t forward;
  if (__builtin_add_overflow(advances, taped, &forward))
    throw Refused(EBW_ERR_OVERFLOW, "total_forward = " + std::to_string(advances) + " + " + std::to_string(taped) +
                                        " does not fit 64 bits; use more slots or fewer steps");
  Json counts{{"advances", advances},
              {"taped", taped},
              {"total_forward", forward},
              {"saves", ask(ebw_schedule_count_saves, schedule)},
              {"loads", ask(ebw_schedule_count_loads, schedule)},
              {"disk_saves", ask(ebw_schedule_count_disk_saves, schedule)},
              {"disk_loads", ask(ebw_schedule_count_disk_loads, schedule)},
              {"peak_slots", ask(ebw_schedule_get_peak_slots, schedule)},
              {"peak_disk_slots", ask(ebw_schedule_get_peak_disk_slots, schedule)},
              {"left_on_disk", ask(ebw_schedule_count_left_on_disk, schedule)},
              {"cost", cost_of(options, schedule, forward)}};
  if (kind.leaf != ScheduleKind::none) {
    counts["state_slots"] = ask(ebw_schedule_get_memory_slots, schedule);
    counts["tape_slots"] = ask(ebw_schedule_get_tape_slots, schedule);
  }
  return counts;
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
  for (const auto &[name, value] : counts.items()) std::printf("%-15s %20s\n", name.c_str(), value.dump().c_str());
  if (rows.empty()) return;
  const auto cell = [](std::int64_t value) { return value < 0 ? std::string("-") : std::to_string(value); };
  std::printf("\n%-14s %20s %20s %20s\n", "action", "from", "to", "slot");
  for (const auto &[kind, from, to, slot] : rows)
    std::printf("%-14s %20s %20s %20s\n", action_name(kind), cell(from).c_str(), cell(to).c_str(), cell(slot).c_str());
}

// Row by row: a Json of all rows would take many times their memory.
void print_json(const ScheduleOptions &options, const Json &counts, const std::vector<Row> &rows) {
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

int print_schedule(const ScheduleOptions &options, const ScheduleKind &kind, bool json) {
  ebw_schedule *made = nullptr;
  kind.create(options, &made);
  const Handle schedule(made, ebw_schedule_destroy);
  const Json counts = counts_of(options, kind, schedule);
  const std::vector<Row> rows = options.actions ? actions_of(schedule) : std::vector<Row>{};
  if (json) {
    print_json(options, counts, rows);
  } else {
    print_table(counts, rows);
  }
  return kDone;
}

void add_count(CLI::App &command, const char *option, std::optional<std::int64_t> &target, ScheduleKind::Use use,
               const char *description) {
  if (use == ScheduleKind::none) return;
  add_number<std::int64_t>(command, option, target, description)->required(use == ScheduleKind::required);
}

// --costs: four reals, separated by commas.
void add_costs(CLI::App &command, std::vector<double> &target, const char *which) {
  const auto read = [&target, which](const CLI::results_t &words) {
    target.clear();
    for (const std::string_view word : split(words.front(), ','))
      target.push_back(parse_real_option("--costs", std::string(word)));
    if (target.size() != 4) refuse_usage("--costs = '", words.front(), "', need four numbers ", which);
    return true;
  };
  command.add_option("--costs", read, joined("Costs ", which, " in one unit"))->type_name("REAL,REAL,REAL,REAL");
}

void add_kind(CLI::App &parent, const ScheduleKind &kind) {
  const auto options = std::make_shared<ScheduleOptions>();
  CLI::App &command = *parent.add_subcommand(kind.name, kind.description);
  add_number<std::int64_t>(command, "--steps", options->steps, "Number of steps, 1 to 2^62")->required();
  add_count(command, "--slots", options->slots, kind.slots, kind.slots_are);
  add_count(command, "--disk-slots", options->disk_slots, kind.disk_slots, "Slots on disk");
  add_count(command, "--period", options->period, kind.period, "Steps between two states on disk");
  add_count(command, "--restart-units", options->restart_units, kind.units, "Units that a state takes");
  add_count(command, "--tape-units", options->tape_units, kind.units, "Units that the tape of a step takes");
  add_count(command, "--leaf", options->leaf, kind.leaf, "Steps of a leaf; default: chosen with the slots");
  add_costs(command, options->costs, kind.costs);
  options->reverse = kind.reverses.front();
  command.add_option("--reverse", options->reverse, "What the reverse of a step needs; default " + options->reverse)
      ->check(CLI::IsMember(kind.reverses));
  command.add_flag("--actions", options->actions, "Also print every action");
  set_body(command, [options, &kind](bool json) { return print_schedule(*options, kind, json); });
}

}  // namespace

void add_schedule(CLI::App &app) {
  CLI::App &schedule = *app.add_subcommand("schedule", "Print what a checkpoint schedule costs, and its actions");
  schedule.require_subcommand(1);
  for (const ScheduleKind &kind : schedule_kinds()) add_kind(schedule, kind);
}

}  // namespace ebw::cli
