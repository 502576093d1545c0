// SPDX-License-Identifier: MIT
// One array of bytes in one file: a header of fixed size, the bytes, and a checksum for every block of them. Files are
// untrusted input: nothing in one is believed before it was checked.
//
// Layout, numbers little-endian: header (128 bytes), payload, then one CRC-32C (4 bytes) per block of the payload, the
// last block being shorter. A block's checksum starts from the header's, so that blocks cannot change places between
// files, and goes over its number first, so that they cannot within one.
//
//   0  magic "EBWBLOCK"     8  version      12  byte order of the payload   16  kind         20  bytes of a block
//   24  step               32  slot         40  run (16 bytes)              56  payload      64  serial
//   72  zeros             124  CRC-32C of bytes 0..123
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fingerprint.hpp"
#include "storage/directory.hpp"

namespace ebw::storage {

struct BlockHeader {
  static constexpr std::int64_t kBytes = 128;
  static constexpr std::int64_t kLargestBlock = std::int64_t{1} << 20;

  std::uint32_t kind = 0;  // what the payload is; the caller's numbers
  std::int64_t step = -1, slot = -1;
  Fingerprint::Value run{};            // the problem that it belongs to
  std::uint64_t serial = 0;            // tells apart what is alike in all else
  std::int64_t payload = 0;            // bytes
  std::int64_t block = kLargestBlock;  // bytes between two checksums

  bool operator==(const BlockHeader &) const = default;

  std::int64_t blocks() const { return (payload + block - 1) / block; }
  // Of the whole file.
  std::int64_t file_bytes() const;
};

using BlockHeaderBytes = std::array<std::byte, BlockHeader::kBytes>;
BlockHeaderBytes encode(const BlockHeader &header);
// Status::corrupt, naming `file`, for anything that encode() does not write.
BlockHeader decode(const BlockHeaderBytes &bytes, const std::string &file);

// An open file whose header and length were found right.
class BlockFile {
 public:
  BlockFile() = default;
  // Status::corrupt when header or length are wrong; storage when there is no such file.
  BlockFile(const Directory &directory, const std::string &name);

  bool is_open() const { return file_.is_open(); }
  const BlockHeader &header() const { return header_; }
  // The checksum that the header ends with: with it, blocks of a file are known to be this file's.
  std::uint32_t check() const { return check_; }

  // Block `index` into `to`, which has room for it; its bytes. Status::corrupt when they are not what was written: then
  // `to` holds bytes that must not be used.
  std::int64_t read_block(std::int64_t index, std::byte *to) const;
  // All of the payload, block by block.
  void read(std::byte *to) const;
  // Reads all blocks and keeps none.
  void verify() const;
  // The file reaches the disk.
  void sync() const;
  // Directory::link(): the file lives on under this name when this one is gone.
  bool link(const Directory &directory, const std::string &name) const { return directory.link(file_, name); }

 private:
  friend class BlockWriter;
  void read_at(std::int64_t at, void *to, std::int64_t count) const;
  [[noreturn]] void fail_corrupt(const std::string &what) const;
  std::string named() const;

  const FileCalls *calls_ = nullptr;
  std::string name_;  // with its directory, for messages
  File file_;
  BlockHeader header_;
  std::uint32_t check_ = 0;
};

// Whether a file outlives its process.
enum class Lifetime {
  scratch,  // Directory::create_unnamed: whatever ends the process, nothing is left; lives as its BlockFile does
  kept,     // appears under its name when it is complete
};

// Writes a file in one pass. A writer that goes before finish() leaves no file.
class BlockWriter {
 public:
  BlockWriter(const Directory &directory, const std::string &name, const BlockHeader &header, Lifetime lifetime);
  ~BlockWriter();
  BlockWriter(const BlockWriter &) = delete;
  BlockWriter &operator=(const BlockWriter &) = delete;

  // The next `count` bytes of the payload.
  void append(const std::byte *bytes, std::int64_t count);
  // The payload is complete. `durable`: the bytes are on the disk when this returns, and a kept file has its name; the
  // name is durable after Directory::sync().
  BlockFile finish(bool durable);

 private:
  void write_at(std::int64_t at, const void *bytes, std::int64_t count);
  void close_block();
  [[noreturn]] void fail_with(int error, const char *action) const;

  const Directory &directory_;
  std::string name_, unfinished_;  // unfinished_: its name until it is complete, or empty
  Lifetime lifetime_;
  BlockFile file_;
  std::vector<std::byte> sums_;
  std::int64_t written_ = 0;  // bytes of the payload
  std::uint32_t sum_ = 0;     // of the block under way
};

}  // namespace ebw::storage
