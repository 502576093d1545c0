// SPDX-License-Identifier: MIT
// A directory that is opened once; its files are reached by generated names only, never by a path.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace ebw::storage {

// The system calls on files, in one table, so that a test can make each of them fail.
struct FileCalls {
  int (*openat)(int directory, const char *name, int flags, mode_t mode);
  ssize_t (*pwrite)(int file, const void *bytes, size_t count, off_t at);
  ssize_t (*pread)(int file, void *bytes, size_t count, off_t at);
  int (*fstat)(int file, struct stat *facts);
  int (*fsync)(int file);
  int (*close)(int file);
  int (*renameat)(int from_directory, const char *from, int to_directory, const char *to);
  int (*unlinkat)(int directory, const char *name, int flags);
  int (*linkat)(int from_directory, const char *from, int to_directory, const char *to, int flags);
};
const FileCalls &system_file_calls() noexcept;

// The status that a failed system call stands for: no_space, permission, or storage for all others.
Status status_of_errno(int error) noexcept;

// Owns a file descriptor.
class File {
 public:
  File() = default;
  File(const FileCalls &calls, int descriptor) : calls_(&calls), descriptor_(descriptor) {}
  ~File() { close(); }
  File(File &&other) noexcept : calls_(other.calls_), descriptor_(std::exchange(other.descriptor_, -1)) {}
  File &operator=(File &&other) noexcept {
    std::swap(calls_, other.calls_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int descriptor() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }
  // False when the system reports an error that had been held back; the descriptor is gone all the same.
  bool close() noexcept;

 private:
  const FileCalls *calls_ = nullptr;
  int descriptor_ = -1;
};

class Directory {
 public:
  // Makes the last part of `path`, mode 0700, when it is missing. Refuses a symbolic link and what is no directory.
  explicit Directory(const std::string &path, const FileCalls &calls = system_file_calls());

  const std::string &path() const { return path_; }
  const FileCalls &calls() const { return *calls_; }

  // A new file, mode 0600; refused when the name is taken, be it by a link. Reading and writing.
  File create(const std::string &name) const;
  // A new file without a name, mode 0600: gone however the process ends. Where the file system has none of these it has
  // `name` until it is unlinked, at once; a process killed between the two calls leaves an empty file of that name, and
  // others may remove it at any time.
  File create_unnamed(const std::string &name) const;
  // An existing plain file, for reading.
  File open(const std::string &name) const;
  void rename(const std::string &from, const std::string &to) const;
  // For clean-up: false when there is nothing to remove or the system refuses.
  bool try_remove(const std::string &name) const noexcept;
  // Gives an open file, which may have no name, this one; false where that cannot be done: without /proc, from another
  // file system, or where the file had a name and lost it.
  bool link(const File &file, const std::string &name) const;
  // Names are durable from here on.
  void sync() const;

  // Names that begin with `prefix`, sorted.
  std::vector<std::string> names(std::string_view prefix) const;

  // Keeps other processes, and other openings in this one, from locking the same directory, for as long as this one
  // lives; Status::busy when it is locked already. The system lets go when the process ends, however it does.
  void lock() const;

 private:
  [[noreturn]] void fail_with(int error, const char *action, const std::string &name) const;

  std::string path_;
  const FileCalls *calls_;
  File self_;
};

// Names are generated: letters, digits, '-' and '.', not beginning with '.'.
void require_generated_name(std::string_view name);

}  // namespace ebw::storage
