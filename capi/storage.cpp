// SPDX-License-Identifier: MIT
// Storage group of the C ABI. A caller's own checkpoints lie in the bank of states.
#include "storage.hpp"

#include <cstring>

#include "named.hpp"
#include "storage/memory.hpp"

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
                                   {"peak_bytes", store.account().peak()}},
                                  name);
}

}  // namespace

}  // namespace ebw::capi

extern "C" {

using namespace ebw;
using namespace ebw::capi;

int32_t ebw_storage_create_memory(ebw_storage **storage) {
  return entry([&] {
    require(storage, "storage");
    *storage = new ebw_storage(std::make_shared<StorageObject>(std::make_unique<storage::MemoryStore>()));
  });
}

int32_t ebw_storage_reserve(ebw_storage *storage, int64_t slots, int64_t slot_bytes) {
  return entry([&] {
    const auto object = use(storage, "storage");
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
