// SPDX-License-Identifier: MIT
// Which layers an option means.
#include "storage/configured.hpp"

#include "base/error.hpp"
#include "storage/background.hpp"
#include "storage/keeper/checksum.hpp"
#include "storage/keeper/coded.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/keeper/memory.hpp"
#include "storage/memory.hpp"
#include "storage/staged.hpp"
#include "storage/tiered.hpp"

namespace ebw::storage {

namespace {

// Codec over checksums over the medium: what is summed is what lies there.
std::unique_ptr<Keeper> with_layers(MemoryAccount &account, const StoreOptions &options, bool checksums,
                                    std::unique_ptr<Keeper> keeper) {
  if (checksums) keeper = std::make_unique<ChecksumKeeper>(account, std::move(keeper));
  if (std::unique_ptr<Codec> codec = make_codec(options.codec, options.codec_parameter))
    keeper = std::make_unique<CodedKeeper>(account, std::move(codec), std::move(keeper));
  return keeper;
}

std::unique_ptr<Store> build_memory(MemoryAccount &account, const StoreOptions &options, std::int64_t limit) {
  if (options.codec == "none") return std::make_unique<MemoryStore>(account, options.checksums, limit);
  auto keeper = std::make_unique<MemoryKeeper>(account, limit);
  return std::make_unique<StagedStore>(account, with_layers(account, options, options.checksums, std::move(keeper)));
}

std::unique_ptr<Keeper> build_disk(MemoryAccount &account, const StoreOptions &options) {
  auto keeper = std::make_unique<DiskKeeper>(options.directory, options.bytes, options.codec == "none");
  return with_layers(account, options, false, std::move(keeper));
}

}  // namespace

ConfiguredStore::ConfiguredStore(const StoreOptions &options) : options_(options), inner_(build(options)) {}

std::unique_ptr<Store> ConfiguredStore::build(const StoreOptions &options) {
  if (options.bytes < 0) fail(Status::argument, "bytes = ", options.bytes, ", need at least 1, or 0 for no limit");
  switch (options.medium) {
    case Medium::memory: return build_memory(account_, options, options.bytes);
    case Medium::disk: return std::make_unique<StagedStore>(account_, build_disk(account_, options));
    case Medium::tiered:
      return std::make_unique<TieredStore>(account_, build_memory(account_, options, 0),
                                           std::make_unique<BackgroundStore>(account_, build_disk(account_, options)),
                                           options.memory_slots);
    case Medium::user:
      return std::make_unique<StagedStore>(
          account_, with_layers(account_, options, options.checksums, std::make_unique<UserKeeper>(options.calls)));
  }
  fail(Status::internal, "no such medium");
}

void ConfiguredStore::change(const StoreOptions &options) {
  for (const Bank bank : {Bank::state, Bank::tape})
    if (const std::int64_t live = inner_->stats(bank).live_slots; live > 0)
      fail(Status::state, "the storage holds ", live, " live checkpoints; discard them before its codec or checksums ",
           "are changed");
  std::unique_ptr<Store> next = build(options);
  for (const Bank bank : {Bank::state, Bank::tape}) next->set_layout(bank, layouts_[static_cast<int>(bank)]);
  inner_ = std::move(next);
  options_ = options;
}

void ConfiguredStore::set_codec(const std::string &name, double parameter) {
  StoreOptions options = options_;
  options.codec = name;
  options.codec_parameter = parameter;
  change(options);
}

void ConfiguredStore::set_checksums(bool checksums) {
  StoreOptions options = options_;
  options.checksums = checksums;
  change(options);
}

void ConfiguredStore::set_limit(std::int64_t bytes) {
  if (options_.medium != Medium::memory)
    fail(Status::unsupported, "bytes = ", bytes, ": only a storage in memory takes a limit later; files get theirs ",
         "when the storage is created");
  StoreOptions options = options_;
  options.bytes = bytes;
  change(options);
}

void ConfiguredStore::set_layout(Bank bank, const Layout &layout) {
  layouts_[static_cast<int>(bank)] = layout;
  inner_->set_layout(bank, layout);
}

}  // namespace ebw::storage
