// SPDX-License-Identifier: MIT
// Which of the faults the dot test sees: those of the adjoint sweep, from traces to wavelets. It images nothing.
#include "mutants.hpp"
#include "tests.hpp"

namespace ebw::mutants {

namespace {

constexpr std::int64_t kSamples = ReferenceProblem::kSamples;
constexpr std::int64_t kInputs = ReferenceProblem::kSources * kSamples;
constexpr std::int64_t kOutputs = ReferenceProblem::kReceivers * kSamples;

double value_at(std::int32_t dtype, const void *array, std::int64_t i) {
  return dtype == EBW_F32 ? static_cast<const float *>(array)[i] : static_cast<const double *>(array)[i];
}
void put(const ReferenceProblem &problem, const std::vector<double> &values, void *array) {
  const std::vector<std::byte> typed = problem.typed(values);
  std::memcpy(array, typed.data(), typed.size());
}

// Wavelets -> traces.
std::int32_t forward(const void *x, void *y, void *user) {
  auto &problem = *static_cast<ReferenceProblem *>(user);
  ebw_shot *shot = problem.shot();
  std::vector<double> wavelet(kSamples), traces(kOutputs);
  for (std::int64_t s = 0; s < ReferenceProblem::kSources; ++s) {
    for (std::int64_t k = 0; k < kSamples; ++k) wavelet[k] = value_at(problem.dtype(), x, s * kSamples + k);
    if (ebw_shot_set_wavelet(shot, s, wavelet.data(), kSamples) != EBW_OK) return 1;
  }
  if (ebw_forward(problem.model(), &shot, 1) != EBW_OK) return 2;
  if (ebw_shot_get_traces(shot, traces.data(), ReferenceProblem::kReceivers, kSamples, nullptr) != EBW_OK) return 3;
  put(problem, traces, y);
  return 0;
}

// Adjoint sources -> wavelet gradients.
std::int32_t adjoint(const void *y, void *x, void *user) {
  auto &problem = *static_cast<ReferenceProblem *>(user);
  ebw_shot *shot = problem.shot();
  std::vector<double> given(kOutputs), by_wavelets(kInputs);
  for (std::int64_t i = 0; i < kOutputs; ++i) given[i] = value_at(problem.dtype(), y, i);
  if (ebw_shot_set_adjoint_sources(shot, given.data(), ReferenceProblem::kReceivers, kSamples, nullptr) != EBW_OK)
    return 1;
  if (ebw_adjoint(problem.model(), &shot, 1, 0, nullptr, nullptr) != EBW_OK) return 2;
  for (std::int64_t s = 0; s < ReferenceProblem::kSources; ++s)
    if (ebw_shot_get_wavelet_gradient(shot, s, by_wavelets.data() + s * kSamples, kSamples) != EBW_OK) return 3;
  put(problem, by_wavelets, x);
  return 0;
}

std::int32_t verdict_of(std::int32_t dtype, const Fault &fault) {
  planted_mutant = fault.planted;
  ReferenceProblem problem(dtype, fault.setting);
  std::int32_t verdict = -1;
  double error = 0.0, bound = 0.0;
  const std::int32_t status = ebw_dot_test(dtype, kInputs, kOutputs, forward, adjoint, &problem,
                                           ReferenceProblem::kSteps, &verdict, &error, &bound);
  planted_mutant = Mutant::none;
  if (fault.overflows_in_f32 && dtype == EBW_F32) {
    print_message("# %-10s %-32s f32  %s\n", fault.id, fault.what, ebw_last_error());
    if (status != EBW_ERR_CALLBACK) throw std::runtime_error(std::string(fault.id) + " must be refused");
    return EBW_VERDICT_FAIL;
  }
  require_ok(status);
  print_message("# %-10s %-32s %s  %-4s error %-8.2g bound %.2g\n", fault.id, fault.what,
                dtype == EBW_F32 ? "f32" : "f64", verdict == EBW_VERDICT_PASS ? "PASS" : "FAIL", error, bound);
  return verdict;
}

bool lies_in_the_adjoint_sweep(Mutant fault) {
  return fault == Mutant::adjoint_restarts || fault == Mutant::forward_cpml || fault == Mutant::sponge_only_forward ||
         fault == Mutant::sponge_sign_turned || fault == Mutant::profile_off_by_one ||
         fault == Mutant::psi_cotangent_dropped;
}

void the_dot_test_sees_the_faults_of_the_adjoint_sweep_and_no_others(void **) {
  run_body([] {
    std::int64_t seen = 0;
    for (const std::int32_t dtype : {EBW_F64, EBW_F32}) {
      for (const Setting setting : {Setting::cpml, Setting::sponge})
        if (verdict_of(dtype, {.id = "-", .what = "nothing", .setting = setting}) != EBW_VERDICT_PASS)
          throw std::runtime_error("the right adjoint must pass");
      for (const Fault &fault : all_faults()) {
        // A given initial state makes the forward map affine: that fault is one of imaging.
        if (fault.planted == Mutant::none || fault.setting == Setting::initial_state) continue;
        const bool expected = lies_in_the_adjoint_sweep(fault.planted);
        if ((verdict_of(dtype, fault) == EBW_VERDICT_FAIL) != expected)
          throw std::runtime_error(std::string(fault.id) + (expected ? " must fail" : " is not in the sweep"));
        seen += expected;
      }
    }
    if (seen != 12) throw std::runtime_error("six faults lie in the adjoint sweep, in two precisions");
  });
}

}  // namespace

}  // namespace ebw::mutants

int main() {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ebw::mutants::the_dot_test_sees_the_faults_of_the_adjoint_sweep_and_no_others),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
