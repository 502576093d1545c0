// SPDX-License-Identifier: MIT
// Suite `gradient`: Taylor and dot tests of the wave gradient, and its bits under every schedule.
#include <ebbwave/verify.h>

#include <memory>

#include "suite.hpp"
#include "wave_problem.hpp"

namespace ebw::cli {

namespace {

struct Destroy {
  void operator()(ebw_taylor *test) const { ebw_taylor_destroy(test); }
  void operator()(ebw_dot *test) const { ebw_dot_destroy(test); }
};

constexpr std::uint64_t kSeed = 1;

const char *precision(std::int32_t dtype) { return dtype == EBW_F32 ? "f32" : "f64"; }

// ---- Taylor tests ---------------------------------------------------------------------------------------------------

std::int32_t evaluate(const void *m, double *J, void *user) {
  return static_cast<const WaveProblem *>(user)->misfit(m, *J);
}

// Through a schedule with few slots, at a point other than the one that the observed data were made at.
void test_gradient(Suite &suite, const WaveSetting &setting, bool thorough) {
  WaveProblem problem(setting, kSeed);
  check(ebw_model_set_slots(problem.model(), 5));
  const std::vector<std::byte> gradient = problem.gradient();
  ebw_taylor *made = nullptr;
  check(ebw_taylor_create(setting.dtype, problem.nodes(), evaluate, &problem, nullptr, &made));
  const std::unique_ptr<ebw_taylor, Destroy> test(made);
  if (setting.dtype == EBW_F64) check(ebw_taylor_set_profile(made, EBW_PROFILE_EXACT));
  if (!thorough) check(ebw_taylor_set_ladder(made, EBW_LADDER_REDUCED));
  if (!thorough) check(ebw_taylor_set_directions(made, suite.full() ? 3 : 1));
  std::int32_t verdict;
  check(ebw_taylor_run(made, problem.point().data(), gradient.data(), &verdict));
  suite.add_taylor(joined("Taylor test, ", setting.name, ", ", precision(setting.dtype)), made);
  const char *description;
  check(ebw_model_get_description(problem.model(), &description));
  suite.text("dtype", precision(setting.dtype));
  suite.text("block", "velocity");
  suite.text("region", "all");
  suite.text("run", description);
  suite.number("seed", static_cast<double>(kSeed));
  suite.number("ranks", 1.0);
}

// ---- Dot tests ------------------------------------------------------------------------------------------------------

// (wavelets, initial state) -> (traces, final state), which is linear.
std::int32_t forward(const void *in, void *out, void *user) {
  const auto &p = *static_cast<const WaveProblem *>(user);
  ebw_shot *shot = p.shot();
  const auto *x = static_cast<const double *>(in);
  auto *y = static_cast<double *>(out);
  std::int64_t bytes = 0;
  std::int32_t status = ebw_model_get_state_bytes(p.model(), &bytes);
  for (int s = 0; s < p.setting().sources && !status; ++s, x += p.samples())
    status = ebw_shot_set_wavelet(shot, s, x, p.samples());
  if (!status) status = ebw_shot_set_initial_state(shot, x, bytes);
  if (!status) status = ebw_forward(p.model(), &shot, 1);
  if (!status) status = ebw_shot_get_traces(shot, y, p.setting().receivers, p.samples(), nullptr);
  return status ? status : ebw_shot_get_final_state(shot, y + p.setting().receivers * p.samples(), bytes);
}

std::int32_t adjoint(const void *in, void *out, void *user) {
  const auto &p = *static_cast<const WaveProblem *>(user);
  ebw_shot *shot = p.shot();
  const auto *y = static_cast<const double *>(in);
  auto *x = static_cast<double *>(out);
  std::int64_t bytes = 0;
  std::int32_t status = ebw_model_get_state_bytes(p.model(), &bytes);
  if (!status) status = ebw_shot_set_adjoint_sources(shot, y, p.setting().receivers, p.samples(), nullptr);
  if (!status) status = ebw_shot_set_final_cotangent(shot, y + p.setting().receivers * p.samples(), bytes);
  if (!status) status = ebw_adjoint(p.model(), &shot, 1, 0, nullptr, nullptr);
  for (int s = 0; s < p.setting().sources && !status; ++s, x += p.samples())
    status = ebw_shot_get_wavelet_gradient(shot, s, x, p.samples());
  return status ? status : ebw_shot_get_initial_cotangent(shot, x, bytes);
}

void test_adjoint(Suite &suite, const WaveSetting &setting) {
  const WaveProblem problem(setting, kSeed);
  std::int64_t bytes = 0;
  check(ebw_model_get_state_bytes(problem.model(), &bytes));
  check(ebw_shot_set_keep_states(problem.shot(), 1));
  check(ebw_model_set_slots(problem.model(), 5));
  const std::int64_t state = bytes / static_cast<std::int64_t>(sizeof(double));
  ebw_dot *made = nullptr;
  check(ebw_dot_create(EBW_F64, setting.sources * problem.samples() + state,
                       setting.receivers * problem.samples() + state, forward, adjoint,
                       const_cast<WaveProblem *>(&problem), nullptr, &made));
  const std::unique_ptr<ebw_dot, Destroy> test(made);
  check(ebw_dot_set_steps(made, setting.steps));
  std::int32_t verdict;
  check(ebw_dot_run(made, &verdict));
  suite.add_dot(joined("dot test, ", setting.name, ", ", precision(setting.dtype)), made);
  suite.text("dtype", precision(setting.dtype));
}

// ---- Bits -----------------------------------------------------------------------------------------------------------

void compare_bits(Suite &suite, const WaveSetting &setting, const std::vector<std::int64_t> &slots, bool threads) {
  const WaveProblem problem(setting, kSeed);
  double J = 0.0;
  const std::vector<std::byte> wanted = problem.gradient(&J);  // half of the memory is enough for store_all
  std::string faults, tried;
  const auto compare = [&](const std::string &what) {
    double other = 0.0;
    if (problem.gradient(&other) != wanted || other != J) faults += what + " differs; ";
    tried += (tried.empty() ? "" : ", ") + what;
  };
  for (const std::int64_t count : slots) {
    check(ebw_model_set_slots(problem.model(), count));
    compare(joined(count, count == 1 ? " slot" : " slots"));
  }
  for (const std::int32_t count : {2, 3}) {
    if (!threads) break;
    check(ebw_model_set_threads(problem.model(), count));
    compare(joined(count, " threads"));
  }
  suite.expect(joined("bits of store_all under every schedule, ", setting.name, ", ", precision(setting.dtype)),
               faults.empty(), faults.empty() ? "the same bits with " + tried : faults);
}

// ---- What is tested -------------------------------------------------------------------------------------------------

WaveSetting reference(std::int32_t dtype) {
  WaveSetting setting;
  setting.name = "reference problem";
  setting.dtype = dtype;
  return setting;
}

// One thing of the reference problem changed at a time, then three dimensions.
std::vector<WaveSetting> matrix(bool full) {
  std::vector<WaveSetting> settings;
  const auto add = [&](const std::string &name, auto change) {
    for (const std::int32_t dtype : {EBW_F64, EBW_F32}) {
      WaveSetting setting = reference(dtype);
      setting.name = name;
      change(setting);
      settings.push_back(setting);
    }
  };
  for (const int order : full ? std::vector<int>{2, 6, 8, 10, 12} : std::vector<int>{2, 8, 12})
    add(joined("order ", order), [&](WaveSetting &s) { s.order = order; });
  const auto face = [&](const char *name, std::int32_t all, std::int32_t top) {
    add(name, [&](WaveSetting &s) { s.boundary = all, s.top = top; });
  };
  face("sponge", EBW_BOUNDARY_SPONGE, EBW_BOUNDARY_SPONGE);
  face("free surface over cpml", EBW_BOUNDARY_CPML, EBW_BOUNDARY_FREE);
  face("rigid top over sponge", EBW_BOUNDARY_SPONGE, EBW_BOUNDARY_RIGID);
  face("zero", EBW_BOUNDARY_ZERO, EBW_BOUNDARY_ZERO);
  for (const int order : full ? std::vector<int>{2, 4, 8, 12} : std::vector<int>{4})
    add(joined("3-D, order ", order), [&](WaveSetting &s) {
      s.shape = {15, 14, 16}, s.order = order, s.cells = 5, s.steps = 60, s.top = EBW_BOUNDARY_FREE;
    });
  return settings;
}

}  // namespace

void check_gradients(Suite &suite) {
  for (const std::int32_t dtype : {EBW_F64, EBW_F32})
    suite.part("Taylor test of the reference problem", [&] { test_gradient(suite, reference(dtype), true); });
  suite.part("dot test of the reference problem", [&] { test_adjoint(suite, reference(EBW_F64)); });
  for (const WaveSetting &setting : matrix(suite.full())) {
    suite.part(setting.name, [&] { test_gradient(suite, setting, false); });
    if (setting.dtype == EBW_F64) suite.part(setting.name, [&] { test_adjoint(suite, setting); });
  }
  const std::vector<std::int64_t> slots = suite.full() ? std::vector<std::int64_t>{1, 2, 3, 5, 9, 12, 20, 40, 160}
                                                       : std::vector<std::int64_t>{2, 5, 12, 160};
  for (const WaveSetting &setting : {reference(EBW_F64), reference(EBW_F32)})
    suite.part("bits", [&] { compare_bits(suite, setting, slots, true); });
  for (const WaveSetting &setting : matrix(false))
    if (suite.full()) suite.part("bits", [&] { compare_bits(suite, setting, {2, 7}, false); });
}

}  // namespace ebw::cli
