// SPDX-License-Identifier: MIT
// Who holds which buffer, and what the background does with it. The keeper belongs to the worker's thread, but for
// reserve and clear, which wait until it has nothing to do.
#include "storage/background.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "storage/staged.hpp"

namespace ebw::storage {

namespace {

bool is_want_of_room(const std::exception_ptr &error) {
  try {
    std::rethrow_exception(error);
  } catch (const Error &known) {
    return known.status() == Status::budget;
  } catch (...) {
    return false;
  }
}

}  // namespace

BackgroundStore::BackgroundStore(MemoryAccount &account, std::unique_ptr<Keeper> keeper)
    : account_(account), keeper_(std::move(keeper)), process_(getpid()) {}

BackgroundStore::~BackgroundStore() {
  notice_fork();
  if (!worker_) return;
  {
    // Jobs may add jobs, and reach the worker by the pointer that goes next.
    Lock lock(worker_->mutex());
    for (Lane &lane : lanes_) lane.wanted = {};
    wait_idle(lock);
  }
  worker_.reset();
}

void BackgroundStore::notice_fork() noexcept {
  if (process_ == getpid()) return;
  process_ = getpid();
  // Its thread is not here and its lock may be held for ever: neither is touched, and the few bytes are lost.
  static_cast<void>(worker_.release());
  keeper_->forget();
  for (Lane &lane : lanes_) {
    lane.table.clear();
    lane.empty();
  }
}

void BackgroundStore::start() {
  notice_fork();
  if (!worker_) worker_ = std::make_unique<Worker>();
}

MemoryBytes BackgroundStore::planned_bytes(Bank bank, std::int64_t slots, std::int64_t slot_bytes) const {
  return planned_with_places(*keeper_, bank, slots, slot_bytes, kBuffers);
}

void BackgroundStore::reserve(Bank bank, std::int64_t slots, std::int64_t slot_bytes) {
  planned_bytes(bank, slots, slot_bytes);
  notice_fork();
  Lane &lane = this->lane(bank);
  if (worker_) {
    Lock lock(worker_->mutex());
    lane.wanted = {};
    wait_idle(lock);
  }
  keeper_->reserve(bank, slots, slot_bytes);
  lane.empty();
  lane.table.clear();
  const std::int64_t bytes = slots > 0 ? slot_bytes : 0;
  if (lane.buffers[0].bytes.bytes() != bytes) {
    lane.table.reserve(account_, 0);
    for (Buffer &buffer : lane.buffers) buffer.bytes.release();
    for (Buffer &buffer : lane.buffers) buffer.bytes = AlignedBuffer(account_, use_of(bank), bytes);
  }
  // Padding that nobody writes must not carry what memory held before.
  for (Buffer &buffer : lane.buffers)
    if (bytes > 0) std::memset(buffer.bytes.data(), 0, static_cast<std::size_t>(bytes));
  lane.table.reserve(account_, slots);
  lane.kept = keeper_->stats(bank);
  if (slots > 0) start();
  account_.reset_peak();
}

// ---- Buffers

void BackgroundStore::Lane::empty() noexcept {
  failures.clear();
  wanted = {};
  for (Buffer &buffer : buffers) {
    buffer.place = {};
    buffer.open = buffer.busy = buffer.expected = false;
    buffer.error = nullptr;
  }
}

std::exception_ptr BackgroundStore::take_failures(Lane &lane, const Lock &) {
  std::exception_ptr gravest;
  for (const Failure &failure : lane.failures) {
    if (lane.table.holds(failure.place.slot, failure.place.step)) lane.table.fail_save(failure.place.slot);
    if (Buffer *buffer = find(lane, failure.place); buffer && !buffer->open) {
      buffer->place = {};
      buffer->expected = false;
    }
    // A run can go on without a checkpoint that did not fit; so that is told last.
    if (!gravest || is_want_of_room(gravest)) gravest = failure.error;
  }
  lane.failures.clear();
  return gravest;
}

BackgroundStore::Buffer *BackgroundStore::find(Lane &lane, const Place &place) {
  for (Buffer &buffer : lane.buffers)
    if (buffer.place == place) return &buffer;
  return nullptr;
}

BackgroundStore::Buffer *BackgroundStore::free_buffer(Lane &lane, Lock &lock, bool may_wait) {
  for (;;) {
    Buffer *found = nullptr, *announced = nullptr;
    bool busy = false;
    for (int i = 1; i <= kBuffers; ++i) {
      // The one that was used last comes last.
      const int number = (lane.last_used + i) % kBuffers;
      Buffer &buffer = lane.buffers[static_cast<std::size_t>(number)];
      busy = busy || buffer.busy;
      if (buffer.open || buffer.busy) continue;
      if (buffer.expected)
        announced = &buffer;
      else if (!found || (found->place.slot >= 0 && buffer.place.slot < 0))
        found = &buffer;
    }
    // What was announced gives way only when there is nothing else to wait for.
    if (!found && may_wait && !busy) found = announced;
    if (found) {
      lane.last_used = static_cast<int>(found - lane.buffers.data());
      found->place = {};
      found->expected = false;
      found->error = nullptr;
      return found;
    }
    if (!may_wait) return nullptr;
    if (!busy)
      fail(Status::state, "all ", kBuffers, " buffers of this storage are being written or read; end one save or load");
    worker_->wait(lock);
    report(lane, lock);
  }
}

template <class Work>
void BackgroundStore::add_job(Lane &lane, const Place &place, Buffer *buffer, const Work &work) {
  worker_->add([this, &lane, place, buffer, work] {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    Lock told(worker_->mutex());
    if (buffer) buffer->busy = false;
    lane.kept = keeper_->stats(place.bank);
    if (error) lane.failures.push_back({place, error});
    prefetch(lane, told);
  });
  if (buffer) buffer->busy = true;
}

void BackgroundStore::fill(Lane &lane, Buffer &buffer, const Place &place, const Lock &) {
  add_job(lane, place, &buffer, [this, &buffer, place] {
    // Told by the load that needs the bytes, not by whatever call comes next.
    try {
      const std::int64_t size = keeper_->fetch(place, buffer.bytes.data(), buffer.bytes.bytes());
      if (size != buffer.bytes.bytes())
        fail(Status::corrupt, name_of(place), ": came back with ", size, " bytes of ", buffer.bytes.bytes());
    } catch (...) {
      buffer.error = std::current_exception();
    }
  });
  buffer.place = place;
}

void BackgroundStore::prefetch(Lane &lane, Lock &lock) {
  if (lane.wanted.slot < 0 || !lane.failures.empty()) return;
  Buffer *buffer = free_buffer(lane, lock, false);
  if (!buffer) return;
  const Place place = std::exchange(lane.wanted, {});
  fill(lane, *buffer, place, lock);
  buffer->expected = true;
}

// ---- Saves

std::byte *BackgroundStore::begin_save(Bank bank, std::int64_t slot, std::int64_t step) {
  notice_fork();
  Lane &lane = this->lane(bank);
  if (!worker_ && lane.table.slots() > 0)
    fail(Status::state, "the process was forked since this storage was reserved; reserve it again, or run");
  if (!worker_) return lane.table.begin_save(slot, step), nullptr;  // refused: there are no slots
  Lock lock(worker_->mutex());
  report(lane, lock);
  lane.table.begin_save(slot, step);
  try {
    Buffer &buffer = *free_buffer(lane, lock, true);
    buffer.place = {bank, slot, step};
    buffer.open = true;
    return buffer.bytes.data();
  } catch (...) {
    lane.table.fail_save(slot);
    throw;
  }
}

void BackgroundStore::end_save(Bank bank, std::int64_t slot) {
  notice_fork();
  Lane &lane = this->lane(bank);
  const std::int64_t step = lane.table.end_save(slot);
  const Place place{bank, slot, step};
  Lock lock(worker_->mutex());
  Buffer &buffer = *find(lane, place);
  buffer.open = false;
  lane.table.stats.raw_bytes += buffer.bytes.bytes();
  add_job(lane, place, &buffer,
          [this, &buffer, place] { keeper_->keep(place, buffer.bytes.data(), buffer.bytes.bytes()); });
}

// ---- Loads

const std::byte *BackgroundStore::begin_load(Bank bank, std::int64_t slot, std::int64_t step) {
  notice_fork();
  Lane &lane = this->lane(bank);
  lane.table.require_holds(slot, step);
  Lock lock(worker_->mutex());
  report(lane, lock);
  const Place place{bank, slot, step};
  if (lane.wanted == place) lane.wanted = {};
  Buffer *buffer = find(lane, place);
  const bool there = buffer && !buffer->busy;
  if (!buffer) {
    buffer = free_buffer(lane, lock, true);
    fill(lane, *buffer, place, lock);
  }
  // A buffer that is being written from is busy too; reading it meanwhile would be right, waiting is simple.
  // Meanwhile no job that ends may take it for what was announced.
  buffer->expected = true;
  while (buffer->busy) worker_->wait(lock);
  buffer->expected = false;
  if (!buffer->error) report(lane, lock);
  if (buffer->error) {
    const std::exception_ptr error = std::exchange(buffer->error, nullptr);
    buffer->place = {};
    buffer->expected = false;
    std::rethrow_exception(error);
  }
  lane.table.begin_load(slot, step);
  if (there) ++lane.table.stats.prefetched;
  buffer->open = true;
  buffer->expected = false;
  return buffer->bytes.data();
}

void BackgroundStore::end_load(Bank bank, std::int64_t slot) {
  notice_fork();
  if (!worker_) return;
  const Lock lock(worker_->mutex());
  for (Buffer &buffer : lane(bank).buffers)
    if (buffer.place.bank == bank && buffer.place.slot == slot) buffer.open = false;
}

void BackgroundStore::expect_load(Bank bank, std::int64_t slot, std::int64_t step) {
  notice_fork();
  Lane &lane = this->lane(bank);
  if (!worker_ || !lane.table.holds(slot, step)) return;
  Lock lock(worker_->mutex());
  if (!lane.failures.empty()) return;
  const Place place{bank, slot, step};
  if (Buffer *buffer = find(lane, place)) {
    buffer->expected = true;
    return;
  }
  lane.wanted = place;
  prefetch(lane, lock);
}

void BackgroundStore::discard(Bank bank, std::int64_t slot) {
  notice_fork();
  Lane &lane = this->lane(bank);
  const bool writing = lane.table.is_writing(slot);
  const std::int64_t step = lane.table.discard(slot);
  const Place place{bank, slot, step};
  Lock lock(worker_->mutex());
  if (lane.wanted == place) lane.wanted = {};
  Buffer *buffer = find(lane, place);
  while (buffer && buffer->busy) worker_->wait(lock);
  if (buffer) {
    buffer->place = {};
    buffer->open = buffer->expected = false;
    buffer->error = nullptr;
  }
  // A save that failed left nothing to drop, but that the disk failed should be known.
  const bool failed = std::any_of(lane.failures.begin(), lane.failures.end(),
                                  [&](const Failure &failure) { return failure.place == place; });
  const std::exception_ptr error = take_failures(lane, lock);
  if (!writing && !failed) add_job(lane, place, nullptr, [this, place] { keeper_->drop(place); });
  if (error) std::rethrow_exception(error);
}

void BackgroundStore::clear(Bank bank) noexcept {
  notice_fork();
  Lane &lane = this->lane(bank);
  Lock lock;
  if (worker_) {
    lock = Lock(worker_->mutex());
    lane.wanted = {};
    wait_idle(lock);
  }
  keeper_->clear(bank);
  lane.kept = keeper_->stats(bank);
  lane.table.clear();
  lane.empty();
}

// ---- What it is

void BackgroundStore::set_layout(Bank bank, const Layout &layout) {
  notice_fork();
  Lock lock;
  if (worker_) {
    lock = Lock(worker_->mutex());
    wait_idle(lock);
  }
  keeper_->set_layout(bank, layout);
}

StoreStats BackgroundStore::stats(Bank bank) const {
  if (!worker_ || process_ != getpid()) return join(lane(bank).table.stats, lane(bank).kept);
  const Lock lock(worker_->mutex());
  return join(lane(bank).table.stats, lane(bank).kept);
}

ByteRoom BackgroundStore::byte_room(Bank bank, std::int64_t) {
  settle(bank);
  return keeper_->byte_room(bank);
}

std::int64_t BackgroundStore::held_bytes(Bank bank, std::int64_t slot, std::int64_t step) {
  settle(bank);
  return keeper_->held_bytes({bank, slot, step});
}

const BlockFile *BackgroundStore::file_of(Bank bank, std::int64_t slot, std::int64_t step) {
  notice_fork();
  if (!worker_) return nullptr;
  Lane &lane = this->lane(bank);
  Lock lock(worker_->mutex());
  wait_idle(lock);
  report(lane, lock);
  return lane.table.holds(slot, step) ? keeper_->file_of({bank, slot, step}) : nullptr;
}

bool BackgroundStore::adopt(Bank bank, std::int64_t slot, std::int64_t step, BlockFile &file) {
  notice_fork();
  if (!worker_) return false;
  Lane &lane = this->lane(bank);
  Lock lock(worker_->mutex());
  wait_idle(lock);
  report(lane, lock);
  if (!adopt_into(lane.table, *keeper_, {bank, slot, step}, file)) return false;
  lane.kept = keeper_->stats(bank);
  return true;
}

void BackgroundStore::settle(Bank bank) {
  notice_fork();
  if (!worker_) return;
  Lock lock(worker_->mutex());
  wait_idle(lock);
  const std::exception_ptr error = take_failures(lane(bank), lock);
  if (error && !is_want_of_room(error)) std::rethrow_exception(error);
}

double BackgroundStore::largest_codec_error() {
  notice_fork();
  if (!worker_) return keeper_->largest_error();
  Lock lock(worker_->mutex());
  wait_idle(lock);
  return keeper_->largest_error();
}

}  // namespace ebw::storage
