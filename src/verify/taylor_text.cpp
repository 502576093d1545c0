// SPDX-License-Identifier: MIT
// A Taylor test's result in words, on one line.
#include "base/error.hpp"
#include "verify/brief.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::verify {

namespace {

std::string describe_fault(const Fault &fault) {
  switch (fault.kind) {
    case FaultKind::point_non_finite: return text("m[", fault.index, "] is not finite");
    case FaultKind::value_non_finite: return "J(m) is not finite, or was never written";
    case FaultKind::gradient_non_finite: return text("g[", fault.index, "] is not finite, or was never written");
    case FaultKind::input_written: return text("the code under test wrote into its input, element ", fault.index);
    case FaultKind::state_leak: return "J(m) is another at the end than at the begin: a call leaves state behind";
    default: return "";
  }
}

std::string describe_order(const Order &order) {
  return order.known ? text("order of R1 ", brief(order.value)) : std::string("R1 has no order: it lies in the noise");
}

}  // namespace

std::string describe(const TaylorResult &result) {
  const std::string head = text(name_of(result.verdict), ": ");
  if (result.fault) return head + describe_fault(result.fault);
  const TaylorDirection &worst = result.directions[result.worst];
  const std::string tail = text(", ", describe_order(worst.orders[1]), "; ", result.evaluations, " evaluations",
                                result.repeatable ? "" : ", J(m) does not repeat");
  const std::string measured = text("error ", brief(worst.error), ", resolution ", brief(worst.resolution),
                                    ", tolerance ", brief(result.tolerance));
  switch (result.verdict) {
    case Verdict::pass: return text(head, measured, " (worst of ", result.directions.size(), " directions)", tail);
    case Verdict::fail:
      return text(head, "direction ", result.worst, ": g.d = ", worst.g_dot_d, ", finite difference ",
                  worst.finite_difference, ": ", measured, tail);
    case Verdict::inconclusive: break;
  }
  return text(head, "direction ", result.worst, ": ", worst.reason, tail);
}

}  // namespace ebw::verify
