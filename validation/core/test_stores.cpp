// SPDX-License-Identifier: MIT
// What every store must do, whatever it is made of; then what each kind does beside it.
#include <sys/wait.h>

#include <atomic>
#include <condition_variable>

#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "expect.hpp"
#include "storage/background.hpp"
#include "storage/configured.hpp"
#include "storage/keeper/memory.hpp"
#include "validation/unit/scratch_directory.h"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::ConfiguredStore;
using storage::Medium;
using storage::StoreOptions;

namespace {

// A user's store in a plain vector.
struct Shelf {
  std::vector<std::vector<std::byte>> slots[2];
  int begun = 0, live = 0, answer = 0;
};
Shelf &shelf_of(void *user) { return *static_cast<Shelf *>(user); }
const storage::UserStoreCalls kShelf = {
    [](std::int32_t bank, std::int64_t slots, std::int64_t, void *user) {
      shelf_of(user).slots[bank].assign(static_cast<std::size_t>(slots), {});
      ++shelf_of(user).begun;
      return shelf_of(user).answer;
    },
    [](std::int32_t bank, std::int64_t slot, std::int64_t, const void *bytes, std::int64_t size, void *user) {
      if (shelf_of(user).answer) return shelf_of(user).answer;
      const auto *from = static_cast<const std::byte *>(bytes);
      shelf_of(user).slots[bank][static_cast<std::size_t>(slot)].assign(from, from + size);
      ++shelf_of(user).live;
      return 0;
    },
    [](std::int32_t bank, std::int64_t slot, std::int64_t, void *bytes, std::int64_t size, void *user) {
      const auto &kept = shelf_of(user).slots[bank][static_cast<std::size_t>(slot)];
      if (static_cast<std::int64_t>(kept.size()) != size) return 77;
      std::memcpy(bytes, kept.data(), kept.size());
      return shelf_of(user).answer;
    },
    [](std::int32_t bank, std::int64_t slot, std::int64_t, void *user) {
      shelf_of(user).slots[bank][static_cast<std::size_t>(slot)].clear();
      --shelf_of(user).live;
      return 0;
    },
    nullptr};

// Every kind of store with every lossless codec and with checksums.
class Kinds {
 public:
  Kinds() {
    directory_ = scratch_open();
    for (const char *codec : {"none", "zstd"})
      for (const bool checksums : {false, true}) {
        add({.codec = codec, .checksums = checksums}, "memory");
        add({.medium = Medium::disk, .codec = codec, .checksums = checksums}, "disk");
        for (const std::int64_t near : {0, 1, 100})
          add({.medium = Medium::tiered, .memory_slots = near, .codec = codec, .checksums = checksums}, "tiered");
        add({.medium = Medium::user, .codec = codec, .checksums = checksums}, "user");
      }
  }
  ~Kinds() { assert_int_equal(scratch_close_empty(&directory_), 0); }

  template <class Body>
  void each(const Body &body) {
    const int files = scratch_open_files();
    for (const auto &[name, options] : kinds_) {
      print_message("# %s\n", name.c_str());
      Shelf shelf;
      {
        StoreOptions mine = options;
        mine.calls = kShelf;
        mine.calls.user = &shelf;
        ConfiguredStore store(mine);
        body(store);
      }
      assert_int_equal(scratch_entries(directory_.path), 0);
      assert_int_equal(scratch_open_files(), files);
    }
  }

