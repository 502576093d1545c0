// SPDX-License-Identifier: MIT
// The Hessian: the Taylor test of <w, gradient> for a random w, whose gradient is H w; and <w, H v> = <v, H w>.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/aligned_buffer.hpp"
#include "base/rng.hpp"
#include "verify/box.hpp"
#include "verify/dot_test.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::verify {

namespace {

// Of w, v and their factors, beyond those of the directions.
constexpr std::uint64_t kHessianStream = std::uint64_t{1} << 48;

// The first element with other bits; -1 when there is none.
template <class T>
std::int64_t first_change(const Array<T> &a, const Array<T> &b) {
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (std::memcmp(&a[i], &b[i], sizeof(T)) != 0) return i;
  return -1;
}

template <class T>
class HessianRun {
 public:
  HessianRun(const TaylorSetup &setup, const T *m)
      : setup_(setup),
        n_(setup.space.n),
        box_(account_, n_, m, setup.typical_size, setup.lower, setup.upper, 1.0),
        vectors_(setup.space, account_) {
    for (Array<T> *a : {&w_, &v_, &joint_, &Hw_, &Hv_, &Hjoint_, &gradient_, &kept_, &point_})
      *a = Array<T>(account_, MemoryUse::scratch, n_);
  }
  TaylorResult run();

 private:
  void draw(Array<T> &a, std::uint64_t stream);
  bool test_direction(std::int64_t k);
  std::int32_t evaluate(const void *m, double *J);
  bool apply(const Array<T> &a, Array<T> &Ha);
  double size(const Array<T> &a, std::uint64_t stream);
  bool test_symmetry(std::int64_t k);
  bool fault_at(FaultKind kind, std::int64_t index);

