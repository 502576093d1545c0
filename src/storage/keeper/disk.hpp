// SPDX-License-Identifier: MIT
// Bytes in files: one file per checkpoint in one directory, without a name, so that nothing is left however the process
// ends.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "storage/block_file.hpp"
#include "storage/keeper/keeper.hpp"

namespace ebw::storage {

// Bytes of disk that a checkpoint of this size takes.
std::int64_t file_bytes(std::int64_t payload);
// Slots on disk that this process may hold at once, one open file each.
std::int64_t most_files();

class DiskKeeper final : public Keeper {
 public:
  // directory: opened here and once; made when only its last part is missing. What a killed process has left in
  // it is removed. limit: the most bytes of all files, 0 for none. fixed_size: every checkpoint has slot_bytes, so that
  // reserve() can refuse what will not fit.
  DiskKeeper(const std::string &directory, std::int64_t limit, bool fixed_size,
             const FileCalls &calls = system_file_calls());

  MemoryBytes planned_bytes(Bank, std::int64_t, std::int64_t) const override { return {}; }
  void reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) override;
  void keep(const Place &place, const std::byte *bytes, std::int64_t size) override;
  std::int64_t fetch(const Place &place, std::byte *bytes, std::int64_t room) override;
  void drop(const Place &place) override;
  void clear(Bank bank) noexcept override;
  void forget() noexcept override;
  KeeperStats stats(Bank bank) const override { return stats_[static_cast<int>(bank)]; }
  ByteRoom byte_room(Bank bank) const override {
    return {limit_.bytes(), limit_.refused(), file_bytes(slot_bytes_[static_cast<int>(bank)])};
  }
  std::int64_t held_bytes(const Place &place) const override;
  const BlockFile *file_of(const Place &place) const override;
  bool adopt(const Place &place, BlockFile &file) override;
  bool keeps_files() const override { return true; }

 private:
  BlockFile &file(const Place &place) { return files_[static_cast<int>(place.bank)].at(place.slot); }
  const BlockFile &file(const Place &place) const {
    return files_[static_cast<std::size_t>(place.bank)].at(static_cast<std::size_t>(place.slot));
  }
  void count(Bank bank, std::int64_t change) noexcept;
  void close(Bank bank, BlockFile &file) noexcept;

  Directory directory_;
  Limit limit_;
  bool fixed_size_;
  Fingerprint::Value run_;    // random: a file of another process is never taken for one of ours
  std::uint64_t serial_ = 0;  // of the last file
  std::array<std::vector<BlockFile>, 2> files_;
  std::array<std::int64_t, 2> slot_bytes_{};
  std::array<std::int64_t, 2> reserved_{};  // bytes that all slots of a bank may come to
  std::array<KeeperStats, 2> stats_;
};

}  // namespace ebw::storage
