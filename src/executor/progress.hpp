// SPDX-License-Identifier: MIT
// Progress of one run or of several in a row (shots): how far, how often to tell, and the wish to stop.
#pragma once

#include <cstdint>
#include <functional>

#include "executor/pace.hpp"

namespace ebw::executor {

// One Progress serves all runs that the caller counts together: begin(total of all), then the runs, then finish().
class Progress {
 public:
  // Gets done and total in steps, forward and reverse, and how many of the done ones repeat a forward step. Non-zero
  // cancels.
  using Function = std::function<std::int32_t(std::int64_t done, std::int64_t total, std::int64_t recomputed)>;

  // every: steps between calls; 0 means about ten calls a second.
  Progress(Function function, std::int64_t every);

  void begin(std::int64_t total);
  // So many steps more will be taken than was said.
  void extend(std::int64_t steps) {
    if (total_ > 0) total_ += steps;
  }
  // How many steps may be taken before add() wants to know; at least 1.
  std::int64_t chunk() const;
  // `steps` more are done. Throws Status::cancelled.
  void add(std::int64_t steps, std::int64_t recomputed);
  // The last call, unless the function was told of the last step already. Throws Status::cancelled.
  void finish();

 private:
  bool due(std::int64_t steps);
  void report();

  Function function_;
  std::int64_t every_;
  std::int64_t done_ = 0, total_ = 0, recomputed_ = 0;
  std::int64_t told_ = -1;  // `done` of the last call
  Pace pace_;               // for every = 0
};

}  // namespace ebw::executor