  const TaylorSetup &setup_;
  const std::int64_t n_;
  MemoryAccount account_;
  Box<T> box_;
  Vectors<T> vectors_;
  Array<T> w_, v_, joint_, Hw_, Hv_, Hjoint_, gradient_, kept_, point_;
  std::int64_t bad_gradient_ = -1;  // element that evaluate found not finite
  TaylorResult result_;
};

template <class T>
bool HessianRun<T>::fault_at(FaultKind kind, std::int64_t index) {
  if (vectors_.any(index >= 0)) result_.fault = {kind, index};
  return static_cast<bool>(result_.fault);
}

// In units of the typical size, so that parameters of any unit count alike.
template <class T>
void HessianRun<T>::draw(Array<T> &a, std::uint64_t stream) {
  const Random random(setup_.seed, kHessianStream + stream);
  for (std::int64_t i = 0; i < n_; ++i) a[i] = static_cast<T>(box_.size(i) * vectors_.gaussian(random, i));
}

// <w, G(m)>, as the functional whose gradient is H w. Where G has no finite value the value has none.
template <class T>
std::int32_t HessianRun<T>::evaluate(const void *m, double *J) {
  std::fill(gradient_.begin(), gradient_.end(), std::numeric_limits<T>::quiet_NaN());
  const std::int32_t status = setup_.gradient(m, gradient_.data());
  if (status != 0) return status;
  *J = vectors_.product(w_.data(), gradient_.data());
  bad_gradient_ = first_non_finite(gradient_.data(), n_);
  return 0;
}

template <class T>
bool HessianRun<T>::test_direction(std::int64_t k) {
  draw(w_, 4 * static_cast<std::uint64_t>(k));
  TaylorSetup setup = setup_;
  setup.only = k;
  setup.hessian = nullptr;
  setup.least_noise = 0.0;  // of J, which is not what is tested here
  setup.evaluate = [this](const void *m, double *J) { return evaluate(m, J); };
  std::int64_t written = -1;
  setup.gradient = [&](const void *m, void *g) {
    std::copy(w_.begin(), w_.end(), kept_.begin());
    const std::int32_t status = setup_.hessian(m, kept_.data(), g);
    written = first_change(kept_, w_);
    return status;
  };
  TaylorResult part = taylor_test(setup, box_.point().data(), nullptr);
  result_.evaluations += part.evaluations;
  result_.repeatable = result_.repeatable && part.repeatable;
  result_.restored = result_.restored && part.restored;
  result_.part_names = std::move(part.part_names);
  result_.part_kinds = std::move(part.part_kinds);
  if (k == 0) result_.J = part.J;
  result_.fault = part.fault;
  if (part.fault.kind == FaultKind::gradient_non_finite) result_.fault.kind = FaultKind::hessian_non_finite;
  if (part.fault.kind == FaultKind::value_non_finite) result_.fault = {FaultKind::gradient_non_finite, bad_gradient_};
  if (fault_at(FaultKind::input_written, written) || result_.fault) return false;
  result_.directions.push_back(std::move(part.directions.front()));
  return true;
}

template <class T>
bool HessianRun<T>::apply(const Array<T> &a, Array<T> &Ha) {
  std::copy(a.begin(), a.end(), kept_.begin());
  std::copy(box_.point().begin(), box_.point().end(), point_.begin());
  std::fill(Ha.begin(), Ha.end(), std::numeric_limits<T>::quiet_NaN());
  check_callback(setup_.hessian(point_.data(), kept_.data(), Ha.data()), "hessian");
  return !fault_at(FaultKind::input_written, first_change(kept_, a)) &&
         !fault_at(FaultKind::input_written, first_change(point_, box_.point())) &&
         !fault_at(FaultKind::hessian_non_finite, first_non_finite(Ha.data(), n_));
}

// The size of <a, u> for independent u of the typical size.
template <class T>
double HessianRun<T>::size(const Array<T> &a, std::uint64_t stream) {
  return vectors_.typical_product(
      a.data(), [&](std::int64_t i) { return box_.size(i); }, Random(setup_.seed, kHessianStream + stream));
}

template <class T>
bool HessianRun<T>::test_symmetry(std::int64_t k) {
  const std::uint64_t stream = 4 * static_cast<std::uint64_t>(k);
  draw(v_, stream + 1);
  const DotFactors f = dot_factors(Random(setup_.seed, kHessianStream + stream + 2));
  for (std::int64_t i = 0; i < n_; ++i) joint_[i] = static_cast<T>(f.p * v_[i] + f.q * w_[i]);
  if (!apply(w_, Hw_) || !apply(v_, Hv_) || !apply(joint_, Hjoint_)) return false;
  Symmetry &symmetry = result_.symmetry.emplace_back();
  const double a = vectors_.product(w_.data(), Hv_.data()), b = vectors_.product(v_.data(), Hw_.data());
  const double scale = std::sqrt(size(Hv_, stream + 3)) * std::sqrt(size(Hw_, stream + 3));
  // In units of the typical size, as all else here.
  const auto norm = [&](auto &&term) { return vectors_.norm([&](std::int64_t i) { return box_.size(i) * term(i); }); };
  const double defect = norm([&](std::int64_t i) { return Hjoint_[i] - (f.p * Hv_[i] + f.q * Hw_[i]); });
  const double whole = std::abs(f.p) * norm([&](std::int64_t i) { return static_cast<double>(Hv_[i]); }) +
                       std::abs(f.q) * norm([&](std::int64_t i) { return static_cast<double>(Hw_[i]); });
  symmetry.error = relative(std::abs(a - b), scale);
  symmetry.linearity = relative(defect, whole);
  symmetry.verdict = judge_dot(symmetry.error, symmetry.linearity, result_.symmetry_bound, scale);
  return true;
}

template <class T>
TaylorResult HessianRun<T>::run() {
  result_.tolerance = setup_.tolerance;
  result_.seed = setup_.seed;
  result_.ladder = setup_.ladder;
  result_.restored = true;
  result_.of_hessian = true;
  result_.symmetry_bound = dot_bound(setup_.dtype, 64.0, setup_.steps);
  const std::int64_t count =
      setup_.directions + static_cast<std::int64_t>(setup_.parts.size()) * setup_.part_directions;
  for (std::int64_t k = 0; k < count && test_direction(k) && test_symmetry(k); ++k) {
  }
  if (result_.fault) result_.directions.clear();
  if (result_.fault) result_.symmetry.clear();
  sum_up(result_, setup_.constants);
  return std::move(result_);
}

}  // namespace

TaylorResult hessian_test(const TaylorSetup &setup, const void *m) {
  return setup.dtype == Dtype::f32 ? HessianRun<float>(setup, static_cast<const float *>(m)).run()
                                   : HessianRun<double>(setup, static_cast<const double *>(m)).run();
}

}  // namespace ebw::verify
