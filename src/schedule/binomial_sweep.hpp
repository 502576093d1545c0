// SPDX-License-Identifier: MIT
// The stream that reverses one range of steps by the binomial rule; schedules are made of one or many of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "schedule/action.hpp"
#include "schedule/binomial.hpp"

namespace ebw::schedule {

// O(1) arithmetic per action, one entry of memory per live checkpoint. Slots fill and empty as a stack.
class BinomialSweep {
 public:
  // Steps first .. end-1 with the state at `first` in work and `slots` >= 1 free slots, which are ids[0], ids[1], ...
  // and, beyond the end of that list, numbered by their place; the reverse of `turn_step`, when it lies in the range,
  // is the turn.
  void start(std::int64_t first, std::int64_t end, std::int64_t slots, std::int64_t turn_step,
             std::vector<std::int64_t> ids = {});

  // Steps positions[0] .. end-1 from live checkpoints, positions[i] in slot ids[i]; no state is in work. Further ids
  // are free slots, as above.
  void resume(const std::vector<std::int64_t> &positions, std::vector<std::int64_t> ids, std::int64_t end,
              std::int64_t slots, std::int64_t turn_step = -1);

  // Kind `end` when all is reversed, and again on every later call.
  Action next();
  bool done() const { return stage_ == Stage::load && live_.empty(); }

 private:
  enum class Stage { begin, split, arrived, load, discard, reverse };
  struct Checkpoint {
    std::int64_t position;
    Repetition at;  // of the range from here to end_, once that is this checkpoint's own
  };

  struct Known {
    std::int64_t length, slots;
    Repetition at;
  };

  Repetition known(std::int64_t length);
  Action push(std::int64_t position, Repetition at);
  Action advance();
  Action reverse_or_turn(std::int64_t step);
  std::int64_t slot_of(std::size_t depth) const {
    return depth < ids_.size() ? ids_[depth] : static_cast<std::int64_t>(depth);
  }

  std::int64_t first_ = 0;
  std::int64_t end_ = 0;  // steps from here on are reversed
  std::int64_t slots_ = 1;
  std::int64_t turn_step_ = -1;
  Repetition whole_;
  std::array<Known, 16> known_{};

  Stage stage_ = Stage::load;
  std::int64_t work_ = 0;  // where the last advance ended
  Repetition of_right_;    // of the range work_ .. end_
  std::vector<Checkpoint> live_;
  std::vector<std::int64_t> ids_;  // depth in the stack -> slot; beyond its end they are equal
};

}  // namespace ebw::schedule
