// SPDX-License-Identifier: MIT
// Suite `gradient`: Taylor and dot tests of the wave gradient, and its bits under every schedule.
#include <ebbwave/verify.h>

#include <memory>

#include "../numbers.hpp"
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

// What the numbers of a run depend on: as the library words it, and key by key.
void describe_run(Suite &suite, const WaveProblem &problem) {
  const char *description;
  check(ebw_model_get_description(problem.model(), &description));
  suite.text("run", description);
  for (const std::string_view part : split(description, ',')) {
    const std::string words(trimmed(part)), number = words.substr(0, words.find(' '));
    std::int64_t threads = 0;
    if (words.ends_with(" kernels")) suite.text("isa", number);
    if (words.ends_with(" threads") && parse_integer(number, threads))
      suite.number("threads", static_cast<double>(threads));
    if (words.starts_with("flush-to-zero ")) suite.number("ftz", words.ends_with(" on") ? 1.0 : 0.0);
  }
  suite.number("ranks", 1.0);
}

// ---- Taylor tests ---------------------------------------------------------------------------------------------------

std::int32_t evaluate(const void *m, double *J, void *user) {
  return static_cast<const WaveProblem *>(user)->misfit(m, *J);
}

// Where gradients go wrong by themselves: next to the faces, where layers and their folds are, and around sources. Here
// directions of a whole grid hide what is wrong in few nodes.
void add_regions(ebw_taylor *test, const WaveProblem &problem) {
  constexpr std::int64_t kRing = 2, kReach = 3;  // nodes
  const std::vector<std::int64_t> &shape = problem.setting().shape;
  std::vector<std::int64_t> ring, near_sources;
  for (std::int64_t i = 0; i < problem.nodes(); ++i) {
    const std::vector<std::int64_t> at = problem.index_of(i);
    bool in_ring = false;
    for (std::size_t d = 0; d < shape.size(); ++d) in_ring |= at[d] < kRing || at[d] >= shape[d] - kRing;
    if (in_ring) ring.push_back(i);
    if (problem.near_source(at, kReach)) near_sources.push_back(i);
  }
  const auto add = [&](const char *name, std::int32_t kind, const std::vector<std::int64_t> &nodes) {
    check(ebw_taylor_add_region(test, name, kind, static_cast<std::int64_t>(nodes.size()), nodes.data()));
  };
  add("boundary ring", EBW_PART_BOUNDARY, ring);
  add("source neighbourhood", EBW_PART_SOURCES, near_sources);
}

enum class Form { reduced, whole, by_regions };

// Through a schedule with few slots, at a point other than the one that the observed data were made at.
void test_gradient(Suite &suite, const WaveSetting &setting, Form form) {
  WaveProblem problem(setting, kSeed);
  check(ebw_model_set_slots(problem.model(), 5));
  const std::vector<std::byte> gradient = problem.gradient();
  ebw_taylor *made = nullptr;
  check(ebw_taylor_create(setting.dtype, problem.nodes(), evaluate, &problem, nullptr, &made));
  const std::unique_ptr<ebw_taylor, Destroy> test(made);
  if (setting.dtype == EBW_F64) check(ebw_taylor_set_profile(made, EBW_PROFILE_EXACT));
  if (form == Form::by_regions) add_regions(made, problem);
  if (form == Form::reduced) check(ebw_taylor_set_ladder(made, EBW_LADDER_REDUCED));
  if (form == Form::reduced) check(ebw_taylor_set_directions(made, suite.full() ? 3 : 1));
  std::int32_t verdict;
  check(ebw_taylor_run(made, problem.point().data(), gradient.data(), &verdict));
  suite.add_taylor(joined("Taylor test, ", setting.name, form == Form::by_regions ? ", by regions, " : ", ",
                          precision(setting.dtype)),
                   made);
  suite.text("dtype", precision(setting.dtype));
  suite.text("block", "velocity");
  if (form != Form::by_regions) suite.text("region", "all");
  describe_run(suite, problem);
  suite.number("seed", static_cast<double>(kSeed));
}

// ---- Dot tests ------------------------------------------------------------------------------------------------------

