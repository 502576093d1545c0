// SPDX-License-Identifier: MIT
// Disks that fail: each system call in turn, once or from then on, and real ones (a full file system, a limit of the
// process, files that are changed below the store). After every failure: a named status, all other checkpoints
// intact, no descriptor and no file left, and the store works again when the disk does.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "expect.hpp"
#include "storage/background.hpp"
#include "storage/configured.hpp"
#include "storage/keeper/disk.hpp"
#include "storage/staged.hpp"
#include "validation/unit/scratch_directory.h"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::ConfiguredStore;
using storage::Medium;

namespace {

// As fail_msg, whose inside would be ebw::fail.
template <class... Parts>
void failed(const Parts &...parts) {
  print_error("%s\n", text(parts...).c_str());
  _fail(__FILE__, __LINE__);
}

constexpr std::int64_t kBytes = 1'100'000;  // two blocks

// ---- System calls that fail when told to. The worker's thread calls them too, one call at a time.

enum class Fault { none, no_space, broken, interrupted, shortened };
struct {
  Fault fault = Fault::none;
  int countdown = -1;  // calls until it happens; -1: never
  bool lasting = false;
  int calls = 0;
} g_disk;

void no_faults() { g_disk = {}; }

// True when this call is the one.
bool strikes() {
  ++g_disk.calls;
  if (g_disk.countdown < 0) return false;
  if (g_disk.countdown > 0) return --g_disk.countdown, false;
  if (!g_disk.lasting) g_disk.countdown = -1;
  return true;
}
int refusal() {
  errno = g_disk.fault == Fault::no_space ? ENOSPC : g_disk.fault == Fault::broken ? EIO : EINTR;
  return -1;
}

bool g_unnamed_files = true;  // false: as on a file system that has none

int faulty_openat(int directory, const char *name, int flags, mode_t mode) {
  if (!g_unnamed_files && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  if (strikes() && g_disk.fault != Fault::shortened) return refusal();
  return storage::system_file_calls().openat(directory, name, flags, mode);
}
int faulty_unlinkat(int directory, const char *name, int flags) {
  // For ever: nobody could remove the file then.
  if (g_disk.fault == Fault::broken && !g_disk.lasting && strikes()) return refusal();
  return storage::system_file_calls().unlinkat(directory, name, flags);
}
ssize_t faulty_pwrite(int file, const void *bytes, size_t count, off_t at) {
  if (strikes()) {
    if (g_disk.fault != Fault::shortened) return refusal();
    count = count > 1 ? count / 2 : count;
  }
  return storage::system_file_calls().pwrite(file, bytes, count, at);
}
ssize_t faulty_pread(int file, void *bytes, size_t count, off_t at) {
  if (strikes()) {
    if (g_disk.fault != Fault::shortened) return refusal();
    count = count > 1 ? count / 2 : count;
  }
  return storage::system_file_calls().pread(file, bytes, count, at);
}
const storage::FileCalls &faulty_calls() {
  static const storage::FileCalls calls = [] {
    storage::FileCalls c = storage::system_file_calls();
    c.openat = faulty_openat;
    c.unlinkat = faulty_unlinkat;
    c.pwrite = faulty_pwrite;
    c.pread = faulty_pread;
    return c;
  }();
  return calls;
}

// ---- Stores over that disk

struct Tested {
  MemoryAccount account;
  std::unique_ptr<storage::Store> store;
};

void make(Tested &tested, const char *directory, bool background, const storage::FileCalls &calls = faulty_calls()) {
  auto keeper = std::make_unique<storage::DiskKeeper>(directory, 0, true, calls);
  if (background)
    tested.store = std::make_unique<storage::BackgroundStore>(tested.account, std::move(keeper));
  else
    tested.store = std::make_unique<storage::StagedStore>(tested.account, std::move(keeper));
}

std::vector<std::byte> content(std::int64_t step, std::int64_t bytes = kBytes) {
  std::vector<std::byte> all(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<std::byte>((static_cast<std::uint64_t>(step) * 7919 + i) * 0x9E3779B97F4A7C15u >> 57);
  return all;
}
void save(storage::Store &store, std::int64_t slot, std::int64_t step, std::int64_t bytes = kBytes) {
  std::memcpy(store.begin_save(Bank::state, slot, step), content(step, bytes).data(), static_cast<std::size_t>(bytes));
  store.end_save(Bank::state, slot);
}
bool loads(storage::Store &store, std::int64_t slot, std::int64_t step, std::int64_t bytes = kBytes) {
  const bool same = std::memcmp(store.begin_load(Bank::state, slot, step), content(step, bytes).data(),
                                static_cast<std::size_t>(bytes)) == 0;
  store.end_load(Bank::state, slot);
  return same;
}

// Five saves and their loads, last first, with a slot used twice. Throws what the store throws.
void work(storage::Store &store) {
  for (std::int64_t slot = 1; slot < 4; ++slot) save(store, slot, 10 + slot);
  store.discard(Bank::state, 2);
  save(store, 2, 20);
  if (!loads(store, 3, 13) || !loads(store, 2, 20) || !loads(store, 1, 11)) fail(Status::internal, "other bytes");
  for (std::int64_t slot = 1; slot < 4; ++slot) store.discard(Bank::state, slot);
  store.largest_codec_error();  // waits for the background
}

void assert_every_call_may_fail(const std::vector<bool> &backgrounds) {
  scratch_directory directory = scratch_open();
  const int files = scratch_open_files();
  for (const bool background : backgrounds)
    for (const Fault fault : {Fault::no_space, Fault::broken})
      for (const bool lasting : {false, true}) {
        const Status expected = fault == Fault::no_space ? Status::no_space : Status::storage;
        int count = 0;
        for (bool untouched = false; !untouched; ++count) {
          Tested tested;
          make(tested, directory.path, background);
          storage::Store &store = *tested.store;
          no_faults();
          store.reserve(Bank::state, 4, kBytes);
          save(store, 0, 5);
          store.largest_codec_error();
          g_disk = {fault, count, lasting, 0};
          Status status = Status::ok;
          try {
            work(store);
          } catch (const Error &error) {
            status = error.status();
          }
          untouched = status == Status::ok && g_disk.calls <= count;
          if (!untouched && status != expected)
            failed("call ", count, ", fault ", static_cast<int>(fault), ", background ", background, ": status ",
                   static_cast<int>(status));
          store.largest_codec_error();
          no_faults();
          // The checkpoint from before is whole, and what failed works now.
          bool told = false;
          for (int again = 0; again < 3 && !told; ++again) try {
              told = loads(store, 0, 5);
            } catch (const Error &error) {
              // Failures of the background that were not told yet.
              assert_true(background && error.status() == expected);
            }
          assert_true(told);
          for (std::int64_t slot = 1; slot < 4; ++slot) {
            for (std::int64_t step = 10; step <= 20; ++step)
              if (store.holds(Bank::state, slot, step)) {
                assert_true(loads(store, slot, step));
                store.discard(Bank::state, slot);
                break;
              }
          }
          store.clear(Bank::state);
          work(store);
          assert_int_equal(scratch_entries(directory.path), 0);
        }
        assert_true(count > 20);  // calls of one run, at least
      }
  assert_int_equal(scratch_open_files(), files);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

void every_call_fails_once_or_for_ever(void **) {
  assert_every_call_may_fail({false, true});
  g_unnamed_files = false;
  assert_every_call_may_fail({false});
  g_unnamed_files = true;
}

void interruptions_and_short_transfers_are_no_failures(void **) {
  scratch_directory directory = scratch_open();
  for (const bool background : {false, true})
    for (const Fault fault : {Fault::interrupted, Fault::shortened}) {
      Tested tested;
      make(tested, directory.path, background);
      tested.store->reserve(Bank::state, 4, kBytes);
      for (int count = 0; count < 60; ++count) {
        g_disk = {fault, count, false, 0};
        work(*tested.store);
      }
      // Every transfer is cut in half, down to single bytes.
      g_disk = {Fault::shortened, 0, true, 0};
      work(*tested.store);
      no_faults();
    }
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// ---- Files that change below the store. They have no names, but this process can reach them.

std::vector<int> files_below(const std::string &directory) {
  std::vector<int> found;
  for (int file = 3; file < 256; ++file) {
    char target[600];
    const ssize_t length = readlink(text("/proc/self/fd/", file).c_str(), target, sizeof target - 1);
    if (length <= 0) continue;
    target[length] = 0;
    if (std::string(target).starts_with(directory + "/") && strstr(target, "(deleted)")) found.push_back(file);
  }
  return found;
}

void flip(int file, off_t at, int bit) {
  std::uint8_t byte = 0;
  assert_int_equal(pread(file, &byte, 1, at), 1);
  byte = static_cast<std::uint8_t>(byte ^ 1u << bit);
  assert_int_equal(pwrite(file, &byte, 1, at), 1);
}

// Slots 0 and 1 in files of their own, in this order.
struct TwoFiles {
  TwoFiles() {
    directory = scratch_open();
    store =
        std::make_unique<ConfiguredStore>(storage::StoreOptions{.medium = Medium::disk, .directory = directory.path});
    store->reserve(Bank::state, 2, kBytes);
    save(*store, 0, 5);
    save(*store, 1, 6);
    files = files_below(directory.path);
    assert_int_equal(files.size(), 2);
  }
  ~TwoFiles() {
    store.reset();
    assert_int_equal(scratch_close_empty(&directory), 0);
  }
  scratch_directory directory;
  std::unique_ptr<ConfiguredStore> store;
  std::vector<int> files;
};

void every_flipped_bit_of_payload_and_sums_is_found(void **) {
  TwoFiles t;
  const off_t end = lseek(t.files[1], 0, SEEK_END);
  const auto check = [&](off_t at, int bit) {
    flip(t.files[1], at, bit);
    expect_refused(Status::corrupt, "slot 1, step 6", [&] { t.store->begin_load(Bank::state, 1, 6); });
    flip(t.files[1], at, bit);
  };
  for (off_t at = 128 + kBytes; at < end; ++at)
    for (int bit = 0; bit < 8; ++bit) check(at, bit);
  for (int sample = 0; sample < 300; ++sample)
    check(128 + (static_cast<off_t>(sample) * 8'333 + sample % 7) % kBytes, sample % 8);
  assert_true(loads(*t.store, 0, 5) && loads(*t.store, 1, 6));
}

// The header of a file that is still open is known: what is written over it is not believed.
void flipped_bits_of_a_header_change_nothing(void **) {
  TwoFiles t;
  for (off_t at = 0; at < 128; ++at)
    for (int bit = 0; bit < 8; bit += 3) flip(t.files[1], at, bit);
  assert_true(loads(*t.store, 1, 6));
}

void truncated_files_are_found(void **) {
  TwoFiles t;
  const off_t end = lseek(t.files[1], 0, SEEK_END);
  for (off_t length = end - 1; length >= 0; length -= length > 4096 ? 100'007 : 512) {
    assert_int_equal(ftruncate(t.files[1], length), 0);
    expect_refused(Status::corrupt, "slot 1, step 6", [&] { t.store->begin_load(Bank::state, 1, 6); });
  }
  assert_true(loads(*t.store, 0, 5));
}

void swapped_files_are_found(void **) {
  TwoFiles t;
  const off_t end = lseek(t.files[0], 0, SEEK_END);
  std::vector<char> first(static_cast<std::size_t>(end)), second(first.size());
  assert_int_equal(pread(t.files[0], first.data(), first.size(), 0), end);
  assert_int_equal(pread(t.files[1], second.data(), second.size(), 0), end);
  assert_int_equal(pwrite(t.files[0], second.data(), second.size(), 0), end);
  assert_int_equal(pwrite(t.files[1], first.data(), first.size(), 0), end);
  expect_refused(Status::corrupt, "slot 0, step 5", [&] { t.store->begin_load(Bank::state, 0, 5); });
  expect_refused(Status::corrupt, "slot 1, step 6", [&] { t.store->begin_load(Bank::state, 1, 6); });
}

// ---- Directories

void a_directory_that_goes_in_mid_run_is_named(void **) {
  scratch_directory directory;
  for (const Medium medium : {Medium::disk, Medium::tiered}) {
    directory = scratch_open_on_disk();  // in memory files are made in a directory that is gone
    ConfiguredStore store({.medium = medium, .directory = directory.path});
    store.reserve(Bank::state, 4, kBytes);
    save(store, 0, 5);
    store.largest_codec_error();
    assert_int_equal(scratch_close_empty(&directory), 0);
    expect_refused(Status::storage, directory.path, [&] {
      save(store, 1, 6);
      store.largest_codec_error();
      save(store, 2, 7);
    });
    assert_true(loads(store, 0, 5));
    // Made again, it is another one.
    assert_int_equal(mkdir(directory.path, 0700), 0);
    assert_int_equal(scratch_close_empty(&directory), 0);
  }
}

void links_files_and_forbidden_directories_are_refused(void **) {
  scratch_directory directory = scratch_open();
  const std::string path = directory.path, link = path + "/link", file = path + "/file", deep = path + "/a/b";
  assert_int_equal(symlink(directory.path, link.c_str()), 0);
  const int made = open(file.c_str(), O_CREAT | O_WRONLY, 0600);
  close(made);
  for (const std::string &bad : {link, link + "/", file})
    expect_refused(Status::storage, bad.substr(0, bad.find_last_not_of('/') + 1).c_str(),
                   [&] { ConfiguredStore({.medium = Medium::disk, .directory = bad}); });
  expect_refused(Status::storage, deep.c_str(), [&] { ConfiguredStore({.medium = Medium::disk, .directory = deep}); });
  expect_refused(Status::argument, "directory", [&] { ConfiguredStore({.medium = Medium::disk}); });
  expect_refused(Status::argument, "bytes = -1",
                 [&] { ConfiguredStore({.medium = Medium::disk, .directory = path, .bytes = -1}); });
  expect_refused(Status::argument, "memory_slots = -1",
                 [&] { ConfiguredStore({.medium = Medium::tiered, .directory = path, .memory_slots = -1}); });
  unlink(link.c_str());
  unlink(file.c_str());
  // Its last part is made, for nobody else to read.
  {
    const ConfiguredStore store({.medium = Medium::disk, .directory = path + "/new"});
    struct stat facts;
    assert_int_equal(stat((path + "/new").c_str(), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
  }
  assert_int_equal(rmdir((path + "/new").c_str()), 0);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

void more_slots_than_files_may_be_open_are_refused(void **) {
  scratch_directory directory = scratch_open();
  rlimit before, fewer;
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  fewer = before;
  fewer.rlim_cur = 200;
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &fewer), 0);
  {
    ConfiguredStore store({.medium = Medium::disk, .directory = directory.path});
    expect_refused(Status::unsupported, "ulimit -n", [&] { store.reserve(Bank::state, 137, 10); });
    store.reserve(Bank::state, 100, 10);
    for (std::int64_t slot = 0; slot < 100; ++slot) save(store, slot, slot, 10);
    for (std::int64_t slot = 0; slot < 100; ++slot) assert_true(loads(store, slot, slot, 10));
  }
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// ---- Real limits

// In a store with room for one checkpoint and a half: the second save fails, the first is whole, and a third works once
// the first is gone.
void assert_full_disk(const char *directory) {
  const int files = scratch_open_files();
  for (const Medium medium : {Medium::disk, Medium::tiered}) {
    ConfiguredStore store({.medium = medium, .directory = directory});
    store.reserve(Bank::state, 3, kBytes);
    save(store, 0, 5);
    expect_refused(Status::no_space, "slot 1, step 6", [&] {
      save(store, 1, 6);
      store.largest_codec_error();
      store.begin_save(Bank::state, 2, 7);
    });
    store.largest_codec_error();
    assert_false(store.holds(Bank::state, 1, 6));
    assert_true(loads(store, 0, 5));
    store.discard(Bank::state, 0);
    store.largest_codec_error();
    save(store, 1, 8);
    assert_true(loads(store, 1, 8));
  }
  assert_int_equal(scratch_entries(directory), 0);
  assert_int_equal(scratch_open_files(), files);
}

void a_full_file_system_is_no_space(void **) {
  scratch_directory directory = scratch_open();
  if (mount("ebbwave-test", directory.path, "tmpfs", MS_NODEV | MS_NOSUID | MS_NOEXEC, "size=1640k") != 0) {
    print_message("# a tmpfs cannot be mounted here (%s): not tested\n", strerror(errno));
    assert_int_equal(scratch_close_empty(&directory), 0);
    skip();
  }
  assert_full_disk(directory.path);
  assert_int_equal(umount(directory.path), 0);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// As SIGXFSZ is ignored by this host; the limit is on each file, so that what is too large is one checkpoint.
void a_limit_on_the_size_of_files_is_no_space(void **) {
  scratch_directory directory = scratch_open();
  rlimit before, less;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  less = before;
  less.rlim_cur = 600'000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const Medium medium : {Medium::disk, Medium::tiered}) {
    ConfiguredStore store({.medium = medium, .directory = directory.path});
    store.reserve(Bank::state, 3, kBytes);
    save(store, 0, 5);
    store.largest_codec_error();
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
    expect_refused(Status::no_space, "slot 1, step 6", [&] {
      save(store, 1, 6);
      store.largest_codec_error();
      store.begin_save(Bank::state, 2, 7);
    });
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(loads(store, 0, 5));
    save(store, 1, 8);
    assert_true(loads(store, 1, 8));
  }
  std::signal(SIGXFSZ, handler);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// What ends a process that saves into `directory`; the system calls of `calls`.
void kill_while_saving(const char *directory, bool background, const storage::FileCalls &calls) {
  const pid_t child = fork();
  if (child == 0) {
    Tested tested;
    make(tested, directory, background, calls);
    tested.store->reserve(Bank::state, 3, kBytes);
    for (std::int64_t slot = 0; slot < 3; ++slot) save(*tested.store, slot, slot);
    raise(SIGKILL);
  }
  int answer = 0;
  assert_int_equal(waitpid(child, &answer, 0), child);
  assert_true(WIFSIGNALED(answer) && WTERMSIG(answer) == SIGKILL);
}

bool has_unnamed_files(const char *directory) {
  const int file = open(directory, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

// Files have no names: whatever ends the process, none is left.
void a_killed_process_leaves_no_file(void **) {
  scratch_directory directory = scratch_open();
  const int most = has_unnamed_files(directory.path) ? 0 : 1;  // one that had been opened and not yet unlinked
  for (const bool background : {false, true}) {
    kill_while_saving(directory.path, background, storage::system_file_calls());
    assert_in_range(scratch_entries(directory.path), 0, most);
    ConfiguredStore({.medium = Medium::disk, .directory = directory.path});
    assert_int_equal(scratch_entries(directory.path), 0);
  }
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// Where files cannot be made without a name, a kill may come before the name is gone: the next store removes what is
// left, and nothing else.
void what_a_killed_process_leaves_goes_with_the_next(void **) {
  scratch_directory directory = scratch_open();
  storage::FileCalls calls = faulty_calls();
  calls.unlinkat = [](int, const char *, int) { return raise(SIGKILL); };
  g_unnamed_files = false;
  for (const bool background : {false, true}) kill_while_saving(directory.path, background, calls);
  g_unnamed_files = true;
  assert_int_equal(scratch_entries(directory.path), 1);  // the second has removed what was left by the first
  const std::string others[] = {"scratch-0123456789abcdef", "scratch-0123456789abcdef-1.npy", "scratch-notes", "p1-1"};
  for (const std::string &name : others)
    close(open(text(directory.path, "/", name).c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
  ConfiguredStore({.medium = Medium::disk, .directory = directory.path});
  assert_int_equal(scratch_entries(directory.path), std::size(others));
  for (const std::string &name : others) assert_int_equal(unlink(text(directory.path, "/", name).c_str()), 0);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

// One store may open the directory while another is between opening a file and unlinking it.
void a_name_that_another_has_removed_is_no_failure(void **) {
  scratch_directory directory = scratch_open();
  storage::FileCalls calls = faulty_calls();
  calls.unlinkat = [](int folder, const char *name, int flags) {
    storage::system_file_calls().unlinkat(folder, name, flags);
    return storage::system_file_calls().unlinkat(folder, name, flags);
  };
  g_unnamed_files = false;
  no_faults();
  Tested tested;
  make(tested, directory.path, false, calls);
  tested.store->reserve(Bank::state, 4, kBytes);
  work(*tested.store);
  g_unnamed_files = true;
  assert_int_equal(scratch_close_empty(&directory), 0);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(every_call_fails_once_or_for_ever),
      cmocka_unit_test(interruptions_and_short_transfers_are_no_failures),
      cmocka_unit_test(every_flipped_bit_of_payload_and_sums_is_found),
      cmocka_unit_test(flipped_bits_of_a_header_change_nothing),
      cmocka_unit_test(truncated_files_are_found),
      cmocka_unit_test(swapped_files_are_found),
      cmocka_unit_test(a_directory_that_goes_in_mid_run_is_named),
      cmocka_unit_test(links_files_and_forbidden_directories_are_refused),
      cmocka_unit_test(more_slots_than_files_may_be_open_are_refused),
      cmocka_unit_test(a_full_file_system_is_no_space),
      cmocka_unit_test(a_limit_on_the_size_of_files_is_no_space),
      cmocka_unit_test(a_killed_process_leaves_no_file),
      cmocka_unit_test(what_a_killed_process_leaves_goes_with_the_next),
      cmocka_unit_test(a_name_that_another_has_removed_is_no_failure),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
