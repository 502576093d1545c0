// SPDX-License-Identifier: MIT
// Files of blocks: what is written comes back, and nothing else is taken for it; failing system calls; planted names.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <numeric>
#include <vector>

#include "expect.hpp"
#include "storage/block_file.hpp"
#include "storage/crc32c.hpp"
#include "temporary_directory.hpp"

using namespace ebw;
using namespace ebw::storage;
using namespace ebw::validation;

namespace {

using Bytes = std::vector<std::byte>;

Bytes pattern(std::int64_t count) {
  Bytes bytes(static_cast<std::size_t>(count));
  std::uint32_t x = 12345;
  for (std::byte &b : bytes) b = static_cast<std::byte>((x = x * 1664525u + 1013904223u) >> 24);
  return bytes;
}

BlockHeader header_of(std::int64_t payload, std::int64_t block = BlockHeader::kLargestBlock) {
  BlockHeader h;
  h.kind = 3;
  h.step = 17;
  h.slot = 2;
  h.run = {0x0123456789ABCDEFu, 0xFEDCBA9876543210u};
  h.serial = 99;
  h.payload = payload;
  h.block = block;
  return h;
}

BlockFile write(const Directory &directory, const std::string &name, const BlockHeader &header, const Bytes &payload,
                Lifetime lifetime = Lifetime::kept) {
  BlockWriter writer(directory, name, header, lifetime);
  // In two pieces that do not fall together with blocks.
  const auto half = static_cast<std::int64_t>(payload.size()) / 3;
  writer.append(payload.data(), half);
  writer.append(payload.data() + half, static_cast<std::int64_t>(payload.size()) - half);
  return writer.finish(true);
}

Bytes contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  Bytes bytes(all.size());
  if (!all.empty()) std::memcpy(bytes.data(), all.data(), all.size());
  return bytes;
}

