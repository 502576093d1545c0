// SPDX-License-Identifier: MIT
// A directory for one test, gone with all its files when the test is over.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace ebw::validation {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    // In memory where there is such a place: fsync takes no time there.
    const char *own = std::getenv("TMPDIR");
    const char *place = own ? own : access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    path_ = std::string(place) + "/ebbwave-test-XXXXXX";
    if (!mkdtemp(path_.data())) std::abort();
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;

  const std::string &path() const { return path_; }
  std::string operator/(const std::string &name) const { return path_ + "/" + name; }
  // Files and links in it.
  long count() const {
    return std::distance(std::filesystem::directory_iterator(path_), std::filesystem::directory_iterator());
  }

 private:
  std::string path_;
};

}  // namespace ebw::validation
