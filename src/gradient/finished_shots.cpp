// SPDX-License-Identifier: MIT
// Numbers: finished shots, their misfits, the shots in each partial sum. Parts: results by shot, sums by position.
#include "gradient/finished_shots.hpp"

#include <bit>

#include "base/log.hpp"

namespace ebw::gradient {

using storage::Part;

namespace {

constexpr std::uint32_t kResults = 100, kSum = 101;

}  // namespace

std::vector<double> FinishedShots::restore() {
  const std::vector<std::int64_t> &numbers = recovery_.outer_numbers();
  if (numbers.empty()) return {};
  const auto refuse = [&](const char *what) {
    fail(Status::corrupt, "directory '", recovery_.files().path(), "': the generation's ", what,
         " do not fit; remove its files ebw-* to begin anew");
  };
  const std::int64_t n_shots = static_cast<std::int64_t>(shots_.size()), done = numbers[0];
  if (done < 1 || done >= n_shots || static_cast<std::int64_t>(numbers.size()) < 2 + done) refuse("finished shots");
  std::vector<double> misfits;
  for (std::int64_t s = 0; s < done; ++s)
    misfits.push_back(std::bit_cast<double>(numbers[static_cast<std::size_t>(1 + s)]));
  std::vector<std::span<std::byte>> sums;
  std::int64_t summed = 0;
  for (std::size_t i = static_cast<std::size_t>(1 + done); i < numbers.size(); summed += numbers[i++]) {
    if (numbers[i] < 1 || numbers[i] > done - summed) refuse("sums");
    sums.push_back(sum_.restore(numbers[i]));
  }
  if (summed != done) refuse("sums");
  std::int64_t parts = 0;
  for (const Part &part : recovery_.outer_parts()) {
    ++parts;
    if (part.kind == kResults && part.slot >= 0 && part.slot < done) {
      wave::Shot &shot = *shots_[static_cast<std::size_t>(part.slot)];
      recovery_.files().read(part, shot.results());
      shot.finish_forward();
      shot.finish_adjoint();
    } else if (part.kind == kSum && part.slot >= 0 && part.slot < static_cast<std::int64_t>(sums.size())) {
      recovery_.files().read(part, sums[static_cast<std::size_t>(part.slot)]);
    } else {
      refuse("parts");
    }
  }
  if (parts != done + static_cast<std::int64_t>(sums.size())) refuse("parts");
  if (log_enabled())
    log_info(text("directory '", recovery_.files().path(), "': ", done, " of ", n_shots, " shots are finished"));
  return misfits;
}

void FinishedShots::add(const std::vector<double> &misfits) {
  const std::vector<ShotSum::View> sums = sum_.partials();
  const std::int64_t shot = static_cast<std::int64_t>(misfits.size()) - 1;
  const std::int64_t last = static_cast<std::int64_t>(sums.size()) - 1;
  std::vector<std::int64_t> numbers{shot + 1};
  for (const double misfit : misfits) numbers.push_back(std::bit_cast<std::int64_t>(misfit));
  for (const ShotSum::View &sum : sums) numbers.push_back(sum.shots);

  std::vector<Part> parts;
  for (const Part &part : recovery_.outer_parts())
    if (part.kind == kResults || part.slot < last) parts.push_back(part);
  std::vector<std::span<const std::byte>> results;
  for (const auto &piece : shots_[static_cast<std::size_t>(shot)]->results()) results.emplace_back(piece);
  parts.push_back(recovery_.files().write(kResults, -1, shot, results));
  parts.push_back(recovery_.files().write(kSum, -1, last, sums.back().bytes));
  recovery_.set_outer(std::move(numbers), std::move(parts));
  recovery_.keep_outer();
}

}  // namespace ebw::gradient
