// SPDX-License-Identifier: MIT
// Headers, checksums, and reads and writes that go on after interruptions.
#include "storage/block_file.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/checked.hpp"
#include "storage/crc32c.hpp"

namespace ebw::storage {

namespace {

constexpr char kMagic[] = "EBWBLOCK";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kOrder = std::endian::native == std::endian::little ? 1 : 2;
constexpr std::int64_t kSumBytes = 4;
constexpr std::size_t kCheckAt = 124;

template <class T>
void put(std::byte *to, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i)
    to[i] = static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
}

template <class T>
T get(const std::byte *from) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::to_integer<std::uint64_t>(from[i]) << (8 * i);
  return static_cast<T>(value);
}

// What a block's checksum starts from.
std::uint32_t seed(std::uint32_t check, std::int64_t index) {
  std::byte number[8];
  put(number, index);
  return crc32c(check, number, sizeof number);
}

}  // namespace

std::int64_t BlockHeader::file_bytes() const {
  const std::int64_t sums = checked_multiply(blocks(), kSumBytes, "bytes of checksums");
  return checked_add(checked_add(kBytes, payload, "bytes of a file"), sums, "bytes of a file");
}

BlockHeaderBytes encode(const BlockHeader &h) {
  BlockHeaderBytes bytes{};
  std::memcpy(bytes.data(), kMagic, 8);
  put(&bytes[8], kVersion);
  put(&bytes[12], kOrder);
  put(&bytes[16], h.kind);
  put(&bytes[20], static_cast<std::uint32_t>(h.block));
  put(&bytes[24], h.step);
  put(&bytes[32], h.slot);
  put(&bytes[40], h.run[0]);
  put(&bytes[48], h.run[1]);
  put(&bytes[56], h.payload);
  put(&bytes[64], h.serial);
  put(&bytes[kCheckAt], crc32c(0, bytes.data(), kCheckAt));
  return bytes;
}

BlockHeader decode(const BlockHeaderBytes &bytes, const std::string &file) {
  const auto refuse = [&](const char *what) {
    fail(Status::corrupt, file, " is damaged or none of ours: ", what, "; remove it");
  };
  if (std::memcmp(bytes.data(), kMagic, 8) != 0) refuse("its first bytes are wrong");
  if (get<std::uint32_t>(&bytes[kCheckAt]) != crc32c(0, bytes.data(), kCheckAt))
    refuse("the checksum of its header is wrong");
  if (const auto version = get<std::uint32_t>(&bytes[8]); version != kVersion)
    fail(Status::corrupt, file, " has the format ", version, ", this release reads ", kVersion,
         "; use the release that wrote it");
  if (get<std::uint32_t>(&bytes[12]) != kOrder) refuse("it was written on a machine of another byte order");
  if (std::any_of(&bytes[72], &bytes[kCheckAt], [](std::byte b) { return b != std::byte{0}; }))
    refuse("reserved bytes of its header are set");
  BlockHeader h;
  h.kind = get<std::uint32_t>(&bytes[16]);
  h.block = get<std::uint32_t>(&bytes[20]);
  h.step = get<std::int64_t>(&bytes[24]);
  h.slot = get<std::int64_t>(&bytes[32]);
  h.run = {get<std::uint64_t>(&bytes[40]), get<std::uint64_t>(&bytes[48])};
  h.payload = get<std::int64_t>(&bytes[56]);
  h.serial = get<std::uint64_t>(&bytes[64]);
  if (h.payload < 0 || h.block < 1 || h.block > BlockHeader::kLargestBlock) refuse("its sizes are out of range");
  return h;
}

// ---- Reading

BlockFile::BlockFile(const Directory &directory, const std::string &name)
    : calls_(&directory.calls()), name_(directory.path() + "/" + name), file_(directory.open(name)) {
  struct stat facts;
  if (calls_->fstat(file_.descriptor(), &facts) != 0)
    fail(status_of_errno(errno), "cannot look at ", name_, ": error ", errno);
  if (facts.st_size < BlockHeader::kBytes) fail(Status::corrupt, name_, " has ", facts.st_size, " bytes: too few");
  BlockHeaderBytes bytes;
  read_at(0, bytes.data(), BlockHeader::kBytes);
  header_ = decode(bytes, name_);
  check_ = get<std::uint32_t>(&bytes[kCheckAt]);
  // Before anybody takes memory for a length that only the file claims.
  if (header_.payload > facts.st_size || header_.file_bytes() != facts.st_size)
    fail_corrupt(text("it has ", facts.st_size, " bytes, not those of its ", header_.payload, " bytes of payload"));
}

std::string BlockFile::named() const {
  std::string words = name_;
  if (header_.slot >= 0) words += text(", slot ", header_.slot);
  if (header_.step >= 0) words += text(", step ", header_.step);
  return words;
}

void BlockFile::fail_corrupt(const std::string &what) const { fail(Status::corrupt, named(), " is damaged: ", what); }

void BlockFile::read_at(std::int64_t at, void *to, std::int64_t count) const {
  auto *bytes = static_cast<std::byte *>(to);
  while (count > 0) {
    const ssize_t got = calls_->pread(file_.descriptor(), bytes, static_cast<std::size_t>(count), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      const int error = errno;
      fail(status_of_errno(error), named(), " cannot be read: error ", error, " of the system");
    }
    if (got == 0) fail_corrupt(text("it ends at byte ", at));
    bytes += got;
    at += got;
    count -= got;
  }
}

