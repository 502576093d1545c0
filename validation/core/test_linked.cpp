// SPDX-License-Identifier: MIT
// Generations and a store that share files: nothing is written twice, nothing is lost when either lets go, and the
// directory stays within its bytes.
#include <sys/stat.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "disk_run.hpp"
#include "expect.hpp"
#include "storage/keeper/coded.hpp"
#include "storage/staged.hpp"
#include "temporary_directory.hpp"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::BlockFile;
using storage::DiskKeeper;
using storage::Generations;
using storage::Place;

namespace {

constexpr std::int64_t kBytes = kStateBytes, kSteps = kRunSteps, kOnDisk = kRunOnDisk;

// ---- What lies in a directory: payloads of the block files that it takes up, those without a name included

std::int64_t payload_of(std::int64_t size) { return std::max<std::int64_t>(size - 128 - 4, 0); }

std::int64_t payloads(const std::string &directory) {
  std::map<ino_t, std::int64_t> files;
  struct stat facts;
  for (const auto &entry : std::filesystem::directory_iterator(directory))
    // Manifests are not counted: lists of numbers.
    if (entry.path().filename().string().find("-g") == std::string::npos && stat(entry.path().c_str(), &facts) == 0)
      files[facts.st_ino] = payload_of(facts.st_size);
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code none;
    const std::string target = std::filesystem::read_symlink(entry.path(), none).string();
    if (target.rfind(directory + "/", 0) != 0 || target.find("-g") != std::string::npos) continue;
    if (stat(entry.path().c_str(), &facts) == 0 && S_ISREG(facts.st_mode))
      files[facts.st_ino] = payload_of(facts.st_size);
  }
  std::int64_t sum = 0;
  for (const auto &[number, bytes] : files) sum += bytes;
  return sum;
}

// ---- Runs

// A run that stops at most by its stepper's failure.
Outcome run(const std::string &directory, bool resume, std::int64_t throw_at, std::int64_t disk_bytes = 0) {
  const Outcome outcome = DiskRun{directory, resume, throw_at, disk_bytes}();
  if (!outcome.finished) assert_true(outcome.status == Status::non_finite);
  return outcome;
}

// The same with the most that lay in the directory. slow_at: the range of steps, of all by their order, that takes so
// long that a generation follows, while others hardly do; below 0: one follows at every chance.
Outcome measured_run(const std::string &directory, bool resume, std::int64_t throw_at, std::int64_t disk_bytes,
                     std::int64_t slow_at, std::int64_t &most) {
  DiskRun run{directory, resume, throw_at, disk_bytes, slow_at < 0 ? 0.0 : 0.02};
  most = 0;
  run.advanced = [&](std::int64_t range) {
    if (range == slow_at) std::this_thread::sleep_for(std::chrono::milliseconds(25));
    most = std::max(most, payloads(directory));
  };
  return run();
}

void a_generation_writes_no_checkpoint_that_lies_on_disk(void **) {
  Outcome by[2];
  for (const bool links : {false, true}) {
    g_disk_traits.links = links;
    const TemporaryDirectory place;
    by[links] = run(place.path(), false, -1);
    assert_true(by[links].finished && by[links].gradient == NumberStepper::expected(kSteps));
    assert_int_equal(place.count(), 0);
  }
  assert_true(by[1].disk_saves > kOnDisk);
  assert_int_equal(by[0].generations, by[1].generations);
  // Each state that goes to disk is copied once, by the generation that follows its save, or not at all.
  assert_int_equal(by[0].written - by[1].written, by[1].disk_saves * storage::file_bytes(kBytes));
  assert_int_equal(by[0].kept, by[1].kept);
}

// On file systems whose files lose their name at once there is nothing to link.
void files_that_lost_their_name_are_copied(void **) {
  g_disk_traits.unnamed = false;
  const TemporaryDirectory place;
  const Outcome copied = run(place.path(), false, -1);
  g_disk_traits.unnamed = true;
  const Outcome linked = run(place.path(), false, -1);
  assert_true(copied.finished && copied.gradient == NumberStepper::expected(kSteps));
  assert_int_equal(copied.written - linked.written, linked.disk_saves * storage::file_bytes(kBytes));
  assert_int_equal(place.count(), 0);
}

