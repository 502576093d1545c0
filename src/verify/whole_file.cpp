// SPDX-License-Identifier: MIT
// A file that appears whole or not at all.
#include "verify/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "base/error.hpp"

namespace ebw::verify {

namespace {

Status status_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return Status::not_found;
    case EACCES:
    case EPERM:
    case EROFS: return Status::permission;
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Status::no_space;
    default: return Status::storage;
  }
}

[[noreturn]] void fail_system(int error, const std::string &path) {
  // std::strerror is not safe beside other threads.
  fail(status_of(error), path, ": cannot be written (", std::generic_category().message(error),
       "); name a folder that exists, may be written and has room");
}

std::string folder_of(const std::string &path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// A new file beside the one that is to come; removed unless it got its name.
class Temporary {
 public:
  explicit Temporary(const std::string &path) : path_(path) {
    static std::atomic<unsigned> counter{0};
    constexpr int kTries = 1000;  // names that others have taken, by crashed processes of the same number
    for (int i = 0; i < kTries && descriptor_ < 0; ++i) {
      name_ = text(folder_of(path), "/.ebbwave-", getpid(), "-", counter++);
      descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail_system(errno, path);
  }
  ~Temporary() {
    close(descriptor_);
    if (!name_.empty()) unlink(name_.c_str());
  }
  Temporary(const Temporary &) = delete;
  Temporary &operator=(const Temporary &) = delete;

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t put = ::write(descriptor_, content.data(), std::min<std::size_t>(content.size(), 1u << 30));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) fail_system(errno, path_);
      content.remove_prefix(static_cast<std::size_t>(put));
    }
    if (fsync(descriptor_) != 0) fail_system(errno, path_);
  }
  void commit() {
    if (rename(name_.c_str(), path_.c_str()) != 0) fail_system(errno, path_);
    name_.clear();
  }

 private:
  std::string path_, name_;
  int descriptor_ = -1;
};

}  // namespace

void write_whole_file(const std::string &path, std::string_view content) {
  struct stat facts;
  // A pipe or a device would be replaced by a file.
  if (stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode))
    fail(Status::argument, path, " exists and is not a regular file; name another");
  Temporary file(path);
  file.write(content);
  file.commit();
}

}  // namespace ebw::verify
