// SPDX-License-Identifier: MIT
// The Taylor test: noise, ladder, odd part, scale, verdict.
#include "verify/taylor_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/aligned_buffer.hpp"
#include "base/rng.hpp"
#include "base/sums.hpp"
#include "verify/brief.hpp"
#include "verify/noise_level.hpp"
#include "verify/norm.hpp"
#include "verify/richardson.hpp"

namespace ebw::verify {

namespace {

constexpr std::size_t kFewestLevels = 3;
// Between 1, the order of the even part at a kink, and 2, that of a smooth J.
constexpr double kSmoothOrder = 1.3;

// Steps are in units of the typical size. The noise step is far below the smallest step of the ladder, yet moves
// typical elements by some units in the last place.
struct Steps {
  double largest, ratio;
  int levels;
  double noise_step;
  int noise_points;
};

Steps steps_of(Dtype dtype, Ladder ladder) {
  const bool single = dtype == Dtype::f32, reduced = ladder == Ladder::reduced;
  const double noise_step = single ? 0x1p-19 : 0x1p-36;
  const int noise_points = reduced ? 4 : 8;
  if (reduced)
    return single ? Steps{0.04, 2.0, 4, noise_step, noise_points} : Steps{1e-3, 8.0, 3, noise_step, noise_points};
  return single ? Steps{0.05, 2.0, 10, noise_step, noise_points} : Steps{0.05, 4.0, 9, noise_step, noise_points};
}

template <class T>
class TaylorRun {
 public:
  TaylorRun(const TaylorSetup &setup, const T *m, const T *g);
  TaylorResult run();

 private:
  // What is left of J's changes at each step of one direction; h falls.
  struct Remainders {
    std::vector<double> h, odd, even, R0, R1;
    double reach = 0.0;  // |change of J| / h at the largest step
  };

  // What the points next to m tell of one direction.
  struct Nearby {
    bool usable = false;
    bool blind = false;  // the points were too close to show any noise
    double grain = 0.0;  // the smallest change of J seen; 0: none
  };

  bool base_point();
  double size(std::int64_t i) const;
  void make_direction(std::int64_t k);
  T at(std::int64_t i, double t) const;
  std::int32_t evaluate(double t, double &J);
  double evaluate_or_fail(double t);
  double step_product() const;
  double change_of(double J, Nearby &nearby) const;
  void measure_noise(std::int64_t k);
  void pool_noise();
  void test_direction(std::int64_t k);
  Remainders climb(TaylorDirection &direction, Nearby &nearby);
  Order even_order(const Remainders &r, const TaylorDirection &direction) const;
  void conclude(TaylorDirection &direction, const Remainders &r);
  void check_state_restored();

