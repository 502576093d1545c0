// SPDX-License-Identifier: MIT
// Manifests, and the order in which files appear and go.
#include "storage/generations.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ebw::storage {

namespace {

constexpr std::string_view kFamily = "ebw-";
constexpr std::size_t kRunDigits = 32, kSerialDigits = 16;
constexpr std::string_view kUnfinished = ".tmp";
constexpr std::uint32_t kManifest = 1;
constexpr std::int64_t kPartNumbers = 7;
// Far more than a run has, and little memory: what a file may claim before it is believed.
constexpr std::int64_t kLargestManifest = std::int64_t{64} << 20;

bool is_hex(std::string_view digits) {
  return std::all_of(digits.begin(), digits.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// "ebw-<run>-": where the rest of such a name begins; 0 for another name.
std::size_t rest_of(std::string_view name) {
  const std::size_t rest = kFamily.size() + kRunDigits + 1;
  const bool ours = name.size() > rest && name.starts_with(kFamily) && name[rest - 1] == '-' &&
                    is_hex(name.substr(kFamily.size(), kRunDigits));
  return ours ? rest : 0;
}

// The serial at the end of a name, "g<serial>" or "p<serial>", perhaps unfinished; 0 for another name.
std::uint64_t serial_of(std::string_view rest, bool &unfinished) {
  unfinished = rest.ends_with(kUnfinished);
  if (unfinished) rest.remove_suffix(kUnfinished.size());
  if (rest.size() != 1 + kSerialDigits || (rest[0] != 'g' && rest[0] != 'p') || !is_hex(rest.substr(1))) return 0;
  std::uint64_t serial = 0;
  std::from_chars(rest.data() + 1, rest.data() + rest.size(), serial, 16);
  return serial;
}

std::vector<std::int64_t> numbers_of(const Generation &g) {
  std::vector<std::int64_t> all{static_cast<std::int64_t>(g.numbers.size()), static_cast<std::int64_t>(g.parts.size())};
  all.insert(all.end(), g.numbers.begin(), g.numbers.end());
  for (const Part &p : g.parts)
    for (const std::int64_t number :
         {std::int64_t{p.kind}, p.step, p.slot, p.bytes, static_cast<std::int64_t>(p.serial), std::int64_t{p.check},
          std::int64_t{p.linked}})
      all.push_back(number);
  return all;
}

}  // namespace

Generations::Generations(const std::string &path, const Fingerprint::Value &run, const FileCalls &calls)
    : directory_(path, calls), run_(run), process_(getpid()) {
  directory_.lock();
  for (const std::string &name : directory_.names(kFamily)) {
    const std::size_t rest = rest_of(name);
    if (rest == 0) continue;
    bool unfinished;
    const std::uint64_t serial = serial_of(std::string_view(name).substr(rest), unfinished);
    const bool mine = name.starts_with(prefix());
    if (!mine && !unfinished && serial && name[rest] == 'g')
      fail(Status::not_resumable, "directory '", directory_.path(), "' holds what another problem's run left (", name,
           "): model, shots, schedule, precision or release differ from this run's; name another directory, ",
           "or remove the files ", name.substr(0, rest), "* to give that run up");
    if (mine) next_serial_ = std::max(next_serial_, serial + 1);
  }
}

std::string Generations::prefix() const {
  char digits[kRunDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(run_[0]),
                static_cast<unsigned long long>(run_[1]));
  return text(kFamily, digits, '-');
}

std::string Generations::name(char kind, std::uint64_t serial) const {
  char digits[kSerialDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(serial));
  return text(prefix(), kind, digits);
}

// ---- Reading

bool Generations::empty() const {
  for (const std::string &name : directory_.names(prefix() + 'g'))
    if (!name.ends_with(kUnfinished)) return false;
  return true;
}

std::optional<Generation> Generations::newest(std::vector<std::string> &damaged) {
  std::vector<std::string> names = directory_.names(prefix() + 'g');
  std::reverse(names.begin(), names.end());
  last_.clear();
  for (const std::string &name : names) {
    if (name.ends_with(kUnfinished)) continue;
    try {
      Generation found = read_manifest(name);
      for (const Part &part : found.parts) open(part).verify();
      last_ = {found};
      return found;
    } catch (const Error &error) {
      // Damage is no end: the one before may be whole. What the machine lacks is another matter.
      if (error.status() != Status::corrupt && error.status() != Status::storage) throw;
      damaged.push_back(text("generation ", name.substr(prefix().size() + 1), ": ", error.what()));
    }
  }
  return std::nullopt;
}

Generation Generations::read_manifest(const std::string &name) const {
  const BlockFile file(directory_, name);
  const BlockHeader &h = file.header();
  const auto refuse = [&](const char *what) {
    fail(Status::corrupt, directory_.path(), "/", name, " is damaged: ", what);
  };
  if (h.kind != kManifest || h.run != run_ || this->name('g', h.serial) != name) refuse("it is not what its name says");
  if (h.payload > kLargestManifest || h.payload % 8 != 0) refuse("its length is none of a manifest");
  std::vector<std::int64_t> all(static_cast<std::size_t>(h.payload / 8));
  file.read(reinterpret_cast<std::byte *>(all.data()));
  const auto count = static_cast<std::int64_t>(all.size());
  const bool fits = count >= 2 && all[0] >= 0 && all[0] <= count && all[1] >= 0 && all[1] <= count &&
                    2 + all[0] + kPartNumbers * all[1] == count;
  if (!fits) refuse("its counts do not fit its length");
  Generation g;
  g.serial = h.serial;
  const auto parts = all.begin() + 2 + all[0];
  g.numbers.assign(all.begin() + 2, parts);
  for (auto at = parts; at != all.end(); at += kPartNumbers)
    g.parts.push_back({static_cast<std::uint32_t>(at[0]), at[1], at[2], at[3], static_cast<std::uint64_t>(at[4]),
                       static_cast<std::uint32_t>(at[5]), at[6] != 0});
  return g;
}

BlockFile Generations::open(const Part &part) const {
  BlockFile file(directory_, name('p', part.serial));
  const BlockHeader &h = file.header();
  // The checksum is of the whole header, so also of what a store writes there of its own.
  const bool named =
      part.linked || (h.run == run_ && h.kind == part.kind && h.slot == part.slot && h.serial == part.serial);
  if (!named || h.step != part.step || h.payload != part.bytes || file.check() != part.check)
    fail(Status::corrupt, directory_.path(), "/", name('p', part.serial), " is not the file that the generation names");
  return file;
}

void Generations::read(const Part &part, std::span<const std::span<std::byte>> pieces) const {
  const BlockFile file = open(part);
  std::int64_t room = 0;
  for (const auto &piece : pieces) room += static_cast<std::int64_t>(piece.size());
  if (room != part.bytes)
    fail(Status::corrupt, directory_.path(), "/", name('p', part.serial), " has ", part.bytes, " bytes, this run's ",
         "array ", room);
  if (pieces.size() == 1) return file.read(pieces[0].data());
  const auto block = std::make_unique<std::byte[]>(static_cast<std::size_t>(file.header().block));
  std::size_t piece = 0, at = 0;
  for (std::int64_t index = 0; index < file.header().blocks(); ++index) {
    const auto count = static_cast<std::size_t>(file.read_block(index, block.get()));
    for (std::size_t done = 0; done < count;) {
      for (; at == pieces[piece].size(); at = 0) ++piece;
      const std::size_t now = std::min(count - done, pieces[piece].size() - at);
      std::memcpy(pieces[piece].data() + at, block.get() + done, now);
      done += now;
      at += now;
    }
  }
}

void Generations::read(const Part &part, std::span<std::byte> bytes) const { read(part, std::span(&bytes, 1)); }

// ---- Writing

Part Generations::write(std::uint32_t kind, std::int64_t step, std::int64_t slot,
                        std::span<const std::span<const std::byte>> pieces) {
  require_own_process();
  BlockHeader header;
  header.kind = kind;
  header.step = step;
  header.slot = slot;
  header.run = run_;
  header.serial = next_serial_++;
  for (const auto &piece : pieces) header.payload += static_cast<std::int64_t>(piece.size());
  try {
    BlockWriter writer(directory_, name('p', header.serial), header, Lifetime::kept);
    for (const auto &piece : pieces) writer.append(piece.data(), static_cast<std::int64_t>(piece.size()));
    const BlockFile file = writer.finish(true);
    return {kind, step, slot, header.payload, header.serial, file.check()};
  } catch (...) {
    sweep(kept_names());  // the parts before it belong to no generation
    throw;
  }
}

Part Generations::write(std::uint32_t kind, std::int64_t step, std::int64_t slot, std::span<const std::byte> bytes) {
  return write(kind, step, slot, std::span(&bytes, 1));
}

std::optional<Part> Generations::link(std::uint32_t kind, std::int64_t step, std::int64_t slot, const BlockFile &file) {
  require_own_process();
  const std::uint64_t serial = next_serial_++;
  try {
    file.sync();
    if (!file.link(directory_, name('p', serial))) return std::nullopt;
  } catch (...) {
    sweep(kept_names());
    throw;
  }
  return Part{kind, step, slot, file.header().payload, serial, file.check(), true};
}

void Generations::commit(Generation generation) {
  require_own_process();
  generation.serial = next_serial_++;
  const std::vector<std::int64_t> all = numbers_of(generation);
  const auto bytes = std::as_bytes(std::span(all));
  BlockHeader header;
  header.kind = kManifest;
  header.run = run_;
  header.serial = generation.serial;
  header.payload = static_cast<std::int64_t>(bytes.size());
  try {
    // The names of all parts before the manifest that counts on them.
    directory_.sync();
    BlockWriter writer(directory_, name('g', header.serial), header, Lifetime::kept);
    writer.append(bytes.data(), header.payload);
    writer.finish(true);
    directory_.sync();
  } catch (...) {
    sweep(kept_names());
    throw;
  }

  last_.push_back(std::move(generation));
  if (last_.size() > 2) last_.erase(last_.begin());
  sweep(kept_names());
}

std::vector<Part> Generations::parts() const {
  std::vector<Part> all;
  for (const Generation &g : last_)
    for (const Part &part : g.parts)
      if (std::find(all.begin(), all.end(), part) == all.end()) all.push_back(part);
  return all;
}

void Generations::give_up(const Part &part) {
  if (last_.empty()) return;
  Generation thinned = last_.back();
  std::erase(thinned.parts, part);
  commit(std::move(thinned));
  last_.erase(last_.begin(), last_.end() - 1);
  sweep(kept_names());
}

std::vector<std::string> Generations::kept_names() const {
  std::vector<std::string> keep;
  for (const Generation &g : last_) {
    keep.push_back(name('g', g.serial));
    for (const Part &part : g.parts) keep.push_back(name('p', part.serial));
  }
  return keep;
}

void Generations::require_own_process() const {
  if (process_ != getpid())
    fail(Status::state, "directory '", directory_.path(), "' belongs to the run of process ", process_,
         ", of which this ", "is a fork; run without a directory here, or name another one");
}

void Generations::sweep(const std::vector<std::string> &keep) noexcept {
  if (process_ != getpid()) return;
  try {
    // Manifests go first ('g' < 'p'): none is ever there without its parts.
    for (const std::string &name : directory_.names(prefix())) {
      bool unfinished;
      const bool ours = serial_of(std::string_view(name).substr(prefix().size()), unfinished) != 0;
      if (ours && std::find(keep.begin(), keep.end(), name) == keep.end()) directory_.try_remove(name);
    }
  } catch (...) {
    // What cannot be listed now is swept by the next commit or run.
  }
}

void Generations::clear() noexcept {
  sweep({});
  last_.clear();
}

}  // namespace ebw::storage