void replace(const std::string &path, const Bytes &bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// ---- Checksums

// RFC 3720, appendix B.4.
void crc32c_gives_the_published_numbers(void **) {
  unsigned char bytes[32];
  const auto both = [&](std::uint32_t expected) {
    assert_int_equal(crc32c(0, bytes, 32), expected);
    assert_int_equal(crc32c_portable(0, bytes, 32), expected);
  };
  std::memset(bytes, 0, 32);
  both(0x8A9136AAu);
  std::memset(bytes, 0xFF, 32);
  both(0x62A8AB43u);
  std::iota(bytes, bytes + 32, static_cast<unsigned char>(0));
  both(0x46DD794Eu);
  for (int i = 0; i < 32; ++i) bytes[i] = static_cast<unsigned char>(31 - i);
  both(0x113FDB5Cu);
  const unsigned char command[48] = {0x01, 0xC0, 0, 0, 0, 0, 0, 0, 0,    0, 0, 0,    0, 0, 0, 0,
                                     0x14, 0,    0, 0, 0, 0, 4, 0, 0,    0, 0, 0x14, 0, 0, 0, 0x18,
                                     0x28, 0,    0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0,    0, 0, 0, 0};
  assert_int_equal(crc32c(0, command, 48), 0xD9963A56u);
  assert_int_equal(crc32c_portable(0, command, 48), 0xD9963A56u);
}

void both_ways_agree_at_every_length_offset_and_cut(void **) {
  const Bytes bytes = pattern(300);
  for (std::size_t from = 0; from < 9; ++from)
    for (std::size_t count = 0; count + from <= bytes.size(); count += 7) {
      const std::uint32_t whole = crc32c(0, bytes.data() + from, count);
      assert_int_equal(whole, crc32c_portable(0, bytes.data() + from, count));
      const std::size_t cut = count / 3;
      assert_int_equal(whole, crc32c(crc32c(0, bytes.data() + from, cut), bytes.data() + from + cut, count - cut));
    }
}

// ---- Whole files

void what_is_written_comes_back(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  for (const Lifetime lifetime : {Lifetime::kept, Lifetime::scratch})
    for (const std::int64_t payload : {0, 1, 63, 64, 65, 128, 1000}) {
      const Bytes bytes = pattern(payload);
      const BlockHeader header = header_of(payload, 64);
      const BlockFile written = write(directory, "a", header, bytes, lifetime);
      Bytes back(bytes.size());
      written.read(back.data());
      assert_true(back == bytes);
      assert_int_equal(place.count(), lifetime == Lifetime::kept ? 1 : 0);
      if (lifetime == Lifetime::scratch) continue;
      const BlockFile opened(directory, "a");
      assert_true(opened.header() == header);
      assert_int_equal(opened.check(), written.check());
      opened.verify();
      assert_true(directory.try_remove("a"));
    }
}

void a_writer_that_goes_leaves_nothing(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  {
    BlockWriter writer(directory, "a", header_of(10), Lifetime::kept);
    assert_int_equal(place.count(), 1);
    expect_refused(Status::internal, "0 of its 10", [&] { writer.finish(false); });
  }
  assert_int_equal(place.count(), 0);
}

void files_and_directory_are_the_owners_alone(void **) {
  const TemporaryDirectory place;
  const mode_t before = umask(0);
  const Directory directory(place / "new");
  write(directory, "a", header_of(3), pattern(3));
  umask(before);
  struct stat facts;
  assert_int_equal(stat((place / "new").c_str(), &facts), 0);
  assert_int_equal(facts.st_mode & 07777, 0700);
  assert_int_equal(stat((place / "new/a").c_str(), &facts), 0);
  assert_int_equal(facts.st_mode & 07777, 0600);
}

// ---- Damage

void every_bit_of_header_and_checksums_counts(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  write(directory, "a", header_of(200, 64), pattern(200));
  const Bytes good = contents(place / "a");
  assert_int_equal(good.size(), 128 + 200 + 4 * 4);
  for (std::size_t byte = 0; byte < good.size(); ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      Bytes bad = good;
      bad[byte] ^= static_cast<std::byte>(1 << bit);
      replace(place / "a", bad);
      expect_refused(Status::corrupt, "/a", [&] { BlockFile(directory, "a").verify(); });
    }
}

void a_wrong_length_is_refused_before_any_memory_is_taken(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  write(directory, "a", header_of(200, 64), pattern(200));
  const Bytes good = contents(place / "a");
  for (std::size_t count = 0; count < good.size(); ++count) {
    replace(place / "a", Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(count)));
    expect_refused(Status::corrupt, "/a", [&] { BlockFile(directory, "a"); });
  }
  Bytes longer = good;
  longer.push_back(std::byte{0});
  replace(place / "a", longer);
  expect_refused(Status::corrupt, "/a", [&] { BlockFile(directory, "a"); });
  // A header that claims more than there is, with a checksum that is right.
  for (const std::int64_t claim : {std::int64_t{201}, std::int64_t{1} << 40, INT64_MAX}) {
    Bytes lying = good;
    const BlockHeaderBytes header = encode(header_of(claim, 64));
    std::copy(header.begin(), header.end(), lying.begin());
    replace(place / "a", lying);
    expect_refused(Status::corrupt, "bytes", [&] { BlockFile(directory, "a"); });
  }
}

void blocks_cannot_change_places(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  // The same payload in both blocks: only the number of the block tells them apart.
  Bytes payload(128, std::byte{7});
  BlockHeader header = header_of(128, 64);
  write(directory, "a", header, payload);
  Bytes bytes = contents(place / "a");
  std::swap_ranges(bytes.end() - 8, bytes.end() - 4, bytes.end() - 4);
  replace(place / "a", bytes);
  expect_refused(Status::corrupt, "block 0", [&] { BlockFile(directory, "a").verify(); });
  // Payload and checksums of another file, which differs in its serial only.
  header.serial = 100;
  write(directory, "b", header, payload);
  bytes = contents(place / "b");
  const BlockHeaderBytes other = encode(header_of(128, 64));
  std::copy(other.begin(), other.end(), bytes.begin());
  replace(place / "b", bytes);
  expect_refused(Status::corrupt, "slot 2, step 17", [&] { BlockFile(directory, "b").verify(); });
}

