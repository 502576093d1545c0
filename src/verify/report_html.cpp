// SPDX-License-Identifier: MIT
// A report as one HTML file that needs nothing else: style and pictures are inside.
#include <string_view>

#include "base/error.hpp"
#include "verify/markup.hpp"
#include "verify/report.hpp"

namespace ebw::verify {

namespace {

constexpr std::string_view kStyle = R"css(
:root { --ink: #1d2733; --soft: #5b6875; --line: #d5dbe1; --paper: #fff; --tint: #f5f7f9;
  --pass: #1f6f43; --fail: #a8201a; --open: #8a5a00; --blue: #1b5e9b; --rust: #b4501e; --plum: #6b3fa0; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1.25rem 3rem; max-width: 68rem; color: var(--ink); background: var(--paper);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.lead { font-size: 1.05rem; }
ul { list-style: none; margin: .5rem 0; padding: 0; } li { margin: .25rem 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); font-size: .875rem; }
.verdict { display: inline-block; padding: .05rem .5rem; border-radius: .25rem; border: 1px solid currentColor;
  font-size: .8rem; font-weight: 600; letter-spacing: .03em; white-space: nowrap; }
.PASS { color: var(--pass); } .FAIL { color: var(--fail); } .INCONCLUSIVE { color: var(--open); }
.FAIL.verdict { color: #fff; background: var(--fail); border-color: var(--fail); }
table { border-collapse: collapse; table-layout: fixed; width: 100%; font-size: .9rem;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); }
td { overflow-wrap: anywhere; }
th.verdicts { width: 9rem; } th.names { width: 32%; } th.number { width: 5.5rem; }
td.number, th.number { text-align: right; white-space: nowrap; padding-right: 0; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1rem;
  margin-top: 1rem; }
figure { margin: 0; padding: .75rem .9rem; border: 1px solid var(--line); border-radius: .4rem; break-inside: avoid; }
figcaption { font-size: .875rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-family: inherit; fill: var(--ink); font-size: 12.5px; }
svg text.tick { fill: var(--soft); } svg text.axis { font-size: 13px; } svg text.note { fill: var(--soft); }
.frame { fill: none; stroke: var(--soft); } .grid { stroke: var(--line); stroke-width: .7; }
.noise { fill: #8593a1; fill-opacity: .22; } .guide { stroke: var(--soft); stroke-dasharray: 4 4; stroke-width: 1; }
line.r0, line.r1, line.r2 { stroke-width: 1.5; }
.r0 { stroke: var(--blue); fill: var(--blue); } .r1 { stroke: var(--rust); fill: var(--rust); }
.r2 { stroke: var(--plum); fill: var(--plum); }
svg text.r0, svg text.r1, svg text.r2 { stroke: none; }
details { margin-top: .35rem; font-size: .85rem; } summary { cursor: pointer; color: var(--soft); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .4rem 0 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
@media (max-width: 40rem) {
  thead { display: none; } tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; border: 0; padding: .1rem 0; } td.number { text-align: left; }
  td.number::after { content: " s"; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; } tr, figure { break-inside: avoid; }
  h2 { break-after: avoid; }
}
)css";

std::string chip(Verdict verdict) {
  return text("<span class=\"verdict ", name_of(verdict), "\">", name_of(verdict), "</span>");
}

struct Words {
  std::string operator()(std::monostate) const { return "not known"; }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const {
    return json_number(value) == "null" ? "not finite" : json_number(value);
  }
  std::string operator()(const std::string &value) const { return escaped(value); }
};

std::string list_of(const std::vector<Fact> &facts) {
  std::string html = "<dl>";
  for (const Fact &fact : facts)
    html += text("<dt>", escaped(fact.name), "</dt><dd>", std::visit(Words{}, fact.value), "</dd>");
  return html + "</dl>";
}

// The words without the verdict that stands beside them.
std::string words_of(const ReportCheck &check) {
  const std::string head = text(name_of(check.verdict), ": ");
  return escaped(check.words.starts_with(head) ? check.words.substr(head.size()) : check.words);
}

std::string details_of(const ReportCheck &check) {
  if (check.facts.empty()) return "";
  return "<details><summary>all numbers</summary>" + list_of(check.facts) + "</details>";
}

std::string row_of(const ReportCheck &check) {
  return text("<tr><td>", chip(check.verdict), "</td><td class=\"name\">", escaped(check.name), "</td><td>",
              words_of(check), details_of(check), "</td><td class=\"number\">", readable(check.seconds),
              "</td></tr>\n");
}

std::string picture_of(const ReportCheck &check) {
  const std::string svg = draw(check);
  if (svg.empty()) return "";
  return text("<figure>\n<h3>", escaped(check.name), " ", chip(check.verdict), "</h3>\n", svg, "\n<figcaption>",
              words_of(check), "</figcaption>\n</figure>\n");
}

std::string section_of(const Report &report, const std::string &suite) {
  std::string rows, pictures;
  for (const ReportCheck &check : report.checks) {
    if (check.suite != suite) continue;
    rows += row_of(check);
    pictures += picture_of(check);
  }
  if (!pictures.empty()) pictures = "<div class=\"pictures\">\n" + pictures + "</div>\n";
  return text("<section>\n<h2>", escaped(suite),
              "</h2>\n<table>\n<thead><tr><th class=\"verdicts\">verdict</th><th class=\"names\">check</th>",
              "<th>what was found</th><th class=\"number\">seconds</th></tr></thead>\n<tbody>\n", rows,
              "</tbody>\n</table>\n", pictures, "</section>\n");
}

std::string lead_of(const Report &report) {
  const std::string counts = text(count_of(report, Verdict::pass), " passed, ", count_of(report, Verdict::fail),
                                  " failed, ", count_of(report, Verdict::inconclusive), " inconclusive");
  switch (verdict_of(report)) {
    case Verdict::pass: return "All checks passed: " + counts + ".";
    case Verdict::fail: return "At least one check failed: " + counts + ".";
    case Verdict::inconclusive: break;
  }
  return report.checks.empty()
             ? "Nothing was checked."
             : "No check failed, but not all could decide: " + counts + ". An open question is not a pass.";
}

// What a reader looks for first: the checks that did not pass.
std::string open_points_of(const Report &report) {
  std::string items;
  for (const Verdict verdict : {Verdict::fail, Verdict::inconclusive})
    for (const ReportCheck &check : report.checks)
      if (check.verdict == verdict)
        items += text("<li>", chip(verdict), " ", escaped(check.suite), ": ", escaped(check.name), "</li>\n");
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

}  // namespace

std::string to_html(const Report &report) {
  std::string sections;
  for (const std::string &suite : suites_of(report)) sections += section_of(report, suite);
  const std::string facts = report.facts.empty() ? "" : list_of(report.facts);
  return text("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
              name_of(verdict_of(report)), ": ", escaped(report.title), "</title>\n<style>", kStyle,
              "</style>\n</head>\n<body>\n<header>\n<h1>", escaped(report.title), "</h1>\n<p class=\"lead\">",
              chip(verdict_of(report)), " ", lead_of(report), "</p>\n", open_points_of(report), "<div class=\"soft\">",
              facts, "</div>\n</header>\n", sections, "</body>\n</html>\n");
}

}  // namespace ebw::verify
