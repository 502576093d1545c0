// SPDX-License-Identifier: MIT
// Files of the command: inputs whose size is known before they are read, outputs that appear whole or not at all.
#include "file.hpp"

#include <ebbwave/base.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "refused.hpp"

namespace ebw::cli {
namespace {

// Linux moves at most 2 GiB - 4 KiB per call.
constexpr std::size_t kLargestCall = std::size_t{1} << 30;
// To open a pipe for reading would otherwise wait for one who writes; regular files know no difference.
constexpr int kReadOnly = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

std::int32_t status_of(int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR: return EBW_ERR_NOT_FOUND;
    case EACCES:
    case EPERM:
    case EROFS: return EBW_ERR_PERMISSION;
    case ENOSPC:
    case EDQUOT: return EBW_ERR_NO_SPACE;
    default: return EBW_ERR_STORAGE;
  }
}

[[noreturn]] void refuse_system(int error, const std::string &path, const char *what, const char *remedy) {
  refuse(status_of(error), path, ": cannot be ", what, " (", std::strerror(error), "); ", remedy);
}

constexpr const char *kCheckName = "check the name and the permissions";
constexpr const char *kCheckFolder = "name a folder that exists, may be written and has room";

std::string folder_of(const std::string &path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The folder as the system knows it, and the name in it. The last name is not followed: an output replaces a link.
std::filesystem::path place_of(const std::string &path) {
  std::error_code unknown;
  const auto folder = std::filesystem::canonical(folder_of(path), unknown);
  return (unknown ? std::filesystem::path(folder_of(path)) : folder) / path.substr(path.rfind('/') + 1);
}

// Rights of a file that open() would have made; mkstemp gives its owner alone all rights.
mode_t usual_rights() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

InputFile::InputFile(const std::string &path) : path_(path), descriptor_(open(path.c_str(), kReadOnly)) {
  if (descriptor_ < 0) refuse_system(errno, path, "opened", kCheckName);
  struct stat facts;
  const bool regular = fstat(descriptor_, &facts) == 0 && S_ISREG(facts.st_mode);
  if (!regular) {
    close(descriptor_);
    refuse(EBW_ERR_ARGUMENT, path, " is not a regular file; name a file");
  }
  size_ = facts.st_size;
}

InputFile::~InputFile() { close(descriptor_); }

void InputFile::read(void *data, std::size_t bytes) {
  auto *place = static_cast<char *>(data);
  while (bytes > 0) {
    const ssize_t got = ::read(descriptor_, place, std::min(bytes, kLargestCall));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_system(errno, path_, "read", kCheckName);
    if (got == 0) refuse(EBW_ERR_CORRUPT, path_, " ends ", bytes, " bytes too early; write the file again");
    place += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

std::string read_text(const std::string &path) {
  InputFile file(path);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read(text.data(), text.size());
  return text;
}

bool same_place(const std::string &a, const std::string &b) {
  std::error_code unknown;
  return place_of(a) == place_of(b) || std::filesystem::equivalent(a, b, unknown);
}

void check_writable(const std::string &path) {
  struct stat facts;
  if (path.empty()) refuse(EBW_ERR_ARGUMENT, "an output has no name; name a file");
  if (stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode))
    refuse(EBW_ERR_ARGUMENT, path, " exists and is not a regular file; name another output");
  const OutputFile trial(path);
}

OutputFile::OutputFile(const std::string &path) : path_(path), temporary_(folder_of(path) + "/.ebbwave-XXXXXX") {
  descriptor_ = mkstemp(temporary_.data());
  if (descriptor_ < 0) refuse_system(errno, path, "written", kCheckFolder);
}

OutputFile::~OutputFile() {
  close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::write(const void *data, std::size_t bytes) {
  const auto *place = static_cast<const char *>(data);
  while (bytes > 0) {
    const ssize_t put = ::write(descriptor_, place, std::min(bytes, kLargestCall));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) refuse_system(errno, path_, "written", kCheckFolder);
    place += put;
    bytes -= static_cast<std::size_t>(put);
  }
}

void OutputFile::flush() {
  if (fchmod(descriptor_, usual_rights()) != 0 || fsync(descriptor_) != 0)
    refuse_system(errno, path_, "written", kCheckFolder);
}

void OutputFile::commit() {
  if (rename(temporary_.c_str(), path_.c_str()) != 0) refuse_system(errno, path_, "written", kCheckFolder);
  temporary_.clear();
}

}  // namespace ebw::cli