void another_version_or_byte_order_is_named(void **) {
  BlockHeaderBytes bytes = encode(header_of(1));
  const auto resealed = [&](std::size_t at, int value) {
    BlockHeaderBytes changed = bytes;
    changed[at] = static_cast<std::byte>(value);
    const std::uint32_t check = crc32c(0, changed.data(), 124);
    for (std::size_t i = 0; i < 4; ++i) changed[124 + i] = static_cast<std::byte>(check >> (8 * i));
    return changed;
  };
  assert_true(decode(bytes, "f") == header_of(1));
  expect_refused(Status::corrupt, "format 2", [&] { decode(resealed(8, 2), "f"); });
  expect_refused(Status::corrupt, "byte order", [&] { decode(resealed(12, 9), "f"); });
  expect_refused(Status::corrupt, "reserved", [&] { decode(resealed(100, 1), "f"); });
  expect_refused(Status::corrupt, "sizes", [&] { decode(resealed(63, 0x80), "f"); });
}

// ---- Planted names

void links_are_neither_followed_nor_overwritten(void **) {
  const TemporaryDirectory place, elsewhere;
  const Directory directory(place.path());
  const std::string victim = elsewhere / "victim";
  replace(victim, pattern(5));
  assert_int_equal(symlink(victim.c_str(), (place / "a.tmp").c_str()), 0);
  expect_refused(Status::storage, "a.tmp", [&] { write(directory, "a", header_of(3), pattern(3)); });
  assert_true(contents(victim) == pattern(5));
  assert_int_equal(place.count(), 1);  // the link is not ours to remove
  assert_int_equal(symlink(victim.c_str(), (place / "b").c_str()), 0);
  expect_refused(Status::storage, "'b'", [&] { BlockFile(directory, "b"); });
  assert_int_equal(symlink(place.path().c_str(), (elsewhere / "link").c_str()), 0);
  expect_refused(Status::storage, "link", [&] { Directory(elsewhere / "link"); });
  expect_refused(Status::storage, "link", [&] { Directory(elsewhere / "link///"); });
}

void what_is_no_plain_file_is_refused(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  assert_int_equal(mkfifo((place / "pipe").c_str(), 0600), 0);
  expect_refused(Status::storage, "pipe", [&] { BlockFile(directory, "pipe"); });
  assert_int_equal(mkdir((place / "folder").c_str(), 0700), 0);
  expect_refused(Status::storage, "folder", [&] { BlockFile(directory, "folder"); });
  expect_refused(Status::storage, "gone", [&] { BlockFile(directory, "gone"); });
}

void names_are_generated_ones(void **) {
  const TemporaryDirectory place;
  const Directory directory(place.path());
  for (const char *name : {"", ".", "..", ".hidden", "a/b", "/etc/passwd", "A", "a b", "a\n"})
    expect_refused(Status::internal, "name", [&] { directory.open(name); });
  expect_refused(Status::storage, "none/below", [&] { Directory(place / "none/below"); });
  expect_refused(Status::argument, "directory = ''", [&] { Directory(""); });
  replace(place / "file", pattern(1));
  expect_refused(Status::storage, "file", [&] { Directory(place / "file"); });
}

void a_locked_directory_is_busy(void **) {
  const TemporaryDirectory place;
  {
    const Directory first(place.path()), second(place.path());
    first.lock();
    expect_refused(Status::busy, "in use", [&] { second.lock(); });
  }
  Directory(place.path()).lock();
}

// ---- Failing system calls

// The call that fails, by its number from 0; -1: none. How it fails: errno, or 0 for half the wanted bytes.
struct Plan {
  long at = -1, made = 0;
  int error = 0;
} plan;

bool fails() {
  if (plan.made++ != plan.at) return false;
  errno = plan.error;
  return true;
}

