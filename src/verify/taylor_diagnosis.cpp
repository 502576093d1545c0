// SPDX-License-Identifier: MIT
// From where a gradient is wrong, and by which factor, to what is likely wrong with it.
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "verify/brief.hpp"
#include "verify/taylor_test.hpp"

namespace ebw::verify {

namespace {

// How a factor of the gradient is told, such as "dt^2 is missing".
struct Suspect {
  double factor;  // g.d / finite difference
  std::string words;
};

std::vector<Suspect> suspects(const std::vector<Constant> &constants) {
  std::vector<Suspect> all{{2.0, "a factor 2 too much"}, {0.5, "a factor 2 is missing"}};
  for (const Constant &c : constants) {
    all.push_back({c.value, text("a factor ", c.name, " too much")});
    all.push_back({1.0 / c.value, text("a factor ", c.name, " is missing")});
    all.push_back({c.value * c.value, text("a factor ", c.name, "^2 too much")});
    all.push_back({1.0 / (c.value * c.value), text("a factor ", c.name, "^2 is missing")});
  }
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) all.push_back({-all[i].factor, "the sign is wrong, and " + all[i].words});
  all.insert(all.begin(), {-1.0, "the sign is wrong"});
  return all;
}

// g.d = factor * finite difference; margin is relative.
struct Relation {
  double factor, margin;
};

// Of the directions whose ratio has a digit.
std::vector<Relation> relations(const std::vector<const TaylorDirection *> &directions) {
  std::vector<Relation> all;
  for (const TaylorDirection *d : directions) {
    const double ratio = d->ratio.value, margin = d->ratio.uncertainty;
    if (std::abs(ratio) > 10.0 * margin) all.push_back({1.0 / ratio, margin / std::abs(ratio)});
  }
  return all;
}

bool all_have(const std::vector<Relation> &all, double factor) {
  for (const Relation &r : all)
    if (!(std::abs(r.factor - factor) <= std::abs(factor) * (1e-3 + 3.0 * r.margin))) return false;
  return !all.empty();
}

// What the ratio of g.d and the finite difference has in common over the directions; "" when nothing.
std::string factor_in_words(const std::vector<const TaylorDirection *> &directions,
                            const std::vector<Constant> &constants) {
  bool zero = true;
  for (const TaylorDirection *d : directions) zero = zero && d->g_dot_d == 0.0;
  if (zero) return "the gradient is 0 where J changes: it was not computed, or not copied";
  const std::vector<Relation> all = relations(directions);
  if (all.empty()) return "";
  for (const Suspect &suspect : suspects(constants))
    if (all_have(all, suspect.factor)) return suspect.words;
  // One direction shows a factor for anything: two or more must agree, to a share of the error.
  const double factor = all.front().factor;
  for (const Relation &r : all)
    if (!(std::abs(r.factor - factor) <= 0.02 * std::abs(factor - 1.0) + std::abs(factor) * 3.0 * r.margin)) return "";
  return all.size() < 2 ? "" : text("the gradient is ", brief_factor(factor), " times what it should be, everywhere");
}

const char *meaning_of(PartKind kind) {
  switch (kind) {
    case PartKind::boundary: return "look at the boundary condition, the absorbing layer and its transpose";
    case PartKind::sources: return "look at the injection and at source terms in the gradient";
    case PartKind::receivers: return "look at the adjoint source and its interpolation";
    case PartKind::interface: return "look at the halo exchange: its adjoint adds, it does not copy";
    case PartKind::block: return "look at the term of this parameter";
    default: return "look at what is special there";
  }
}

// The one part whose directions fail while all other parts of its sort, blocks or regions, pass; -1 when there is none.
std::int64_t lone_part(const TaylorResult &result, bool blocks) {
  std::int64_t lone = -1;
  bool others_pass = false;
  for (const TaylorDirection &d : result.directions) {
    if (d.part < 0 || (result.part_kinds[d.part] == PartKind::block) != blocks) continue;
    if (d.verdict == Verdict::pass && d.part != lone) others_pass = true;
    if (d.verdict != Verdict::fail || d.part == lone) continue;
    if (lone >= 0) return -1;
    lone = d.part;
  }
  // A part that fails alone of its sort may yet be no more wrong than the rest.
  if (others_pass) return lone;
  for (const TaylorDirection &d : result.directions)
    if (d.part < 0 && d.verdict == Verdict::fail) return -1;
  return lone;
}

std::string diagnose_place(const TaylorResult &result, const std::vector<Constant> &constants, std::int64_t part) {
  std::vector<const TaylorDirection *> there;
  for (const TaylorDirection &d : result.directions)
    if (d.part == part && d.verdict == Verdict::fail) there.push_back(&d);
  const std::string factor = factor_in_words(there, constants);
  const bool block = result.part_kinds[part] == PartKind::block;
  return text("only ", block ? "block '" : "region '", result.part_names[part], "' is wrong: ", factor,
              factor.empty() ? "" : "; ", meaning_of(result.part_kinds[part]));
}

bool asymmetric(const TaylorResult &result) {
  for (const Symmetry &symmetry : result.symmetry)
    if (symmetry.error > result.symmetry_bound) return true;
  return false;
}

}  // namespace

std::string diagnose(const TaylorResult &result, const std::vector<Constant> &constants) {
  if (result.fault || result.verdict != Verdict::fail) return "";
  for (const bool blocks : {false, true})
    if (const std::int64_t part = lone_part(result, blocks); part >= 0) return diagnose_place(result, constants, part);
  std::vector<const TaylorDirection *> failed;
  std::size_t passed = 0;
  for (const TaylorDirection &d : result.directions) {
    if (d.verdict == Verdict::fail) failed.push_back(&d);
    if (d.part < 0 && d.verdict == Verdict::pass) ++passed;
  }
  if (failed.empty()) return asymmetric(result) ? "the Hessian is not symmetric" : "the Hessian is not linear";
  if (passed == 0)
    if (const std::string factor = factor_in_words(failed, constants); !factor.empty()) return factor;
  return result.part_names.empty() ? "no common factor: a term is wrong or missing; blocks and regions would tell where"
                                   : "no common factor, in more than one part: a term is wrong or missing";
}

}  // namespace ebw::verify
