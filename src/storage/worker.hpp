// SPDX-License-Identifier: MIT
// One thread that does jobs in the order in which they came.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace ebw::storage {

// Jobs throw nothing. The thread takes none of the host's signals. In the child of a fork there is no such thread: who
// owns a worker leaves it alone there, destructor included.
class Worker {
 public:
  // Status::no_memory when the machine refuses a thread.
  Worker();
  // Waits for the jobs that are under way.
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  // The lock that jobs and their owner share; a job runs without it and takes it to tell its result.
  std::mutex &mutex() { return mutex_; }
  // Called with the lock held, so that the job begins only after what its owner does next under it.
  void add(std::function<void()> job);
  // Called with the lock held: sleeps until a job has ended.
  void wait(std::unique_lock<std::mutex> &lock) { done_.wait(lock); }
  bool idle() const { return jobs_.empty() && !working_; }

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<std::function<void()>> jobs_;
  bool working_ = false, stop_ = false;
  pthread_t thread_;
};

}  // namespace ebw::storage