 private:
  void add(StoreOptions options, const char *medium) {
    options.directory = directory_.path;
    kinds_.emplace_back(text(medium, options.memory_slots, ", ", options.codec, options.checksums ? ", sums" : ""),
                        options);
  }
  scratch_directory directory_;
  std::vector<std::pair<std::string, StoreOptions>> kinds_;
};

// What a checkpoint of a step holds: a part that can be compressed and one that cannot.
std::vector<std::byte> content(std::int64_t step, std::int64_t bytes) {
  std::vector<std::byte> all(static_cast<std::size_t>(bytes));
  for (std::int64_t i = bytes / 2; i < bytes; ++i) {
    std::uint64_t x = static_cast<std::uint64_t>(step * 1000003 + i) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    all[static_cast<std::size_t>(i)] = static_cast<std::byte>(x >> 56);
  }
  return all;
}

void save(storage::Store &store, Bank bank, std::int64_t slot, std::int64_t step, std::int64_t bytes) {
  std::byte *place = store.begin_save(bank, slot, step);
  std::memcpy(place, content(step, bytes).data(), static_cast<std::size_t>(bytes));
  store.end_save(bank, slot);
}

void assert_loads(storage::Store &store, Bank bank, std::int64_t slot, std::int64_t step, std::int64_t bytes) {
  const std::byte *place = store.begin_load(bank, slot, step);
  assert_memory_equal(place, content(step, bytes).data(), static_cast<std::size_t>(bytes));
  store.end_load(bank, slot);
}

void what_is_saved_comes_back_from_every_store(void **) {
  Kinds().each([](storage::Store &store) {
    for (const std::int64_t bytes : {1, 1000, 3'000'001})
      for (const Bank bank : {Bank::state, Bank::tape}) {
        store.reserve(bank, 4, bytes);
        for (std::int64_t slot = 0; slot < 4; ++slot) save(store, bank, slot, 10 + slot, bytes);
        for (std::int64_t slot = 3; slot >= 0; --slot) assert_loads(store, bank, slot, 10 + slot, bytes);
        // Again, after others took their places.
        for (const std::int64_t slot : {2, 0}) store.discard(bank, slot);
        for (const std::int64_t slot : {0, 2}) save(store, bank, slot, 90 + slot, bytes);
        for (const std::int64_t slot : {1, 0, 3, 2, 0})
          assert_loads(store, bank, slot, (slot % 2 ? 10 : 90) + slot, bytes);
        const storage::StoreStats stats = store.stats(bank);
        assert_int_equal(stats.saves, 6);
        assert_int_equal(stats.loads, 9);
        assert_int_equal(stats.discards, 2);
        assert_int_equal(stats.live_slots, 4);
        assert_int_equal(stats.peak_slots, 4);
        assert_int_equal(stats.raw_bytes, 6 * bytes);
      }
  });
}

void misuse_is_refused_by_every_store(void **) {
  Kinds().each([](storage::Store &store) {
    store.reserve(Bank::state, 2, 100);
    expect_refused(Status::argument, "slot = 2", [&] { store.begin_save(Bank::state, 2, 0); });
    expect_refused(Status::argument, "slot = -1", [&] { store.begin_load(Bank::state, -1, 0); });
    expect_refused(Status::argument, "step = -1", [&] { store.begin_save(Bank::state, 1, -1); });
    expect_refused(Status::state, "is empty", [&] { store.begin_load(Bank::state, 1, 3); });
    expect_refused(Status::state, "is empty", [&] { store.discard(Bank::state, 1); });
    expect_refused(Status::state, "not being written", [&] { store.end_save(Bank::state, 1); });
    save(store, Bank::state, 1, 5, 100);
    expect_refused(Status::state, "holds step 5", [&] { store.begin_save(Bank::state, 1, 6); });
    expect_refused(Status::state, "not step 4", [&] { store.begin_load(Bank::state, 1, 4); });
    expect_refused(Status::overflow, "bytes", [&] { store.reserve(Bank::state, INT64_MAX / 8, 64); });
    expect_refused(Status::argument, "slots = -1", [&] { store.reserve(Bank::state, -1, 8); });
    assert_true(store.holds(Bank::state, 1, 5));
    assert_false(store.holds(Bank::tape, 1, 5));
    assert_loads(store, Bank::state, 1, 5, 100);
    store.begin_save(Bank::state, 0, 7);
    assert_false(store.holds(Bank::state, 0, 7));
    store.discard(Bank::state, 0);
    save(store, Bank::state, 0, 8, 100);
    store.clear(Bank::state);
    assert_int_equal(store.stats(Bank::state).live_slots, 0);
    assert_int_equal(store.stats(Bank::state).held_bytes, 0);
    for (const std::int64_t slot : {0, 1}) save(store, Bank::state, slot, 9, 100);
  });
}

void memory_is_what_was_planned(void **) {
  Kinds().each([](storage::Store &store) {
    for (const Bank bank : {Bank::state, Bank::tape}) {
      store.reserve(bank == Bank::state ? Bank::tape : Bank::state, 0, 0);
      const MemoryBytes plan = store.planned_bytes(bank, 5, 4096);
      store.reserve(bank, 5, 4096);
      for (std::int64_t slot = 0; slot < 5; ++slot) save(store, bank, slot, slot, 4096);
      for (int use = 0; use < kMemoryUses; ++use) {
        const std::int64_t peak = store.account().at_peak()[use];
        if (store.plan_is_bound())
          assert_true(peak <= plan[use]);
        else
          assert_int_equal(peak, plan[use]);
      }
      store.reserve(bank, 0, 0);
      assert_int_equal(store.account().total(), 0);
    }
  });
}

void a_compressed_store_holds_compressed_bytes(void **) {
  constexpr std::int64_t kBytes = 1'000'000, kSlots = 8;
  ConfiguredStore store({.codec = "zstd"});
  store.reserve(Bank::state, kSlots, kBytes);
  const std::int64_t before = store.account().total();
  for (std::int64_t slot = 0; slot < kSlots; ++slot) save(store, Bank::state, slot, slot, kBytes);
  // Half of it is zeros and the rest noise, which zstd leaves alone.
  const std::int64_t held = store.account().total() - before;
  assert_true(held > kSlots * kBytes / 2 && held < kSlots * kBytes * 51 / 100);
  assert_int_equal(held, store.stats(Bank::state).held_bytes);
  assert_int_equal(held, store.stats(Bank::state).kept_bytes);
  for (std::int64_t slot = 0; slot < kSlots; ++slot) assert_loads(store, Bank::state, slot, slot, kBytes);
  for (std::int64_t slot = 0; slot < kSlots; ++slot) store.discard(Bank::state, slot);
  assert_int_equal(store.account().total(), before);
}

void what_does_not_compress_is_kept_as_it_is(void **) {
  ConfiguredStore store({.codec = "zstd"});
  store.reserve(Bank::state, 1, 10);
  std::byte *place = store.begin_save(Bank::state, 0, 1);
  std::memcpy(place, "0123456789", 10);
  store.end_save(Bank::state, 0);
  assert_int_equal(store.stats(Bank::state).held_bytes, 10);
  assert_memory_equal(store.begin_load(Bank::state, 0, 1), "0123456789", 10);
}

void limits_count_what_is_kept_and_drop_nothing(void **) {
  scratch_directory directory = scratch_open();
  // Raw: known before anything is saved.
  ConfiguredStore raw({.bytes = 1000});
  expect_refused(Status::budget, "1000", [&] { raw.reserve(Bank::state, 16, 64); });
  raw.reserve(Bank::state, 15, 64);
  expect_refused(Status::budget, "other bank", [&] { raw.reserve(Bank::tape, 1, 64); });
  ConfiguredStore file({.medium = Medium::disk, .directory = directory.path, .bytes = 3 * (128 + 100 + 4)});
  expect_refused(Status::budget, "of disk", [&] { file.reserve(Bank::state, 4, 100); });
  file.reserve(Bank::state, 3, 100);
  // Compressed: a save that does not fit is refused, the others stay.
  for (const Medium medium : {Medium::memory, Medium::disk}) {
    ConfiguredStore store({.medium = medium, .directory = directory.path, .bytes = 120'000, .codec = "zstd"});
    store.reserve(Bank::state, 4, 100'000);
    for (std::int64_t slot = 0; slot < 2; ++slot) save(store, Bank::state, slot, slot, 100'000);
    expect_refused(Status::budget, "slot 2, step 7", [&] { save(store, Bank::state, 2, 7, 100'000); });
    assert_false(store.holds(Bank::state, 2, 7));
    for (std::int64_t slot = 0; slot < 2; ++slot) assert_loads(store, Bank::state, slot, slot, 100'000);
    store.discard(Bank::state, 0);
    save(store, Bank::state, 2, 7, 100'000);
    assert_loads(store, Bank::state, 2, 7, 100'000);
  }
  assert_int_equal(scratch_close_empty(&directory), 0);
}

void sums_find_a_bit_that_flips_in_memory(void **) {
  Shelf shelf;
  ConfiguredStore store({.checksums = true});
  store.reserve(Bank::state, 2, 1000);
  for (std::int64_t slot = 0; slot < 2; ++slot) save(store, Bank::state, slot, 40 + slot, 1000);
  auto *place = const_cast<std::byte *>(store.begin_load(Bank::state, 1, 41));
  for (int bit = 0; bit < 8000; bit += 37) {
    place[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    expect_refused(Status::corrupt, "slot 1, step 41", [&] { store.begin_load(Bank::state, 1, 41); });
    place[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
  }
  assert_loads(store, Bank::state, 1, 41, 1000);
  StoreOptions options{.medium = Medium::user, .calls = kShelf, .checksums = true};
  options.calls.user = &shelf;
  ConfiguredStore users(options);
  users.reserve(Bank::state, 1, 1000);
  save(users, Bank::state, 0, 3, 1000);
  shelf.slots[0][0][999] ^= std::byte{16};
  expect_refused(Status::corrupt, "slot 0, step 3", [&] { users.begin_load(Bank::state, 0, 3); });
}

void a_user_store_is_asked_and_its_answers_end_the_call(void **) {
  Shelf shelf;
  StoreOptions options{.medium = Medium::user, .calls = kShelf};
  options.calls.user = &shelf;
  ConfiguredStore store(options);
  store.reserve(Bank::state, 2, 64);
  assert_int_equal(shelf.begun, 1);
  save(store, Bank::state, 0, 1, 64);
  shelf.answer = 42;
  expect_refused(Status::callback, "'save' returned 42 at slot 1, step 2", [&] { save(store, Bank::state, 1, 2, 64); });
  assert_false(store.holds(Bank::state, 1, 2));
  expect_refused(Status::callback, "'load' returned 42", [&] { store.begin_load(Bank::state, 0, 1); });
  shelf.answer = 0;
  assert_loads(store, Bank::state, 0, 1, 64);
  store.clear(Bank::state);
  assert_int_equal(shelf.live, 0);
}

void codec_and_sums_change_only_while_nothing_is_held(void **) {
  ConfiguredStore store(StoreOptions{});
  store.reserve(Bank::state, 1, 100);
  save(store, Bank::state, 0, 1, 100);
  expect_refused(Status::state, "live checkpoints", [&] { store.set_codec("zstd", 0); });
  expect_refused(Status::state, "live checkpoints", [&] { store.set_checksums(true); });
  assert_loads(store, Bank::state, 0, 1, 100);
  store.discard(Bank::state, 0);
  expect_refused(Status::not_found, "bf16", [&] { store.set_codec("gzip", 0); });
  expect_refused(Status::argument, "level", [&] { store.set_codec("zstd", 0.5); });
  expect_refused(Status::argument, "takes none", [&] { store.set_codec("bf16", 1); });
  store.set_codec("zstd", 3);
  assert_int_equal(store.account().total(), 0);
  expect_refused(Status::argument, "has 0 of them", [&] { store.begin_save(Bank::state, 0, 1); });
}

// ---- In the background

// A keeper that works when it is told to, and fails when it is told to.
class Gate final : public storage::Keeper {
 public:
  explicit Gate(MemoryAccount &account) : below_(account, 0) {}
  MemoryBytes planned_bytes(Bank, std::int64_t, std::int64_t) const override { return {}; }
  void reserve(Bank bank, std::int64_t slots, std::int64_t bytes) override { below_.reserve(bank, slots, bytes); }
  void keep(const storage::Place &place, const std::byte *bytes, std::int64_t size) override {
    pass();
    if (fails) fail(Status::no_space, name_of(place), ": full");
    below_.keep(place, bytes, size);
  }
  std::int64_t fetch(const storage::Place &place, std::byte *bytes, std::int64_t room) override {
    pass();
    if (fails) fail(Status::corrupt, name_of(place), ": damaged");
    ++fetched;
    return below_.fetch(place, bytes, room);
  }
  void drop(const storage::Place &place) override { below_.drop(place); }
  void clear(Bank bank) noexcept override { below_.clear(bank); }
  storage::KeeperStats stats(Bank bank) const override { return below_.stats(bank); }

  void open() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void shut() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = false;
  }
  std::atomic<bool> fails{false};
  std::atomic<int> fetched{0};

 private:
  void pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return open_; });
  }
  storage::MemoryKeeper below_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = true;
};

struct Background {
  Background() : store(account, std::unique_ptr<storage::Keeper>(gate = new Gate(account))) {
    store.reserve(Bank::state, 6, 64);
  }
  ~Background() { gate->open(); }
  MemoryAccount account;
  Gate *gate;
  storage::BackgroundStore store;
};

void saves_return_before_they_are_written(void **) {
  Background b;
  b.gate->shut();
  // Both would wait for ever if they were done here.
  for (std::int64_t slot = 0; slot < 2; ++slot) save(b.store, Bank::state, slot, slot, 64);
  b.gate->open();
  for (std::int64_t slot = 2; slot < 6; ++slot) save(b.store, Bank::state, slot, slot, 64);
  b.store.largest_codec_error();  // waits until the background has nothing to do
  for (std::int64_t slot = 5; slot >= 0; --slot) assert_loads(b.store, Bank::state, slot, slot, 64);
  // The last two were still in their buffers.
  assert_int_equal(b.gate->fetched, 4);
  assert_int_equal(b.store.stats(Bank::state).prefetched, 2);
}

void what_was_announced_is_there_when_it_is_wanted(void **) {
  Background b;
  for (std::int64_t slot = 0; slot < 6; ++slot) save(b.store, Bank::state, slot, slot, 64);
  b.store.expect_load(Bank::state, 0, 9);  // nothing of the kind: ignored
  b.store.expect_load(Bank::state, 1, 1);
  b.store.largest_codec_error();
  assert_int_equal(b.gate->fetched, 1);
  b.gate->shut();
  assert_loads(b.store, Bank::state, 1, 1, 64);
  b.gate->open();
  assert_int_equal(b.store.stats(Bank::state).prefetched, 1);
}

// More announcements than buffers, and a load of something else: its buffer is not given to the one that waits.
void a_load_keeps_its_buffer_from_what_was_announced(void **) {
  Background b;
  for (std::int64_t slot = 0; slot < 6; ++slot) save(b.store, Bank::state, slot, slot, 64);
  for (std::int64_t slot = 0; slot < 3; ++slot) b.store.expect_load(Bank::state, slot, slot);
  assert_loads(b.store, Bank::state, 3, 3, 64);
  for (std::int64_t slot = 5; slot >= 0; --slot) assert_loads(b.store, Bank::state, slot, slot, 64);
}

void errors_of_the_background_come_out_of_the_next_call(void **) {
  Background b;
  save(b.store, Bank::state, 0, 0, 64);
  b.store.largest_codec_error();
  b.gate->fails = true;
  for (std::int64_t slot = 1; slot < 3; ++slot) {
    try {
      save(b.store, Bank::state, slot, slot, 64);
    } catch (const Error &error) {
      assert_int_equal(static_cast<int>(error.status()), static_cast<int>(Status::no_space));
    }
  }
  b.store.largest_codec_error();
  b.gate->fails = false;
  if (b.store.holds(Bank::state, 1, 1) || b.store.holds(Bank::state, 2, 2))
    expect_refused(Status::no_space, "full", [&] { save(b.store, Bank::state, 3, 3, 64); });
  for (std::int64_t slot = 1; slot < 4; ++slot) assert_false(b.store.holds(Bank::state, slot, slot));
  assert_loads(b.store, Bank::state, 0, 0, 64);
  for (std::int64_t slot = 1; slot < 4; ++slot) save(b.store, Bank::state, slot, slot, 64);
  // A prefetch that fails is told by the load that wanted it, and by no other call.
  b.store.largest_codec_error();
  b.gate->fails = true;
  b.store.expect_load(Bank::state, 0, 0);
  b.store.largest_codec_error();
  b.gate->fails = false;
  assert_loads(b.store, Bank::state, 3, 3, 64);
  expect_refused(Status::corrupt, "damaged", [&] { b.store.begin_load(Bank::state, 0, 0); });
  assert_loads(b.store, Bank::state, 0, 0, 64);
}

void slots_are_reused_while_their_bytes_are_on_the_way(void **) {
  Background b;
  for (std::int64_t step = 0; step < 500; ++step) {
    const std::int64_t slot = step % 3;
    if (step >= 3) b.store.discard(Bank::state, slot);
    save(b.store, Bank::state, slot, step, 64);
    if (step % 7 == 0) b.store.expect_load(Bank::state, (slot + 2) % 3, step - 1);
    if (step >= 2) assert_loads(b.store, Bank::state, (slot + 1) % 3, step - 2, 64);
  }
}

void a_child_of_a_fork_begins_anew(void **) {
  scratch_directory directory = scratch_open();
  ConfiguredStore store({.medium = Medium::tiered, .directory = directory.path, .memory_slots = 1});
  store.reserve(Bank::state, 4, 100'000);
  for (std::int64_t slot = 0; slot < 4; ++slot) save(store, Bank::state, slot, slot, 100'000);
  const pid_t child = fork();
  if (child == 0) {
    // No assertion here: what it prints would be the parent's.
    int wrong = 0;
    try {
      store.begin_load(Bank::state, 2, 2);
      wrong = 1;
    } catch (const Error &error) {
      wrong = error.status() == Status::state ? 0 : 2;
    }
    try {
      store.clear(Bank::state);
      store.reserve(Bank::state, 4, 1000);
      for (std::int64_t slot = 0; slot < 4; ++slot) save(store, Bank::state, slot, 7 + slot, 1000);
      for (std::int64_t slot = 0; slot < 4; ++slot)
        if (std::memcmp(store.begin_load(Bank::state, slot, 7 + slot), content(7 + slot, 1000).data(), 1000) != 0)
          wrong = 3;
        else
          store.end_load(Bank::state, slot);
    } catch (const Error &) {
      wrong = 4;
    }
    _exit(wrong);
  }
  int answer = -1;
  assert_int_equal(waitpid(child, &answer, 0), child);
  assert_int_equal(answer, 0);
  for (std::int64_t slot = 0; slot < 4; ++slot) assert_loads(store, Bank::state, slot, slot, 100'000);
  store.reserve(Bank::state, 0, 0);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(what_is_saved_comes_back_from_every_store),
      cmocka_unit_test(misuse_is_refused_by_every_store),
      cmocka_unit_test(memory_is_what_was_planned),
      cmocka_unit_test(a_compressed_store_holds_compressed_bytes),
      cmocka_unit_test(what_does_not_compress_is_kept_as_it_is),
      cmocka_unit_test(limits_count_what_is_kept_and_drop_nothing),
      cmocka_unit_test(sums_find_a_bit_that_flips_in_memory),
      cmocka_unit_test(a_user_store_is_asked_and_its_answers_end_the_call),
      cmocka_unit_test(codec_and_sums_change_only_while_nothing_is_held),
      cmocka_unit_test(saves_return_before_they_are_written),
      cmocka_unit_test(what_was_announced_is_there_when_it_is_wanted),
      cmocka_unit_test(a_load_keeps_its_buffer_from_what_was_announced),
      cmocka_unit_test(errors_of_the_background_come_out_of_the_next_call),
      cmocka_unit_test(slots_are_reused_while_their_bytes_are_on_the_way),
      cmocka_unit_test(a_child_of_a_fork_begins_anew),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
