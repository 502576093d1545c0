// SPDX-License-Identifier: MIT
// The matrix: every fault under the Taylor test, in f64 with the profile exact and in f32 with the default one.
#include <algorithm>

#include "mutants.hpp"
#include "tests.hpp"

namespace ebw::mutants {

namespace {

struct Outcome {
  std::int32_t verdict = -1;
  double error = 0.0, resolution = 0.0;
  double bound = 0.0;  // of the whole error relative to the tested gradient's size, with 99 %
  double truth = 0.0;  // what it is
  std::string text, diagnosis;
};

// How a test is made: the unit of J, and whether edge and inside are regions of their own.
struct How {
  double unit = 1.0;
  bool regions = false;
};

struct Objective {
  ReferenceProblem *problem;
  double unit;
};

std::int32_t evaluate(const void *m, double *J, void *user) {
  const auto &objective = *static_cast<const Objective *>(user);
  const std::int32_t status = objective.problem->misfit(m, J);
  *J *= objective.unit;
  return status;
}

const char *name_of(std::int32_t verdict) {
  return verdict == EBW_VERDICT_PASS ? "PASS" : verdict == EBW_VERDICT_FAIL ? "FAIL" : "INCONCLUSIVE";
}

// Norm of velocity times values: what the test calls the size of a gradient. No square of it overflows.
double size_of(const ReferenceProblem &problem, const std::vector<double> &values) {
  double size = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) size = std::hypot(size, problem.velocity()[i] * values[i]);
  return size;
}

void add_regions(ebw_taylor *test) {
  std::vector<std::int64_t> edge, inside;
  for (std::int64_t i = 0; i < ReferenceProblem::kNodes; ++i)
    (ReferenceProblem::on_edge(i) ? edge : inside).push_back(i);
  const auto count = [](const auto &nodes) { return static_cast<std::int64_t>(nodes.size()); };
  require_ok(ebw_taylor_add_region(test, "edge", EBW_PART_BOUNDARY, count(edge), edge.data()));
  require_ok(ebw_taylor_add_region(test, "inside", EBW_PART_REGION, count(inside), inside.data()));
}

Outcome taylor(ReferenceProblem &problem, std::vector<double> g, const How &how) {
  Outcome outcome;
  Objective objective = {&problem, how.unit};
  ebw_taylor *test = nullptr;
  require_ok(ebw_taylor_create(problem.dtype(), ReferenceProblem::kNodes, evaluate, &objective, nullptr, &test));
  if (problem.dtype() == EBW_F64) require_ok(ebw_taylor_set_profile(test, EBW_PROFILE_EXACT));
  require_ok(ebw_taylor_set_constant(test, "dt", problem.dt()));
  if (how.regions) add_regions(test);
  for (double &value : g) value *= how.unit;
  const char *text = nullptr, *diagnosis = nullptr;
  require_ok(ebw_taylor_run(test, problem.typed(problem.velocity()).data(), problem.typed(g).data(), &outcome.verdict));
  require_ok(ebw_taylor_get_direction(test, EBW_WORST, nullptr, &outcome.error, &outcome.resolution));
  require_ok(ebw_taylor_get_text(test, &text));
  require_ok(ebw_taylor_get_diagnosis(test, &diagnosis));
  require_ok(ebw_taylor_get_certificate(test, 10.0, nullptr, &outcome.bound, nullptr));
  outcome.text = text;
  outcome.diagnosis = diagnosis;
  ebw_taylor_destroy(test);
  return outcome;
}

std::vector<double> right_gradient(std::int32_t dtype, const Fault &fault) {
  planted_mutant = Mutant::none;
  ReferenceProblem problem(dtype, fault.setting);
  return problem.gradient(problem.velocity(), 0);
}

Outcome outcome_of(std::int32_t dtype, const Fault &fault, const How &how = {}) {
  std::vector<double> wrong = right_gradient(dtype, fault);
  // A problem of its own: tables and memory of another fault are not kept.
  ReferenceProblem problem(dtype, fault.setting);
  const std::vector<double> g = faulty_gradient(problem, fault);
  Outcome outcome = taylor(problem, g, how);
  planted_mutant = Mutant::none;
  for (std::size_t i = 0; i < wrong.size(); ++i) wrong[i] -= g[i];
  outcome.truth = size_of(problem, wrong) / size_of(problem, g);
  return outcome;
}

Outcome printed(std::int32_t dtype, const Fault &fault) {
  const Outcome outcome = outcome_of(dtype, fault);
  print_message("# %-10s %-32s %s  %-12s error %-8.2g +- %-8.1g bound %-8.2g true %-8.2g\n", fault.id, fault.what,
                dtype == EBW_F32 ? "f32" : "f64", name_of(outcome.verdict), outcome.error, outcome.resolution,
                outcome.bound, outcome.truth);
  return outcome;
}

void expect(bool right, const Fault &fault, const Outcome &outcome, const char *claim) {
  if (right) return;
  throw std::runtime_error(std::string(fault.id) + ", " + fault.what + ": " + claim + "; " + outcome.text);
}

const Fault &fault_of(const std::string &id) {
  for (const Fault &fault : all_faults())
    if (fault.id == id) return fault;
  throw std::runtime_error("there is no fault " + id);
}

constexpr std::int32_t kDtypes[] = {EBW_F64, EBW_F32};

void the_right_gradient_passes(void **) {
  run_body([] {
    for (const std::int32_t dtype : kDtypes)
      for (const Setting setting : {Setting::cpml, Setting::sponge, Setting::initial_state}) {
        const Fault none = {.id = "-", .what = "nothing", .setting = setting};
        const Outcome outcome = printed(dtype, none);
        expect(outcome.verdict == EBW_VERDICT_PASS, none, outcome, "the right gradient must pass");
        expect(outcome.resolution <= (dtype == EBW_F64 ? 1e-9 : 5e-4), none, outcome, "the resolution is too coarse");
      }
  });
}

// What a fault of the store is laid to must not come from the way there.
void the_executor_without_a_fault_gives_the_bits_of_the_one_call(void **) {
  run_body([] {
    for (const std::int32_t dtype : kDtypes)
      for (const StoreFault way : {StoreFault::none, StoreFault::no_tape_fault}) {
        ReferenceProblem problem(dtype, Setting::cpml);
        const std::vector<double> wanted = problem.gradient(problem.velocity(), 0);
        const std::vector<double> got = problem.gradient_of_executor(problem.velocity(), way);
        if (std::memcmp(wanted.data(), got.data(), wanted.size() * sizeof(double)) != 0)
          throw std::runtime_error("the executor's gradient has other bits than ebw_gradient's");
      }
  });
}

void every_fault_fails_in_double_precision(void **) {
  run_body([] {
    for (const Fault &fault : all_faults()) {
      const Outcome outcome = printed(EBW_F64, fault);
      expect(outcome.verdict == EBW_VERDICT_FAIL, fault, outcome, "must fail");
    }
    for (const Absent &absent : absent_faults()) print_message("# %-10s %s\n", absent.id, absent.reason);
  });
}

// Whether the run with the fault ends with a status and no gradient.
bool refused(std::int32_t dtype, const Fault &fault) {
  try {
    outcome_of(dtype, fault);
  } catch (const std::runtime_error &error) {
    print_message("# %-10s %-32s %s  %s\n", fault.id, fault.what, dtype == EBW_F32 ? "f32" : "f64", error.what());
    planted_mutant = Mutant::none;
    return std::string(error.what()).find("is not finite") != std::string::npos;
  }
  return false;
}

void every_fault_above_the_tolerance_fails_in_single_precision(void **) {
  run_body([] {
    for (const Fault &fault : all_faults()) {
      if (fault.overflows_in_f32) {
        expect(refused(EBW_F32, fault), fault, {}, "must be refused");
        continue;
      }
      const Outcome outcome = printed(EBW_F32, fault);
      if (fault.may_hide_in_f32)
        // Covered, and by a bound that says something: at most twenty times the tolerance.
        expect(outcome.bound >= outcome.truth && outcome.bound <= 2e-2, fault, outcome,
               "the bound does not cover the error, or says nothing");
      else
        expect(outcome.verdict == EBW_VERDICT_FAIL, fault, outcome, "must fail");
    }
  });
}

void the_diagnosis_names_what_is_wrong(void **) {
  run_body([] {
    const struct {
      const char *id, *words;
    } expected[] = {{"M1", "sign"},
                    {"M2", "factor 2 too much"},
                    {"M9", "a factor dt^2 is missing"},
                    {"M9 dt", "a factor dt is missing"},
                    {"M5", "'edge'"}};
    for (const auto &[id, words] : expected) {
      const Fault &fault = fault_of(id);
      const Outcome outcome = outcome_of(EBW_F64, fault, {.regions = true});
      print_message("# %-10s %s\n", fault.id, outcome.diagnosis.c_str());
      expect(outcome.diagnosis.find(words) != std::string::npos, fault, outcome, words);
    }
  });
}

void verdicts_do_not_depend_on_the_unit_of_J(void **) {
  run_body([] {
    const Fault none = {.id = "-", .what = "nothing"};
    for (const std::int32_t dtype : kDtypes) {
      double largest = 0.0;
      for (const double value : right_gradient(dtype, none)) largest = std::max(largest, std::abs(value));
      const double far = dtype == EBW_F32 ? 1e30 : 1e60;
      for (const char *id : {"-", "M11", "M12", "M14", "M16", "M19", "M23"}) {
        const Fault &fault = *id == '-' ? none : fault_of(id);
        const Outcome plain = outcome_of(dtype, fault, {.unit = 1.0 / largest});
        for (const double unit : {far, 1.0 / far}) {
          const Outcome scaled = outcome_of(dtype, fault, {.unit = unit / largest});
          expect(scaled.verdict == plain.verdict, fault, scaled, plain.text.c_str());
        }
      }
    }
  });
}

}  // namespace

}  // namespace ebw::mutants

int main() {
  using namespace ebw::mutants;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_right_gradient_passes),
      cmocka_unit_test(the_executor_without_a_fault_gives_the_bits_of_the_one_call),
      cmocka_unit_test(every_fault_fails_in_double_precision),
      cmocka_unit_test(every_fault_above_the_tolerance_fails_in_single_precision),
      cmocka_unit_test(the_diagnosis_names_what_is_wrong),
      cmocka_unit_test(verdicts_do_not_depend_on_the_unit_of_J),
  };
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
