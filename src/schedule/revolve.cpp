// SPDX-License-Identifier: MIT
// Revolve is one binomial sweep over all steps; its counts are closed forms.
#include "schedule/revolve.hpp"

#include <algorithm>

#include "schedule/fewest_saves.hpp"
#include "schedule/limits.hpp"

namespace ebw::schedule {

Revolve::Revolve(std::int64_t steps, std::int64_t slots, Sweep sweep) : steps_(steps), sweep_(sweep) {
  require_steps(steps);
  require_slots(slots, steps);
  chain_ = sweep.chain(steps);
  slots_ = std::min(slots, std::max<std::int64_t>(chain_ - 1, 1));
  reset();
}

void Revolve::reset() { stream_.start(0, chain_, slots_, steps_); }

std::unique_ptr<Schedule> Revolve::fresh() const { return std::make_unique<Revolve>(steps_, slots_, sweep_); }

std::int64_t Revolve::count_advances() const {
  return require_fit(fewest_advances(chain_, slots_), "advances", steps_);
}

std::int64_t Revolve::count_saves() const { return fewest_saves(chain_, slots_); }

// Each but the last reversed step is parted from the rest by one advance and followed by one load.
std::int64_t Revolve::count_actions() const {
  const Wide chain = static_cast<Wide>(chain_), saves = static_cast<Wide>(count_saves());
  return require_fit(chain + 2 * (chain - 1) + 2 * saves, "actions", steps_);
}

}  // namespace ebw::schedule
