// SPDX-License-Identifier: MIT
// Storage group of the C ABI. A caller's own checkpoints lie in the bank of states.
#include "storage.hpp"

#include <cstring>

#include "base/checked.hpp"
#include "layout.hpp"
#include "named.hpp"
#include "storage/measure.hpp"

namespace ebw::capi {

namespace {

using storage::Bank;

// After a run the slots have the run's size, not the caller's.
void require_reserved(const StorageObject &object) {
  if (object.slot_bytes == 0)
    fail(Status::state, "nothing is reserved for checkpoints of your own; call ebw_storage_reserve first");
}

std::int64_t stat(const storage::Store &store, const char *name) {
  const storage::StoreStats states = store.stats(Bank::state), tapes = store.stats(Bank::tape);
  return find_named<std::int64_t>({{"saves", states.saves + tapes.saves},
                                   {"loads", states.loads + tapes.loads},
                                   {"discards", states.discards + tapes.discards},
                                   {"live_slots", states.live_slots + tapes.live_slots},
                                   {"peak_slots", states.peak_slots + tapes.peak_slots},
                                   {"bytes", store.account().total()},
                                   {"peak_bytes", store.account().peak()},
                                   {"held_bytes", states.held_bytes + tapes.held_bytes},
                                   {"peak_held_bytes", states.peak_held_bytes + tapes.peak_held_bytes},
                                   {"raw_bytes", states.raw_bytes + tapes.raw_bytes},
                                   {"kept_bytes", states.kept_bytes + tapes.kept_bytes},
                                   {"disk_bytes", states.disk_bytes + tapes.disk_bytes},
                                   {"peak_disk_bytes", states.peak_disk_bytes + tapes.peak_disk_bytes},
                                   {"disk_saves", states.disk_saves + tapes.disk_saves},
                                   {"disk_loads", states.disk_loads + tapes.disk_loads},
                                   {"prefetched", states.prefetched + tapes.prefetched}},
                                  name);
}

void create(const storage::StoreOptions &options, ebw_storage **storage) {
  require(storage, "storage");
  *storage = new ebw_storage(std::make_shared<StorageObject>(options));
}

// Changes what the storage is made of; the caller's own slots are gone with it.
template <class Change>
std::int32_t change(ebw_storage *storage, const Change &change) {
  return entry([&] {
    const auto object = use(storage, "storage");
    change(*object->store);
    object->slot_bytes = 0;
  });
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_storage_create_memory(ebw_storage **storage) {
  return entry([&] { create({}, storage); });
}

int32_t ebw_storage_create_disk(const char *directory, int64_t bytes, ebw_storage **storage) {
  return entry([&] {
    create({.medium = storage::Medium::disk, .directory = require(directory, "directory"), .bytes = bytes}, storage);
  });
}

int32_t ebw_storage_create_tiered(const char *directory, int64_t bytes, int64_t memory_slots, ebw_storage **storage) {
  return entry([&] {
    create({.medium = storage::Medium::tiered,
            .directory = require(directory, "directory"),
            .memory_slots = memory_slots,
            .bytes = bytes},
           storage);
  });
}

int32_t ebw_storage_measure_disk(const char *directory, int64_t slot_bytes, double *save, double *load) {
  return entry([&] {
    require(save, "save");
    require(load, "load");
    const storage::DiskSeconds seconds = storage::measure_disk(require(directory, "directory"), slot_bytes);
    *save = seconds.save;
    *load = seconds.load;
  });
}

int32_t ebw_storage_create_user(ebw_store_begin_fn begin, ebw_store_save_fn save, ebw_store_load_fn load,
                                ebw_store_discard_fn discard, void *user, ebw_release_fn release,
                                ebw_storage **storage) {
  return entry([&] {
    require(save, "save");
    require(load, "load");
    require(discard, "discard");
    require(storage, "storage");
    auto object = std::make_shared<StorageObject>(
        storage::StoreOptions{.medium = storage::Medium::user, .calls = {begin, save, load, discard, user}});
    auto handle = std::make_unique<ebw_storage>(object);
    // Last of all: a failure before leaves the user's data alone.
    object->user = UserPointer(user, release);
    *storage = handle.release();
  });
}

int32_t ebw_storage_set_limit(ebw_storage *storage, int64_t bytes) {
  return change(storage, [&](storage::ConfiguredStore &store) { store.set_limit(bytes); });
}

int32_t ebw_storage_set_codec(ebw_storage *storage, const char *name, double parameter) {
  return change(storage, [&](storage::ConfiguredStore &store) { store.set_codec(require(name, "name"), parameter); });
}

int32_t ebw_storage_set_checksums(ebw_storage *storage, int32_t on) {
  return change(storage, [&](storage::ConfiguredStore &store) { store.set_checksums(on != 0); });
}

int32_t ebw_storage_set_layout(ebw_storage *storage, int64_t parts, const int32_t *dtype, const int64_t *shape) {
  return entry([&] {
    const auto object = use(storage, "storage");
    object->store->set_layout(Bank::state, make_storage_layout(parts, dtype, shape));
  });
}

int32_t ebw_storage_get_codec_error(const ebw_storage *storage, double *error) {
  return entry([&] {
    const auto object = use(storage, "storage");
    require(error, "error");
    *error = object->store->largest_codec_error();
  });
}

int32_t ebw_storage_reserve(ebw_storage *storage, int64_t slots, int64_t slot_bytes) {
  return entry([&] {
    const auto object = use(storage, "storage");
    object->store->set_memory_slots(-1);
    object->store->planned_bytes(Bank::state, slots, slot_bytes);
    object->slot_bytes = 0;
    object->store->reserve(Bank::tape, 0, 0);
    object->store->reserve(Bank::state, slots, slot_bytes);
    object->slot_bytes = slot_bytes;
  });
}

int32_t ebw_storage_save(ebw_storage *storage, int64_t slot, int64_t step, const void *bytes) {
  return entry([&] {
    const auto object = use(storage, "storage");
    require(bytes, "bytes");
    require_reserved(*object);
    std::byte *place = object->store->begin_save(Bank::state, slot, step);
    std::memcpy(place, bytes, static_cast<std::size_t>(object->slot_bytes));
    object->store->end_save(Bank::state, slot);
  });
}

int32_t ebw_storage_load(ebw_storage *storage, int64_t slot, int64_t step, void *bytes) {
  return entry([&] {
    const auto object = use(storage, "storage");
    require(bytes, "bytes");
    require_reserved(*object);
    const std::byte *place = object->store->begin_load(Bank::state, slot, step);
    std::memcpy(bytes, place, static_cast<std::size_t>(object->slot_bytes));
    object->store->end_load(Bank::state, slot);
  });
}

int32_t ebw_storage_discard(ebw_storage *storage, int64_t slot) {
  return entry([&] { use(storage, "storage")->store->discard(Bank::state, slot); });
}

int32_t ebw_storage_get_stat(const ebw_storage *storage, const char *name, int64_t *value) {
  return entry([&] {
    const auto object = use(storage, "storage");
    require(value, "value");
    *value = stat(*object->store, name);
  });
}

void ebw_storage_destroy(ebw_storage *storage) { delete storage; }

}  // extern "C"
