// SPDX-License-Identifier: MIT
// What every C entry point does: open handles, refuse a second thread, turn exceptions into a status and a text.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "base/error.hpp"

namespace ebw::capi {

// Keeps status, text and callback number of a failed call for ebw_last_error and ebw_last_callback_status.
void set_last_error(Status status, const char *text, std::int32_t callback_status = 0) noexcept;

// Runs an entry point's body; nothing but a status leaves.
template <class Body>
std::int32_t entry(Body &&body) noexcept {
  try {
    std::forward<Body>(body)();
    return static_cast<std::int32_t>(Status::ok);
  } catch (const Error &error) {
    set_last_error(error.status(), error.what(), error.callback_status());
    return static_cast<std::int32_t>(error.status());
  } catch (const std::bad_alloc &) {
    set_last_error(Status::no_memory, "the machine refuses memory; use fewer slots or a smaller problem");
    return static_cast<std::int32_t>(Status::no_memory);
  } catch (const std::exception &error) {
    set_last_error(Status::internal, error.what());
  } catch (...) {
    set_last_error(Status::internal, "an exception of unknown type");
  }
  return static_cast<std::int32_t>(Status::internal);
}

// Refuses NULL outputs and inputs by name.
template <class T>
T *require(T *pointer, const char *name) {
  if (!pointer) fail(Status::argument, name, " is NULL; pass a valid pointer");
  return pointer;
}

// What a handle points at, shared with all that depends on it. `busy` is the lock of "one thread at a time".
struct Object {
  virtual ~Object() = default;
  std::atomic<bool> busy{false};
};

// Base of the opaque structs: struct ebw_model : Handle<ModelObject, 'm'> {}. The magic word tells handles of one kind
// from all others, and from one that was destroyed.
template <class T, unsigned char kind>
struct Handle {
  static constexpr std::uint64_t kMagic = 0x4562627761766500u + kind;
  using object_type = T;

  explicit Handle(std::shared_ptr<T> o) : object(std::move(o)) {}
  ~Handle() { magic = 0xDEADu; }

  std::uint64_t magic = kMagic;
  std::shared_ptr<T> object;
};

// The object of a handle, which goes with it: for calls that are over before anything else can happen.
template <class H>
const std::shared_ptr<typename H::object_type> &look_at(const H *handle, const char *name) {
  if (!handle) fail(Status::argument, name, " is NULL; create it first");
  if (*reinterpret_cast<const volatile std::uint64_t *>(&handle->magic) != H::kMagic)
    fail(Status::handle, name, " is not a handle of this kind, or was destroyed; pass what its create function gave");
  return handle->object;
}

// The object of a handle; it stays alive while the returned pointer does, whatever happens to the handle.
template <class H>
std::shared_ptr<typename H::object_type> open(const H *handle, const char *name) {
  return look_at(handle, name);
}

// Holds an object for one call; a second holder is refused, never queued.
class Hold {
 public:
  Hold(Object &object, const char *name) : object_(&object) {
    if (object.busy.exchange(true, std::memory_order_acquire))
      fail(Status::busy, name, " is in use by another thread or by the call whose callback this is; use a handle from ",
           "one thread at a time");
  }
  ~Hold() {
    if (object_) object_->busy.store(false, std::memory_order_release);
  }
  Hold(Hold &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Hold &operator=(Hold &&) = delete;
  Hold(const Hold &) = delete;

 private:
  Object *object_;
};

// Opened and held at once: `auto model = use(handle, "model"); model->...`.
template <class T>
class Used {
 public:
  Used(std::shared_ptr<T> object, const char *name) : object_(std::move(object)), hold_(*object_, name) {}
  T *operator->() const { return object_.get(); }
  T &operator*() const { return *object_; }
  const std::shared_ptr<T> &shared() const { return object_; }

 private:
  std::shared_ptr<T> object_;
  Hold hold_;
};
template <class H>
Used<typename H::object_type> use(const H *handle, const char *name) {
  return Used<typename H::object_type>(open(handle, name), name);
}

// A user's callback pointer with its release, called once when the last copy goes. When there is no memory to remember
// it, nothing was taken over and nothing is released.
class UserPointer {
 public:
  UserPointer() = default;
  UserPointer(void *user, void (*release)(void *)) : user_(user) {
    if (release) guard_ = std::make_shared<Guard>();
    if (release) guard_->release = release, guard_->user = user;
  }
  void *get() const { return user_; }

 private:
  struct Guard {
    void (*release)(void *) = nullptr;
    void *user = nullptr;
    Guard() = default;
    Guard(const Guard &) = delete;
    ~Guard() {
      if (release) release(user);
    }
  };
  void *user_ = nullptr;
  std::shared_ptr<Guard> guard_;
};

inline bool checked_flag(std::int32_t value, const char *name) {
  if (value != 0 && value != 1) fail(Status::argument, name, " = ", value, ", need 1 (on) or 0 (off)");
  return value == 1;
}

}  // namespace ebw::capi