std::int64_t BlockFile::read_block(std::int64_t index, std::byte *to) const {
  const std::int64_t at = index * header_.block;
  const std::int64_t count = std::min(header_.block, header_.payload - at);
  std::byte sum[kSumBytes];
  read_at(BlockHeader::kBytes + header_.payload + index * kSumBytes, sum, kSumBytes);
  read_at(BlockHeader::kBytes + at, to, count);
  if (crc32c(seed(check_, index), to, static_cast<std::size_t>(count)) != get<std::uint32_t>(sum))
    fail_corrupt(text("the checksum of block ", index, " (bytes ", at, " to ", at + count - 1, ") is wrong"));
  return count;
}

void BlockFile::read(std::byte *to) const {
  for (std::int64_t index = 0; index < header_.blocks(); ++index) to += read_block(index, to);
}

void BlockFile::verify() const {
  const std::int64_t room = std::min(header_.block, header_.payload);
  const auto block = std::make_unique<std::byte[]>(static_cast<std::size_t>(room));
  for (std::int64_t index = 0; index < header_.blocks(); ++index) read_block(index, block.get());
}

void BlockFile::sync() const {
  int answer;
  do answer = calls_->fsync(file_.descriptor());
  while (answer != 0 && errno == EINTR);
  if (answer != 0) {
    const int error = errno;
    fail(status_of_errno(error), named(), " cannot be made durable: error ", error, " of the system");
  }
}

// ---- Writing

BlockWriter::BlockWriter(const Directory &directory, const std::string &name, const BlockHeader &header,
                         Lifetime lifetime)
    : directory_(directory), name_(name), lifetime_(lifetime) {
  if (header.payload < 0 || header.block < 1 || header.block > BlockHeader::kLargestBlock)
    fail(Status::internal, "a file of ", header.payload, " bytes in blocks of ", header.block);
  file_.calls_ = &directory.calls();
  file_.name_ = directory.path() + "/" + name;
  file_.header_ = header;
  sums_.reserve(static_cast<std::size_t>(header.file_bytes() - BlockHeader::kBytes - header.payload));
  const BlockHeaderBytes bytes = encode(header);
  file_.check_ = get<std::uint32_t>(&bytes[kCheckAt]);
  try {
    if (lifetime == Lifetime::scratch) {
      file_.file_ = directory.create_unnamed(name);
    } else {
      file_.file_ = directory.create(name + ".tmp");
      unfinished_ = name + ".tmp";
    }
    write_at(0, bytes.data(), BlockHeader::kBytes);
  } catch (...) {
    // The destructor of an object that was never made does not run; a name that was taken is not ours to remove.
    if (!unfinished_.empty()) directory.try_remove(unfinished_);
    throw;
  }
  sum_ = seed(file_.check_, 0);
}

BlockWriter::~BlockWriter() {
  if (!unfinished_.empty()) directory_.try_remove(unfinished_);
}

void BlockWriter::fail_with(int error, const char *action) const {
  fail(status_of_errno(error), "cannot ", action, " ", file_.named(), ": ",
       error == ENOSPC ? "the disk is full; make room, or name a directory elsewhere"
                       : text("error ", error, " of the system"));
}

void BlockWriter::write_at(std::int64_t at, const void *from, std::int64_t count) {
  const auto *bytes = static_cast<const std::byte *>(from);
  while (count > 0) {
    const ssize_t put_down =
        directory_.calls().pwrite(file_.file_.descriptor(), bytes, static_cast<std::size_t>(count), at);
    if (put_down < 0 && errno == EINTR) continue;
    if (put_down < 0) fail_with(errno, "write");
    // No error and no progress: the system will say why when it is asked again, or never.
    if (put_down == 0) fail_with(ENOSPC, "write");
    bytes += put_down;
    at += put_down;
    count -= put_down;
  }
}

void BlockWriter::close_block() {
  sums_.resize(sums_.size() + kSumBytes);
  put(&sums_[sums_.size() - kSumBytes], sum_);
  sum_ = seed(file_.check_, written_ / file_.header_.block);
}

void BlockWriter::append(const std::byte *bytes, std::int64_t count) {
  const BlockHeader &h = file_.header_;
  if (count < 0 || count > h.payload - written_)
    fail(Status::internal, file_.named(), " gets more than its ", h.payload, " bytes");
  while (count > 0) {
    const std::int64_t piece = std::min(count, h.block - written_ % h.block);
    sum_ = crc32c(sum_, bytes, static_cast<std::size_t>(piece));
    write_at(BlockHeader::kBytes + written_, bytes, piece);
    written_ += piece;
    bytes += piece;
    count -= piece;
    if (written_ % h.block == 0) close_block();
  }
}

BlockFile BlockWriter::finish(bool durable) {
  const BlockHeader &h = file_.header_;
  if (written_ != h.payload) fail(Status::internal, file_.named(), " got ", written_, " of its ", h.payload, " bytes");
  if (written_ % h.block != 0) close_block();
  write_at(BlockHeader::kBytes + h.payload, sums_.data(), static_cast<std::int64_t>(sums_.size()));
  if (durable) file_.sync();
  if (lifetime_ == Lifetime::kept) {
    directory_.rename(unfinished_, name_);
    unfinished_.clear();
  }
  return std::move(file_);
}

}  // namespace ebw::storage
