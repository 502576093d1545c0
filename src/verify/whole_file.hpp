// SPDX-License-Identifier: MIT
// A file that appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace ebw::verify {

// Writes into a new file beside `path`, onto the disk, then gives it the name. Throws Status::storage, no_space,
// permission or not_found; then nothing has changed and nothing is left behind.
void write_whole_file(const std::string &path, std::string_view content);

}  // namespace ebw::verify
