// SPDX-License-Identifier: MIT
// The thread of a worker.
#include "storage/worker.hpp"

#include <csignal>

#include "base/error.hpp"

namespace ebw::storage {

Worker::Worker() {
  // Inherited by the thread: a signal of the host's must find one of the host's threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int answer = pthread_create(
      &thread_, nullptr,
      [](void *self) -> void * {
        static_cast<Worker *>(self)->work();
        return nullptr;
      },
      this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (answer != 0)
    fail(Status::no_memory, "the machine refuses a thread for background writes (error ", answer,
         "); end other threads, or use a storage without tiers");
}

Worker::~Worker() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  pthread_join(thread_, nullptr);
}

void Worker::add(std::function<void()> job) {
  jobs_.push_back(std::move(job));
  wake_.notify_one();
}

void Worker::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const std::function<void()> job = std::move(jobs_.front());
    jobs_.pop_front();
    working_ = true;
    lock.unlock();
    job();
    lock.lock();
    working_ = false;
    done_.notify_all();
  }
}

}  // namespace ebw::storage
