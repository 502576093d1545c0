// SPDX-License-Identifier: MIT
// Which sources and receivers make a shot.
#include "pairing.hpp"

#include <map>
#include <numeric>

#include "refused.hpp"

namespace ebw::cli {
namespace {

using RowsByShot = std::map<std::int64_t, std::vector<std::int64_t>>;

RowsByShot rows_by_shot(const Points &points) {
  RowsByShot rows;
  for (std::int64_t i = 0; i < points.count(); ++i)
    rows[points.has_shots() ? points.shot[static_cast<std::size_t>(i)] : i].push_back(i);
  return rows;
}

void require_shots(const RowsByShot &wanted, const RowsByShot &present, const Points &table, const char *what) {
  for (const auto &[number, rows] : wanted)
    if (!present.contains(number))
      refuse(EBW_ERR_ARGUMENT, table.origin, " has no ", what, " of shot ", number,
             "; every shot number must stand in both tables");
}

}  // namespace

std::vector<ShotRows> pair_shots(const Points &sources, const Points &receivers) {
  if (receivers.has_shots() && !sources.has_shots())
    refuse(EBW_ERR_ARGUMENT, receivers.origin, " has a column 'shot', ", sources.origin,
           " has none; number the shots in both, or in the sources alone");
  const RowsByShot by_source = rows_by_shot(sources);
  RowsByShot by_receiver;
  if (receivers.has_shots()) {
    by_receiver = rows_by_shot(receivers);
    require_shots(by_source, by_receiver, receivers, "receiver");
    require_shots(by_receiver, by_source, sources, "source");
  }
  std::vector<std::int64_t> all_receivers(static_cast<std::size_t>(receivers.count()));
  std::iota(all_receivers.begin(), all_receivers.end(), 0);

  std::vector<ShotRows> shots;
  for (const auto &[number, rows] : by_source) {
    const auto &mine = receivers.has_shots() ? by_receiver.at(number) : all_receivers;
    shots.push_back({number, rows, mine});
    if (mine.size() != shots.front().receivers.size())
      refuse(EBW_ERR_SHAPE, receivers.origin, ": shot ", number, " has ", mine.size(), " receivers, shot ",
             shots.front().number, " has ", shots.front().receivers.size(), "; give every shot the same number");
  }
  return shots;
}

}  // namespace ebw::cli
