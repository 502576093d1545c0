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
#include "verify/box.hpp"
#include "verify/brief.hpp"
#include "verify/decimal_grid.hpp"
#include "verify/noise_level.hpp"
#include "verify/norm.hpp"
#include "verify/richardson.hpp"

namespace ebw::verify {

namespace {

constexpr std::size_t kFewestLevels = 3;
// On fewer steps the finer ones cannot contradict what the coarser ones agree on by chance: measured on waves in single
// precision, the limit was missed by up to 7 times its uncertainty in 8 of 3000 directions.
constexpr std::size_t kLongLadder = 6;
constexpr double kShortLadderCaution = 10.0;
// Between 1, the order of the even part at a kink, and 2, that of a smooth J.
constexpr double kSmoothOrder = 1.3;
// J to four digits, relative to J: what may lie behind values that are all the same.
constexpr double kFewestDigits = 1e-3;
// Streams of random numbers: those of all elements come first, then those of each part.
constexpr std::uint64_t kPartStream = std::uint64_t{1} << 32;

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
    std::vector<double> h, odd, even, R0, R1, R2;
    std::vector<double> reach;         // |change of J| / h, of the larger side
    std::vector<double> change, step;  // J_plus - J_minus, and what g says of it
  };

  // What the points next to m tell of one direction.
  struct Nearby {
    bool usable = false;
    bool blind = false;  // the points were too close to show any noise
    double grain = 0.0;  // the smallest difference of J seen; 0: none
    double plain = 0.0;  // noise without what g says of the points' rounding: a very wrong g adds more than it takes
  };

  std::int64_t count_directions() const;
  bool fault_at(FaultKind kind, std::int64_t index);
  std::int64_t first_change(const T *values, const T *expected) const;
  std::uint64_t gradient_hash() const;
  bool base_point();
  bool take_gradient();
  bool make_direction(std::int64_t k);
  void make_given(std::int64_t k);
  std::int32_t evaluate(double t, double &J);
  double evaluate_or_fail(double t);
  double step_product();
  void note_grain(double difference, Nearby &nearby) const;
  double change_of(double J, Nearby &nearby) const;
  void measure_noise(std::int64_t k);
  void pool_noise();
  Remainders test_direction(std::int64_t k);
  double hidden_noise(const Nearby &nearby) const;
  void measure_curvature(TaylorDirection &direction);
  Remainders climb(TaylorDirection &direction, Nearby &nearby);
  Order even_order(const Remainders &r, const TaylorDirection &direction) const;
  double scale_of(const Remainders &r, const TaylorDirection &direction, const Limit &limit) const;
  Limit ratio_of(const Remainders &r, const TaylorDirection &direction, const Nearby &nearby) const;
  void conclude(TaylorDirection &direction, const Remainders &r, const Nearby &nearby);
  void check_state_restored();

  const TaylorSetup &setup_;
  const Steps steps_;
  const std::int64_t n_;
  const T *caller_m_, *g_;
  const T *given_;
  MemoryAccount account_;
  Box<T> box_;
  Vectors<T> vectors_;
  Array<T> point_, own_gradient_;
  Array<double> delta_;
  DecimalGrid digits_;          // of all values of J
  double gradient_size_ = 0.0;  // norm of D*g along the direction: what g.d has for independent random signs
  double repeat_noise_ = 0.0;   // |J(m) - J(m) again|
  std::uint64_t hash_ = 0;      // of g
  std::vector<Nearby> nearby_;  // of each direction
  double doubt_ = 1.0;          // factor on the noise for what a few values cannot tell
  TaylorResult result_;
};

template <class T>
TaylorRun<T>::TaylorRun(const TaylorSetup &setup, const T *m, const T *g)
    : setup_(setup),
      steps_(steps_of(setup.dtype, setup.ladder)),
      n_(setup.space.n),
      caller_m_(m),
      g_(g),
      given_(static_cast<const T *>(setup.given)),
      box_(account_, n_, m, setup.typical_size, setup.lower, setup.upper, steps_.largest),
      vectors_(setup.space, account_),
      point_(account_, MemoryUse::scratch, n_),
      delta_(account_, MemoryUse::scratch, n_) {
  if (!g) own_gradient_ = Array<T>(account_, MemoryUse::scratch, n_);
}

