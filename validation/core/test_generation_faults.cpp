// SPDX-License-Identifier: MIT
// Generations that are damaged, and disks that are full or break while one is written.
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "disk_run.hpp"
#include "expect.hpp"
#include "storage/generations.hpp"
#include "temporary_directory.hpp"

using namespace ebw;
using namespace ebw::validation;
using storage::Bank;
using storage::DiskKeeper;
using storage::Generation;
using storage::Generations;
using storage::Part;

namespace {

// ---- Damage

constexpr std::int64_t kBytes = 3000;

std::vector<std::byte> content(int which) {
  std::vector<std::byte> all(static_cast<std::size_t>(kBytes));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::byte>(i * 7 + 31 * which);
  return all;
}

std::string name_of(const TemporaryDirectory &place, const Part &part) {
  char digits[18];
  std::snprintf(digits, sizeof digits, "p%016llx", static_cast<unsigned long long>(part.serial));
  for (const auto &entry : std::filesystem::directory_iterator(place.path()))
    if (entry.path().filename().string().find(digits) != std::string::npos) return entry.path().filename().string();
  return "";
}

std::string bytes_of(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::string &path, const std::string &bytes) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary) << bytes;
}

// Two generations; the newer one has three arrays of its own, of which a store made the last.
struct Two {
  Two() {
    Generations files(place.path(), {1, 2});
    Generation older, newer;
    older.numbers = {1};
    older.parts = {files.write(2, 10, -1, content(0))};
    files.commit(older);
    newer.numbers = {2};
    newer.parts = {files.write(2, 10, -1, content(1)), files.write(3, 11, 1, content(2))};
    DiskKeeper keeper(place.path(), 0, true);
    keeper.reserve(Bank::state, 3, kBytes);
    const std::vector<std::byte> bytes = content(3);
    keeper.keep({Bank::state, 2, 12}, bytes.data(), kBytes);
    newer.parts.push_back(*files.link(3, 12, 2, *keeper.file_of({Bank::state, 2, 12})));
    files.commit(newer);
    for (const Part &part : files.parts()) names.push_back(place / name_of(place, part));
    assert_true(names.size() == 4);
  }

  // The newest whole generation is the one whose number this is, and what is wrong names the file and says `word`.
  void expect(std::int64_t number, const std::string &file, const char *word = "") const {
    Generations files(place.path(), {1, 2});
    std::vector<std::string> damaged;
    const auto found = files.newest(damaged);
    assert_true(found.has_value() && found->numbers[0] == number);
    assert_int_equal(damaged.size(), number == 2 ? 0 : 1);
    if (number == 2) return;
    const bool named = damaged[0].find(file) != std::string::npos && damaged[0].find(word) != std::string::npos;
    if (!named) print_error("%s\n", damaged[0].c_str());
    assert_true(named);
  }

  TemporaryDirectory place;
  std::vector<std::string> names;  // of the older generation's array and the three of the newer one
};

void a_bit_that_was_flipped_is_found_and_the_generation_before_is_used(void **) {
  const Two two;
  two.expect(2, "");
  for (std::size_t i = 1; i < two.names.size(); ++i) {
    const std::string whole = bytes_of(two.names[i]);
    assert_int_equal(whole.size(), storage::file_bytes(kBytes));
    // Every bit of the header and of the checksum, and some between.
    for (std::size_t bit = 0; bit < 8 * whole.size(); bit += bit < 8 * 128 || bit >= 8 * (whole.size() - 4) ? 1 : 89) {
      std::string changed = whole;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
      write(two.names[i], changed);
      two.expect(1, two.names[i]);
    }
    write(two.names[i], whole);
    two.expect(2, "");
  }
}

void a_file_that_was_cut_or_is_gone_is_found(void **) {
  const Two two;
  for (std::size_t i = 1; i < two.names.size(); ++i) {
    const std::string whole = bytes_of(two.names[i]);
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{127}, std::size_t{128},
                                   std::size_t{1000}, whole.size() - 4, whole.size() - 1}) {
      write(two.names[i], whole.substr(0, size));
      two.expect(1, two.names[i]);
    }
    write(two.names[i], whole + "x");
    two.expect(1, two.names[i]);
    std::filesystem::remove(two.names[i]);
    two.expect(1, two.names[i].substr(two.names[i].rfind('/') + 1));
    write(two.names[i], whole);
    two.expect(2, "");
  }
}

// All arrays are whole files of one length.
void files_that_changed_places_are_found(void **) {
  const Two two;
  for (std::size_t i = 0; i < two.names.size(); ++i)
    for (std::size_t j = 1; j < two.names.size(); ++j) {
      if (i == j) continue;
      const std::string whole = bytes_of(two.names[j]);
      write(two.names[j], bytes_of(two.names[i]));
      two.expect(1, two.names[j], "is not the file that the generation names");
      write(two.names[j], whole);
    }
  two.expect(2, "");
}

