// SPDX-License-Identifier: MIT
// Philox4x32-10 against the known answers of its authors, and the distributions made of it.
#include <array>
#include <cmath>
#include <cstdint>

extern "C" {
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
}

#include "base/rng.hpp"

namespace {

// Known answers: Random123 1.09 (Salmon et al. 2011), file kat_vectors, philox4x32 with 10 rounds.
struct KnownAnswer {
  ebw::Random::Block counter;
  std::array<std::uint32_t, 2> key;
  ebw::Random::Block answer;
};
const KnownAnswer known_answers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

void philox_gives_the_known_answers_of_random123(void **) {
  for (const KnownAnswer &known : known_answers) {
    const ebw::Random::Block block = ebw::Random::philox(known.counter, known.key);
    for (int i = 0; i < 4; ++i) assert_int_equal(block[i], known.answer[i]);
  }
}

void a_value_depends_on_seed_stream_and_index_alone(void **) {
  const ebw::Random random(1, 2);
  const double later = random.gaussian(1000);
  random.gaussian(5);
  assert_true(random.gaussian(1000) == later);
  assert_true(ebw::Random(2, 2).gaussian(1000) != later);
  assert_true(ebw::Random(1, 3).gaussian(1000) != later);
  assert_true(random.gaussian(1000 + (std::int64_t{1} << 32)) != later);
}

// n = 1e5: standard errors of mean, variance, kurtosis are 3.2e-3, 4.5e-3 and 3.1e-2; six of each are allowed.
void gaussian_has_mean_0_variance_1_and_kurtosis_3(void **) {
  const ebw::Random random(7, 0);
  const int count = 100000;
  double m1 = 0, m2 = 0, m4 = 0;
  for (int i = 0; i < count; ++i) {
    const double z = random.gaussian(i);
    m1 += z / count;
    m2 += z * z / count;
    m4 += z * z * z * z / count;
  }
  assert_true(std::abs(m1) < 6 * 3.2e-3);
  assert_true(std::abs(m2 - 1) < 6 * 4.5e-3);
  assert_true(std::abs(m4 - 3) < 6 * 3.1e-2);
}

void uniform_stays_inside_0_and_1(void **) {
  const ebw::Random random(3, 0);
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform(i);
    assert_true(u > 0.0 && u < 1.0);
  }
}

}  // namespace

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(philox_gives_the_known_answers_of_random123),
      cmocka_unit_test(a_value_depends_on_seed_stream_and_index_alone),
      cmocka_unit_test(gaussian_has_mean_0_variance_1_and_kurtosis_3),
      cmocka_unit_test(uniform_stays_inside_0_and_1),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
