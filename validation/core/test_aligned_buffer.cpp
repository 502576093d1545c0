// SPDX-License-Identifier: MIT
// Where large buffers begin: on a line of the caches, and no two that are taken one after the other alike.
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.hpp"
#include "expect.hpp"

namespace {

using ebw::AlignedBuffer;

constexpr std::int64_t kLine = 64, kPage = 4096;

std::int64_t place_of(const AlignedBuffer &buffer) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(buffer.data()));
}

// A store to one field and a load from another at the same node would otherwise wait for each other.
void large_buffers_begin_apart_in_a_page(void **) {
  ebw::MemoryAccount account;
  std::vector<AlignedBuffer> buffers;
  for (int n = 0; n < 5; ++n) buffers.emplace_back(account, ebw::MemoryUse::work_fields, std::int64_t{5} << 20);
  for (const AlignedBuffer &one : buffers) {
    assert_int_equal(place_of(one) % kLine, 0);
    for (const AlignedBuffer &other : buffers)
      assert_true(&one == &other || place_of(one) % kPage != place_of(other) % kPage);
  }
}

// The account holds what was asked for, and all of it is the caller's to write, the last byte included.
void large_buffers_hold_what_was_asked_for(void **) {
  constexpr std::int64_t kBytes = (std::int64_t{4} << 20) + 1;
  ebw::MemoryAccount account;
  {
    std::vector<AlignedBuffer> buffers;
    for (int n = 0; n < 70; ++n) buffers.emplace_back(account, ebw::MemoryUse::work_fields, kBytes);
    assert_int_equal(account.total(), 70 * kBytes);
    for (const AlignedBuffer &buffer : buffers) {
      buffer.data()[0] = std::byte{1};
      buffer.data()[kBytes - 1] = std::byte{2};
    }
  }
  assert_int_equal(account.total(), 0);
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(large_buffers_begin_apart_in_a_page),
      cmocka_unit_test(large_buffers_hold_what_was_asked_for),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