// ---- A disk that is full or breaks

std::string log_text;

bool has_unfinished(const TemporaryDirectory &place) {
  for (const auto &entry : std::filesystem::directory_iterator(place.path()))
    if (entry.path().extension() == ".tmp") return true;
  return false;
}

long arrays_in(const TemporaryDirectory &place) {
  long count = 0;
  for (const auto &entry : std::filesystem::directory_iterator(place.path()))
    count += entry.path().filename().string().find("-p") != std::string::npos;
  return count;
}

// What the generations in the directory name, by a fresh look at them.
long arrays_of_generations(const TemporaryDirectory &place) {
  std::set<std::string> named;
  for (const auto &entry : std::filesystem::directory_iterator(place.path())) {
    const std::string name = entry.path().filename().string(), all = bytes_of(entry.path().string());
    if (name.find("-g") == std::string::npos) continue;
    std::vector<std::int64_t> numbers((all.size() - 128 - 4) / 8);
    std::memcpy(numbers.data(), all.data() + 128, 8 * numbers.size());
    for (auto at = static_cast<std::size_t>(2 + numbers[0]); at + 7 <= numbers.size(); at += 7)
      named.insert(std::to_string(numbers[at + 4]));
  }
  return static_cast<long>(named.size());
}

long manifests_in(const TemporaryDirectory &place) {
  long count = 0;
  for (const auto &entry : std::filesystem::directory_iterator(place.path()))
    count += entry.path().filename().string().find("-g") != std::string::npos;
  return count;
}

struct Failures {
  long calls = 0;            // that can fail, in one run
  long from_generation = 0;  // runs that went on from a generation
};

// The calls of this kind fail with `error` from the first on, then from the second on and so forth: a status with a
// name, the generations before whole and nothing beside them, and the run goes on from there when all is well again.
// From call number `each` on, not every one is the first.
Failures fail_each(DiskCall failing, int error, Status status, long each) {
  Failures found;
  g_disk_traits.failing = failing;
  g_disk_traits.error = error;
  for (long &calls = found.calls;; calls += calls < each ? 1 : 17) {
    const TemporaryDirectory place;
    g_disk_traits.calls_left = calls;
    const Outcome outcome = DiskRun{place.path()}();
    g_disk_traits.calls_left = -1;
    if (outcome.finished) break;
    assert_true(outcome.status == status);
    assert_true(outcome.message.find(place.path()) != std::string::npos);
    assert_false(has_unfinished(place));
    assert_int_equal(arrays_in(place), arrays_of_generations(place));
    assert_int_equal(manifests_in(place), std::min<std::int64_t>(outcome.generations, 2));
    assert_int_equal(place.count(), arrays_in(place) + manifests_in(place));
    log_text.clear();
    const Outcome again = DiskRun{place.path(), true}();
    assert_true(again.finished && again.gradient == NumberStepper::expected(kRunSteps));
    assert_int_equal(place.count(), 0);
    // None is damaged; and once there was one, it is used.
    assert_true(log_text.find("damaged") == std::string::npos);
    const bool used = log_text.find("goes on") != std::string::npos;
    assert_true(used || outcome.generations == 0);
    found.from_generation += used;
  }
  g_disk_traits = {};
  return found;
}

void a_disk_that_is_full_while_a_generation_is_written(void **) {
  set_log([](std::int32_t, const char *words, void *) { log_text += words; }, nullptr);
  for (const bool links : {true, false}) {
    g_disk_traits.links = links;
    const Failures found = fail_each(DiskCall::any, ENOSPC, Status::no_space, 60);
    assert_true(found.calls > 400 && found.from_generation > 50);
  }
  set_log(nullptr, nullptr);
}

void a_disk_that_breaks_while_a_generation_is_written(void **) {
  set_log([](std::int32_t, const char *words, void *) { log_text += words; }, nullptr);
  for (const DiskCall call : {DiskCall::write, DiskCall::fsync, DiskCall::renameat}) {
    const Failures found = fail_each(call, EIO, Status::storage, 20);
    assert_true(found.calls > 100 && found.from_generation > 15);
  }
  // One per state that was saved to disk.
  const Failures found = fail_each(DiskCall::linkat, EIO, Status::storage, 60);
  assert_true(found.calls >= 3 && found.from_generation >= 2);
  fail_each(DiskCall::renameat, EACCES, Status::permission, 0);
  set_log(nullptr, nullptr);
}

}  // namespace

int main() {
  const CMUnitTest tests[] = {
      cmocka_unit_test(a_bit_that_was_flipped_is_found_and_the_generation_before_is_used),
      cmocka_unit_test(a_file_that_was_cut_or_is_gone_is_found),
      cmocka_unit_test(files_that_changed_places_are_found),
      cmocka_unit_test(a_disk_that_is_full_while_a_generation_is_written),
      cmocka_unit_test(a_disk_that_breaks_while_a_generation_is_written),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