void every_call_is_a_place_to_go_on_from_and_files_are_taken_back(void **) {
  std::int64_t kept[2] = {0, 0};
  for (const bool links : {false, true}) {
    bool done = false;
    for (std::int64_t at = 0; !done; at += 2) {
      g_disk_traits.links = links;
      const TemporaryDirectory place;
      done = run(place.path(), false, at).finished;
      if (done) break;
      // Stopped once more, and the other way of keeping from then on.
      Outcome again = run(place.path(), true, 9);
      kept[links] += again.kept;
      g_disk_traits.links = !links;
      if (!again.finished) again = run(place.path(), true, -1);
      assert_true(again.finished && again.gradient == NumberStepper::expected(kSteps));
      assert_int_equal(place.count(), 0);
    }
  }
  // Where files were linked they are the store's again, where they were copied it writes them anew.
  assert_true(kept[1] < kept[0] && (kept[0] - kept[1]) % storage::file_bytes(kBytes) == 0);
  g_disk_traits.links = true;
}

// Named and unnamed, of the store and of all generations that are there, at each range of steps.
void a_bounded_directory_holds_no_more_than_its_bytes(void **) {
  const std::int64_t own = 3 * (kBytes + 8), store = kOnDisk * kBytes;
  std::int64_t used = 0, most = 0;
  for (const std::int64_t states : {0, 1, 2, 4}) {
    const std::int64_t bytes = own + states * kBytes;
    bool done = false;
    for (std::int64_t at = 20; !done; at += 11) {
      const TemporaryDirectory place;
      Outcome outcome = measured_run(place.path(), false, at, bytes, -1, most);
      assert_true(most <= bytes + store);
      used += most > store;
      done = outcome.finished;
      if (!done) outcome = measured_run(place.path(), true, -1, bytes, -1, most);
      assert_true(most <= bytes + store);
      assert_true(outcome.finished && outcome.gradient == NumberStepper::expected(kSteps));
      assert_int_equal(place.count(), 0);
    }
  }
  assert_true(used > 0);
  // Slots that are filled again and again under a generation that stays.
  for (std::int64_t slow_at = 0; slow_at < 40; ++slow_at) {
    const TemporaryDirectory place;
    assert_true(measured_run(place.path(), false, -1, own, slow_at, most).finished);
    assert_true(most <= own + store);
  }
}

// The files of slots are the store's: a directory with no room for states holds them all the same.
void a_shared_file_is_counted_once(void **) {
  const std::int64_t own = 3 * (kBytes + 8);
  std::int64_t restored[2] = {0, 0};
  for (const bool links : {false, true})
    for (std::int64_t at = 20; at < 60; at += 3) {
      g_disk_traits.links = links;
      const TemporaryDirectory place;
      assert_false(run(place.path(), false, at, own).finished);
      const Outcome again = run(place.path(), true, -1, own);
      assert_true(again.finished);
      restored[links] += again.restored;
    }
  assert_true(restored[1] < restored[0] / 2);
}

// ---- A file of two owners

std::vector<std::byte> content(std::int64_t step) {
  std::vector<std::byte> all(static_cast<std::size_t>(kBytes));
  std::uint64_t x = static_cast<std::uint64_t>(step);
  for (std::byte &byte : all) {
    x = NumberStepper::mix(x, step);
    byte = static_cast<std::byte>(x >> 40);
  }
  return all;
}

bool holds(const Generations &files, const storage::Part &part, std::int64_t step) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(kBytes));
  files.read(part, bytes);
  return bytes == content(step);
}

