// SPDX-License-Identifier: MIT
// Opening, naming and removing files below one directory.
#include "storage/directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ebw::storage {

namespace {

int plain_openat(int directory, const char *name, int flags, mode_t mode) {
  return ::openat(directory, name, flags, mode);
}

constexpr FileCalls kSystem{plain_openat, ::pwrite,   ::pread,    ::fstat, ::fsync,
                            ::close,      ::renameat, ::unlinkat, ::linkat};

std::string reason(int error) {
  char words[128] = "";
  // The GNU function may answer with a text of its own instead of filling ours.
  return strerror_r(error, words, sizeof words);
}

// A trailing slash would follow a symbolic link.
std::string without_trailing_slashes(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

const FileCalls &system_file_calls() noexcept { return kSystem; }

Status status_of_errno(int error) noexcept {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Status::no_space;
    case EACCES:
    case EPERM:
    case EROFS: return Status::permission;
    default: return Status::storage;
  }
}

bool File::close() noexcept {
  if (descriptor_ < 0) return true;
  // Never twice, EINTR included: the number may belong to another file by then.
  return calls_->close(std::exchange(descriptor_, -1)) == 0;
}

void require_generated_name(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.'; };
  if (name.empty() || name.front() == '.' || name.size() > 128 || !std::all_of(name.begin(), name.end(), plain))
    fail(Status::internal, "'", name, "' is no name that this library generates");
}

Directory::Directory(const std::string &path, const FileCalls &calls)
    : path_(without_trailing_slashes(path)), calls_(&calls) {
  if (path_.empty() || path_.find('\0') != std::string::npos)
    fail(Status::argument, "directory = '", path, "', need the path of a directory");
  if (::mkdir(path_.c_str(), 0700) != 0 && errno != EEXIST) {
    const int error = errno;
    fail(status_of_errno(error), "directory '", path_, "' cannot be made: ", reason(error),
         "; make the directories above it, or name another one");
  }
  int descriptor;
  do descriptor = ::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) {
    const int error = errno;
    fail(status_of_errno(error), "directory '", path_, "' cannot be opened: ", reason(error),
         "; name a directory of your own, not a link to one");
  }
  self_ = File(calls, descriptor);
}

void Directory::fail_with(int error, const char *action, const std::string &name) const {
  fail(status_of_errno(error), "cannot ", action, " '", name, "' in directory '", path_, "': ", reason(error));
}

File Directory::create(const std::string &name) const {
  require_generated_name(name);
  int descriptor;
  do
    descriptor =
        calls_->openat(self_.descriptor(), name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) fail_with(errno, "create", name);
  return {*calls_, descriptor};
}

File Directory::create_unnamed(const std::string &name) const {
  require_generated_name(name);
  int descriptor;
  do descriptor = calls_->openat(self_.descriptor(), ".", O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor >= 0) return {*calls_, descriptor};
  // What file systems, kernels and sandboxes say that have no files without names.
  constexpr int kHasNone[] = {EOPNOTSUPP, EISDIR, EINVAL, ENOENT, EPERM, ENOSYS};
  if (std::find(std::begin(kHasNone), std::end(kHasNone), errno) == std::end(kHasNone))
    fail_with(errno, "create", name);
  File file = create(name);
  if (calls_->unlinkat(self_.descriptor(), name.c_str(), 0) != 0 && errno != ENOENT) {
    const int error = errno;
    try_remove(name);
    fail_with(error, "remove", name);
  }
  return file;
}

File Directory::open(const std::string &name) const {
  require_generated_name(name);
  int descriptor;
  // Without O_NONBLOCK a planted pipe would wait for a writer for ever.
  do descriptor = calls_->openat(self_.descriptor(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) fail_with(errno, "open", name);
  File file(*calls_, descriptor);
  struct stat facts;
  if (calls_->fstat(descriptor, &facts) != 0) fail_with(errno, "look at", name);
  if (!S_ISREG(facts.st_mode)) fail(Status::storage, "'", name, "' in directory '", path_, "' is no plain file");
  return file;
}

void Directory::rename(const std::string &from, const std::string &to) const {
  require_generated_name(from);
  require_generated_name(to);
  if (calls_->renameat(self_.descriptor(), from.c_str(), self_.descriptor(), to.c_str()) != 0)
    fail_with(errno, "rename", from);
}

bool Directory::link(const File &file, const std::string &name) const {
  require_generated_name(name);
  const std::string open_file = text("/proc/self/fd/", file.descriptor());
  if (calls_->linkat(AT_FDCWD, open_file.c_str(), self_.descriptor(), name.c_str(), AT_SYMLINK_FOLLOW) == 0)
    return true;
  constexpr int kCannot[] = {ENOENT, ENOTDIR, EXDEV, EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK, ELOOP, EINVAL};
  if (std::find(std::begin(kCannot), std::end(kCannot), errno) == std::end(kCannot)) fail_with(errno, "link", name);
  return false;
}

bool Directory::try_remove(const std::string &name) const noexcept {
  return calls_->unlinkat(self_.descriptor(), name.c_str(), 0) == 0;
}

void Directory::sync() const {
  int answer;
  do answer = calls_->fsync(self_.descriptor());
  while (answer != 0 && errno == EINTR);
  if (answer != 0) fail_with(errno, "make durable", ".");
}

std::vector<std::string> Directory::names(std::string_view prefix) const {
  // A descriptor of its own, with a position of its own.
  const int descriptor = ::openat(self_.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail_with(errno, "list", ".");
  struct Close {
    void operator()(DIR *d) const { ::closedir(d); }
  };
  const std::unique_ptr<DIR, Close> list(::fdopendir(descriptor));
  if (!list) {
    ::close(descriptor);
    fail(Status::no_memory, "directory '", path_, "' cannot be listed");
  }
  std::vector<std::string> found;
  while (true) {
    errno = 0;
    const dirent *entry = ::readdir(list.get());
    if (!entry && errno != 0) fail_with(errno, "list", ".");
    if (!entry) break;
    if (std::string_view(entry->d_name).starts_with(prefix)) found.emplace_back(entry->d_name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

void Directory::lock() const {
  if (::flock(self_.descriptor(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_with(errno, "lock", ".");
  fail(Status::busy, "directory '", path_, "' is in use by another run; wait for its end, or name another directory");
}

}  // namespace ebw::storage