  const TaylorSetup &setup_;
  const Steps steps_;
  const std::int64_t n_;
  const T *m_, *g_;
  const T *typical_, *lower_, *upper_, *given_;
  MemoryAccount account_;
  Array<T> point_, own_gradient_;
  Array<double> delta_;
  double gradient_size_ = 0.0;  // norm of D*g along the direction: what g.d has for independent random signs
  double repeat_noise_ = 0.0;   // |J(m) - J(m) again|
  std::vector<Nearby> nearby_;  // of each direction
  double doubt_ = 1.0;          // factor on the noise for what a few values cannot tell
  TaylorResult result_;
};

template <class T>
TaylorRun<T>::TaylorRun(const TaylorSetup &setup, const T *m, const T *g)
    : setup_(setup),
      steps_(steps_of(setup.dtype, setup.ladder)),
      n_(setup.n),
      m_(m),
      g_(g),
      typical_(static_cast<const T *>(setup.typical_size)),
      lower_(static_cast<const T *>(setup.lower)),
      upper_(static_cast<const T *>(setup.upper)),
      given_(static_cast<const T *>(setup.given)),
      point_(account_, MemoryUse::scratch, n_),
      delta_(account_, MemoryUse::scratch, n_) {
  if (!g) own_gradient_ = Array<T>(account_, MemoryUse::scratch, n_);
}

template <class T>
TaylorResult TaylorRun<T>::run() {
  result_.tolerance = setup_.tolerance;
  if (base_point()) {
    for (std::int64_t k = 0; k < setup_.directions && !result_.fault; ++k) measure_noise(k);
    pool_noise();
    for (std::int64_t k = 0; k < setup_.directions && !result_.fault; ++k) test_direction(k);
    if (result_.fault) result_.directions.clear();
    if (!result_.fault && result_.repeatable) check_state_restored();
  }
  result_.verdict = Verdict::pass;
  for (std::size_t k = 0; k < result_.directions.size(); ++k) {
    const TaylorDirection &direction = result_.directions[k];
    const int difference = weight_of(direction.verdict) - weight_of(result_.verdict);
    if (result_.worst < 0 || difference > 0 ||
        (difference == 0 && direction.error > result_.directions[result_.worst].error))
      result_.worst = static_cast<std::int64_t>(k);
    result_.verdict = worse(result_.verdict, direction.verdict);
  }
  if (result_.fault) result_.verdict = Verdict::fail;
  result_.text = describe(result_);
  return std::move(result_);
}

// Whether m, J(m) and g are fit for a test; J(m) a second time tells whether it repeats.
template <class T>
bool TaylorRun<T>::base_point() {
  if (const std::int64_t i = first_non_finite(m_, n_); i >= 0) {
    result_.fault = {FaultKind::point_non_finite, i};
    return false;
  }
  result_.J = evaluate_or_fail(0.0);
  if (result_.fault) return false;
  if (!std::isfinite(result_.J)) {
    result_.fault = {FaultKind::value_non_finite};
    return false;
  }
  const double again = evaluate_or_fail(0.0);
  if (result_.fault) return false;
  result_.repeatable = std::memcmp(&again, &result_.J, sizeof again) == 0;
  repeat_noise_ = std::abs(again - result_.J);
  if (!std::isfinite(again)) {
    result_.fault = {FaultKind::value_non_finite};
    return false;
  }
  if (!g_) {
    std::copy(m_, m_ + n_, point_.begin());
    std::fill(own_gradient_.begin(), own_gradient_.end(), std::numeric_limits<T>::quiet_NaN());
    check_callback(setup_.gradient(point_.data(), own_gradient_.data()), "gradient");
    g_ = own_gradient_.data();
    for (std::int64_t i = 0; i < n_; ++i)
      if (std::memcmp(&point_[i], &m_[i], sizeof(T)) != 0) {
        result_.fault = {FaultKind::input_written, i};
        return false;
      }
  }
  if (const std::int64_t i = first_non_finite(g_, n_); i >= 0) {
    result_.fault = {FaultKind::gradient_non_finite, i};
    return false;
  }
  return true;
}

// The typical size of element i, cut so that the largest step stays within the bounds on both sides.
template <class T>
double TaylorRun<T>::size(std::int64_t i) const {
  double d = typical_ ? typical_[i] : m_[i] == T(0) ? 1.0 : std::abs(static_cast<double>(m_[i]));
  const double here = m_[i];
  if (lower_) d = std::min(d, (here - lower_[i]) / steps_.largest);
  if (upper_) d = std::min(d, (upper_[i] - here) / steps_.largest);
  return d;
}

template <class T>
void TaylorRun<T>::make_direction(std::int64_t k) {
  if (given_) {
    // Only where it points matters: scaled so that no element moves by more than its typical size. An element that
    // cannot move (size 0) is left out.
    const T *given = given_ + k * n_;
    double largest = 0.0;
    for (std::int64_t i = 0; i < n_; ++i)
      if (size(i) > 0.0) largest = std::max(largest, std::abs(given[i] / size(i)));
    for (std::int64_t i = 0; i < n_; ++i) delta_[i] = size(i) > 0.0 && largest > 0.0 ? given[i] / largest : 0.0;
    gradient_size_ = norm_of(n_, [&](std::int64_t i) { return delta_[i] * g_[i]; });
    return;
  }
  const Random random(setup_.seed, static_cast<std::uint64_t>(k));
  for (std::int64_t i = 0; i < n_; ++i) {
    delta_[i] = size(i) * random.gaussian(i);
    const double room = std::min(lower_ ? (m_[i] - static_cast<double>(lower_[i])) : HUGE_VAL,
                                 upper_ ? (static_cast<double>(upper_[i]) - m_[i]) : HUGE_VAL) /
                        steps_.largest;
    delta_[i] = std::clamp(delta_[i], -room, room);
  }
  gradient_size_ = norm_of(n_, [&](std::int64_t i) { return size(i) * g_[i]; });
}

// Element i of m + t d as the working precision holds it.
template <class T>
T TaylorRun<T>::at(std::int64_t i, double t) const {
  if (t == 0.0) return m_[i];
  T value = static_cast<T>(m_[i] + t * delta_[i]);
  if (lower_) value = std::max(value, lower_[i]);
  if (upper_) value = std::min(value, upper_[i]);
  return value;
}

// J at m + t d; the point stays in point_. J is NaN where the callback does not write it.
template <class T>
std::int32_t TaylorRun<T>::evaluate(double t, double &J) {
  for (std::int64_t i = 0; i < n_; ++i) point_[i] = at(i, t);
  J = std::numeric_limits<double>::quiet_NaN();
  ++result_.evaluations;
  const std::int32_t status = setup_.evaluate(point_.data(), &J);
  for (std::int64_t i = 0; i < n_ && !result_.fault; ++i) {
    const T expected = at(i, t);
    if (std::memcmp(&point_[i], &expected, sizeof(T)) != 0) result_.fault = {FaultKind::input_written, i};
  }
  return status;
}

template <class T>
double TaylorRun<T>::evaluate_or_fail(double t) {
  double J;
  check_callback(evaluate(t, J), "evaluate");
  return J;
}

// g.(point - m): the step as it was rounded, not as it was meant.
template <class T>
double TaylorRun<T>::step_product() const {
  return tree_sum(0, n_, [&](std::int64_t i) {
    return static_cast<double>(g_[i]) * (static_cast<double>(point_[i]) - static_cast<double>(m_[i]));
  });
}

// Follows the smallest change that J ever made along a direction: it bounds the grain of J where the points next to m
// are too close to show any.
template <class T>
double TaylorRun<T>::change_of(double J, Nearby &nearby) const {
  const double change = std::abs(J - result_.J);
  if (change != 0.0) nearby.grain = nearby.grain == 0.0 ? change : std::min(nearby.grain, change);
  return J - result_.J;
}

// The noise of J close to m. What g says of the points' own rounding is taken off first: it is no noise of J.
template <class T>
void TaylorRun<T>::measure_noise(std::int64_t k) {
  TaylorDirection &direction = result_.directions.emplace_back();
  Nearby &nearby = nearby_.emplace_back();
  make_direction(k);
  direction.g_dot_d = tree_sum(0, n_, [&](std::int64_t i) { return g_[i] * delta_[i]; });
  if (std::all_of(delta_.begin(), delta_.end(), [](double d) { return d == 0.0; })) {
    direction.reason = "no element can move; widen the bounds, or give a direction and a typical size that are not 0";
    return;
  }
  std::vector<double> J{0.0}, values{0.0};
  for (int point = 1; point <= steps_.noise_points; ++point) {
    const double change = change_of(evaluate_or_fail(point * steps_.noise_step), nearby);
    if (result_.fault) return;
    J.push_back(change);
    values.push_back(change - step_product());
    if (!std::isfinite(values.back())) {
      direction.reason = "J is not finite next to m; set bounds or choose a point inside the domain of J";
      return;
    }
  }
  nearby.usable = true;
  nearby.blind = too_close(J);
  direction.noise = noise_level(values);
}

// A table of a few values may miss much of the noise by chance; all directions together hardly do. Below what a second
// evaluation and the rounding of J itself show the noise cannot be.
template <class T>
void TaylorRun<T>::pool_noise() {
  const std::vector<TaylorDirection> &all = result_.directions;
  const std::int64_t usable = std::count_if(nearby_.begin(), nearby_.end(), [](const Nearby &n) { return n.usable; });
  if (usable == 0) return;
  const double sum = norm_of(static_cast<std::int64_t>(all.size()), [&](std::int64_t k) { return all[k].noise; });
  const double rounding = std::numeric_limits<double>::epsilon() * std::abs(result_.J);
  const double least = std::max({sum / std::sqrt(static_cast<double>(usable)), repeat_noise_, rounding});
  // A table has about four degrees of freedom: for the 99.7 % that 3 standard deviations stand for, Student's t is 6.6
  // with one table, 3.8 with three, 3.2 with ten; this makes 6, 4 and 3.3 of the 3.
  doubt_ = 1.0 + 1.0 / static_cast<double>(usable);
  for (TaylorDirection &direction : result_.directions) direction.noise = std::max(direction.noise, least);
}

template <class T>
void TaylorRun<T>::test_direction(std::int64_t k) {
  if (!nearby_[k].usable) return;
  TaylorDirection &direction = result_.directions[k];
  make_direction(k);
  const Remainders remainders = climb(direction, nearby_[k]);
  if (result_.fault) return;
  if (nearby_[k].blind) direction.noise = std::max(direction.noise, nearby_[k].grain);
  conclude(direction, remainders);
}

// J on both sides at each step. A step at which J is not to be had is dropped: the point may lie outside its domain.
template <class T>
typename TaylorRun<T>::Remainders TaylorRun<T>::climb(TaylorDirection &direction, Nearby &nearby) {
  Remainders r;
  double h = steps_.largest;
  for (int level = 0; level < steps_.levels; ++level, h /= steps_.ratio) {
    double J[2], product[2];
    std::int32_t status = 0;
    bool usable = true;
    for (int side = 0; side < 2 && usable; ++side) {
      status = evaluate(side == 0 ? h : -h, J[side]);
      if (result_.fault) return r;
      product[side] = step_product();
      usable = status == 0 && std::isfinite(J[side] - result_.J) && std::isfinite(product[side]);
    }
    if (!usable) {
      ++direction.dropped;
      direction.last_status = status;
      continue;
    }
    const double plus = change_of(J[0], nearby), minus = change_of(J[1], nearby);
    r.h.push_back(h);
    r.odd.push_back(((J[0] - J[1]) - (product[0] - product[1])) / (2.0 * h));
    r.even.push_back((plus - product[0]) + (minus - product[1]));
    r.R0.push_back(plus);
    r.R1.push_back(plus - product[0]);
    if (r.h.size() == 1) r.reach = std::max(std::abs(plus), std::abs(minus)) / h;
    direction.levels.push_back({h, J[0], J[1], r.R0.back(), r.R1.back()});
  }
  return r;
}

// Order of the even part, from the points where it is neither noise nor too small to matter for the verdict.
template <class T>
Order TaylorRun<T>::even_order(const Remainders &r, const TaylorDirection &direction) const {
  std::vector<double> h, even;
  for (std::size_t i = 0; i < r.h.size(); ++i) {
    const double floor = std::max(20.0 * direction.noise, 2.0 * r.h[i] * setup_.tolerance * direction.scale);
    if (std::abs(r.even[i]) <= floor) continue;
    h.push_back(r.h[i]);
    even.push_back(r.even[i]);
  }
  return median_order(h, even);
}

template <class T>
void TaylorRun<T>::conclude(TaylorDirection &direction, const Remainders &r) {
  // Ten standard deviations: a remainder above is signal.
  direction.orders = {fit_order(r.h, r.R0, 10.0 * direction.noise), fit_order(r.h, r.R1, 10.0 * direction.noise)};
  if (r.h.size() < kFewestLevels) {
    direction.reason = text("only ", r.h.size(), " of ", steps_.levels, " steps could be evaluated, need ",
                            kFewestLevels, "; set bounds or a smaller typical size");
    return;
  }
  // The noise of a difference of two values over 2 h.
  const Limit limit = extrapolate(r.h, r.odd, doubt_ * direction.noise / std::sqrt(2.0));
  direction.finite_difference = direction.g_dot_d + limit.value;
  direction.scale = std::max({gradient_size_, std::abs(direction.finite_difference), r.reach});
  if (direction.scale == 0.0) {
    direction.reason = "J does not react to m, and the gradient is 0; is m wired to J?";
    return;
  }
  const double error = std::abs(limit.value) / direction.scale, resolution = limit.uncertainty / direction.scale;
  if (!std::isfinite(error) || !std::isfinite(resolution)) {
    direction.reason = "J leaves the range of double precision; scale it";
    return;
  }
  direction.error = error;
  direction.resolution = resolution;
  if (const Order even = even_order(r, direction); even.known && even.value < kSmoothOrder) {
    direction.reason = text("J has a kink at m (its even part falls with order ", brief(even.value),
                            ", 2 where J is smooth); choose a smoother point");
    return;
  }
  direction.verdict = judge(error, resolution, setup_.tolerance);
  if (direction.verdict == Verdict::inconclusive)
    direction.reason = text("the error ", brief(error), " is known to +-", brief(resolution), " only, tolerance ",
                            brief(setup_.tolerance), ", noise of J ", brief(direction.noise),
                            "; compute J in more precision, or take a larger typical size");
}

// After all calls J(m) must still have its bits, or a call leaves something behind that the next one sees.
template <class T>
void TaylorRun<T>::check_state_restored() {
  const double J = evaluate_or_fail(0.0);
  if (!result_.fault && std::memcmp(&J, &result_.J, sizeof J) != 0) result_.fault = {FaultKind::state_leak};
}

}  // namespace

TaylorResult taylor_test(const TaylorSetup &setup, const void *m, const void *g) {
  if (setup.dtype == Dtype::f32)
    return TaylorRun<float>(setup, static_cast<const float *>(m), static_cast<const float *>(g)).run();
  return TaylorRun<double>(setup, static_cast<const double *>(m), static_cast<const double *>(g)).run();
}

}  // namespace ebw::verify
