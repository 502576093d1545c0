// SPDX-License-Identifier: MIT
// The dot test and the linearity of the forward map.
#include "verify/dot_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/aligned_buffer.hpp"
#include "verify/brief.hpp"
#include "verify/norm.hpp"

namespace ebw::verify {

namespace {

// An error of a tenth is a wrong adjoint, whatever the rounding: a larger bound cannot pass anything.
constexpr double kLargestBound = 0.1;

// What the vectors of a seed are drawn for; each is a stream of its own.
enum Stream : std::uint64_t { kX, kOtherX, kY, kFactors, kStreams };
// Of the vectors that tell the scale under a user's inner product.
constexpr std::uint64_t kScaleStream = std::uint64_t{1} << 48;

template <class T>
class DotRun {
 public:
  explicit DotRun(const DotSetup &setup);
  DotResult run();

 private:
  double norm(const Array<T> &v, bool of_x);
  void draw(Array<T> &v, std::int64_t seed, Stream stream) const;
  bool apply(bool forward, const Array<T> &in, Array<T> &out);
  bool test_seed(std::int64_t seed);
  double scale();
  bool test_pair(double linearity);
  void describe();

  const DotSetup &setup_;
  MemoryAccount account_;
  Vectors<T> in_x_, in_y_;
  Array<T> x_, other_x_, joint_x_, adjoint_y_, Ax_, other_Ax_, joint_Ax_, y_, x_kept_, y_kept_;
  DotResult result_;
};

template <class T>
DotRun<T>::DotRun(const DotSetup &setup) : setup_(setup), in_x_(setup.x, account_), in_y_(setup.y, account_) {
  for (Array<T> *v : {&x_, &other_x_, &joint_x_, &adjoint_y_, &x_kept_})
    *v = Array<T>(account_, MemoryUse::scratch, setup.x.n);
  for (Array<T> *v : {&Ax_, &other_Ax_, &joint_Ax_, &y_, &y_kept_})
    *v = Array<T>(account_, MemoryUse::scratch, setup.y.n);
  result_.steps = setup.steps;
  result_.seed = setup.seed;
  result_.bound = dot_bound(setup.dtype, setup.bound_factor, setup.steps);
}

template <class T>
double DotRun<T>::norm(const Array<T> &v, bool of_x) {
  return (of_x ? in_x_ : in_y_).norm([&](std::int64_t i) { return static_cast<double>(v[i]); });
}

template <class T>
void DotRun<T>::draw(Array<T> &v, std::int64_t seed, Stream stream) const {
  const Random random(setup_.seed, static_cast<std::uint64_t>(seed) * kStreams + stream);
  const Vectors<T> &space = stream == kY ? in_y_ : in_x_;
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<T>(space.gaussian(random, i));
}

// Runs a callback on a vector; false when it wrote into its input, or left something in its output that is not finite.
template <class T>
bool DotRun<T>::apply(bool forward, const Array<T> &in, Array<T> &out) {
  Array<T> &kept = forward ? x_kept_ : y_kept_;
  std::copy(in.begin(), in.end(), kept.begin());
  std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
  check_callback((forward ? setup_.forward : setup_.adjoint)(in.data(), out.data()), forward ? "forward" : "adjoint");
  ++(forward ? result_.forward_calls : result_.adjoint_calls);
  std::int64_t written = -1;
  for (std::int64_t i = 0; i < in.size() && written < 0; ++i)
    if (std::memcmp(&in[i], &kept[i], sizeof(T)) != 0) written = i;
  // Ranks must stop together.
  Vectors<T> &space = forward ? in_x_ : in_y_;
  const std::int64_t bad = first_non_finite(out.data(), out.size());
  if (space.any(written >= 0))
    result_.fault = {FaultKind::input_written, written};
  else if (space.any(bad >= 0))
    result_.fault = {forward ? FaultKind::forward_non_finite : FaultKind::adjoint_non_finite, bad};
  return !result_.fault;
}

template <class T>
DotResult DotRun<T>::run() {
  for (std::int64_t seed = 0; seed < setup_.seeds && test_seed(seed); ++seed) {
  }
  result_.verdict = Verdict::pass;
  const auto size = [](const DotPair &pair) { return std::max(pair.error, pair.linearity); };
  for (std::size_t k = 0; k < result_.pairs.size(); ++k) {
    const DotPair &pair = result_.pairs[k];
    const int difference = weight_of(pair.verdict) - weight_of(result_.verdict);
    if (result_.worst < 0 || difference > 0 || (difference == 0 && size(pair) > size(result_.pairs[result_.worst])))
      result_.worst = static_cast<std::int64_t>(k);
    result_.verdict = worse(result_.verdict, pair.verdict);
  }
  if (result_.fault) result_.verdict = Verdict::fail;
  describe();
  return std::move(result_);
}

template <class T>
bool DotRun<T>::test_seed(std::int64_t seed) {
  draw(x_, seed, kX);
  draw(other_x_, seed, kOtherX);
  draw(y_, seed, kY);
  if (!apply(true, x_, Ax_) || !apply(true, other_x_, other_Ax_)) return false;
  const DotFactors f = dot_factors(Random(setup_.seed, static_cast<std::uint64_t>(seed) * kStreams + kFactors));
  for (std::int64_t i = 0; i < setup_.x.n; ++i) joint_x_[i] = static_cast<T>(f.p * x_[i] + f.q * other_x_[i]);
  if (!apply(true, joint_x_, joint_Ax_)) return false;
  const double defect = in_y_.norm([&](std::int64_t i) { return joint_Ax_[i] - (f.p * Ax_[i] + f.q * other_Ax_[i]); });
  const double linearity = relative(defect, std::abs(f.p) * norm(Ax_, false) + std::abs(f.q) * norm(other_Ax_, false));
  if (!test_pair(linearity)) return false;
  if (!setup_.image) return true;
  // In units of the size that a random y has.
  const double unit = norm(y_, false);
  const double rms = unit > 0.0 ? norm(other_Ax_, false) / unit : 0.0;
  for (std::int64_t i = 0; i < setup_.y.n; ++i) y_[i] = rms > 0.0 ? static_cast<T>(other_Ax_[i] / rms) : T(0);
  return test_pair(linearity);
}

// The size that <A x, y> has for independent vectors. Square roots first: the product of two tiny norms may underflow.
template <class T>
double DotRun<T>::scale() {
  const auto one = [](std::int64_t) { return 1.0; };
  if (setup_.x.inner || setup_.y.inner) {
    const Random random(setup_.seed, kScaleStream);
    return std::sqrt(in_y_.typical_product(Ax_.data(), one, random)) *
           std::sqrt(in_x_.typical_product(adjoint_y_.data(), one, random));
  }
  return std::sqrt(norm(Ax_, false)) * std::sqrt(norm(y_, false) / std::sqrt(static_cast<double>(setup_.y.n))) *
         std::sqrt(norm(x_, true) / std::sqrt(static_cast<double>(setup_.x.n))) * std::sqrt(norm(adjoint_y_, true));
}

// Both products with the y at hand.
template <class T>
bool DotRun<T>::test_pair(double linearity) {
  if (!apply(false, y_, adjoint_y_)) return false;
  DotPair pair;
  pair.a = in_y_.product(Ax_.data(), y_.data());
  pair.b = in_x_.product(x_.data(), adjoint_y_.data());
  pair.scale = scale();
  pair.error = relative(std::abs(pair.a - pair.b), pair.scale);
  pair.linearity = linearity;
  pair.verdict = judge_dot(pair.error, linearity, result_.bound, pair.scale);
  result_.pairs.push_back(pair);
  return true;
}

template <class T>
void DotRun<T>::describe() {
  const std::string head = text(name_of(result_.verdict), ": ");
  const auto index = result_.fault.index;
  switch (result_.fault.kind) {
    case FaultKind::none: break;
    case FaultKind::input_written:
      result_.text = text(head, "the code under test wrote into its input, element ", index);
      return;
    case FaultKind::adjoint_non_finite:
      result_.text = text(head, "(A^T y)[", index, "] is not finite, or was never written");
      return;
    default: result_.text = text(head, "(A x)[", index, "] is not finite, or was never written"); return;
  }
  const DotPair &worst = result_.pairs[result_.worst];
  if (result_.verdict == Verdict::inconclusive && result_.bound > kLargestBound)
    result_.text = text(head, "a bound of ", brief(result_.bound), " tells nothing; test fewer steps, or in f64");
  else if (result_.verdict == Verdict::inconclusive)
    result_.text = text(head, "A x and A^T y are 0: nothing was tested; is x wired to y?");
  else if (worst.linearity > result_.bound && worst.error <= result_.bound)
    result_.text = text(head, "A is not linear: error ", brief(worst.linearity), ", bound ", brief(result_.bound));
  else
    result_.text =
        text(head, "<Ax,y> = ", worst.a, ", <x,A'y> = ", worst.b, ", error ", brief(worst.error), ", bound ",
             brief(result_.bound), " (worst of ", result_.pairs.size(), " pairs), linearity ", brief(worst.linearity));
}

}  // namespace

double dot_bound(Dtype dtype, double bound_factor, std::int64_t steps) {
  const double u =
      0.5 * (dtype == Dtype::f32 ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon());
  return bound_factor * u * std::sqrt(static_cast<double>(steps));
}

Verdict judge_dot(double error, double linearity, double bound, double scale) {
  if (!(error <= bound && linearity <= bound)) return Verdict::fail;
  return scale > 0.0 && std::isfinite(scale) && bound <= kLargestBound ? Verdict::pass : Verdict::inconclusive;
}

DotFactors dot_factors(const Random &random) { return {0.5 + 0.5 * random.uniform(0), -0.5 - 0.5 * random.uniform(1)}; }

DotResult dot_test(const DotSetup &setup) {
  return setup.dtype == Dtype::f32 ? DotRun<float>(setup).run() : DotRun<double>(setup).run();
}

}  // namespace ebw::verify
