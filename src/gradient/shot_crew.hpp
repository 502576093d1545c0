// SPDX-License-Identifier: MIT
// Several shots at a time, each on a thread of its own. What belongs to the caller stays on the caller's thread: the
// user's misfit function and the progress function. What hangs on the order of the shots is done in their order.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "executor/progress.hpp"
#include "wave/misfit.hpp"

namespace ebw::gradient {

// Shot s is lane s % lanes's, so that what a lane holds does not hang on chance. When a shot fails, those after it stop
// and those before it go on: the error that ends the run is that of the first shot that fails, as one after the other.
class ShotCrew {
 public:
  // `progress` and `misfit` may be NULL or empty; `every` is that of the progress.
  ShotCrew(int lanes, std::int64_t shots, const wave::MisfitFunction *misfit, executor::Progress *progress,
           std::int64_t every);

  // Calls body(lane, shot) for every shot and returns when all are done; throws what ended the run.
  using Body = std::function<void(int lane, std::int64_t shot)>;
  void run(const Body &body);

  // For the body. Its progress, which also tells it to stop; a misfit function that asks the caller's thread, in the
  // order of the shots, or an empty one; and a piece of work that waits for those of all shots before.
  executor::Progress &progress(int lane) { return *lanes_[static_cast<std::size_t>(lane)].progress; }
  const wave::MisfitFunction &misfit() const { return asked_misfit_; }
  void in_order(std::int64_t shot, const std::function<void()> &work);

 private:
  struct Lane {
    std::unique_ptr<executor::Progress> progress;
    std::int64_t shot = -1, done = 0, recomputed = 0;
    std::thread thread;
  };
  // A call of the user's misfit function that a lane waits for.
  struct Request {
    std::int64_t shot;
    const wave::Shot *of;
    const double *traces;
    double *residual;
    double answer = 0.0;
    std::exception_ptr error;
    bool done = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  void work(int lane, const Body &body);
  double ask(Request request);
  void serve(Lock &lock);
  void tell(Lock &lock);
  bool stopped(std::int64_t shot) const { return failed_ < shot; }
  void note_failure(std::int64_t shot, std::exception_ptr why);
  void start(const Body &body);

  const std::int64_t shots_;
  const wave::MisfitFunction *user_misfit_;
  executor::Progress *user_progress_;
  wave::MisfitFunction asked_misfit_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable caller_, crew_;
  std::vector<Lane> lanes_;
  int running_ = 0;
  bool news_ = false;  // a lane has made steps that the user was not told of
  std::int64_t told_done_ = 0, told_recomputed_ = 0;
  Request *request_ = nullptr;
  std::int64_t next_misfit_ = 0, next_in_order_ = 0;  // whose turn it is
  std::int64_t failed_ = INT64_MAX;                   // the first shot that failed; -1: the caller stops all
  std::exception_ptr why_;
};

}  // namespace ebw::gradient
