// SPDX-License-Identifier: MIT
// Who may write generations, and what a write that fails leaves.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "expect.hpp"
#include "storage/generations.hpp"
#include "temporary_directory.hpp"

namespace {

using namespace ebw;
using namespace ebw::storage;
using validation::TemporaryDirectory;

const std::array<std::byte, 100> kBytes{};

Generation with_one_part(Generations &files) {
  Generation generation;
  generation.numbers = {7};
  generation.parts.push_back(files.write(2, 3, 4, kBytes));
  return generation;
}

void a_fork_leaves_the_directory_to_its_parent(void **) {
  const TemporaryDirectory directory;
  Generations files(directory.path(), {1, 2});
  files.commit(with_one_part(files));
  const long before = directory.count();
  const pid_t child = fork();
  if (child == 0) {
    int refused = 0;
    try {
      files.write(2, 3, 4, kBytes);
    } catch (const Error &error) {
      refused += error.status() == Status::state;
    }
    try {
      files.commit({});
    } catch (const Error &error) {
      refused += error.status() == Status::state;
    }
    files.clear();
    _exit(refused);
  }
  int status = 0;
  assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 2);
  assert_int_equal(directory.count(), before);
  std::vector<std::string> damaged;
  assert_true(files.newest(damaged).has_value() && damaged.empty());
  files.clear();
  assert_int_equal(directory.count(), 0);
}

long writes_left = 0;  // of a disk that is full then

FileCalls calls_of_a_full_disk() {
  FileCalls calls = system_file_calls();
  calls.pwrite = [](int f, const void *b, size_t c, off_t at) -> ssize_t {
    if (writes_left-- > 0) return system_file_calls().pwrite(f, b, c, at);
    errno = ENOSPC;
    return -1;
  };
  return calls;
}

void a_full_disk_keeps_the_generations_and_nothing_beside_them(void **) {
  bool full = true;
  for (long room = 0; full; ++room) {
    const TemporaryDirectory directory;
    writes_left = 1000;
    static const FileCalls calls = calls_of_a_full_disk();  // outlives its users
    Generations files(directory.path(), {1, 2}, calls);
    files.commit(with_one_part(files));
    const long before = directory.count();
    Generation next = with_one_part(files);
    writes_left = room;
    full = false;
    try {
      next.parts.push_back(files.write(2, 5, 6, kBytes));
      files.commit(next);
    } catch (const Error &error) {
      assert_true(error.status() == Status::no_space);
      full = true;
      assert_int_equal(directory.count(), before);
    }
    writes_left = 1000;
    std::vector<std::string> damaged;
    assert_true(files.newest(damaged).has_value() && damaged.empty());
    assert_true(room < 100);
  }
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {cmocka_unit_test(a_fork_leaves_the_directory_to_its_parent),
                              cmocka_unit_test(a_full_disk_keeps_the_generations_and_nothing_beside_them)};
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
