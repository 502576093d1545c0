// SPDX-License-Identifier: MIT
// Files of checkpoints: made by a save, gone with a discard.
#include "storage/keeper/disk.hpp"

#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/checked.hpp"
#include "storage/slot_table.hpp"

namespace ebw::storage {

namespace {

// Left to the rest of the process when checkpoints hold files open.
constexpr std::int64_t kOtherFiles = 64;

constexpr std::string_view kPrefix = "scratch-";
constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kRunDigits = 16;

std::string scratch_name(std::uint64_t run, std::uint64_t serial) {
  std::string name(kPrefix);
  for (int shift = 60; shift >= 0; shift -= 4) name += kDigits[run >> shift & 15];
  return text(name, "-", serial);
}

// A name of scratch_name().
bool is_scratch(std::string_view name) {
  if (!name.starts_with(kPrefix)) return false;
  name.remove_prefix(kPrefix.size());
  const std::size_t run = name.find_first_not_of(kDigits);
  return run == kRunDigits && name[run] == '-' && name.size() > run + 1 &&
         name.find_first_not_of("0123456789", run + 1) == std::string_view::npos;
}

// A file that has such a name is left from a killed process, or will lose it in a moment.
void remove_leftovers(const Directory &directory) {
  for (const std::string &name : directory.names(kPrefix))
    if (is_scratch(name)) directory.try_remove(name);
}

Fingerprint::Value random_value() {
  Fingerprint::Value value{};
  const ssize_t got = getrandom(value.data(), sizeof value, GRND_NONBLOCK);
  // Before the kernel has randomness, the process number must do: files have no names, or lose them at once.
  if (got != static_cast<ssize_t>(sizeof value)) value[0] ^= static_cast<std::uint64_t>(getpid());
  return value;
}

void require_files(std::int64_t slots) {
  if (const std::int64_t most = most_files(); slots > most)
    fail(Status::unsupported, slots, " slots on disk hold one open file each, this process may open ",
         most + kOtherFiles, " and ", kOtherFiles,
         " are left to others; raise the limit (ulimit -n) or use fewer slots");
}

}  // namespace

std::int64_t file_bytes(std::int64_t payload) {
  BlockHeader header;
  header.payload = payload;
  return header.file_bytes();
}

std::int64_t most_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return INT64_MAX;
  return std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - kOtherFiles, 0);
}

DiskKeeper::DiskKeeper(const std::string &directory, std::int64_t limit, bool fixed_size, const FileCalls &calls)
    : directory_(directory, calls), limit_(limit), fixed_size_(fixed_size), run_(random_value()) {
  remove_leftovers(directory_);
}

void DiskKeeper::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  const auto number = static_cast<std::size_t>(bank);
  const std::int64_t bytes = checked_multiply(slots, slots ? file_bytes(slot_bytes) : 0, "bytes of all files");
  const std::int64_t all = checked_add(bytes, reserved_[1 - number], "bytes of all files");
  if (fixed_size_ && limit_.bytes() > 0 && all > limit_.bytes())
    fail(Status::budget, slots, " ", name_of(bank), "s of ", slot_bytes, " bytes take ", all,
         " bytes of disk with those of the other bank, the storage may take ", limit_.bytes(),
         "; use fewer slots or raise its bytes");
  require_files(slots + static_cast<std::int64_t>(files_[1 - number].size()));
  clear(bank);
  limit_.forget();
  slot_bytes_[number] = slot_bytes;
  files_[number] = std::vector<BlockFile>(static_cast<std::size_t>(slots));
  reserved_[number] = bytes;
  stats_[number] = {};
}

void DiskKeeper::keep(const Place &place, const std::byte *bytes, std::int64_t size) {
  BlockHeader header;
  header.kind = static_cast<std::uint32_t>(place.bank);
  header.step = place.step;
  header.slot = place.slot;
  header.run = run_;
  header.serial = ++serial_;
  header.payload = size;
  const std::int64_t whole = header.file_bytes();
  limit_.take(place, whole);
  try {
    BlockWriter writer(directory_, scratch_name(run_[0], serial_), header, Lifetime::scratch);
    writer.append(bytes, size);
    // It need not survive the machine: not durable.
    file(place) = writer.finish(false);
  } catch (...) {
    limit_.give(whole);
    throw;
  }
  count(place.bank, whole);
  ++stats_[static_cast<int>(place.bank)].disk_saves;
}

const BlockFile *DiskKeeper::file_of(const Place &place) const {
  const BlockFile &found = file(place);
  return found.is_open() ? &found : nullptr;
}

bool DiskKeeper::adopt(const Place &place, BlockFile &other) {
  const BlockHeader &h = other.header();
  if (h.kind != static_cast<std::uint32_t>(place.bank) || h.step != place.step || h.slot != place.slot ||
      h.payload > slot_bytes_[static_cast<std::size_t>(place.bank)])
    return false;
  limit_.take(place, h.file_bytes());
  file(place) = std::move(other);
  count(place.bank, h.file_bytes());
  return true;
}

void DiskKeeper::count(Bank bank, std::int64_t change) noexcept {
  KeeperStats &stats = stats_[static_cast<std::size_t>(bank)];
  stats.hold(change);
  stats.disk_bytes = stats.held_bytes;
  stats.peak_disk_bytes = stats.peak_held_bytes;
}

std::int64_t DiskKeeper::fetch(const Place &place, std::byte *bytes, std::int64_t room) {
  const BlockFile &file = this->file(place);
  if (!file.is_open() || file.header().step != place.step || file.header().slot != place.slot)
    fail(Status::internal, name_of(place), " has no file");
  if (file.header().payload > room)
    fail(Status::internal, name_of(place), ": ", file.header().payload, " bytes for room of ", room);
  file.read(bytes);
  ++stats_[static_cast<int>(place.bank)].disk_loads;
  return file.header().payload;
}

std::int64_t DiskKeeper::held_bytes(const Place &place) const {
  const BlockFile *file = file_of(place);
  return file ? file->header().file_bytes() : 0;
}

void DiskKeeper::close(Bank bank, BlockFile &file) noexcept {
  if (!file.is_open()) return;
  // Counted before, so that the sum can be made.
  const std::int64_t whole = file.header().file_bytes();
  file = BlockFile();
  limit_.give(whole);
  count(bank, -whole);
}

void DiskKeeper::drop(const Place &place) { close(place.bank, file(place)); }

void DiskKeeper::clear(Bank bank) noexcept {
  for (BlockFile &file : files_[static_cast<std::size_t>(bank)]) close(bank, file);
}

void DiskKeeper::forget() noexcept {
  // Closing is the child's own affair: files have no names and are never written again once they are complete.
  for (const Bank bank : {Bank::state, Bank::tape}) clear(bank);
}

}  // namespace ebw::storage
