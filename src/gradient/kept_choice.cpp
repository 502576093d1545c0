// SPDX-License-Identifier: MIT
// Bounds in bytes, and reals as their bits.
#include "gradient/kept_choice.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "base/error.hpp"

namespace ebw::gradient {

namespace {

// Every real that a choice is made from.
std::array<double *, 6> reals_of(executor::Needs &needs) {
  return {&needs.costs.advance, &needs.costs.taped, &needs.costs.reverse,
          &needs.costs.copy,    &needs.disk_save,   &needs.disk_load};
}

constexpr std::size_t kWhole = 3;

}  // namespace

std::vector<std::int64_t> choice_numbers(const executor::Needs &needs) {
  executor::Needs copy = needs;
  const std::int64_t memory = needs.memory_bytes > 0 ? needs.memory_bytes : executor::machine_memory() / 2;
  std::vector<std::int64_t> numbers{memory, needs.disk_bytes, needs.costs_in_seconds};
  for (const double *real : reals_of(copy)) numbers.push_back(std::bit_cast<std::int64_t>(*real));
  return numbers;
}

executor::Needs with_choice(executor::Needs needs, const std::vector<std::int64_t> &numbers,
                            const std::string &directory) {
  const std::array<double *, 6> reals = reals_of(needs);
  bool whole = numbers.size() == kWhole + reals.size() && numbers[0] > 0 && numbers[1] >= 0;
  for (std::size_t i = 0; whole && i < reals.size(); ++i) {
    *reals[i] = std::bit_cast<double>(numbers[kWhole + i]);
    whole = std::isfinite(*reals[i]);
  }
  if (!whole)
    fail(Status::corrupt, "directory '", directory, "': what the generation's schedule was chosen from is damaged; ",
         "remove its files ebw-* to begin anew");
  needs.memory_bytes = numbers[0];
  needs.disk_bytes = numbers[1];
  needs.costs_in_seconds = numbers[2] != 0;
  return needs;
}

}  // namespace ebw::gradient
