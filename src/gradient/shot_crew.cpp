// SPDX-License-Identifier: MIT
// Lanes sleep while they wait for their turn, the caller's thread while nobody asks it.
#include "gradient/shot_crew.hpp"

#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace ebw::gradient {

namespace {

[[noreturn]] void stop() { fail(Status::cancelled, "a shot before this one failed"); }

}  // namespace

ShotCrew::ShotCrew(int lanes, std::int64_t shots, const wave::MisfitFunction *misfit, executor::Progress *progress,
                   std::int64_t every)
    : shots_(shots), user_misfit_(misfit), user_progress_(progress), lanes_(static_cast<std::size_t>(lanes)) {
  if (misfit && *misfit)
    asked_misfit_ = [this](std::int64_t shot, const wave::Shot &of, const double *traces, double *residual) {
      return ask({shot, &of, traces, residual, 0.0, nullptr, false});
    };
  for (Lane &lane : lanes_) {
    lane.progress = std::make_unique<executor::Progress>(
        [this, &lane](std::int64_t done, std::int64_t, std::int64_t recomputed) -> std::int32_t {
          const Lock lock(mutex_);
          lane.done = done;
          lane.recomputed = recomputed;
          if (user_progress_) {
            news_ = true;
            caller_.notify_one();
          }
          return stopped(lane.shot) ? 1 : 0;
        },
        every);
    lane.progress->begin(0);
  }
}

void ShotCrew::start(const Body &body) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    {
      const Lock lock(mutex_);
      ++running_;
    }
    try {
      lanes_[lane].thread = std::thread([this, lane, &body] { work(static_cast<int>(lane), body); });
    } catch (const std::system_error &error) {
      const Lock lock(mutex_);
      --running_;
      try {
        fail(Status::no_memory, "the machine refuses a thread for shot ", lane, " (", error.what(),
             "); run fewer shots at a time");
      } catch (...) {
        note_failure(-1, std::current_exception());
      }
      return;
    }
  }
}

void ShotCrew::run(const Body &body) {
  start(body);
  {
    Lock lock(mutex_);
    while (running_ > 0 || news_) {
      caller_.wait(lock, [this] { return running_ == 0 || request_ || news_; });
      if (request_) serve(lock);
      if (news_) tell(lock);
    }
  }
  for (Lane &lane : lanes_)
    if (lane.thread.joinable()) lane.thread.join();
  if (why_) std::rethrow_exception(why_);
}

void ShotCrew::work(int number, const Body &body) {
  Lane &lane = lanes_[static_cast<std::size_t>(number)];
  for (std::int64_t shot = number; shot < shots_; shot += static_cast<std::int64_t>(lanes_.size())) {
    {
      const Lock lock(mutex_);
      if (stopped(shot)) break;
      lane.shot = shot;
    }
    try {
      body(number, shot);
      if (shot + static_cast<std::int64_t>(lanes_.size()) >= shots_) lane.progress->finish();
    } catch (...) {
      const Lock lock(mutex_);
      note_failure(shot, std::current_exception());
      break;
    }
  }
  const Lock lock(mutex_);
  --running_;
  caller_.notify_one();
}

// With the lock held.
void ShotCrew::note_failure(std::int64_t shot, std::exception_ptr why) {
  if (shot >= failed_) return;
  failed_ = shot;
  why_ = std::move(why);
  crew_.notify_all();
}

void ShotCrew::in_order(std::int64_t shot, const std::function<void()> &work) {
  {
    Lock lock(mutex_);
    crew_.wait(lock, [&] { return next_in_order_ == shot || stopped(shot); });
    if (stopped(shot)) stop();
  }
  work();  // nobody else's turn before the count goes on
  const Lock lock(mutex_);
  ++next_in_order_;
  crew_.notify_all();
}

double ShotCrew::ask(Request request) {
  Lock lock(mutex_);
  crew_.wait(lock, [&] { return (next_misfit_ == request.shot && !request_) || stopped(request.shot); });
  if (stopped(request.shot)) stop();
  request_ = &request;
  caller_.notify_one();
  crew_.wait(lock, [&] { return request.done; });
  if (request.error) std::rethrow_exception(request.error);
  return request.answer;
}

// The answer to a lane's request, without the lock while the user's function runs.
void ShotCrew::serve(Lock &lock) {
  Request &request = *request_;
  const bool wanted = !stopped(request.shot);
  lock.unlock();
  try {
    if (!wanted) stop();
    request.answer = (*user_misfit_)(request.shot, *request.of, request.traces, request.residual);
  } catch (...) {
    request.error = std::current_exception();
  }
  lock.lock();
  if (request.error) note_failure(request.shot, request.error);  // before the next shot asks
  request.done = true;
  request_ = nullptr;
  ++next_misfit_;
  crew_.notify_all();
}

void ShotCrew::tell(Lock &lock) {
  news_ = false;
  std::int64_t done = 0, recomputed = 0;
  for (const Lane &lane : lanes_) {
    done += lane.done;
    recomputed += lane.recomputed;
  }
  const std::int64_t more = done - std::exchange(told_done_, done);
  const std::int64_t again = recomputed - std::exchange(told_recomputed_, recomputed);
  if (failed_ < 0 || more == 0) return;
  std::exception_ptr error;
  lock.unlock();
  try {
    user_progress_->add(more, again);
  } catch (...) {
    error = std::current_exception();
  }
  lock.lock();
  if (error) note_failure(-1, error);
}

}  // namespace ebw::gradient