void a_linked_file_outlives_its_slot(void **) {
  const TemporaryDirectory place;
  Generations files(place.path(), {1, 2});
  storage::Generation generation;
  {
    DiskKeeper keeper(place.path(), 0, true);
    keeper.reserve(Bank::state, 2, kBytes);
    const Place first{Bank::state, 1, 3}, second{Bank::state, 1, 5};
    keeper.keep(first, content(3).data(), kBytes);
    const auto part = files.link(9, 3, 7, *keeper.file_of(first));
    assert_true(part.has_value() && part->linked);
    generation.parts = {*part};
    files.commit(generation);
    // The slot is used again: another file.
    keeper.drop(first);
    keeper.keep(second, content(5).data(), kBytes);
    assert_true(holds(files, *part, 3));
  }
  // The store is gone, and another process reads it.
  std::vector<std::string> damaged;
  const auto found = files.newest(damaged);
  assert_true(found && damaged.empty() && found->parts == generation.parts);
  assert_true(holds(files, found->parts[0], 3));
  // The slot takes it back, and the generation goes.
  DiskKeeper keeper(place.path(), 0, true);
  keeper.reserve(Bank::state, 2, kBytes);
  BlockFile file = files.open(found->parts[0]);
  assert_false(keeper.adopt({Bank::state, 0, 3}, file));  // another slot
  assert_false(keeper.adopt({Bank::state, 1, 4}, file));  // another step
  assert_true(keeper.adopt({Bank::state, 1, 3}, file));
  files.clear();
  assert_int_equal(place.count(), 0);
  std::vector<std::byte> bytes(static_cast<std::size_t>(kBytes));
  assert_int_equal(keeper.fetch({Bank::state, 1, 3}, bytes.data(), kBytes), kBytes);
  assert_true(bytes == content(3));
  assert_int_equal(keeper.stats(Bank::state).disk_bytes, storage::file_bytes(kBytes));
  keeper.drop({Bank::state, 1, 3});
  assert_int_equal(keeper.stats(Bank::state).disk_bytes, 0);
}

// A limit of the store counts what it takes back.
void a_file_beyond_the_limit_is_not_taken(void **) {
  const TemporaryDirectory place;
  Generations files(place.path(), {1, 2});
  std::vector<storage::Part> parts;
  {
    DiskKeeper keeper(place.path(), 0, true);
    keeper.reserve(Bank::state, 2, kBytes);
    for (const std::int64_t slot : {0, 1}) {
      keeper.keep({Bank::state, slot, slot}, content(slot).data(), kBytes);
      parts.push_back(*files.link(9, slot, slot, *keeper.file_of({Bank::state, slot, slot})));
    }
  }
  DiskKeeper keeper(place.path(), storage::file_bytes(kBytes), false);
  keeper.reserve(Bank::state, 2, kBytes);
  BlockFile file = files.open(parts[0]), other = files.open(parts[1]);
  assert_true(keeper.adopt({Bank::state, 0, 0}, file));
  expect_refused(Status::budget, "bytes", [&] { keeper.adopt({Bank::state, 1, 1}, other); });
  files.clear();
}

// What a codec made smaller is no state as it came: generations take a copy.
void an_encoded_file_is_not_linked(void **) {
  const TemporaryDirectory place;
  MemoryAccount account;
  storage::StagedStore store(
      account, std::make_unique<storage::CodedKeeper>(account, storage::make_codec("zstd", 0.0),
                                                      std::make_unique<DiskKeeper>(place.path(), 0, false)));
  store.reserve(Bank::state, 2, kBytes);
  const std::vector<std::byte> soft(static_cast<std::size_t>(kBytes)), hard = content(1);
  for (const std::int64_t slot : {0, 1}) {
    std::memcpy(store.begin_save(Bank::state, slot, slot), (slot ? hard : soft).data(), hard.size());
    store.end_save(Bank::state, slot);
  }
  assert_null(store.file_of(Bank::state, 0, 0));
  assert_non_null(store.file_of(Bank::state, 1, 1));
  assert_null(store.file_of(Bank::state, 1, 0));
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_generation_writes_no_checkpoint_that_lies_on_disk),
      cmocka_unit_test(files_that_lost_their_name_are_copied),
      cmocka_unit_test(every_call_is_a_place_to_go_on_from_and_files_are_taken_back),
      cmocka_unit_test(a_bounded_directory_holds_no_more_than_its_bytes),
      cmocka_unit_test(a_shared_file_is_counted_once),
      cmocka_unit_test(a_linked_file_outlives_its_slot),
      cmocka_unit_test(a_file_beyond_the_limit_is_not_taken),
      cmocka_unit_test(an_encoded_file_is_not_linked),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
