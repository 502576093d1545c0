// SPDX-License-Identifier: MIT
// What a storage handle points at; the executor's entry points open it too.
#pragma once

#include <memory>
#include <utility>

#include "ebbwave/storage.h"
#include "entry.hpp"
#include "storage/configured.hpp"

namespace ebw::capi {

struct StorageObject : Object {
  explicit StorageObject(const storage::StoreOptions &options)
      : store(std::make_unique<storage::ConfiguredStore>(options)) {}
  explicit StorageObject(std::unique_ptr<storage::ConfiguredStore> made) : store(std::move(made)) {}
  UserPointer user;  // of a user's storage; goes after the store, which may still discard
  std::unique_ptr<storage::ConfiguredStore> store;
  std::int64_t slot_bytes = 0;  // of the caller's own checkpoints; 0 when none are reserved, also after a run
};

}  // namespace ebw::capi

struct ebw_storage : ebw::capi::Handle<ebw::capi::StorageObject, 'k'> {
  using Handle::Handle;
};
