// SPDX-License-Identifier: MIT
// Files of the command: inputs whose size is known before they are read, outputs that appear whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ebw::cli {

// A regular file, open for reading.
class InputFile {
 public:
  explicit InputFile(const std::string &path);
  ~InputFile();
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;

  std::int64_t size() const { return size_; }
  // Reads exactly `bytes` bytes; the caller has compared them with size().
  void read(void *data, std::size_t bytes);

 private:
  std::string path_;
  int descriptor_;
  std::int64_t size_;
};

std::string read_text(const std::string &path);

// Whether two names lead to one place, however they are spelled; files that do not exist yet have a place too.
bool same_place(const std::string &a, const std::string &b);

// Refuses what could not be written later: a missing or read-only folder, or a name that is no regular file. Leaves
// nothing behind.
void check_writable(const std::string &path);

// An output: a temporary file in the same folder until commit() gives it its name; removed when it is never committed.
class OutputFile {
 public:
  explicit OutputFile(const std::string &path);
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(const void *data, std::size_t bytes);
  void flush();   // onto the disk
  void commit();  // after flush

 private:
  std::string path_;
  std::string temporary_;
  int descriptor_;
};

}  // namespace ebw::cli
