// SPDX-License-Identifier: MIT
// A folder that only its owner can enter, gone when it is no longer needed.
#pragma once

#include <string>
#include <vector>

namespace ebw::cli {

class PrivateFolder {
 public:
  // In $TMPDIR, or in the system's folder for temporary files; rights 0700.
  PrivateFolder();
  // Removes the files that file() has named, then the folder. What others have put there stays, and is told.
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;

  // Path of a file in it.
  std::string file(const std::string &name);

 private:
  std::string path_;
  std::vector<std::string> files_;
};

}  // namespace ebw::cli
