// SPDX-License-Identifier: MIT
// A folder that only its owner can enter, gone when it is no longer needed.
#include "private_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "../refused.hpp"

namespace ebw::cli {

PrivateFolder::PrivateFolder() {
  std::error_code unknown;
  const auto above = std::filesystem::temp_directory_path(unknown);
  if (unknown) refuse(EBW_ERR_NOT_FOUND, "TMPDIR names no folder; let it name one that may be written");
  path_ = (above / "ebbwave-XXXXXX").string();
  if (!mkdtemp(path_.data()))
    refuse(errno == ENOSPC ? EBW_ERR_NO_SPACE : EBW_ERR_PERMISSION, above.string(), ": no folder can be made there (",
           std::strerror(errno), "); let TMPDIR name a folder that may be written");
}

PrivateFolder::~PrivateFolder() {
  for (const std::string &file : files_) unlink(file.c_str());
  if (rmdir(path_.c_str()) != 0)
    std::fprintf(stderr, "ebbwave: %s stays, since it holds files of others; remove it\n", path_.c_str());
}

std::string PrivateFolder::file(const std::string &name) {
  const std::string path = path_ + "/" + name;
  if (std::find(files_.begin(), files_.end(), path) == files_.end()) files_.push_back(path);
  return path;
}

}  // namespace ebw::cli