template <class T>
std::int64_t TaylorRun<T>::count_directions() const {
  return setup_.directions + static_cast<std::int64_t>(setup_.parts.size()) * setup_.part_directions;
}

template <class T>
TaylorResult TaylorRun<T>::run() {
  result_.tolerance = setup_.tolerance;
  result_.seed = setup_.seed;
  result_.ladder = setup_.ladder;
  result_.with_hessian = static_cast<bool>(setup_.hessian);
  for (const Part &part : setup_.parts) {
    result_.part_names.push_back(part.name);
    result_.part_kinds.push_back(part.kind);
  }
  if (base_point()) {
    const std::int64_t begin = std::max<std::int64_t>(setup_.only, 0);
    const std::int64_t count = setup_.only < 0 ? count_directions() : 1;
    for (std::int64_t k = 0; k < count && !result_.fault; ++k) measure_noise(begin + k);
    pool_noise();
    std::vector<Remainders> remainders(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count && !result_.fault; ++k) remainders[k] = test_direction(k);
    // Noise is known when all values are.
    for (std::int64_t k = 0; k < count && !result_.fault; ++k)
      if (nearby_[k].usable) conclude(result_.directions[k], remainders[k], nearby_[k]);
    if (result_.fault) result_.directions.clear();
    if (!result_.fault) check_state_restored();
  }
  if (!setup_.given)
    result_.random_directions = std::count_if(result_.directions.begin(), result_.directions.end(),
                                              [](const TaylorDirection &d) { return d.part < 0; });
  sum_up(result_, setup_.constants);
  return std::move(result_);
}

// Notes a fault that any rank saw; true when there is one.
template <class T>
bool TaylorRun<T>::fault_at(FaultKind kind, std::int64_t index) {
  if (vectors_.any(index >= 0)) result_.fault = {kind, index};
  return static_cast<bool>(result_.fault);
}

// The first element with other bits; -1 when there is none.
template <class T>
std::int64_t TaylorRun<T>::first_change(const T *values, const T *expected) const {
  for (std::int64_t i = 0; i < n_; ++i)
    if (std::memcmp(&values[i], &expected[i], sizeof(T)) != 0) return i;
  return -1;
}