// (wavelets, initial state) -> (traces, final state), which is linear. Wavelets and traces are double in the library;
// the test's vectors are of the precision that the waves are computed in.
template <class T>
std::int32_t forward(const void *in, void *out, void *user) {
  const auto &p = *static_cast<const WaveProblem *>(user);
  ebw_shot *shot = p.shot();
  const auto *x = static_cast<const T *>(in);
  auto *y = static_cast<T *>(out);
  std::vector<double> traces(static_cast<std::size_t>(p.setting().receivers * p.samples()));
  std::int64_t bytes = 0;
  std::int32_t status = ebw_model_get_state_bytes(p.model(), &bytes);
  for (int s = 0; s < p.setting().sources && !status; ++s, x += p.samples())
    status = ebw_shot_set_wavelet(shot, s, std::vector<double>(x, x + p.samples()).data(), p.samples());
  if (!status) status = ebw_shot_set_initial_state(shot, x, bytes);
  if (!status) status = ebw_forward(p.model(), &shot, 1);
  if (!status) status = ebw_shot_get_traces(shot, traces.data(), p.setting().receivers, p.samples(), nullptr);
  for (const double value : traces) *y++ = static_cast<T>(value);
  return status ? status : ebw_shot_get_final_state(shot, y, bytes);
}

template <class T>
std::int32_t adjoint(const void *in, void *out, void *user) {
  const auto &p = *static_cast<const WaveProblem *>(user);
  ebw_shot *shot = p.shot();
  const auto *y = static_cast<const T *>(in);
  auto *x = static_cast<T *>(out);
  const std::int64_t traces = p.setting().receivers * p.samples();
  std::vector<double> wavelet(static_cast<std::size_t>(p.samples()));
  std::int64_t bytes = 0;
  std::int32_t status = ebw_model_get_state_bytes(p.model(), &bytes);
  if (!status)
    status = ebw_shot_set_adjoint_sources(shot, std::vector<double>(y, y + traces).data(), p.setting().receivers,
                                          p.samples(), nullptr);
  if (!status) status = ebw_shot_set_final_cotangent(shot, y + traces, bytes);
  if (!status) status = ebw_adjoint(p.model(), &shot, 1, 0, nullptr, nullptr);
  for (int s = 0; s < p.setting().sources && !status; ++s) {
    status = ebw_shot_get_wavelet_gradient(shot, s, wavelet.data(), p.samples());
    for (const double value : wavelet) *x++ = static_cast<T>(value);
  }
  return status ? status : ebw_shot_get_initial_cotangent(shot, x, bytes);
}

void test_adjoint(Suite &suite, const WaveSetting &setting) {
  const WaveProblem problem(setting, kSeed);
  std::int64_t bytes = 0;
  check(ebw_model_get_state_bytes(problem.model(), &bytes));
  check(ebw_shot_set_keep_states(problem.shot(), 1));
  check(ebw_model_set_slots(problem.model(), 5));
  const bool single = setting.dtype == EBW_F32;
  const std::int64_t state = bytes / static_cast<std::int64_t>(single ? sizeof(float) : sizeof(double));
  ebw_dot *made = nullptr;
  check(ebw_dot_create(setting.dtype, setting.sources * problem.samples() + state,
                       setting.receivers * problem.samples() + state, single ? forward<float> : forward<double>,
                       single ? adjoint<float> : adjoint<double>, const_cast<WaveProblem *>(&problem), nullptr, &made));
  const std::unique_ptr<ebw_dot, Destroy> test(made);
  check(ebw_dot_set_steps(made, setting.steps));
  std::int32_t verdict;
  check(ebw_dot_run(made, &verdict));
  suite.add_dot(joined("dot test, ", setting.name, ", ", precision(setting.dtype)), made);
  suite.text("dtype", precision(setting.dtype));
  describe_run(suite, problem);
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
    suite.part("Taylor test of the reference problem", [&] { test_gradient(suite, reference(dtype), Form::whole); });
  for (const std::int32_t dtype : {EBW_F64, EBW_F32})
    suite.part("Taylor test of regions", [&] { test_gradient(suite, reference(dtype), Form::by_regions); });
  for (const std::int32_t dtype : {EBW_F64, EBW_F32})
    suite.part("dot test of the reference problem", [&] { test_adjoint(suite, reference(dtype)); });
  for (const WaveSetting &setting : matrix(suite.full())) {
    suite.part(setting.name, [&] { test_gradient(suite, setting, Form::reduced); });
    suite.part(setting.name, [&] { test_adjoint(suite, setting); });
  }
  const std::vector<std::int64_t> slots = suite.full() ? std::vector<std::int64_t>{1, 2, 3, 5, 9, 12, 20, 40, 160}
                                                       : std::vector<std::int64_t>{2, 5, 12, 160};
  for (const WaveSetting &setting : {reference(EBW_F64), reference(EBW_F32)})
    suite.part("bits", [&] { compare_bits(suite, setting, slots, true); });
  for (const WaveSetting &setting : matrix(false))
    if (suite.full()) suite.part("bits", [&] { compare_bits(suite, setting, {2, 7}, false); });
}

}  // namespace ebw::cli
