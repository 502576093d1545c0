// SPDX-License-Identifier: MIT
// Generations of a run in a directory: each a list of numbers and of named arrays of bytes, complete or not there. The
// last two are kept. A killed process leaves at least one that is whole, and perhaps files that the next one sweeps up.
//
// Names: ebw-RUN-gSERIAL is the manifest of a generation, ebw-RUN-pSERIAL an array, with RUN the 32 hexadecimal digits
// of the problem and SERIAL 16 digits that are given once; .tmp after a name that is not complete. Only files of this
// form and of this problem are ever removed.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "storage/block_file.hpp"

namespace ebw::storage {

// One array of a generation, in a file of its own that several generations may share.
struct Part {
  std::uint32_t kind = 0;  // the caller's numbers, from 2
  std::int64_t step = -1, slot = -1;
  std::int64_t bytes = 0;
  std::uint64_t serial = 0;
  std::uint32_t check = 0;  // ties the file to the manifest
  bool linked = false;      // the file is a store's own, with a header of the store's
  bool operator==(const Part &) const = default;
};

struct Generation {
  std::uint64_t serial = 0;
  std::vector<std::int64_t> numbers;
  std::vector<Part> parts;
};

class Generations {
 public:
  // Opens and locks the directory. Status::not_resumable when it holds generations of another problem.
  Generations(const std::string &path, const Fingerprint::Value &run, const FileCalls &calls = system_file_calls());

  // The newest generation all of whose bytes are right. `damaged` takes what was found wrong with each newer one.
  std::optional<Generation> newest(std::vector<std::string> &damaged);
  // No manifest of this problem is there, be it damaged.
  bool empty() const;

  // Writes an array, durably, from pieces that lie apart. It belongs to no generation until one is committed.
  Part write(std::uint32_t kind, std::int64_t step, std::int64_t slot,
             std::span<const std::span<const std::byte>> pieces);
  Part write(std::uint32_t kind, std::int64_t step, std::int64_t slot, std::span<const std::byte> bytes);
  // Takes over the file of a store, durably and without a copy; nothing where it can have no name.
  std::optional<Part> link(std::uint32_t kind, std::int64_t step, std::int64_t slot, const BlockFile &file);
  // The file of an array; Status::corrupt when it is not what the generation names.
  BlockFile open(const Part &part) const;
  // Reads it into pieces of the same total length; Status::corrupt when it is not what was written.
  void read(const Part &part, std::span<const std::span<std::byte>> pieces) const;
  void read(const Part &part, std::span<std::byte> bytes) const;

  // Makes the generation the newest, durably, and removes all files but those of the last two.
  void commit(Generation generation);
  // All arrays of the generations that are kept, each once.
  std::vector<Part> parts() const;
  // Makes the newest generation one without this array, and removes the one before it.
  void give_up(const Part &part);
  // Removes all files of this problem.
  void clear() noexcept;

  const std::string &path() const { return directory_.path(); }

 private:
  std::string prefix() const;
  std::string name(char kind, std::uint64_t serial) const;
  Generation read_manifest(const std::string &name) const;
  std::vector<std::string> kept_names() const;
  // A fork shares the directory's lock, and must not write there.
  void require_own_process() const;
  void sweep(const std::vector<std::string> &keep) noexcept;

  Directory directory_;
  Fingerprint::Value run_;
  pid_t process_;
  std::uint64_t next_serial_ = 1;
  std::vector<Generation> last_;  // the last two that are complete, the newer one last
};

}  // namespace ebw::storage