// FNV-1a over the elements' bits.
template <class T>
std::uint64_t TaylorRun<T>::gradient_hash() const {
  std::uint64_t hash = 14695981039346656037u;
  for (std::int64_t i = 0; i < n_; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &g_[i], sizeof(T));
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

// Whether m, J(m) and g are fit for a test; J(m) a second time tells whether it repeats.
template <class T>
bool TaylorRun<T>::base_point() {
  if (fault_at(FaultKind::point_non_finite, first_non_finite(caller_m_, n_))) return false;
  if (g_) hash_ = gradient_hash();
  result_.J = evaluate_or_fail(0.0);
  if (result_.fault) return false;
  const double again = std::isfinite(result_.J) ? evaluate_or_fail(0.0) : result_.J;
  if (result_.fault) return false;
  if (!std::isfinite(again)) {
    result_.fault = {FaultKind::value_non_finite};
    return false;
  }
  result_.repeatable = std::memcmp(&again, &result_.J, sizeof again) == 0;
  repeat_noise_ = std::abs(again - result_.J);
  return take_gradient();
}

template <class T>
bool TaylorRun<T>::take_gradient() {
  if (!g_) {
    const Array<T> &m = box_.point();
    std::copy(m.begin(), m.end(), point_.begin());
    std::fill(own_gradient_.begin(), own_gradient_.end(), std::numeric_limits<T>::quiet_NaN());
    check_callback(setup_.gradient(point_.data(), own_gradient_.data()), "gradient");
    g_ = own_gradient_.data();
    hash_ = gradient_hash();
    if (fault_at(FaultKind::input_written, first_change(point_.data(), m.data()))) return false;
  }
  return !fault_at(FaultKind::gradient_non_finite, first_non_finite(g_, n_));
}

// A given direction: only where it points matters. Scaled so that no element moves by more than its typical size; with
// a user's inner product, where other ranks may hold larger elements, it is taken as it is. An element that cannot move
// (size 0) is left out.
template <class T>
void TaylorRun<T>::make_given(std::int64_t k) {
  const T *given = given_ + k * n_;
  double largest = 0.0;
  for (std::int64_t i = 0; i < n_; ++i)
    if (box_.size(i) > 0.0) largest = std::max(largest, std::abs(given[i] / box_.size(i)));
  if (setup_.space.inner) largest = 1.0;
  for (std::int64_t i = 0; i < n_; ++i) delta_[i] = box_.size(i) > 0.0 && largest > 0.0 ? given[i] / largest : 0.0;
  const Random random(setup_.seed, static_cast<std::uint64_t>(k));
  gradient_size_ = vectors_.typical_product(
      g_, [&](std::int64_t i) { return delta_[i]; }, random);
}

// Direction k of all that were asked for; false when it moves nothing.
template <class T>
bool TaylorRun<T>::make_direction(std::int64_t k) {
  if (given_ && k < setup_.directions) {
    make_given(k);
  } else {
    std::fill(delta_.begin(), delta_.end(), 0.0);
    std::uint64_t stream = static_cast<std::uint64_t>(k);
    if (k < setup_.directions) {
      for (std::int64_t i = 0; i < n_; ++i) delta_[i] = box_.size(i);
    } else {
      const std::int64_t p = (k - setup_.directions) / setup_.part_directions;
      stream = kPartStream * static_cast<std::uint64_t>(p + 1) +
               static_cast<std::uint64_t>((k - setup_.directions) % setup_.part_directions);
      setup_.parts[p].for_each([&](std::int64_t i) { delta_[i] = box_.size(i); });
    }
    const Random random(setup_.seed, stream);
    gradient_size_ = vectors_.typical_product(
        g_, [&](std::int64_t i) { return delta_[i]; }, random);
    for (std::int64_t i = 0; i < n_; ++i) {
      if (delta_[i] == 0.0) continue;
      const double room = box_.room(i);
      delta_[i] = std::clamp(delta_[i] * vectors_.gaussian(random, i), -room, room);
    }
  }
  return vectors_.any(std::any_of(delta_.begin(), delta_.end(), [](double d) { return d != 0.0; }));
}

// J at m + t d; the point stays in point_. J is NaN where the callback does not write it.
template <class T>
std::int32_t TaylorRun<T>::evaluate(double t, double &J) {
  for (std::int64_t i = 0; i < n_; ++i) point_[i] = box_.at(i, t, delta_[i]);
  J = std::numeric_limits<double>::quiet_NaN();
  ++result_.evaluations;
  const std::int32_t status = setup_.evaluate(point_.data(), &J);
  std::int64_t written = -1;
  for (std::int64_t i = 0; i < n_ && written < 0; ++i) {
    const T expected = box_.at(i, t, delta_[i]);
    if (std::memcmp(&point_[i], &expected, sizeof(T)) != 0) written = i;
  }
  fault_at(FaultKind::input_written, written);
  return status;
}

template <class T>
double TaylorRun<T>::evaluate_or_fail(double t) {
  double J;
  check_callback(evaluate(t, J), "evaluate");
  digits_.take(J);
  return J;
}

// g.(point - m): the step as it was rounded, not as it was meant.
template <class T>
double TaylorRun<T>::step_product() {
  const Array<T> &m = box_.point();
  return vectors_.product_with(
      g_, [&](std::int64_t i) { return static_cast<double>(point_[i]) - static_cast<double>(m[i]); });
}

// Follows the smallest difference of J ever seen along a direction: it bounds the grain of J where the points next to m
// are too close to show any. Values on a grid have differences on it.
template <class T>
void TaylorRun<T>::note_grain(double difference, Nearby &nearby) const {
  const double size = std::abs(difference);
  if (size != 0.0) nearby.grain = nearby.grain == 0.0 ? size : std::min(nearby.grain, size);
}

template <class T>
double TaylorRun<T>::change_of(double J, Nearby &nearby) const {
  note_grain(J - result_.J, nearby);
  return J - result_.J;
}

// The noise of J close to m. What g says of the points' own rounding is taken off first: it is no noise of J.
template <class T>
void TaylorRun<T>::measure_noise(std::int64_t k) {
  TaylorDirection &direction = result_.directions.emplace_back();
  Nearby &nearby = nearby_.emplace_back();
  direction.part = k < setup_.directions ? -1 : (k - setup_.directions) / setup_.part_directions;
  if (!make_direction(k)) {
    direction.reason = "no element can move; widen the bounds, or give a direction and a typical size that are not 0";
    return;
  }
  direction.g_dot_d = vectors_.product_with(g_, [&](std::int64_t i) { return delta_[i]; });
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
  nearby.plain = noise_level(J);
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
  const double least =
      std::max({sum / std::sqrt(static_cast<double>(usable)), repeat_noise_, rounding, setup_.least_noise});
  // A table has about four degrees of freedom: for the 99.7 % that 3 standard deviations stand for, Student's t is 6.6
  // with one table, 3.8 with three, 3.2 with ten; this makes 6, 4 and 3.3 of the 3.
  doubt_ = 1.0 + 1.0 / static_cast<double>(usable);
  for (TaylorDirection &direction : result_.directions) direction.noise = std::max(direction.noise, least);
}

template <class T>
typename TaylorRun<T>::Remainders TaylorRun<T>::test_direction(std::int64_t k) {
  if (!nearby_[k].usable) return {};
  TaylorDirection &direction = result_.directions[k];
  make_direction(std::max<std::int64_t>(setup_.only, 0) + k);
  direction.size = gradient_size_;
  measure_curvature(direction);
  return result_.fault ? Remainders{} : climb(direction, nearby_[k]);
}

// What points that were too close could not show: the grain of J. The last digit of numbers that came as decimals, the
// smallest difference seen; where J has not changed at all, it may be one of few digits.
template <class T>
double TaylorRun<T>::hidden_noise(const Nearby &nearby) const {
  double noise = digits_.unit();
  if (!nearby.blind) return noise;
  double grain = nearby.grain;
  if (grain == 0.0) {
    for (const Nearby &other : nearby_)
      if (other.grain > 0.0 && (grain == 0.0 || other.grain < grain)) grain = other.grain;
    grain = std::max(grain, kFewestDigits * std::abs(result_.J));
  }
  return std::max(noise, grain);
}

// d'Hd, where a Hessian was given.
template <class T>
void TaylorRun<T>::measure_curvature(TaylorDirection &direction) {
  if (!setup_.hessian) return;
  Array<T> d(account_, MemoryUse::scratch, n_), kept(account_, MemoryUse::scratch, n_);
  Array<T> Hd(account_, MemoryUse::scratch, n_);
  const Array<T> &m = box_.point();
  std::copy(m.begin(), m.end(), point_.begin());
  for (std::int64_t i = 0; i < n_; ++i) d[i] = kept[i] = static_cast<T>(delta_[i]);
  std::fill(Hd.begin(), Hd.end(), std::numeric_limits<T>::quiet_NaN());
  check_callback(setup_.hessian(point_.data(), d.data(), Hd.data()), "hessian");
  if (fault_at(FaultKind::input_written, first_change(point_.data(), m.data())) ||
      fault_at(FaultKind::input_written, first_change(d.data(), kept.data())) ||
      fault_at(FaultKind::hessian_non_finite, first_non_finite(Hd.data(), n_)))
    return;
  direction.curvature = vectors_.product(d.data(), Hd.data());
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
    digits_.take(J[0]);
    digits_.take(J[1]);
    const double plus = change_of(J[0], nearby), minus = change_of(J[1], nearby);
    note_grain(plus + minus, nearby);
    note_grain(J[0] - J[1], nearby);
    r.h.push_back(h);
    r.odd.push_back(((J[0] - J[1]) - (product[0] - product[1])) / (2.0 * h));
    r.even.push_back((plus - product[0]) + (minus - product[1]));
    r.change.push_back(J[0] - J[1]);
    r.step.push_back(product[0] - product[1]);
    r.R0.push_back(plus);
    r.R1.push_back(plus - product[0]);
    r.R2.push_back(setup_.hessian ? r.R1.back() - 0.5 * h * h * direction.curvature : 0.0);
    r.reach.push_back(std::max(std::abs(plus), std::abs(minus)) / h);
    direction.levels.push_back({h, J[0], J[1], plus, r.R1.back(), r.R2.back(), r.odd.back(), r.even.back()});
  }
  return r;
}

