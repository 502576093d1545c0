// SPDX-License-Identifier: MIT
// Extrapolation: the limit lies within the uncertainty, whatever the remainder does at large steps.
#include "expect.hpp"

#include <cmath>
#include <vector>

#include "base/rng.hpp"
#include "verify/richardson.hpp"

namespace ebw::verify {

namespace {

// Those of the Taylor test, steps in units of the largest of the full ladders.
struct Ladder {
  double first, ratio;
  int levels;
  double caution;  // how many times the uncertainty the Taylor test takes before it calls a gradient wrong
  int may_miss;    // of 10000: four steps of ratio 2 do not reach where the first term rules
};
constexpr Ladder kLadders[] = {
    {1.0, 4.0, 9, 1.0, 0}, {1.0, 2.0, 10, 1.0, 0}, {0.02, 8.0, 3, 10.0, 0}, {0.8, 2.0, 4, 10.0, 30}};

// Seen in a single-precision wave problem: at steps 2 and 3 the remainder turns, and its values agree by chance.
void chance_agreement_of_large_steps_is_not_believed(void **) {
  const std::vector<double> values = {-3.00004359,   0.159472192,     0.161443017,    0.0494335296, 0.0132572497,
                                      0.00245936056, -7.17865424e-05, 0.000547755076, 0.00552877596};
  std::vector<double> h(1, 0.025);
  while (h.size() < values.size()) h.push_back(h.back() / 2.0);
  const Limit limit = extrapolate(h, values, 1.3 * 4.84e-7 / std::sqrt(2.0));
  if (!(std::abs(limit.value) <= limit.uncertainty && limit.uncertainty < 0.02)) {
    print_error("%g +- %g\n", limit.value, limit.uncertainty);
    _fail(__FILE__, __LINE__);
  }
}

// Remainders a h^2 + b h^4 + c h^6 + d h^8 with the limit 0, terms of one size at the largest step, so that many turn.
void the_limit_lies_within_the_uncertainty(void **) {
  for (std::size_t l = 0; l < std::size(kLadders); ++l) {
    const Random random(1, l);
    int missed = 0;
    const int rounds = 20000;
    for (std::int64_t round = 0; round < rounds; ++round) {
      double x = kLadders[l].first;
      std::vector<double> h, values;
      for (int level = 0; level < kLadders[l].levels; ++level, x /= kLadders[l].ratio) {
        double value = 1e-9 * random.gaussian(64 * round + level) / x;
        for (int term = 1; term <= 4; ++term)
          value += random.gaussian(64 * round + 32 + term) * std::pow(x, 2.0 * term);
        h.push_back(x);
        values.push_back(value);
      }
      const Limit limit = extrapolate(h, values, 4.0 / 3.0 * 1e-9);  // four standard deviations, as there
      missed += !(std::abs(limit.value) <= kLadders[l].caution * limit.uncertainty);
    }
    print_message("# ratio %g, %d steps: the limit was missed %d times of %d\n", kLadders[l].ratio, kLadders[l].levels,
                  missed, rounds);
    if (missed > kLadders[l].may_miss * (rounds / 10000)) _fail(__FILE__, __LINE__);
  }
}

}  // namespace

}  // namespace ebw::verify

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ebw::verify::chance_agreement_of_large_steps_is_not_believed),
      cmocka_unit_test(ebw::verify::the_limit_lies_within_the_uncertainty),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
