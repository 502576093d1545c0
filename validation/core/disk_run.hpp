// SPDX-License-Identifier: MIT
// A run on memory and disk that leaves generations, with system calls that are counted and that fail when told so.
#pragma once

#include <fcntl.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <string>

#include "bulky.hpp"
#include "executor/executor.hpp"
#include "executor/recovery.hpp"
#include "schedule/two_level.hpp"
#include "storage/background.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/memory.hpp"
#include "storage/tiered.hpp"

namespace ebw::validation {

enum class DiskCall { any, write, fsync, renameat, linkat };

// What the system does for generations; for the store's files only `unnamed` and the count.
struct DiskTraits {
  bool links = true;                 // false: as without /proc
  bool unnamed = true;               // false: as on a file system that has no files without names
  long calls_left = -1;              // of `failing`, for generations, until they fail; below 0: they never do
  DiskCall failing = DiskCall::any;  // any: all that can lack room
  int error = ENOSPC;                // with which they fail
  std::int64_t written = 0;          // bytes, by generations
  std::int64_t kept = 0;             // bytes, by the store; its thread is idle when this is read
};
inline DiskTraits g_disk_traits;

// For generations, of a disk that may be full or broken.
inline bool disk_fails(DiskCall call) {
  if (g_disk_traits.failing != DiskCall::any && g_disk_traits.failing != call) return false;
  if (g_disk_traits.calls_left < 0) return false;
  if (g_disk_traits.calls_left > 0) return --g_disk_traits.calls_left, false;
  errno = g_disk_traits.error;
  return true;
}

inline int openat_or_not(int directory, const char *name, int flags, mode_t mode) {
  if (g_disk_traits.unnamed || (flags & O_TMPFILE) != O_TMPFILE)
    return storage::system_file_calls().openat(directory, name, flags, mode);
  errno = EOPNOTSUPP;
  return -1;
}

inline const storage::FileCalls &calls_of_store() {
  static const storage::FileCalls calls = [] {
    storage::FileCalls c = storage::system_file_calls();
    c.openat = openat_or_not;
    c.pwrite = [](int file, const void *bytes, size_t count, off_t at) -> ssize_t {
      const ssize_t done = storage::system_file_calls().pwrite(file, bytes, count, at);
      if (done > 0) g_disk_traits.kept += done;
      return done;
    };
    return c;
  }();
  return calls;
}

inline const storage::FileCalls &calls_of_generations() {
  static const storage::FileCalls calls = [] {
    storage::FileCalls c = storage::system_file_calls();
    c.openat = [](int directory, const char *name, int flags, mode_t mode) {
      return (flags & O_CREAT) && disk_fails(DiskCall::any) ? -1 : openat_or_not(directory, name, flags, mode);
    };
    c.pwrite = [](int file, const void *bytes, size_t count, off_t at) -> ssize_t {
      if (disk_fails(DiskCall::write)) return -1;
      const ssize_t done = storage::system_file_calls().pwrite(file, bytes, count, at);
      if (done > 0) g_disk_traits.written += done;
      return done;
    };
    c.fsync = [](int file) { return disk_fails(DiskCall::fsync) ? -1 : storage::system_file_calls().fsync(file); };
    c.renameat = [](int from, const char *name, int to, const char *as) {
      return disk_fails(DiskCall::renameat) ? -1 : storage::system_file_calls().renameat(from, name, to, as);
    };
    c.linkat = [](int from, const char *name, int to, const char *as, int flags) {
      if (disk_fails(DiskCall::linkat)) return -1;
      if (g_disk_traits.links) return storage::system_file_calls().linkat(from, name, to, as, flags);
      errno = ENOENT;
      return -1;
    };
    return c;
  }();
  return calls;
}

constexpr std::int64_t kStateBytes = BulkyStepper::kBytes;
constexpr std::int64_t kRunSteps = 24, kRunInMemory = 1, kRunOnDisk = 3;

struct Outcome {
  bool finished = false;
  Status status = Status::ok;
  std::string message{};
  std::uint64_t gradient = 0;
  std::int64_t written = 0, kept = 0, disk_saves = 0, generations = 0, restored = 0;
};

// One process's part of it.
struct DiskRun {
  std::string directory;
  bool resume = false;
  std::int64_t throw_at = -1;                          // the call of the stepper that fails
  std::int64_t disk_bytes = 0;                         // bound on the generations
  double seconds = 0.0;                                // 0: one follows at every chance
  std::function<void(std::int64_t range)> advanced{};  // called after each range of steps, with its number

  Outcome operator()() const {
    schedule::TwoLevel schedule(kRunSteps, kRunInMemory, kRunOnDisk, schedule::Sweep(ReverseKind::state_only),
                                std::nullopt);
    BulkyStepper stepper(ReverseKind::state_only, false, [](std::int64_t) { return kStateBytes; });
    stepper.inner.throw_at = throw_at;
    MemoryAccount account;
    auto keeper = std::make_unique<storage::DiskKeeper>(directory, kRunOnDisk * storage::file_bytes(kStateBytes), true,
                                                        calls_of_store());
    storage::TieredStore store(account, std::make_unique<storage::MemoryStore>(account),
                               std::make_unique<storage::BackgroundStore>(account, std::move(keeper)), kRunInMemory);
    std::int64_t ranges = 0;
    stepper.advanced = [&](std::int64_t) {
      if (advanced) advanced(ranges++);
    };
    executor::Executor executor(schedule, store, stepper);
    Fingerprint problem;
    executor.add_to(problem);
    executor::RecoveryOptions options;
    options.directory = directory;
    options.disk_bytes = disk_bytes;
    options.seconds = seconds;
    options.calls = &calls_of_generations();
    g_disk_traits.written = g_disk_traits.kept = 0;
    executor::Recovery recovery(options, problem, resume);
    Outcome outcome;
    try {
      executor.run(nullptr, &recovery);
      outcome.finished = true;
      recovery.finish();
    } catch (const Error &error) {
      outcome.status = error.status();
      outcome.message = error.what();
    }
    outcome.gradient = stepper.inner.gradient;
    outcome.written = g_disk_traits.written;
    outcome.kept = g_disk_traits.kept;
    outcome.disk_saves = executor.stats().disk_saves;
    outcome.generations = recovery.generations();
    outcome.restored = recovery.restored_steps();
    return outcome;
  }
};

}  // namespace ebw::validation
