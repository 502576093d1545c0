// SPDX-License-Identifier: MIT
// The dot test and the linearity of the forward map.
#include "verify/dot_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/aligned_buffer.hpp"
#include "base/rng.hpp"
#include "base/sums.hpp"
#include "verify/brief.hpp"
#include "verify/norm.hpp"

namespace ebw::verify {

namespace {

// An error of a tenth is a wrong adjoint, whatever the rounding: a larger bound cannot pass anything.
constexpr double kLargestBound = 0.1;

// What the vectors of a seed are drawn for; each is a stream of its own.
enum Stream : std::uint64_t { kX, kOtherX, kY, kFactors, kStreams };

template <class T>
double norm(const Array<T> &v) {
  return norm_of(v.size(), [&](std::int64_t i) { return v[i]; });
}

// The error in units of its scale. With scale 0 one side may still react: that is an error of its whole size.
double relative(double error, double scale) { return scale > 0.0 ? error / scale : error > 0.0 ? 1.0 : 0.0; }

template <class T>
class DotRun {
 public:
  explicit DotRun(const DotSetup &setup);
  DotResult run();

 private:
  void draw(Array<T> &v, std::int64_t seed, Stream stream) const;
  bool apply(bool forward, const Array<T> &in, Array<T> &out);
  bool test_seed(std::int64_t seed);
  bool test_pair(double linearity);
  void describe();

  const DotSetup &setup_;
  MemoryAccount account_;
  Array<T> x_, other_x_, joint_x_, adjoint_y_, Ax_, other_Ax_, joint_Ax_, y_, x_kept_, y_kept_;
  DotResult result_;
};

template <class T>
DotRun<T>::DotRun(const DotSetup &setup) : setup_(setup) {
  for (Array<T> *v : {&x_, &other_x_, &joint_x_, &adjoint_y_, &x_kept_})
    *v = Array<T>(account_, MemoryUse::scratch, setup.n_x);
  for (Array<T> *v : {&Ax_, &other_Ax_, &joint_Ax_, &y_, &y_kept_})
    *v = Array<T>(account_, MemoryUse::scratch, setup.n_y);
  const double unit_roundoff = 0.5 * std::numeric_limits<T>::epsilon();
  result_.bound = setup.bound_factor * unit_roundoff * std::sqrt(static_cast<double>(setup.steps));
}

template <class T>
void DotRun<T>::draw(Array<T> &v, std::int64_t seed, Stream stream) const {
  const Random random(setup_.seed, static_cast<std::uint64_t>(seed) * kStreams + stream);
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<T>(random.gaussian(i));
}

// Runs a callback on a vector; false when it wrote into its input, or left something in its output that is not finite.
template <class T>
bool DotRun<T>::apply(bool forward, const Array<T> &in, Array<T> &out) {
  Array<T> &kept = forward ? x_kept_ : y_kept_;
  std::copy(in.begin(), in.end(), kept.begin());
  std::fill(out.begin(), out.end(), std::numeric_limits<T>::quiet_NaN());
  check_callback((forward ? setup_.forward : setup_.adjoint)(in.data(), out.data()), forward ? "forward" : "adjoint");
  for (std::int64_t i = 0; i < in.size() && !result_.fault; ++i)
    if (std::memcmp(&in[i], &kept[i], sizeof(T)) != 0) result_.fault = {FaultKind::input_written, i};
  const std::int64_t bad = first_non_finite(out.data(), out.size());
  if (bad >= 0 && !result_.fault)
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
  // p in (1/2, 1), q in (-1, -1/2): p + q never comes near 1, so that an added constant shows.
  const Random random(setup_.seed, static_cast<std::uint64_t>(seed) * kStreams + kFactors);
  const double p = 0.5 + 0.5 * random.uniform(0), q = -0.5 - 0.5 * random.uniform(1);
  for (std::int64_t i = 0; i < setup_.n_x; ++i) joint_x_[i] = static_cast<T>(p * x_[i] + q * other_x_[i]);
  if (!apply(true, joint_x_, joint_Ax_)) return false;
  const double defect =
      norm_of(setup_.n_y, [&](std::int64_t i) { return joint_Ax_[i] - (p * Ax_[i] + q * other_Ax_[i]); });
  const double linearity = relative(defect, std::abs(p) * norm(Ax_) + std::abs(q) * norm(other_Ax_));
  if (!test_pair(linearity)) return false;
  if (!setup_.image) return true;
  const double rms = norm(other_Ax_) / std::sqrt(static_cast<double>(setup_.n_y));
  for (std::int64_t i = 0; i < setup_.n_y; ++i) y_[i] = rms > 0.0 ? static_cast<T>(other_Ax_[i] / rms) : T(0);
  return test_pair(linearity);
}

// Both products with the y at hand.
template <class T>
bool DotRun<T>::test_pair(double linearity) {
  if (!apply(false, y_, adjoint_y_)) return false;
  DotPair pair;
  pair.a = dot(Ax_.data(), y_.data(), setup_.n_y);
  pair.b = dot(x_.data(), adjoint_y_.data(), setup_.n_x);
  // Square roots first: the product of two tiny norms may underflow.
  pair.scale = std::sqrt(norm(Ax_)) * std::sqrt(norm(y_) / std::sqrt(static_cast<double>(setup_.n_y))) *
               std::sqrt(norm(x_) / std::sqrt(static_cast<double>(setup_.n_x))) * std::sqrt(norm(adjoint_y_));
  pair.error = relative(std::abs(pair.a - pair.b), pair.scale);
  pair.linearity = linearity;
  if (pair.error > result_.bound || linearity > result_.bound)
    pair.verdict = Verdict::fail;
  else
    pair.verdict = pair.scale > 0.0 && result_.bound <= kLargestBound ? Verdict::pass : Verdict::inconclusive;
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

DotResult dot_test(const DotSetup &setup) {
  return setup.dtype == Dtype::f32 ? DotRun<float>(setup).run() : DotRun<double>(setup).run();
}

}  // namespace ebw::verify