FileCalls failing_calls() {
  FileCalls calls = system_file_calls();
  calls.openat = [](int d, const char *n, int f, mode_t m) {
    return fails() && plan.error ? -1 : system_file_calls().openat(d, n, f, m);
  };
  calls.pwrite = [](int f, const void *b, size_t c, off_t at) -> ssize_t {
    if (!fails()) return system_file_calls().pwrite(f, b, c, at);
    return plan.error ? -1 : system_file_calls().pwrite(f, b, (c + 1) / 2, at);
  };
  calls.pread = [](int f, void *b, size_t c, off_t at) -> ssize_t {
    if (!fails()) return system_file_calls().pread(f, b, c, at);
    return plan.error ? -1 : system_file_calls().pread(f, b, (c + 1) / 2, at);
  };
  calls.fsync = [](int f) { return fails() && plan.error ? -1 : system_file_calls().fsync(f); };
  calls.renameat = [](int a, const char *f, int b, const char *t) {
    // Never interrupted.
    return fails() && plan.error && plan.error != EINTR ? -1 : system_file_calls().renameat(a, f, b, t);
  };
  return calls;
}

bool written_and_read(const Directory &directory, const Bytes &bytes) {
  BlockWriter writer(directory, "a", header_of(static_cast<std::int64_t>(bytes.size()), 64), Lifetime::kept);
  writer.append(bytes.data(), static_cast<std::int64_t>(bytes.size()));
  writer.finish(true);
  directory.sync();
  const BlockFile file(directory, "a");
  Bytes back(bytes.size());
  file.read(back.data());
  assert_true(directory.try_remove("a"));
  return back == bytes;
}

void interruptions_and_short_transfers_are_gone_through(void **) {
  const TemporaryDirectory place;
  const FileCalls calls = failing_calls();
  const Directory directory(place.path(), calls);
  const Bytes bytes = pattern(200);
  plan = {};
  assert_true(written_and_read(directory, bytes));
  const long all = plan.made;
  assert_true(all > 10);
  for (const int error : {EINTR, 0})
    for (long at = 0; at < all; ++at) {
      plan = {at, 0, error};
      assert_true(written_and_read(directory, bytes));
    }
}

void every_failing_call_is_a_status_and_leaves_nothing_behind(void **) {
  const TemporaryDirectory place;
  const FileCalls calls = failing_calls();
  const Directory directory(place.path(), calls);
  const Bytes bytes = pattern(200);
  plan = {};
  written_and_read(directory, bytes);
  const long all = plan.made;
  const struct {
    int error;
    Status status;
  } kinds[] = {{ENOSPC, Status::no_space}, {EIO, Status::storage}, {EACCES, Status::permission}};
  for (const auto &[error, status] : kinds)
    for (long at = 0; at < all; ++at) {
      plan = {at, 0, error};
      expect_refused(status, "a", [&] { written_and_read(directory, bytes); });
      plan = {};
      directory.try_remove("a");  // complete before the failure
      assert_int_equal(place.count(), 0);
      assert_true(written_and_read(directory, bytes));
    }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(crc32c_gives_the_published_numbers),
      cmocka_unit_test(both_ways_agree_at_every_length_offset_and_cut),
      cmocka_unit_test(what_is_written_comes_back),
      cmocka_unit_test(a_writer_that_goes_leaves_nothing),
      cmocka_unit_test(files_and_directory_are_the_owners_alone),
      cmocka_unit_test(every_bit_of_header_and_checksums_counts),
      cmocka_unit_test(a_wrong_length_is_refused_before_any_memory_is_taken),
      cmocka_unit_test(blocks_cannot_change_places),
      cmocka_unit_test(another_version_or_byte_order_is_named),
      cmocka_unit_test(links_are_neither_followed_nor_overwritten),
      cmocka_unit_test(what_is_no_plain_file_is_refused),
      cmocka_unit_test(names_are_generated_ones),
      cmocka_unit_test(a_locked_directory_is_busy),
      cmocka_unit_test(interruptions_and_short_transfers_are_gone_through),
      cmocka_unit_test(every_failing_call_is_a_status_and_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