// Order of the even part, from the points where it is neither noise nor too small to matter for the verdict. A kink
// stays one at the finest steps; at the coarse ones a remainder that turns may look like one.
template <class T>
Order TaylorRun<T>::even_order(const Remainders &r, const TaylorDirection &direction) const {
  std::vector<double> h, even, finest_h, finest_even;
  for (std::size_t i = 0; i < r.h.size(); ++i) {
    if (std::abs(r.even[i]) <= 20.0 * direction.noise) continue;
    finest_h.push_back(r.h[i]);
    finest_even.push_back(r.even[i]);
    if (std::abs(r.even[i]) <= 2.0 * r.h[i] * setup_.tolerance * direction.scale) continue;
    h.push_back(r.h[i]);
    even.push_back(r.even[i]);
  }
  Order order = median_order(h, even);
  if (!order.known) return order;
  const std::size_t others = finest_h.size() - 3;
  const Order finest = median_order(std::span<const double>(finest_h).subspan(others),
                                    std::span<const double>(finest_even).subspan(others));
  order.value = std::max(order.value, finest.value);
  return order;
}

// What the error is measured against: the gradient's size, and where that vanishes, at a stationary point, what J
// changes by over a step. The smaller the step, the smaller the wrong gradient that shows beside a curvature; so the
// smallest is taken at which J's change is signal, noise leaves half of the tolerance, this step and the finer ones
// show the same error to within that, and the rounding of m is out of play: a gradient below 256 u times the curvature
// is that of a point that cannot be told from m.
template <class T>
double TaylorRun<T>::scale_of(const Remainders &r, const TaylorDirection &direction, const Limit &limit) const {
  const double slope = std::max(direction.size, std::abs(direction.finite_difference));
  const double smallest_step = 256.0 * 0.5 * std::numeric_limits<T>::epsilon() / setup_.tolerance;
  const auto allowed = [&](std::size_t i) { return 0.5 * setup_.tolerance * std::max(slope, r.reach[i]); };
  std::size_t end = 1;
  while (end < r.h.size() && r.h[end] >= smallest_step && r.reach[end] * r.h[end] > kFloor * direction.noise &&
         limit.uncertainty <= allowed(end))
    ++end;
  double reach = r.reach[0], contradiction = 0.0;
  for (std::size_t i = end - 1; i > 0; --i) {
    contradiction = std::max(contradiction, std::abs(r.odd[i] - limit.value));
    if (contradiction <= allowed(i)) reach = std::min(reach, r.reach[i]);
  }
  return std::max(slope, reach);
}

