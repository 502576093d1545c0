// SPDX-License-Identifier: MIT
// A Taylor test's result in words, on one line.
#include "base/error.hpp"
#include "verify/brief.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::verify {

namespace {

std::string element(const char *name, std::int64_t index) {
  return index < 0 ? text(name, " on another rank") : text(name, "[", index, "]");
}

std::string describe_fault(const TaylorResult &result) {
  const std::int64_t index = result.fault.index;
  switch (result.fault.kind) {
    case FaultKind::point_non_finite: return element("m", index) + " is not finite";
    case FaultKind::value_non_finite: return "J(m) is not finite, or was never written";
    case FaultKind::gradient_non_finite: return element("g", index) + " is not finite, or was never written";
    case FaultKind::hessian_non_finite: return element("Hv", index) + " is not finite, or was never written";
    case FaultKind::input_written: return text("the code under test wrote into its input, element ", index);
    case FaultKind::input_changed:
      return index < 0 ? "the code under test changed the caller's g"
                       : "the code under test changed the caller's " + element("m", index);
    case FaultKind::state_leak: return "J(m) is another at the end than at the begin: a call leaves state behind";
    default: return "";
  }
}

std::string describe_order(const Order &order) {
  return order.known ? text("order of R1 ", brief(order.value), " +- ", brief(order.half_width))
                     : std::string("R1 has no points above the floor of noise");
}

std::string name_direction(const TaylorResult &result, std::int64_t k) {
  const std::int64_t part = result.directions[k].part;
  const std::string name = text("direction ", k);
  if (part < 0) return name;
  return text(name, result.part_kinds[part] == PartKind::block ? " (block '" : " (region '", result.part_names[part],
              "')");
}

std::string describe_symmetry(const TaylorResult &result) {
  if (!result.of_hessian) return "";
  Symmetry worst;
  for (const Symmetry &s : result.symmetry)
    worst = {s.verdict, std::max(worst.error, s.error), std::max(worst.linearity, s.linearity)};
  return text(", asymmetry ", brief(worst.error), ", nonlinearity ", brief(worst.linearity), ", bound ",
              brief(result.symmetry_bound));
}

}  // namespace

std::string describe(const TaylorResult &result) {
  const std::string head = text(name_of(result.verdict), ": ", result.of_hessian ? "Hessian: " : "");
  if (result.fault) return head + describe_fault(result);
  const TaylorDirection &worst = result.directions[result.worst];
  const std::string tail = text(", ", describe_order(worst.orders[1]), describe_symmetry(result), "; ",
                                result.evaluations, " evaluations", result.repeatable ? "" : ", J(m) does not repeat");
  const std::string measured = text("error ", brief(worst.error), ", resolution ", brief(worst.resolution),
                                    ", tolerance ", brief(result.tolerance));
  const std::string where = name_direction(result, result.worst);
  switch (result.verdict) {
    case Verdict::pass: return text(head, measured, " (worst of ", result.directions.size(), " directions)", tail);
    case Verdict::fail: {
      const double ratio = worst.ratio.value;
      const std::string known = ratio == 0.0 ? std::string() : text(", ratio ", brief_factor(ratio));
      return text(head, where, ": g.d = ", worst.g_dot_d, ", finite difference ", worst.finite_difference, known, ": ",
                  measured, tail, result.diagnosis.empty() ? "" : "; likely: ", result.diagnosis);
    }
    case Verdict::inconclusive: break;
  }
  if (worst.verdict != Verdict::inconclusive)
    return text(head, "the Hessian's symmetry could not be tested: H v is 0", tail);
  return text(head, where, ": ", worst.reason, tail);
}

}  // namespace ebw::verify
