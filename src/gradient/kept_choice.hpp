// SPDX-License-Identifier: MIT
// What a schedule was chosen from, as numbers of a generation: a resumed run makes the same choice whatever it is told
// of budgets and costs, for what it goes on with hangs on the schedule.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "executor/planner.hpp"

namespace ebw::gradient {

std::vector<std::int64_t> choice_numbers(const executor::Needs &needs);
// The needs that the numbers are of, where these are not of the problem itself. Status::corrupt, naming the directory,
// for numbers that are none.
executor::Needs with_choice(executor::Needs needs, const std::vector<std::int64_t> &numbers,
                            const std::string &directory);

}  // namespace ebw::gradient