// Finite difference over g.d. Step by step, with the same rounded steps in both, so that even a factor of 1e6 keeps its
// digits, which the difference of the two would lose.
template <class T>
Limit TaylorRun<T>::ratio_of(const Remainders &r, const TaylorDirection &direction, const Nearby &nearby) const {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < r.h.size(); ++i) {
    const double ratio = r.change[i] / r.step[i];
    if (!std::isfinite(ratio)) return {};
    ratios.push_back(ratio);
  }
  const double least =
      std::max({std::numeric_limits<double>::epsilon() * std::abs(result_.J), repeat_noise_, setup_.least_noise});
  const double noise =
      doubt_ * std::min(direction.noise, std::max(nearby.plain, least)) / std::sqrt(2.0) / std::abs(direction.g_dot_d);
  const Limit ratio = extrapolate(r.h, ratios, noise);
  return std::isfinite(ratio.value) && std::isfinite(ratio.uncertainty) ? ratio : Limit{};
}

template <class T>
void TaylorRun<T>::conclude(TaylorDirection &direction, const Remainders &r, const Nearby &nearby) {
  direction.noise = std::max(direction.noise, hidden_noise(nearby));
  direction.orders = {fit_order(r.h, r.R0, direction.noise), fit_order(r.h, r.R1, direction.noise), Order{}};
  if (setup_.hessian) direction.orders[2] = fit_order(r.h, r.R2, direction.noise);
  if (r.h.size() < kFewestLevels) {
    direction.reason = text("only ", r.h.size(), " of ", steps_.levels, " steps could be evaluated, need ",
                            kFewestLevels, "; set bounds or a smaller typical size");
    return;
  }
  // The noise of a difference of two values over 2 h.
  const Limit limit = extrapolate(r.h, r.odd, doubt_ * direction.noise / std::sqrt(2.0));
  direction.finite_difference = direction.g_dot_d + limit.value;
  direction.scale = scale_of(r, direction, limit);
  direction.ratio = ratio_of(r, direction, nearby);
  if (direction.scale == 0.0) {
    direction.reason = "J does not react to m, and the gradient is 0; is m wired to J?";
    return;
  }
  const double error = std::abs(limit.value) / direction.scale, resolution = limit.uncertainty / direction.scale;
  if (!std::isfinite(error) || !std::isfinite(resolution)) {
    direction.reason = "J leaves the range of double precision; scale it";
    return;
  }
  direction.measured = true;
  direction.error = error;
  direction.resolution = resolution;
  if (const Order even = even_order(r, direction); even.known && even.value < kSmoothOrder) {
    direction.reason = text("J has a kink at m (its even part falls with order ", brief(even.value),
                            ", 2 where J is smooth); choose a smoother point");
    return;
  }
  const double caution = r.h.size() < kLongLadder ? kShortLadderCaution : 1.0;
  direction.verdict = judge(error, resolution, setup_.tolerance, caution);
  if (direction.verdict == Verdict::inconclusive)
    direction.reason = text("the error ", brief(error), " is known to +-", brief(resolution), " only, tolerance ",
                            brief(setup_.tolerance), ", noise of J ", brief(direction.noise),
                            "; compute J in more precision, or take a larger typical size");
}

// After all calls J(m) must still have its bits, or a call leaves something behind that the next one sees; and the
// caller's arrays theirs, which the code under test may know.
template <class T>
void TaylorRun<T>::check_state_restored() {
  const double J = result_.repeatable ? evaluate_or_fail(0.0) : result_.J;
  if (result_.fault || fault_at(FaultKind::input_changed, first_change(caller_m_, box_.point().data()))) return;
  if (vectors_.any(gradient_hash() != hash_))
    result_.fault = {FaultKind::input_changed};
  else if (std::memcmp(&J, &result_.J, sizeof J) != 0)
    result_.fault = {FaultKind::state_leak};
  result_.restored = result_.repeatable && !result_.fault;
}

}  // namespace

TaylorResult taylor_test(const TaylorSetup &setup, const void *m, const void *g) {
  if (setup.dtype == Dtype::f32)
    return TaylorRun<float>(setup, static_cast<const float *>(m), static_cast<const float *>(g)).run();
  return TaylorRun<double>(setup, static_cast<const double *>(m), static_cast<const double *>(g)).run();
}

}  // namespace ebw::verify
